"""One who does not read is let go, and does not hold up the others."""

import socket
import sys
from pathlib import Path

from websockets.sync.client import connect

from tests.serving import Server
from tests.web.people import FREE, Person, Socket, me

ROUNDS = 4000
# It takes more news than one table may have to fill what the network holds.
PATIENT = "from inglenook.server.table import decide; decide.MOST_EVENTS = 10_000; "
PATIENT += "from inglenook.cli import main; main()"


def test_a_reader_that_stops_reading_is_dropped_and_can_come_back(tmp_path: Path) -> None:
    with Server(tmp_path, sys.executable, "-c", PATIENT) as server:
        ada = Person(server)
        stop_reading(ada, server)
        ada.http.close()


def stop_reading(ada: Person, server: Server) -> None:
    table = ada.open(me(), FREE, size=12, cubes=60)
    with socket.socket() as line:
        # A small window, so that the network holds little of what is not read.
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", server.port))
        address = f"ws://127.0.0.1:{server.port}/tables/{table}/play"
        with (
            connect(address, sock=line, compression=None, max_queue=1) as connection,
            ada.socket(table) as a,
        ):
            asleep = Socket(connection)
            asleep.hear()
            watching = a.until(lambda said: said.get("watching") == 1)
            assert watching["seats"][0]["here"]
            # Over HTTP, because on one WebSocket so many asks would come too fast.
            asks = f"/api/tables/{table}/asks"
            for n in range(ROUNDS):
                come = {"type": "bot", "id": f"come {n}", "seat": 1, "level": "pebble"}
                assert ada.http.post(asks, json=come).status_code == 200
                go = {"type": "free", "id": f"go {n}", "seat": 1}
                assert ada.http.post(asks, json=go).status_code == 200
                a.until(lambda said: said["seats"][1]["kind"] == "bot")
                if a.until(lambda said: said["seats"][1]["kind"] == "free")["watching"] == 0:
                    break
            assert ada.http.get(f"/api/tables/{table}").json()["watching"] == 0
            # Awake again, it must read faster: the server does not wait long to say goodbye.
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
            assert asleep.end() == 1013
        with ada.socket(table) as again:
            assert again.news[0]["seats"][0]["yours"]
