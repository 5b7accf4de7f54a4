"""The pictures on the rules page show what the rules do."""

import json
from pathlib import Path
from typing import Any

import msgspec

from inglenook.games.prolix import board, scoring
from inglenook.games.prolix.board import ROWS
from inglenook.games.prolix.view import Sheet

FIGURES = json.loads(
    (Path(__file__).parents[2] / "client/src/games/prolix/figures.json").read_text()
)


def letters(tiles: list[dict[str, Any]]) -> str:
    return "".join(tile["letter"] for tile in tiles)


def test_words_flip_and_score_what_the_figures_show() -> None:
    assert set(FIGURES["words"]) == {"value", "twice", "once"}
    for figure in FIGURES["words"].values():
        shown, word = letters(figure["tiles"]), figure["word"]
        assert list(msgspec.to_builtins(board.tiles(shown))) == figure["tiles"]
        assert list(board.flipped(shown, word)) == figure["flipped"]
        assert board.value(shown, word) == figure["points"]


def test_the_tiles_of_the_figure_advance_by_a_column() -> None:
    before, after = FIGURES["advance"]
    for tiles in (before, after):
        assert list(msgspec.to_builtins(board.tiles(letters(tiles)))) == tiles
    assert letters(after)[ROWS:] == letters(before)[:-ROWS]


def test_the_figures_sheet_adds_up() -> None:
    figure = FIGURES["sheet"]
    sheet, seats = msgspec.convert(figure["sheet"], Sheet), figure["seats"]
    assert list(scoring.crossed_out(sheet, seats)) == figure["crossed"]
    assert scoring.challenges(sheet) == figure["challenges"]
    assert scoring.most_interrupts(seats, figure["rounds"]) == figure["interrupts"]
    assert scoring.total(sheet, seats) == figure["total"]
