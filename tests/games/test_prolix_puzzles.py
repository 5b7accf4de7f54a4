"""The puzzles of Prolix: each can be solved, none is like another."""

import json
from itertools import islice
from pathlib import Path

import msgspec
import pytest

import inglenook.games.prolix
from inglenook import words
from inglenook.coach.exercises import Puzzle, Tried, attempt, begin
from inglenook.core.game import Refused
from inglenook.games.prolix import board
from inglenook.games.prolix.mine import ENGINE, GOALS, KNOWN, MIN_WORDS, mine

FILE = Path(inglenook.games.prolix.__file__).parent / "puzzles.json"
TEXTS = Path(__file__).parents[2] / "client/src/games/prolix/i18n/en.json"
PUZZLES = msgspec.json.decode(FILE.read_bytes(), type=tuple[Puzzle, ...])


def says(puzzle: Puzzle, word: str, t: int = 0) -> tuple[str, bool]:
    reply = attempt(puzzle, (Tried({"type": "say", "word": word}, t),)).reply
    assert reply
    return reply.say, reply.right


def goal(puzzle: Puzzle) -> int:
    return int(puzzle.name.partition("-")[2])


def test_there_are_enough_and_no_two_alike() -> None:
    assert len(PUZZLES) >= 200
    assert len({puzzle.name.partition("-")[0] for puzzle in PUZZLES}) == len(PUZZLES)
    assert {goal(puzzle) for puzzle in PUZZLES} == set(GOALS)


def test_easy_ones_come_first_and_there_are_all_kinds() -> None:
    ratings = [puzzle.rating for puzzle in PUZZLES]
    assert ratings == sorted(ratings)
    for low in range(800, 1800, 200):
        assert sum(low <= rating < low + 200 for rating in ratings) >= 10, low


def test_what_is_named_best_is_no_coarse_word() -> None:
    for puzzle in PUZZLES:
        named = str(puzzle.asks[0].replies[0].move["word"])
        assert words.is_shown(named)


@pytest.mark.parametrize("puzzle", PUZZLES[::25], ids=lambda puzzle: puzzle.name)
def test_a_sample_is_solved_again(puzzle: Puzzle) -> None:
    match = begin(puzzle)
    assert puzzle.name == f"{match.state.pool.board.lower()}-{goal(puzzle)}"
    known = words.best(board.worths(match.state.pool.board), KNOWN)
    enough = [word for word, value in known if value >= goal(puzzle)]
    assert len(enough) >= MIN_WORDS
    named = str(puzzle.asks[0].replies[0].move["word"])
    assert says(puzzle, named) == ("best", True)
    used = match.state.used
    free = next(w for w in enough[::-1] if w != named and not any(words.clash(w, u) for u in used))
    assert says(puzzle, free) == ("reached", True)
    poor = next(word for word, value in known if value < goal(puzzle) and len(word) < 6)
    assert says(puzzle, poor) == ("poor", False)
    with pytest.raises(Refused, match="too-late"):
        says(puzzle, named, 45_001)


def test_the_sand_runs_in_all_of_them_and_it_is_the_solvers_turn() -> None:
    for puzzle in PUZZLES[::25]:
        view = begin(puzzle).view(puzzle.seat)
        assert (view.active, view.phase) == (puzzle.seat, "open")
        assert view.timer.holder not in (None, puzzle.seat)


def test_mining_finds_the_same_again() -> None:
    kept = {puzzle.name: puzzle for puzzle in PUZZLES}
    found = list(islice(mine("prolix puzzles 0"), 2))
    assert found
    for puzzle in found:
        assert puzzle.engine == ENGINE
        assert bytes(kept[puzzle.name].record) == bytes(puzzle.record)


def test_every_text_is_there() -> None:
    texts = json.loads(TEXTS.read_text())
    for puzzle in PUZZLES:
        (ask,) = puzzle.asks
        assert f"prolix.puzzle.{ask.name}" in texts
        for reply in ask.replies:
            assert f"prolix.puzzle.{reply.say}" in texts
