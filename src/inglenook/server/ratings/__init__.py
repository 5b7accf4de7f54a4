"""Finished games: results, ratings, history and leaders."""
