"""Whether a server is alive, and whether to send anybody to it."""

import asyncio
import time
from pathlib import Path

import httpx

from inglenook.server.app.app import create_app
from inglenook.server.store import Location, SqliteStore, open_store, prepare
from tests.postgres import Postgres
from tests.serving import Server


def test_a_server_that_is_well(server: Server) -> None:
    for path in ("/healthz", "/readyz", "/api/health"):
        answer = httpx.get(server.url + path)
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_without_its_database_a_server_lives_but_is_not_ready(tmp_path: Path) -> None:
    with Postgres() as postgres, Server(tmp_path, database=postgres.database()) as server:
        postgres.kill()
        answer = httpx.get(f"{server.url}/readyz", timeout=10)
        assert (answer.status_code, answer.json()["code"]) == (503, "store-failed")
        assert answer.headers["retry-after"]
        assert httpx.get(f"{server.url}/healthz").status_code == 200
        postgres.start()
        end = time.monotonic() + 60
        while httpx.get(f"{server.url}/readyz", timeout=10).status_code != 200:
            assert time.monotonic() < end
            time.sleep(0.1)


def test_a_server_that_can_only_read_is_not_ready(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "x.db")
    app = create_app(store, "secret")

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            # As on a full disk: what is there can be looked at.
            store._db.execute("PRAGMA query_only = 1")
            assert await store.by_guest("", 1) == []
            answer = await client.get("/readyz")
        await store.close()
        return answer

    answer = asyncio.run(ask())
    assert (answer.status_code, answer.json()["code"]) == (503, "store-failed")


def test_a_server_that_stops_is_not_ready(tmp_path: Path) -> None:
    location = Location(tmp_path)
    secret = prepare(location)
    store = open_store(location)
    app = create_app(store, secret)

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            assert (await client.get("/readyz")).status_code == 200
            app.state.stopping = True
            answer = await client.get("/readyz")
        await store.close()
        return answer

    answer = asyncio.run(ask())
    assert (answer.status_code, answer.json()["code"]) == (503, "going")
