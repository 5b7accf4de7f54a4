"""Konexi: placing letters, falls by the real engine, bumps, rounds and the end of the game."""

import math
from collections.abc import Callable

import pytest
from msgspec.structs import replace

import inglenook
from inglenook import NATURE, Entry, Outcome, Record, Rng
from inglenook.games.konexi.rules import judged, offers
from inglenook.games.konexi.rules.hand import PERIOD
from inglenook.games.konexi.rules.moves import (
    Bump,
    Claim,
    Error,
    Found,
    Join,
    LetGo,
    Nothing,
    Ring,
    Rolled,
    Settled,
)
from inglenook.games.konexi.rules.state import raised
from inglenook.games.konexi.rules.view import Fall
from inglenook.games.konexi.tower.building import nominal
from inglenook.games.konexi.tower.letters import letters
from tests.games.konexi_loaded import ALPHABET, KONEXI, Stacked, stack

Placement = tuple[str, Join]
UPRIGHT = [rest.name for rest in letters()["H"].rests].index("upright")
FALLS: dict[str, tuple[tuple[str, int], list[Placement]]] = {
    "collapsed": (("W", 3), [("Q", Join(0, "W", 8, 2))]),
    "second-on-table": (("Y", 2), [("K", Join(1, "Y", 9, 1))]),
    "came-off": (
        ("D", 0),
        [
            ("G", Join(5, "D", 6, 0)),
            ("M", Join(8, "G", 3, 3)),
            ("T", Join(3, "G", 1, 3)),
            ("Q", Join(3, "M", 2, 0)),
            ("N", Join(1, "Q", 5, 1)),
        ],
    ),
}
"""Towers of which the last letter is far too much."""


def falling(verdict: str, seats: int = 2, scores: tuple[int, ...] | None = None) -> Stacked:
    """A tower that NATURE has yet to judge, and that will fall."""
    (base, pose), placements = FALLS[verdict]
    table = Stacked(seats)
    table.found(base, pose)
    for letter, way in placements[:-1]:
        table.join(letter, way)
        table.none()
    table.s = replace(table.s, scores=scores or table.s.scores)
    letter, way = placements[-1]
    table.take(letter)
    table.do(way)
    return table


# --- placing -----------------------------------------------------------------------------------


def test_the_first_letter_is_laid_in_a_pose_of_the_players_choice() -> None:
    table = Stacked()
    table.take("T")
    rests = table.view.rests
    assert [rest.name for rest in rests] == [rest.name for rest in letters()["T"].rests]
    assert len(rests) > 2
    assert {table.refused(Found(rest.pose)) for rest in rests} == {None}
    assert [table.refused(Found(pose)) for pose in (-1, len(rests))] == ["no-rest"] * 2
    table.do(Found(2))
    assert table.judge() == "stands"
    (standing,) = table.view.tower
    assert (standing.letter, standing.parent, standing.roll) == ("T", None, 2)
    assert standing.z == pytest.approx(rests[2].z, abs=0.1)


def test_after_the_first_letter_there_is_nothing_to_claim() -> None:
    table = Stacked()
    table.found("A")
    assert (table.s.phase, table.s.active) == ("roll", 1)


def test_only_the_first_letter_is_laid_on_the_table() -> None:
    table = Stacked()
    table.take("A")
    assert table.refused(Join(0, "A", 0, 0)) == "wrong-phase"
    table.do(Found(0))
    table.verdict()
    table.take("B")
    assert table.view.may == ("join",)
    assert table.refused(Found(0)) == "wrong-phase"


def test_all_joins_of_the_letter_in_hand_are_shown_and_all_are_legal() -> None:
    table = stack("E", "RE")
    table.none()
    table.take("S")
    shown = {
        (way.own, place.to, place.at, way.roll) for place in table.view.places for way in place.ways
    }
    every = {
        (own, to, at, roll)
        for to in "ER"
        for at in range(len(letters()[to].connectors))
        for own in range(len(letters()["S"].connectors))
        for roll in range(4)
        if table.refused(Join(own, to, at, roll)) is None
    }
    assert shown == every != set()


