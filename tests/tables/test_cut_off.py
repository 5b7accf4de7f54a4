"""A worker that was cut off, or whose machine has a wrong clock, takes nobody's time."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inglenook.core.time_control import TimeControl
from inglenook.server.store import AHEAD, GRACE, EntryRow, Outage, Stored, StoreFailed
from inglenook.server.table.clock import WORKING, OpeningHours, PlayClock, Span, TimeOff
from inglenook.server.table.decide import ChangeSeats, MakeMove
from inglenook.server.table.events import Left, Sat
from inglenook.server.table.execute import play
from inglenook.server.table.fold import fold, restore
from inglenook.server.table.log_rows import By
from inglenook.server.table.opening import open_table
from inglenook.server.table.state import TableState

FIRST = 1_767_960_000_000
"""When each test begins, in ms since 1970."""
CUT_OFF = 85_000
"""ms for which a worker does not beat, in the examples."""


class Wall:
    """What the clock on the wall shows, in ms since 1970."""

    ms = FIRST


@contextmanager
def wall_clock() -> Iterator[Wall]:
    wall = Wall()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time_ns", lambda: wall.ms * 1_000_000)
        yield wall


@pytest.fixture
def wall() -> Iterator[Wall]:
    with wall_clock() as wall:
        yield wall


def hours(beaten: int, *outages: Outage) -> OpeningHours:
    known = OpeningHours()
    known.learn(outages, beaten)
    return known


def test_an_entry_that_is_read_before_the_next_beat_is_believed(wall: Wall) -> None:
    known = hours(FIRST)
    clock = PlayClock(known)
    clock.run(True, FIRST)
    wall.ms += CUT_OFF
    # Another worker wrote this a second ago.
    clock.set(CUT_OFF - 1000, wall.ms - 1000)
    assert clock.now() == CUT_OFF - 1000
    assert clock.when(CUT_OFF) == wall.ms
    known.learn((), wall.ms)
    assert clock.now() == CUT_OFF


def test_a_move_that_came_in_long_before_an_entry_leaves_the_clock_as_it_is(wall: Wall) -> None:
    clock = PlayClock(hours(FIRST + CUT_OFF))
    clock.run(True, FIRST)
    wall.ms += CUT_OFF
    clock.set(CUT_OFF - 1000, wall.ms - 1000)
    # The process was stopped between reading the move and looking at it.
    assert clock.at(FIRST, wall.ms) == CUT_OFF - 1000
    assert clock.at(wall.ms, wall.ms) == CUT_OFF


def test_a_stop_that_is_read_before_the_next_beat_is_believed(wall: Wall) -> None:
    known = hours(FIRST)
    clock = PlayClock(known)
    clock.run(True, FIRST)
    wall.ms += CUT_OFF
    clock.run(False, wall.ms - 1000)
    assert clock.now() <= CUT_OFF - 1000
    known.learn((), wall.ms)
    assert clock.now() == CUT_OFF - 1000


def test_an_outage_that_is_learnt_of_late_was_nobodys_time_before_a_stop_either(wall: Wall) -> None:
    known = hours(FIRST)
    clock = PlayClock(known)
    clock.run(True, FIRST)
    wall.ms += CUT_OFF
    # The database was away; the worker that came back first knows that, and stops the clock.
    clock.run(False, wall.ms - 1000)
    assert clock.now() <= GRACE
    known.learn([Outage(FIRST + 500, wall.ms - 2000)], wall.ms)
    assert clock.now() == 1500


def test_a_clock_that_was_a_day_ahead_takes_nothing(wall: Wall) -> None:
    known = hours(FIRST)
    clock = PlayClock(known)
    clock.run(True, FIRST)
    clock.set(700, FIRST + 86_400_000)
    wall.ms += CUT_OFF
    assert clock.now() == 700
    # It runs on from when somebody first looked, although this worker had not beaten then.
    known.learn((), wall.ms)
    wall.ms += 1000
    assert clock.now() == 1700


@pytest.mark.parametrize(("slow", "sure"), [(1, True), (2, True), (3, False)])
def test_a_beat_that_takes_too_long_makes_no_time_sure(wall: Wall, slow: int, sure: bool) -> None:
    beats = 0

    async def beat() -> None:
        nonlocal beats
        began = wall.ms
        beats += 1
        wall.ms += 8000 if beats <= slow else 10
        known.learn((), began)

    known = OpeningHours(beat)
    known.learn((), FIRST)
    wall.ms += CUT_OFF
    if sure:
        assert asyncio.run(known.make_sure()) == wall.ms
    else:
        with pytest.raises(StoreFailed):
            asyncio.run(known.make_sure())


# --- in any order --------------------------------------------------------------------------------


Row = tuple[str, Any, int]
"""What happened, more about it, and when."""


class Store:
    """What workers share: rows, beats, and outages as the store notices them."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.beats: dict[str, int] = {}
        self.outages: list[Outage] = []


