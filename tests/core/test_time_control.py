"""The clock of a match: who has how long left, and whose flag falls, follows from the log."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import inglenook
from inglenook import Match, Refused, dumps, loads, replay
from inglenook.core.game import MAX_LAG, NATURE, Flag, Undo
from inglenook.core.record_io import rerun
from inglenook.core.time_control import TimeControl
from inglenook.core.units import DAY_MS
from inglenook.games.conex.rules.moves import Rolled

FIVE_AND_THREE = TimeControl(base=300_000, increment=3_000)
A_MINUTE_A_TURN = TimeControl(base=60_000, increment=60_000, cap=60_000)
BY_MAIL = TimeControl(base=3 * DAY_MS, increment=DAY_MS, cap=7 * DAY_MS)


def left(match: Match) -> tuple[int, ...]:
    times = match.position.times
    assert times
    return times.left


def kewbz(clock: TimeControl) -> Match:
    return Match("kewbz", 2, {"size": 6, "cubes": 10}, "clock", time_control=clock)


def test_thinking_takes_time_and_a_turn_gives_some_back() -> None:
    match = kewbz(FIVE_AND_THREE)
    assert left(match) == (300_000, 300_000)
    match.play(match.sample(), 0, t=20_000)
    assert left(match) == (283_000, 300_000)
    match.play(match.sample(), 1, t=21_500)
    assert left(match) == (283_000, 301_500)


def test_lag_is_nobodys_thinking() -> None:
    match = kewbz(FIVE_AND_THREE)
    assert match.submit(0, match.sample(), t=20_000, lag=200) is None
    assert left(match)[0] == 283_200


def test_so_much_a_turn() -> None:
    match = kewbz(A_MINUTE_A_TURN)
    for turn in range(6):
        match.play(match.sample(), t=(turn + 1) * 59_000)
        assert left(match) == (60_000, 60_000)


def test_no_more_than_the_cap() -> None:
    match = kewbz(BY_MAIL)
    for turn in range(12):
        match.play(match.sample(), t=turn)
    assert left(match) == (7 * DAY_MS, 7 * DAY_MS)


def test_a_flag_falls_after_what_may_be_on_its_way() -> None:
    match = kewbz(A_MINUTE_A_TURN)
    assert match.next_nature() == 60_000 + MAX_LAG
    match.advance(60_000 + MAX_LAG - 1)
    assert match.outcome() is None
    in_time = match.copy()
    assert in_time.submit(0, match.sample(0), t=60_100, lag=100) is None
    assert match.submit(0, match.sample(0), t=60_101, lag=100) == "flag-fell"
    match.advance(60_000 + MAX_LAG)
    outcome = match.outcome()
    assert outcome
    assert (outcome.winners, outcome.reason) == ((1,), "flag-fell")
    assert match.log[-1].move == Flag(0)
    assert match.submit(0, match.game.sample(match.state, 0, inglenook.Rng("", 0)), t=61_000) == (
        "game-over"
    )


def test_among_more_the_others_play_on_and_that_seat_cannot_win() -> None:
    match = Match("conex", 3, {"goal": 20}, "three", time_control=FIVE_AND_THREE)
    first = match.mover()
    match.advance(300_000 + MAX_LAG)
    assert match.position.flagged == (first,)
    assert match.outcome() is None
    # Whoever plays on in that seat has all the time there is.
    while match.mover() == first:
        match.play(match.sample(), t=match.last_t + 1_000_000)
    while not match.outcome():
        match.play(match.sample())
    outcome = match.outcome()
    assert outcome
    assert outcome.reason != "flag-fell"
    assert first not in outcome.winners


def test_what_is_undone_took_no_time() -> None:
    match = kewbz(FIVE_AND_THREE)
    match.play(match.sample(), 0, t=20_000)
    match.play(match.sample(), 1, t=90_000)
    assert match.submit(1, Undo(0), t=95_000) is None
    assert left(match) == (283_000, 300_000)
    match.play(match.sample(), 1, t=96_000)
    assert left(match) == (283_000, 302_000)


def test_what_nature_does_belongs_to_the_turn() -> None:
    """A die of CONEX is rolled by NATURE, and whoever rolled it goes on."""
    match = Match("conex", 2, {}, "die", time_control=FIVE_AND_THREE)
    while not match.outcome():
        mover, before, log = match.mover(), left(match), len(match.log)
        match.play(match.sample(mover), mover, t=match.last_t + 1_000)
        entries = match.log[log:]
        same = not match.outcome() and match.mover() == mover
        used = before[mover] - left(match)[mover]
        assert used == (1_000 if same else -2_000) or match.outcome(), entries
    # Else nothing was shown.
    assert any(isinstance(entry.move, Rolled) for entry in match.log)


def test_real_time_has_no_clock() -> None:
    with pytest.raises(Refused, match="no-clock"):
        Match("prolix", 2, time_control=FIVE_AND_THREE)


def test_alone_there_is_no_clock() -> None:
    with pytest.raises(Refused, match="no-clock"):
        Match("conex", 1, time_control=FIVE_AND_THREE)


@settings(max_examples=40, deadline=None)
@given(
    seats=st.integers(2, 4),
    pauses=st.lists(st.integers(0, 40_000), min_size=1, max_size=40),
    seed=st.integers(0, 5),
)
def test_a_record_has_the_clock_and_folds_to_the_same_times(
    seats: int, pauses: list[int], seed: int
) -> None:
    clock = TimeControl(base=60_000, increment=2_000, cap=90_000)
    match = Match("conex", seats, {"goal": 20}, str(seed), time_control=clock)
    for pause in pauses:
        match.advance(match.last_t + pause)
        if match.outcome():
            break
        match.play(match.sample(), t=match.last_t)
    record = match.record()
    again = loads(dumps(record))
    assert again == record
    assert replay(again).position == match.position
    assert rerun(again).position == match.position
    assert [step.position for step in again.steps()] == list(match.positions[1:])
    for entry in match.log:
        if isinstance(entry.move, Flag):
            assert entry.seat == NATURE


def test_records_without_a_clock_are_written_as_before() -> None:
    text = dumps(Match("kewbz", seed="x").record())
    assert "clock" not in text
    assert "names" not in text


@pytest.mark.parametrize("flag", [{"type": "flag", "seat": 0}, {"type": "flag", "seat": 1}])
def test_nobody_lets_a_flag_fall_but_nature(flag: dict[str, object]) -> None:
    match = kewbz(A_MINUTE_A_TURN)
    assert match.submit(0, flag, t=0) == "not-yours"
    entry = inglenook.Entry(0, 0, NATURE, match.game.decode_move(flag))
    assert match.check(entry) == ("too-early" if flag["seat"] == 0 else "no-flag")
    late = msgspec.structs.replace(entry, t=400_000)
    assert match.check(late) == (None if flag["seat"] == 0 else "no-flag")
