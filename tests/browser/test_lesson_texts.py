"""What a lesson says fits on two lines of a phone, in every language."""

import json
from collections.abc import Callable, Iterator

from playwright.sync_api import Page, expect

from inglenook.coach.exercise_files import find_lesson
from tests.browser.conftest import PHONE
from tests.browser.test_pages import CLIENT
from tests.every_game import games_with

People = Callable[..., Page]
LANGUAGES = ("en", "de", "fr", "es", "nl")
LINES = """async texts => {
  await document.fonts.load('550 16px "Inter Variable"');
  const place = document.querySelector(".question");
  const high = parseFloat(getComputedStyle(place).lineHeight);
  return texts.map(([text, reply]) => {
    // A reply has a mark before it, and else looks like a question.
    place.style.textIndent = reply ? "calc(1.1em + 4px)" : "0";
    place.textContent = text;
    return Math.round(place.getBoundingClientRect().height / high);
  });
}"""


def texts(game: str) -> Iterator[tuple[str, bool]]:
    """The keys of all that its lesson asks and says, and whether it is a reply."""
    lesson = find_lesson(game)
    assert lesson
    for step in lesson.steps:
        for ask in step.asks:
            yield f"{game}.lesson.{step.name}.{ask.name}", False
            for reply in ask.replies:
                yield f"{game}.lesson.{step.name}.{reply.say}", True


def test_no_text_of_a_lesson_is_longer_than_two_lines_on_a_phone(person: People) -> None:
    page = person(viewport=PHONE)
    page.goto("/learn/conex")
    expect(page.locator(".question")).to_be_visible()
    told: list[tuple[str, str, bool]] = []
    for game in games_with("lessons.json"):
        keys = list(texts(game))
        for language in LANGUAGES:
            catalogue = json.loads((CLIENT / f"src/games/{game}/i18n/{language}.json").read_text())
            told += [(f"{language} {key}", catalogue[key], reply) for key, reply in keys]
    lines = page.evaluate(LINES, [(text, reply) for _, text, reply in told])
    longer = {name: text for (name, text, _), n in zip(told, lines, strict=True) if n > 2}
    assert longer == {}
    assert max(lines) == 2
