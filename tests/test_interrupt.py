"""One ^C ends a command that plays for long: in one line, with all its processes."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

import msgspec
import psutil
import pytest

import inglenook
from tests.serving import INGLENOOK

LIMIT_S = 120
"""How long a busy machine may take for anything here."""
HANGING = """
import time
from pathlib import Path

class Bot:
    def choose(self, view, seat, level, rng):
        Path("asked").touch()
        time.sleep(3600)
"""
DEAF = """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
"""


class Command:
    """An `inglenook` command in a session of its own, as a terminal starts it."""

    def __init__(self, folder: Path, *words: str) -> None:
        self._mark = uuid4().hex
        self._folder = folder
        self._errors = folder / "errors"
        with self._errors.open("w") as errors:
            self._process = subprocess.Popen(
                [INGLENOOK, *words],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                env={**os.environ, "STARTED_BY": self._mark},
                start_new_session=True,
            )

    def all(self) -> list[psutil.Process]:
        """The command, and all that it started, whoever is their parent by now."""
        found = []
        for process in psutil.process_iter():
            with suppress(psutil.Error, OSError):
                if process.environ().get("STARTED_BY") == self._mark:
                    found.append(process)
        return found

    def workers(self) -> list[psutil.Process]:
        with suppress(psutil.Error):
            children = psutil.Process(self._process.pid).children()
            return [each for each in children if "spawn_main" in " ".join(each.cmdline())]
        return []

    def works(self) -> bool:
        """Whether a worker is past its start."""
        with suppress(psutil.Error):
            return any(each.cpu_times().user > 2 for each in self.workers())
        return False

    def interrupt(self, whom: str) -> None:
        if whom == "terminal":
            os.killpg(self._process.pid, signal.SIGINT)
        else:
            self._process.send_signal(signal.SIGINT)

    def require_stopped(self) -> str:
        """It ends with one line, which is returned, and with status 130; nothing is left of it."""
        assert self._process.wait(LIMIT_S) == 130, self._errors.read_text()
        wait_for(lambda: not self.all())
        lines = self._errors.read_text().splitlines(keepends=True)
        said = [line for line in lines if not line.startswith("inglenook: compiling")]
        assert len(said) == 1, said
        assert said[0].startswith("inglenook: stopped")
        return said[0]

    def kill(self) -> None:
        self._process.kill()

    def end(self) -> None:
        for process in self.all():
            with suppress(psutil.Error):
                process.kill()
        self._process.wait(LIMIT_S)


def wait_for(what: Callable[[], object]) -> None:
    until = time.monotonic() + LIMIT_S
    while not what():
        assert time.monotonic() < until, "it did not come to that"
        time.sleep(0.02)


@contextmanager
def started(folder: Path, *words: str) -> Iterator[Command]:
    command = Command(folder, *words)
    try:
        yield command
    finally:
        command.end()


def write_records(folder: Path, count: int) -> str:
    """A file of games, which takes long to analyse."""
    match = inglenook.Match("kewbz", seed="long")
    while not match.outcome():
        match.play(match.sample())
    line = msgspec.json.encode(msgspec.json.decode(inglenook.dumps(match.record())))
    (folder / "games.jsonl").write_bytes((line + b"\n") * count)
    return "games.jsonl"


PLAYERS = ("--a", "keystone", "--b", "keystone")
COMMANDS = {
    "arena": ("arena", "kewbz", *PLAYERS, "--workers", "2"),
    "league": ("league", "kewbz", "keystone", "buttress", "--workers", "2"),
    "mine": ("puzzles", "mine", "kewbz", "--out", "found.json", "--workers", "2"),
    "study": (
        *("study", "kewbz", "--player", "keystone", "--out", "study.parquet"),
        *("--games", "1000", "--workers", "2"),
    ),
    "analyse": ("analyse", "games.jsonl", "--out", "analysed.jsonl", "--workers", "2"),
}


@pytest.mark.long
@pytest.mark.parametrize("whom", ["terminal", "parent"])
@pytest.mark.parametrize("name", COMMANDS)
def test_levels_stop_thinking(name: str, whom: str, tmp_path: Path) -> None:
    write_records(tmp_path, 1000)
    with started(tmp_path, *COMMANDS[name]) as command:
        wait_for(command.works)
        command.interrupt(whom)
        command.require_stopped()


@pytest.mark.long
@pytest.mark.parametrize("name", COMMANDS)
def test_it_stops_while_workers_start(name: str, tmp_path: Path) -> None:
    write_records(tmp_path, 1000)
    with started(tmp_path, *COMMANDS[name]) as command:
        wait_for(command.workers)
        command.interrupt("terminal")
        command.require_stopped()


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("whom", ["terminal", "parent"])
def test_bots_of_ones_own_that_hang_are_gone(workers: str, whom: str, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(DEAF + HANGING)
    players = ("--a", "bot.py:Bot", "--b", "brick", "--seconds", "3600")
    with started(tmp_path, "arena", "kewbz", *players, "--workers", workers) as command:
        wait_for((tmp_path / "asked").exists)
        command.interrupt(whom)
        command.require_stopped()


@pytest.mark.long
def test_workers_and_engines_end_with_a_command_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(DEAF + HANGING)
    players = ("--a", "bot.py:Bot", "--b", "brick", "--seconds", "3600")
    with started(tmp_path, "arena", "kewbz", *players, "--workers", "2") as command:
        wait_for((tmp_path / "asked").exists)
        command.kill()
        wait_for(lambda: not command.all())


def test_commands_of_one_process_stop_in_a_line(tmp_path: Path) -> None:
    for words in (("bench", "--seconds", "3600"), ("analyse", write_records(tmp_path, 1))):
        with started(tmp_path, *words) as command:
            wait_for(lambda: any(each.cpu_times().user > 1 for each in command.all()))
            command.interrupt("terminal")
            command.require_stopped()


@pytest.mark.long
def test_a_league_keeps_its_games_and_goes_on(tmp_path: Path) -> None:
    words = ("league", "kewbz", "brick", "pebble", "keystone", "--games", "1000", "--workers", "2")
    games = tmp_path / "kewbz-league.jsonl"
    with started(tmp_path, *words) as command:
        wait_for(lambda: games.exists() and games.read_bytes().count(b"\n") > 1)
        command.interrupt("terminal")
        assert "goes on from here" in command.require_stopped()
    kept = games.read_bytes()
    assert kept.endswith(b"\n")
    with started(tmp_path, *words) as command:
        wait_for(lambda: games.read_bytes().count(b"\n") > kept.count(b"\n"))
        command.interrupt("terminal")
        command.require_stopped()
    assert games.read_bytes().startswith(kept)


@pytest.mark.long
def test_puzzles_that_were_found_are_written(tmp_path: Path) -> None:
    words = ("puzzles", "mine", "kewbz", "--out", "found.json", "--workers", "2")
    (tmp_path / "found.json").write_text("[]")
    with started(tmp_path, *words) as command:
        wait_for(command.works)
        command.interrupt("terminal")
        said = command.require_stopped()
    found = msgspec.json.decode((tmp_path / "found.json").read_bytes())
    assert f"puzzles: {len(found)};" in said
