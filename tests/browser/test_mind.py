"""The worker that plays Kewbz in the browser plays by the same rules, and sees and says what the
network does here."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from inglenook.core.game import Entry, Rng
from inglenook.games.kewbz import fast, mind, rules, sight
from inglenook.games.kewbz.search import blank
from inglenook.server.pages.link_previews import STATIC
from tests.browser.play import legal, place
from tests.browser.steps import Json
from tests.browser.test_pages import check_accessible
from tests.browser.test_pwa import has_the_app
from tests.browser.test_shell import ME, open_table
from tests.serving import Server

People = Callable[..., Page]
GOLDEN = Path(__file__).parents[1] / "games/golden"
WAYS, FEW = 96, 24
ROUNDED = 0.05
"""How far processors may be apart that compute in eight bits; here they agree to five digits."""
KEWBZ = rules.Kewbz()
GAMES: tuple[Json, ...] = (
    {"size": 5, "cubes": 52},
    {"size": 6, "cubes": 20, "swap": True},
    {"size": 7, "cubes": 9},
    {"size": 8, "cubes": 30, "swap": True},
    {"size": 10, "cubes": 40},
    {"size": 12, "cubes": 24},
)
ASK = """async (asks) => {
  const worker = new Worker(asks.script, { type: "module" });
  const told = new Map();
  const all = new Promise((done, failed) => {
    worker.onerror = failed;
    worker.onmessage = ({ data }) => {
      if (data.soFar) return;
      told.set(data.id, data.refused ?? data.answer);
      if (told.size === asks.all.length) done();
    };
  });
  asks.all.forEach((ask, id) => worker.postMessage({ id, ask }));
  await all;
  worker.terminate();
  const plain = (_, value) => (value instanceof Float32Array ? [...value] : value);
  return JSON.parse(JSON.stringify(asks.all.map((_, id) => told.get(id)), plain));
}"""

KEPT = """async () => {
  const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  return (await Promise.all(caches_.map((each) => each.keys()))).flat().map(({ url }) => url);
}"""
"""The addresses of all that the browser keeps."""
UNTIL_KEPT = """async () => {
  const cache = await caches.open("mind");
  while ((await cache.keys()).length < 3) await new Promise((done) => setTimeout(done, 50));
}"""
"""Script, runtime and network are there."""


def script() -> str:
    """Where the worker is served."""
    (file,) = (STATIC / "assets").glob("mind-*.js")
    return f"/assets/{file.name}"


def ask(page: Page, asks: list[Json]) -> Any:
    """What a worker in a page of the house answers."""
    return page.evaluate(ASK, {"script": script(), "all": asks})


def random_game(options: Json) -> Iterator[tuple[rules.State, rules.PlayerMove]]:
    """Its positions, each with the move that follows; the first cube is taken over if it may be."""
    s, rng = KEWBZ.setup(2, rules.Options(**options)), Rng(str(options), 0)
    while not rules.is_over(s):
        move = rules.Swap() if rules.swap_now(s) else KEWBZ.sample(s, s.turn, rng)
        yield s, move
        s = KEWBZ.apply(s, Entry(0, 0, s.turn, move))


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def scene(s: rules.State) -> Json:
    """What a server would say of a position."""
    view = plain(KEWBZ.view(s, None))
    return {
        "view": view,
        "preview": plain(KEWBZ.preview(s, s.turn)),
        "turn": view["to_move"],
        "outcome": plain(KEWBZ.outcome(s)),
    }


def test_it_plays_by_the_same_rules_and_sees_and_says_the_same(person: People) -> None:
    page, asks, wanted, seen = person(), list[Json](), list[Any](), list[rules.State]()
    page.goto("/robots.txt")
    for options in GAMES:
        asks.append({"type": "start", "options": options})
        wanted.append(scene(KEWBZ.setup(2, rules.Options(**options))))
        for turn, (s, move) in enumerate(random_game(options)):
            placed = (rules.Place(name) for name in rules.grid(s.size).names)
            view = plain(KEWBZ.view(s, None))
            everything = turn % 11 == 0 or s.unplayed[s.turn] < 4
            for each in (move, rules.Swap(), *placed) if everything else (move,):
                entry = Entry(0, 0, s.turn, each)
                asks.append({"type": "play", "view": view, "move": plain(each)})
                wanted.append(KEWBZ.check(s, entry) or scene(KEWBZ.apply(s, entry)))
            if s.size in mind.SIZES and turn % 7 < 2:
                seen.append(s)
    codes = {answer for answer in wanted if isinstance(answer, str)}
    assert codes == {"occupied", "square", "not-adjacent", "stack-needed", "no-swap"}
    for said, told, right in zip(asks, ask(page, asks), wanted, strict=True):
        assert told == right, said
    midway = next(s for s in reversed(seen) if min(s.unplayed) > 20)
    asks = [{"type": "inspect", "view": scene(s)["view"]} for s in seen]
    asks.append({"type": "think", "view": scene(midway)["view"], "ways": WAYS})
    *inspected, thought = ask(page, asks)
    for s, told in zip(seen, inspected, strict=True):
        check_sight(s, told)
    # Its tree is simpler, so it need not choose the very same move.
    good = mind.think(midway.size, fast.from_state(midway), blank(midway.size), WAYS)[:3]
    cell = rules.grid(midway.size).cells[thought["best"][0]["move"]["cell"]]
    assert fast.place_of(midway.size, cell) in [each.place for each in good]
    assert thought["ways"] >= WAYS - 1
    for s in seen[::FEW]:
        (judgement,) = ask(page, [{"type": "think", "view": scene(s)["view"], "ways": FEW}])
        chances = [each["chance"] for each in judgement["best"]]
        assert chances == sorted(chances, reverse=True)


def check_sight(s: rules.State, told: Json) -> None:
    """The worker saw and said of this position what the network here does."""
    planes = np.zeros((1, sight.PLANES, s.size, s.size), np.float32)
    facts = np.zeros((1, sight.FACTS), np.float32)
    sight.see(fast.board(s.size), fast.from_state(s), s.size, planes[0], facts[0])
    assert told["planes"] == pytest.approx(planes.ravel(), abs=1e-6)
    assert told["facts"] == pytest.approx(facts.ravel(), abs=1e-6)
    policy, value = mind.network().run(None, {"planes": planes, "facts": facts})
    said = told["answer"]
    assert said["logits"] == pytest.approx(policy[0], abs=ROUNDED)
    assert (said["margin"] / 10, said["swap"]) == pytest.approx(value[0, 2:], abs=ROUNDED)


def test_the_analysis_board_and_a_game_without_the_server(person: People, tmp_path: Path) -> None:
    record = json.loads((GOLDEN / "kewbz-last-cube.json").read_text())
    with Server(tmp_path) as server:
        page = person(server.url, service_workers="allow")
        has_the_app(page)
        # What nobody asked for was not fetched.
        kept = page.evaluate(KEPT)
        assert kept
        assert not [file for file in kept if re.search(r"/mind-|\.wasm|/minds/", file)]
        brought = page.request.post("/api/records", data=record).json()["id"]
        page.goto(f"/replay/{brought}?at=6")
        page.get_by_role("button", name="Analysis board").first.click()
        analysis = page.get_by_role("region", name="Analysis board")
        best = analysis.get_by_role("list").get_by_role("button")
        expect(best).to_have_count(3)
        expect(best.first).to_contain_text("%")
        check_accessible(page)
        best.first.click()
        expect(analysis).to_contain_text("Tried: ")
        legal(page).first.click()
        analysis.get_by_role("button", name="Back to the game").click()
        expect(analysis).not_to_contain_text("Tried: ")
        expect(best).to_have_count(3)
        page.evaluate(UNTIL_KEPT)

        open_table(page, ME, {"kind": "bot", "level": "pebble"})
        expect(legal(page)).to_have_count(64)
        server.kill()
        page.get_by_role("button", name="Play on here against a bot").click()
        expect(page.get_by_text("waits on the server, just as it was")).to_be_visible()
        place(page, "d4")
        # The bot has answered, and it is my turn again.
        expect(page.get_by_role("list", name="Log").get_by_role("listitem")).to_have_count(2)
        expect(legal(page).first).to_be_visible()
        server.start()
        expect(page.get_by_text("The connection is back.")).to_be_visible()
        page.get_by_role("button", name="Back to the table").click()
        expect(legal(page)).to_have_count(64)

        server.kill()
        page.goto("/")
        page.get_by_role("link", name="Kewbz").last.click()
        expect(page).to_have_url(re.compile("/here/kewbz"))
        place(page, "d4")


PARTS = ("**/assets/mind-*", "**/*.wasm", "**/minds/*")


@pytest.mark.parametrize("part", PARTS)
def test_what_could_not_be_fetched_is_fetched_later(person: People, part: str) -> None:
    page = person()
    record = json.loads((GOLDEN / "kewbz-last-cube.json").read_text())
    brought = page.request.post("/api/records", data=record).json()["id"]
    missing = page.get_by_text("cannot be fetched just now")
    page.route(part, lambda route: route.abort())
    page.goto(f"/replay/{brought}?at=6&analyse")
    expect(missing).to_be_visible()
    page.unroute(part)
    best = page.get_by_role("list", name=re.compile("The best moves"))
    expect(best.get_by_role("button")).to_have_count(3)
    expect(missing).to_be_hidden()


def test_a_bot_that_could_not_be_fetched_answers_later(person: People) -> None:
    page = person()
    page.route("**/*.wasm", lambda route: route.abort())
    page.goto("/here/kewbz")
    place(page, "d4")
    missing = page.get_by_text("cannot be fetched just now")
    expect(missing).to_be_visible()
    page.unroute("**/*.wasm")
    expect(page.get_by_role("list", name="Log").get_by_role("listitem")).to_have_count(2)
    expect(missing).to_be_hidden()


class Sorry(BaseHTTPRequestHandler):
    """What a proxy says while there is no server behind it."""

    def do_GET(self) -> None:
        self.send_error(502)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def proxy_alone(port: int) -> Iterator[None]:
    with ThreadingHTTPServer(("127.0.0.1", port), Sorry) as proxy:
        threading.Thread(target=proxy.serve_forever).start()
        yield
        proxy.shutdown()


def test_the_game_goes_on_here_where_a_proxy_still_answers(person: People, tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        page = person(server.url, service_workers="allow")
        has_the_app(page)
        page.goto("/here/kewbz")
        page.evaluate(UNTIL_KEPT)
        open_table(page, ME, {"kind": "bot", "level": "pebble"})
        expect(legal(page)).to_have_count(64)
        server.kill()
        with proxy_alone(server.port):
            page.get_by_role("button", name="Play on here against a bot").click()
            place(page, "d4")
            log = page.get_by_role("list", name="Log").get_by_role("listitem")
            expect(log).to_have_count(2)
