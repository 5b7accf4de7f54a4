"""CONEX: what is wrong with a place where a card was let go, and where to look."""

from random import Random

import pytest

from inglenook import Match, Refused
from inglenook.games.conex.cards import board, deck
from inglenook.games.conex.geometry import lays, placing
from inglenook.games.conex.geometry.candidates import candidates
from inglenook.games.conex.rules.judging import judge
from inglenook.games.conex.rules.view import Laid, Place, Slide, Verdict
from tests.games.conex_loaded import CONEX, Dealt
from tests.games.conex_tables import grow, lay_of

Y10 = Laid("Y10", 200_000, 200_000, 0, "board")


def judged(play: Dealt, card: str, x: int, y: int) -> Verdict:
    return judge(play.s, 0, Place(card, x, y))


def test_the_verdict_is_the_code_with_which_that_lay_is_refused() -> None:
    """Let go exactly where it would lie, a card hears what a lay there would hear."""
    rng, codes = Random(11), set()
    for table, size in (("small", 8), ("small", 16), ("medium", 24)):
        laid, rest = list(grow(rng, table, size))[-1]
        hand = rest[:4]
        play = Dealt(" ".join(hand), "", laid=tuple(laid), pile="", table=table)
        ways = candidates(laid, hand)
        for way in rng.sample(ways.lays, 40):
            slide = (way.start + way.to) // 2 if isinstance(way, Slide) else 0
            lay = lay_of(way, slide)
            at = placing.pose_of(laid, lay)
            verdict = judged(play, way.card, at.x, at.y)
            assert verdict.pose is not None
            if (verdict.pose.x, verdict.pose.y, verdict.pose.d) != at:
                continue  # Another way ends in the same place.
            assert verdict.code == (placing.fault(table, laid, lay) or "closer")
            codes.add(verdict.code)
    assert codes == {"covers-corner", "off-table", "touches", "closer"}


def test_a_card_of_another_colour_is_lit() -> None:
    play = Dealt("R01", "P01", laid=(Laid("R05", 300_000, 0, 0, "board"),))
    assert "red" not in {patch.colour for patch in deck()["R01"].patches}
    verdict = judged(play, "R01", 300_000, 60_000)
    assert (verdict.code, verdict.card) == ("colour", "R05")
    assert set(verdict.at) == {
        (x, y) for x in (270_000, 330_000) for y in (-45_000, 45_000)
    }  # The whole card.


def test_a_square_of_another_colour_is_lit() -> None:
    (wrong,) = (
        corner
        for corner, colour in enumerate(board().corner_colours)
        if colour not in {patch.colour for patch in deck()["R01"].patches}
    )
    play = Dealt("R01", "P01")
    x, y = ((-1, -1), (1, -1), (1, 1), (-1, 1))[wrong]
    verdict = judged(play, "R01", x * 115_000, y * 125_000)
    assert (verdict.code, verdict.card) == ("colour", "board")
    side, square = board().side_mm * 500, board().square_mm * 1000
    assert set(verdict.at) == {
        (x * a, y * b) for a in (side, side - square) for b in (side, side - square)
    }


def test_what_is_touched_is_lit_and_named() -> None:
    play = Dealt("R01", "P01")
    free = play.find(0, "R01")
    blocked = Laid("T01", free.x + 20_000, free.y, 0, "board")
    verdict = judged(Dealt("R01", "P01", laid=(blocked,)), "R01", free.x, free.y)
    assert (verdict.code, verdict.card) == ("touches", "T01")
    assert len(verdict.at) == 4
    assert sum(x for x, _ in verdict.at) == 4 * blocked.x


def test_the_side_of_the_table_is_lit() -> None:
    width, height = placing.half("large")
    edge = Laid("Y10", width - 30_000, 0, 0, "board")
    play = Dealt("R01", "P01", laid=(edge,))
    verdict = judged(play, "R01", width + 20_000, 60_000)
    assert (verdict.code, verdict.card) == ("off-table", None)
    assert set(verdict.at) == {(width, -height), (width, height)}


def test_the_covered_corner_is_lit() -> None:
    for target, card in deck().items():
        laid = Laid(target, 300_000, 0, 0, "board")
        for way in candidates([laid], ["R01"]).fixed:
            corner = placing.covered("R01", way.corner, target, way.spot, 0)
            if way.target == "board" or corner is None:
                continue
            verdict = judged(Dealt("R01", "P01", laid=(laid,)), "R01", way.x, way.y)
            assert (verdict.code, verdict.card) == ("covers-corner", target)
            assert len(verdict.at) == (4 if card.patches[corner].kind == "square" else 3)
            assert all(abs(x - laid.x) <= 30_000 and abs(y) <= 45_000 for x, y in verdict.at)
            return
    raise AssertionError("no corner to cover")


def test_near_a_place_that_fits_one_is_told_to_come_closer() -> None:
    play = Dealt("R01", "P01", laid=(Y10,))
    lay = play.find(0, "R01")
    verdict = judged(play, "R01", lay.x - 9_000, lay.y - 9_000)
    assert (verdict.code, verdict.card, verdict.at) == ("closer", None, ())


def test_far_from_everything_there_is_nothing_to_lay_it_on() -> None:
    assert judged(Dealt("R01", "P01"), "R01", 500_000, 400_000) == Verdict("nowhere")


def test_only_a_card_in_the_own_hand_is_judged() -> None:
    with pytest.raises(Refused, match="not-in-hand"):
        judged(Dealt("R01", "P01"), "P01", 0, 0)


def test_what_is_no_place_is_refused() -> None:
    for raw in ({}, {"card": "R01", "x": 1.5, "y": 0}, {"card": "R01", "x": 10**9, "y": 0}):
        with pytest.raises(Refused, match="bad-message"):
            CONEX.decode_place(raw)
    with pytest.raises(Refused, match="bad-message"):
        Match("kewbz", 2).game.decode_place({})


def test_a_lay_tells_how_many_of_its_points_are_for_the_plus_2_card() -> None:
    for target, plus in (("Y10", 2), ("Y01", 0)):
        laid = Laid(target, 300_000, 0, 0, "board")
        both = lays.lays("large", [laid], deck()), candidates([laid], deck())
        for lay in (lay for legal in both for lay in legal.lays if lay.target == target):
            value = deck()[lay.card].patches[lay.corner].value
            assert (lay.points - lay.plus, lay.plus) == (value, plus)
