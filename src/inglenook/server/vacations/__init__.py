"""Vacations: clocks of games by correspondence that stand still."""
