"""What the host of a server sees and does, and who is let in."""
