"""Bots at work: plain functions of their arguments, so that a process pool can run them."""

from typing import Any

from inglenook.bot import Advice, Adviser, Answer
from inglenook.game import Refused, Rng
from inglenook.registry import find_bot, find_level


def choose(game: str, level: str, view: Any, seat: int, seed: str, seq: int) -> Answer:
    """A bot's answer in a seat that is to move, from what that seat may know."""
    return find_bot(game).choose(view, seat, find_level(game, level), Rng(seed, seq))


def advise(game: str, view: Any, seat: int, seed: str, seq: int) -> tuple[Advice, ...]:
    """The best moves, best first; Refused `no-hints` if the game's bot gives none."""
    adviser = find_bot(game)
    if not isinstance(adviser, Adviser):
        raise Refused("no-hints", detail=f"the bots of {game} give no hints")
    return tuple(adviser.advise(view, seat, Rng(seed, seq)))
