"""A bot of one's own, on the screen: made, invited, seen as a bot, revoked."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from inglenook.remote import Client
from tests.browser.play import result
from tests.browser.steps import new_table, press
from tests.browser.test_me import FREE, ME, make_profile, sideways
from tests.browser.test_pages import check_accessible
from tests.serving import Server

People = Callable[..., Page]


def test_a_bot_of_mine(person: People, server: Server) -> None:
    ann, ben = person(), person(viewport={"width": 320, "height": 640})
    make_profile(ann, "Botanist")
    mine = ann.get_by_role("region", name="Bots of mine")
    mine.get_by_label("Name of a new bot").fill("Gambit")
    press(mine.get_by_role("button", name="Make it"))
    command = mine.locator("code")
    expect(command).to_contain_text(f"inglenook bot {server.url} bot.py:Bot")
    check_accessible(ann)
    token = command.inner_text().split()[0].partition("=")[2]

    table = new_table(ben, "kewbz", ME, FREE, size=5, cubes=8)
    ben.goto(f"/t/{table}")
    ben.get_by_text("Or fill the seat another way").click()
    with Client(server.url, token=token) as bot:
        events = bot.events()
        assert next(events)["name"] == "Gambit"
        for answer in ("decline", "sit"):
            ben.get_by_label("Name of a bot from elsewhere").fill("gambit")
            ben.get_by_role("button", name="Invite a bot").click()
            expect(ben.get_by_text("Gambit (bot by Botanist) is invited.")).to_be_visible()
            check_accessible(ben)
            assert sideways(ben) == 0
            assert next(events)["type"] == "invited"
            if answer == "decline":
                bot.decline(table)
                expect(ben.get_by_text("does not want to play")).to_be_visible()
                assert next(events)["type"] == "withdrawn"
            else:
                bot.sit(table, 1)
        seat = ben.get_by_role("region", name=re.compile(r"Gambit \(bot by Botanist\)$"))
        expect(seat).to_be_visible()
        expect(seat).not_to_contain_text("away")
        assert sideways(ben) == 0
        with ben.expect_response("**/api/games"):
            bot.play(table, 1, {"type": "resign"})
        # It has no level, so none is the next stronger one.
        expect(result(ben).get_by_role("button", name="Again")).to_be_visible()
        ben.wait_for_load_state("networkidle")
        expect(result(ben).get_by_role("link", name=re.compile("^Play "))).to_have_count(0)
        ben.keyboard.press("Escape")
        events.close()  # type: ignore[attr-defined] # a generator
    expect(seat).to_contain_text("away")
    # Who plays is said in the list of games, too.
    ben.goto("/")
    expect(ben.get_by_text("Gambit (bot by Botanist)").first).to_be_visible()

    press(mine.get_by_role("button", name="Revoke that of Gambit"))
    expect(mine).to_contain_text("revoked")
    expect(command).to_have_count(0)
