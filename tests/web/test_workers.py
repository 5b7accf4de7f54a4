"""Several workers behind one address: they come and go, and play goes on."""

import json
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.command import one_line, run
from tests.postgres import Postgres
from tests.serving import Server
from tests.web.people import FREE, GAME, SMALL, Person, me
from tests.web.players import Player
from tests.web.seekers import found, looking
from tests.web.test_me import post

PLAYERS = 6
RESTART = (1012, "restart")
PASSWORD = "open-sesame"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[Server]:
    with started(tmp_path_factory.mktemp("workers"), postgres) as server:
        yield server


def started(folder: Path, postgres: Postgres) -> Server:
    return Server(
        folder, database=with_password(postgres.database()), workers=2, log=folder / "log"
    )


def with_password(url: str) -> str:
    """The same: this PostgreSQL believes everyone from this machine."""
    return url.replace(":@", f":{PASSWORD}@")


@contextmanager
def playing(server: Server, *, comes_back: bool = True) -> Iterator[list[Player]]:
    """Players at their tables, each with a few moves behind them."""
    with ExitStack() as company:
        players = [Player(server, comes_back=comes_back) for _ in range(PLAYERS)]
        for player in players:
            company.enter_context(player)
        go_on(players)
        yield players


def go_on(players: list[Player]) -> None:
    """Wait until each has made a few more moves."""
    wanted = [player.moves + 3 for player in players]
    wait_for(lambda: all(p.moves >= enough for p, enough in zip(players, wanted, strict=True)))


def wait_for(what: Callable[[], bool]) -> None:
    for _ in range(3000):
        if what():
            return
        time.sleep(0.02)
    raise AssertionError("waited in vain")


def test_another_device_is_linked_whoever_serves_it(server: Server) -> None:
    # Each comes with a connection of its own, which any of the workers may take.
    people = [Person(server) for _ in range(3)]
    try:
        for _ in range(4):
            old, new, thief = people
            secret = post(old, "/api/me/link")["address"].partition("#")[2]
            number = post(new, "/api/links", secret=secret)["number"]
            assert post(thief, "/api/links", secret=secret)["code"] == "code-spent"
            assert old.http.get("/api/me/link").json()["number"] == number
            post(old, "/api/me/link/answer", number=number, agree=True)
            assert post(new, "/api/links", secret=secret)["state"] == "confirmed"
            assert new.http.cookies["guest"] == old.http.cookies["guest"]
            new.http.close()
            people = [old, Person(server), thief]
    finally:
        for person in people:
            person.http.close()


def test_people_at_different_workers_find_each_other(server: Server) -> None:
    people = [Person(server) for _ in range(20)]
    with ExitStack() as stack:
        news = [stack.enter_context(looking(person, near=False)) for person in people]
        tables = [found(each) for each in news]
    for table in set(tables):
        assert tables.count(table) == 2
        seats = people[tables.index(table)].http.get(f"/api/tables/{table}").json()["seats"]
        assert [seat["kind"] for seat in seats] == ["person", "person"]
        assert [seat["yours"] for seat in seats].count(True) == 1
    for person in people:
        person.http.close()


def test_connections_to_one_table_meet_at_one_worker(server: Server) -> None:
    ada, homes = Person(server), set[int]()
    while homes != set(server.workers()):
        table = ada.open(me(), FREE, **SMALL)
        with ExitStack() as stack:
            sockets = [stack.enter_context(ada.socket(table)) for _ in range(6)]
            (where,) = {home(server, each.connection.socket) for each in sockets}
        homes.add(where)
    ada.http.close()


def test_when_a_home_dies_people_meet_elsewhere_and_nothing_is_lost(server: Server) -> None:
    ada, bob = Person(server), Person(server)
    table = ada.open(me(), FREE, **SMALL)
    with ada.socket(table) as a, bob.socket(table) as b:
        assert b.ask("sit", seat=1, name="Bob")["type"] == "ack"
        for n, cell in enumerate(GAME[:4]):
            assert (a, b)[n % 2].play(n % 2, cell).get("seq") == n
        gone = home(server, a.connection.socket)
        os.kill(gone, signal.SIGKILL)
    # Nobody waits for the next one: those who come meanwhile are served where they come.
    with ada.socket(table) as a, bob.socket(table) as b:
        for n, cell in enumerate(GAME[4:], 4):
            assert (a, b)[n % 2].play(n % 2, cell).get("seq") == n
    wait_for(lambda: len(set(server.workers()) - {gone}) == 2)
    ada.http.close()
    bob.http.close()


