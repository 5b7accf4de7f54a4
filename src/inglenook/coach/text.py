"""Insights and reports as plain text, for a terminal."""

from collections.abc import Iterator, Sequence
from typing import Any

from inglenook.coach.report import Report, report
from inglenook.core.game import NATURE
from inglenook.core.insight import Insight
from inglenook.core.units import Seat


def as_text(seats: int, insights: Sequence[Insight]) -> Iterator[str]:
    """A line for every insight, then what they come to."""
    for insight in insights:
        yield _line(insight)
    told = report(seats, insights)
    for seat in range(seats):
        yield _seat_line(seat, told)
    if told.moments:
        yield f"decided at step {', '.join(map(str, told.moments))}"


def _seat_line(seat: Seat, told: Report) -> str:
    accuracy, got, luck = told.accuracy[seat], told.got[seat], told.luck[seat]
    parts = ["no choice" if accuracy is None else f"accuracy {accuracy:.0%}"]
    if got is not None:
        parts.append(f"{got:g} of {told.there[seat]:g} points")
    if accuracy is not None:
        parts.append(f"gave away {told.given[seat]:.4g}")
    if luck is not None:
        parts.append(f"luck {luck:+.4g}")
    return f"seat {seat}: {', '.join(parts)}"


def _line(insight: Insight) -> str:
    who = "NATURE" if insight.seat == NATURE else f"seat {insight.seat}"
    parts = [f"step {insight.step}: {who}, {insight.verdict}"]
    if insight.cost:
        parts.append(f"cost {insight.cost:.4g}")
    if insight.chances:
        parts.append(f"chances {' '.join(f'{chance:.0%}' for chance in insight.chances)}")
    if insight.margins:
        parts.append(f"expected {' '.join(f'{points:.4g}' for points in insight.margins)}")
    if insight.best:
        parts.append(f"better: {_move(insight.best[0])}")
    if insight.name:
        parts.append(" ".join([insight.name, *(f"{k}={v}" for k, v in insight.facts.items())]))
    return ", ".join(parts)


def _move(move: dict[str, Any]) -> str:
    return " ".join(str(value) for value in move.values() if value is not None)
