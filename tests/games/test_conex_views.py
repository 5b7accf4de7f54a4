"""CONEX: what each seat may know and do, and states made up from it."""

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from inglenook import Entry, Match, Move, Refused, Rng
from inglenook.games.conex.cards import deck
from inglenook.games.conex.rules import Conex
from inglenook.games.conex.rules.moves import Draw, End, Give, Lay, Lightning, Pass
from inglenook.games.conex.rules.state import State
from inglenook.games.conex.rules.view import Fixed, Laid, Slide, Stars
from tests.games.conex_loaded import CONEX, Dealt, crowded, played

Y10 = Laid("Y10", 200_000, 200_000, 0, "board")


def test_a_hand_and_its_lays_are_its_owners_alone() -> None:
    play = Dealt("R01 R02", "P01")
    assert play.view(0).hand == ("R01", "R02")
    assert {lay.card for lay in play.view(0).legal.lays} == {"R01", "R02"}
    # One may plan while another's turn lasts.
    assert {lay.card for lay in play.view(1).legal.lays} == {"P01"}
    assert play.view(1).may == ()
    watching = play.view(None)
    assert (watching.hand, watching.legal.lays, watching.may) == ((), (), ())
    assert watching.hands == (2, 1)


def test_the_view_tells_where_a_lay_comes_to_lie_and_what_it_scores() -> None:
    play = Dealt("R01", "P01", laid=(Y10,))
    lay = play.find(0, "R01", 0, "Y10")
    assert lay.points == 5
    play.lay(0, "R01", 0, "Y10")
    assert play.s.laid[-1] == Laid("R01", lay.x, lay.y, lay.d, "Y10")


def test_the_view_names_a_slide_from_and_to_on_the_wire() -> None:
    text = msgspec.json.encode(Dealt("R03", "P01").view(0).legal)
    (first, *_) = msgspec.json.decode(text)["slides"]
    assert first["from"] < first["to"]


def kinds(moves: Sequence[Move]) -> set[type[Move]]:
    return {type(move) for move in moves}


