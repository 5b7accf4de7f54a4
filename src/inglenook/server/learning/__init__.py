"""Lessons, puzzles, boards of the day, and the analysis of finished games."""
