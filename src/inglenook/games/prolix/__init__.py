"""Prolix: words, interrupts and the sand timer, for one to five."""

from inglenook.games.prolix.rules import Prolix

GAME = Prolix()
