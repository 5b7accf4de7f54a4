"""The shell around the games: lost connections, notices, the result, the log, names, the shelf."""

import json
import re
from collections.abc import Callable
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.play import board, place, place_somewhere, placed, result
from tests.browser.steps import new_table, sit
from tests.every_game import GAMES
from tests.web.people import GAME, SMALL

People = Callable[..., Page]
ME = {"kind": "me", "name": "Ann"}
BESIDE = {"kind": "me", "name": "Bob"}
FREE = {"kind": "free"}
PEBBLE = {"kind": "bot", "level": "pebble"}
GOLDEN = Path(__file__).parents[1] / "games/golden"


def open_table(
    page: Page,
    *seats: dict[str, Any],
    game: str = "kewbz",
    options: dict[str, Any] | None = None,
) -> str:
    """A new table, and the page at it."""
    table = new_table(page, game, *seats, **(options or {}))
    page.goto(f"/t/{table}")
    return table


def play(page: Page, table: str, seat: int, cell: str) -> None:
    """Make a move of Kewbz without looking at the board."""
    move = {"id": f"{seat}-{cell}", "seat": seat, "move": {"type": "place", "cell": cell}}
    answer = page.request.post(f"/api/tables/{table}/moves", data=move)
    assert answer.ok, answer.text()


def in_sight(page: Page, what: Locator) -> bool:
    """Whether all of it can be seen without scrolling."""
    box = what.bounding_box()
    size = page.viewport_size
    assert box
    assert size
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


def test_sound_is_made_when_nothing_moves(person: People) -> None:
    """The page waits for it, which would be seen in the middle of a film."""
    page = person()
    page.add_init_script(
        """made = 0; asked = 0; idle = 5;
        AudioContext = class extends AudioContext { constructor() { super(); made++ } };
        requestIdleCallback = job =>
            setTimeout(() => { asked++; job({ didTimeout: false, timeRemaining: () => idle }) });
        """
    )
    page.goto("/")
    expect(page.get_by_role("heading", name="Kewbz")).to_be_visible()
    page.mouse.click(1, 1)
    page.wait_for_function("() => asked > 2", polling=100)
    assert page.evaluate("made") == 0
    page.evaluate("idle = 49")
    page.wait_for_function("() => made === 1", polling=100)


def test_a_box_that_could_not_be_loaded_heals_by_itself(person: People) -> None:
    page = person()
    page.route("**/api/games", lambda route: route.abort())
    page.goto("/play/kewbz")
    expect(page.get_by_text("Connection lost")).to_be_visible()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_disabled()
    page.unroute("**/api/games")
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_enabled()
    expect(page.get_by_text("Connection lost")).to_be_hidden()


def test_a_notice_goes_with_the_page_it_was_about(person: People) -> None:
    page = person()
    page.goto("/play/kewbz")
    page.route("**/api/tables", lambda route: route.abort())
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text("The server cannot be reached")).to_be_visible()
    page.unroute("**/api/tables")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(board(page)).to_be_visible()
    assert page.get_by_text("The server cannot be reached").count() == 0


def test_a_notice_lies_above_a_dialog(person: People) -> None:
    page = person()
    open_table(page, ME, BESIDE)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Share").click()
    expect(dialog.get_by_text(re.compile("Link copied|/replay/"))).to_be_visible()


def test_a_page_that_is_not_there_says_so(person: People) -> None:
    page = person()
    answer = page.goto("/no/such/page")
    assert answer
    assert answer.status == 404
    expect(page.get_by_role("heading", name="Nothing on this shelf")).to_be_visible()


def test_the_result_speaks_to_me(person: People) -> None:
    ann, bob = person(viewport=PHONE, reduced_motion="no-preference"), person(viewport=PHONE)
    table = open_table(ann, ME, FREE, options=SMALL)
    sit(bob, "Bob", f"/t/{table}")
    for turn, cell in enumerate(GAME):
        play((ann, bob)[turn % 2], table, turn % 2, cell)
    expect(result(ann).get_by_role("heading")).to_have_text("You won by 6")
    expect(result(bob).get_by_role("heading")).to_have_text("Ann won by 6")
    # One small celebration, and none where nothing should move.
    expect(ann.locator(".embers")).to_be_attached()
    expect(bob.locator(".embers")).not_to_be_attached()
    ranks = result(bob).get_by_role("list", name="Result")
    expect(ranks).to_contain_text(re.compile(r"1\..*Ann.*7.*2\..*Bob.*\(you\).*1", re.DOTALL))
    expect(ranks.get_by_text(re.compile(r"^Towers"))).to_have_count(2)
    for button in ("Again", "Share"):
        assert in_sight(bob, result(bob).get_by_role("button", name=button))
    result(bob).get_by_role("link", name="See that moment").click()
    expect(bob).to_have_url(re.compile(r"/replay/.*at=\d"))


