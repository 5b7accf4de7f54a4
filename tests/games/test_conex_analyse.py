"""What the coach says about games of CONEX."""

from itertools import combinations
from statistics import mean
from typing import Any

import pytest

import inglenook
from inglenook import NATURE, Entry, Match, Move
from inglenook.core.insight import Insight
from inglenook.games.conex.analyse import analyse
from inglenook.games.conex.cards import board
from inglenook.games.conex.geometry import lays
from inglenook.games.conex.rules.moves import Draw, Drew, Give, Lay, Lightning, Rolled
from inglenook.games.conex.rules.state import State
from inglenook.games.conex.rules.view import Laid, Slide, Stars
from tests.games.conex_loaded import CONEX, Dealt

FAR = (
    Laid("Y10", 200_000, 200_000, 0, "board"),
    Laid("P10", -400_000, 200_000, 0, "board"),
)


def insight(s: State, seat: int, move: Move) -> Insight:
    """What is said of one move."""
    entry = Entry(0, 0, seat, move)
    assert CONEX.check(s, entry) is None
    (told,) = analyse((s, CONEX.apply(s, entry)), (entry,), range(1, 2))
    return told


def lay(play: Dealt, seat: int, card: str, corner: int) -> Lay:
    place = play.find(seat, card, corner)
    return Lay(card, corner, "board", place.spot, place.start if isinstance(place, Slide) else 0)


def test_the_points_there_were_are_told_beside_those_that_were_got() -> None:
    play = Dealt("R05 R03 Y03", "P01 P02")
    # The turquoise 1, where there was a turquoise 5.
    poor = insight(play.s, 0, lay(play, 0, "R03", 0))
    assert (poor.step, poor.seat, poor.name) == (1, 0, "lay")
    assert poor.facts == {"got": 1, "there": 5}
    assert poor.verdict in ("mistake", "blunder")
    assert poor.cost > 2
    assert poor.best[0]["card"] == "R05"
    five = play.find(0, "R05", poor.best[0]["corner"])
    assert poor.places[0] == {"x": five.x, "y": five.y, "d": five.d}
    good = insight(play.s, 0, lay(play, 0, "R05", 1))
    assert (good.verdict, good.cost, good.best) == ("best", 0.0, ())
    assert good.facts == {"got": 5, "there": 5}
    assert good.quality == 1.0 > poor.quality


def test_with_the_2x_star_twice_as_much_was_there() -> None:
    play = Dealt("R05", "P01", stars=Stars(star2x=0))
    assert insight(play.s, 0, lay(play, 0, "R05", 1)).facts == {"got": 5, "there": 10}


def test_a_slide_is_judged_where_it_came_to_lie() -> None:
    play = Dealt("R03 P05", "P01 P02")
    slide = play.find(0, "R03", 0)
    assert isinstance(slide, Slide)
    odd = slide.start + (slide.to - slide.start) // 3 + 1
    told = insight(play.s, 0, Lay("R03", 0, "board", slide.spot, odd))
    assert told.cost > 0
    ways = [(better.get("card"), better.get("corner"), better.get("spot")) for better in told.best]
    assert ways
    assert ("R03", 0, slide.spot) not in ways


def test_where_there_is_no_choice_nothing_is_judged() -> None:
    play = Dealt("", "P01")
    told = insight(play.s, 0, Draw())
    assert (told.verdict, told.cost, told.best) == ("forced", 0.0, ())


def test_strikes_and_gifts_are_judged_too() -> None:
    play = Dealt("R01", "P01 P09", stars=Stars(lightning=0), laid=FAR)
    assert insight(play.s, 0, Lightning("Y10")).name == "lightning"
    play.play(0, Lightning("Y10"))
    told = [insight(play.s, 1, Give(card)) for card in ("P01", "P09")]
    assert {each.name for each in told} == {"give"}
    assert min(each.cost for each in told) == 0


def test_luck_in_a_draw_is_measured_against_all_draws_there_could_have_been() -> None:
    play = Dealt("R03", "P01", pile="R05 Y03 T01 P12 T10", laid=FAR)
    play.play(0, Draw())

    def most(*cards: str) -> int:
        return max(lay.points for lay in lays.lays("large", play.s.laid, cards).lays)

    usual = mean(most("R03", *pair) for pair in combinations(play.s.pile, 2))
    for pair in (("R05", "T10"), ("Y03", "T01")):
        told = insight(play.s, NATURE, Drew(pair))
        assert (told.verdict, told.seat, told.facts["seat"]) == ("chance", NATURE, 0)
        assert told.facts["luck"] == pytest.approx(most("R03", *pair) - usual, abs=0.01)
        assert told.facts["more"] == most("R03", *pair) - most("R03")


def test_over_all_faces_of_the_die_luck_evens_out() -> None:
    play = Dealt("R12 R01", "P01")
    play.play(0, lay(play, 0, "R12", 0))
    lucks: list[Any] = [insight(play.s, NATURE, Rolled(face)).facts["luck"] for face in board().die]
    assert sum(lucks) == pytest.approx(0, abs=0.05)
    assert len(set(lucks)) > 1


def told_of(record: inglenook.Record) -> tuple[list[State], list[Entry]]:
    states = [CONEX.setup(record.seats, CONEX.decode_options(record.options))]
    for entry in record.log:
        states.append(CONEX.apply(states[-1], entry))
    return states, list(record.log)


def test_parts_equal_the_whole_and_the_better_player_is_told_so() -> None:
    match = Match("conex", 2, {"table": "small", "goal": 20, "first": 0}, "for the coach")
    while not match.outcome():
        seat = match.mover()
        move = inglenook.choose(match, ("hasty", "cunning")[seat], seat)
        assert move
        match.play(move, seat)
    states, entries = told_of(match.record())
    whole = [*CONEX.analyse(states, entries, range(1, len(states)))]
    half = len(states) // 2
    parts = [
        *CONEX.analyse(states, entries, range(half, len(states))),
        *CONEX.analyse(states, entries, range(1, half)),
    ]
    assert sorted(parts, key=lambda each: each.step) == whole
    for told in whole:
        assert sum(told.chances) == pytest.approx(1, abs=0.01)
        assert len(told.margins) == 2
        assert (told.verdict == "chance") == (told.seat == NATURE)
    last = whole[-1]
    assert last.margins == tuple(map(float, match.scores()))
    outcome = match.outcome()
    assert outcome
    assert all(last.chances[seat] > 0 for seat in outcome.winners)
    hasty, cunning = (
        mean(each.quality for each in whole if each.seat == seat and each.verdict != "forced")
        for seat in (0, 1)
    )
    assert cunning > hasty


def test_a_game_by_eye_is_judged_as_one_with_its_spots_shown() -> None:
    hidden = Dealt("R05 R03", "P01", spots="hidden")
    shown = Dealt("R05 R03", "P01")
    move = lay(shown, 0, "R03", 0)
    assert insight(hidden.s, 0, move) == insight(shown.s, 0, move)
