"""Every puzzle is in order, and a sample of them is solved again."""

import json
import os
import re
import shutil
import subprocess
import sys
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from inglenook import words
from inglenook.coach.exercise_checks import puzzle_faults
from inglenook.coach.exercise_files import find_puzzles
from inglenook.coach.exercise_page import solution
from inglenook.coach.exercises import Puzzle, Tried, answers, attempt, begin
from inglenook.core.game import Rng
from inglenook.core.registry import data_file, find_game

ROOT = Path(__file__).parents[2]
FEWEST = {"conex": 200, "kewbz": 300, "konexi": 100, "prolix": 200}
LARGEST = 700_000
"""Bytes of a file."""
SAMPLE = 12
LANGUAGES = ("en", "de", "fr", "es", "nl")
PUZZLES = (data_file("lanterns", "puzzles.json") or b"").decode()


def solved(puzzle: Puzzle) -> bool:
    """Whether the moves that it says are right solve it."""
    done: tuple[Tried, ...] = ()
    for ask in puzzle.asks:
        match = attempt(puzzle, done).match
        done = (*done, Tried(answers(match, puzzle.seat, ask)[0]))
    return attempt(puzzle, done).ask == len(puzzle.asks)


@pytest.mark.parametrize("game", FEWEST)
def test_there_are_enough_from_easy_to_hard(game: str) -> None:
    puzzles = find_puzzles(game)
    assert len(puzzles) >= FEWEST[game]
    ratings = [puzzle.rating for puzzle in puzzles.values()]
    assert min(ratings) < 1200 < 1500 < max(ratings)
    assert all(puzzle.margin > 0 and puzzle.engine for puzzle in puzzles.values())
    assert len(data_file(game, "puzzles.json") or b"") < LARGEST


@pytest.mark.parametrize("game", FEWEST)
def test_a_sample_is_solved_again(game: str) -> None:
    puzzles = list(find_puzzles(game).values())
    # Another sample with every version of the rules.
    rng = Rng(f"sample of {game}", find_game(game).rules_version)
    for puzzle in rng.shuffled(puzzles)[:SAMPLE]:
        assert solved(puzzle), puzzle.name


def wrong(puzzle: Puzzle) -> Tried | None:
    """A move that does not solve it, and does not end its game; None if there is none."""
    match = begin(puzzle)
    for move in map(msgspec.to_builtins, match.legal(puzzle.seat)):
        tried = attempt(puzzle, (Tried(move),))
        if tried.reply and not tried.reply.right and not tried.match.outcome():
            return Tried(move)
    return None


@pytest.mark.long
@pytest.mark.parametrize("game", ["conex", "kewbz", "konexi"])
def test_a_wrong_answer_is_refuted_on_the_board(game: str) -> None:
    puzzles = Rng("refuted", 0).shuffled(find_puzzles(game).values())
    tried = ((puzzle.name, wrong(puzzle)) for puzzle in puzzles)
    for name, move in islice(((name, move) for name, move in tried if move), 3):
        line = solution(game, "puzzle", name, (move,)).refutation
        assert line, name
        assert len(line.views) == len(line.entries) > 0


@pytest.mark.parametrize("game", ["konexi", "prolix"])
def test_no_word_in_them_is_coarse(game: str) -> None:
    found = set()
    for puzzle in find_puzzles(game).values():
        moves = [entry[3] for entry in json.loads(bytes(puzzle.record))["log"]]
        moves += [reply.move for ask in puzzle.asks for reply in ask.replies]
        found |= {move["word"] for move in moves if "word" in move}
    assert len(found) >= FEWEST[game]
    assert {word for word in found if words.repeated(word) != word} == set()


@pytest.mark.parametrize("game", FEWEST)
def test_the_versions_of_rules_and_engine_are_noted(game: str) -> None:
    for puzzle in find_puzzles(game).values():
        assert json.loads(bytes(puzzle.record))["rules"] == find_game(game).rules_version
        assert re.search(r"\d", puzzle.engine), puzzle.name


@pytest.mark.parametrize("game", FEWEST)
def test_all_they_say_has_a_text(game: str) -> None:
    asks = [ask for puzzle in find_puzzles(game).values() for ask in puzzle.asks]
    said = {ask.name for ask in asks} | {reply.say for ask in asks for reply in ask.replies}
    for language in LANGUAGES:
        texts = json.loads((ROOT / f"client/src/games/{game}/i18n/{language}.json").read_text())
        assert {f"{game}.puzzle.{name}" for name in said} - set(texts) == set()


@pytest.mark.long
@pytest.mark.parametrize("game", FEWEST)
def test_all_are_in_order_and_no_two_alike(game: str) -> None:
    text = data_file(game, "puzzles.json")
    assert text
    assert list(map(str, puzzle_faults(game, text))) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ('"name":"p2"', '"name":"p1"', 4, "p1: there is another one of that name"),
        ('"rating":1000', '"rating":"easy"', 2, "p0: Expected `int`, got `str`"),
        ('"seed":"p0"', '"seed":"p1"', 2, ""),
        ('"engine":"dice 1"', '"motor":"dice 1"', 2, "p0: Object contains unknown field `motor`"),
        ('"digest":"e1df', '"digest":"0000', 3, "p1: bad-digest at entry 4"),
    ],
)
def test_what_breaks_a_rule_is_told_by_name_and_line(
    old: str, new: str, line: int, said: str
) -> None:
    assert list(puzzle_faults("lanterns", PUZZLES.encode())) == []
    assert old in PUZZLES
    found = list(map(str, puzzle_faults("lanterns", PUZZLES.replace(old, new, 1).encode())))
    if not said:  # the seed of chance to come is no part of the position
        assert found == []
        return
    assert found[0].startswith(f"puzzles.json, line {line}, {said}")


def test_no_two_are_alike() -> None:
    first = PUZZLES.splitlines()[1]
    text = PUZZLES.replace("[\n", "[\n" + first.replace('"name":"p0"', '"name":"q0"') + "\n", 1)
    (fault,) = puzzle_faults("lanterns", text.encode())
    assert str(fault) == "puzzles.json, line 3, p0: there is another one with that position"


@pytest.mark.long
def test_a_package_with_a_broken_puzzle_is_not_built(tmp_path: Path) -> None:
    for folder in ("src", "tools"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("static"))
    file = tmp_path / "src/inglenook/games/prolix/puzzles.json"
    lines = file.read_text().splitlines(keepends=True)
    name = json.loads(lines[7].rstrip(",\n"))["name"]
    lines[7] = lines[7].replace('"rules":', '"ruler":')
    file.write_text("".join(lines))
    program = "import sys; from pathlib import Path; from hatch_build import check_exercises\n"
    program += "check_exercises(Path(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", program, tmp_path],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 1
    assert f"prolix: puzzles.json, line 8, {name}: " in done.stderr
