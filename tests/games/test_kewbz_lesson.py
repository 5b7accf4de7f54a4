"""The lesson of Kewbz does what its texts say."""

import json
import runpy
from pathlib import Path

import msgspec
import pytest

from inglenook.coach.exercises import Exercise, Lesson, Tried, attempt, begin
from inglenook.games.kewbz import rules
from inglenook.games.kewbz.analyse import look

ROOT = Path(__file__).parents[2]
FILE = ROOT / "src/inglenook/games/kewbz/lessons.json"
LESSON = msgspec.json.decode(FILE.read_bytes(), type=Lesson)
STEPS = {step.name: step for step in LESSON.steps}
LONGEST = 90
"""Characters that make two lines on a phone."""


def after(step: Exercise, cell: str) -> rules.State:
    state: rules.State = attempt(step, (Tried({"type": "place", "cell": cell}),)).match.state
    return state


def tower(s: rules.State, cell: str) -> tuple[int, ...]:
    return s.stacks[rules.grid(s.size).cells[cell]]


def cells(step: Exercise, say: str) -> list[str]:
    (ask,) = step.asks
    return [reply.move["cell"] for reply in ask.replies if reply.say == say and reply.move]


def test_the_file_is_what_its_script_writes() -> None:
    written = runpy.run_path(str(ROOT / "tools/lesson_kewbz.py"))["lesson"]()
    assert msgspec.json.encode(written) == msgspec.json.encode(LESSON)


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "nl"])
def test_every_step_has_its_short_texts(language: str) -> None:
    texts = json.loads((ROOT / f"client/src/games/kewbz/i18n/{language}.json").read_text())
    wanted = {f"kewbz.lesson.{step.name}" for step in LESSON.steps}
    for step in LESSON.steps:
        for ask in step.asks:
            names = {ask.name, *(reply.say for reply in ask.replies)}
            wanted |= {f"kewbz.lesson.{step.name}.{name}" for name in names}
    assert {key for key in texts if key.startswith("kewbz.lesson.")} == wanted
    assert [texts[key] for key in wanted if len(texts[key]) > LONGEST] == []


@pytest.mark.parametrize("name", STEPS)
def test_there_is_a_right_move_and_everything_is_answered(name: str) -> None:
    step = STEPS[name]
    match = begin(step)
    assert match.to_move() == {step.seat}
    said = {}
    for move in match.legal():
        tried = attempt(step, (Tried(msgspec.to_builtins(move)),))
        assert tried.reply
        said[tried.reply.say] = tried.reply.right
    # No reply is there in vain.
    assert set(said) == {reply.say for reply in step.asks[0].replies}
    assert any(said.values())


def test_corners_grow() -> None:
    for name in ("corner", "square"):
        for cell in cells(STEPS[name], "well"):
            grown = after(STEPS[name], cell).last
            assert grown
            assert sum(grown.stacked.values()) >= 1


def test_taking_c3_makes_it_blue_and_three_points() -> None:
    step = STEPS["take"]
    assert tower(begin(step).state, "c3")[-1] == 1
    for say in ("well", "double"):
        for cell in cells(step, say):
            s = after(step, cell)
            assert tower(s, "c3")[-1] == 0
            assert len(tower(s, "c3")) == 3
            assert rules.towers(s)[0] == (3 if say == "well" else 5)
    for cell in cells(step, "own"):
        assert tower(after(step, cell), "c3")[-1] == 1


def test_d2_would_close_a_square() -> None:
    match = begin(STEPS["square"])
    assert match.copy().submit(0, {"type": "place", "cell": "d2"}, 0) == "square"


def test_one_cube_builds_on_all_three_of_the_row() -> None:
    last = after(STEPS["line"], "c2").last
    assert last
    assert set(last.stacked) == {"d2", "e2", "f2"}
    assert tower(begin(STEPS["line"]).state, "d2")[-1] == 1


def test_five_are_full_and_four_are_not() -> None:
    step = STEPS["five"]
    for say in ("both", "well"):
        for cell in cells(step, say):
            assert tower(after(step, cell), "e2")[-1] == 0
            assert len(tower(after(step, cell), "e2")) == 5
    assert tower(after(step, "e5"), "e4")[-1] == 0


def test_the_fourth_cube_lets_the_fifth_in() -> None:
    step = STEPS["bait"]
    for cell in cells(step, "fourth"):
        s = after(step, cell)
        assert len(tower(s, "c4")) == 4
        prospects = rules.Kewbz().preview(s, 1).cells.values()
        assert any("c4" in prospect.stacked for prospect in prospects)
    two = after(step, "d3")
    assert rules.Kewbz().preview(two, 1).cells["d2"].stacked["d4"] == 2
    worth = {
        cell: -look(after(step, cell)).margin
        for reply in ("well", "fourth", "two")
        for cell in cells(step, reply)
    }
    worst = min(worth[cell] for cell in cells(step, "well"))
    assert all(worst > worth[cell] + 1 for cell in cells(step, "fourth") + cells(step, "two"))


def test_the_last_move_plays_all_four_and_wins() -> None:
    step = STEPS["end"]
    assert begin(step).state.unplayed == (4, 3)
    tried = attempt(step, (Tried({"type": "place", "cell": "d2"}),))
    outcome = tried.match.outcome()
    assert outcome
    assert outcome.winners == (0,)
    for cell in cells(step, "more"):
        assert not rules.is_over(after(step, cell))


def test_taking_over_is_the_better_start() -> None:
    assert look(begin(STEPS["swap"]).state).move == rules.Swap()
