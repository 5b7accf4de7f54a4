"""What now, lessons, the coach, puzzles, the day and studies."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import FilePayload, Locator, Page, expect

from inglenook.coach.exercise_files import find_lesson, find_puzzles
from tests.browser.conftest import PHONE
from tests.browser.play import board, placed
from tests.browser.steps import focus_is_kept, new_table
from tests.browser.test_pages import check_accessible
from tests.browser.test_reflow import NARROW
from tests.test_catalogues import CLIENT, LANGUAGES, load

People = Callable[..., Page]
Json = dict[str, Any]
GOLDEN = Path(__file__).parents[1] / "games/golden"
ME = {"kind": "me", "name": "Ann"}
BESIDE = {"kind": "me", "name": "Bob"}
DULL = ("oaf", "cue", "wolf", "milk", "sky", "drum")
"""Words; to each board there is one of which no letter lies there."""
GOALS = {
    "kewbz": "be on top of tall towers",
    "prolix": "5 Marks before the other",
    "conex": "the most points, play to 50",
    "konexi": "20 points with tower words",
}
"""What a phone says, for two players."""
LINES = """(place, texts) => texts.map(text => {
  place.textContent = text;
  const high = parseFloat(getComputedStyle(place).lineHeight);
  return Math.round(place.getBoundingClientRect().height / high);
})"""


def field(page: Page) -> Locator:
    return page.get_by_label("Your word, in English")


def letters(page: Page, step: str) -> set[str]:
    """The letters on the board when a step of the lesson of Prolix begins."""
    told = page.request.post(f"/api/lessons/prolix/{step}", data={}).json()
    return {tile["letter"] for tile in told["views"][0]["tiles"] if tile}


def bring(page: Page, name: str) -> str:
    """A golden record, brought along; where it is."""
    record = (GOLDEN / f"{name}.json").read_bytes()
    made = page.request.post(
        "/api/records", data=record, headers={"content-type": "application/json"}
    )
    assert made.status == 201, made.text()
    return str(made.json()["id"])


def overlap(one: Locator, other: Locator) -> bool:
    a, b = one.bounding_box(), other.bounding_box()
    assert a
    assert b
    across = a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"]
    return across and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]


def test_one_sentence_says_what_now(person: People) -> None:
    page = person()
    page.goto(f"/t/{new_table(page, 'kewbz', ME, BESIDE)}")
    now = page.get_by_role("region", name="What now?")
    expect(now).to_contain_text("each cube you still hold costs a point")
    expect(now).to_contain_text("The goal:")


def test_on_a_phone_it_is_short_and_opens(person: People) -> None:
    page = person(viewport=PHONE)
    page.goto(f"/t/{new_table(page, 'kewbz', ME, BESIDE)}")
    now = page.get_by_role("region", name="What now?")
    line = now.get_by_role("button", expanded=False)
    expect(line).to_be_visible()
    box = line.bounding_box()
    assert box
    assert box["height"] < 64
    expect(now.get_by_text("The goal:")).to_be_hidden()
    line.click()
    expect(now.get_by_text("The goal:")).to_be_visible()
    assert not overlap(now, board(page))


def test_on_a_phone_the_goal_is_one_glance_away(person: People) -> None:
    page = person(viewport=PHONE)
    for game, goal in GOALS.items():
        page.goto(f"/t/{new_table(page, game, ME, BESIDE)}")
        now = page.get_by_role("region", name="What now?")
        for size in (PHONE, NARROW):
            page.set_viewport_size(size)
            expect(now.get_by_text(f"Goal: {goal}", exact=True)).to_be_in_viewport(ratio=1)
            assert not overlap(now, page.locator(".layout > .board"))
        # What is short in English is one line in every language, and for every kind of game.
        told = [text for language in LANGUAGES for text in short_goals(game, language)]
        lines = now.locator(".goal").evaluate(LINES, told)
        assert dict(zip(told, lines, strict=True)) == dict.fromkeys(told, 1)


def short_goals(game: str, language: str) -> list[str]:
    """The goal of a game, as said on a phone: one for each kind of game there is."""
    line = load(CLIENT / "features/learn/i18n", language)["now.goal.short"]
    texts = load(CLIENT / f"games/{game}/i18n", language)
    goals = [text for key, text in texts.items() if key.startswith(f"{game}.goal.")]
    assert goals
    return [line.replace("{goal}", goal.replace("{n}", "100")) for goal in goals]


def test_a_lesson_is_offered_played_left_and_resumed(person: People) -> None:
    page = person(viewport=PHONE)
    lesson = find_lesson("prolix")
    assert lesson
    first, second = lesson.steps[:2]
    page.goto("/play/prolix")
    page.get_by_role("link", name="New here?").click()
    expect(page).to_have_url(re.compile("/learn/prolix"))
    there = letters(page, first.name)
    dull = next(word for word in DULL if not set(word) & there)
    field(page).fill(dull)
    field(page).press("Enter")
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_focused()
    again.press("Enter")
    focus_is_kept(page)
    field(page).fill(first.asks[0].replies[0].move["word"])
    field(page).press("Enter")
    onward = page.get_by_role("button", name="Next")
    expect(onward).to_be_focused()
    onward.press("Enter")
    expect(page.get_by_text(f"2 / {len(lesson.steps)}")).to_be_visible()
    page.reload()
    expect(page.get_by_text(f"2 / {len(lesson.steps)}")).to_be_visible()
    assert letters(page, second.name) != there
    page.goto("/play/prolix")
    expect(page.get_by_role("link", name="Go on with the lesson")).to_be_visible()
    page.get_by_role("button", name="No lesson, thanks").click()
    expect(page.get_by_role("link", name="Go on with the lesson")).to_be_hidden()


def test_a_lesson_ends_in_a_small_game_with_help(person: People) -> None:
    page = person()
    lesson = find_lesson("prolix")
    assert lesson
    page.goto("/learn/prolix")
    for _ in lesson.steps:
        page.get_by_role("button", name="Skip").click()
    page.get_by_role("button", name="Repeat", exact=True).click()
    expect(page.get_by_text(f"1 / {len(lesson.steps)}")).to_be_visible()
    page.get_by_role("list", name="Steps").get_by_role("button").last.click()
    page.get_by_role("button", name="Skip").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile(r"/t/.*\?help"))
    expect(page.get_by_role("region", name=re.compile("Seat"))).to_have_count(lesson.game.seats)
    page.get_by_role("button", name="I am ready").click()
    # Nobody is asked twice.
    expect(field(page)).to_be_visible()


def test_a_lesson_shows_what_it_asks_for(person: People) -> None:
    page = person()
    page.goto("/learn/prolix")
    page.get_by_role("button", name="Show me").click()
    lesson = find_lesson("prolix")
    assert lesson
    word = lesson.steps[0].asks[0].replies[0].move["word"]
    expect(page.get_by_text(re.compile(word, re.IGNORECASE)).first).to_be_visible()


def test_nobody_is_too_late_in_a_lesson(person: People) -> None:
    page = person()
    page.clock.install()
    page.goto("/learn/konexi")
    take = page.get_by_role("button", name=re.compile("^Take "))
    expect(take.first).to_be_enabled()
    page.clock.run_for(600_000)
    take.first.click()
    expect(page.get_by_role("button", name=re.compile("^(Try again|Next)$"))).to_be_visible()


def test_a_game_without_a_lesson_says_so(person: People) -> None:
    page = person()
    page.route(
        "**/api/lessons/kewbz",
        lambda route: route.fulfill(status=404, json={"code": "unknown-exercise"}),
    )
    page.goto("/learn/kewbz")
    expect(page.get_by_role("heading", name="No lesson here")).to_be_visible()


def test_the_coach_says_what_was_best(person: People) -> None:
    page = person()
    page.goto(f"/replay/{bring(page, 'prolix-rounds-complete')}?coach")
    expect(page.get_by_text("How close each came")).to_be_visible()
    moment = page.get_by_role("button", name=re.compile("Better: “")).first
    moment.focus()
    moment.press("Enter")
    line = page.get_by_role("region", name="What was best?")
    better = line.get_by_role("button", name="Show what was played")
    expect(better).to_have_attribute("aria-pressed", "true")
    better.click()
    expect(line.get_by_role("button", name="Show what was better")).to_be_visible()
    page.keyboard.press("Home")
    expect(line).to_be_hidden()
    expect(page).to_have_url(re.compile("at=0&coach"))
    page.get_by_role("button", name="Log", exact=True).click()
    expect(page.get_by_role("list", name="Log")).to_be_visible()


def test_chances_and_points_are_told_apart_and_luck_from_choice(person: People) -> None:
    page = person()
    page.goto(f"/replay/{bring(page, 'kewbz-blocked')}?coach")
    expect(page.get_by_text("Chance to win", exact=True)).to_be_visible()
    expect(page.get_by_text("Expected lead", exact=True)).to_be_visible()
    expect(page.locator(".graph svg polyline")).to_have_count(2)
    # The last position is the end: it is won, by 24 points.
    expect(page.locator(".graph").first).to_contain_text(re.compile(r"100\s%.*\s0\s%", re.DOTALL))
    expect(page.locator(".graph").last).to_contain_text(re.compile(r"24.*−24", re.DOTALL))
    decided = page.get_by_role("button", name=re.compile(r"Chance to win: \d+\s% → \d+\s%"))
    expect(decided).to_have_count(3)
    page.goto(f"/replay/{bring(page, 'conex-goal')}?coach")
    expect(page.get_by_text("Expected points", exact=True)).to_be_visible()
    sums = r"26 of \d+ points · given away:\s[\d.]+ · luck:\s"
    expect(page.get_by_text(re.compile(sums))).to_be_visible()


def test_the_result_leads_to_the_coach_on_a_phone(person: People) -> None:
    page = person(viewport=PHONE)
    table = new_table(page, "prolix", ME, ready=True)
    page.goto(f"/t/{table}")
    move = {"id": "bye", "seat": 0, "move": {"type": "resign"}}
    assert page.request.post(f"/api/tables/{table}/moves", data=move).ok
    page.get_by_role("dialog").get_by_role("link", name="What was best?").click()
    expect(page.get_by_role("dialog", name="What was best?")).to_be_visible()
    expect(page).to_have_url(re.compile(rf"/replay/{table}.*coach"))


def test_play_on_from_a_finished_game_and_see_the_tree(person: People) -> None:
    page = person()
    page.goto(f"/replay/{bring(page, 'kewbz-blocked')}?at=0")
    page.get_by_role("button", name="Try it").click()
    page.get_by_role("button", name="Play all sides").click()
    expect(page.get_by_text("A study")).to_be_visible()
    cells = page.get_by_role("grid").locator("button[aria-disabled=false]")
    first, second = (cells.nth(n).get_attribute("data-cell") for n in (0, 1))
    assert first
    assert second
    board(page).locator(f"[data-cell={first}]").first.click()
    expect(placed(page, first)).to_be_visible()
    tree = page.get_by_role("list", name="What was tried")
    tree.get_by_role("button", name="Where it begins").click()
    expect(placed(page, first)).to_be_hidden()
    board(page).locator(f"[data-cell={second}]").first.click()
    expect(placed(page, second)).to_be_visible()
    tree.get_by_role("button", name=first).click()
    expect(placed(page, first)).to_be_visible()
    expect(placed(page, second)).to_be_hidden()
    expect(tree.get_by_role("button", name=first)).to_have_attribute("aria-current", "step")
    check_accessible(page)
    # Whoever has the link looks at all that was tried, and changes nothing.
    friend = person()
    friend.goto(page.url)
    tried = friend.get_by_role("list", name="What was tried")
    tried.get_by_role("button", name=second).click()
    expect(placed(friend, second)).to_be_visible()
    tried.get_by_role("button", name=first).click()
    expect(placed(friend, first)).to_be_visible()
    expect(placed(page, first)).to_be_visible()
    page.goto("/")
    expect(page.get_by_text("A study").first).to_be_visible()


def test_what_a_strong_bot_thinks_of_a_board_of_prolix(person: People) -> None:
    page = person()
    table = bring(page, "prolix-rounds-complete")
    views = page.request.get(f"/api/tables/{table}/replay").json()["views"]
    mine = next(n for n, view in enumerate(views) if view["phase"] == "open" and not view["active"])
    page.goto(f"/replay/{table}?at={mine}")
    page.get_by_role("button", name="Try it").click()
    page.get_by_role("button", name="Play on against bots").click()
    page.get_by_label("Show what a strong bot thinks").check()
    expect(page.get_by_role("group", name="Best:").get_by_role("button").first).to_be_visible()


def told(page: Page) -> str:
    """The word that solves the puzzle on the screen, which `GET /api/puzzles/prolix` named."""
    with page.expect_response(re.compile("/api/puzzles/prolix$")) as answer:
        page.goto("/puzzles/prolix")
    puzzle = find_puzzles("prolix")[answer.value.json()["puzzle"]["name"]]
    return str(puzzle.asks[0].replies[0].move["word"])


def test_a_puzzle_is_solved_by_keyboard(person: People) -> None:
    page = person(viewport=PHONE)
    word = told(page)
    begin = page.get_by_role("button", name="Begin")
    expect(begin).to_be_focused()
    begin.press("Enter")
    field(page).fill(word)
    field(page).press("Enter")
    onward = page.get_by_role("button", name="Next puzzle")
    expect(onward).to_be_focused()
    expect(page.get_by_role("region", name=re.compile(r"strength: \d+ \(\+\d+\)"))).to_be_visible()
    expect(page.get_by_text("1 in a row")).to_be_visible()
    onward.press("Enter")
    expect(begin).to_be_focused()


def test_a_wrong_answer_is_told_and_the_best_shown(person: People) -> None:
    page = person()
    word = told(page)
    page.get_by_role("button", name="Begin").click()
    rack = page.locator(".rack")
    lying = str(rack.get_attribute("aria-label"))
    # It scores nothing, whatever lies there.
    field(page).fill("a")
    field(page).press("Enter")
    onward = page.get_by_role("button", name="Next puzzle")
    expect(onward).to_be_focused()
    expect(page.get_by_role("region", name=re.compile(r"strength: \d+ \(−\d+\)"))).to_be_visible()
    # What would have been better is shown by itself, on the board where it was asked for.
    better = page.get_by_role("group", name="Best:").get_by_role("button", name=re.compile(word))
    expect(better).to_be_visible()
    expect(rack).to_have_attribute("aria-label", lying)
    expect(page.get_by_text("Too few points.").first).to_be_visible()
    expect(field(page)).to_be_hidden()
    expect(onward).to_be_focused()
    check_accessible(page)
    page.get_by_role("button", name="Show me").click()
    expect(better).to_be_visible()
    expect(field(page)).to_be_enabled()


def test_what_is_said_is_seen_where_a_keyboard_leaves_little_room(person: People) -> None:
    page = person(viewport={"width": 844, "height": 390}, has_touch=True)
    told(page)
    page.get_by_role("button", name="Begin").click()
    field(page).fill("a")
    field(page).press("Enter")
    expect(page.get_by_role("button", name="Next puzzle")).to_be_focused()
    expect(page.get_by_role("region", name=re.compile(r"strength: \d+ \(−\d+\)"))).to_be_visible()


def test_whoever_is_too_late_has_not_solved_it(person: People) -> None:
    page = person()
    page.clock.install()
    told(page)
    page.get_by_role("button", name="Begin").click()
    expect(field(page)).to_be_visible()
    page.clock.run_for(46_000)
    expect(page.get_by_text("The time is up.").first).to_be_visible()
    expect(page.get_by_role("region", name=re.compile(r"strength: \d+ \(−\d+\)"))).to_be_visible()


def test_a_run_of_three_minutes(person: People) -> None:
    page = person()
    page.clock.install()
    told(page)
    page.get_by_role("button", name="Begin").click()
    with page.expect_response(re.compile("/api/runs/prolix$")) as answer:
        page.get_by_role("button", name="Three-minute run").click()
    first = find_puzzles("prolix")[answer.value.json()["puzzles"][0]["name"]]
    expect(page.get_by_text("Solved: 0")).to_be_visible()
    field(page).fill(first.asks[0].replies[0].move["word"])
    field(page).press("Enter")
    expect(page.get_by_text("Solved: 1")).to_be_visible()
    page.clock.run_for(181_000)
    expect(page.get_by_text("Time is up. Solved: 1. Your best run: 1.").first).to_be_visible()


def test_the_day(person: People) -> None:
    page = person(viewport=PHONE)
    page.goto("/")
    page.get_by_role("link", name="Today’s boards").click()
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^\d+:\d\d:\d\d$"))
    expect(page.get_by_text(re.compile(r"^No\. \d+"))).to_be_visible()
    expect(page.get_by_role("button", name="Copy my results")).to_be_hidden()
    page.get_by_role("button", name="Play: Prolix").click()
    expect(page).to_have_url(re.compile("/t/"))
    table = page.url.rsplit("/", 1)[1]
    move = {"id": "bye", "seat": 0, "move": {"type": "resign"}}
    assert page.request.post(f"/api/tables/{table}/moves", data=move).ok
    page.get_by_role("dialog").get_by_role("link", name="Today’s boards").click()
    expect(page.get_by_role("link", name="Look back: Prolix")).to_be_visible()
    expect(page.get_by_role("heading", name="Days in a row: 1")).to_be_visible()
    check_accessible(page)


def test_a_board_of_the_day_is_not_seen_before_one_is_ready(person: People) -> None:
    page = person()
    page.goto("/day")
    page.get_by_role("button", name="Play: Kewbz").click()
    gate = page.get_by_role("dialog", name="Ready?")
    expect(gate).to_contain_text("about three moves from the end")
    check_accessible(page)
    page.keyboard.press("Escape")
    expect(gate).to_be_hidden()
    assert page.request.get("/api/days").json()["games"][1]["table"] is None
    page.get_by_role("button", name="Play: Kewbz").click()
    gate.get_by_role("button", name="I am ready").click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
    # Nothing that a day refuses is offered.
    for name in ("Take back", "Hint", "Leave seat", re.compile("Send .* away")):
        expect(page.get_by_role("button", name=name)).to_have_count(0)


def test_what_is_passed_on_of_a_day_spoils_nothing(person: People) -> None:
    page = person()
    made = page.request.post("/api/tables", data={"game": "prolix", "seats": [ME], "daily": True})
    table = made.json()["id"]
    move = {"id": "bye", "seat": 0, "move": {"type": "resign"}}
    assert page.request.post(f"/api/tables/{table}/moves", data=move).ok
    page.goto("/day")
    page.evaluate(
        "Object.defineProperty(navigator, 'clipboard',"
        " { value: { writeText: async text => { window.copied = text } } })"
    )
    page.get_by_role("button", name="Copy my results").click()
    expect(page.get_by_text("Results copied")).to_be_visible()
    text = page.evaluate("window.copied")
    assert re.match(r"Inglenook No\. \d+\nProlix 0\nhttp://[^/]+/day$", text), text
    with page.expect_download() as picture:
        page.get_by_role("button", name="As a picture").click()
    assert Path(picture.value.path()).read_bytes().startswith(b"\x89PNG")


def test_an_earlier_day_can_be_played(person: People) -> None:
    page = person()
    page.goto("/day")
    page.get_by_label("Day", exact=True).fill("2026-03-01")
    past = page.get_by_role("button", name="Prolix", exact=True)
    past.click()
    expect(page).to_have_url(re.compile("/t/"))
    made = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()
    assert made["daily"] == "2026-03-01"


def test_the_new_pages_are_accessible(person: People) -> None:
    page = person()
    page.goto("/learn/prolix")
    expect(field(page)).to_be_visible()
    check_accessible(page)
    page.goto(f"/replay/{bring(page, 'prolix-rounds-complete')}?coach")
    expect(page.get_by_text("How close each came")).to_be_visible()
    check_accessible(page)


def said(page: Page) -> Locator:
    """What the page for setting up a position has to say."""
    return page.locator("main [role=status]")


def test_set_up_a_position_and_play_on_from_it(person: People) -> None:
    page = person(viewport=PHONE)
    page.goto("/play/kewbz")
    page.get_by_role("link", name="Set up a position").click()
    expect(said(page)).to_contain_text("All in order")
    page.get_by_label("Board size").select_option("6")
    page.get_by_label("Cubes each").select_option("12")
    for tool, cells in {"Blue": ("c3", "d3", "c4"), "Amber": ("c3", "c4")}.items():
        page.get_by_role("radio", name=tool).first.check()
        for name in cells:
            board(page).locator(f"[data-cell={name}]").click()
    # What is wrong is said at once, and nothing can be tried.
    expect(said(page)).to_contain_text("No tower can stand on c4")
    expect(page.get_by_role("button", name="Try it")).to_be_disabled()
    # By keyboard: the topmost cube away, and another one elsewhere.
    tower = board(page).locator("[data-cell=c4]")
    tower.focus()
    tower.press("Delete")
    expect(said(page)).to_contain_text("All in order")
    tower.press("ArrowDown")
    board(page).locator("[data-cell=c3]").press("Enter")
    expect(page.get_by_label("c3, tower of 3, Amber on top")).to_be_focused()
    check_accessible(page)
    page.get_by_role("button", name="Mirror").click()
    page.get_by_role("radio", name="Amber Cubes left").check()
    expect(page.get_by_label("d3, tower of 3, Amber on top")).to_be_attached()
    # The address holds it all.
    expect(said(page)).to_contain_text("All in order")
    page.reload()
    expect(page.get_by_label("d3, tower of 3, Amber on top")).to_be_attached()
    page.get_by_role("button", name="Try it").click()
    page.get_by_role("button", name="Play all sides").click()
    expect(page.get_by_text("Place a cube on a green dot.")).to_be_visible()
    table = page.url
    board(page).locator("button[aria-disabled=false]").first.click()
    board(page).locator("button[aria-disabled=false]").first.click()
    # Its record is opened again, with what was tried.
    with page.expect_response(re.compile("/api/records$")) as answer:
        record = page.request.get(f"{table.replace('/t/', '/api/tables/')}/record").body()
        page.goto("/")
        file: FilePayload = {"name": "study.json", "mimeType": "application/json", "buffer": record}
        page.locator("input[type=file]").set_input_files(file)
    page.wait_for_url(re.compile(f"/t/{answer.value.json()['id']}"))
    expect(page.get_by_label(re.compile("d3, tower of"))).to_be_attached()


def test_a_study_goes_back_from_its_end(person: People) -> None:
    page = person()
    page.goto(f"/replay/{bring(page, 'kewbz-blocked')}?at=3")
    page.get_by_role("button", name="Try it").click()
    page.get_by_role("button", name="Play all sides").click()
    tree = page.get_by_role("list", name="What was tried")
    expect(tree).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    tree.get_by_role("button", name="Where it begins").click()
    expect(page.get_by_role("button", name="Resign", exact=True)).to_be_visible()
    expect(board(page).locator("button[aria-disabled=false]").first).to_be_attached()