class Worker:
    def __init__(self, name: str, store: Store, wall: Wall) -> None:
        self.name = name
        self.store = store
        self.wall = wall
        self.hours = OpeningHours()
        self.clock = PlayClock(self.hours)
        self.known = 0
        """How many rows."""
        self.outages = 0

    def beat(self) -> None:
        now, beats = self.wall.ms, self.store.beats
        if beats and now - max(beats.values()) > GRACE:
            self.store.outages.append(Outage(max(beats.values()), now))
        beats[self.name] = now
        self.hours.learn(tuple(self.store.outages), now)
        self.outages = len(self.store.outages)

    def read(self) -> None:
        for what, about, at in self.store.rows[self.known :]:
            fold_row(self.clock, what, about, at)
        self.known = len(self.store.rows)

    def act(self, what: str) -> None:
        """Write something down, as a table does: at a time that is sure, after all other rows."""
        self.read()
        if self.hours.sure() is None:
            self.beat()
        about: Any = None
        at = now = self.wall.ms
        if what == "entry":
            about = self.clock.at(now, now)
            at = self.clock.when(about, now)
        elif what == "off":
            about = TimeOff(vacations=(Span(now, now + 40_000),))
        elif what == "on":
            about = WORKING
        self.store.rows.append((what, about, at))
        self.read()


def fold_row(clock: PlayClock, what: str, about: Any, at: int) -> None:
    if what == "entry":
        clock.set(about, at)
    elif what in ("start", "stop"):
        clock.run(what == "start", at)
    else:
        clock.take_off(about, at)


ACTS = ("entry", "entry", "start", "stop", "off", "on")
# What passes ends with a beat of the healthy worker, or with none of anybody.
passing = st.tuples(st.sampled_from(["alive", "silent"]), st.integers(1, 200_000))
acting = st.tuples(st.sampled_from(ACTS), st.just(0))
reading = st.tuples(st.sampled_from(["read", "beat"]), st.just(0))


@given(st.lists(st.one_of(passing, acting, reading), max_size=30))
def test_whoever_was_cut_off_shows_no_more_than_the_others_and_then_the_same(
    steps: list[tuple[str, int]],
) -> None:
    with wall_clock() as wall:
        store = Store()
        healthy, reader = (Worker(name, store, wall) for name in ("healthy", "reader"))
        healthy.beat()
        reader.beat()
        healthy.act("start")
        for what, ms in (*steps, ("alive", 1), ("read", 0), ("beat", 0)):
            if what == "alive":
                healthy.beat()
            wall.ms += ms
            if what == "alive":
                # It has beaten every second.
                store.beats["healthy"] = wall.ms - min(ms, 1000)
                healthy.beat()
            elif what in ACTS:
                healthy.act(what)
            elif what == "read":
                reader.read()
            elif what == "beat":
                reader.beat()
            if reader.known < len(store.rows) or healthy.hours.sure() is None:
                continue
            assert reader.clock.now() <= healthy.clock.now() + GRACE
            if reader.hours.sure() is not None and reader.outages == healthy.outages:
                assert reader.clock.now() == healthy.clock.now()
                assert reader.clock.when(10**6) == healthy.clock.when(10**6)
        assert reader.clock.now() == healthy.clock.now()


