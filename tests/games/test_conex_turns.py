"""CONEX: setting up, laying, drawing, passing and the end of the game."""

import pytest
from msgspec.structs import replace

from inglenook import NATURE, Entry, Match, Move, Outcome, Refused
from inglenook.games.conex.cards import deck
from inglenook.games.conex.rules.moves import (
    Deal,
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
from inglenook.games.conex.rules.view import Laid, Scored, Stars
from inglenook.shared.first_player import Lots
from inglenook.shared.presets import presets
from tests.games.conex_loaded import CONEX, Dealt, crowded

# --- setting up --------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everyone_is_dealt_five_cards_and_the_rest_is_the_pile(seats: int) -> None:
    match = Match("conex", seats, seed="tonight")
    assert [type(entry.move) for entry in match.log] == [Lots, Deal]
    view = match.view(0)
    assert view.hands == (5,) * seats
    assert (view.pile, view.under) == (52 - 5 * seats, 0)
    hands = [card for hand in match.state.hands for card in hand]
    assert sorted([*hands, *match.state.pile]) == sorted(deck())


def test_everyone_begins_with_nothing_and_the_table_is_bare() -> None:
    view = Match("conex", 4, seed="tonight").view(2)
    assert view.points == (0, 0, 0, 0)
    assert view.laid == ()
    assert view.stars == Stars(None, None)


def test_the_youngest_begins() -> None:
    match = Match("conex", 3, {"first": 2}, seed="tonight")
    assert match.log[0].move == Lots(2)
    assert match.to_move() == {2}
    assert (match.view().first, match.view().active) == (2, 2)


def test_lots_are_drawn_where_nobody_is_named() -> None:
    firsts = {Match("conex", 3, seed=f"lots {n}").view().first for n in range(20)}
    assert firsts == {0, 1, 2}


def test_the_youngest_sits_at_the_table() -> None:
    with pytest.raises(Refused, match="bad-options"):
        Match("conex", 2, {"first": 2})


@pytest.mark.parametrize(
    ("seats", "options", "goal"),
    [
        (2, {}, 50),
        (3, {}, 40),
        (4, {}, 25),
        (2, {"table": "large"}, 80),
        (4, {"table": "large"}, 40),
        (2, {"table": "small"}, 35),
        (2, {"table": "small", "goal": 60}, 60),
        (4, {"goal": 40}, 40),
    ],
)
def test_the_goal_follows_table_and_players_or_is_what_was_chosen(
    seats: int, options: dict[str, object], goal: int
) -> None:
    assert Match("conex", seats, options).view().goal == goal


def test_presets_name_the_goal_that_suits_table_and_players() -> None:
    for preset in presets("conex"):
        for seats, options in preset.options.items():
            if seats == 1:
                assert options.keys() == {"table", "turns"}
                continue
            usual = Match("conex", seats, {"table": options["table"]}).view().goal
            assert options == {"table": options["table"], "goal": usual}
    goals = [
        [by["goal"] for seats, by in preset.options.items() if seats > 1]
        for preset in presets("conex")
    ]
    assert all(sorted(longer) == list(longer) for longer in zip(*goals, strict=True))


@pytest.mark.parametrize(
    ("first", "seat", "code"),
    [
        (None, 0, None),
        (None, 1, None),
        (None, 2, "bad-lots"),
        (None, -1, "bad-lots"),
        (1, 0, "bad-lots"),
        (1, 1, None),
    ],
)
def test_lots_name_a_seat_or_the_youngest(first: int | None, seat: int, code: str | None) -> None:
    start = CONEX.setup(2, CONEX.decode_options({"first": first}))
    assert CONEX.check(start, Entry(0, 0, NATURE, Lots(seat))) == code


@pytest.mark.parametrize(
    "hands",
    [
        {},
        {"0": ("R01", "R02", "R03", "R04", "R05")},
        {"0": ("R01", "R02", "R03", "R04"), "1": ("P01", "P02", "P03", "P04", "P05")},
        {"0": ("R01", "R02", "R03", "R04", "P01"), "1": ("P01", "P02", "P03", "P04", "P05")},
        {"0": ("R01", "R02", "R03", "R04", "X01"), "1": ("P01", "P02", "P03", "P04", "P05")},
        {"0": ("R01", "R02", "R03", "R04", "R05"), "2": ("P01", "P02", "P03", "P04", "P05")},
    ],
)
def test_a_deal_is_five_cards_of_the_deck_for_each(hands: dict[str, tuple[str, ...]]) -> None:
    s = CONEX.apply(CONEX.setup(2, CONEX.decode_options({})), Entry(0, 0, NATURE, Lots(0)))
    assert CONEX.check(s, Entry(1, 0, NATURE, Deal(hands))) == "bad-deal"


# --- a turn ------------------------------------------------------------------------------------


def test_the_turn_goes_round_clockwise() -> None:
    play = Dealt("R01", "R02", "R03", active=1, first=1)
    active = []
    for _ in range(5):
        assert play.s.active is not None
        active.append(play.s.active)
        play.play(play.s.active, Draw())
        play.nature(Drew(play.s.pile[:2]))
    assert active == [1, 2, 0, 1, 2]


def test_one_lays_a_card_and_the_turn_is_over() -> None:
    play = Dealt("R01 R02", "P01")
    play.lay(0, "R01")
    assert play.s.hands[0] == ("R02",)
    assert [laid.card for laid in play.s.laid] == ["R01"]
    assert (play.s.phase, play.s.active) == ("turn", 1)


def test_or_draws_two_cards_and_the_turn_is_over() -> None:
    play = Dealt("R01", "P01")
    play.play(0, Draw())
    assert CONEX.to_move(play.s) == {NATURE}
    play.nature(Drew(("Y05", "T07")))
    assert play.s.hands[0] == ("R01", "Y05", "T07")
    assert (play.s.phase, play.s.active) == ("turn", 1)
    assert play.view().pile == 48


def test_there_is_no_limit_to_a_hand() -> None:
    play = Dealt(" ".join(list(deck())[:30]), "")
    play.play(0, Draw())
    play.nature(Drew(play.s.pile[:2]))
    assert play.view().hands == (32, 0)


@pytest.mark.parametrize(
    "cards", [(), ("Y05",), ("Y05", "Y05"), ("Y05", "T07", "T08"), ("Y05", "R01"), ("Y05", "")]
)
def test_what_is_drawn_is_in_the_pile_and_the_right_number(cards: tuple[str, ...]) -> None:
    play = Dealt("R01", "P01")
    play.play(0, Draw())
    assert play.refusal(NATURE, Drew(cards)) == "bad-draw"


# --- laying ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("corner", "value"), [(0, 3), (1, 4), (2, 1)])
def test_one_scores_the_value_of_the_corner_laid_and_no_other(corner: int, value: int) -> None:
    play = Dealt("R01", "P01", points=(7, 2))
    play.lay(0, "R01", corner)
    assert play.s.points == (7 + value, 2)
    assert play.view(1).scored == Scored(0, "R01", corner, value, 0, False, value)


def test_a_corner_is_laid_on_its_own_colour() -> None:
    play = Dealt("R01 R02", "P01")
    codes = [play.refusal(0, Lay("R01", 0, "board", spot)) for spot in range(4)]
    assert codes == ["colour", None, "colour", "colour"]  # yellow lies at spot 1
    play.lay(0, "R01")
    play = Dealt("R02", "P01", laid=play.s.laid)
    assert {play.refusal(0, Lay("R02", 0, "R01", spot)) for spot in range(4)} == {"colour"}


def test_it_lies_on_one_colour_of_the_board_alone() -> None:
    play = Dealt("R03", "P01")  # turquoise, a triangle that slides
    assert play.refusal(0, Lay("R03", 0, "board", 3, 1_000)) is None
    assert play.refusal(0, Lay("R03", 0, "board", 2, 1_000)) == "colour"
    assert play.refusal(0, Lay("R03", 0, "board", 3, 60_000)) == "colour"
    assert play.refusal(0, Lay("R03", 0, "board", 2, 127_000)) is None


def test_a_card_touches_only_the_one_it_is_laid_on() -> None:
    play = Dealt("R01 R12", "P01")
    play.lay(0, "R01")
    spot = play.s.laid[0]
    play = Dealt("R12", "P01", laid=(spot,))
    assert play.refusal(0, Lay("R12", 0, "board", 1)) == "touches"


def test_a_target_that_is_covered_there_is_touched() -> None:
    play = Dealt("R02", "R03", laid=(Laid("P12", 200_000, 200_000, 0, "board"),))
    play.s = replace(play.s, active=1)
    assert play.refusal(1, Lay("R03", 1, "P12", 1)) is None
    play.s = replace(play.s, active=0)
    play.play(0, Lay("R02", 0, "P12", 1))
    assert play.refusal(1, Lay("R03", 1, "P12", 1)) == "touches"


def test_corners_are_never_covered() -> None:
    play = Dealt("R02", "P01", laid=(Laid("P12", 200_000, 200_000, 0, "board"),))
    codes = [play.refusal(0, Lay("R02", 0, "P12", spot)) for spot in range(4)]
    assert codes[2] == "covers-corner"  # its turquoise square
    assert codes[0] == "covers-corner"  # its yellow triangle
    assert codes[1] is None


def test_no_card_sticks_out_over_the_edge_of_the_table() -> None:
    on = (Laid("P10", 0, 255_000, 0, "board"),)
    play = Dealt("R02", "P01", laid=on, table="medium")
    assert play.refusal(0, Lay("R02", 0, "P10", 3)) == "off-table"
    play = Dealt("R02", "P01", laid=on, table="large")
    assert play.refusal(0, Lay("R02", 0, "P10", 3)) is None


# --- Plus-2 cards ------------------------------------------------------------------------------


def test_a_lay_on_a_plus_2_card_brings_two_points_more() -> None:
    play = Dealt("R01", "P01", laid=(Laid("Y10", 200_000, 200_000, 0, "board"),))
    play.lay(0, "R01", 0, "Y10")
    assert play.s.points == (5, 0)
    assert play.view().scored == Scored(0, "R01", 0, 3, 2, False, 5)
    assert play.view(1).points == (5, 0)


def test_who_lays_a_plus_2_card_gets_its_corner_and_no_bonus() -> None:
    play = Dealt("Y10", "R01")
    play.lay(0, "Y10")
    assert play.s.points == (5, 0)
    play.lay(1, "R01", 0, "Y10")
    assert play.s.points == (5, 5)


def test_a_card_on_a_card_on_a_plus_2_card_gets_no_bonus() -> None:
    play = Dealt("R01", "P02", laid=(Laid("Y10", 200_000, 200_000, 0, "board"),))
    play.lay(0, "R01", 0, "Y10")
    play.lay(1, "P02", 0, "R01")
    assert play.s.points == (5, 3)


# --- the pile runs out -------------------------------------------------------------------------


def test_of_a_pile_of_one_card_one_is_drawn() -> None:
    play = Dealt("R01", "P01", pile="Y05")
    play.play(0, Draw())
    assert play.refusal(NATURE, Drew(("Y05", "T07"))) == "bad-draw"
    play.nature(Drew(("Y05",)))
    assert play.s.hands[0] == ("R01", "Y05")
    assert play.view().pile == 0


def test_from_an_empty_pile_nothing_is_drawn() -> None:
    play = Dealt("R01", "P01", pile="")
    assert play.refusal(0, Draw()) == "nothing-to-draw"
    assert "draw" not in play.view(0).may


def test_one_passes_with_nothing_to_lay_and_nothing_to_draw() -> None:
    play = Dealt("", "R01", pile="")
    assert play.view(0).may == ("pass",)
    play.play(0, Pass())
    assert (play.s.phase, play.s.active) == ("turn", 1)


def test_nobody_passes_who_can_lay_or_draw() -> None:
    assert Dealt("R01", "P01", pile="").refusal(0, Pass()) == "can-play"
    assert Dealt("", "P01", pile="Y05").refusal(0, Pass()) == "can-play"
    assert Dealt("", "P01", pile="", under=("Y05",)).refusal(0, Pass()) == "can-play"


def test_a_hand_that_fits_nowhere_is_nothing_to_lay() -> None:
    full = crowded()
    play = Dealt(*map(" ".join, full.hands), pile="", laid=full.laid, table="small", goal=200)
    assert play.view(0).legal.lays == ()
    assert play.view(0).may == ("pass",)
    assert play.refusal(0, Pass()) is None


# --- the end -----------------------------------------------------------------------------------


@pytest.mark.parametrize("points", [46, 47, 49])
def test_the_round_is_played_out_when_someone_reaches_or_passes_the_goal(points: int) -> None:
    play = Dealt("R01", "R02 P02", "Y02 T02", points=(0, points, 0), active=1)
    play.lay(1, "P02", 1)
    assert play.s.points[1] == points + 4 >= play.s.goal
    assert play.view().last_round
    assert CONEX.outcome(play.s) is None
    play.play(2, Draw())
    play.nature(Drew(play.s.pile[:2]))
    assert CONEX.outcome(play.s) == Outcome((0, points + 4, 0), (1,), "goal")
    assert CONEX.to_move(play.s) == frozenset()
    assert play.view(0).legal.lays == ()


def test_everyone_has_had_as_many_turns_whoever_began() -> None:
    play = Dealt("R01", "P02", "Y02", points=(46, 0, 0), active=2, first=2)
    play.play(2, Draw())
    play.nature(Drew(play.s.pile[:2]))
    play.lay(0, "R01", 1)
    assert play.s.points == (50, 0, 0)
    assert play.s.active == 1
    play.play(1, Draw())
    play.nature(Drew(play.s.pile[:2]))
    assert CONEX.outcome(play.s) == Outcome((50, 0, 0), (0,), "goal")


def test_the_last_to_play_can_still_win() -> None:
    play = Dealt("R01", "P02", points=(46, 48))
    play.lay(0, "R01", 1)
    play.lay(1, "P02", 1)
    assert CONEX.outcome(play.s) == Outcome((50, 52), (1,), "goal")


def test_short_of_the_goal_the_game_goes_on() -> None:
    play = Dealt("R01", "P02 P03", points=(0, 45), active=1)
    play.lay(1, "P02", 1)
    assert play.s.points == (0, 49)
    assert CONEX.outcome(play.s) is None
    assert not play.view().last_round


def test_equal_points_share_the_win() -> None:
    play = Dealt("R01", "P02", "R02", points=(46, 46, 3))
    play.lay(0, "R01", 1)
    play.lay(1, "P02", 1)
    play.play(2, Draw())
    play.nature(Drew(play.s.pile[:2]))
    assert CONEX.outcome(play.s) == Outcome((50, 50, 3), (0, 1), "goal")


def test_no_room_is_when_no_card_in_any_hand_fits_and_the_pile_is_empty() -> None:
    play = Dealt("R01", "", pile="", points=(10, 12))
    play.lay(0, "R01", 1)
    assert CONEX.outcome(play.s) == Outcome((14, 12), (0,), "no-room")
    assert play.s.active is None


def test_there_is_room_while_anyone_can_lay_a_card() -> None:
    play = Dealt("R01", "", "P02", pile="", points=(10, 12, 0))
    play.lay(0, "R01", 1)
    play.play(1, Pass())
    play.lay(2, "P02", 1)
    assert CONEX.outcome(play.s) == Outcome((14, 12, 4), (0,), "no-room")


def test_there_is_room_while_there_is_a_pile() -> None:
    play = Dealt("R01", "", pile="P01")
    play.lay(0, "R01", 1)
    assert CONEX.outcome(play.s) is None
    assert play.view(1).may == ("draw",)


def test_a_full_table_is_no_room() -> None:
    full = crowded()
    assert all(full.hands)
    outcome = CONEX.outcome(full)
    assert outcome
    assert outcome.reason == "no-room"
    assert outcome.scores == full.points


def test_while_someone_holds_the_lightning_star_it_takes_a_round_of_passes() -> None:
    full = crowded()
    hands = map(" ".join, full.hands)
    stars = Stars(lightning=1)
    play = Dealt(*hands, pile="", laid=full.laid, stars=stars, table="small", goal=200)
    play.play(0, Pass())
    assert play.view(1).may == ("pass", "lightning")
    play.play(1, Pass())
    assert play.view(1).may == ("lightning", "end")
    assert CONEX.outcome(play.s) is None
    play.play(1, End())
    outcome = CONEX.outcome(play.s)
    assert outcome
    assert outcome.reason == "no-room"


def test_a_strike_ends_the_row_of_passes() -> None:
    full = crowded()
    hands = map(" ".join, full.hands)
    stars = Stars(lightning=1)
    play = Dealt(*hands, pile="", laid=full.laid, stars=stars, table="small", goal=200)
    play.play(0, Pass())
    play.play(1, Pass())
    play.play(1, Lightning(play.view().free[0]))
    play.play(0, Give(play.s.hands[0][0]))
    assert CONEX.outcome(play.s) is None
    assert play.s.passes == 0
    assert "draw" in play.view(0).may


def test_once_the_goal_is_reached_no_room_is_the_goal_too() -> None:
    play = Dealt("R01", "", pile="", points=(46, 12))
    play.lay(0, "R01", 1)
    assert CONEX.outcome(play.s) == Outcome((50, 12), (0,), "goal")


def test_scores_are_the_points_at_any_time() -> None:
    match = Match("conex", 3, seed="tonight")
    assert CONEX.scores(CONEX.setup(3, CONEX.decode_options({}))) == (0, 0, 0)
    for seat in (0, 1):
        assert match.submit(seat, {"type": "resign"}, t=0) is None
    assert match.outcome() == Outcome((0, 0, 0), (2,), "resigned")


# --- bad input ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({}, None),
        ({"card": "R02"}, "not-in-hand"),
        ({"card": "nonsense"}, "not-in-hand"),
        ({"card": ""}, "not-in-hand"),
        ({"corner": 2}, "bad-corner"),
        ({"corner": -1}, "bad-corner"),
        ({"corner": 10**30}, "bad-corner"),
        ({"target": "R02"}, "no-such-target"),
        ({"target": "R03"}, "no-such-target"),
        ({"target": ""}, "no-such-target"),
        ({"spot": 4}, "bad-spot"),
        ({"spot": -1}, "bad-spot"),
        ({"spot": -(10**30)}, "bad-spot"),
        ({"slide": 499}, "bad-slide"),
        ({"slide": 500}, None),
        ({"slide": 180_000}, "bad-slide"),
        ({"slide": -1_000}, "bad-slide"),
        ({"slide": 10**30}, "bad-slide"),
        ({"slide": -(2**63)}, "bad-slide"),
        ({"spot": 0}, "colour"),
        ({"double": True}, "no-star"),
        ({"corner": "0"}, "bad-move"),
        ({"corner": 0.5}, "bad-move"),
        ({"slide": None}, "bad-move"),
        ({"card": 7}, "bad-move"),
        ({"more": 1}, "bad-move"),
    ],
)
def test_a_lay_is_refused_with_the_code_of_its_fault(
    change: dict[str, object], code: str | None
) -> None:
    match = Match("conex", 2, {"first": 0}, seed="bad input")
    s = replace(match.state, hands=(("R03",), ("P01",)), pile=())
    match._positions[-1] = replace(match._positions[-1], state=s)
    lay = {"type": "lay", "card": "R03", "corner": 0, "target": "board", "spot": 3, "slide": 1_000}
    before = match.record()
    assert match.submit(0, {**lay, **change}, t=1) == code
    assert (match.record() == before) == (code is not None)


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({"type": "fly"}, "bad-move"),
        ({"type": "lay"}, "bad-move"),
        ({"type": "draw", "cards": 3}, "bad-move"),
        ({"type": "pass"}, "can-play"),
        ({"type": "end"}, "wrong-phase"),
        ({"type": "give", "card": "R03"}, "wrong-phase"),
        ({"type": "give", "card": 3}, "bad-move"),
        ({"type": "lightning"}, "bad-move"),
        ({"type": "lightning", "card": "R03"}, "no-such-target"),
        ({"type": "lots", "seat": 10**30}, "not-yours"),
        ({"type": "drew", "cards": ["R01", "R02"]}, "not-yours"),
        ({"type": "rolled", "face": "star2x"}, "not-yours"),
        ({"type": "deal", "hands": {"0": [1]}}, "bad-move"),
    ],
)
def test_other_moves_are_refused_with_the_code_of_their_fault(
    move: dict[str, object], code: str
) -> None:
    match = Match("conex", 2, {"first": 0}, seed="bad input")
    before = match.record()
    assert match.submit(0, move, t=1) == code
    assert match.record() == before


