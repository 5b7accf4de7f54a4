"""The puzzles of Kewbz: the engine finds their answers again, and mirror images are one puzzle."""

import msgspec
import pytest

from inglenook import Match
from inglenook.coach.exercise_files import find_puzzles
from inglenook.coach.exercises import Puzzle, Tried, attempt, begin
from inglenook.core.game import Rng
from inglenook.games.kewbz.mine import CHECKED, MARGIN, mine, position_name
from inglenook.games.kewbz.root_search import best, margin, options
from inglenook.games.kewbz.search import blank

PUZZLES = find_puzzles("kewbz")
SAMPLE = Rng("kewbz puzzles", 0).shuffled(sorted(PUZZLES))[:6]


@pytest.mark.parametrize("name", SAMPLE)
def test_the_answers_are_found_again(name: str) -> None:
    puzzle, done = PUZZLES[name], tuple[Tried, ...]()
    for ask in puzzle.asks:
        s = attempt(puzzle, done).match.state
        right = next(reply.move for reply in ask.replies if reply.right)
        there, m = options(s), blank(s.size)
        leader, value = best(s.size, there, CHECKED, m)
        others = [option for option in there if option is not leader]
        second = best(s.size, others, CHECKED, m)[1]
        assert leader.move.cell == right["cell"]
        # Ahead by points, or the only one that wins.
        assert margin(value) - margin(second) >= MARGIN or (margin(value) > 0 >= margin(second))
        done = (*done, Tried(right))
    assert attempt(puzzle, done).ask == len(puzzle.asks)


def test_hard_ones_are_not_found_at_once() -> None:
    hard = [puzzle for puzzle in PUZZLES.values() if puzzle.rating > 1200][:10]
    seen = 0
    for puzzle in hard:
        s = begin(puzzle).state
        seen += best(s.size, options(s), 1, blank(s.size))[0].move.cell == _first(puzzle)
    assert hard
    assert seen < len(hard) / 2


def _first(puzzle: Puzzle) -> str:
    cell: str = next(reply.move["cell"] for reply in puzzle.asks[0].replies if reply.right)
    return cell


@pytest.mark.parametrize("name", SAMPLE[:3])
def test_its_game_gives_the_same_puzzle_again(name: str) -> None:
    seed: str = msgspec.json.decode(PUZZLES[name].record)["seed"]
    found = {puzzle.name: puzzle for puzzle in mine(seed)}
    assert msgspec.json.encode(found[name]) == msgspec.json.encode(PUZZLES[name])


def test_mirror_images_have_one_name() -> None:
    cells = ["c3", "c4", "d4", "b5"]
    mirrored = [f"{'fedcba'['abcdef'.index(cell[0])]}{cell[1]}" for cell in cells]
    turned = [f"{'abcdef'[int(cell[1]) - 1]}{'abcdef'.index(cell[0]) + 1}" for cell in cells]
    names = set()
    for line in (cells, mirrored, turned):
        match = Match("kewbz", options={"size": 6})
        for cell in line:
            match.play({"type": "place", "cell": cell})
        names.add(position_name(match.state))
    assert len(names) == 1
    match.play(match.sample())
    assert position_name(match.state) not in names