def test_what_was_wrong_with_a_join_is_said_in_this_order() -> None:
    table = stack("E", "RE")
    table.none()
    table.take("S")
    (link,) = table.view.links
    place = table.view.places[0]
    way = place.ways[0]
    good = Join(way.own, place.to, place.at, way.roll)
    kinds = {letter: [c.kind for c in letters()[letter].connectors] for letter in "ERS"}
    same = kinds["S"].index(kinds[place.to][place.at])
    assert table.refused(good) is None
    assert table.refused(replace(good, to="Z", own=99)) == "no-such-letter"
    assert table.refused(replace(good, to="")) == "no-such-letter"
    assert table.refused(replace(good, own=99)) == "bad-connector"
    assert table.refused(replace(good, own=-1)) == "bad-connector"
    assert table.refused(replace(good, at=99)) == "bad-connector"
    assert table.refused(Join(0, link.b, link.at_b, 7)) == "connector-used"
    assert table.refused(replace(good, own=same, roll=7)) == "not-a-pair"
    assert table.refused(replace(good, roll=4)) == "bad-roll"
    assert table.refused(replace(good, roll=-1)) == "bad-roll"
    assert table.refused(replace(good, roll=4, hand=math.nan)) == "bad-roll"
    codes = {
        table.refused(Join(own, to, at, roll))
        for to in "ER"
        for at in range(len(kinds[to]))
        for own in range(len(kinds["S"]))
        for roll in range(4)
    }
    assert codes == {None, "connector-used", "not-a-pair", "runs-through", "below-table"}


BAD_ERRORS: list[Error] = [
    (100.01, 0, 0),
    (0, -101, 0),
    (80, 80, 0),
    (1e300, 1e300, 0),
    (10**400, 0, 0),
    (math.nan, 0, 0),
    (0, math.inf, 0),
    (0, 0, -math.inf),
]


@pytest.mark.parametrize("error", BAD_ERRORS)
def test_an_error_is_a_velocity_of_at_most_100(error: Error) -> None:
    table = Stacked(bumps=True)
    table.found("A")
    table.take("B")
    assert table.refusal(0, Bump("A", error)) == "bad-error"
    assert table.refusal(0, Bump("A", (60, 80, 0))) is None
    place = table.view.places[0]
    table.do(Join(place.ways[0].own, place.to, place.at, place.ways[0].roll, hand=1.0))
    poses = {piece.letter: nominal(piece) for piece in raised(table.s)}
    drawn = Settled("the test", "stands", poses, let_go=LetGo(0.5, error))
    assert table.refusal(NATURE, drawn) == "bad-verdict"
    assert table.refusal(NATURE, replace(drawn, let_go=LetGo(0.5, (0, 0, -100)))) is None


def test_what_is_no_number_does_not_come_through_the_wire() -> None:
    table = stack("E", "RE", bumps=True)
    match = inglenook.replay(table.record())
    bump = {"type": "bump", "letter": "E"}
    for error in ("NaN", [0, 0], [0, 0, None], {"x": 1}, [0, 0, "1"]):
        assert match.submit(0, {**bump, "error": error}, t=0) == "bad-move"
    for speed in (101, math.nan, math.inf, 10**400):
        assert match.submit(0, {**bump, "error": [0, 0, speed]}, t=0) in ("bad-error", "bad-move")
    assert match.submit(0, {**bump, "error": [0, 0, 100]}, t=0) is None


def test_an_error_makes_a_letter_fall_and_with_steady_hands_it_does_not() -> None:
    poses = {}
    for steady in (False, True):
        table = Stacked(steady=steady)
        table.take("H")
        table.t = PERIOD // 4
        table.do(Found(UPRIGHT))
        assert judged(table.s, (0, 100, 0)).verdict == "collapsed"
        settled = KONEXI.nature(table.s, Rng("judge", 0))
        assert isinstance(settled, Settled)
        poses[steady] = settled.poses
    assert poses[True] == judged(table.s, (0, 0, 0)).poses != poses[False]


# --- NATURE's verdict --------------------------------------------------------------------------


def test_a_verdict_has_an_engine_a_reason_and_a_pose_of_every_letter() -> None:
    table = stack("A", "BA")
    table.none()
    table.take("C")
    place = table.view.places[0]
    table.do(Join(place.ways[0].own, place.to, place.at, place.ways[0].roll))
    poses = {piece.letter: nominal(piece) for piece in raised(table.s)}
    assert set(poses) == set("ABC")
    assert table.refusal(NATURE, Settled("mujoco 3", "stands", poses)) is None
    nowhere = (0.0, math.nan, 0.0, 1.0, 0.0, 0.0, 0.0)
    for bad in (
        Settled("", "stands", poses),
        Settled(" ", "stands", poses),
        Settled("mujoco 3", "", poses),
        Settled("mujoco 3", "wobbles", poses),
        Settled("mujoco 3", "stands", {}),
        Settled("mujoco 3", "stands", {k: v for k, v in poses.items() if k != "C"}),
        Settled("mujoco 3", "stands", {**poses, "D": poses["A"]}),
        Settled("mujoco 3", "stands", {**poses, "C": nowhere}),
    ):
        assert table.refusal(NATURE, bad) == "bad-verdict"


