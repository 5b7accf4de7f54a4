"""Every HTTP route, by what the OpenAPI document says of it and by what it rules out."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.core.result import Ok
from schemathesis.pytest.lazy import get_all_tests
from schemathesis.specs.openapi.checks import positive_data_acceptance, unsupported_method

from inglenook.server.app.openapi import OPERATIONS, document
from tests.security.listened_server import Watched
from tests.web.people import PATIENCE, Person, me

schema = schemathesis.openapi.from_dict(document())
schema.config.generation.update(deterministic=True)
ROUTES = [route for route in OPERATIONS if not route[1].endswith(("stream", "events"))]
ELSEWHERE = [
    positive_data_acceptance,  # what is well formed may still not be a move, a seat or a table
    unsupported_method,  # anyone who sends no JSON is told so first
]


@pytest.fixture(scope="module")
def host(server: Watched) -> Iterator[Person]:
    person = Person(server)
    yield person
    person.http.close()


@pytest.fixture(scope="module")
def table(host: Person) -> str:
    """One that exists, and belongs to the host."""
    return host.open(me(), me("Bob"))


@pytest.mark.parametrize("route", ROUTES, ids=" ".join)
def test_any_request_is_answered(
    route: tuple[str, str], server: Watched, host: Person, table: str
) -> None:
    @settings(
        max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )
    def is_answered(case: schemathesis.Case[Any]) -> None:
        # Every other one is about a table that exists.
        if len(str(case.path_parameters.get("table", ""))) % 2:
            case.path_parameters["table"] = table
        # Whoever is forgotten has no table any more.
        stays = case.path != "/api/me/forget"
        case.call_and_validate(
            base_url=server.url,
            timeout=PATIENCE,
            cookies=dict(host.http.cookies) if stays else {},
            excluded_checks=ELSEWHERE,
        )

    # Made up here: Schemathesis' own decorator does it for all routes while tests are collected,
    # which took every worker seconds.
    method, path = route
    alone = schema.include(method=method.upper(), path=path)
    (made,) = get_all_tests(schema=alone, test_func=is_answered, settings=None, given_kwargs=None)
    assert isinstance(made, Ok)
    _, every_request = made.ok()
    every_request()


@pytest.mark.parametrize(
    "since",
    [
        *(
            "",
            "x",
            "-1",
            "-2",
            "0",
            "99999",
            "9" * 4000,
            "9" * 5000,
            f"-{'9' * 4000}",
            "1e3",
            "0x1",
        ),
        *(
            "1.5",
            "NaN",
            "%00",
            "%F0%9F%8D%92",
            "1&since=x",
            "%ED%A0%80",
            "null",
            "[1]",
            " 1",
            "1_0",
        ),
    ],
)
def test_any_since_starts_a_stream_or_is_refused(ada: Person, table: str, since: str) -> None:
    with ada.http.stream("GET", f"/api/tables/{table}/stream?since={since}") as answer:
        if answer.status_code == 400:
            assert httpx.Response(400, content=answer.read()).json()["code"] == "bad-since"
        else:
            assert '"type":"table"' in next(answer.iter_lines())


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "QUERY"])
def test_methods_that_are_not_there(ada: Person, method: str) -> None:
    headers = {"content-type": "application/json"}
    paths = {path for _, path in OPERATIONS if (method.lower(), path) not in OPERATIONS}
    # A mail's link to end a subscription is also a page.
    for path in paths if method != "GET" else {path for path in paths if "/api/" in path}:
        answer = ada.http.request(method, path.replace("{table}", "x"), headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (405, "bad-method"), path
