"""CONEX: the die, both stars, and what goes under the pile."""

import pytest

from inglenook import NATURE, Entry
from inglenook.core.game import MAX_LAG
from inglenook.games.conex.rules.moves import (
    Draw,
    Drew,
    End,
    Gave,
    Give,
    Lay,
    Lightning,
    Pass,
    Rolled,
)
from inglenook.games.conex.rules.state import STRIKE
from inglenook.games.conex.rules.view import Laid, Scored, Stars
from tests.games.conex_loaded import CONEX, Dealt

FAR = (
    Laid("Y10", 200_000, 200_000, 0, "board"),
    Laid("P10", -400_000, 200_000, 0, "board"),
    Laid("T13", 400_000, -250_000, 0, "board"),
)
"""Cards with room around them."""

# --- the die -----------------------------------------------------------------------------------


def test_a_die_is_rolled_when_a_card_with_one_is_laid_and_the_points_come_first() -> None:
    play = Dealt("R12 R01", "P01")
    play.play(0, Lay("R12", 0, "board", 1))
    assert play.s.points == (3, 0)
    assert play.s.phase == "rolling"
    assert CONEX.to_move(play.s) == {NATURE}
    play.nature(Rolled("star2x"))
    assert play.view().rolled == "star2x"
    assert (play.s.phase, play.s.active) == ("turn", 1)


def test_a_card_without_a_die_rolls_nothing() -> None:
    play = Dealt("R01", "P01")
    play.play(0, Lay("R01", 0, "board", 1))
    assert play.refusal(NATURE, Rolled("star2x")) == "wrong-phase"


@pytest.mark.parametrize(("face", "drawn"), [("draw1", "Y05"), ("draw2", "Y05 T07")])
def test_the_die_lets_one_draw_one_or_two_cards(face: str, drawn: str) -> None:
    play = Dealt("R12 R01", "P01")
    play.lay(0, "R12", roll=face, draw=drawn)
    assert play.s.hands[0] == ("R01", *drawn.split())
    assert (play.s.phase, play.s.active) == ("turn", 1)


@pytest.mark.parametrize("face", ["draw1", "draw2"])
def test_a_die_that_draws_from_an_empty_pile_draws_nothing(face: str) -> None:
    play = Dealt("R12 R01", "P01", pile="")
    play.lay(0, "R12", roll=face)
    assert play.s.hands[0] == ("R01",)
    assert (play.s.phase, play.s.active) == ("turn", 1)


def test_a_die_draws_what_is_left() -> None:
    play = Dealt("R12 R01", "P01", pile="", under=("Y05",))
    play.lay(0, "R12", roll="draw2", draw="Y05")
    assert play.s.hands[0] == ("R01", "Y05")
    assert play.view().pile == 0


@pytest.mark.parametrize(
    ("face", "stars"), [("star2x", Stars(star2x=0)), ("lightning", Stars(lightning=0))]
)
def test_the_die_brings_a_star(face: str, stars: Stars) -> None:
    play = Dealt("R12 R01", "P01")
    play.lay(0, "R12", roll=face)
    assert play.s.stars == stars


@pytest.mark.parametrize("face", ["star2x", "lightning"])
def test_a_star_is_taken_from_whoever_has_it(face: str) -> None:
    play = Dealt("R12 R01", "P01", "T01", stars=Stars(2, 2))
    play.lay(0, "R12", roll=face)
    assert getattr(play.s.stars, face) == 0
    assert sorted((play.s.stars.star2x, play.s.stars.lightning)) == [0, 2]  # type: ignore[type-var] # nobody is None here


@pytest.mark.parametrize("face", ["", "draw3", "star", "1", "Lightning"])
def test_a_die_has_four_kinds_of_faces(face: str) -> None:
    assert Dealt("R01", "P01", phase="rolling").refusal(NATURE, Rolled(face)) == "bad-face"


# --- stars -------------------------------------------------------------------------------------