def test_replay_trusts_the_log() -> None:
    table = falling("collapsed")
    table.verdict("stands")
    match = inglenook.replay(table.record())
    assert match.state == table.s
    assert match.state.phase == "claim"


def test_the_poses_of_the_verdict_are_the_state() -> None:
    table = Stacked()
    table.take("A")
    table.do(Found(0))
    moved = (1.5, -2.25, 6.0, 1.0, 0.0, 0.0, 0.0)
    table.nature(Settled("mujoco 3", "stands", {"A": moved}))
    (standing,) = table.view.tower
    assert (standing.x, standing.y, standing.z, *standing.q) == moved


# --- falls -------------------------------------------------------------------------------------


@pytest.mark.parametrize("verdict", FALLS)
def test_a_tower_falls_in_three_ways_and_the_player_loses_three_points(verdict: str) -> None:
    table = falling(verdict, scores=(7, 7))
    seat, count = table.active, len(table.s.tower) + 1
    assert table.judge() == verdict
    assert table.s.scores == ((4, 7) if seat == 0 else (7, 4))
    assert table.s.fall == Fall(seat, False, verdict, count, 3)  # type: ignore[arg-type] # given as text
    assert table.s.words == ((), ())


@pytest.mark.parametrize(("had", "lost"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 3)])
def test_nobody_falls_below_nothing(had: int, lost: int) -> None:
    table = falling("collapsed", scores=(had, had))
    seat = table.active
    table.verdict("collapsed")
    assert table.s.scores[seat] == had - lost
    assert table.s.scores[1 - seat] == had
    assert table.s.fall
    assert table.s.fall.lost == lost


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_after_a_fall_the_next_player_begins_a_new_round(seats: int) -> None:
    table = falling("collapsed", seats)
    seat = table.active
    table.verdict("collapsed")
    assert (table.s.phase, table.s.round, table.s.active) == ("ring", 2, (seat + 1) % seats)
    assert (table.s.tower, table.s.poses, table.s.hand) == ((), (), None)
    table.nature(Ring(ALPHABET[::-1]))
    assert (table.view.ring, table.view.token) == (ALPHABET[::-1], 0)
    table.take("A")
    assert table.view.may == ("found",)
    assert table.view.fall
    table.do(Found(0))
    table.verdict()
    assert table.view.fall is None


def test_after_a_fall_no_word_is_said() -> None:
    table = falling("collapsed")
    table.verdict("collapsed")
    assert table.refused(Claim("qi")) == table.refused(Nothing()) == "wrong-phase"


# --- bumps -------------------------------------------------------------------------------------


def test_the_tower_is_not_bumped_unless_that_was_agreed() -> None:
    table = stack("A", "BA")
    assert table.refusal(1 - table.active, Bump("A", (0, 0, 0))) == "no-bumps"
    assert "bump" not in table.view.may
    assert table.view.bumpers == ()


def test_who_bumps_what_and_when() -> None:
    table = stack("A", "BA", bumps=True)
    assert table.view.may == ("claim", "none", "propose", "bump")
    assert table.view.bumpers == (1 - table.active,)
    assert table.refused(Bump("A", (0, 0, 0))) == "your-own-turn"
    other = 1 - table.active
    assert table.refusal(other, Bump("C", (0, 0, 0))) == "no-such-letter"
    assert table.refusal(other, Bump("A", (0, 0, 0))) is None
    assert KONEXI.to_move(table.s) == {table.active}
    table.none()
    assert table.refusal(0, Bump("A", (0, 0, 0))) == "wrong-phase"


def test_a_bump_that_makes_the_tower_fall_is_the_bumpers_penalty() -> None:
    table = Stacked(3, bumps=True)
    table.found("H", UPRIGHT)
    table.s = replace(table.s, scores=(5, 5, 5))
    table.nature(Rolled("2"))
    assert table.active == 1
    table.play(0, Bump("H", (0, 100, 0)))
    assert table.judge() == "collapsed"
    assert table.s.scores == (2, 5, 5)
    assert table.s.fall == Fall(0, True, "collapsed", 1, 3)
    # The next after the one whose turn it was.
    assert (table.s.phase, table.s.round, table.s.active) == ("ring", 2, 2)


