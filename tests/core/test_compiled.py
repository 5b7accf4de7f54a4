"""Whoever waits for the compiler is told so, once; and nobody waits during a game."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.every_game import GAMES

MODULE = """
from inglenook.shared.compiled import compiled


@compiled
def double(n):
    return 2 * n


@compiled
def triple(n):
    return 3 * n


print(double(2), triple(2))
"""


@pytest.mark.long
def test_the_first_compilation_says_that_it_compiles(tmp_path: Path) -> None:
    (tmp_path / "sums.py").write_text(MODULE)

    def run() -> tuple[str, str]:
        done = subprocess.run(
            [sys.executable, "-c", "import sums"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
        )
        return done.stdout, done.stderr

    notice = "inglenook: compiling for this machine; the next start is faster\n"
    assert run() == ("4 6\n", notice)
    assert run() == ("4 6\n", "")


@pytest.mark.long
def test_where_there_is_no_place_for_a_cache_it_compiles_all_the_same() -> None:
    # Numba keeps nothing of what has no file, as where no folder can be written.
    done = subprocess.run([sys.executable, "-c", MODULE], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "4 6\n"), done.stderr
    assert "NUMBA_CACHE_DIR" in done.stderr
    assert done.stderr.count("\n") == 1


PLAYED = """
import sys
from inglenook import Match, find_game
from inglenook.shared.compiled import Compiled
from inglenook.core.registry import playable_games

def loaded():
    names = [name for name in sys.modules if name.startswith("inglenook.")]
    found = [each for name in names for each in vars(sys.modules[name]).values()]
    return {each: each.kinds for each in found if isinstance(each, Compiled)}

names = playable_games()[0]
print("numba" in sys.modules)
for name in names:
    game = find_game(name)
    game.warm()
    before = loaded()
    match = Match(name, seed="warm", leaves_slow=True)
    while not match.outcome() and not match.owes() and len(match.log) < 40:
        match.play(match.sample())
        match.view(0)
    late = (each.__name__ for each, n in loaded().items() if n != before.get(each))
    print(" ".join((name, *late)))
print(sum(loaded().values()) > 0)
"""


@pytest.mark.long
def test_the_compiler_is_loaded_with_the_first_move_and_no_move_of_a_warm_game_waits_for_it() -> (
    None
):
    done = subprocess.run(
        [sys.executable, "-c", PLAYED], capture_output=True, text=True, check=True
    )
    # After the name of a game comes what it had not loaded before.
    assert done.stdout.splitlines() == ["False", *GAMES, "True"]
