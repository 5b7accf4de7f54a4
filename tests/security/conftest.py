"""A server whose log is kept, people who come to play, and people who come for something else."""

import secrets
from collections.abc import Iterator

import pytest

from tests.postgres import Postgres
from tests.security.listened_server import Watched
from tests.web.people import Person


@pytest.fixture(scope="session")
def at_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    with Watched(tmp_path_factory.mktemp("home")) as server:
        yield server


@pytest.fixture(scope="session")
def in_a_club(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[Watched]:
    """Two workers on PostgreSQL, with a secret that we know."""
    folder = tmp_path_factory.mktemp("club")
    (folder / "data").mkdir()
    (folder / "data/secret").write_text(secrets.token_hex(32))
    with Watched(folder, database=postgres.database(), workers=2) as server:
        yield server


@pytest.fixture(scope="session")
def server(at_home: Watched) -> Watched:
    return at_home


@pytest.fixture(scope="session", params=["at_home", "in_a_club"])
def everywhere(request: pytest.FixtureRequest) -> Watched:
    """For tests that take it as their `server`: one and the other."""
    server: Watched = request.getfixturevalue(request.param)
    return server


@pytest.fixture(autouse=True)
def calm(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever a test sends, the server has an answer to it: nothing in it breaks."""
    if "server" not in request.fixturenames:
        yield
        return
    server: Watched = request.getfixturevalue("server")
    before = len(server.complaints())
    yield
    assert server.complaints()[before:] == []


def _person(server: Watched) -> Iterator[Person]:
    person = Person(server)
    yield person
    person.http.close()


@pytest.fixture
def ada(server: Watched) -> Iterator[Person]:
    yield from _person(server)


@pytest.fixture
def bob(server: Watched) -> Iterator[Person]:
    yield from _person(server)


@pytest.fixture
def eve(server: Watched) -> Iterator[Person]:
    """She is up to no good."""
    yield from _person(server)