def test_whoever_is_at_another_machine_hears_of_every_move(
    tmp_path: Path, postgres: Postgres
) -> None:
    database = postgres.database()
    with (
        Server(tmp_path / "here", database=database) as here,
        Server(tmp_path / "there", database=database) as there,
        ExitStack() as stack,
    ):
        ada, bob = Person(here), Person(there)
        table = ada.open(me(), FREE, **SMALL)
        a = stack.enter_context(ada.socket(table))
        others = [stack.enter_context(bob.socket(table)) for _ in range(5)]
        with bob.socket(table) as b:
            assert b.ask("sit", seat=1, name="Bob")["type"] == "ack"
            for n, cell in enumerate(GAME):
                # Without waiting for the news of the move before it.
                assert (a, b)[n % 2].play(n % 2, cell).get("seq") == n
            for other in others:
                heard: list[Any] = []
                while len(heard) < len(GAME):
                    heard += other.until(lambda said: said["type"] == "moved")["entries"]
                assert [entry[0] for entry in heard] == list(range(len(GAME)))
        bob.http.close()
    ada.http.close()


def home(server: Server, line: socket.socket) -> int:
    """The worker at the other end of a connection, once nobody else has it."""
    port, ends = line.getsockname()[1], list[int]()

    def one_has_it() -> bool:
        ends[:] = (
            worker
            for worker in server.workers()
            for connection in psutil.Process(worker).net_connections()
            if connection.raddr and connection.raddr.port == port
        )
        return len(ends) == 1

    wait_for(one_has_it)
    return ends[0]


def test_workers_that_die_are_started_again_and_lose_nothing(server: Server) -> None:
    with playing(server) as players:
        gone = set()
        for _ in range(2):
            # The second time it is one that does not serve yet.
            *_, youngest = server.workers()
            os.kill(youngest, signal.SIGKILL)
            gone.add(youngest)
            wait_for(lambda: len(set(server.workers()) - gone) == 2)
        go_on(players)
    # One move of each may have been on its way.
    assert all(player.untold() <= 1 for player in players)


def test_workers_are_replaced_one_by_one_and_nobody_is_turned_away(server: Server) -> None:
    with playing(server) as players:
        before = set(server.workers())
        os.kill(server.pid, signal.SIGHUP)
        wait_for(lambda: len(server.workers()) == 2 and not before & set(server.workers()))
        go_on(players)
    assert {close for player in players for close in player.closes} == {RESTART}
    assert [(player.shut, player.untold()) for player in players] == [(0, 0)] * PLAYERS


def test_all_stop_with_the_one_that_looks_after_them(tmp_path: Path, postgres: Postgres) -> None:
    with started(tmp_path, postgres) as server:
        workers = server.workers()
        with playing(server, comes_back=False) as players:
            assert server.stop() == 0
            assert not any(psutil.pid_exists(worker) for worker in workers)
            for player in players:
                player.join()
                assert player.closes == [RESTART]
        server.start()
        assert [player.untold() for player in players] == [0] * PLAYERS
        assert server.stop() == 0
    log = (tmp_path / "log").read_text()
    lines = [json.loads(line) for line in log.splitlines()]
    for what in ("ready", "stopped"):
        assert {line["worker"] for line in lines if line["what"] == what} >= {1, 2}
    assert PASSWORD not in log


def test_workers_do_not_outlive_the_one_that_looks_after_them(
    tmp_path: Path, postgres: Postgres
) -> None:
    with started(tmp_path, postgres) as server:
        workers = server.workers()
        with playing(server, comes_back=False) as players:
            os.kill(server.pid, signal.SIGKILL)
            for player in players:
                player.join()
                assert player.closes == [RESTART]
        wait_for(lambda: not any(psutil.pid_exists(worker) for worker in workers))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--workers", "0"], "at least one"),
        (["--workers", "-3"], "at least one"),
        (["--workers", "2"], "--database"),
        (["--database", "nonsense"], "postgresql"),
        (
            ["--database", "postgresql://eve:open-sesame@127.0.0.1:1/x", "--workers", "2"],
            "127.0.0.1",
        ),
        (["--database", "mysql://eve:open-sesame@127.0.0.1/x"], "postgresql"),
        (["--database", "postgresql://eve:open-sesame@127.0.0.1:port/x"], "postgresql://"),
        (["--database", "postgresql://eve:open-sesame#@127.0.0.1/x"], "%-codes"),
    ],
)
def test_what_cannot_be_served_is_said_in_one_line(
    tmp_path: Path, options: list[str], said: str
) -> None:
    line = one_line(run("serve", "--port", "0", "--data", str(tmp_path), *options))
    assert said in line
    assert PASSWORD not in line


def test_a_database_that_lets_nobody_in_is_said_in_one_line(
    tmp_path: Path, postgres: Postgres
) -> None:
    url = with_password(postgres.database()).replace("postgres:", "eve:", 1)
    line = one_line(run("serve", "--data", str(tmp_path), "--workers", "2", "--database", url))
    assert "eve" in line
    assert PASSWORD not in line
