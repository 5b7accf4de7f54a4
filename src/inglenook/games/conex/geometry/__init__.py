"""Where cards come to lie: whole numbers only, so no case ever flips."""
