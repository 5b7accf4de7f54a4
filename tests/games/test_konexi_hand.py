"""Konexi: the hand that lets go. The needle's swing, what is believed, and what comes of it."""

from math import hypot, pi, sin
from statistics import mean
from typing import Any

import pytest
from msgspec import UNSET, to_builtins
from msgspec.structs import replace

import inglenook
from inglenook import NATURE, Entry, Match, Move, Rng
from inglenook.games.konexi.rules import hand
from inglenook.games.konexi.rules.hand import BELIEVED, MAX_SPEED_CM_S, PERIOD, SHAKY, STEADY, WHOLE
from inglenook.games.konexi.rules.moves import Found, Join, LetGo, MoveToken, Rolled, Settled, Take
from inglenook.games.konexi.rules.view import View
from tests.games.konexi_loaded import KONEXI, Stacked, stack

TAKEN = 10_000


def holding(begins: int = 250, letters: int = 1, **options: Any) -> Stacked:
    """A letter in hand for a tower of that many, taken at `TAKEN`."""
    table = Stacked(**options) if letters == 1 else stack("E", "RE", **options)
    if letters > 1:
        table.none()
    table.nature(Rolled("any", begins))
    table.do(MoveToken(table.s.ring.index("S")))
    table.t = TAKEN
    table.do(Take("left"))
    return table


def let_go(table: Stacked, t: int, lag: int = 0, released: int | None = None) -> hand.Release:
    """How it was let go, by a move that came at `t`."""
    entry = Entry(len(table.log), t, table.active, Found(0, released), lag)
    assert KONEXI.check(table.s, entry) is None
    view: View = KONEXI.view(KONEXI.apply(table.s, entry), None)
    assert view.release
    return view.release


def shown(table: Stacked, t: int) -> float:
    """Where a client draws the needle."""
    meter = table.view.meter
    assert meter
    return sin(2 * pi * ((t - meter.since) / meter.period + meter.begins / 1000))


@pytest.mark.parametrize("begins", [0, 250, 999])
def test_the_error_is_that_of_the_needle_that_is_shown(begins: int) -> None:
    table = holding(begins)
    for t in range(TAKEN, TAKEN + 4000, 37):
        release = let_go(table, t)
        assert release.needle == pytest.approx(shown(table, t), abs=0.001)
        assert table.view.meter
        speed = table.view.meter.most * abs(shown(table, t))
        assert hypot(*release.error) == pytest.approx(speed, abs=0.02)
        assert release.error[2] == 0


