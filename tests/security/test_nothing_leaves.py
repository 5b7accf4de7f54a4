"""Bots, hints, the coach and a server ask no other machine, and write only where they may.

A small library that is loaded before all others sees what native code does, too.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.every_game import GAMES
from tests.serving import Server
from tests.torture.shims import NEEDED
from tests.web.people import Person, bot, me

LOOPBACK = ("127.0.0.1", "::1", "localhost")
DEVICES = ("/dev/null", "/dev/tty", "/dev/pts/", "/dev/shm/pym-", "/dev/shm/sem.", "pipe:")
"""What is no file, and what processes share in the memory."""
PLAYING = """
import sys
import inglenook
from inglenook.contests.arena import duel
game = sys.argv[1]
for level in inglenook.levels(game):
    match = inglenook.Match(game, 2, seed=level.name)
    for _ in range(2):
        match.wait()
        assert inglenook.choose(match, level.name) is not None or game == "prolix"
        match.play(match.sample())
match.wait()
try:
    inglenook.advise(match)
except inglenook.Refused as refused:
    assert refused.code == "no-hints", refused
while match.submit(0, inglenook.Resign(), match.last_t):
    match.wait()
if not match.outcome():
    match.submit(1, inglenook.Resign(), match.last_t)
list(inglenook.analyse(match.record()))
"""


class Witness:
    """What the processes that are started with `env` sent, looked up and wrote."""

    def __init__(self, folder: Path) -> None:
        compiler = shutil.which("cc")
        if compiler is None:
            raise RuntimeError(NEEDED)
        source, library = Path(__file__).with_name("witness.c"), folder / "witness.so"
        flags: list[str | Path] = ["-shared", "-fPIC", "-O2", "-o", library]
        subprocess.run([compiler, *flags, source, "-ldl"], check=True)
        self.home = folder / "home"
        self.home.mkdir()
        # The address of a socket in it must be short.
        self._temporary = tempfile.TemporaryDirectory()
        self._lines = folder / "lines"
        self._lines.touch()
        self.env = {
            **{name: value for name, value in os.environ.items() if not name.startswith("ORT_")},
            "HOME": str(self.home),
            "TMPDIR": self._temporary.name,
            "LD_PRELOAD": str(library),
            "WITNESS": str(self._lines),
        }

    def close(self) -> None:
        self._temporary.cleanup()

    def seen(self) -> list[tuple[str, str]]:
        """All that was done: what, and to whom or where."""
        lines = self._lines.read_text().splitlines()
        return [(what, where) for what, _, where in (line.partition(" ") for line in lines)]

    def faults(self, *folders: Path) -> set[tuple[str, str]]:
        """All that may not be done; these folders may be written to."""
        there = {str(folder.resolve()) for folder in (*folders, Path(self._temporary.name))}
        own = os.environ.get("NUMBA_CACHE_DIR")
        caches = [str(self.home / ".cache/numba"), *([own] if own else [])]

        def may_be(what: str, where: str) -> bool:
            if what != "write":
                return where in LOOPBACK
            return where.startswith((*there, *caches, *DEVICES)) or "/__pycache__" in where

        return {each for each in self.seen() if not may_be(*each)}


@pytest.fixture
def witness(tmp_path: Path) -> Iterator[Witness]:
    made = Witness(tmp_path)
    yield made
    made.close()


def test_the_witness_sees_python_and_native_code(witness: Witness, tmp_path: Path) -> None:
    program = """
import ctypes, socket, sqlite3, sys
sqlite3.connect(sys.argv[1]).execute("create table t (n)")
try:
    socket.create_connection(("unknown.invalid", 80))
except OSError:
    pass
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(("192.0.2.1", 9))
ctypes.CDLL(None).gethostbyname(b"native.invalid")
"""
    file = tmp_path / "native.db"
    subprocess.run([sys.executable, "-c", program, file], env=witness.env, check=True)
    assert witness.faults() >= {
        ("write", str(file)),
        ("look-up", "unknown.invalid"),
        ("connect", "192.0.2.1"),
        ("look-up", "native.invalid"),
    }


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_bots_hints_and_the_coach_keep_to_this_machine(game: str, witness: Witness) -> None:
    subprocess.run([sys.executable, "-c", PLAYING, game], env=witness.env, check=True)
    assert witness.faults() == set()


def test_a_server_keeps_to_this_machine(witness: Witness, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Server(data, env=witness.env) as server:
        ada = Person(server)
        table = ada.open(me(), bot("capstone"))
        with ada.socket(table) as socket:
            assert socket.play(0, "c3")["type"] == "ack"
            socket.until(lambda said: said["type"] == "moved" and said["to_move"] == [0])
            hints = ada.http.get(f"/api/tables/{table}/hints", params={"seat": 0}, timeout=120)
            assert hints.status_code == 200
            assert socket.ask("play", seat=0, move={"type": "resign"})["type"] == "ack"
        assert ada.http.get(f"/api/tables/{table}/analysis", timeout=600).status_code == 200
        ada.http.close()
        server.stop()
    assert witness.faults(data) == set()
