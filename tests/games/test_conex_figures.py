"""The pictures on the rules page, and the cover, show what the rules say."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from inglenook.games.conex.cards import deck
from inglenook.games.conex.geometry import lays, placing
from inglenook.games.conex.rules.moves import Lay
from inglenook.games.conex.rules.view import Fixed, Laid, Slide

FILE = Path(__file__).parents[2] / "client/src/games/conex/figures.json"
FIGURES: dict[str, dict[str, Any]] = json.loads(FILE.read_text())
LAYS = [name for name, figure in FIGURES.items() if "lay" in figure]


def cards(figure: dict[str, Any]) -> tuple[Laid, ...]:
    return msgspec.convert(figure["laid"], tuple[Laid, ...])


def pose(laid: tuple[Laid, ...], lay: Lay) -> dict[str, int]:
    lie = {card.card: placing.Pose(card.x, card.y, card.d) for card in laid}
    on = lie.get(lay.target, placing.ORIGIN)
    return placing.pose(lay.card, lay.corner, lay.target, on, lay.spot, lay.slide)._asdict()


@pytest.mark.parametrize("name", LAYS)
def test_a_laid_card_lies_where_it_would_and_may_or_may_not(name: str) -> None:
    figure = FIGURES[name]
    laid, lay = cards(figure), msgspec.convert(figure["lay"], Lay)
    assert pose(laid, lay) == figure["at"]
    assert placing.fault(figure["table"], laid, lay) == figure.get("fault")


@pytest.mark.parametrize("name", [name for name in LAYS if "fault" not in FIGURES[name]])
def test_points_and_slides_are_those_of_the_view(name: str) -> None:
    figure = FIGURES[name]
    lay = msgspec.convert(figure["lay"], Lay)
    legal = lays.lays(figure["table"], cards(figure), [lay.card])
    ways: list[Fixed | Slide] = [*legal.fixed, *legal.slides]
    place = (lay.corner, lay.target, lay.spot)
    (found,) = [way for way in ways if (way.corner, way.target, way.spot) == place]
    assert found.points == figure["points"]
    ends = None
    if isinstance(found, Slide):
        ends = [
            {"x": found.x, "y": found.y, "d": found.d},
            {"x": found.to_x, "y": found.to_y, "d": found.d},
        ]
    assert figure.get("ends") == ends


def test_every_kind_and_every_fault_has_its_picture() -> None:
    kinds = {deck()[lay["card"]].patches[lay["corner"]].kind for lay in map(lay_of, LAYS)}
    assert kinds == {"square", "corner", "edge"}
    faults = {figure["fault"] for figure in FIGURES.values() if "fault" in figure}
    assert faults == {"colour", "touches", "covers-corner", "off-table"}


def lay_of(name: str) -> dict[str, Any]:
    lay: dict[str, Any] = FIGURES[name]["lay"]
    return lay


def test_a_card_that_is_not_flush_lies_as_no_lay_would_put_it() -> None:
    figure = FIGURES["flush"]
    (below,), stray = cards(figure), figure["stray"]
    on = placing.Pose(below.x, below.y, below.d)
    name = stray["card"]
    turns = {
        placing.pose(name, corner, below.card, on, spot, 0).d
        for corner in range(len(deck()[name].patches))
        for spot in range(4)
    }
    assert stray["d"] not in turns
    # It really lies on that card.
    assert not placing.apart(stray["x"] - on.x, stray["y"] - on.y, stray["d"], placing.CARD, on.d)


def test_lightning_strikes_a_free_card_that_lies_on_another() -> None:
    figure = FIGURES["lightning"]
    below, struck = cards(figure)
    assert (struck.card, struck.on) == (figure["struck"], below.card)
    places = {(way.x, way.y, way.d) for way in lays.lays("medium", (below,), [struck.card]).fixed}
    assert (struck.x, struck.y, struck.d) in places


def test_the_cover_is_a_position_that_can_be_played() -> None:
    figure = FIGURES["cover"]
    laid = cards(figure)
    for number, raw in enumerate(figure["lays"], start=1):
        lay = msgspec.convert(raw, Lay)
        assert placing.fault(figure["table"], laid[:number], lay) is None
        card = laid[number]
        assert (card.card, card.on) == (lay.card, lay.target)
        assert pose(laid[:number], lay) == {"x": card.x, "y": card.y, "d": card.d}
    assert number == len(laid) - 1