def test_a_star_is_not_used_in_the_turn_it_was_won() -> None:
    play = Dealt("R12 R01", "P01")
    play.play(0, Lay("R12", 0, "board", 1))
    assert play.refusal(0, Lightning("R12")) == "wrong-phase"
    play.nature(Rolled("lightning"))
    # The turn is over at once, since its star is too new.
    assert play.s.active == 1
    assert play.refusal(0, Lightning("R12")) == "not-your-turn"
    assert play.s.fresh == ()


def test_a_star_that_is_too_new_is_said_to_be() -> None:
    play = Dealt("R01", "P01", phase="closing", stars=Stars(0, 0), fresh=("lightning",), laid=FAR)
    assert play.refusal(0, Lightning("Y10")) == "star-too-new"
    assert play.view(0).may == ("end",)
    play = Dealt("R01", "P01", stars=Stars(0, 0), fresh=("star2x",))
    assert play.refusal(0, Lay("R01", 0, "board", 1, 0, True)) == "star-too-new"
    assert "double" not in play.view(0).may


def test_a_new_star_beside_an_old_one_does_not_close_the_turn() -> None:
    play = Dealt("R12 R01", "P01", stars=Stars(lightning=0))
    play.lay(0, "R12", roll="star2x")
    assert play.view(0).fresh == ("star2x",)
    assert play.view(0).may == ("lightning", "end")


def test_stars_are_used_from_the_next_turn_on() -> None:
    play = Dealt("R12 R01", "P01", "T01")
    play.lay(0, "R12", roll="star2x")
    for seat in (1, 2):
        play.play(seat, Draw())
        play.nature(Drew(play.s.pile[:2]))
    assert "double" in play.view(0).may
    play.lay(0, "R01", 1, double=True)
    assert play.s.points[0] == 3 + 8


def test_a_star_is_kept_as_long_as_one_likes() -> None:
    play = Dealt("R01", "P01", stars=Stars(0, 0), laid=FAR)
    for _ in range(3):
        play.play(0, Draw())
        play.nature(Drew(play.s.pile[:2]))
        play.play(0, End())
        play.play(1, Draw())
        play.nature(Drew(play.s.pile[:2]))
    assert play.s.stars == Stars(0, 0)
    assert {"double", "lightning"} <= set(play.view(0).may)


def test_rolling_a_star_one_holds_changes_nothing() -> None:
    play = Dealt("R12 R01", "P01", stars=Stars(lightning=0))
    play.lay(0, "R12", roll="lightning")
    assert play.s.stars == Stars(lightning=0)
    assert play.s.fresh == ()
    # It is as usable as it was.
    assert play.s.phase == "closing"
    play.play(0, Lightning("R12"))


def test_who_has_no_star_uses_none() -> None:
    play = Dealt("R01", "P01", stars=Stars(1, 1), laid=FAR)
    assert play.refusal(0, Lay("R01", 0, "board", 1, 0, True)) == "no-star"
    assert play.refusal(0, Lightning("Y10")) == "no-star"
    assert {"double", "lightning"}.isdisjoint(play.view(0).may)


# --- the 2x star -------------------------------------------------------------------------------


def test_the_2x_star_doubles_a_lay_and_is_put_back() -> None:
    play = Dealt("R01", "P01", stars=Stars(star2x=0))
    play.lay(0, "R01", 1, double=True)
    assert play.s.points == (8, 0)
    assert play.s.stars == Stars()
    assert play.view().scored == Scored(0, "R01", 1, 4, 0, True, 8)


def test_it_doubles_the_bonus_of_a_plus_2_card_too() -> None:
    play = Dealt("R01", "P01", stars=Stars(star2x=0), laid=FAR)
    play.lay(0, "R01", 0, "Y10", double=True)
    assert play.s.points == (10, 0)


def test_a_refused_lay_does_not_use_the_star() -> None:
    play = Dealt("R01", "P01", stars=Stars(star2x=0))
    assert play.refusal(0, Lay("R01", 0, "board", 0, 0, True)) == "colour"
    assert play.s.stars == Stars(star2x=0)


# --- the lightning star ------------------------------------------------------------------------


