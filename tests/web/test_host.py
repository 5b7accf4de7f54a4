"""A house with a door, and its host: commands and the desk, while people are there."""

import os
import time
from collections.abc import Callable, Iterator

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.command import run_here
from tests.serving import Server
from tests.web.people import FREE, PATIENCE, Person, me

PASSWORD = "three wise owls"
RULES = f"""door = "password"
password = "{PASSWORD}"
tables = "profiles"
languages = ["de", "nl"]
limit_connections = 3
"""


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that has a door."""
    folder = tmp_path_factory.mktemp("closed")
    (folder / "house.toml").write_text(RULES)
    env = {**os.environ, "INGLENOOK_RULES": str(folder / "house.toml")}
    with Server(folder / "data", env=env) as server:
        yield server


@pytest.fixture
def insider(closed: Server) -> Iterator[Person]:
    person = Person(closed)
    assert person.http.post("/api/door", json={"password": PASSWORD}).status_code == 200
    profile = {"name": f"Ada {time.time_ns()}"[-20:], "token": "leaf-moss", "languages": ["en"]}
    assert person.http.put("/api/me", json=profile).status_code == 200
    yield person
    person.http.close()


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def until(true: Callable[[], bool]) -> None:
    """Workers look every two seconds at what the host has done."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_only_who_knows_the_password_comes_in(closed: Server, insider: Person) -> None:
    table = insider.open(me(), FREE)
    stranger = Person(closed)
    web = stranger.http
    for address in ("/api/games", f"/api/tables/{table}", "/api/me", "/api/days"):
        assert refused(web.get(address)) == (401, "door-closed")
    assert refused(web.post("/api/tables", json={})) == (401, "door-closed")
    with pytest.raises(InvalidStatus), stranger.socket(table):
        pass
    for address in ("/", f"/t/{table}", "/replay/x", "/me"):
        page = web.get(address)
        assert page.status_code == 401
        assert 'content="de nl"' in page.text
        assert "Ada" not in page.text
        assert 'src="/assets/door' in page.text
    for address in ("/healthz", "/readyz", "/icon.svg", "/api/version", "/door"):
        assert web.get(address).status_code == 200, address
    house = web.get("/api/house").json()
    assert (house["door"], house["inside"], house["languages"]) == ("password", False, ["de", "nl"])
    assert refused(web.post("/api/door", json={"password": "owls"})) == (403, "bad-password")
    for forged in ("inside", "inside.x", ""):
        assert web.get("/api/games", headers={"cookie": f"door={forged}"}).status_code == 401
    assert web.post("/api/door", json={"password": PASSWORD}).status_code == 200
    assert web.get("/api/house").json()["inside"]
    assert web.get(f"/api/tables/{table}").status_code == 200
    page = web.get("/", headers={"accept-language": "fr"})
    assert '<html lang="de">' in page.text
    # Inside, tables are for those who are someone.
    new = {"game": "kewbz", "seats": [me(), FREE]}
    assert refused(web.post("/api/tables", json=new)) == (403, "needs-profile")
    assert refused(web.post("/api/records", json={})) == (403, "needs-profile")
    web.close()


def test_a_limit_of_the_house(insider: Person) -> None:
    table = insider.open(me(), FREE)
    with insider.socket(table), insider.socket(table), insider.socket(table):
        answer = insider.http.get(f"/api/tables/{table}/stream")
        assert refused(answer) == (429, "too-many-connections")


