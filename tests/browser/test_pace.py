"""What happened is seen before the next thing happens, and can be seen again.

Where something has to wait on the screen, the page's clock stands still: then no test depends on
how busy the machine is.
"""

import json
import re
from collections.abc import Callable
from itertools import count
from typing import Any

from playwright.sync_api import Locator, Page, WebSocket, expect

from tests.browser.conex_play import felt, lay, on_table
from tests.browser.konexi_play import joins, known_tower, moved_on, panel, send
from tests.browser.play import place as choose
from tests.browser.play import placed
from tests.browser.steps import Json, new_table, step_until, view_of
from tests.serving import Server

People = Callable[..., Page]
MOVING = {"reduced_motion": "no-preference"}
ANN: Json = {"kind": "me", "name": "Ann"}
BOT: Json = {"kind": "bot", "level": "hasty"}
STEP = 600
"""ms in which a brisk person has seen a move of Kewbz, but not two."""
GLANCE = 400
WATCH_THE_DIE = """() => {
  window.seen = {};
  new MutationObserver(() => {
    const lines = document.querySelectorAll("[aria-label=Log] li").length;
    if (document.body.innerText.includes("The die says")) {
      window.seen.die ??= [performance.now(), lines];
    }
    const { die } = window.seen;
    if (die && lines > die[1]) window.seen.next ??= performance.now();
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
HIDE = """() => {
  Object.defineProperty(document, "hidden", { value: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
asks = (f"ask-{n}" for n in count())


def move(page: Page, table: str, seat: int, **what: Any) -> None:
    """Make a move without the screen."""
    done = page.request.post(
        f"/api/tables/{table}/moves", data={"id": next(asks), "seat": seat, "move": what}
    )
    assert done.status == 200, done.text()


def place(page: Page, table: str, seat: int, cell: str) -> None:
    move(page, table, seat, type="place", cell=cell)


def skip(page: Page) -> Locator:
    return page.get_by_role("button", name="Skip ahead")


def log(page: Page) -> Locator:
    return page.get_by_role("list", name="Log").get_by_role("listitem")


def sit_still(page: Page, address: str) -> None:
    """Open a table whose page's clock then stands still."""
    page.clock.install()
    page.goto(address)
    expect(log(page).first).to_be_visible()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))


def test_my_die_can_be_read_before_the_bot_answers(person: People) -> None:
    page = person(pace="normal", **MOVING)
    while True:
        table = new_table(page, "conex", ANN, BOT, table="small", first=0)
        view = page.request.get(f"/api/tables/{table}").json()["view"]
        dice = [spot for spot in view["legal"]["fixed"] if int(spot["card"][1:]) > 10]
        if dice:
            break
    page.goto(f"/t/{table}")
    expect(felt(page)).to_be_visible()
    page.evaluate(WATCH_THE_DIE)
    move(page, table, 0, **lay(dice[0]))
    page.wait_for_function("() => window.seen.next")
    seen = page.evaluate("window.seen")
    assert seen["next"] - seen["die"][0] > 2500


def test_what_comes_at_once_is_shown_one_after_the_other(person: People) -> None:
    ann, cid = person(), person(**MOVING)
    table = new_table(ann, "kewbz", ANN, ANN)
    sit_still(cid, f"/t/{table}")
    for n, cell in enumerate(("c3", "c4", "c5")):
        place(ann, table, n % 2, cell)
    expect(placed(cid, "c3")).to_be_visible()
    # The cards and the log keep step with the board.
    expect(skip(cid)).to_be_visible()
    expect(placed(cid, "c4")).to_be_hidden()
    expect(log(cid)).to_have_count(1)
    cid.clock.run_for(STEP)
    expect(placed(cid, "c4")).to_be_visible()
    expect(placed(cid, "c5")).to_be_hidden()
    cid.keyboard.press("Space")
    expect(placed(cid, "c5")).to_be_visible()
    expect(skip(cid)).to_be_hidden()
    expect(log(cid)).to_have_count(3)


def test_without_motion_two_moves_are_still_told_apart(person: People) -> None:
    ann, cid = person(), person()
    table = new_table(ann, "kewbz", ANN, ANN)
    sit_still(cid, f"/t/{table}")
    place(ann, table, 0, "c3")
    place(ann, table, 1, "c4")
    expect(skip(cid)).to_be_visible()
    expect(placed(cid, "c4")).to_be_hidden()
    cid.clock.run_for(200)
    expect(placed(cid, "c4")).to_be_visible()


def test_whoever_skips_by_key_keeps_their_place_on_the_page(person: People) -> None:
    ann, cid = person(), person(**MOVING)
    table = new_table(ann, "kewbz", ANN, ANN)
    sit_still(cid, f"/t/{table}")
    place(ann, table, 0, "c3")
    place(ann, table, 1, "c4")
    skip(cid).focus()
    cid.keyboard.press("Enter")
    expect(placed(cid, "c4")).to_be_visible()
    expect(cid.get_by_role("main")).to_be_focused()


def test_a_page_that_nobody_sees_keeps_nothing_back(person: People) -> None:
    ann, cid = person(), person(**MOVING)
    table = new_table(ann, "kewbz", ANN, ANN)
    sit_still(cid, f"/t/{table}")
    place(ann, table, 0, "c3")
    place(ann, table, 1, "c4")
    expect(skip(cid)).to_be_visible()
    cid.evaluate(HIDE)
    expect(placed(cid, "c4")).to_be_visible()
    place(ann, table, 0, "c5")
    expect(placed(cid, "c5")).to_be_visible()


def test_nobody_waits_for_their_own_move(person: People) -> None:
    ann, bob = person(**MOVING), person()
    table = new_table(ann, "kewbz", ANN, {"kind": "free"})
    asked = {"type": "sit", "id": "sit", "seat": 1, "name": "Bob"}
    assert bob.request.post(f"/api/tables/{table}/asks", data=asked).status == 200
    sit_still(ann, f"/t/{table}")
    place(ann, table, 0, "c3")
    expect(placed(ann, "c3")).to_be_visible()
    place(bob, table, 1, "c4")
    expect(skip(ann)).to_be_visible()
    place(ann, table, 0, "c5")
    for cell in ("c4", "c5"):
        expect(placed(ann, cell)).to_be_visible()


def test_the_last_move_of_kewbz_is_shown_again(person: People) -> None:
    ann, bob = person(), person(**MOVING)
    table = new_table(ann, "kewbz", ANN, ANN)
    place(ann, table, 0, "c3")
    sit_still(bob, f"/t/{table}")
    place(ann, table, 1, "c4")
    bob.clock.run_for(2 * STEP)
    for press in (
        log(bob).last.get_by_role("button"),
        bob.get_by_role("grid").locator("[data-cell=c4]"),
    ):
        expect(placed(bob, "c4")).to_be_visible()
        # A cell with a cube on it is not enabled, but it can be pressed.
        press.click(force=True)
        expect(placed(bob, "c4")).to_be_hidden()
        expect(placed(bob, "c3")).to_be_visible()
        bob.clock.run_for(GLANCE)
        expect(placed(bob, "c4")).to_be_visible()
        bob.clock.run_for(2 * STEP)


def test_the_last_card_of_conex_stays_marked_and_is_shown_again(person: People) -> None:
    ann, bob = person(), person(**MOVING)
    table = new_table(ann, "conex", ANN, ANN, table="small", first=0)
    ann.goto(f"/t/{table}")

    def lay_one() -> str:
        view = view_of(ann)
        spots = [*view["legal"]["fixed"], *view["legal"]["slides"]]
        spot = next(s for s in spots if int(s["card"][1:]) <= 10)
        move(ann, table, view["active"], **lay(spot))
        return str(spot["card"])

    marked = felt(bob).locator("[data-last]")
    first = lay_one()
    sit_still(bob, f"/t/{table}")
    expect(marked).to_have_attribute("data-card", first)
    second = lay_one()
    expect(marked).to_have_attribute("data-card", second)
    bob.clock.run_for(4 * STEP)
    expect(marked).to_have_attribute("data-card", second)
    marked.click()
    expect(marked).to_have_attribute("data-card", first)
    expect(on_table(bob, second)).to_be_hidden()
    bob.clock.run_for(GLANCE)
    expect(marked).to_have_attribute("data-card", second)


def test_the_last_letter_of_konexi_is_shown_again(person: People, server: Server) -> None:
    page = person(**MOVING)
    table = known_tower(page, server, ANN, ANN, due=joins, steady=True)
    sit_still(page, f"/t/{table}")
    view = view_of(page)
    send(page, table, view["active"], joins(view)[-1][1])
    # Not before it has settled: steps while the server computes would look like a lost connection.
    assert moved_on(page, view)["phase"] == "claim"
    stands = panel(page).get_by_text(re.compile("^It stands!"))
    step_until(page, stands)
    log(page).last.get_by_role("button").click()
    expect(panel(page).get_by_text("Will it hold?")).to_be_visible()
    expect(stands).to_be_hidden()
    page.clock.run_for(GLANCE)
    expect(stands).to_be_visible()


def test_the_last_turn_of_prolix_stands_until_the_next(person: People) -> None:
    page = person()
    table = new_table(page, "prolix", ANN, ANN, ANN, challenges="referee", tie_window_ms=0)
    page.goto(f"/t/{table}")
    last = page.locator(".last")
    expect(last).to_have_count(0)
    for word in ("strengths", "garden"):
        view = view_of(page)
        move(page, table, view["active"], type="say", word=word)
        expect(last.get_by_text(word)).to_be_visible()
        # With the board as it was then, which has changed since.
        for tile in view["tiles"]:
            expect(last.get_by_text(tile["letter"], exact=True).first).to_be_visible()


def test_a_replay_shows_a_step_again(person: People) -> None:
    ann = person(**MOVING)
    table = new_table(ann, "kewbz", ANN, ANN)
    place(ann, table, 0, "c3")
    place(ann, table, 1, "c4")
    move(ann, table, 0, type="resign")
    sit_still(ann, f"/replay/{table}?at=2")
    expect(placed(ann, "c4")).to_be_visible()
    log(ann).nth(1).get_by_role("link").click()
    expect(placed(ann, "c4")).to_be_hidden()
    ann.clock.run_for(GLANCE)
    expect(placed(ann, "c4")).to_be_visible()


def test_the_result_shows_no_false_score(person: People) -> None:
    ann = person(**MOVING)
    table = new_table(ann, "kewbz", ANN, {**ANN, "name": "Bob"})
    sit_still(ann, f"/t/{table}")
    place(ann, table, 0, "c3")
    move(ann, table, 1, type="resign")
    result = ann.get_by_role("dialog")
    for _ in range(40):
        ann.clock.run_for(100)
        if result.is_visible():
            break
    # Not even for a moment 0: both have their cubes against them still.
    assert result.locator(".score").all_inner_texts() == ["−29", "−30"]


def test_the_pace_is_told_to_the_server(person: People) -> None:
    page = person()
    told: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda text: told.append(json.loads(text).get("pace", "")))

    page.on("websocket", listen)
    page.goto(f"/t/{new_table(page, 'kewbz', ANN, ANN)}")
    expect(page.get_by_role("grid")).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Pace").select_option("Calm")
    page.keyboard.press("Escape")
    page.reload()
    expect(page.get_by_role("grid")).to_be_visible()
    paces = [pace for pace in told if pace]
    assert paces == ["brisk", "calm", "calm"]


