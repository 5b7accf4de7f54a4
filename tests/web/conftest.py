"""A real server on loopback, and people who come to play."""

from collections.abc import Iterator

import pytest

from tests.serving import Server
from tests.web.people import Person


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as server:
        yield server


def _person(server: Server) -> Iterator[Person]:
    person = Person(server)
    yield person
    person.http.close()


@pytest.fixture
def ada(server: Server) -> Iterator[Person]:
    yield from _person(server)


@pytest.fixture
def bob(server: Server) -> Iterator[Person]:
    yield from _person(server)