@given(
    st.lists(st.integers(0, 9), unique=True, max_size=6),
    st.lists(st.sampled_from(["start", "stop", "off", "on"]), max_size=6),
    st.randoms(use_true_random=False),
)
def test_which_of_the_two_logs_is_heard_of_first_makes_no_difference(
    spans: list[int], events: list[str], chance: Random
) -> None:
    """Each log is read in its order. Which row of the two comes first is up to the network."""
    times = [FIRST + 1000 * n for n in chance.sample(range(1, 30), len(spans) + len(events))]
    moved, happened = sorted(times[: len(spans)]), sorted(times[len(spans) :])
    entries: list[Row] = [
        ("entry", 10**6 + span, at) for span, at in zip(sorted(spans), moved, strict=True)
    ]
    others: list[Row] = [
        (what, TimeOff(weekends=True) if what == "off" else WORKING, at)
        for what, at in zip(events, happened, strict=True)
    ]
    heard: list[Row] = [("start", None, FIRST)]
    logs = [entries[::-1], others[::-1]]
    while any(logs):
        heard.append(chance.choice([log for log in logs if log]).pop())
    with wall_clock() as wall:
        wall.ms += 60_000
        clocks = [PlayClock(hours(wall.ms)) for _ in range(2)]
        for row in heard:
            fold_row(clocks[0], *row)
        for row in sorted(heard, key=lambda row: row[2]):
            fold_row(clocks[1], *row)
        assert clocks[0].now() == clocks[1].now()


# --- machines that do not agree on the time ------------------------------------------------------


CELLS = ("c5", "b4", "a5", "c3", "a3", "b2", "c6", "b3")
THINKS = 40_000
"""ms for which each player thinks before each move."""


@pytest.mark.parametrize("behind", [2 * AHEAD, 24 * 3_600_000])
def test_a_machine_whose_clock_is_far_behind_charges_nobody_with_anothers_time(
    wall: Wall, behind: int
) -> None:
    control = TimeControl(base=3_600_000, increment=0)
    company = (Sat(0, "ada", "Ada"), Sat(1, "bob", "Bob"))
    right, wrong = OpeningHours(), OpeningHours()
    here, opened = open_table("kewbz", {}, 2, company, "ada", hours=right, time_control=control)
    wall.ms -= behind
    there = restore(Stored(here.row, opened.entries, opened.events, FIRST), wrong)
    wall.ms += behind
    last = 0
    for n, cell in enumerate(CELLS):
        wall.ms += THINKS
        # Ada plays through a machine whose clock is right, and Bob through the other.
        for state in (here, there) if n % 2 == 0 else (there, here):
            wall.ms -= behind if state is there else 0
            if state.seq < n:
                if state is (here, there)[n % 2]:
                    rows = move(state, n % 2, cell, wall.ms)
                fold(state, rows, ())
                state.clock.now()
            wall.ms += behind if state is there else 0
        assert rows[-1].t - last == THINKS
        last = rows[-1].t
    left = here.match.position.times
    assert left
    assert left.left == (3_600_000 - 4 * THINKS,) * 2


def move(state: TableState, seat: int, cell: str, now: int) -> tuple[EntryRow, ...]:
    decision = MakeMove(seat, {"type": "place", "cell": cell})
    played = play(state, decision, By(), now, state.clock.at(now, now), 0, {})
    assert played.refused is None
    return played.entries


def test_what_a_machine_a_little_behind_does_comes_after_what_it_knew(wall: Wall) -> None:
    """The logs are put in order by times that two machines wrote."""
    ahead = 4000
    wall.ms += ahead
    company = (Sat(0, "ada", "Ada"), Sat(1, "bob", "Bob"))
    state, opened = open_table("conex", {}, 2, company, "ada")
    assert opened.entries
    wall.ms -= ahead - 1000
    leaves = ChangeSeats((Left(1),))
    played = play(state, leaves, By("bob", "1"), wall.ms, state.clock.now(), 0, {})
    fold(state, played.entries, played.events)
    entries, events = opened.entries + played.entries, opened.events + played.events
    again = restore(Stored(state.row, entries, events, FIRST), OpeningHours())
    # Bob has seen his cards.
    assert again.held == state.held == {("ada", 0), ("bob", 1)}
    assert again.changes == state.changes
    assert again.clock.now() == state.clock.now()
