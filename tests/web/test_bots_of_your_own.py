"""docs/bots-of-your-own.md: every bot on the page plays its game on a real server."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from inglenook.remote import Client
from tests.serving import INGLENOOK, Server
from tests.web.people import PATIENCE

PAGE = (Path(__file__).parents[2] / "docs/bots-of-your-own.md").read_text()
EXAMPLES = dict(re.findall(r"```python\n# (\w+\.py)\n(.*?)```", PAGE, re.DOTALL))
SHORT: dict[str, dict[str, Any]] = {
    "kewbz": {"size": 5, "cubes": 8},
    "prolix": {"marks": 1, "challenge_window_ms": 0},
    "conex": {"table": "small", "goal": 10},
    "konexi": {"goal": 2, "word_ms": 0},
}


@contextmanager
def at_work(server: Server, folder: Path, player: str, *more: str) -> Iterator[list[str]]:
    """A bot that was put on the server with the command, and is there; all that it says."""
    # It hangs that takes ten times as long: a machine may be busy.
    command: list[str | Path] = [INGLENOOK, "bot", server.url, player, "--seconds", "6", *more]
    env = {**os.environ, "XDG_CONFIG_HOME": str(folder), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout
        said = [process.stdout.readline()]
        assert " is at http://" in said[0], said
        try:
            yield said
        finally:
            process.terminate()
            said += process.stdout


def test_there_is_one_for_every_game_in_twenty_lines() -> None:
    assert {f"{game}_bot.py" for game in SHORT} | {"ladder.py"} == set(EXAMPLES)
    written = {
        name: [line for line in code.splitlines() if line] for name, code in EXAMPLES.items()
    }
    assert {name for name, lines in written.items() if len(lines) > 20} == set()


@pytest.mark.long
@pytest.mark.parametrize("game", SHORT)
def test_it_plays_its_game(game: str, server: Server, tmp_path: Path) -> None:
    (tmp_path / f"{game}_bot.py").write_text(EXAMPLES[f"{game}_bot.py"])
    name, author = f"{game} on the page", f"Author of {game}"
    options = ("--name", name, "--author", author)
    player = f"{game}_bot.py:Bot"
    with at_work(server, tmp_path, player, *options) as said, Client(server.url) as host:
        table = host.open(game, [{"kind": "free"}, {"kind": "free"}], SHORT[game])
        level = next(each for each in host.games() if each["name"] == game)["levels"][0]["level"]
        host.ask(table, "bot", seat=0, level=level)
        host.invite(table, 1, name)
        until = time.monotonic() + 4 * PATIENCE
        while not (seen := host.table(table))["outcome"]:
            assert time.monotonic() < until, seen["view"]
            time.sleep(0.05)
    # It said something to the point: nobody resigned.
    assert seen["outcome"]["reason"] not in ("resigned", "abandoned"), said
    assert any(entry[2] == 1 for entry in seen["entries"])
    seat = seen["seats"][1]
    assert (seat["kind"], seat["name"], seat["author"]) == ("bot", name, author)


def test_a_ladder(server: Server, tmp_path: Path) -> None:
    (tmp_path / "kewbz_bot.py").write_text(EXAMPLES["kewbz_bot.py"])
    (tmp_path / "ladder.py").write_text(EXAMPLES["ladder.py"])
    player = "kewbz_bot.py:Bot"
    with (
        at_work(server, tmp_path, player, "--name", "Rung one", "--author", "Ladders"),
        # The file knows who the author is.
        at_work(server, tmp_path, player, "--name", "Rung two", "--author", "Ladders"),
    ):
        command = [sys.executable, "ladder.py", server.url, "Rung one", "rung two"]
        run = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE
        )
    assert run.stdout.strip() in ("[0]", "[1]", "[0, 1]", "[]"), run.stderr
    # The second time neither an author nor a token is asked for.
    with at_work(server, tmp_path, player, "--name", "Rung one"):
        pass