def test_what_the_host_does_reaches_those_who_are_here(closed: Server, insider: Person) -> None:
    def host(*words: str) -> str:
        status, said, wrong = run_here("admin", *words, "--data", closed.data)
        assert status == 0, wrong
        return said

    table, other = insider.open(me(), me("Eve")), insider.open(me(), FREE)
    assert f"{table}  kewbz  playing  0" in host("tables", "list", "playing")
    guest = host("tables", "look", table).splitlines()[2].split()[-1]
    with insider.socket(table) as here:
        host("tables", "close", table)
        ended = here.until(lambda said: said.get("outcome"))
        assert ended["outcome"]["reason"] == "abandoned"
    with insider.socket(other) as here:
        host("tables", "delete", other)
        assert here.end() == 4404
    assert refused(insider.http.get(f"/api/tables/{other}")) == (404, "unknown-table")

    third = insider.open(me(), me("Eve"))
    with insider.socket(third) as here:
        host("read-only", "on")
        until(lambda: here.ask("takeback", seat=0)["code"] == "read-only")
        assert refused(insider.http.put("/api/me", json={})) == (503, "read-only")
        assert insider.http.get(f"/api/tables/{third}").status_code == 200
        host("read-only", "off")
        until(lambda: here.ask("takeback", seat=0)["code"] != "read-only")
        assert here.play(0, "c3")["type"] == "ack"

    host("announce", "Cake at four", "--hours", "2")
    until(lambda: bool(insider.http.get("/api/house").json()["announcement"]))
    assert insider.http.get("/api/house").json()["announcement"]["text"] == "Cake at four"

    name = insider.http.get("/api/me").json()["profile"]["name"]
    assert host("people", "find", name).startswith(f"{guest}  {name}")
    with insider.socket(third) as here:
        host("people", "block", guest, "--days", "2", "--why", "rude")
        assert here.end() == 1012
    assert refused(insider.http.get("/api/tables")) == (403, "blocked")
    assert insider.http.get("/").status_code == 403
    with pytest.raises((InvalidStatus, ConnectionClosed)), insider.socket(third):
        pass
    host("people", "unblock", guest)
    until(lambda: insider.http.get("/api/tables").status_code == 200)
    host("addresses", "block", "127.0.0.1/32")
    until(lambda: insider.http.get("/api/tables").status_code == 403)
    host("addresses", "unblock", "127.0.0.1")
    until(lambda: insider.http.get("/api/tables").status_code == 200)

    host("people", "forget", guest)
    until(lambda: insider.http.get(f"/api/tables/{third}").json()["seats"][0]["name"] == "")
    log = host("log")
    for act in ("close-table", "delete-table", "read-only  on", "block-person", "forget-person"):
        assert act in log
    assert "profiles: " in host("figures")
    assert run_here("admin", "tables", "close", table, "--data", closed.data)[0] == 2
    for act in ("look", "close", "delete"):
        wrong = run_here("admin", "tables", act, "-oRjC-3TkUiT", "--data", closed.data)
        assert wrong == (2, "", "inglenook: there is no table -oRjC-3TkUiT\n"), act
    wrong = run_here("admin", "figures", "--data", closed.data / "mistyped")
    assert wrong[0] == 2
    assert "there are no games in" in wrong[2]


def test_the_desk_is_entered_once_by_a_link(closed: Server, insider: Person) -> None:
    table = insider.open(me(), FREE)
    link = run_here("admin", "link", "--origin", closed.url, "--data", closed.data)[1].strip()
    assert link.startswith(f"{closed.url}/desk#")
    secret = link.partition("#")[2]
    with httpx.Client(base_url=closed.url, timeout=PATIENCE) as host:
        assert refused(host.get("/api/desk")) == (401, "not-at-desk")
        assert refused(host.post("/api/desk/enter", json={"secret": "x"})) == (403, "bad-code")
        entered = host.post("/api/desk/enter", json={"secret": secret})
        assert "HttpOnly; SameSite=Strict" in entered.headers["set-cookie"]
        assert refused(host.post("/api/desk/enter", json={"secret": secret})) == (403, "bad-code")
        desk = host.get("/api/desk").json()
        assert [done["what"] for done in desk["acts"][:2]] == ["desk-entered", "desk-link"]
        (seen,) = host.get("/api/desk/tables", params={"find": table}).json()
        assert (seen["status"], seen["seats"][1]) == ("waiting", None)
        close = {"type": "close-table", "table": table}
        assert host.post("/api/desk/acts", json=close).json()["what"] == "close-table"
        assert refused(host.post("/api/desk/acts", json=close)) == (409, "game-over")
        bad = {"type": "block-address", "address": "here"}
        assert refused(host.post("/api/desk/acts", json=bad)) == (400, "bad-address")
        assert refused(host.post("/api/desk/acts", json={"type": "x"})) == (400, "bad-message")
        assert host.post("/api/desk/invitations", json={"uses": 1}).json()["secret"]
        assert host.get("/api/desk").json()["invitations"][0]["uses"] == 1
        # Elsewhere in the house the host is somebody like any other.
        assert refused(host.get("/api/tables")) == (401, "door-closed")
        host.post("/api/desk/leave", json={})
        assert refused(host.get("/api/desk")) == (401, "not-at-desk")


def test_over_https_the_door_and_the_desk_believe_no_plain_cookie(closed: Server) -> None:
    link = run_here("admin", "link", "--origin", closed.url, "--data", closed.data)[1].strip()
    https = {"x-forwarded-proto": "https"}
    with httpx.Client(base_url=closed.url, timeout=PATIENCE, headers=https) as web:
        came_in = web.post("/api/door", json={"password": PASSWORD})
        sat_down = web.post("/api/desk/enter", json={"secret": link.partition("#")[2]})
        given = [*came_in.headers.get_list("set-cookie"), sat_down.headers["set-cookie"]]
        web.cookies.clear()
        for cookie in given:
            assert cookie.startswith("__Host-")
            assert {"Path=/", "HttpOnly", "Secure"} <= set(cookie.split("; "))
            assert "Domain" not in cookie
        own = "; ".join(cookie.partition(";")[0] for cookie in given)
        assert web.get("/api/house", headers={"cookie": own}).json()["inside"]
        assert web.get("/api/desk", headers={"cookie": own}).status_code == 200
        # What a site of the same domain can put there.
        planted = own.replace("__Host-", "")
        assert not web.get("/api/house", headers={"cookie": planted}).json()["inside"]
        assert refused(web.get("/api/desk", headers={"cookie": planted})) == (401, "not-at-desk")
