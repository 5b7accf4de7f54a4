"""What the insights of a game come to."""

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from inglenook.insight import Insight
from inglenook.units import Seat

MOMENTS = 3
"""The most moments that a report names."""
SMALL_SWING = 0.05
"""A change of chances below which a moment decided nothing."""
BLAMELESS = ("best", "forced")
"""Verdicts on steps that changed nothing."""
UNCHOSEN = ("forced", "chance")
"""Verdicts on steps that were nobody's choice."""


class Report(Struct, frozen=True):
    """accuracy  of each seat, from 0 to 1; None where it had no choice to make
    moments   the steps that decided the game, up to three, in their order
    """

    accuracy: tuple[float | None, ...]
    moments: tuple[int, ...]


def report(seats: int, insights: Sequence[Insight]) -> Report:
    """The report on a game, from the insights into all its steps in turn."""
    return Report(
        accuracy=tuple(_accuracy(seat, insights) for seat in range(seats)),
        moments=_moments(insights),
    )


def _accuracy(seat: Seat, insights: Sequence[Insight]) -> float | None:
    chosen = [i.quality for i in insights if i.seat == seat and i.verdict not in UNCHOSEN]
    return sum(chosen) / len(chosen) if chosen else None


def _moments(insights: Sequence[Insight]) -> tuple[int, ...]:
    """The largest swings of chances; where a game tells none, the moves that cost most.

    Where a move was the best there was, no swing is its doing: the coach only saw further.
    """
    if any(insight.chances for insight in insights):
        weights = _swings(insights)
    else:
        weights = {i.step: i.cost for i in insights if i.cost > 0}
    heaviest = sorted(weights, key=lambda step: (-weights[step], step))
    return tuple(sorted(heaviest[:MOMENTS]))


def _swings(insights: Sequence[Insight]) -> dict[int, float]:
    told = [insight for insight in insights if insight.chances]
    swings = {
        now.step: max(abs(a - b) for a, b in zip(before.chances, now.chances, strict=True))
        for before, now in pairwise(told)
        if now.verdict not in BLAMELESS
    }
    return {step: swing for step, swing in swings.items() if swing >= SMALL_SWING}
