"""SIGTERM under play: what was asked is answered, and everyone is sent elsewhere."""

import json
import os
import re
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from tests.postgres import Postgres
from tests.serving import INGLENOOK, Server
from tests.web.people import Person, bot, me
from tests.web.players import Player

PLAYERS = 8


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "data", log=tmp_path / "log") as server:
        yield server


def test_what_was_played_before_the_goodbye_is_answered(server: Server) -> None:
    with ExitStack() as company:
        # A game then lasts half a second: longer than the server takes to see that it is to stop.
        players = [Player(server, comes_back=False, pause=0.01) for _ in range(PLAYERS)]
        for player in players:
            company.enter_context(player)
        while min(player.moves for player in players) < 3:
            time.sleep(0.01)
        server.stop()
        # Each hears it with the next move, which on a busy machine may be a while.
        for player in players:
            player.join()
    server.start()
    assert any(player.closes for player in players)
    for player in players:
        # Whoever had just ended a game could not begin another one.
        turned_away = player.ended and player.shut == 1 and not player.closes
        assert player.closes == [(1012, "restart")] or turned_away
        assert player.untold() == 0


def test_those_who_do_not_listen_hold_up_nobody(server: Server) -> None:
    ada = Person(server)
    table = ada.open(me(), me("Eve"), size=12, cubes=60)
    address = f"ws://127.0.0.1:{server.port}/tables/{table}/play"
    script = re.findall(r'src="(/[^"]+[.]js)"', ada.http.get("/").text)[0]
    with (
        ada.socket(table) as a,
        # One who does not hear the goodbye because of all that was said before.
        connect(address, compression=None, max_queue=1, close_timeout=0),
        # And one who asks for more than the network holds, and reads nothing of it.
        socket.socket() as line,
    ):
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", server.port))
        line.settimeout(0.3)
        with suppress(TimeoutError):
            while True:
                line.sendall(f"GET {script} HTTP/1.1\r\nHost: x\r\n\r\n".encode() * 1000)
        for _ in range(20):
            assert a.ask("leave", seat=1)["type"] == "ack"
            assert a.ask("sit", seat=1, name="Eve")["type"] == "ack"
        assert server.stop() == 0
        assert a.end() == 1012
    ada.http.close()


def test_a_stream_ends_as_if_all_were_said(server: Server) -> None:
    ada = Person(server)
    table = ada.open(me(), me("Eve"))
    with ada.http.stream("GET", f"/api/tables/{table}/stream") as stream:
        lines = stream.iter_lines()
        assert json.loads(next(lines))["type"] == "table"
        threading.Timer(0.2, lambda: os.kill(server.pid, signal.SIGTERM)).start()
        assert all(json.loads(line) for line in lines)
    ada.http.close()


def test_the_log_has_a_json_object_a_line_and_no_secrets(server: Server, tmp_path: Path) -> None:
    ada = Person(server)
    with ada.socket(ada.open(me(), bot("pebble"))) as a:
        a.play(0, "d4")
        a.until(lambda said: said["type"] == "moved" and said["seq"] == 1)
    assert server.stop() == 0
    log = (tmp_path / "log").read_text()
    lines = [json.loads(line) for line in log.splitlines()]
    new, *others = [line["what"] for line in lines]
    assert new.startswith("a new house: ")
    assert others == ["ready", "stopping", "stopped"]
    assert all({"at", "level", "worker"} <= set(line) for line in lines)
    assert ada.http.cookies["guest"].partition(".")[0] not in log
    ada.http.close()


def test_who_waits_for_a_database_that_is_gone_is_sent_elsewhere(tmp_path: Path) -> None:
    with (
        Postgres() as postgres,
        Server(tmp_path / "data", database=postgres.database(), log=tmp_path / "log") as server,
    ):
        ada = Person(server)
        ada.open(me(), me("Eve"))
        heard: list[int] = []

        def ask() -> None:
            new = {"game": "kewbz", "seats": [me(), me("Eve")]}
            # Cut off or answered: but it must not be told that it is the server's own fault.
            with suppress(httpx.HTTPError):
                heard.append(ada.http.post("/api/tables", json=new).status_code)

        postgres.kill()
        asking = threading.Thread(target=ask)
        asking.start()
        time.sleep(0.5)
        server.stop()
        asking.join()
        assert heard in ([], [503])
        assert "CancelledError" not in (tmp_path / "log").read_text()
        ada.http.close()


def test_a_service_that_is_reloaded_starts_again_in_its_place(tmp_path: Path) -> None:
    # A service has no terminal. Closing that of somebody's own server ends it.
    with Server(tmp_path, "setsid", INGLENOOK) as server:
        ada = Person(server)
        table = ada.open(me(), me("Eve"))
        with ada.socket(table) as a:
            assert a.play(0, "d4")["type"] == "ack"
            os.kill(server.pid, signal.SIGHUP)
            assert a.end() == 1012
        # Whoever knocks meanwhile waits until it is there again.
        assert ada.http.get(f"/api/tables/{table}").json()["seq"] == 0
        ada.http.close()
        assert server.stop() == 0
