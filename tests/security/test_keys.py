"""The house's keys and names: a new key loses nobody, and a strange name is nobody's house."""

import asyncio
from pathlib import Path

import httpx
import pytest
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from inglenook.server.app.app import create_app
from inglenook.server.http.allowed_hosts import AllowedHosts
from inglenook.server.http.guests import Guests
from inglenook.server.settings import read_rules
from inglenook.server.store import CannotOpen, Location, SqliteStore, keys, prepare, rotate_key
from tests.postgres import Postgres


def visit(cookie: str = "") -> HTTPConnection:
    headers = [(b"host", b"here"), (b"cookie", cookie.encode())]
    return HTTPConnection({"type": "http", "path": "/", "headers": headers})


def test_a_new_key_signs_and_the_old_ones_still_open() -> None:
    old, new = "o" * 32, "n" * 32
    guest, given = Guests(old).welcome(visit())
    cookie = given["set-cookie"].partition(";")[0]
    rotated = Guests(f"{old}\n{new}")
    assert rotated.known(visit(cookie)) == guest
    fresh = rotated.become(visit(), guest)["set-cookie"].partition(";")[0]
    assert fresh != cookie
    assert [each.known(visit(fresh)) for each in (rotated, Guests(new))] == [guest, guest]
    # Whoever has only the key that was taken out is a stranger.
    assert Guests(old).known(visit(fresh)) is None
    assert Guests(new).known(visit(cookie)) is None


def test_a_key_is_added_where_the_house_keeps_them(tmp_path: Path, postgres: Postgres) -> None:
    for where in (Location(tmp_path), Location(tmp_path / "none", postgres.database())):
        first = prepare(where)
        assert [rotate_key(*each) for each in [(where.data, where.database)] * 2] == [2, 3]
        assert keys(prepare(where))[0] == first
        assert len(set(keys(prepare(where)))) == 3
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
    with pytest.raises(CannotOpen, match="cannot use the secret in"):
        rotate_key(tmp_path / "nowhere", None)


NAMED = ("games.example.org", ".club.example")


@pytest.mark.parametrize(
    ("names", "host", "allowed"),
    [
        *(((), host, True) for host in ("evil.example", "127.0.0.1", "")),
        *((NAMED, host, True) for host in ("games.example.org:8000", "GAMES.example.org.")),
        *((NAMED, host, True) for host in ("a.club.example", "localhost:8000", "x.localhost")),
        *((NAMED, host, True) for host in ("192.168.1.7:8000", "[::1]:8000", "[2001:db8::1]")),
        *((NAMED, host, False) for host in ("evil.example", "games.example.org.evil.example", "")),
        *((NAMED, host, False) for host in ("club.example", "127.0.0.1.evil.example", "a b")),
    ],
)
def test_names_of_a_house(names: tuple[str, ...], host: str, allowed: bool) -> None:
    assert AllowedHosts(names).allow(Headers({"host": host})) is allowed


def test_a_proxy_that_hides_its_visitors_is_told_of_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = SqliteStore(tmp_path / "x.db")
    app = create_app(store, "secret")

    async def ask(**headers: str) -> int:
        transport = httpx.ASGITransport(app)  # from this machine
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            await client.get("/healthz", headers=headers)
        return sum("X-Forwarded-For" in record.message for record in caplog.records)

    async def all_of_them() -> list[int]:
        hidden = {"host": "games.example.org"}
        told = [await ask(), await ask(**hidden), await ask(via="1.1 x"), await ask()]
        await store.close()
        return told

    assert asyncio.run(all_of_them()) == [0, 1, 1, 1]


def test_a_page_that_gave_its_name_our_address_is_kept_out(tmp_path: Path) -> None:
    rules = read_rules(None, {"INGLENOOK_ALLOWED_HOSTS": "games.example.org, .club.example"})
    store = SqliteStore(tmp_path / "x.db")
    app = create_app(store, "secret", rules=rules)

    async def ask() -> list[int]:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            hosts = ("games.example.org", "evil.example", "127.0.0.1:8000")
            asked = [client.get("/healthz", headers={"host": host}) for host in hosts]
            answers = await asyncio.gather(*asked)
        await store.close()
        return [answer.status_code for answer in answers]

    assert asyncio.run(ask()) == [200, 421, 200]
