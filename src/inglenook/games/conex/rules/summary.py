"""A finished game of CONEX: what corners, Plus 2 cards and the 2x star brought; the best lay."""

from collections.abc import Sequence

from inglenook.core.summary import Moment, Part, Summary, worthwhile
from inglenook.games.conex.rules.state import State
from inglenook.games.conex.rules.view import Scored


def summary(states: Sequence[State]) -> Summary:
    """From all states of a game in turn."""
    lays = _lays(states)
    seats = range(states[-1].seats)
    return Summary(
        tuple(_parts([lay for _, lay in lays if lay.seat == seat]) for seat in seats),
        _moment(lays),
    )


def _lays(states: Sequence[State]) -> list[tuple[int, Scored]]:
    """Every lay that scored, with the step that it led to."""
    lays: list[tuple[int, Scored]] = []
    told = None
    for step, state in enumerate(states):
        # Lightning may wipe it out; the same lay is not told twice.
        if state.scored is not None and state.scored is not told:
            lays.append((step, state.scored))
        told = state.scored
    return lays


def _parts(lays: Sequence[Scored]) -> tuple[Part, ...]:
    plus = [lay.plus for lay in lays if lay.plus]
    doubled = [lay.points - lay.value - lay.plus for lay in lays if lay.doubled]
    return worthwhile(
        Part("corners", sum(lay.value for lay in lays), len(lays)),
        Part("plus", sum(plus), len(plus)),
        Part("double", sum(doubled), len(doubled)),
    )


def _moment(lays: Sequence[tuple[int, Scored]]) -> Moment | None:
    if not lays:
        return None
    step, best = max(lays, key=lambda lay: lay[1].points)
    return Moment(step, "double" if best.doubled else "lay", best.seat, {"n": best.points})
