"""Bots at work: in a match, and as plain functions that a process pool can run."""

from typing import Any

from inglenook.bot import Advice, Adviser, Answer
from inglenook.game import Refused, Rng
from inglenook.match import Match
from inglenook.registry import find_bot, find_level
from inglenook.units import Seat, Seq


def choose(match: Match, level: str, seat: Seat | None = None) -> Answer:
    """What a bot of that level would play for a seat; without one, for the lowest that can move.

    It is told no more than the seat may know, and its chance follows from the match. In real time
    it may answer with a `Later`, or with None: nothing for now. Refused `unknown-level`, `no-bots`,
    and as `Match.legal` does.
    """
    mover = match.mover(seat)
    return answer(match.game.name, level, match.view(mover), mover, match.seed, len(match.log))


def advise(match: Match, seat: Seat | None = None) -> tuple[Advice, ...]:
    """The best moves of a seat, best first and at most five; without one, of the lowest that can.

    Refused `no-hints` if the game's bot gives none, `no-bots`, and as `Match.legal` does.
    """
    mover = match.mover(seat)
    return advice(match.game.name, match.view(mover), mover, match.seed, len(match.log))


def answer(game: str, level: str, view: Any, seat: Seat, seed: str, seq: Seq) -> Answer:
    """A bot's answer in a seat that is to move, from what that seat may know."""
    return find_bot(game).choose(view, seat, find_level(game, level), Rng(seed, seq))


def advice(game: str, view: Any, seat: Seat, seed: str, seq: Seq) -> tuple[Advice, ...]:
    """The best moves, best first; Refused `no-hints` if the game's bot gives none."""
    adviser = find_bot(game)
    if not isinstance(adviser, Adviser):
        raise Refused("no-hints", detail=f"the bots of {game} give no hints")
    return tuple(adviser.advise(view, seat, Rng(seed, seq)))
