"""A real server on loopback, and people who come to play."""

import sys
from collections.abc import Iterator

import pytest

from tests.command import TOYS
from tests.serving import Server
from tests.web.people import Person


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.fixture(scope="session")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One with the games for tests on the shelf."""
    with Server(tmp_path_factory.mktemp("toys"), sys.executable, TOYS) as server:
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


@pytest.fixture
def eve_here(server: Server) -> Iterator[Person]:
    """A third one at the same server."""
    yield from _person(server)


@pytest.fixture
def eve(toys: Server) -> Iterator[Person]:
    """Someone at the server with the games for tests."""
    yield from _person(toys)
