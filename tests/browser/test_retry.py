"""What the server refuses only for now is asked for again, without a word to the player."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from inglenook.server.http.responses import RETRY_AFTER

People = Callable[..., Page]
SHORT = sorted(code for code, seconds in RETRY_AFTER.items() if seconds <= 2)
"""Some of the reason codes after which the client asks again by itself, those with a short wait;
`client/tests` has all of them."""


def refuse(code: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(status=503, json={"type": "refused", "code": code})


@pytest.mark.parametrize("code", SHORT)
def test_a_page_asks_again_after(code: str, person: People) -> None:
    page = person()
    page.route("**/api/games", refuse(code), times=1)
    page.goto("/play/kewbz")
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_enabled()


@pytest.mark.parametrize("code", [*SHORT, "bots-busy"])
def test_a_puzzle_is_asked_for_again_after(code: str, person: People) -> None:
    page = person()
    page.route(re.compile("/api/puzzles/kewbz/.*/try$"), refuse(code), times=1)
    page.goto("/puzzles/kewbz")
    expect(page.get_by_role("button", name="Show me")).to_be_enabled()
    expect(page.get_by_text("Connection lost")).to_be_hidden()
