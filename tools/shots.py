"""Pictures of every screen, in five sizes, light and dark: `make shots`.

They lie in `shots/`, and all of them small on one sheet, `docs/screens.jpg`. With names of states
(`python -m tools.shots home conex-die`) only those are taken, and the sheet stays as it is.
"""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count, cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser import conex_play, konexi_play, play, test_prolix
from tests.browser.conftest import SETTLE_IN, chromium
from tests.browser.steps import Json, sit, view_of
from tests.serving import Server
from tests.web.people import GAME, SMALL

ROOT = Path(__file__).parents[1]
SHOTS, SHEET = ROOT / "shots", ROOT / "docs/screens.jpg"
SIZES = ((320, 640), (390, 844), (844, 390), (820, 1180), (1440, 900))
COLOURS = ("light", "dark")
HIGH = 130
"""px of a picture on the sheet."""
GOOD = 62
"""Quality of the sheet, in percent."""
ANN: Json = {"kind": "me", "name": "Ann"}
BOB: Json = {"kind": "me", "name": "Bob"}
FREE: Json = {"kind": "free"}
MOVING = {"reduced_motion": "no-preference"}
IDS = (f"shot-{n}" for n in count())
WEBGL = ("--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")

Arrive = Callable[..., Page]
State = Callable[[Arrive], Page]
STATES: dict[str, State] = {}
"""What each picture is of: it lets people arrive and returns the page to be pictured."""


def state(name: str) -> Callable[[State], State]:
    def keep(found: State) -> State:
        STATES[name] = found
        return found

    return keep


def open_table(page: Page, game: str, *seats: Json, **options: Any) -> str:
    made = page.request.post("/api/tables", data={"game": game, "seats": seats, "options": options})
    assert made.status == 201, made.text()
    return str(made.json()["id"])


def move(page: Page, table: str, seat: int, what: Json) -> None:
    body = {"id": next(IDS), "seat": seat, "move": what}
    answer = page.request.post(f"/api/tables/{table}/moves", data=body)
    assert answer.ok, answer.text()


def place(page: Page, table: str, cells: list[str]) -> None:
    for seat, cell in zip(cycle((0, 1)), cells, strict=False):
        move(page, table, seat, {"type": "place", "cell": cell})


def view(page: Page, table: str) -> Json:
    found: Json = page.request.get(f"/api/tables/{table}").json()["view"]
    return found


def at(page: Page, path: str) -> Page:
    page.goto(path)
    if not path.startswith("/api/"):
        # Whatever there is to press on it has come, and so has the type.
        pressed = "a:visible, button:visible, summary:visible"
        expect(page.locator("main, dialog").locator(pressed).first).to_be_visible()
        page.evaluate("document.fonts.ready")
    return page


def stop_clock(page: Page, path: str) -> None:
    """Open a page on which time then stands still."""
    page.clock.install()
    at(page, path)
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))


# The pages around the games.


@state("home")
def home(arrive: Arrive) -> Page:
    return at(arrive(), "/")


@state("home-my-games")
def home_my_games(arrive: Arrive) -> Page:
    page = arrive()
    place(page, open_table(page, "kewbz", ANN, BOB, **SMALL), GAME)
    place(page, open_table(page, "kewbz", ANN, BOB), ["c3", "c4"])
    open_table(page, "conex", ANN, FREE)
    return at(page, "/")


def page_at(path: str) -> State:
    return lambda arrive: at(arrive(), path)


for game in ("kewbz", "prolix", "conex", "konexi"):
    STATES[f"box-{game}"] = page_at(f"/play/{game}")
    STATES[f"rules-{game}"] = page_at(f"/rules/{game}")


@state("settings")
def settings(arrive: Arrive) -> Page:
    page = at(arrive(), "/")
    page.get_by_role("button", name="Settings").click()
    return page


@state("missing")
def missing(arrive: Arrive) -> Page:
    return at(arrive(), "/no/such/page")


# Tables in general.


@state("invite")
def invite(arrive: Arrive) -> Page:
    page = arrive()
    return at(page, f"/t/{open_table(page, 'kewbz', ANN, FREE)}")


@state("join")
def join(arrive: Arrive) -> Page:
    ann, bob = arrive(), arrive()
    return at(bob, f"/t/{open_table(ann, 'prolix', ANN, FREE, FREE)}")


@state("lost-connection")
def lost_connection(arrive: Arrive) -> Page:
    page = arrive()
    page.add_init_script(
        "const Real = WebSocket;"
        "WebSocket = class extends Real { constructor(...a) { super(...a); window.socket = this } }"
    )
    table = open_table(page, "kewbz", ANN, BOB)
    place(page, table, ["c3", "c4", "d4"])
    at(page, f"/t/{table}")
    page.context.set_offline(True)
    page.evaluate("socket.close()")
    expect(page.get_by_text("Connection lost")).to_be_visible()
    return page


