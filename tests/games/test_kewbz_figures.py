"""The pictures on the rules page show what the rules do."""

import json
from pathlib import Path

from inglenook import Entry, Rng, find_game
from inglenook.games.kewbz.rules import Place
from inglenook.games.kewbz.view import View

KEWBZ = find_game("kewbz")
FIGURES = Path(__file__).parents[2] / "client/src/games/kewbz/figures.json"


def test_every_figure_is_true() -> None:
    checked = set()
    for name, figure in json.loads(FIGURES.read_text()).items():
        stacks = {cell: tuple(stack) for cell, stack in figure["stacks"].items()}
        view = View(8, stacks, (30, 30), (0, 0), (0, 0), figure.get("seat", 0), (), None, "no")
        s = KEWBZ.determinize(view, Rng("figures", 0))
        if "cell" in figure:
            stacked = figure.get("stacked") or dict.fromkeys(figure["badges"], 1)
            preview = KEWBZ.preview(s, figure["seat"])
            assert preview.cells[figure["cell"]].stacked == stacked, name  # type: ignore[union-attr] # there is one
            checked.add(name)
        if "barred" in figure:
            assert KEWBZ.check(s, Entry(0, 0, 0, Place(figure["barred"]))) == "square"
            checked.add(name)
        if name == "score":
            assert KEWBZ.scores(s) == (3 - 30, 2 - 30)
            checked.add(name)
    assert checked >= {"corner", "double", "grow", "plus", "stem", "bar", "square", "five", "score"}