def test_resigning_on_a_phone_leaves_only_the_result(person: People) -> None:
    page = person(viewport=PHONE)
    open_table(page, ME, PEBBLE)
    page.get_by_role("button", name="Log").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(result(page)).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(1)
    expect(page.get_by_role("heading", name="Pebble won")).to_be_visible()


def test_what_next_is_another_level(person: People) -> None:
    page = person()
    open_table(page, ME, {"kind": "bot", "level": "flint"})
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    result(page).get_by_role("link", name="Play Pebble").click()
    expect(page.get_by_label("Opponent")).to_have_value("pebble")


def test_todays_board_is_not_given_away(person: People) -> None:
    page = person()
    answer = page.request.post("/api/tables", data={"game": "prolix", "seats": [ME], "daily": True})
    page.goto(f"/t/{answer.json()['id']}")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Copy the result")).to_be_visible()
    expect(dialog.get_by_role("button", name="Share")).to_have_count(0)
    dialog.get_by_role("link", name="Look back").click()
    expect(page.get_by_text("The record can be had when the day")).to_be_visible()
    expect(page.get_by_role("button", name="Copy link")).to_have_count(0)


def lines(page: Page) -> Locator:
    return page.get_by_role("list", name="Log").get_by_role("listitem")


def test_a_takeback_takes_no_number_and_no_column(person: People) -> None:
    page = person()
    open_table(page, ME, BESIDE)
    place(page, "c3")
    page.get_by_role("button", name="Take back").click()
    expect(placed(page, "c3")).to_be_hidden()
    for cell in ("d4", "e4", "f5"):
        place(page, cell)
    expect(lines(page)).to_have_count(5)
    assert [text.split() for text in lines(page).locator(".line").all_inner_texts()] == [
        ["Ann:", "c3"],
        ["Ann:", "take", "back"],
        ["1", "Ann:", "d4"],
        ["2", "Bob:", "e4"],
        ["3", "Ann:", "f5"],
    ]
    left = [line.bounding_box()["x"] for line in lines(page).all()]  # type: ignore[index] # it is drawn
    assert left[0] == left[1] == left[2] == left[4] < left[3]


def test_the_newest_line_stays_in_sight_when_the_log_shrinks(person: People) -> None:
    page = person(viewport={"width": 1440, "height": 640})
    open_table(page, ME, PEBBLE, options={"swap": False})
    for turn in range(5):
        place_somewhere(page, turn)
        expect(lines(page)).to_have_count(2 * turn + 2)
        # Both buttons come with the line, and take their room from the log. A long line takes two.
        for button in ("Hint", "Take back"):
            expect(page.get_by_role("button", name=button)).to_be_visible()
        expect(lines(page).last).to_be_in_viewport(ratio=0.5)
    page.set_viewport_size({"width": 1440, "height": 580})
    expect(lines(page).last).to_be_in_viewport(ratio=0.5)


COVERED = """() => {
  const side = document.querySelector(".layout > .side");
  return [...side.querySelectorAll("button, a")].filter(it => !it.closest("ol")).filter(it => {
    const { x, y, width, height } = it.getBoundingClientRect();
    return !it.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  }).map(it => it.innerText);
}"""


@pytest.mark.parametrize("language", ["de", "fr"])
def test_nothing_lies_over_the_side_panel(person: People, language: str) -> None:
    """With all that can stand there: points, log, help, a bot to send away, a lesson."""
    page = person(locale=language)
    table = open_table(page, ME, PEBBLE, options={"swap": False})
    play(page, table, 0, "d4")
    expect(page.locator(".layout > .side ol > li")).to_have_count(2)
    expect(page.locator(".helps .button")).to_have_count(2)
    assert page.evaluate(COVERED) == []


