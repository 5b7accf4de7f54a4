"""The OpenAPI document is that of this server."""

import asyncio
from pathlib import Path

import msgspec
from starlette.routing import Route

from inglenook.server.app.app import create_app
from inglenook.server.app.openapi import OPERATIONS, document
from inglenook.server.http.responses import STATUS
from inglenook.server.store import Location, open_store, prepare
from tests.web.people import Person

PROTOCOL = (Path(__file__).parents[2] / "docs/protocol.md").read_text()
ANYWHERE = "{path:path}"
"""What the client shows, or nothing at all: not part of the API."""
FILES = ("/minds/{game}.onnx", "/docs")
"""Neither are these: what the client loads as it does scripts, and the site, where it is built."""


def test_it_has_every_route_and_no_other(tmp_path: Path) -> None:
    location = Location(tmp_path)
    secret = prepare(location)
    store = open_store(location)
    app = create_app(store, secret)
    routes = {
        (method.lower(), route.path)
        for route in app.routes
        if isinstance(route, Route) and ANYWHERE not in route.path and route.path not in FILES
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert routes == set(OPERATIONS)
    asyncio.run(store.close())


def test_its_statuses_are_those_of_the_reason_codes() -> None:
    said = {code for operation in OPERATIONS.values() for code in operation.codes}
    # These are about addresses that do not exist, and about names that are not this house's.
    assert set(STATUS) - said == {"bad-method", "bad-host"}
    for (method, path), operation in OPERATIONS.items():
        responses = document()["paths"][path][method]["responses"]
        refused = {str(STATUS.get(code, 409)) for code in operation.codes}
        assert set(responses) == {str(operation.status), *refused}


def test_its_reason_codes_are_those_of_the_protocol() -> None:
    codes = {code for operation in OPERATIONS.values() for code in operation.codes}
    of_games = {"not-your-turn"}
    assert {code for code in codes - of_games if f"`{code}`" not in PROTOCOL} == set()


def test_it_is_served(ada: Person) -> None:
    assert ada.http.get("/api/openapi.json").content == msgspec.json.encode(document())
