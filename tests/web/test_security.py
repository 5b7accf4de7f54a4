"""A seat belongs to the browser that took it."""

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from inglenook.server.pages.link_previews import STATIC
from tests.serving import Server
from tests.web.people import FREE, Person, me

NEW = {"game": "kewbz", "seats": [me(), FREE]}
HTTPS = {"x-forwarded-proto": "https"}


def test_the_cookie(server: Server) -> None:
    with httpx.Client(base_url=server.url) as browser:
        cookie = browser.get("/").headers["set-cookie"]
        assert cookie.startswith("guest=")
        assert {part.strip() for part in cookie.split(";")[1:]} == {
            "HttpOnly",
            "SameSite=Lax",
            "Path=/",
            "Max-Age=31536000",
        }
        assert "set-cookie" not in browser.get("/").headers
        assert "set-cookie" not in browser.post("/api/tables", json=NEW).headers
        # Whoever opens a page has it for another year.
        again = browser.get("/", headers={"sec-fetch-dest": "document"})
        assert again.headers["set-cookie"] == cookie


def test_behind_https_the_cookie_is_for_https_alone(server: Server) -> None:
    with httpx.Client(base_url=server.url, headers={"x-forwarded-proto": "https"}) as browser:
        cookie = browser.get("/").headers["set-cookie"]
        assert cookie.startswith("__Host-guest=")
        assert {part.strip() for part in cookie.split(";")[1:]} >= {"Secure", "Path=/"}
        assert "Domain" not in cookie


def test_over_https_a_plain_cookie_makes_nobody_somebody_else(ada: Person, server: Server) -> None:
    table = ada.open(me(), FREE)
    # Another site of the same domain can put it into a victim's browser, and so can plain http.
    planted = f"guest={ada.http.cookies['guest']}"
    with httpx.Client(base_url=server.url, headers=HTTPS) as victim:
        seen = victim.get(f"/api/tables/{table}", headers={"cookie": planted}).json()
        assert [seat["yours"] for seat in seen["seats"]] == [False, False]
        opened = victim.get("/", headers={"cookie": planted, "sec-fetch-dest": "document"})
        own = opened.headers["set-cookie"].partition(";")[0]
        assert own.startswith("__Host-guest=")
        assert own.partition("=")[2] != ada.http.cookies["guest"]
    with ada.socket(table, None, watch=False, **HTTPS, Cookie=planted) as socket:
        assert [seat["yours"] for seat in socket.news[0]["seats"]] == [False, False]
        given = socket.connection.response
        assert given is not None
        assert given.headers["set-cookie"].startswith("__Host-guest=")
    # The cookie of the victim's own goes with it, and is the one that counts.
    with httpx.Client(base_url=server.url, headers={**HTTPS, "cookie": f"{planted}; {own}"}) as web:
        mine = web.post("/api/tables", json=NEW).json()["id"]
        with ada.socket(mine, None, watch=False, **HTTPS, Cookie=own) as socket:
            assert socket.news[0]["seats"][0]["yours"]
        # Over http nobody can have been given it.
        plain = {"cookie": own, "x-forwarded-proto": "http"}
        assert not web.get(f"/api/tables/{mine}", headers=plain).json()["seats"][0]["yours"]


def test_a_forged_cookie_is_a_stranger(ada: Person, server: Server) -> None:
    table = ada.open(me(), FREE)
    guest, _, signature = ada.http.cookies["guest"].partition(".")
    for forged in (guest, f"{guest}.", f"{guest}.{signature[:-2]}AA", f".{signature}", "é"):
        headers = {b"cookie": f"guest={forged}".encode()}
        with httpx.Client(base_url=server.url, headers=headers) as thief:
            seats = thief.get(f"/api/tables/{table}").json()["seats"]
            assert [seat["yours"] for seat in seats] == [False, False]
            assert "set-cookie" in thief.get("/").headers
    assert ada.http.get(f"/api/tables/{table}").json()["seats"][0]["yours"]


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_site_cannot_write(ada: Person, headers: dict[str, str]) -> None:
    answer = ada.http.post("/api/tables", json=NEW, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "cross-site")


def test_our_own_pages_can_write(ada: Person, server: Server) -> None:
    headers = {"origin": server.url, "sec-fetch-site": "same-origin"}
    assert ada.http.post("/api/tables", json=NEW, headers=headers).status_code == 201


def test_only_json_is_taken(ada: Person) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        answer = ada.http.post("/api/tables", content="{}", headers={"content-type": kind})
        assert (answer.status_code, answer.json()["code"]) == (415, "not-json")


def test_another_site_cannot_open_a_websocket(ada: Person, server: Server) -> None:
    table = ada.open(me(), FREE)
    with (
        pytest.raises(InvalidStatus) as refused,
        ada.socket(table, Origin="https://elsewhere.example"),
    ):
        pass
    assert refused.value.response.status_code == 403
    with ada.socket(table, Origin=server.url) as socket:
        assert socket.ask("ping")["type"] == "ack"


@pytest.mark.parametrize("path", ["/", "/t/abc", "/api/health", "/api/nothing", "/assets/none.js"])
def test_every_answer_has_the_security_headers(ada: Person, path: str) -> None:
    headers = ada.http.get(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_only_the_worker_that_plays_may_run_webassembly(ada: Person) -> None:
    (script,) = (STATIC / "assets").glob("mind-*.js")
    policy = ada.http.get(f"/assets/{script.name}").headers["content-security-policy"]
    assert "script-src 'self' 'wasm-unsafe-eval'; style-src" in policy


def test_a_strange_host_does_not_get_into_the_policy(ada: Person) -> None:
    answer = ada.http.get("/api/health", headers={"host": "a; script-src *"})
    assert "script-src *" not in answer.headers["content-security-policy"]


def test_a_new_guest_gets_the_cookie_with_the_websocket(ada: Person, server: Server) -> None:
    table = ada.open(me(), FREE)
    stranger = Person(server)
    stranger.http.cookies.clear()
    with stranger.socket(table) as socket:
        given = socket.connection.response
        assert given is not None
        assert given.headers["set-cookie"].startswith("guest=")
    stranger.http.close()