def test_lightning_at_the_start_of_a_turn() -> None:
    play = Dealt("R01 R02", "P01", stars=Stars(lightning=0), laid=FAR)
    play.play(0, Lightning("P10"))
    assert [laid.card for laid in play.s.laid] == ["Y10", "T13"]
    assert play.s.stars == Stars()
    play.play(1, Give("P01"))
    # The turn itself is still to come.
    assert (play.s.phase, play.s.active) == ("turn", 0)
    play.lay(0, "R01", 0, "Y10")
    assert play.s.active == 1


def test_lightning_is_not_offered_where_there_is_nothing_to_strike() -> None:
    assert "lightning" not in Dealt("R01", "P01", stars=Stars(lightning=0)).view(0).may


def test_lightning_at_the_end_of_a_turn() -> None:
    play = Dealt("R01 R02", "P01 P02", stars=Stars(lightning=0), laid=FAR)
    play.lay(0, "R01", 0, "Y10")
    assert (play.s.phase, play.s.active) == ("closing", 0)
    play.play(0, Lightning("R01"))
    assert play.s.points == (5, 0)
    play.play(1, Give("P01"))
    assert (play.s.phase, play.s.active) == ("turn", 1)


def test_a_turn_with_the_star_unused_is_ended_by_its_player() -> None:
    play = Dealt("R01 R02", "P01", stars=Stars(lightning=0))
    play.lay(0, "R01")
    for move in (Draw(), Pass(), Lay("R02", 0, "board", 2)):
        assert play.refusal(0, move) == "wrong-phase"
    assert play.refusal(1, End()) == "not-your-turn"
    play.play(0, End())
    assert (play.s.phase, play.s.active) == ("turn", 1)
    assert play.s.stars == Stars(lightning=0)


def test_without_the_star_the_turn_ends_by_itself() -> None:
    play = Dealt("R01 R02", "P01", stars=Stars(lightning=1))
    play.lay(0, "R01")
    assert (play.s.phase, play.s.active) == ("turn", 1)


def test_lightning_after_a_draw_and_after_a_pass() -> None:
    play = Dealt("R01", "P01 P02", stars=Stars(lightning=0), laid=FAR)
    play.play(0, Draw())
    play.nature(Drew(("R02", "R03")))
    play.play(0, Lightning("P10"))
    play.play(1, Give("P01"))
    assert play.s.active == 1
    play = Dealt("", "P01 P02", stars=Stars(lightning=0), laid=FAR, pile="")
    play.play(0, Pass())
    play.play(0, Lightning("P10"))
    play.play(1, Give("P01"))
    assert play.s.active == 1


def test_only_a_free_card_is_struck() -> None:
    play = Dealt("R01 R02", "P01", stars=Stars(lightning=0), laid=FAR)
    play.lay(0, "R01", 0, "Y10")
    assert play.refusal(0, Lightning("Y10")) == "not-free"
    assert play.view(1).free == ("P10", "T13", "R01")
    play.play(0, Lightning("R01"))
    assert "Y10" in play.view(1).free


@pytest.mark.parametrize("card", ["board", "R01", "P01", "Y01", "", "nonsense"])
def test_only_a_card_on_the_table_is_struck(card: str) -> None:
    play = Dealt("R01", "P01", stars=Stars(lightning=0), laid=FAR)
    assert play.refusal(0, Lightning(card)) == "no-such-target"


def test_both_stars_in_one_turn() -> None:
    play = Dealt("R01", "P01 P02", stars=Stars(0, 0), laid=FAR)
    play.play(0, Lightning("P10"))
    play.play(1, Give("P01"))
    play.lay(0, "R01", 0, "Y10", double=True)
    assert play.s.points == (10, 0)
    assert play.s.stars == Stars()
    assert play.s.active == 1
    play = Dealt("R01", "P01", stars=Stars(0, 0), laid=FAR)
    play.lay(0, "R01", 0, "Y10", double=True)
    play.play(0, Lightning("R01"))
    assert play.s.points == (10, 0)
    assert play.s.stars == Stars()


def test_the_star_can_be_won_again_in_the_turn_it_was_used() -> None:
    play = Dealt("R12 R01", "P01 P02", stars=Stars(lightning=0), laid=FAR)
    play.play(0, Lightning("P10"))
    play.play(1, Give("P01"))
    play.lay(0, "R12", 0, "Y10", roll="lightning")
    assert play.s.stars == Stars(lightning=0)
    assert play.s.active == 1


