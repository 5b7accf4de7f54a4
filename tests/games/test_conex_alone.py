"""CONEX for one: as many points as possible in so many turns. The board of the day is played so."""

import pytest
from msgspec import UNSET

from inglenook import Match, Refused, Rng
from inglenook.games.conex.rules.moves import Draw, Lightning, Pass
from inglenook.games.conex.rules.view import Laid, Stars
from tests.games.conex_loaded import CONEX, Dealt, crowded

FAR = (Laid("P10", -400_000, 200_000, 0, "board"),)


def drawn(match: Match, turns: int) -> None:
    for _ in range(turns):
        match.play(Draw())


def test_whoever_plays_alone_has_so_many_turns() -> None:
    match = Match("conex", 1, {"turns": 3})
    assert match.view(0).turns_left == 3
    drawn(match, 2)
    assert match.view(0).turns_left == 1
    assert match.view(0).last_round
    match.play(next(iter(match.legal())))
    outcome = match.outcome()
    assert outcome
    assert (outcome.reason, outcome.winners, outcome.scores) == ("turns", (0,), match.scores())
    assert outcome.scores[0] > 0


def test_the_goal_ends_nothing() -> None:
    play = Dealt("R01 R02", points=(60,), turns=5)
    play.play(0, Draw())
    assert play.s.phase == "drawing"
    assert not play.view(0).last_round


def test_among_several_turns_are_not_counted() -> None:
    match = Match("conex", 2, {"turns": 1, "first": 0})
    drawn(match, 4)
    assert match.outcome() is None
    assert match.view(0).turns_left is UNSET


def test_lightning_costs_nobody_a_card_and_the_turn_goes_on() -> None:
    play = Dealt("R01 R02", stars=Stars(lightning=0), laid=FAR)
    left = play.view(0).turns_left
    play.play(0, Lightning("P10"))
    assert play.s.laid == ()
    assert play.s.under == ("P10",)
    assert (play.s.phase, play.view(0).turns_left) == ("turn", left)


def test_who_cannot_go_on_has_played_all_the_same() -> None:
    full = crowded()
    play = Dealt(" ".join(full.hands[0]), table="small", pile="", laid=full.laid)
    play.play(0, Pass())
    outcome = CONEX.outcome(play.s)
    assert outcome
    assert (outcome.reason, outcome.winners) == ("no-room", (0,))


def test_turns_have_their_range() -> None:
    for turns in (0, 61):
        with pytest.raises(Refused, match="bad-options"):
            Match("conex", 1, {"turns": turns})


def test_what_is_made_up_from_a_view_counts_turns_too() -> None:
    match = Match("conex", 1, {"turns": 7})
    drawn(match, 2)
    made_up = CONEX.determinize(match.view(0), Rng("", 0))
    assert CONEX.view(made_up, 0) == match.view(0)


def test_the_board_of_the_day_is_one_for_one_and_depends_on_the_seed_alone() -> None:
    board = CONEX.daily(Rng("a day", 0))
    assert board
    assert (board.levels, board.line) == ((), ())
    one, other = (Match("conex", 1, board.options, "today") for _ in range(2))
    for match, turns in ((one, 3), (other, 3)):
        drawn(match, turns)
    assert one.view(0) == other.view(0)
    assert one.outcome() is None
