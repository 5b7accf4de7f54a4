"""Four table games, headless: the rules, matches and records."""

from inglenook.game import NATURE, Entry, Game, Move, Outcome, Record, Refused, Rng
from inglenook.games import game, games
from inglenook.match import BadRecord, Match, audit, dumps, loads, replay, rerun

__all__ = [
    "NATURE",
    "BadRecord",
    "Entry",
    "Game",
    "Match",
    "Move",
    "Outcome",
    "Record",
    "Refused",
    "Rng",
    "audit",
    "dumps",
    "game",
    "games",
    "loads",
    "replay",
    "rerun",
]
