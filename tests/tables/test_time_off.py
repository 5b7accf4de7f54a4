"""Time off: a deadline moves by exactly the length of the union of the pauses."""

from itertools import pairwise
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from inglenook.core.units import DAY_MS
from inglenook.server.store import Outage, wall_ms
from inglenook.server.table.clock import OpeningHours, PlayClock, Span, TimeOff

HOUR = 3_600_000
FRIDAY_NOON = 1_767_960_000_000
"""2026-01-09, 12:00 UTC: all of it is over, as clocks do not believe what is yet to come."""


def hours(*outages: Span) -> OpeningHours:
    known = OpeningHours()
    known.learn([Outage(*span) for span in sorted(outages)], wall_ms())
    return known


def spans(most: int = 4) -> st.SearchStrategy[list[Span]]:
    one = st.builds(
        lambda began, length: Span(FRIDAY_NOON + began, FRIDAY_NOON + began + length),
        st.integers(0, 20 * DAY_MS),
        st.integers(1, 5 * DAY_MS),
    )
    return st.lists(one, max_size=most)


def weekends() -> list[Span]:
    """Written down, not computed."""
    saturday = FRIDAY_NOON + 12 * HOUR
    return [
        Span(saturday + n * 7 * DAY_MS, saturday + n * 7 * DAY_MS + 2 * DAY_MS) for n in range(60)
    ]


def union_before(pauses: list[Span], end: int) -> int:
    """How much of the time up to an end lies in at least one of the pauses."""
    edges = sorted({FRIDAY_NOON, end, *(min(end, edge) for span in pauses for edge in span)})
    return sum(
        later - earlier
        for earlier, later in pairwise(edges)
        if any(span.began <= earlier < span.ended for span in pauses)
    )


class Pauses(NamedTuple):
    outages: list[Span]
    vacations: list[Span]
    agreed: list[Span]
    weekends_off: bool

    def all(self) -> list[Span]:
        free = weekends() if self.weekends_off else []
        return [*self.outages, *self.vacations, *self.agreed, *free]


@given(st.builds(Pauses, spans(), spans(2), spans(2), st.booleans()), st.integers(0, 28 * DAY_MS))
def test_a_deadline_moves_by_the_length_of_the_union_of_all_pauses(
    pauses: Pauses, deadline: int
) -> None:
    """Outages, weekends, vacations and agreements, overlapping in any way, told as they come."""
    clock = PlayClock(hours(*pauses.outages))
    clock.run(True, FRIDAY_NOON)
    clock.take_off(TimeOff(pauses.weekends_off), FRIDAY_NOON)
    edges = {edge for span in (*pauses.vacations, *pauses.agreed) for edge in span}
    for at in sorted(edges):
        # A vacation names its last day when it begins; whoever is back sooner says so.
        away = tuple(v for v in pauses.vacations if v.began <= at < v.ended)
        clock.take_off(TimeOff(pauses.weekends_off, away), at)
        clock.run(not any(a.began <= at < a.ended for a in pauses.agreed), at)
    shown = clock.at(max(edges, default=FRIDAY_NOON))
    if deadline < shown:
        return  # it passed before the last pause
    when = clock.when(deadline)
    assert when == FRIDAY_NOON + deadline + union_before(pauses.all(), when)
    # And the clock shows just that then, not a ms earlier.
    assert clock.at(when) == deadline
    assert clock.at(when - 1) == deadline - 1 or deadline == shown


def test_a_stop_that_is_heard_of_late_puts_no_clock_forward() -> None:
    clock = PlayClock(hours())
    clock.run(True, FRIDAY_NOON)
    clock.set(500, FRIDAY_NOON + 500)
    # Meanwhile, at another worker, somebody left and came back.
    clock.run(False, FRIDAY_NOON + 100)
    clock.run(True, FRIDAY_NOON + 300)
    assert clock.at(FRIDAY_NOON + 500) == 500
    assert clock.at(FRIDAY_NOON + 700) == 700


def test_a_weekend_shifts_and_never_resets() -> None:
    clock = PlayClock(hours())
    clock.run(True, FRIDAY_NOON)
    clock.take_off(TimeOff(weekends=True), FRIDAY_NOON)
    # Twelve hours on Friday; the rest of the day counts from Monday on.
    assert clock.when(DAY_MS) == FRIDAY_NOON + 3 * DAY_MS
    assert clock.at(FRIDAY_NOON + 36 * HOUR) == 12 * HOUR
    assert clock.when(12 * HOUR) == FRIDAY_NOON + 12 * HOUR
