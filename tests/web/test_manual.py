"""The documentation is served where it was built, under the policy of all pages."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware

from inglenook.server.http.limits import Limits
from inglenook.server.http.security_headers import Guard
from inglenook.server.pages.docs_site import manual_routes


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str], httpx.Response]:
    """Asks for an address of a site of three pages."""
    assert manual_routes(tmp_path) == []
    (tmp_path / "bots").mkdir()
    for name in ("index.html", "bots/index.html", "404.html"):
        (tmp_path / name).write_text(f"<h1>{name}</h1>")
    routes = manual_routes(tmp_path)
    transport = httpx.ASGITransport(
        Starlette(routes=routes, middleware=[Middleware(Guard, Limits())])
    )

    async def ask(address: str) -> httpx.Response:
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as reader:
            return await reader.get(address, follow_redirects=True)

    return lambda address: asyncio.run(ask(address))


def test_pages_are_found_by_their_folder(read: Callable[[str], httpx.Response]) -> None:
    for address, name in (("/docs", "index.html"), ("/docs/bots/", "bots/index.html")):
        page = read(address)
        assert page.status_code == 200
        assert name in page.text
        assert page.headers["cache-control"] == "no-cache"
        assert "default-src 'none'; script-src 'self'" in page.headers["content-security-policy"]


def test_what_is_not_there_says_so(read: Callable[[str], httpx.Response]) -> None:
    lost = read("/docs/no/such/page")
    assert lost.status_code == 404
    assert "404.html" in lost.text
    assert read("/docs/..%2f..%2fapp.py").status_code == 404