def test_a_line_of_the_log_is_shown_on_the_board(person: People) -> None:
    page = person()
    open_table(page, ME, BESIDE)
    for cell in ("c3", "c4", "d4"):
        place(page, cell)
    lines(page).first.get_by_role("button").click()
    expect(placed(page, "d4")).to_be_hidden()
    expect(placed(page, "c3")).to_be_visible()
    expect(page.get_by_text("Ann places on c3.").first).to_be_visible()
    page.get_by_role("button", name="Back to the game").click()
    expect(placed(page, "d4")).to_be_visible()
    # By keyboard: from the newest line upwards, and back by Escape.
    lines(page).last.get_by_role("button").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(placed(page, "d4")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(placed(page, "d4")).to_be_visible()


def test_everybody_hears_who_comes_and_goes(person: People) -> None:
    ann, bob, cid = person(), person(), person()
    table = open_table(ann, ME, FREE)
    sit(bob, "Bob", f"/t/{table}")
    expect(lines(ann).filter(has_text="Bob sits down")).to_be_visible()
    play(ann, table, 0, "c3")
    play(bob, table, 1, "c4")
    bob.get_by_role("button", name="Leave seat").click()
    bob.get_by_role("button", name="Yes, leave").click()
    # A notice, and a line that stays.
    expect(ann.get_by_role("status").filter(has_text="Bob leaves the table")).to_be_visible()
    expect(lines(ann).filter(has_text="Bob leaves the table")).to_be_visible()
    sit(cid, "Cid", f"/t/{table}")
    expect(lines(ann).filter(has_text="Cid sits down")).to_be_visible()
    # What Bob played is still Bob's.
    expect(lines(cid).filter(has_text="c4")).to_contain_text("Bob:")


def test_the_panel_of_kewbz_tells_the_goal_and_the_points(person: People) -> None:
    page = person()
    open_table(page, ME, BESIDE)
    for cell in ("c3", "c4", "d4"):
        place(page, cell)
    story = page.get_by_role("region", name="How the points stand")
    expect(page.get_by_text("Build towers and be on top")).to_be_visible()
    # 30 cubes each; Ann has placed two and stacked one, on a tower of two.
    expect(story.get_by_role("row", name="Ann")).to_have_text(re.compile("Ann.*2.*27.*−25"))


def test_my_games_come_first_and_say_how_they_stand(person: People) -> None:
    ann, bob = person(viewport=PHONE), person()
    ann.add_init_script("navigator.setAppBadge = async () => (window.badged = true)")
    over = open_table(ann, ME, FREE, options=SMALL)
    sit(bob, "Bob", f"/t/{over}")
    for turn, cell in enumerate(GAME):
        play((ann, bob)[turn % 2], over, turn % 2, cell)
    mine = open_table(ann, ME, FREE)
    sit(bob, "Bob", f"/t/{mine}")
    play(ann, mine, 0, "c3")
    play(bob, mine, 1, "c4")
    # The tab says so as well, and the app's badge.
    expect(ann).to_have_title(re.compile("● Your turn"))
    ann.wait_for_function("() => window.badged === true")
    ann.goto("/")
    region = ann.get_by_role("region", name="My games")
    games = region.get_by_role("list").locator("> li")
    expect(games).to_have_count(2)
    for text in ("Your turn", "now", "Moves: 2"):
        expect(games.first).to_contain_text(text)
    # Nine placements, although more was logged at other games.
    for text in ("You won by 6", "Moves: 9"):
        expect(games.last).to_contain_text(text)
    assert in_sight(ann, games.first)
    bob.goto("/")
    expect(bob.get_by_role("region", name="My games")).to_contain_text("Ann is to move")
    assert ann.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_a_long_name_breaks_no_page(person: People) -> None:
    page = person(viewport=PHONE)
    long = {"kind": "me", "name": "W" * 24}
    open_table(page, long, long, options=SMALL)
    expect(page.get_by_text("W" * 24 + " 2", exact=True)).to_be_visible()
    fits = "document.documentElement.scrollWidth <= innerWidth"
    assert page.evaluate(fits)
    page.get_by_role("button", name="Log").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    # Both scores are there, and the two are told apart.
    expect(result(page)).to_contain_text("W" * 24 + " 1")
    for score in result(page).locator(".score").all():
        box = score.bounding_box()
        assert box
        assert box["x"] + box["width"] <= PHONE["width"]
    page.goto("/")
    expect(page.get_by_text("W" * 24 + " 2", exact=True)).to_be_visible()
    assert page.evaluate(fits)


def test_bots_of_one_name_are_told_apart_on_a_phone(person: People) -> None:
    page = person(viewport=PHONE)
    banter = {"kind": "bot", "level": "banter"}
    open_table(page, ME, banter, banter, banter, banter, game="prolix")
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 640})
        for n in (1, 2, 3, 4):
            name = page.get_by_role("region", name=f": Banter {n}").get_by_text(f"Banter {n}")
            expect(name).to_be_visible()
            assert name.evaluate("e => e.scrollWidth <= e.clientWidth"), width


