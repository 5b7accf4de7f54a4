"""Who somebody is: cookies that were not given by this server, and requests from other places."""

from collections.abc import Iterator

import httpx
import pytest
from itsdangerous import Signer
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from inglenook.server.app.openapi import OPERATIONS
from tests.security.listened_server import Watched
from tests.web.people import PATIENCE, Person, me

OTHER_ORIGINS = [
    *("https://elsewhere.example", "null", "", "http://", "http://[", "http://127.0.0.1"),
    *("http://127.0.0.1:1", "file://", "http://127.0.0.1@elsewhere.example", "//x", "é", "a b"),
]


def forged(cookies: list[str]) -> Iterator[bytes]:
    """Everything one could try with two valid cookies."""
    (guest, own), (other, others) = (cookie.split(".") for cookie in cookies)
    yield from (b"", b".", b"..", guest.encode(), f"{guest}.".encode(), f".{own}".encode())
    yield from (f"{guest}.{own[:n]}".encode() for n in range(1, len(own), 6))
    yield from (f"{guest}.{others}".encode(), f"{other}.{own}".encode())
    yield from (f"{guest}.{guest}.{own}".encode(), f"{guest}..{own}".encode())
    yield from (f"{guest[:-1]}.{own}".encode(), f"{guest}0.{own}".encode())
    yield f"{guest}.{'A' if own[0] != 'A' else 'B'}{own[1:]}".encode()
    yield f"{guest}.{own * 100}".encode()
    yield f"{guest.upper()}.{own.swapcase()}".encode()
    yield from (f"é{guest}.{own}".encode(), b"\xff\xfe." + own.encode())
    yield from (f"{guest}\\000.{own}".encode(), f'"{guest}".{own}'.encode())
    for secret in ("", "secret", "guest", guest):
        yield Signer(secret, salt="guest").sign(guest)
        yield Signer(secret).sign(guest)


def test_no_cookie_but_the_given_one_opens_a_seat(
    ada: Person, eve: Person, server: Watched
) -> None:
    table = ada.open(me(), me("Bob"))
    move = {"id": "m", "seat": 0, "move": {"type": "place", "cell": "d4"}}
    cookies = [ada.http.cookies["guest"], eve.http.cookies["guest"]]
    tried = list(forged(cookies))
    assert len(set(tried)) > 30
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as thief:
        for cookie in tried:
            headers = {b"cookie": b"guest=" + cookie}
            seen = thief.get(f"/api/tables/{table}", headers=headers).json()
            assert [seat["yours"] for seat in seen["seats"]] == [False, False]
            answer = thief.post(f"/api/tables/{table}/moves", json=move, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "not-your-seat")
            thief.cookies.clear()
    assert ada.http.post(f"/api/tables/{table}/moves", json=move).json()["seq"] == 0


def test_a_forged_cookie_opens_no_seat_over_a_websocket_either(ada: Person, eve: Person) -> None:
    table = ada.open(me(), me("Bob"))
    cookies = [ada.http.cookies["guest"], eve.http.cookies["guest"]]
    for cookie in forged(cookies):
        with eve.socket(table, Cookie=f"guest={cookie.decode('latin-1')}") as socket:
            assert [seat["yours"] for seat in socket.news[0]["seats"]] == [False, False]
            assert socket.play(0, "d4")["code"] == "not-your-seat"


def test_a_cookie_of_another_house_is_a_strangers(
    ada: Person, server: Watched, tmp_path_factory: pytest.TempPathFactory
) -> None:
    table = ada.open(me(), me("Bob"))
    with Watched(tmp_path_factory.mktemp("elsewhere")) as elsewhere:
        eve = Person(elsewhere)
        stranger = eve.http.cookies["guest"]
        eve.http.close()
    with httpx.Client(base_url=server.url, cookies={"guest": stranger}) as thief:
        seen = thief.get(f"/api/tables/{table}").json()
        assert [seat["yours"] for seat in seen["seats"]] == [False, False]
        assert thief.get("/").headers["set-cookie"].startswith("guest=")


def test_another_site_cannot_write_with_anybodys_cookie(ada: Person) -> None:
    table = ada.open(me(), me("Bob"))
    # A mail program ends a subscription by itself, and has no cookie.
    posts = [path for method, path in OPERATIONS if method == "post" and "unsubscribe" not in path]
    writes = [path.replace("{table}", table) for path in posts]
    assert len(writes) > 30
    for origin in OTHER_ORIGINS:
        for path in writes:
            answer = ada.http.post(path, json={}, headers={b"origin": origin.encode()})
            assert (answer.status_code, answer.json()["code"]) == (403, "cross-site"), origin


def test_another_site_cannot_open_a_websocket_with_anybodys_cookie(
    ada: Person, server: Watched
) -> None:
    table = ada.open(me(), me("Bob"))
    address = f"ws://127.0.0.1:{server.port}/tables/{table}/play"
    cookie = f"guest={ada.http.cookies['guest']}"
    for origin in OTHER_ORIGINS:
        headers = {"Cookie": cookie, "Origin": origin}
        with pytest.raises(InvalidStatus) as refused, connect(address, additional_headers=headers):
            pass
        assert refused.value.response.status_code == 403, origin


def test_a_cookie_is_kept_from_scripts_and_other_sites(server: Watched) -> None:
    for path in ("/", "/t/any", "/rules/kewbz"):
        cookie = httpx.get(server.url + path).headers["set-cookie"]
        assert "; HttpOnly" in cookie
        assert "; SameSite=Lax" in cookie
        assert "Domain" not in cookie