@pytest.mark.parametrize("phase", ["token", "take", "place", "claim"])
@pytest.mark.parametrize("verdict", ["stands", "came-off"])
def test_whoever_bumps_the_tower_pays_and_the_round_ends_even_if_it_stands(
    phase: str, verdict: str
) -> None:
    table = stack("A", "BA", "CB", bumps=True)
    steps: list[Callable[[], None]] = [
        table.none,
        lambda: table.nature(Rolled("any")),
        lambda: table.do(KONEXI.sample(table.s, table.active, Rng("", 0))),
        lambda: table.do(KONEXI.sample(table.s, table.active, Rng("", 0))),
    ]
    for step in steps:
        if table.s.phase == phase:
            break
        step()
    assert table.s.phase == phase
    table.s = replace(table.s, scores=(5, 5))
    active, bumper = table.active, 1 - table.active
    table.play(bumper, Bump("C", (0, 0, 0)))
    assert KONEXI.to_move(table.s) == {NATURE}
    table.verdict(verdict)
    assert table.s.scores[bumper] == 2
    assert table.s.scores[active] == 5
    assert table.s.fall == Fall(bumper, True, verdict, 3, 3)  # type: ignore[arg-type] # given as text
    assert (table.s.phase, table.s.round, table.s.active) == ("ring", 2, (active + 1) % 2)
    assert (table.s.tower, table.s.new, table.s.ends) == ((), None, None)
    assert table.s.words == ((), ())


def test_there_is_no_second_bump_before_another_letter_stands() -> None:
    table = stack("A", "BA", bumps=True)
    table.play(1 - table.active, Bump("A", (0, 0, 0)))
    assert table.refusal(0, Bump("A", (0, 0, 0))) == "wrong-phase"
    table.verdict()
    table.nature(Ring(ALPHABET))
    table.nature(Rolled("2"))
    assert "bump" not in table.view.may
    assert table.refusal(1 - table.active, Bump("A", (0, 0, 0))) == "no-such-letter"


def test_steady_hands_do_not_take_the_push_out_of_a_bump() -> None:
    table = Stacked(bumps=True, steady=True)
    table.found("H", UPRIGHT)
    table.nature(Rolled("2"))
    table.play(0, Bump("H", (0, 100, 0)))
    assert table.judge() == "collapsed"


# --- rounds and the end ------------------------------------------------------------------------


def test_when_all_26_letters_stand_a_new_round_begins() -> None:
    table = Stacked(3)
    table.found("A")
    for letter in ALPHABET[1:]:
        assert table.s.round == 1
        if table.s.phase == "claim":
            table.none()
        table.take(letter)
        ways = [
            (way.gauge, Join(way.own, place.to, place.at, way.roll))
            for place in offers.places(table.s.tower, letter)
            for way in place.ways
        ]
        table.do(max(ways, key=lambda way: way[0])[1])
        table.verdict()
    assert (len(table.s.tower), table.s.ring) == (26, "")
    seat = table.active
    assert table.refused(Nothing()) is None
    table.none()
    assert (table.s.phase, table.s.round, table.s.active) == ("ring", 2, (seat + 1) % 3)
    assert (table.s.tower, table.s.fall) == ((), None)
    assert table.s.scores == (0, 0, 0)
    assert inglenook.replay(table.record()).state == table.s


@pytest.mark.parametrize(("had", "ends"), [(15, False), (16, True), (19, True)])
def test_the_first_to_20_points_wins_at_once(had: int, ends: bool) -> None:
    table = stack("E", "RE", "CR", "LE", "UL")
    seat = table.active
    scores = tuple(had if each == seat else 19 for each in range(2))
    table.s = replace(table.s, scores=scores)
    table.claim("rule")
    after = tuple(had + 4 if each == seat else 19 for each in range(2))
    outcome = KONEXI.outcome(table.s)
    assert outcome == (Outcome(after, (seat,), "goal") if ends else None)
    if ends:
        assert KONEXI.to_move(table.s) == frozenset()
        for other in range(2):
            assert table.refusal(other, Nothing()) == "game-over"
        assert table.refusal(NATURE, Rolled("2")) == "game-over"


def test_another_goal_can_be_chosen() -> None:
    table = stack("A", "TA", goal=2)
    table.claim("at")
    outcome = KONEXI.outcome(table.s)
    assert outcome
    assert outcome.reason == "goal"


def test_among_three_one_may_resign_and_the_game_goes_on() -> None:
    table = Stacked(3)
    table.nature(Rolled("2"))
    match = inglenook.replay(table.record())
    assert match.submit(1, {"type": "resign"}, t=0) is None
    assert match.outcome() is None
    assert match.submit(2, {"type": "resign"}, t=0) is None
    assert match.outcome() == Outcome((0, 0, 0), (0,), "resigned")


def test_a_log_that_breaks_the_rules_is_refused() -> None:
    table = stack("A", "BA")
    log = [*table.log, Entry(len(table.log), 0, table.active, Claim("abba"))]
    with pytest.raises(inglenook.Refused, match="unknown-word") as refused:
        inglenook.replay(Record("konexi", KONEXI.rules_version, 2, {}, "", tuple(log)))
    assert refused.value.seq == len(table.log)
