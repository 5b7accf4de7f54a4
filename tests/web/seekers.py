"""People who look for someone to play with."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import msgspec

from tests.web.people import Person, Said

_IDS = count()


@contextmanager
def looking(person: Person, name: str = "Ada", **wanted: Any) -> Iterator[Iterator[Said]]:
    """What somebody who looks is told."""
    new = {"id": f"s{next(_IDS)}", "game": "kewbz", "seats": 2, "name": name, **wanted}
    with person.http.stream("POST", "/api/seeks", json=new) as answer:
        if answer.status_code != 200:
            answer.read()
        assert answer.status_code == 200, answer.text
        yield (msgspec.json.decode(line) for line in answer.iter_lines())


def found(news: Iterator[Said]) -> str:
    """The table that somebody is found in the end."""
    return str(next(said["table"] for said in news if said["type"] == "found"))
