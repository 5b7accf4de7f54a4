"""Somebody new has their first point after a few presses, without the rules.

How long that takes with the pauses that people make is printed by `python -m bench.first_point`.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.newcomer import DEVICES, TITLES, Newcomer

People = Callable[..., Page]
MOST = 15


@pytest.mark.parametrize("device", DEVICES)
def test_in_the_lessons_that_are_offered(person: People, device: str) -> None:
    page = person(**DEVICES[device])
    presses = {}
    for game in TITLES:
        page.goto("/")
        newcomer = Newcomer(page)
        newcomer.first_point(game, "lesson")
        presses[game] = newcomer.presses
    assert max(presses.values()) <= MOST, presses


@pytest.mark.parametrize("device", DEVICES)
def test_in_a_game(person: People, device: str) -> None:
    # In Prolix bots may be faster, and in Konexi letters may come that make no word.
    page = person(**DEVICES[device])
    presses = {}
    for game in ("kewbz", "conex"):
        page.goto("/")
        newcomer = Newcomer(page)
        newcomer.first_point(game, "game")
        presses[game] = newcomer.presses
    assert max(presses.values()) <= MOST, presses
