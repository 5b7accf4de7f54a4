"""What the insights of a game come to."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from inglenook.core.insight import Insight
from inglenook.core.units import Seat

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
    given     the points that each seat gave away by its choices
    luck      the points that chance brought each seat, beyond what it brings on average
    got       the points that each seat made where it had a choice of points
    there     the most that it could have made there, turn by turn

    The last three are None where the game does not say.
    """

    accuracy: tuple[float | None, ...]
    moments: tuple[int, ...]
    given: tuple[float, ...]
    luck: tuple[float | None, ...]
    got: tuple[float | None, ...]
    there: tuple[float | None, ...]


def report(seats: int, insights: Sequence[Insight]) -> Report:
    """The report on a game, from the insights into all its steps in turn."""
    return Report(
        accuracy=tuple(_accuracy(seat, insights) for seat in range(seats)),
        moments=_moments(insights),
        given=tuple(
            round(sum(i.cost for i in insights if i.seat == seat), 2) for seat in range(seats)
        ),
        luck=_told(
            seats, ((int(i.facts["seat"]), i.facts["luck"]) for i in insights if "luck" in i.facts)
        ),
        got=_told(seats, ((i.seat, i.facts["got"]) for i in insights if "got" in i.facts)),
        there=_told(seats, ((i.seat, i.facts["there"]) for i in insights if "there" in i.facts)),
    )


def _told(seats: int, facts: Iterable[tuple[Seat, str | int | float]]) -> tuple[float | None, ...]:
    """What numbers that are told of each seat add up to."""
    sums: list[float | None] = [None] * seats
    for seat, number in facts:
        sums[seat] = round((sums[seat] or 0.0) + float(number), 2)
    return tuple(sums)


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
