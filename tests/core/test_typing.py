"""Strict typing helps a user of the library: right programs pass, wrong ones are caught."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parents[2] / "README.md").read_text()
PROGRAM = """
from typing import assert_type

import inglenook
from inglenook import Entry, Game, Match, Move, Outcome
from inglenook.games.conex.rules.view import View as ConexView
from inglenook.games.kewbz.rules import Kewbz, Place, State, Swap
from inglenook.games.kewbz.view import View

match = Match("kewbz", options={"size": 6}, seed="typed")
assert_type(match.view(0), View)
assert_type(match.state, State)
assert_type(match.legal(), tuple[Place | Swap, ...])
assert_type(match.copy().sample(), Place | Swap)
assert_type(match.outcome(), Outcome | None)
assert_type(Match("conex", 3).view(), ConexView)
assert_type(Match(Kewbz()).view(), View)
assert_type(Match("kewbz", started=False).view(), View)
assert_type(inglenook.find_game("kewbz").setup(2, None), State)
assert_type(Match(inglenook.find_game("kewbz", rules=1)).state, State)


def play_out(match: Match) -> tuple[int, ...]:
    while not match.outcome():
        match.play(match.sample())
    return match.scores()


def first(name: str) -> Entry:
    return next(inglenook.Match(name).record().steps()).entry


def any_game(game: Game) -> str:
    return game.name


play_out(match)
any_game(match.game)
moves: list[Move] = list(match.legal())
"""
WRONG = {
    "match.view(0).stack": "attr-defined",
    'match.view("0")': "arg-type",
    "match.sample().word": "union-attr",
    "match.play(7)": "arg-type",
    "inglenook.legal(match)": "attr-defined",
    "Match(7)": "call-overload",
    "wrong: Match[int, View, Place] = match": "assignment",
}


@pytest.mark.long
def test_mypy_on_a_program_of_a_user(tmp_path: Path) -> None:
    right, wrong, readme = (tmp_path / f"{name}.py" for name in ("right", "wrong", "readme"))
    right.write_text(PROGRAM)
    readme.write_text("\n".join(re.findall(r"^(?:>>>|\.\.\.) (.*)$", README, re.MULTILINE)))
    wrong.write_text(PROGRAM + "".join(f"{line}\n" for line in WRONG))
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--config-file=",
            right.name,
            wrong.name,
            readme.name,
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    errors = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert [line for line in errors if not line.startswith(f"{wrong.name}:")] == []
    start = PROGRAM.count("\n") + 1
    caught = {
        (int(line.split(":")[1]) - start, line.rpartition("[")[2].rstrip("]")) for line in errors
    }
    assert caught == set(enumerate(WRONG.values()))
