"""A machine hangs for more than a minute while people play at another, and goes on."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import asyncpg
import pytest

from inglenook.server.store import AHEAD, GRACE
from tests.postgres import Postgres
from tests.serving import Server
from tests.torture.shims import Shims
from tests.web.people import FREE, SMALL, Person, Said, me

HANGS = AHEAD + GRACE + 10_000
"""ms for which it hangs: more than a time that is written down may be ahead of a worker's own."""
STEP = 3
"""Seconds by which the clock is put forward at a time: less than what would be an outage."""
ALLOWED = 1000
"""ms by which a player may seem to have thought longer than there was time."""


@pytest.fixture
def shims() -> Iterator[Shims]:
    made = Shims()
    yield made
    made.remove()


@pytest.mark.long
def test_what_is_heard_before_the_first_beat_takes_nobodys_time(
    tmp_path: Path, postgres: Postgres, shims: Shims
) -> None:
    """All machines share a clock, which passes more quickly than ours while one of them hangs."""

    def now() -> int:
        return time.time_ns() // 1_000_000 + shims.ahead * 1000

    url, env = postgres.database(), shims.environment()
    with asyncio.Runner() as runner, ExitStack() as stack:
        here, there = (
            stack.enter_context(Server(tmp_path / name, database=url, env=env))
            for name in ("here", "there")
        )
        admin = runner.run(asyncpg.connect(url))
        stack.callback(lambda: runner.run(admin.close()))
        ada, bob = Person(here), Person(here)
        elsewhere = Person(there, ada.http.cookies["guest"])
        for person in (ada, bob, elsewhere):
            stack.callback(person.http.close)
        new = {"game": "kewbz", "seats": [me(), FREE], "options": SMALL}
        control = {"base": 600_000, "increment": 0}
        table = ada.http.post("/api/tables", json={**new, "time_control": control}).json()["id"]
        a, b = (stack.enter_context(person.socket(table)) for person in (ada, bob))
        other = stack.enter_context(elsewhere.socket(table))
        assert b.ask("sit", seat=1, name="Bob")["type"] == "ack"
        assert a.play(0, "e2")["seq"] == 0
        other.until(moved(0))

        os.kill(there.pid, signal.SIGSTOP)
        stopped = now()
        while now() - stopped < HANGS:
            shims.jump(STEP)
            jumped = now()
            while runner.run(admin.fetchval("SELECT max(beat) FROM workers")) < jumped:
                time.sleep(0.05)
        sent = now()
        assert b.play(1, "e1")["seq"] == 1
        # Whatever is written takes longer than what is read: news come before the first beat.
        runner.run(admin.execute("BEGIN; LOCK TABLE workers IN EXCLUSIVE MODE"))
        os.kill(there.pid, signal.SIGCONT)
        other.until(moved(1))
        runner.run(admin.execute("ROLLBACK"))
        assert other.play(0, "d1")["seq"] == 2
        answered = now()

        before, after = entry(a.until(moved(1))), entry(a.until(moved(2)))
        assert after - before <= answered - sent + ALLOWED
        outages = runner.run(admin.fetch("SELECT began, ended FROM outages"))
        assert after >= HANGS - sum(ended - began for began, ended in outages)


def moved(seq: int) -> Callable[[Said], bool]:
    return lambda said: said["type"] == "moved" and said["seq"] == seq


def entry(said: Said) -> int:
    """What the clock showed at the last entry."""
    return int(said["entries"][-1][1])
