"""Who is here: those who sit at a table, watch, or look for someone."""

import time
from typing import Any

from tests.web.people import FREE, PATIENCE, Person, me
from tests.web.seekers import looking

ANN: dict[str, Any] = {"name": "Ann of the House", "token": "star-teal", "languages": ["en"]}


def here(person: Person) -> tuple[list[str], int]:
    found = person.http.get("/api/tables").json()["here"]
    return [each["name"] for each in found["people"]], found["others"]


def until(person: Person, wanted: tuple[list[str], int]) -> None:
    """Wait for it: it is looked up anew every two seconds."""
    end = time.monotonic() + PATIENCE
    while here(person) != wanted:
        assert time.monotonic() < end, here(person)


def test_people_are_named_if_they_have_a_profile_and_counted_if_not(
    ada: Person, bob: Person
) -> None:
    until(bob, ([], 0))
    assert ada.http.put("/api/me", json=ANN).status_code == 200
    with ada.socket(ada.open(me(), FREE)):
        until(bob, (["Ann of the House"], 0))
        # Nobody is told of themselves.
        assert here(ada) == ([], 0)
        with looking(bob) as news:
            next(news)
            until(ada, ([], 1))
        assert ada.http.put("/api/me/page", json={"shows": "nothing"}).status_code == 200
        until(bob, ([], 1))
    until(bob, ([], 0))
