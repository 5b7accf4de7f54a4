"""A real Chromium and a real server for the tests of the screens."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.browser.browsers import BROWSERS
from tests.serving import Server

DESKTOP = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}

PATIENCE = 60_000
"""How many ms a screen may take on a busy machine."""

expect.set_options(timeout=PATIENCE)

SETTLE_IN = """try {{
  localStorage["inglenook.settings"] ??= '{{"pace":"{pace}"}}';
}} catch {{
  // An empty page has no storage.
}}"""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.fixture
def browser() -> Browser:
    """It draws no 3-D, which would take long: for those who look at it there is another."""
    return BROWSERS.get("--disable-3d-apis")


@pytest.fixture
def person(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Makes a person with their own browser, whom the house knows and who has no page open yet.

    At their pace bots do not dawdle, unless it is another one.
    """
    idle = BROWSERS.idle(browser)
    used: list[tuple[str, str, BrowserContext]] = []
    faults: list[str] = []

    def arrive(at: str = server.url, pace: str = "brisk", **how: Any) -> Page:
        how = {
            "viewport": DESKTOP,
            "locale": "en-GB",
            "reduced_motion": "reduce",
            # It would fetch every file of the client for each person.
            "service_workers": "block",
            **how,
        }
        kind = repr((at, pace, sorted(how.items())))
        if idle.get(kind):
            context = idle[kind].pop()
        else:
            context = browser.new_context(base_url=at, **how)
            context.set_default_timeout(PATIENCE)
            context.add_init_script(SETTLE_IN.format(pace=pace))
        used.append((kind, at, context))
        page = context.new_page()
        page.on("pageerror", lambda e: faults.append(f"{page.url}: {e}"))
        page.on(
            "console",
            lambda m: faults.append(m.text) if "Content Security Policy" in m.text else None,
        )
        # The house's cookie, and a page of the same origin: to draw the home page takes longer.
        context.request.get("/")
        page.goto("/robots.txt")
        return page

    yield arrive
    for kind, at, context in used:
        if forget(context, at):
            idle.setdefault(kind, []).append(context)
        else:
            context.close()
    assert faults == []


def forget(context: BrowserContext, at: str) -> bool:
    """Leave nothing of a person in their browser but what every page loads; False if it cannot be
    used again, as its clock was stopped or its page was closed."""
    if not context.pages:
        return False
    page = context.pages[0]
    context.set_offline(False)
    if not page.evaluate("Date.now.toString().includes('native code')"):
        return False
    page.goto("about:blank")
    everything = {"origin": at, "storageTypes": "all"}
    context.new_cdp_session(page).send("Storage.clearDataForOrigin", everything)
    context.clear_cookies()
    for page in context.pages:
        page.close()
    return True