def test_boxes_stand_four_or_two_in_a_row(person: People) -> None:
    page = person()
    page.goto("/")
    for width, in_a_row in ((1440, 4), (820, 2), (390, 2), (320, 2)):
        page.set_viewport_size({"width": width, "height": 900})
        covers = page.locator(".cover")
        expect(covers).to_have_count(len(GAMES))
        tops = {round(cover.bounding_box()["y"]) for cover in covers.all()}  # type: ignore[index] # they are drawn
        assert len(tops) == ceil(len(GAMES) / in_a_row), width


def test_a_box_says_how_long_it_takes_and_start_is_in_sight(person: People) -> None:
    page = person(viewport=PHONE, locale="de")
    for game, minutes in (("prolix", 12), ("konexi", 10), ("kewbz", 9), ("conex", 18)):
        page.goto(f"/play/{game}")
        start = page.get_by_role("button", name="Los geht’s")
        expect(start).to_be_enabled()
        expect(page.get_by_role("radio", name=f"etwa {minutes} Min.")).to_be_checked()
        assert in_sight(page, start)
        english = page.get_by_text("Die Wörter sind englisch.")
        expect(english).to_have_count(1 if game in ("prolix", "konexi") else 0)


def test_text_of_twice_the_size_fits_the_page(person: People) -> None:
    page = person(viewport=PHONE)
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Text size").select_option("200")
    page.keyboard.press("Escape")
    fits = "document.documentElement.scrollWidth <= innerWidth"
    expect(page.get_by_role("link", name="Kewbz", exact=True)).to_be_visible()
    assert page.evaluate(fits)
    for path in ("/play/prolix", "/rules/kewbz", "/no/such/page"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        assert page.evaluate(fits), path
    open_table(page, ME, BESIDE)
    expect(board(page)).to_be_visible()
    assert page.evaluate(fits)


def test_the_left_handed_have_the_panel_on_the_left(person: People) -> None:
    page = person()
    open_table(page, ME, BESIDE)
    log = page.get_by_role("list", name="Log")
    right = log.bounding_box()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Left-handed").check()
    page.keyboard.press("Escape")
    left = log.bounding_box()
    grid = board(page).bounding_box()
    assert left
    assert right
    assert grid
    assert left["x"] < grid["x"] < right["x"]


def x_of(what: Locator) -> float:
    box = what.bounding_box()
    assert box
    return box["x"]


def test_buttons_of_the_left_handed_are_on_the_left(person: People) -> None:
    page = person(viewport=PHONE)
    open_table(page, ME, BESIDE)
    place(page, "c3")
    log, back = (page.get_by_role("button", name=name) for name in ("Log", "Take back"))
    assert x_of(back) < x_of(log)
    for left_handed in (False, True):
        if left_handed:
            page.get_by_role("button", name="Settings").click()
            page.get_by_label("Left-handed").check()
            page.keyboard.press("Escape")
            assert x_of(log) < x_of(back)
        log.click()
        page.get_by_role("button", name="Resign").click()
        sure = page.get_by_role("dialog").last
        yes, no = (sure.get_by_role("button", name=name) for name in ("Yes, resign", "Keep"))
        assert (x_of(yes) < x_of(no)) == left_handed
        close, title = sure.get_by_role("button", name="Close"), sure.get_by_role("heading")
        assert (x_of(close) < x_of(title)) == left_handed
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    # On its side too.
    page.set_viewport_size({"width": 844, "height": 390})
    assert x_of(log) < x_of(back)


FIRST, NOW = re.compile("−29$"), re.compile("−25$")
"""Ann's score after her first cube of thirty, and after two that stack a third."""


def test_a_line_of_the_log_that_is_pointed_at_is_shown(person: People) -> None:
    page = person()
    open_table(page, ME, BESIDE)
    for cell in ("c3", "c4", "d4"):
        place(page, cell)
    score = page.get_by_role("region", name="Seat 1: Ann").locator(".score")
    expect(score).to_have_text(NOW)
    lines(page).first.hover()
    expect(placed(page, "d4")).to_be_hidden()
    expect(page.get_by_text("Ann places on c3.").first).to_be_visible()
    # The cards tell of the position on the board.
    expect(score).to_have_text(FIRST)
    board(page).hover()
    expect(placed(page, "d4")).to_be_visible()
    expect(score).to_have_text(NOW)
    # By keyboard as well; nothing stays behind when the focus goes elsewhere.
    lines(page).last.get_by_role("button").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(score).to_have_text(FIRST)
    page.keyboard.press("Tab")
    expect(score).to_have_text(NOW)
    # Pressing keeps it on the board, and the cards with it.
    lines(page).first.get_by_role("button").click()
    board(page).hover()
    expect(score).to_have_text(FIRST)
    page.get_by_role("button", name="Back to the game").click()
    expect(score).to_have_text(NOW)


def test_a_glance_from_the_log_of_a_replay(person: People) -> None:
    page = person()
    table = new_table(page, "kewbz", ME, BESIDE, **SMALL)
    for turn, cell in enumerate(GAME):
        play(page, table, turn % 2, cell)
    page.goto(f"/replay/{table}")
    score = page.get_by_role("region", name="Seat 1: Ann").locator(".score")
    expect(score).to_have_text(re.compile("[^−]7$"))
    lines(page).first.hover()
    expect(score).not_to_have_text(re.compile("[^−]7$"))
    board(page).hover()
    expect(score).to_have_text(re.compile("[^−]7$"))
    expect(page).to_have_url(re.compile(f"at={len(GAME)}"))


def test_a_record_without_names_has_players_at_its_table(person: People) -> None:
    page = person()
    text = (GOLDEN / "kewbz-last-cube.json").read_text()
    made = page.request.post("/api/records", data=json.loads(text))
    assert made.ok, made.text()
    page.goto(f"/t/{made.json()['id']}")
    for n in (1, 2):
        expect(page.get_by_role("region", name=f"Seat {n}: Player {n}")).to_be_attached()
    expect(result(page)).to_contain_text("Player 1")
    assert page.get_by_text("Free seat").count() == 0


def test_the_first_opponent_is_weak_and_the_last_one_is_remembered(person: People) -> None:
    page = person()
    listed = {game["name"]: game for game in page.request.get("/api/games").json()}
    for game in GAMES:
        page.goto(f"/play/{game}")
        expect(page.get_by_label("Opponent")).to_have_value(listed[game]["levels"][1]["level"])
    third = listed["konexi"]["levels"][2]["level"]
    page.goto("/play/konexi")
    page.get_by_label("Opponent").select_option(third)
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url(re.compile("/t/"))
    table = page.url.rsplit("/", 1)[1]
    for game, level in (("konexi", third), ("kewbz", listed["kewbz"]["levels"][1]["level"])):
        page.goto(f"/play/{game}")
        expect(page.get_by_label("Opponent")).to_have_value(level)
    seats = page.request.get(f"/api/tables/{table}").json()["seats"]
    me = next(n for n, seat in enumerate(seats) if seat["yours"])
    move = {"id": "bye", "seat": me, "move": {"type": "resign"}}
    assert page.request.post(f"/api/tables/{table}/moves", data=move).ok
    page.goto("/play/konexi")
    # Who gives up against the third has clearly lost.
    page.get_by_role("button", name="A match for you").click()
    expect(page.get_by_label("Opponent")).to_have_value(listed["konexi"]["levels"][0]["level"])
    expect(page.get_by_label("Opponent")).to_be_focused()


def test_among_people_the_maker_of_the_table_chooses_the_timers(person: People) -> None:
    page = person()
    page.goto("/play/konexi")
    page.get_by_role("button", name="With friends").click()
    timers = page.get_by_role("combobox", name="Timers")
    expect(timers).to_have_value("normal")
    expect(page.get_by_text("You choose for everybody at this table.")).to_be_visible()
    timers.select_option("Twice as long")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url(re.compile("/t/"))
    table = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()
    assert table["options"]["word_ms"] == 60_000


def test_the_game_waits_while_i_am_away(person: People) -> None:
    """It takes a while until it is sure that somebody is away."""
    page, watcher = person(), person()
    table = open_table(page, ME, PEBBLE)
    expect(board(page)).to_be_visible()
    page.goto("/")
    watcher.goto(f"/t/{table}")

    def told() -> dict[str, Any]:
        said: dict[str, Any] = watcher.request.get(f"/api/tables/{table}").json()
        return said

    while not told()["paused"]:
        page.wait_for_timeout(200)
    assert told()["clock"] == told()["clock"]
    page.goto(f"/t/{table}")
    expect(page.get_by_text("The game waited for you.")).to_be_visible()
    assert not told()["paused"]
    place(page, "d4")
    expect(lines(page)).to_have_count(2)


def test_sound_costs_nothing_while_nothing_is_heard(person: People) -> None:
    page = person()
    page.add_init_script(
        """window.AudioContext = class extends AudioContext {
            constructor() {
                super();
                const { dataset } = document.documentElement;
                this.onstatechange = () => (dataset.audio = `${dataset.audio ?? ""} ${this.state}`);
            }
        };"""
    )
    page.goto("/")
    page.mouse.click(5, 5)
    expect(page.locator("html")).to_have_attribute("data-audio", " running suspended")