def test_a_bot_on_this_device_answers_at_my_pace(person: People) -> None:
    page = person(pace="brisk")
    page.clock.install()
    page.goto("/here/kewbz")
    expect(page.get_by_role("grid")).to_be_visible()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    choose(page, "d4")
    expect(log(page)).to_have_count(1)
    page.clock.run_for(GLANCE)
    expect(log(page)).to_have_count(2)


def test_the_settings_say_what_the_pace_is_for(person: People) -> None:
    page = person()
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label(re.compile("^Pace How long bots wait"))).to_have_value("brisk")


def test_timers_are_longer_or_off_where_nobody_else_waits(person: People) -> None:
    page = person()
    page.goto("/")

    def started(game: str, way: str) -> Json:
        page.goto(f"/play/{game}")
        page.get_by_role("button", name=way).click()
        page.get_by_role("button", name="Start", exact=True).click()
        page.wait_for_url(re.compile("/t/"))
        table = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()
        options: Json = table["options"]
        return options

    def choose(timers: str) -> None:
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Timers").select_option(timers)
        page.keyboard.press("Escape")

    choose("Off")
    assert started("konexi", "Play now")["word_ms"] == 0
    assert started("konexi", "With friends")["word_ms"] == 30_000
    assert started("conex", "Play now")["give_ms"] == 0
    assert started("prolix", "Play now")["timer_ms"] == 600_000
    choose("Twice as long")
    assert started("prolix", "Play now")["timer_ms"] == 90_000
