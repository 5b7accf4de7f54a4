"""The towers on the rules page and on the cover are ones that the rules can build."""

import json
from pathlib import Path
from typing import Any

import pytest

from inglenook.games.konexi.rules import vocabulary
from inglenook.games.konexi.rules.state import near
from inglenook.games.konexi.tower import joins
from inglenook.games.konexi.tower.building import Tower, founded, joined
from inglenook.games.konexi.tower.letters import ROTATIONS, letters

FILE = Path(__file__).parents[2] / "client/src/games/konexi/figures.json"
FIGURES: dict[str, dict[str, Any]] = json.loads(FILE.read_text())


def built(figure: dict[str, Any]) -> tuple[Tower, str | None]:
    """The tower of a figure, and why its last letter may not be there; all others may."""
    first, *others = figure["tower"]
    rests = letters()[first["letter"]].rests
    upright = next(pose for pose, rest in enumerate(rests) if rest.name == "upright")
    tower: Tower = (founded(first["letter"], upright),)
    fault = None
    for each in others:
        assert fault is None
        join = each["letter"], each["own"], each["to"], each["at"], 0
        fault = joins.fault(tower, *join)
        tower = (*tower, joined(tower, *join))
    return tower, fault


@pytest.mark.parametrize("name", FIGURES)
def test_letters_are_drawn_where_the_joins_put_them(name: str) -> None:
    tower, fault = built(FIGURES[name])
    assert fault == FIGURES[name].get("fault")
    turned = ROTATIONS[tower[0].rotation].tolist()
    # Its x goes along the table, its y up.
    assert (turned[0][0], turned[2][1]) == (1, 1)
    for piece, drawn in zip(tower, FIGURES[name]["tower"], strict=True):
        assert ROTATIONS[piece.rotation].tolist() == turned
        assert (piece.x / 1000, -piece.z / 1000) == (drawn["x"], drawn["y"])


def test_rule_counts_and_clue_does_not() -> None:
    tower, _ = built(FIGURES["rule"])
    assert vocabulary.pieces(near(tower), "rule") == ["RULE"]
    assert len(vocabulary.pieces(near(tower), "clue")) == 3


@pytest.mark.parametrize("name", ["cover", "rule", "join"])
def test_towers_that_stand_would_stand(name: str) -> None:
    gauge, _ = joins.steadiness(built(FIGURES[name])[0])
    assert gauge >= 0
