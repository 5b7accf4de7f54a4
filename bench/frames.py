"""How many frames a second the screens draw: `python -m bench.frames`.

What is drawn flat is measured with the processor slowed down four times, as on a cheap phone; the
film of Konexi in software, as where there is no graphics card. Each is done five times, on a page
that has come to rest. On a busy machine frames come late through no fault of the page: what tells
then is how much processor time its longest task takes, which is measured at full speed, and
multiplied. At 30 frames a second there are 33 ms.
"""

import json
import os
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise, takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from playwright.sync_api import Browser, Page, expect
from rich.console import Console
from rich.table import Table

from tests.browser import conex_play, konexi_play, play
from tests.browser.browsers import chromium
from tests.browser.conftest import DESKTOP
from tests.browser.steps import Json, view_of
from tests.serving import Server

SLOWER = 4
SMALL = {"width": 640, "height": 480}
TIMES = 5
"""How often each is done."""
REST = 500
"""ms after which a page has come to rest."""
HALF = 500
"""ms of half a second."""
STEPS = 150
"""Movements of the mouse in a drag."""
FILM = 3000
"""ms of a film that are looked at."""
WEBGL = ("--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")
WATCH = """() => {
  cancelAnimationFrame(window.watching);
  window.frames = [];
  const draw = now => { window.frames.push(now); go(); };
  const go = () => { window.watching = requestAnimationFrame(draw); };
  go();
}"""
PICTURES = """() => {
  window.frames = [];
  const gl = WebGL2RenderingContext.prototype;
  const { bindFramebuffer, drawArrays, drawElements, READ_FRAMEBUFFER } = gl;
  let aside = null;
  gl.bindFramebuffer = function (target, buffer) {
    if (target !== READ_FRAMEBUFFER) aside = buffer;
    bindFramebuffer.call(this, target, buffer);
  };
  const count = draw => function (...all) {
    const now = document.timeline.currentTime;
    if (!aside && window.frames.at(-1) !== now) window.frames.push(now);
    draw.apply(this, all);
  };
  [gl.drawArrays, gl.drawElements] = [count(drawArrays), count(drawElements)];
}"""
"""Only what is drawn to the page: a picture of Konexi may take longer than a frame."""


class Seen(NamedTuple):
    """What was seen each time: how many frames; how many a second in the half second with the
    fewest; how many it would be if all were as far apart as the two that are farthest. And the
    longest task in ms of processor time."""

    frames: list[int]
    fewest: list[float]
    farthest: list[float]
    longest: float | None = None


ANN: Json = {"kind": "me", "name": "Ann"}
BOB: Json = {"kind": "me", "name": "Bob"}


def arrive(browser: Browser, server: Server, viewport: dict[str, int]) -> Page:
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": viewport["width"], "height": viewport["height"]},
        locale="en-GB",
    )
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto("/")
    return page


@contextmanager
def slowed_down(page: Page) -> Iterator[None]:
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    yield
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})


def watched(page: Page, begin: str, act: Callable[[], None]) -> Seen:
    """The frames while something is done, each of the times."""
    seen = Seen([], [], [])
    for _ in range(TIMES):
        page.wait_for_timeout(REST)
        page.evaluate(begin)
        act()
        times = page.evaluate("window.frames")
        seen.frames.append(len(times))
        seen.fewest.append(fewest(times))
        seen.farthest.append(1000 / max(after - before for before, after in pairwise(times)))
        let_go(page)
    return seen


def fewest(times: list[float]) -> float:
    """Frames a second in the half second with the fewest."""
    whole = takewhile(lambda start: start + HALF <= times[-1], times)
    counts = (bisect_right(times, start + HALF) - bisect_right(times, start) for start in whole)
    return 1000 / HALF * min(counts)


def let_go(page: Page) -> None:
    """A card goes back to the hand, and a film ends."""
    page.keyboard.press("Escape")
    page.mouse.up()


def longest_task(browser: Browser) -> float:
    """ms of processor time, on a page's main thread."""
    events = json.loads(browser.stop_tracing())["traceEvents"]
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = (event for event in events if (event["pid"], event.get("tid")) in mains)
    return float(max(event.get("tdur", 0) for event in tasks)) / 1000


