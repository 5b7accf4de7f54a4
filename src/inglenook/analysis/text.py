"""Insights and reports as plain text, for a terminal."""

from collections.abc import Iterator, Sequence
from typing import Any

from inglenook.analysis.report import report
from inglenook.game import NATURE
from inglenook.insight import Insight


def as_text(seats: int, insights: Sequence[Insight]) -> Iterator[str]:
    """A line for every insight, then what they come to."""
    for insight in insights:
        yield _line(insight)
    told = report(seats, insights)
    for seat, accuracy in enumerate(told.accuracy):
        yield f"seat {seat}: " + ("no choice" if accuracy is None else f"accuracy {accuracy:.0%}")
    if told.moments:
        yield f"decided at step {', '.join(map(str, told.moments))}"


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
