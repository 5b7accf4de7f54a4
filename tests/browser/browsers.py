"""The Chromiums of a worker, kept from test to test, as starting one takes long."""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from playwright.sync_api import Browser, BrowserContext, Playwright, sync_playwright

from tests import memory

KEPT = 8
"""How many contexts that somebody has left are kept."""


@contextmanager
def chromium(*args: str) -> Iterator[Browser]:
    """A separate Chromium, started with these arguments."""
    with sync_playwright() as playwright:
        browser = _launch(playwright, *args)
        yield browser
        browser.close()


def _launch(playwright: Playwright, *args: str) -> Browser:
    # Debian's, or else Playwright's own. The shell is the same Chromium without the windows
    # around the page, so that a page costs it less.
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    return playwright.chromium.launch(
        executable_path=path,
        args=["--no-sandbox", *args],
        # Where they cannot share memory, its processes share files, which takes longer.
        ignore_default_args=["--disable-dev-shm-usage"] if memory.has_room(2**30) else [],
    )


class Browsers:
    """One Chromium for each set of arguments, with the contexts that somebody has left."""

    def __init__(self) -> None:
        self._running = ExitStack()
        self._playwright: Playwright | None = None
        self._browsers: dict[tuple[str, ...], Browser] = {}
        self._idle: dict[Browser, list[tuple[str, BrowserContext]]] = {}

    def get(self, *args: str) -> Browser:
        """The Chromium that was started with these arguments, now or earlier."""
        if self._playwright is None:
            self._playwright = self._running.enter_context(sync_playwright())
        if args not in self._browsers:
            browser = _launch(self._playwright, *args)
            self._running.callback(browser.close)
            self._browsers[args] = browser
            self._idle[browser] = []
        return self._browsers[args]

    def take(self, browser: Browser, kind: str) -> BrowserContext | None:
        """One that somebody has left, made in this way: what was loaded is still there."""
        found = next((left for left in reversed(self._idle[browser]) if left[0] == kind), None)
        if not found:
            return None
        self._idle[browser].remove(found)
        return found[1]

    def leave(self, browser: Browser, kind: str, context: BrowserContext) -> None:
        """Keep it for those who come later; of many, only the last: each takes memory."""
        self._idle[browser].append((kind, context))
        if len(self._idle[browser]) > KEPT:
            self._idle[browser].pop(0)[1].close()

    def close(self) -> None:
        """Close them all: while Playwright runs, no other test can start an event loop."""
        self._running.close()
        self._playwright = None
        self._browsers.clear()
        self._idle.clear()


BROWSERS = Browsers()
