"""CONEX' lesson does what its texts say, whichever of the right moves is made."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from inglenook.coach.exercises import Attempt, Exercise, Lesson, Tried, attempt, begin
from inglenook.games.conex.cards import deck

FILE = Path(__file__).parents[2] / "src/inglenook/games/conex/lessons.json"
LESSON = msgspec.json.decode(FILE.read_bytes(), type=Lesson)
STEPS = {step.name: step for step in LESSON.steps}


def tries(step: Exercise, *before: Tried) -> Iterator[tuple[Tried, Attempt]]:
    """Every move that can be made in a step, after these."""
    match = attempt(step, before).match if before else begin(step)
    for move in match.game.legal(match.state, step.seat):
        tried = Tried(msgspec.to_builtins(move))
        yield tried, attempt(step, (*before, tried))


def right(name: str, *before: Tried) -> list[tuple[dict[str, Any], Attempt]]:
    found = [
        (tried.move, made)
        for tried, made in tries(STEPS[name], *before)
        if made.reply and made.reply.right
    ]
    assert found
    return found


@pytest.mark.parametrize("name", STEPS)
def test_something_is_said_to_every_move_and_every_reply_can_come(name: str) -> None:
    step = STEPS[name]
    said = {made.reply.say for _, made in tries(step) if made.reply}
    assert said == {reply.say for reply in step.asks[0].replies}


def test_the_most_points_are_five() -> None:
    for _, made in right("points"):
        assert made.match.scores()[0] == 5


def test_a_card_on_a_card() -> None:
    for move, made in right("card"):
        assert move["target"] in deck()
        assert len(made.match.state.laid) == 3


def test_all_that_slides_is_right_and_nothing_else() -> None:
    slides = {(lay.card, lay.corner) for lay in begin(STEPS["slide"]).view(0).legal.slides}
    assert slides == {(move["card"], move["corner"]) for move, _ in right("slide")}


def test_the_plus_two_card_brings_two_points_more() -> None:
    for _, made in right("plus"):
        assert made.match.state.scored.plus == 2


def test_however_the_die_is_laid_it_brings_the_star_which_then_doubles() -> None:
    for move, made in right("die"):
        assert made.match.view(0).may == ("lay", "double", "draw")
        for _, doubled in right("die", Tried(move)):
            scored = doubled.match.state.scored
            assert scored.doubled
            assert scored.points == 2 * (scored.value + scored.plus)
            assert doubled.ask == 2


def test_whatever_lightning_strikes_the_other_gives_a_card_and_the_turn_goes_on() -> None:
    for _, made in right("lightning"):
        assert made.match.view(0).hands == (4, 3)
        assert "lay" in made.match.view(0).may


def test_the_last_turn_wins_the_game() -> None:
    for _, made in right("last"):
        outcome = made.match.outcome()
        assert outcome
        assert (outcome.winners, outcome.scores) == ((0,), (11, 10))


def test_a_share_of_the_win_is_said_to_be_one() -> None:
    shared = [made for _, made in tries(STEPS["last"]) if made.reply and made.reply.say == "shared"]
    for made in shared:
        outcome = made.match.outcome()
        assert outcome
        assert outcome.winners == (0, 1)
    assert shared
