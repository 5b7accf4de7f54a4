"""Kewbz from a board set up by hand: what may stand there, and that everything plays on from it."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import inglenook
from inglenook import Match, Refused, dumps, loads, replay
from inglenook.core.game import Move
from inglenook.games.kewbz import fast

SMALL = {"size": 6, "cubes": 12}
STACKS = {"c3": [0, 1, 0], "d3": [0], "c4": [1], "b3": [1, 1], "b2": [0]}
L_SHAPE = {"c3": [0], "c4": [0], "d3": [0]}


def begun(stacks: Mapping[str, Sequence[int]], turn: int = 0, **options: Any) -> Match:
    position = {"stacks": stacks, "turn": turn}
    return Match("kewbz", options={**SMALL, **options, "position": position})


def test_it_begins_there() -> None:
    match = begun(STACKS, turn=1)
    view = match.view()
    assert {cell: list(stack) for cell, stack in view.stacks.items()} == STACKS
    # Of twelve each, four and four stand on the board.
    assert (view.to_move, view.unplayed, view.towers) == (1, (8, 8), (3, 2))
    assert match.submit(0, {"type": "place", "cell": "d2"}) == "not-your-turn"
    match.play({"type": "place", "cell": "a3"})
    assert match.view().stacks["b3"][-1] == 1


def test_an_empty_board_may_begin_with_either() -> None:
    assert begun({}, turn=1).to_move() == {1}


@pytest.mark.parametrize(
    ("stacks", "code", "detail"),
    [
        ({"g7": [0]}, "bad-cell", "g7"),
        (L_SHAPE | {"c3": [0, 1, 0, 1, 0, 1]}, "too-tall", "c3"),
        (L_SHAPE | {"d4": [1]}, "square", "c3"),
        (L_SHAPE | {"f6": [1]}, "not-adjacent", "f6"),
        (L_SHAPE | {"c4": [0, 1]}, "no-corner", "c4"),
        (L_SHAPE | {"c3": [1] * 5, "b2": [1], "c5": [1], "c6": [1], "d2": [1], "e3": [1],
                    "f3": [1], "b6": [1], "a6": [1]}, "too-few-cubes", "13 > 12"),
        ({"c3": [0] * 5, "c4": [0], "d3": [0], "c2": [0], "b3": [0], "e3": [0], "c5": [0],
          "a3": [0]}, "nothing-to-play", ""),
    ],
)  # fmt: skip
def test_what_cannot_be(stacks: dict[str, Sequence[int]], code: str, detail: str) -> None:
    with pytest.raises(Refused) as refused:
        begun(stacks)
    assert (refused.value.code, refused.value.detail) == (code, detail)


@pytest.mark.parametrize(
    "options",
    [
        {"position": {"stacks": {"a1": [2]}}},
        {"position": {"stacks": {}, "turn": 2}},
        {"position": {"stacks": {}, "last": "a1"}},
        {"position": {}},
        {"position": "8/8/8"},
        {"position": {"stacks": {}}, "swap": True},
    ],
)
def test_what_is_no_position(options: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        Match("kewbz", options=options)
    assert refused.value.code == "bad-options"


def test_whatever_a_game_comes_to_can_be_set_up() -> None:
    match = Match("kewbz", options=SMALL, seed="any")
    while not match.outcome():
        view = match.view()
        again = begun(view.stacks, view.to_move)  # type: ignore[arg-type] # it goes on
        assert again.state == match.state
        assert set(again.legal()) == set(match.legal())
        match.play(match.sample())


def test_it_is_kept_in_the_record_and_other_records_do_not_mention_it() -> None:
    match = begun(STACKS, turn=1)
    match.play(match.sample())
    record = loads(dumps(match.record()))
    assert record.options["position"] == {"stacks": STACKS, "turn": 1}
    assert replay(record).state == match.state
    assert "position" not in Match("kewbz").options


def test_the_twin_the_bots_the_hints_and_the_coach_play_on_from_it() -> None:
    match = begun(STACKS, turn=1)
    assert fast.to_state(6, fast.from_state(match.state)) == match.state
    hints = inglenook.advise(match)
    assert hints[0].move in match.legal()
    while not match.outcome():
        move = inglenook.choose(match, "lintel")
        assert isinstance(move, Move)
        match.play(move)
    insights = list(inglenook.analyse(match.record()))
    assert len(insights) == len(match.log)
    assert insights[0].seat == 1
