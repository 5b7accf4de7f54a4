"""Lessons and puzzles at work: where they are found, how they are checked, tried and rated."""