def test_the_needle_can_be_read_and_timed() -> None:
    """There and back in 1.8 s; the middle stays steady for more than a tenth of a second."""
    assert PERIOD == 1800
    swing = hand.Swing(0, 0)
    steady = [
        t
        for t in range(-PERIOD // 4, PERIOD // 4)
        if MAX_SPEED_CM_S * abs(hand.needle(swing, t)) <= STEADY
    ]
    assert 100 < len(steady) < 200
    assert steady == list(range(steady[0], steady[-1] + 1))


def test_which_way_a_hand_slips_cannot_be_chosen() -> None:
    """It is another one each time that the needle is at the same end."""
    ends = [hand.error(hand.Swing(250, 0), n * PERIOD, 8) for n in range(5)]
    assert len(set(ends)) == 5


def test_a_slip_is_worse_with_a_taller_tower() -> None:
    most = []
    for letters in (1, 2, 8, 26):
        error = hand.error(hand.Swing(250, 0), 0, letters)
        most.append(hypot(*error))
    assert most == pytest.approx(
        [MAX_SPEED_CM_S / 8, MAX_SPEED_CM_S / 4, MAX_SPEED_CM_S, MAX_SPEED_CM_S], abs=0.02
    )
    low, high = holding().view.meter, holding(letters=3).view.meter
    assert low
    assert high
    assert (low.most, high.most) == (MAX_SPEED_CM_S / 8, MAX_SPEED_CM_S * 3 / 8)


def test_how_a_letter_was_let_go_is_said_in_a_word() -> None:
    assert [hand.judged(speed) for speed in (0, STEADY, STEADY + 0.1, SHAKY, SHAKY + 0.1, 99)] == [
        "steady", "steady", "shaky", "shaky", "rough", "rough",
    ]  # fmt: skip
    meter = holding().view.meter
    assert meter
    assert (meter.steady, meter.shaky) == (STEADY, SHAKY)


def test_a_hand_tells_a_moment_and_no_error() -> None:
    match = inglenook.replay(holding().record())
    found = {"type": "found", "pose": 0}
    assert match.submit(0, {**found, "error": [0, 0, 0]}, TAKEN) == "bad-move"
    assert match.submit(0, {**found, "released": "now"}, TAKEN) == "bad-move"
    assert match.submit(0, {**found, "released": TAKEN}, TAKEN) is None


@pytest.mark.parametrize(
    ("said", "lag", "counts"),
    [
        (None, 0, 5000),
        (None, 200, 4800),
        (5000, 0, 5000),
        (4950, 0, 4950),
        (5000 - BELIEVED, 0, 5000 - BELIEVED),
        (5000 - BELIEVED - 1, 0, 5000 - BELIEVED),
        (0, 0, 5000 - BELIEVED),
        (-(10**30), 0, 5000 - BELIEVED),
        (4700, 200, 4700),
        (4600, 200, 4700),
        (5400, 0, 5000),
        (10**30, 300, 5000),
    ],
)
def test_a_moment_is_believed_within_the_lag_and_100_ms(
    said: int | None, lag: int, counts: int
) -> None:
    table = holding()
    after = None if said is None else TAKEN + said
    told = let_go(table, TAKEN + 5000, lag, after)
    assert told == let_go(table, TAKEN + counts)
    entry = Entry(len(table.log), TAKEN + 5000, table.active, Found(0, after), lag)
    settling = KONEXI.apply(table.s, entry).settling
    assert settling
    assert isinstance(settling.move, Found)
    assert settling.move.released == TAKEN + counts


def test_no_letter_was_let_go_before_it_was_taken() -> None:
    table = holding()
    for lag, released in ((0, TAKEN - 50), (300, TAKEN - 300), (300, None)):
        assert let_go(table, TAKEN + 20, lag, released) == let_go(table, TAKEN)


def test_what_was_undone_does_not_move_the_needle() -> None:
    table = holding()
    match = inglenook.replay(table.record())
    assert match.submit(0, Found(0, TAKEN + 700), TAKEN + 700) is None
    first = match.view().release
    for _ in range(20):
        if match.view().phase == "place" and match.view().hand == "S":
            break
        match.undo()
    back = match.last_t
    assert match.game_time(back) == TAKEN
    assert match.submit(0, Found(0, TAKEN + 700), back + 700) is None
    assert match.view().release == first


def test_the_last_release_is_seen_until_the_next_letter_is_let_go() -> None:
    table = holding()
    views = [table.view]
    table.do(Found(0))
    views.append(table.view)
    table.verdict()
    table.take("A")
    views.append(table.view)
    before, first, then = (view.release for view in views)
    assert before is None
    assert first
    assert then == first
    place = table.view.places[0]
    table.do(Join(place.ways[0].own, place.to, place.at, place.ways[0].roll, hand=1.0))
    assert table.view.release is None


def test_steady_hands_have_no_verdict() -> None:
    table = holding(steady=True)
    table.do(Found(0, TAKEN))
    assert table.view.release is None
    table.verdict()
    assert table.view.release is None


def settled(table: Stacked, chance: int) -> Settled:
    move = KONEXI.nature(table.s, Rng("hands", chance))
    assert isinstance(move, Settled)
    return move


def test_nature_draws_the_error_of_a_bot_and_the_log_has_it() -> None:
    table = holding()
    table.do(Found(0, hand=1.0))
    moves = [settled(table, n) for n in range(8)]
    assert len({to_builtins(move)["let_go"]["needle"] for move in moves}) > 4
    for needle in (1.1, float("nan")):
        beyond = replace(moves[0], let_go=LetGo(needle, (0, 0, 0)))
        assert table.refusal(NATURE, beyond) == "bad-verdict"
    for n, move in enumerate(moves):
        assert move.let_go
        assert move.let_go.error == hand.shake(1.0, 1, Rng("hands", n))
    table.nature(moves[0])
    release = table.view.release
    assert release
    assert moves[0].let_go
    assert (release.seat, release.error) == (0, moves[0].let_go.error)


def test_the_error_of_a_person_is_not_natures_to_draw() -> None:
    table = holding()
    table.t = TAKEN + 450
    table.do(Found(0))
    assert [settled(table, n) for n in range(2)] == [settled(table, 5)] * 2
    mine = settled(table, 0)
    assert mine.let_go is UNSET
    assert table.refusal(NATURE, mine) is None
    assert table.refusal(NATURE, replace(mine, let_go=LetGo(0, (0, 0, 0)))) == "bad-verdict"


def test_a_bot_has_the_hand_that_its_level_says() -> None:
    """The same spread as ever: 40 cm/s for a hand of 1 at a tall tower."""
    drawn = [hand.drawn(1.0, 8, Rng("spread", n)) for n in range(800)]
    speeds = [hypot(*each.error) for each in drawn]
    assert mean(speeds) == pytest.approx(0.8 * 40, rel=0.08)
    assert all(0 <= each.needle <= 1 for each in drawn)
    assert hand.drawn(0.0, 8, Rng("spread", 0)).error == (0, 0, 0)


@pytest.mark.parametrize(
    "move",
    [Found(0, hand=-0.1), Found(0, hand=2.1), Found(0, hand=float("nan")), Found(0, TAKEN, 0.5)],
)
def test_a_hand_is_from_0_to_2_and_lets_go_at_no_moment(move: Move) -> None:
    table = holding()
    assert table.refused(move) == "bad-hand"
    assert table.refused(Found(0, hand=2)) is None


def test_only_bots_say_how_steady_their_hand_is() -> None:
    assert KONEXI.for_bots({"type": "found", "pose": 0, "hand": 0})
    assert not KONEXI.for_bots({"type": "found", "pose": 0, "released": 5})


def test_the_swing_begins_anywhere() -> None:
    table = Stacked()
    assert table.refusal(-1, Rolled("2", WHOLE)) == "bad-swing"
    assert table.refusal(-1, Rolled("2", -1)) == "bad-swing"
    rolls = [KONEXI.nature(table.s, Rng("roll", n)) for n in range(30)]
    assert len({roll.swing for roll in rolls if isinstance(roll, Rolled)}) > 25


# --- suspense ----------------------------------------------------------------------------------


def test_with_suspense_a_view_has_no_gauges() -> None:
    table = stack("E", "RE", suspense=True)
    table.none()
    table.take("S")
    seen = table.view
    assert seen.steady is None
    assert {each.stress for each in seen.tower} == {None}
    assert {way.steady for place in seen.places for way in place.ways} == {None}
    first = Stacked(suspense=True)
    first.take("A")
    assert {rest.steady for rest in first.view.rests} == {None}
    assert "steady" not in KONEXI.show(seen)
    exact = KONEXI.view(replace(table.s, options=replace(table.s.options, suspense=False)), None)
    assert [(p.to, p.at, [w[:2] for w in ways(p)]) for p in seen.places] == [
        (p.to, p.at, [w[:2] for w in ways(p)]) for p in exact.places
    ]


def ways(place: object) -> list[list[int]]:
    found: list[list[int]] = to_builtins(place)["ways"]
    return found


def test_there_is_suspense_unless_one_does_without() -> None:
    assert Match("konexi").view().options.suspense
