"""CONEX' puzzles: one answer that is clearly best, and no two alike."""

from pathlib import Path

import msgspec
import pytest

from inglenook import Rng
from inglenook.coach.exercises import Puzzle, Tried, attempt, begin
from inglenook.core.position import digest
from inglenook.games.conex.analyse import alike, weighed
from inglenook.games.conex.mine import DEEPER, ENGINE, MARGIN, mine

FILE = Path(__file__).parents[2] / "src/inglenook/games/conex/puzzles.json"
PUZZLES = msgspec.json.decode(FILE.read_bytes(), type=tuple[Puzzle, ...])


def test_there_are_enough_and_no_two_are_alike() -> None:
    assert len(PUZZLES) >= 200
    assert len({puzzle.name for puzzle in PUZZLES}) == len(PUZZLES)
    positions = {digest(begin(puzzle).positions[-1]) for puzzle in PUZZLES}
    assert len(positions) == len(PUZZLES)


def test_all_kinds_of_answers_are_asked_for_and_most_are_lays() -> None:
    kinds = [puzzle.asks[0].replies[0].move["type"] for puzzle in PUZZLES]
    assert set(kinds) == {"lay", "draw", "lightning"}
    assert kinds.count("lay") > len(kinds) / 2


def test_each_has_one_answer_that_can_be_given_and_a_margin() -> None:
    for puzzle in PUZZLES:
        assert (puzzle.engine, puzzle.margin >= MARGIN) == (ENGINE, True)
        (ask,) = puzzle.asks
        match = begin(puzzle)
        right = [
            move
            for move in match.game.legal(match.state, puzzle.seat)
            if ask.replies[0].move.items() <= msgspec.to_builtins(move).items()
        ]
        assert len(set(map(alike, right))) == 1
        # Both ends of a slide, and the middle.
        for move in right:
            tried = attempt(puzzle, (Tried(msgspec.to_builtins(move)),))
            assert tried.reply is ask.replies[0]


@pytest.mark.parametrize("puzzle", PUZZLES[::40], ids=lambda puzzle: puzzle.name)
def test_other_chances_give_the_same_answer(puzzle: Puzzle) -> None:
    found = weighed(begin(puzzle).state, puzzle.seat, Rng("again", 0), DEEPER, None)
    best = msgspec.to_builtins(found[0].move)
    assert puzzle.asks[0].replies[0].move.items() <= best.items()


@pytest.mark.parametrize("puzzle", PUZZLES[::120], ids=lambda puzzle: puzzle.name)
def test_what_is_shipped_is_found_again_in_the_game_it_comes_from(puzzle: Puzzle) -> None:
    assert puzzle in [*mine(begin(puzzle).seed)]