def test_legal_moves_of_a_turn() -> None:
    play = Dealt("R03", "P01", laid=(Y10,), stars=Stars(0, 0))
    moves = list(CONEX.legal(play.s, 0))
    assert kinds(moves) == {Lay, Draw, Lightning}
    lays = [move for move in moves if isinstance(move, Lay)]
    assert {lay.double for lay in lays} == {False, True}
    for slide in play.view(0).legal.slides:
        places = {lay.slide for lay in lays if (lay.target, lay.spot) == (slide.target, slide.spot)}
        assert {slide.start, (slide.start + slide.to) // 2, slide.to} <= places
    assert len(set(moves)) == len(moves)
    assert list(CONEX.legal(play.s, 1)) == []


def test_legal_moves_at_the_end_of_a_turn_and_of_givers() -> None:
    play = Dealt("R01 R02", "P01 P02", laid=(Y10,), stars=Stars(lightning=0))
    play.lay(0, "R01", 0, "Y10")
    assert list(CONEX.legal(play.s, 0)) == [Lightning("R01"), End()]
    play.play(0, Lightning("R01"))
    assert list(CONEX.legal(play.s, 1)) == [Give("P01"), Give("P02")]
    assert list(CONEX.legal(play.s, 0)) == []
    play = Dealt("", "R01", pile="")
    assert list(CONEX.legal(play.s, 0)) == [Pass()]


def test_a_sample_slides_to_any_micrometre_and_uses_the_star_now_and_then() -> None:
    play = Dealt("R03", "P01", stars=Stars(star2x=0), pile="")
    moves = [CONEX.sample(play.s, 0, Rng("sample", n)) for n in range(200)]
    lays = [move for move in moves if isinstance(move, Lay)]
    assert len({lay.slide for lay in lays}) > 30
    assert {lay.double for lay in lays} == {False, True}
    assert {CONEX.check(play.s, Entry(0, 0, 0, lay)) for lay in lays} == {None}


def test_hidden_spots_are_not_in_the_view_and_candidates_say_nothing_of_what_fits() -> None:
    wrong: set[str | None] = set()
    for s in played(2, "by eye", table="small").history():
        if s.phase != "turn" or s.active is None:
            continue
        hidden = replace(s, options=replace(s.options, spots="hidden"))
        shown, view = CONEX.view(s, s.active), CONEX.view(hidden, s.active)
        assert shown.candidates.lays == view.legal.lays == ()
        assert CONEX.view(hidden, None).candidates.lays == ()
        # They are corners on their colours, all that fits among them; the rest is for the eye.
        assert set(shown.legal.fixed) <= set(view.candidates.fixed)
        for slide in shown.legal.slides:
            assert any(_covers(candidate, slide) for candidate in view.candidates.slides)
        wrong |= {_fault(hidden, candidate) for candidate in view.candidates.lays}
    assert wrong == {None, "covers-corner", "off-table", "touches"}


def _covers(candidate: Slide, slide: Slide) -> bool:
    def place(lay: Slide) -> tuple[object, ...]:
        return lay.card, lay.corner, lay.target, lay.spot, lay.d, lay.points

    inside = candidate.start <= slide.start <= slide.to <= candidate.to
    return inside and place(candidate) == place(slide)


def _fault(s: State, lay: Fixed | Slide) -> str | None:
    assert s.active is not None
    slide = lay.start if isinstance(lay, Slide) else 0
    move = Lay(lay.card, lay.corner, lay.target, lay.spot, slide)
    return CONEX.check(s, Entry(0, 0, s.active, move))


def test_with_hidden_spots_whoever_has_cards_may_try_and_pass_when_nothing_is_to_be_drawn() -> None:
    full = replace(crowded(), phase="turn", active=0, first=0, passes=0, stars=Stars())
    hidden = replace(full, options=replace(full.options, spots="hidden"))
    assert CONEX.view(full, 0).may == ("pass",)
    assert CONEX.view(hidden, 0).may == ("lay", "pass")
    assert CONEX.check(hidden, Entry(0, 0, 0, Pass())) is None
    play = Dealt("R03", "P01", spots="hidden", pile="")
    assert play.view(0).may == ("lay", "pass")
    assert play.refusal(0, Pass()) == "can-play"
    assert Dealt("", "P01", spots="hidden").view(0).may == ("draw",)


def test_a_state_can_be_hashed() -> None:
    match = played(3, "hash", table="small")
    again = played(3, "hash", table="small")
    assert len({*match.history(), *again.history()}) == len(set(match.history()))


def test_the_table_as_text() -> None:
    play = Dealt(
        "R01 R02", "P01", laid=(Y10,), stars=Stars(star2x=0), under=("R05",), points=(4, 0)
    )
    assert Conex().show(play.view(0)).splitlines() == [
        "CONEX on the large table, to 50",
        "Seat 0: 4 points, R01 R02, 2x star",
        "Seat 1: 0 points, 1 cards",
        "Pile: 49 cards, 1 of them put under it",
        "Y10 on board at  200.0  200.0 mm, turned 0°",
        "Turn of seat 0",
    ]
    assert "R01" not in Conex().show(play.view(1))
    assert Conex().show(Match("conex", 2, seed="tonight").view()).count("\n") == 4


def cards(s: State) -> list[str]:
    """All cards, wherever they are."""
    hands = [card for hand in s.hands for card in hand]
    gifts = [gift.card for gift in s.gifts]
    return sorted([*hands, *s.pile, *s.under, *gifts, *(laid.card for laid in s.laid)])


def test_a_made_up_state_keeps_what_is_seen_and_shuffles_the_rest() -> None:
    match = Match("conex", 3, seed="tonight")
    guesses = [CONEX.determinize(match.view(1), Rng("guess", n)) for n in range(20)]
    for guess in guesses:
        assert guess.hands[1] == match.state.hands[1]
        assert cards(guess) == sorted(deck())
    assert len({guess.hands[0] for guess in guesses}) == 20
    assert len({CONEX.determinize(match.view(None), Rng("", n)).hands for n in range(20)}) == 20


def test_a_made_up_state_can_be_played_on_from_every_phase() -> None:
    seen = set()
    for n in range(12):
        match = played(2 + n % 3, f"phases {n}", table="small")
        for i, state in enumerate(match.history()):
            seen.add(state.phase)
            for seat in (None, 0, 1):
                guess = CONEX.determinize(CONEX.view(state, seat), Rng("guess", i))
                assert cards(guess) == sorted(deck())
                for mover in sorted(CONEX.to_move(guess)):
                    rng = Rng("next", i)
                    move = (
                        CONEX.nature(guess, rng) if mover == -1 else CONEX.sample(guess, mover, rng)
                    )
                    entry = Entry(0, 0, mover, move)
                    assert CONEX.check(guess, entry) is None
                    assert cards(CONEX.apply(guess, entry)) == sorted(deck())
    assert seen == {"lots", "deal", "turn", "drawing", "rolling", "closing", "giving", "over"}


def test_no_card_is_ever_lost() -> None:
    for n in range(12):
        match = played(2 + n % 3, f"lost {n}", table="medium")
        for state in match.history():
            assert cards(state) == sorted(deck())


def test_undo_brings_everything_back() -> None:
    match = Match("conex", 2, {"first": 0}, seed="tonight")
    before = [match.view(seat) for seat in (None, 0, 1)]
    assert match.submit(0, Draw(), t=1_000) is None
    assert match.view(0) != before[1]
    assert match.submit(0, {"type": "undo", "to": 1}, t=2_000) is None
    assert [match.view(seat) for seat in (None, 0, 1)] == before


@pytest.mark.parametrize(
    "options",
    [
        {"table": "huge"},
        {"goal": 9},
        {"goal": 201},
        {"goal": "50"},
        {"first": -1},
        {"first": 4},
        {"spots": "some"},
        {"more": 1},
    ],
)
def test_options_have_their_range(options: dict[str, object]) -> None:
    with pytest.raises(Refused, match="bad-options"):
        Match("conex", 4, options)


def test_every_test_that_the_rules_page_names_exists_and_every_code_is_on_it() -> None:
    root = Path(__file__).parents[2]
    page = (root / "docs/games/conex.md").read_text()
    named = set(re.findall(r"`(test_\w+)`", page))
    files = (root / "tests/games").glob("test_conex_*.py")
    written = {
        name for file in files for name in re.findall(r"^def (test_\w+)", file.read_text(), re.M)
    }
    assert len(named) > 60
    assert named <= written
    source = "".join(
        (root / "src/inglenook/games/conex" / f"{name}.py").read_text()
        for name in ("rules/faults", "geometry/placing", "rules/state")
    )
    codes = set(re.findall(r'"((?:[a-z]+-)+[a-z]+)"', source)) | {"touches", "colour"}
    assert {"not-your-turn", "off-table", "star-too-new"} <= codes
    assert {code for code in codes if f"`{code}`" not in page} == set()