def test_a_slide_is_refused_one_micrometre_beyond_its_ends() -> None:
    play = Dealt("R03", "P01")
    slides = [slide for slide in play.view(0).legal.slides if slide.card == "R03"]
    assert len(slides) == 2
    for slide in slides:
        for place in (slide.start, slide.to):
            assert play.refusal(0, Lay("R03", 0, "board", slide.spot, place)) is None
        for place in (slide.start - 1, slide.to + 1):
            code = play.refusal(0, Lay("R03", 0, "board", slide.spot, place))
            assert code in ("bad-slide", "colour")
    fixed = play.view(0).legal.fixed[0]
    lay = Lay(fixed.card, fixed.corner, fixed.target, fixed.spot)
    assert play.refusal(0, lay) is None
    assert play.refusal(0, replace(lay, slide=1)) == "bad-slide"


def test_the_first_fault_is_the_code() -> None:
    play = Dealt("R03", "P01", "T01")
    wrong = Lay("X", 9, "X", 9, -1, True)
    assert play.refusal(1, wrong) == "not-your-turn"
    assert play.refusal(0, wrong) == "not-in-hand"
    assert play.refusal(0, replace(wrong, card="R03")) == "bad-corner"
    assert play.refusal(0, replace(wrong, card="R03", corner=0)) == "no-such-target"
    lay = Lay("R03", 0, "board", 9, -1, True)
    assert play.refusal(0, lay) == "bad-spot"
    assert play.refusal(0, replace(lay, spot=0)) == "bad-slide"
    assert play.refusal(0, replace(lay, spot=0, slide=1_000)) == "colour"
    assert play.refusal(0, replace(lay, spot=3, slide=1_000)) == "no-star"