def finished(arrive: Arrive) -> tuple[Page, Page, str]:
    ann, bob = arrive(), arrive()
    table = open_table(ann, "kewbz", ANN, FREE, **SMALL)
    sit(bob, "Bob", f"/t/{table}")
    for seat, cell in zip(cycle((0, 1)), GAME, strict=False):
        move((ann, bob)[seat], table, seat, {"type": "place", "cell": cell})
    return at(ann, f"/t/{table}"), at(bob, f"/t/{table}"), table


@state("result-won")
def result_won(arrive: Arrive) -> Page:
    ann, _, _ = finished(arrive)
    ann.get_by_role("dialog").wait_for()
    return ann


@state("result-lost")
def result_lost(arrive: Arrive) -> Page:
    _, bob, _ = finished(arrive)
    bob.get_by_role("dialog").wait_for()
    return bob


@state("replay")
def replay(arrive: Arrive) -> Page:
    ann, _, table = finished(arrive)
    return at(ann, f"/replay/{table}?at=6")


# Kewbz.


@state("kewbz-first-move")
def kewbz_first_move(arrive: Arrive) -> Page:
    page = arrive()
    return at(page, f"/t/{open_table(page, 'kewbz', ANN, {'kind': 'bot', 'level': 'cobble'})}")


@state("kewbz-towers")
def kewbz_towers(arrive: Arrive) -> Page:
    page = arrive()
    table = open_table(page, "kewbz", ANN, BOB)
    page.goto(f"/t/{table}")
    expect(play.board(page)).to_be_visible()
    for turn in range(14):
        assert play.place_somewhere(page, turn)
    return page


@state("kewbz-log")
def kewbz_log(arrive: Arrive) -> Page:
    """Where it lies beside the board, it is always there: so it is opened on a phone."""
    page = kewbz_towers(arrive)
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Log", exact=True).click()
    page.get_by_role("list", name="Log").last.wait_for()
    return page


# Prolix.


def prolix_three(arrive: Arrive) -> list[Page]:
    people = {name: arrive() for name in ("Ann", "Bob", "Cid")}
    test_prolix.gather(people, rounds=1, **test_prolix.PATIENT)
    return test_prolix.seated_by_turn(list(people.values()))


@state("prolix-ready")
def prolix_ready(arrive: Arrive) -> Page:
    page = arrive()
    at(page, f"/t/{open_table(page, 'prolix', ANN, ready=True)}")
    page.get_by_role("button", name="I am ready").wait_for()
    return page


@state("prolix-alone")
def prolix_alone(arrive: Arrive) -> Page:
    page = arrive()
    at(page, f"/t/{open_table(page, 'prolix', ANN, timer_ms=600_000)}")
    test_prolix.say(page, "horse")
    return page


@state("prolix-my-turn")
def prolix_my_turn(arrive: Arrive) -> Page:
    active, second, _ = prolix_three(arrive)
    second.get_by_role("button", name="Flip").click()
    test_prolix.field(active).fill("strengths")
    return active


@state("prolix-at-stake")
def prolix_at_stake(arrive: Arrive) -> Page:
    active, _, third = prolix_three(arrive)
    test_prolix.say(active, "strengths")
    expect(test_prolix.stakes(third)).to_contain_text("strengths")
    return third


@state("prolix-vote")
def prolix_vote(arrive: Arrive) -> Page:
    active, second, third = prolix_three(arrive)
    test_prolix.say(active, "strengths")
    third.get_by_role("button", name="Challenge").click()
    expect(second.get_by_text("Do you know it?")).to_be_visible()
    return second


@state("prolix-verdict")
def prolix_verdict(arrive: Arrive) -> Page:
    second = prolix_vote(arrive)
    second.get_by_role("button", name="Yes, I know it").click()
    expect(second.locator(".verdict")).to_be_visible()
    return second


@state("prolix-result")
def prolix_result(arrive: Arrive) -> Page:
    page = arrive()
    at(page, f"/t/{open_table(page, 'prolix', ANN, timer_ms=600_000)}")
    for word in (test_prolix.best(page), "oi"):
        test_prolix.field(page).fill(word)
        page.get_by_role("button", name="Write it down").click()
        page.wait_for_timeout(500)
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


# CONEX.


def conex_table(page: Page, *seats: Json) -> str:
    return open_table(page, "conex", *seats, table="small", goal=20, first=0)


def conex_play_on(page: Page, table: str, until: Callable[[Json, Json], bool]) -> Json | None:
    """Play for both until a move is due of which that is true; None: the game ended before."""
    plan = conex_play.Plan()
    while (now := view(page, table))["phase"] != "over":
        what = plan.next(now)
        if until(now, what):
            return what
        mover = now["owing"][0] if now["phase"] == "giving" else now["active"]
        move(page, table, mover, what)
    return None


