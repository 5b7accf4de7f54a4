"""Four table games, headless: the rules, matches and records."""

from inglenook.game import NATURE, Entry, Game, Move, Outcome, Record, Refused, Rng
from inglenook.match import BadRecord, Match, audit, dumps, loads, replay, rerun
from inglenook.registry import find_game, game_names

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
    "find_game",
    "game_names",
    "loads",
    "replay",
    "rerun",
]
