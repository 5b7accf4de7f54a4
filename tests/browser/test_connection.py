"""A connection that is lost is found to be, said, and made again, whatever it was lost by."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.play import place, placed
from tests.browser.steps import Json, new_table, stop_clock

People = Callable[..., Page]

ME: Json = {"kind": "me", "name": "Ann"}
LONGEST_WAIT = 10_000
"""ms between two attempts to connect again, at most."""


class Network:
    """What lies between a page and its table: it works, refuses, or swallows everything."""

    def __init__(self, page: Page) -> None:
        self.works = True
        self.swallows = False
        self.sockets: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("/play"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        if not self.works:
            socket.close()
            return
        server = socket.connect_to_server()
        socket.on_message(lambda said: None if self.swallows else server.send(said))
        server.on_message(lambda said: None if self.swallows else socket.send(said))

    def fail(self) -> None:
        self.works = False
        self.sockets[-1].close(code=1011)

    def has_seen(self, sockets: int) -> bool:
        return len(self.sockets) >= sockets

    def wait_for(self, page: Page, sockets: int) -> None:
        while not self.has_seen(sockets):
            page.wait_for_timeout(20)


def at_a_table(page: Page) -> Network:
    """A page at a table, in which no time passes unless it is let."""
    network = Network(page)
    table = new_table(page, "kewbz", ME, ME, size=6, cubes=10)
    page.clock.install()
    page.goto(f"/t/{table}")
    place(page, "c3")
    stop_clock(page)
    return network


def let_pass(page: Page, until: Callable[[], bool]) -> None:
    """Let time pass on the page until that is so: it may yet have to hear what happened."""
    for _ in range(10 * LONGEST_WAIT // 500):
        if until():
            return
        page.clock.run_for(500)
    raise AssertionError("nothing comes of it")


@pytest.mark.parametrize(
    "event", ["document, visibilitychange", "window, online"], ids=["looked at", "online"]
)
def test_it_reconnects_at_once_when(person: People, event: str) -> None:
    page = person()
    network = at_a_table(page)
    network.fail()
    let_pass(page, page.get_by_text("Connection lost").is_visible)
    before = len(network.sockets)
    network.works = True
    where, what = event.split(", ")
    page.evaluate(f"() => void {where}.dispatchEvent(new Event('{what}'))")
    network.wait_for(page, before + 1)
    expect(page.get_by_text("Connection lost")).to_be_hidden()


def test_it_never_gives_up_and_says_so(person: People) -> None:
    page = person()
    network = at_a_table(page)
    network.fail()
    for _ in range(15):
        attempts = len(network.sockets)
        let_pass(page, partial(network.has_seen, attempts + 1))
    expect(page.get_by_text("Connection lost")).to_be_visible()
    network.works = True
    let_pass(page, page.get_by_text("Connection lost").is_hidden)
    page.clock.resume()
    place(page, "d3")


def test_a_half_open_socket_is_found_and_nothing_is_lost(person: People) -> None:
    page = person()
    network = at_a_table(page)
    network.swallows = True
    page.get_by_role("button", name=re.compile("^d4,")).click()
    before = len(network.sockets)
    # It asks whether anybody is there, and has waited long enough for an answer.
    page.clock.run_for(26_000)
    network.swallows = False
    page.clock.run_for(LONGEST_WAIT)
    network.wait_for(page, before + 1)
    # What was asked meanwhile is done now.
    expect(placed(page, "d4")).to_be_visible()


def test_two_tabs_of_one_person_are_both_live(person: People) -> None:
    one = person()
    table = new_table(one, "kewbz", ME, ME, size=6, cubes=10)
    one.goto(f"/t/{table}")
    two = one.context.new_page()
    two.goto(f"/t/{table}")
    for page, other, cell in ((one, two, "c3"), (two, one, "d4"), (one, two, "b2")):
        place(page, cell)
        expect(placed(other, cell)).to_be_visible()
    two.close()
    place(one, "e5")