@state("conex-opening")
def conex_opening(arrive: Arrive) -> Page:
    page = arrive()
    return at(page, f"/t/{conex_table(page, ANN, {'kind': 'bot', 'level': 'hasty'})}")


@state("conex-card-in-hand")
def conex_card_in_hand(arrive: Arrive) -> Page:
    page = conex_opening(arrive)
    conex_play.aim(page, conex_play.lay(view_of(page)["legal"]["fixed"][0]))
    return page


@state("conex-pass-the-screen")
def conex_pass_the_screen(arrive: Arrive) -> Page:
    page = arrive()
    return at(page, f"/t/{conex_table(page, ANN, BOB)}")


def conex_just_before(arrive: Arrive, due: Callable[[Json, Json], bool]) -> tuple[Page, str, Json]:
    """A table of two on one screen, and its next move; tables vary, so several are tried."""
    page = arrive(**MOVING)
    while True:
        table = conex_table(page, ANN, BOB)
        if what := conex_play_on(page, table, due):
            break
    return page, table, what


def conex_filmed(arrive: Arrive, due: Callable[[Json, Json], bool], ms: int) -> Page:
    """Bob watches, without a seat, until so many ms after that move."""
    ann, table, what = conex_just_before(arrive, due)
    bob = arrive(**MOVING)
    stop_clock(bob, f"/t/{table}")
    # What CSS moves has a clock of its own.
    bob.context.new_cdp_session(bob).send("Animation.setPlaybackRate", {"playbackRate": 0})
    move(ann, table, view(ann, table)["active"], what)
    bob.wait_for_timeout(500)
    for _ in range(ms // 100):
        bob.clock.run_for(100)
    bob.evaluate("ms => document.getAnimations().forEach(it => it.currentTime = ms)", ms)
    return bob


def rolls(now: Json, what: Json) -> bool:
    """A card of which the die is rolled."""
    return what["type"] == "lay" and int(what["card"][1:]) > 10 and len(now["laid"]) > 2


@state("conex-die")
def conex_die(arrive: Arrive) -> Page:
    return conex_filmed(arrive, rolls, 1200)


@state("conex-strike")
def conex_strike(arrive: Arrive) -> Page:
    return conex_filmed(arrive, lambda _, what: what["type"] == "lightning", 300)


@state("conex-lightning")
def conex_lightning(arrive: Arrive) -> Page:
    page, table, what = conex_just_before(arrive, lambda _, what: what["type"] == "lightning")
    page.emulate_media(reduced_motion="reduce")
    at(page, f"/t/{table}")
    page.get_by_role("button", name=re.compile("show my hand")).click()
    conex_play.deed(page, "Strike a card").click()
    conex_play.on_table(page, what["card"]).click()
    return page


@state("conex-result")
def conex_result(arrive: Arrive) -> Page:
    page = arrive()
    table = conex_table(page, ANN, BOB)
    conex_play_on(page, table, lambda *_: False)
    at(page, f"/t/{table}")
    page.get_by_role("dialog").wait_for()
    return page


# Konexi.


def konexi_play_on(page: Page, table: str, until: Callable[[Json, Json], bool]) -> Json:
    """Play for all until a move is due of which that is true."""
    plan = konexi_play.Plan()
    at(page, f"/api/tables/{table}")
    now = konexi_play.moved_on(page, {})
    for n in islice(count(), 200):
        what = plan.next(now)
        if until(now, what):
            return what
        move(page, table, now["active"], what)
        now = konexi_play.moved_on(page, now)
        assert n < 199, "it never came to that"
    raise AssertionError


def konexi_at(arrive: Arrive, phase: str, letters: int, **how: Any) -> Page:
    page = arrive()
    table = konexi_play.new_table(page, ANN, BOB, goal=200, **how)
    konexi_play_on(
        page, table, lambda now, _: now["phase"] == phase and len(now["tower"]) >= letters
    )
    return at(page, f"/t/{table}")


@state("konexi-token")
def konexi_token(arrive: Arrive) -> Page:
    return konexi_at(arrive, "token", 0)


@state("konexi-take")
def konexi_take(arrive: Arrive) -> Page:
    return konexi_at(arrive, "take", 2, steady=True)


@state("konexi-place")
def konexi_place(arrive: Arrive) -> Page:
    return konexi_at(arrive, "place", 2, steady=True)


@state("konexi-needle")
def konexi_needle(arrive: Arrive) -> Page:
    page = konexi_at(arrive, "place", 0)
    konexi_play.panel(page).get_by_role("radio").first.check()
    konexi_play.button(page, "Place").click()
    expect(konexi_play.button(page, "Let go!")).to_be_visible()
    return page


@state("konexi-word")
def konexi_word(arrive: Arrive) -> Page:
    return konexi_at(arrive, "claim", 3, steady=True)


def fallen(arrive: Arrive) -> Page:
    page = arrive(viewport={"width": 390, "height": 844}, **MOVING)
    table = konexi_play.new_table(page, ANN, BOB, goal=200, steady=True)

    def topples(now: Json, what: Json) -> bool:
        ways = [steady for place in now["places"] for _, _, steady in place["ways"]]
        return what["type"] == "join" and min(ways, default=0) < 0

    what = konexi_play_on(page, table, topples)
    at(page, f"/t/{table}")
    expect(page.locator("canvas").first).to_be_visible()
    move(page, table, view(page, table)["active"], what)
    return page


@state("konexi-fall")
def konexi_fall(arrive: Arrive) -> Page:
    """Seen again, since that is slower; it stops in the middle of it."""
    page = konexi_fallen(arrive)
    page.clock.install()
    page.get_by_role("button", name="See the fall again").click()
    page.clock.pause_at(page.evaluate("Date.now() + 1500"))
    return page


@state("konexi-fallen")
def konexi_fallen(arrive: Arrive) -> Page:
    page = fallen(arrive)
    expect(page.get_by_role("button", name="See the fall again")).to_be_visible()
    return page


@state("konexi-result")
def konexi_result(arrive: Arrive) -> Page:
    page = konexi_at(arrive, "claim", 2, steady=True)
    table = page.url.rsplit("/", 1)[1]
    move(page, table, 0, {"type": "resign"})
    page.get_by_role("dialog").wait_for()
    return page


@contextmanager
def people(browser: Browser, server: Server) -> Iterator[Arrive]:
    """Lets people arrive, each with a browser of their own, and leave in the end."""
    with ExitStack() as stack:

        def arrive(**how: Any) -> Page:
            width, height = SIZES[-1]
            how = {
                "viewport": {"width": width, "height": height},
                "reduced_motion": "reduce",
                **how,
            }
            context = browser.new_context(base_url=server.url, locale="en-GB", **how)
            stack.callback(context.close)
            context.set_default_timeout(60_000)
            context.add_init_script(SETTLE_IN.format(pace="normal"))
            page = context.new_page()
            page.goto("/")
            return page

        yield arrive


def shoot(page: Page, name: str) -> None:
    stopped = page.evaluate("'__pwClock' in globalThis")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for colours in COLOURS:
            page.emulate_media(color_scheme="dark" if colours == "dark" else "light")
            if stopped:
                page.clock.run_for(20)
            page.wait_for_timeout(150)
            page.screenshot(
                path=SHOTS / picture(name, width, height, colours),
                animations="allow" if stopped else "disabled",
            )


def picture(name: str, width: int, height: int, colours: str) -> str:
    return f"{name}-{width}x{height}-{colours}.png"


def draw_sheet(browser: Browser) -> None:
    """All pictures, small, in a row for each state."""
    rows = []
    for name in STATES:
        pictures = "".join(
            f'<img src="{(SHOTS / picture(name, width, height, colours)).as_uri()}">'
            for colours in COLOURS
            for width, height in SIZES
        )
        rows.append(f"<h2>{name}</h2><p>{pictures}</p>")
    style = (
        "body { margin: 8px; width: max-content; background: #888 }"
        "h2 { font: 12px sans-serif; margin: 4px 0 0 } p { display: flex; gap: 4px; margin: 0 }"
        f"img {{ height: {HIGH}px }}"
    )
    html = SHOTS / "sheet.html"
    html.write_text(f"<!doctype html><style>{style}</style>{''.join(rows)}")
    page = browser.new_page()
    page.goto(html.as_uri())
    page.locator("body").screenshot(path=SHEET, type="jpeg", quality=GOOD)


def main(names: list[str]) -> None:
    SHOTS.mkdir(exist_ok=True)
    wanted = [name for name in STATES if not names or name in names]
    with TemporaryDirectory() as data, Server(Path(data)) as server:
        # Software draws 3-D slowly, and with it the whole page: so only where it is looked at.
        for args, chosen in (
            (("--disable-3d-apis",), [n for n in wanted if not n.startswith("konexi")]),
            (WEBGL, [n for n in wanted if n.startswith("konexi")]),
        ):
            if not chosen:
                continue
            with chromium(*args) as browser:
                for name in chosen:
                    print(name, flush=True)  # noqa: T201
                    with people(browser, server) as arrive:
                        shoot(STATES[name](arrive), name)
    if not names:
        with chromium() as browser:
            draw_sheet(browser)


if __name__ == "__main__":
    main(sys.argv[1:])
