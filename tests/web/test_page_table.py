"""The client has one table of its pages; what the server knows of them agrees with it."""

import re
from pathlib import Path

import pytest

from inglenook.server.pages.resource_hints import PAGES
from tests.web.people import FREE, Person, me

TABLE = (Path(__file__).parents[2] / "client/src/pages.ts").read_text()
ENTRY = re.compile(
    r'paths: \[([^\]]*)\],\s*load: \(\) =>\s*import\("\./features/([^"]+)\.svelte"\)'
)
SOURCES = {
    path: source
    for paths, source in ENTRY.findall(TABLE)
    for path in re.findall(r'"([^"]+)"', paths)
}
"""The component of each path of the client."""


def test_the_table_is_read_as_a_whole() -> None:
    assert len(ENTRY.findall(TABLE)) == TABLE.count("paths: [") > 15


@pytest.mark.parametrize("part", PAGES)
def test_what_is_preloaded_is_the_page_of_the_address(part: str) -> None:
    shortest = min(path for path in SOURCES if path.split("/")[1] == part)
    assert SOURCES[shortest] == PAGES[part]


@pytest.mark.parametrize("path", SOURCES)
def test_the_server_answers_at_every_address_of_the_client(path: str, ada: Person) -> None:
    given = {"game": "kewbz", "wanted": "kewbz", "handle": "ada", "secret": "x"}
    if ":id" in path:
        given["id"] = ada.open(me(), FREE)
    address = re.sub(r":(\w+)", lambda name: given[name[1]], path)
    assert ada.http.get(address).status_code == 200