def sweep(page: Page, box: tuple[float, float, float, float]) -> None:
    """Move the mouse over all of a place, to and fro."""
    left, top, width, height = box
    for step in range(STEPS):
        share = step / STEPS
        across = abs(2 * (share * 3 % 1) - 1)
        page.mouse.move(left + (0.1 + 0.8 * across) * width, top + (0.1 + 0.8 * share) * height)


def kewbz(browser: Browser, server: Server) -> Seen:
    page = arrive(browser, server, DESKTOP)
    new = {"game": "kewbz", "seats": [ANN, BOB]}
    page.goto(f"/t/{page.request.post('/api/tables', data=new).json()['id']}")
    expect(play.board(page)).to_be_visible()
    for turn in range(12):
        assert play.place_somewhere(page, turn)
    grid = edges(page, "[role=grid]")
    browser.start_tracing(page=page, categories=["toplevel"])
    sweep(page, grid)
    longest = longest_task(browser)
    with slowed_down(page):
        seen = watched(page, WATCH, lambda: sweep(page, grid))
    return seen._replace(longest=SLOWER * longest)


def conex(browser: Browser, server: Server) -> Seen:
    page = arrive(browser, server, DESKTOP)
    bot = {"kind": "bot", "level": "hasty"}
    new = {"game": "conex", "seats": [ANN, bot], "options": {"first": 0}}
    page.goto(f"/t/{page.request.post('/api/tables', data=new).json()['id']}")
    expect(conex_play.felt(page)).to_be_visible()
    card = conex_play.hand(page).first.bounding_box()
    assert card
    table = edges(page, "[role=application]")

    def drag() -> None:
        page.mouse.move(card["x"] + card["width"] / 2, card["y"] + card["height"] / 2)
        page.mouse.down()
        sweep(page, table)

    browser.start_tracing(page=page, categories=["toplevel"])
    drag()
    longest = longest_task(browser)
    let_go(page)
    with slowed_down(page):
        seen = watched(page, WATCH, drag)
    return seen._replace(longest=SLOWER * longest)


def konexi(browser: Browser, server: Server) -> Seen:
    """A fall, seen again."""
    page = arrive(browser, server, SMALL)
    table = konexi_play.known_tower(
        page, server, ANN, BOB, due=konexi_play.can_fall, steady=True, goal=200
    )
    page.goto(f"/t/{table}")
    expect(page.locator("canvas").first).to_be_visible()
    view = view_of(page)
    konexi_play.send(page, table, view["active"], konexi_play.joins(view)[0][1])
    again = page.get_by_role("button", name="See the fall again")
    expect(again).to_be_visible()
    page.evaluate(PICTURES)

    def film() -> None:
        again.click()
        page.wait_for_timeout(FILM)

    return watched(page, "() => { window.frames = []; }", film)


def edges(page: Page, selector: str) -> tuple[float, float, float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box
    return box["x"], box["y"], box["width"], box["height"]


def main() -> None:
    busy = f"{os.getloadavg()[0]:.1f} of {os.cpu_count()} cores"
    table = Table(title=f"Frames a second; load before: {busy}")
    table.add_column("what")
    for heading in ("frames", "fewest a second", "farthest apart", "longest task, ms"):
        table.add_column(heading, justify="right")

    def add(name: str, seen: Seen) -> None:
        each = (", ".join(f"{figure:.0f}" for figure in figures) for figures in seen[:3])
        table.add_row(name, *each, "" if seen.longest is None else f"{seen.longest:.0f}")

    with TemporaryDirectory() as data, Server(Path(data)) as server:
        with chromium() as browser:
            add(f"Kewbz, pointing at cells, {SLOWER}× slower", kewbz(browser, server))
            add(f"CONEX, dragging a card, {SLOWER}× slower", conex(browser, server))
        with chromium(*WEBGL) as browser:
            add("Konexi, a fall, software, 640×480", konexi(browser, server))
    Console().print(table)


if __name__ == "__main__":
    main()
