"""A real Chromium and a real server for the tests of the screens."""

import re
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

FAULT = re.compile("Content Security Policy|There is no text for")
"""What the console never says."""

SETTLE_IN = """try {{
  localStorage["inglenook.settings"] ??= '{{"pace":"{pace}"}}';
}} catch {{
  // An empty page has no storage.
}}"""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as server:
        yield server


FEW_PROCESSES = (
    "--process-per-site",
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",
)
"""All pages of a person are in one process; else each begins in a process of its own."""

SHORT_LIVES = "--js-flags=--no-maglev,--no-opt"
"""Pages are soon gone: V8 optimises none of their scripts."""


@pytest.fixture
def browser() -> Browser:
    """It draws no 3-D, which would take long: for those who look at it there is another."""
    return BROWSERS.get("--disable-3d-apis", *FEW_PROCESSES, SHORT_LIVES)


@pytest.fixture
def person(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Makes a person with their own browser, whom the house knows and who has no page open yet.

    At their pace bots do not dawdle, unless it is another one.
    """
    used: list[tuple[str, BrowserContext]] = []
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
        left = BROWSERS.take(browser, kind)
        if left:
            context, page = left, left.new_page()
            forget(page, at)
        else:
            context = browser.new_context(base_url=at, **how)
            context.set_default_timeout(PATIENCE)
            context.add_init_script(SETTLE_IN.format(pace=pace))
            # It stays open and keeps the process of this person's pages: what a page has loaded
            # and compiled is then there for the next.
            context.new_page().goto("/api/version")
            page = context.new_page()
        used.append((kind, context))
        page.on("pageerror", lambda e: faults.append(f"{page.url}: {e}"))
        page.on("console", lambda m: faults.append(m.text) if FAULT.search(m.text) else None)
        # For the house's cookie. The driver may reuse a connection that is just being closed.
        context.request.get("/", max_retries=1)
        return page

    yield arrive
    for kind, context in used:
        if leave(context):
            BROWSERS.leave(browser, kind, context)
        else:
            context.close()
    assert faults == []


def leave(context: BrowserContext) -> bool:
    """Close all pages but the first; False if it cannot be used again, as it was closed or its
    clock was stopped."""
    if not context.pages:
        return False
    first, *pages = context.pages
    if not first.evaluate("Date.now.toString().includes('native code')"):
        return False
    context.set_offline(False)
    for page in pages:
        page.close()
    return True


def forget(page: Page, at: str) -> None:
    """Keep nothing of who was here before but what every page loads."""
    everything = {"origin": at, "storageTypes": "all"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", everything)
    page.context.clear_cookies()
