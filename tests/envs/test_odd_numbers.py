"""No number, array or move that is handed in harms a process: it is refused in a line."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import inglenook
from inglenook import Match, Refused
from inglenook.envs.gymnasium import make_vec
from inglenook.envs.process import Process
from tests.envs.fuzzed import PARTS

ROOT = Path(__file__).parents[2]


@pytest.mark.long
@pytest.mark.parametrize("part", PARTS)
def test_a_process_survives_odd_numbers(part: str) -> None:
    command = [sys.executable, "-W", "ignore", "-m", "tests.envs.fuzzed", part, "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900)
    assert (done.returncode, done.stdout[:9]) == (0, "survived:"), done.stderr


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (np.zeros(9, int), "not int64 of shape (9,)"),
        (np.zeros(2, int), "not int64 of shape (2,)"),
        ([[0], [1], [2], [3]], "not int64 of shape (4, 1)"),
        (np.zeros(4), "not float64 of shape (4,)"),
        ([True] * 4, "not bool of shape (4,)"),
        ([0, 1, 2, -5], "not -5"),
        ([0, 1, 65, 2], "not 65"),
        ([0, 1, [2], 3], "inhomogeneous"),
        (None, "not object of shape ()"),
    ],
)
def test_wrong_actions_of_many_games_are_refused(actions: object, said: str) -> None:
    vector = make_vec("kewbz", 4)
    vector.reset(seed=1)
    with pytest.raises(Refused) as refused:
        vector.step(actions)
    assert refused.value.code == "bad-action"
    assert refused.value.detail.startswith("4 whole numbers from 0 to 64 are actions")
    assert said in refused.value.detail
    # Nothing has happened, and the games go on.
    other = make_vec("kewbz", 4)
    other.reset(seed=1)
    assert (vector.step(np.arange(4))[0] == other.step(np.arange(4))[0]).all()


@pytest.mark.parametrize("n", [0, -4, "4", 4.0, None, 2**70])
def test_a_wrong_number_of_games_is_refused(n: object) -> None:
    with pytest.raises(Refused, match=r"bad-number: .* from 1 to 1048576"):
        make_vec("kewbz", n)  # type: ignore[arg-type] # it is wrong


@pytest.mark.parametrize("n", [0, -1, 3.5, float("nan"), "2", None, 2**70])
@pytest.mark.parametrize("game", ["kewbz", "prolix"])
def test_a_wrong_number_of_playouts_is_refused(game: str, n: object) -> None:
    with pytest.raises(Refused, match=r"bad-number: .* 1 to 1000000000 times"):
        inglenook.playouts(Match(game, 2), n)  # type: ignore[arg-type] # it is wrong


@pytest.mark.parametrize("action", [-1, 65, 2**70, 0.5, "1", None])
def test_a_number_that_is_no_action_is_refused(action: object) -> None:
    process = Process("kewbz", 2)
    with pytest.raises(Refused, match=r"bad-action: .* none of 65 actions"):
        process.step(process.start(), action)  # type: ignore[arg-type] # it is wrong


def test_numbers_of_numpy_are_numbers() -> None:
    vector = make_vec("kewbz", np.int64(2))  # type: ignore[arg-type] # it stands for one
    vector.reset(seed=1)
    vector.step(np.array([0, 1], np.uint8))
    played = inglenook.playouts(Match("kewbz"), np.int64(3))  # type: ignore[arg-type] # so does this
    assert (played.games, type(played.games)) == (3, int)
