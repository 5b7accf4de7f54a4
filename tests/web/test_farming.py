"""Ratings cannot be farmed: games against profiles that somebody makes for themselves."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from inglenook.server.ratings.counting import MOST_GAMES_OF_PAIR
from tests.command import run
from tests.serving import Server
from tests.web.people import FREE, GAME, SMALL, me

FARM = "203.0.113.7"
PUPPETS = 150
CLOCK = {"base": 600_000}
NUMBERS = count(1)


class Person:
    """Somebody with a profile, who asks over HTTP."""

    def __init__(self, http: httpx.Client, name: str) -> None:
        self.name = name
        self.http = http
        # Profiles are made from everywhere: how many an address may make is not the point here.
        number = next(NUMBERS)
        self.come_from(f"10.0.{number // 250}.{number % 250 + 1}")
        who = {"name": name, "token": "star-teal", "languages": ["en"]}
        answer = self.http.put("/api/me", json=who)
        assert answer.status_code == 200, answer.text

    def come_from(self, address: str) -> None:
        self.http.headers["x-forwarded-for"] = address

    def ask(self, table: str, kind: str, **fields: Any) -> dict[str, Any]:
        ask = {"id": f"{kind}-{next(NUMBERS)}", "type": kind, **fields}
        answer = self.http.post(f"/api/tables/{table}/asks", json=ask)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def play(self, table: str, seat: int, **move: str) -> None:
        self.ask(table, "play", seat=seat, move=move)

    def page(self) -> dict[str, Any]:
        found: dict[str, Any] = self.http.get("/api/people/me").json()
        return found

    def uncounted(self, table: str) -> str | None:
        told = self.http.get(f"/api/tables/{table}/summary").json()
        assert bool(told["ratings"]) == (told["uncounted"] is None)
        found: str | None = told["uncounted"]
        return found


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "house") as server:
        yield server


Come = Callable[[str], Person]


@pytest.fixture
def come(house: Server) -> Iterator[Come]:
    """Makes a person of that name."""
    with ExitStack() as stack:

        def come(name: str) -> Person:
            http = httpx.Client(base_url=house.url, timeout=60)
            return Person(stack.enter_context(http), name)

        yield come


def seated(puppet: Person, farmer: Person) -> str:
    """A rated table that the puppet opens, and at which the farmer sits down."""
    new = {"game": "kewbz", "seats": [me(puppet.name), FREE], "options": SMALL}
    answer = puppet.http.post("/api/tables", json={**new, "rated": True, "time_control": CLOCK})
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["id"]
    farmer.ask(table, "sit", seat=1, name=farmer.name)
    return table


def played(puppet: Person, farmer: Person, moves: int = 4) -> str:
    """A rated game that the puppet gives up after some moves."""
    table = seated(puppet, farmer)
    for n, cell in enumerate(GAME[:moves]):
        (puppet, farmer)[n % 2].play(table, n % 2, type="place", cell=cell)
    puppet.play(table, 0, type="resign")
    return table


def recomputed(house: Server) -> None:
    """The same comes of it if all is made anew."""
    house.stop()
    done = run("recompute", "--data", str(house.data), "--workers", "1")
    assert done.returncode == 0, done.stderr
    assert "as before" in done.stderr
    house.start()


def test_profiles_of_ones_own_bring_no_rating(house: Server, come: Come) -> None:
    farmer = come("Farmer")
    farmer.come_from(FARM)
    for n in range(PUPPETS):
        puppet = come(f"Puppet {n}")
        puppet.come_from(FARM)
        table = played(puppet, farmer, moves=0)
        assert farmer.uncounted(table) == "few-moves"
        # Moves do not help as long as all comes from one address.
        if n % 10 == 0:
            assert farmer.uncounted(played(puppet, farmer)) == "one-address"
    page = farmer.page()
    assert page["ratings"] == []
    assert page["counts"][0]["won"] == PUPPETS + PUPPETS // 10
    recomputed(house)
    assert farmer.page()["ratings"] == []


def test_with_one_opponent_some_games_a_day_count(house: Server, come: Come) -> None:
    farmer, friend = come("Farmer"), come("Friend")
    tables = [played(friend, farmer) for _ in range(MOST_GAMES_OF_PAIR + 2)]
    told = [farmer.uncounted(table) for table in tables]
    assert told == [None] * MOST_GAMES_OF_PAIR + ["often"] * 2
    assert farmer.page()["ratings"][0]["games"] == MOST_GAMES_OF_PAIR
    recomputed(house)
    assert [farmer.uncounted(table) for table in tables] == told
    assert farmer.page()["ratings"][0]["games"] == MOST_GAMES_OF_PAIR


def test_a_family_whose_profiles_are_not_of_today_is_rated(house: Server, come: Come) -> None:
    one, other = come("Ada"), come("Ben")
    for person in (one, other):
        person.come_from(FARM)
    assert one.uncounted(played(other, one)) == "one-address"
    house.stop()
    database = sqlite3.connect(house.data / "inglenook.db")
    with database:
        database.execute("UPDATE profiles SET made = made - 86400000")
    database.close()
    house.start()
    assert one.uncounted(played(other, one)) is None


def test_a_rated_table_without_a_clock_is_refused(come: Come) -> None:
    person = come("Ada")
    new = {"game": "kewbz", "seats": [me(), FREE], "rated": True}
    answer = person.http.post("/api/tables", json=new)
    assert (answer.status_code, answer.json()["code"]) == (409, "needs-clock")
