"""Somebody new has their first point after a few presses and two minutes, without the rules.

The minutes are those of somebody who thinks before each press and sees every film. What it really
takes with such pauses is printed by `python -m bench.first_point`.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.newcomer import DEVICES, TITLES, Newcomer

People = Callable[..., Page]
MOST, LONGEST = 15, 120
"""Presses, and seconds."""


@pytest.mark.parametrize("device", DEVICES)
def test_in_the_lessons_that_are_offered(person: People, device: str) -> None:
    page = person(**DEVICES[device])
    presses, seconds = {}, {}
    for game in TITLES:
        page.goto("/")
        newcomer = Newcomer(page)
        newcomer.first_point(game, "lesson")
        presses[game], seconds[game] = newcomer.presses, newcomer.seconds()
    assert max(presses.values()) <= MOST, presses
    assert max(seconds.values()) <= LONGEST, seconds


@pytest.mark.parametrize("device", DEVICES)
def test_in_a_game(person: People, device: str) -> None:
    # In Prolix bots may be faster, and in Konexi letters may come that make no word.
    page = person(**DEVICES[device])
    presses, seconds = {}, {}
    for game in ("kewbz", "conex"):
        page.goto("/")
        newcomer = Newcomer(page)
        newcomer.first_point(game, "game")
        presses[game], seconds[game] = newcomer.presses, newcomer.seconds()
    assert max(presses.values()) <= MOST, presses
    assert max(seconds.values()) <= LONGEST, seconds
