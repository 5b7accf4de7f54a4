"""The lesson of Prolix: what is said to what a newcomer might do."""

import json
import runpy
from pathlib import Path
from typing import Any

import msgspec
import pytest

import inglenook.games.prolix
from inglenook.coach.exercises import Attempt, Exercise, Lesson, Tried, attempt, begin
from inglenook.core.game import Refused
from inglenook.words import is_coarse

LESSONS = Path(inglenook.games.prolix.__file__).parent / "lessons.json"
ROOT = Path(__file__).parents[2]
TEXTS = ROOT / "client/src/games/prolix/i18n"
FOUND = msgspec.json.decode(LESSONS.read_bytes(), type=Lesson)
STEPS = {step.name: step for step in FOUND.steps}
SAYS: dict[str, list[tuple[str, str]]] = {
    "letters": [("go", "scored"), ("strings", "scored"), ("you", "nothing")],
    "columns": [("limbs", "rich"), ("best", "poor"), ("house", "poor"), ("you", "nothing")],
    "bonus": [("vital", "poor"), ("silver", "rich"), ("drives", "rich"), ("you", "nothing")],
    "twice": [("better", "rich"), ("rabbit", "rich"), ("best", "poor"), ("you", "nothing")],
    "repeats": [("bank", "new"), ("you", "nothing")],
    "interrupt": [("lands", "spoken"), ("sing", "poor"), ("you", "nothing")],
    "price": [("chest", "paid"), ("hat", "poor"), ("you", "nothing")],
    "timer": [("who", "spoken")],
}
LONGEST = 98
"""Letters of two lines on a phone."""


def plays(step: Exercise, move: dict[str, Any]) -> Attempt:
    return attempt(step, (Tried(move),))


def test_the_file_is_what_its_script_writes() -> None:
    written = runpy.run_path(str(ROOT / "tools/lesson_prolix.py"))["LESSON"]
    assert msgspec.json.encode(FOUND) == msgspec.json.encode(written)


@pytest.mark.parametrize("name", SAYS)
def test_words_get_the_answer_that_fits(name: str) -> None:
    for word, say in SAYS[name]:
        reply = plays(STEPS[name], {"type": "say", "word": word}).reply
        assert reply
        assert (word, reply.say) == (word, say)


def test_what_is_named_as_right_is_right() -> None:
    for step in FOUND.steps:
        (ask,) = step.asks
        tried = plays(step, ask.replies[0].move)
        assert tried.reply
        assert tried.reply.right
        assert tried.ask == 1


def test_a_right_word_is_on_the_sheet_and_the_tiles_have_moved_on() -> None:
    for name in ("letters", "columns", "bonus", "twice", "repeats"):
        step = STEPS[name]
        before, after = begin(step), plays(step, step.asks[0].replies[0].move).match
        assert after.view(0).sheets[0].regular
        assert (
            after.view(0).tiles[2:] == ()
            or after.state.pool.board[2:] == (before.state.pool.board[:-2])
        )


def test_near_repeats_are_refused() -> None:
    for word in ("plant", "plants", "planted", "planting"):
        with pytest.raises(Refused, match="cheapie"):
            plays(STEPS["repeats"], {"type": "say", "word": word})


def test_an_interrupt_crosses_the_lowest_word_out() -> None:
    after = plays(STEPS["price"], {"type": "say", "word": "strength"}).match.view(0)
    sheet = after.sheets[0]
    assert [sheet.regular[line].word for line in after.crossed[0]] == ["go"]
    assert sheet.regular[0].value == 3


def test_the_sand_that_was_flipped_runs_out() -> None:
    tried = plays(STEPS["timer"], {"type": "flip"})
    assert tried.reply
    assert tried.reply.say == "flipped"
    view = tried.match.view(0)
    assert view.last
    assert view.last.reason == "timer"
    assert (view.active, view.interruptions) == (1, 1)


def test_a_word_that_is_none_is_struck_if_it_is_doubted() -> None:
    tried = plays(STEPS["doubt"], {"type": "challenge", "seat": 1})
    verdict = tried.match.view(0).verdict
    assert verdict
    assert not verdict.stands
    believed = plays(STEPS["doubt"], {"type": "accept"}).reply
    assert believed
    assert (believed.say, believed.right) == ("believed", False)


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "nl"])
def test_every_text_is_there_and_short(language: str) -> None:
    texts: dict[str, str] = json.loads((TEXTS / f"{language}.json").read_text())
    asked = {"prolix.lesson." + step.name for step in FOUND.steps}
    for step in FOUND.steps:
        for ask in step.asks:
            asked.add(f"prolix.lesson.{step.name}.{ask.name}")
            asked |= {f"prolix.lesson.{step.name}.{reply.say}" for reply in ask.replies}
    assert {key for key in texts if key.startswith("prolix.lesson.")} == asked
    assert max((len(texts[key]), key) for key in asked)[0] <= LONGEST


def test_nothing_in_it_is_coarse() -> None:
    for step in FOUND.steps:
        for ask in step.asks:
            for reply in ask.replies:
                assert not is_coarse(str(reply.move.get("word", "")))