def test_points_stay_when_the_card_that_made_them_is_struck() -> None:
    play = Dealt("R01", "P01", stars=Stars(lightning=0), laid=FAR)
    play.lay(0, "R01", 0, "Y10")
    play.play(0, Lightning("R01"))
    play.play(1, Give("P01"))
    assert play.s.points == (5, 0)
    # Its face is hidden from now on.
    assert play.view().scored is None


# --- giving ------------------------------------------------------------------------------------


def test_every_opponent_gives_one_card_of_their_choice() -> None:
    play = Dealt("R01", "P01 P02", "T01 T02", "Y01", stars=Stars(lightning=0), laid=FAR)
    play.play(0, Lightning("P10"))
    assert play.s.phase == "giving"
    assert CONEX.to_move(play.s) == {1, 2, 3}
    assert play.view(2).may == ("give",)
    assert play.view(0).may == ()
    play.play(2, Give("T02"))
    assert CONEX.to_move(play.s) == {1, 3}
    assert play.view(0).owing == (1, 3)
    play.play(1, Give("P01"))
    play.play(3, Give("Y01"))
    assert play.s.hands == (("R01",), ("P02",), ("T01",), ())
    assert (play.s.phase, play.s.active) == ("turn", 0)


def test_who_has_no_cards_gives_none() -> None:
    play = Dealt("R01", "", "T01", stars=Stars(lightning=0), laid=FAR)
    play.play(0, Lightning("P10"))
    assert CONEX.to_move(play.s) == {2}
    assert play.refusal(1, Give("T01")) == "nothing-owed"
    play.play(2, Give("T01"))
    assert play.s.phase == "turn"
    play = Dealt("R01", "", "", stars=Stars(lightning=0), laid=FAR)
    play.play(0, Lightning("P10"))
    assert (play.s.phase, play.s.active) == ("turn", 0)


def test_one_gives_once_and_what_one_holds() -> None:
    play = Dealt("R01", "P01 P02", "T01", stars=Stars(lightning=0), laid=FAR)
    play.play(0, Lightning("P10"))
    assert play.refusal(0, Give("R01")) == "nothing-owed"
    for card in ("T01", "R01", "P10", "", "nonsense"):
        assert play.refusal(1, Give(card)) == "not-in-hand"
    play.play(1, Give("P01"))
    assert play.refusal(1, Give("P02")) == "nothing-owed"


def test_nothing_else_happens_while_cards_are_owed() -> None:
    play = Dealt("R01", "P01", stars=Stars(0, 0), laid=FAR)
    play.play(0, Lightning("P10"))
    for seat in (0, 1):
        for move in (Lay("R01", 0, "board", 1), Draw(), Pass(), End(), Lightning("Y10")):
            assert play.refusal(seat, move) == "wrong-phase"


def test_after_30_seconds_nature_gives_for_those_who_have_not() -> None:
    play = Dealt("R01", "P01", "T01 T02", "Y01", stars=Stars(lightning=0), laid=FAR)
    play.t = 5_000
    play.play(0, Lightning("P10"))
    # The time begins when the strike has been seen.
    end = 5_000 + CONEX.dwell(Entry(0, 0, 0, Lightning("P10"))) + 30_000
    assert play.view(1).deadline == end
    # What was given in time may still be on its way.
    assert CONEX.deadline(play.s) == end + MAX_LAG
    play.play(1, Give("P01"))
    late = Gave({"2": "T02", "3": "Y01"})
    play.t = end - 1 + MAX_LAG
    assert play.refusal(NATURE, late) == "too-early"
    play.t = end + MAX_LAG
    for cards in ({}, {"2": "T02"}, {"2": "T02", "3": "T01"}, {**late.cards, "1": "P01"}):
        assert play.refusal(NATURE, Gave(cards)) == "bad-gave"
    play.nature(late)
    assert play.s.hands == (("R01",), (), ("T01",), ())
    assert play.s.phase == "turn"
    assert CONEX.deadline(play.s) is None
    assert play.s.under == ("P10", "P01", "T02", "Y01")


