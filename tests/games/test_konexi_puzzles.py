"""The puzzles of Konexi are those that its miner finds."""

import msgspec

from inglenook.coach.exercise_files import find_puzzles
from inglenook.coach.exercises import Puzzle
from inglenook.coach.mine_puzzles import mined

GAME = "konexi puzzles 8"
"""A short one, of those that made `puzzles.json`."""


def test_a_game_has_the_same_puzzles_when_it_is_mined_again() -> None:
    found = msgspec.json.decode(mined("konexi", GAME), type=tuple[Puzzle, ...])
    assert found
    shipped = find_puzzles("konexi")
    assert [shipped[puzzle.name] for puzzle in found] == list(found)
