"""The documentation as a site: built, served under the policy of all pages, read in Chromium.

`make test-docs`: it needs what builds the site, which `make test` does without.
"""

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn
from playwright.sync_api import Browser, expect
from starlette.applications import Starlette
from starlette.middleware import Middleware

from inglenook.server.http.limits import Limits
from inglenook.server.http.security_headers import Guard
from inglenook.server.pages.docs_site import manual_routes
from tests.browser.browsers import chromium

TOOL = Path(__file__).parent


@pytest.fixture(scope="module")
def manual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Its address."""
    site = tmp_path_factory.mktemp("manual") / "site"
    subprocess.run([sys.executable, TOOL, site], check=True, stdout=subprocess.DEVNULL)
    app = Starlette(routes=manual_routes(site), middleware=[Middleware(Guard, Limits())])
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/docs/"
    server.should_exit = True
    thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def test_the_site_obeys_the_policy_and_can_be_searched(browser: Browser, manual: str) -> None:
    context = browser.new_context(color_scheme="dark")
    page = context.new_page()
    faults: list[str] = []
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "request",
        lambda asked: None if asked.url.startswith(manual[:-1]) else faults.append(asked.url),
    )
    page.goto(manual.removesuffix("/"))
    expect(page.get_by_role("heading", name="What do you want to do?")).to_be_visible()
    assert page.locator("body").get_attribute("data-md-color-scheme") == "slate"
    page.locator("article").get_by_role("link", name="Kewbz", exact=True).click()
    expect(page.get_by_role("heading", name="The rules, made exact")).to_be_visible()
    page.goto(f"{manual}reference/matches/")
    expect(page.get_by_text("One game being played")).to_be_visible()
    page.get_by_role("button", name="Search").first.click()
    page.keyboard.type("sand timer")
    expect(page.get_by_role("option").filter(has_text="sand").first).to_be_visible()
    lost = page.goto(f"{manual}no/such/page")
    assert lost is not None
    assert lost.status == 404
    assert [fault for fault in faults if "404" not in fault] == []
    context.close()


def test_no_page_asks_another_house_for_anything(manual: str) -> None:
    for path in ("", "games/konexi/", "studies/", "reference/matches/", "404.html"):
        page = httpx.get(manual + path)
        assert "default-src 'none'" in page.headers["content-security-policy"]
        asked = re.findall(r"<(?:script|link|img|iframe)[^>]+(?:src|href)=\"([^\"]+)", page.text)
        assert asked
        assert [url for url in asked if re.match(r"(https?:)?//", url)] == []
        for url in asked:
            assert httpx.get(str(page.url.join(url)), follow_redirects=True).is_success, url