def test_the_time_to_give_is_chosen_before_the_game() -> None:
    play = Dealt("R01", "P01", stars=Stars(lightning=0), laid=FAR, give_ms=60_000)
    play.play(0, Lightning("P10"))
    assert play.view(1).deadline == STRIKE + 60_000
    assert play.view(1).patience == 60_000


def test_without_a_limit_nature_never_gives() -> None:
    play = Dealt("R01", "P01", stars=Stars(lightning=0), laid=FAR, give_ms=0)
    play.play(0, Lightning("P10"))
    assert play.view(1).deadline is None
    assert CONEX.deadline(play.s) is None
    play.t = 100_000_000
    assert play.refusal(NATURE, Gave({"1": "P01"})) == "too-early"
    play.play(1, Give("P01"))
    assert play.s.under == ("P10", "P01")


def test_lag_is_granted_to_those_who_give() -> None:
    play = Dealt("R01", "P01 P02", "T01 T02", stars=Stars(lightning=0), laid=FAR)
    play.play(0, Lightning("P10"))

    def given(t: int, lag: int) -> str | None:
        return CONEX.check(play.s, Entry(0, t, 1, Give("P01"), lag))

    end = STRIKE + 30_000
    assert given(end, 0) is None
    assert given(end + 1, 0) == "too-late"
    assert given(end + 200, 200) is None
    assert given(end + 299, 200) == "too-late"


def test_the_struck_card_and_the_gifts_go_under_the_pile_clockwise_from_the_striker() -> None:
    hands = ("R01", "P01", "T01", "Y01")
    play = Dealt(*hands, stars=Stars(lightning=2), laid=FAR, active=2, under=("Y09",))
    play.play(2, Lightning("P10"))
    for seat, card in ((1, "P01"), (0, "R01"), (3, "Y01")):
        play.play(seat, Give(card))
    assert play.s.under == ("Y09", "P10", "Y01", "R01", "P01")
    assert play.view(0).under == 5


def test_the_count_of_the_pile_takes_gifts_in_at_once() -> None:
    play = Dealt("R01", "P01", "T01", stars=Stars(lightning=0), laid=FAR, pile="Y05")
    play.play(0, Lightning("P10"))
    assert (play.view(1).pile, play.view(1).under) == (2, 1)
    play.play(2, Give("T01"))
    assert (play.view(1).pile, play.view(1).under) == (3, 2)
    play.play(1, Give("P01"))
    assert (play.view(1).pile, play.view(1).under) == (4, 3)


def test_cards_under_the_pile_come_last_and_in_their_order() -> None:
    play = Dealt("", "R01", pile="Y05 T07 T08", under=("P10", "P01", "Y01"))
    play.play(0, Draw())
    for cards in (("P10", "P01"), ("Y05", "P10"), ("P10", "Y05")):
        assert play.refusal(NATURE, Drew(cards)) == "bad-draw"
    play.nature(Drew(("T07", "Y05")))
    play.play(1, Draw())
    for wrong in ("P10 T08", "T08 P01", "T08 Y01", "T08"):
        assert play.refusal(NATURE, Drew(tuple(wrong.split()))) == "bad-draw"
    play.nature(Drew(("T08", "P10")))
    play.play(0, Draw())
    assert play.refusal(NATURE, Drew(("Y01", "P01"))) == "bad-draw"
    play.nature(Drew(("P01", "Y01")))
    assert play.s.hands == (("T07", "Y05", "P01", "Y01"), ("R01", "T08", "P10"))
    assert play.view().pile == 0


def test_a_struck_card_can_be_drawn_and_laid_again() -> None:
    play = Dealt("R01", "", pile="", stars=Stars(lightning=0), laid=FAR)
    play.play(0, Lightning("P10"))
    play.play(0, Draw())
    play.nature(Drew(("P10",)))
    assert play.s.hands[0] == ("R01", "P10")
    play.play(1, Pass())
    play.lay(0, "P10")
    assert play.s.laid[-1].card == "P10"