@pytest.mark.parametrize(
    "move",
    [Lots(0), Deal({}), Drew(()), Rolled("draw1"), Gave({})],
)
def test_what_is_natures_is_no_players(move: Move) -> None:
    play = Dealt("R01", "P01")
    for seat in (0, 1, 2, 10**30):
        assert play.refusal(seat, move) == "not-yours"
    assert play.refusal(NATURE, move) == "wrong-phase"


@pytest.mark.parametrize(
    "move", [Lay("R01", 0, "board", 1), Draw(), Pass(), End(), Lightning("R01"), Give("R01")]
)
def test_what_is_a_players_is_not_natures_and_has_its_phase(move: Move) -> None:
    play = Dealt("R01", "P01")
    for seat in (NATURE, 2, -(10**30)):
        assert play.refusal(seat, move) == "not-yours"
    for phase in ("lots", "deal", "drawing", "rolling"):
        waiting = Dealt("R01", "P01", phase=phase)
        for seat in (0, 1):
            assert waiting.refusal(seat, move) == "wrong-phase"
    over = Dealt("R01", "P01", phase="over")
    assert {over.refusal(seat, move) for seat in (NATURE, 0, 1)} == {"game-over"}


def test_whose_turn_it_is_comes_after_what_can_be_done() -> None:
    play = Dealt("R01", "P01")
    assert play.refusal(1, End()) == "wrong-phase"
    assert play.refusal(1, Give("P01")) == "wrong-phase"
    for move in (Lay("P01", 1, "board", 0), Draw(), Pass(), Lightning("R01")):
        assert play.refusal(1, move) == "not-your-turn"
