"""kill -9, at any moment: nothing that was acknowledged is lost, and everyone carries on."""

import os
import signal
import threading
import time
from pathlib import Path

import psutil
from websockets.exceptions import ConnectionClosed

from inglenook.core.match import Match
from tests.serving import Server
from tests.web.people import Person, bot, me

TABLES = 8
MOST = 50
"""Moves at a table: no game is over by then."""


def test_a_server_killed_under_play_loses_nothing_acknowledged(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ada = Person(server)
        tables = [ada.open(me(), me("Eve"), size=12, cubes=60) for _ in range(TABLES)]
        acked: dict[str, list[dict[str, str]]] = {table: [] for table in tables}

        def play(table: str) -> None:
            match = Match("kewbz", options={"size": 12, "cubes": 60}, seed=table)
            try:
                with ada.socket(table) as socket:
                    for n in range(MOST):
                        match.play(match.sample())
                        (*_, line) = match.log
                        sent = {"type": "place", "cell": line.move.cell}  # type: ignore[attr-defined] # only Place is sent
                        assert socket.ask("play", id=f"m{n}", seat=n % 2, move=sent)["seq"] == n
                        acked[table].append(sent)
                    socket.end()
            except ConnectionClosed:
                return

        players = [threading.Thread(target=play, args=(table,)) for table in tables]
        for player in players:
            player.start()
        while not all(acked.values()) or sum(map(len, acked.values())) < 10 * TABLES:
            time.sleep(0.01)
        server.kill()
        for player in players:
            player.join()

        server.start()
        for table, moves in acked.items():
            with ada.socket(table) as socket:
                kept = socket.news[0]["entries"]
                # One move per table may have been on its way: stored, but not yet acknowledged.
                assert len(kept) in (len(moves), len(moves) + 1)
                assert [line[3] for line in kept][: len(moves)] == moves
                assert [line[0] for line in kept] == list(range(len(kept)))
                # What was acknowledged before is acknowledged again, and not played twice.
                last = len(moves) - 1
                again = socket.ask("play", id=f"m{last}", seat=last % 2, move=moves[last])
                assert again["seq"] == last
                cell = socket.news[0]["view"]["legal"][0]
                assert socket.play(len(kept) % 2, cell)["seq"] == len(kept)
        ada.http.close()


def test_seats_takebacks_and_bots_survive_a_restart(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ada, bob = Person(server), Person(server)
        table = ada.open(me(), {"kind": "free"})
        with ada.socket(table) as a, bob.socket(table) as b:
            b.ask("sit", id="sit", seat=1, name="Bob")
            a.play(0, "d4")
            a.ask("takeback", id="back", seat=0)
        with_bot = ada.open(me(), bot("pebble"))
        with ada.socket(with_bot) as a:
            a.play(0, "d4")
        server.kill()
        server.start()
        with ada.socket(table) as a, bob.socket(table) as b:
            assert b.news[0]["seats"][1]["yours"]
            assert b.news[0]["takeback"] == {"seat": 0, "to": -1, "agreed": [0]}
            assert b.ask("sit", id="sit", seat=1, name="Bob")["type"] == "ack"
            assert a.ask("takeback", id="back", seat=0)["type"] == "ack"
            assert b.ask("answer", seat=1, agree=True)["type"] == "ack"
            assert a.until(lambda said: said["type"] == "moved")["view"]["stacks"] == {}
        with ada.socket(with_bot) as a:
            a.until(lambda said: said["to_move"] == [0])
        ada.http.close()
        bob.http.close()


def test_bots_whose_process_died_play_on(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ada = Person(server)
        with ada.socket(ada.open(bot("pebble"), me())) as a:
            cell = a.until(lambda said: said["type"] == "moved")["view"]["legal"][0]
            for child in _workers(server):
                os.kill(child, signal.SIGKILL)
            assert a.play(1, cell)["type"] == "ack"
            assert a.until(lambda said: said["type"] == "moved" and said["seq"] == 2)
        ada.http.close()


def test_the_bots_processes_end_with_the_server(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ada = Person(server)
        with ada.socket(ada.open(bot("pebble"), me())) as a:
            a.until(lambda said: said["type"] == "moved")
        workers = _workers(server)
        server.kill()
        for _ in range(1200):
            if not any(Path(f"/proc/{worker}").exists() for worker in workers):
                break
            time.sleep(0.05)
        else:
            raise AssertionError("processes of the bots outlived the server")
        ada.http.close()


def _workers(server: Server) -> list[int]:
    """The processes in which its bots think: forks of one that has loaded what they need."""
    [loaded] = [
        child
        for child in psutil.Process(server.pid).children()
        if "forkserver" in " ".join(child.cmdline())
    ]
    found = [child.pid for child in loaded.children()]
    assert found
    return found


def test_a_polite_stop_closes_every_connection(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ada = Person(server)
        with ada.socket(ada.open(me(), me("Eve"))) as a:
            assert server.stop() in (0, -15, 143)
            assert a.end() == 1012
        ada.http.close()
