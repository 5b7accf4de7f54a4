"""A house by invitation, and the host's desk: on the screen, by keyboard, in two sizes."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.steps import new_table
from tests.browser.test_pages import check_accessible
from tests.command import run
from tests.serving import INGLENOOK, Server

People = Callable[..., Page]


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    env = {"INGLENOOK_DOOR": "invitation", "PATH": str(INGLENOOK.parent)}
    with Server(tmp_path_factory.mktemp("closed"), env=env) as server:
        yield server


def test_the_door_and_the_desk(person: People, closed: Server) -> None:
    def host(*words: str) -> str:
        where = ("--origin", closed.url, "--data", str(closed.data))
        return run("admin", *words, *where).stdout.strip()

    ann, hostess = person(closed.url, viewport=PHONE), person(closed.url)
    ann.goto("/")
    expect(ann.get_by_text("You need an invitation")).to_be_visible()
    check_accessible(ann)
    ann.get_by_label("Language").select_option("de")
    expect(ann.get_by_text("Hier kommt man mit einer Einladung herein")).to_be_visible()
    ann.get_by_label("Sprache").select_option("en")
    ann.goto(host("invite", "--uses", "1"))
    expect(ann.get_by_role("button", name="Come in")).to_be_visible()
    assert ann.url == f"{closed.url}/door"  # the secret is not left lying about
    check_accessible(ann)
    ann.keyboard.press("Tab")
    ann.keyboard.press("Enter")
    expect(ann.get_by_role("heading", level=1)).to_be_visible()
    expect(ann).to_have_url(f"{closed.url}/")
    table = new_table(ann, "kewbz", {"kind": "me", "name": "Ann"}, {"kind": "free"})

    link = host("link")
    hostess.goto(link)
    hostess.get_by_role("button", name="Sit down at the desk").click()
    expect(hostess.get_by_role("heading", name="What was done")).to_be_visible()
    assert hostess.url == f"{closed.url}/desk"
    check_accessible(hostess)
    hostess.get_by_label("Announcement").fill("Cake at four")
    hostess.get_by_role("button", name="Announce").click()
    expect(hostess.get_by_role("cell", name="Announced: Cake at four")).to_be_visible()
    hostess.get_by_role("button", name=f"End the game: {table}").click()
    hostess.get_by_role("button", name=f"Really?: {table}").click()
    expect(hostess.get_by_role("cell", name=f"Game ended: {table}")).to_be_visible()
    hostess.set_viewport_size(PHONE)
    assert hostess.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    check_accessible(hostess)

    # Whoever has been let in reads it, wherever they are.
    ann.goto(f"/t/{table}")
    expect(ann.get_by_text("Cake at four")).to_be_visible()
    expect(ann.get_by_text("the host ended it")).to_be_visible()
    check_accessible(ann)
    ann.goto("/")
    ann.get_by_role("button", name="Got it").click()
    expect(ann.get_by_text("Cake at four")).to_have_count(0)

    # The link is good once, and so was the invitation.
    ann.goto(link)
    ann.get_by_role("button", name="Sit down at the desk").click()
    expect(ann.get_by_text("inglenook admin link")).to_be_visible()
