"""Finding someone, over HTTP."""

from typing import Any

import pytest

from tests.web.people import Person, Said
from tests.web.seekers import found, looking

HURRY = {"base": 60_000, "increment": 0, "cap": None}


def sought(person: Person) -> list[Said]:
    answer: list[Said] = person.http.get("/api/seeks").json()["sought"]
    return answer


def test_two_who_look_for_the_same_sit_down_together(ada: Person, bob: Person) -> None:
    profile = ada.http.put("/api/me", json={"name": "Ada Seeks", "token": "fish-sky"}).json()
    with looking(ada, "Ada", time_control=HURRY) as for_ada:
        first = next(for_ada)
        assert first["type"] == "looking"
        with looking(bob, "Bob", time_control=HURRY, near=False) as for_bob:
            table = found(for_bob)
        assert found(for_ada) == table
        # Nothing more is said.
        assert list(for_ada) == []
    told = ada.http.get(f"/api/tables/{table}").json()
    # Who has a profile sits there as themselves.
    assert {(seat["name"], seat["token"], seat["handle"]) for seat in told["seats"]} == {
        ("Ada Seeks", "fish-sky", profile["profile"]["handle"]),
        ("Bob", "", ""),
    }
    assert [seat["yours"] for seat in told["seats"]].count(True) == 1
    assert (told["status"], told["time_control"]) == ("playing", HURRY)
    assert sought(ada) == []


def test_whoever_ends_it_or_goes_away_is_not_found(ada: Person, bob: Person) -> None:
    other: dict[str, Any] = {"game": "conex", "seats": 3}
    with looking(ada, **other) as news:
        next(news)
        # It is written down with the next round.
        while not sought(bob):
            pass
        assert sought(bob) == [{**other, "time_control": None, "people": 1}]
        assert ada.http.request("DELETE", "/api/seeks", json={}).json() == {"table": None}
        assert [said["type"] for said in news if said["type"] != "looking"] == ["ended"]
    assert sought(bob) == []
    with looking(ada, **other) as news:
        next(news)
        while not sought(bob):
            pass
    while sought(bob):
        pass


def test_a_person_looks_for_one_thing_at_a_time(ada: Person) -> None:
    with looking(ada) as first:
        next(first)
        with looking(ada, game="prolix") as second:
            next(second)
            assert [said["type"] for said in first if said["type"] != "looking"] == ["ended"]
            while [each["game"] for each in sought(ada)] != ["prolix"]:
                pass
            assert ada.http.request("DELETE", "/api/seeks", json={}).json() == {"table": None}


def test_a_seek_that_is_sent_again_goes_on(ada: Person, bob: Person) -> None:
    with looking(ada, id="mine", near=False) as news:
        next(news)
    with looking(bob, near=False) as for_bob:
        next(for_bob)
        with looking(ada, id="mine", near=False) as news:
            table = found(news)
        assert found(for_bob) == table
    # The answer was lost on its way: it is given again.
    with looking(ada, id="mine", near=False) as news:
        assert found(news) == table
    # And whoever ends it then learns where they sit.
    assert ada.http.request("DELETE", "/api/seeks", json={}).json() == {"table": table}


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"seats": 3}, "bad-seats"),
        ({"game": "prolix", "time_control": HURRY}, "no-clock"),
        ({"name": "\u200b"}, "bad-name"),
        ({"seats": 1}, "bad-message"),
        ({"near": 2}, "bad-message"),
    ],
)
def test_what_cannot_be_played_is_not_looked_for(
    ada: Person, wanted: dict[str, Any], code: str
) -> None:
    new = {"id": "x", "game": "kewbz", "seats": 2, "name": "Ada", **wanted}
    assert ada.http.post("/api/seeks", json=new).json()["code"] == code
    assert sought(ada) == []
