"""Exercises: what is said to moves, which puzzle comes next, and what attempts come to."""

from typing import Any

import msgspec
import pytest

from inglenook import Match, Refused, Rng, dumps
from inglenook.coach.exercises import Ask, Exercise, Puzzle, Reply, Tried, attempt
from inglenook.server.learning import choosing
from inglenook.server.learning.choosing import next_puzzle, run
from inglenook.server.learning.puzzle_rating import expected, strength

THROW, SILENT = {"type": "throw"}, {"type": "silent"}


def exercise(*asks: Ask, seed: str = "x") -> Exercise:
    match = Match("lanterns", 2, seed=seed)
    return Exercise("e", msgspec.Raw(dumps(match.record()).encode()), 0, asks)


def code(of: Exercise, *moves: dict[str, Any]) -> str:
    with pytest.raises(Refused) as refused:
        attempt(of, tuple(Tried(move) for move in moves))
    return refused.value.code


def test_the_first_reply_that_fits_is_said() -> None:
    one = exercise(Ask("a", (Reply("no", SILENT), Reply("yes", {}, right=True))))
    wrong = attempt(one, (Tried(SILENT),))
    assert (wrong.reply, wrong.ask) == (Reply("no", SILENT), 0)
    right = attempt(one, (Tried(THROW),))
    assert right.reply
    assert (right.reply.say, right.ask) == ("yes", 1)
    assert len(right.match.log) - right.first == 2


def test_a_reply_may_ask_for_points() -> None:
    for wanted, said in ((1, "enough"), (7, "too few")):
        replies = Reply("enough", THROW, gains=wanted, right=True), Reply("too few")
        tried = attempt(exercise(Ask("a", replies)), (Tried(THROW),))
        assert tried.reply
        assert tried.reply.say == said


def test_the_others_answer_and_the_next_thing_is_asked() -> None:
    ask = Ask("a", (Reply("yes", THROW, right=True),), then=((1, THROW),))
    two = exercise(ask, ask)
    tried = attempt(two, (Tried(THROW, 500), Tried(THROW, 900)))
    assert tried.ask == 2
    mine = [entry for entry in tried.match.log[tried.first :] if entry.seat == 0]
    assert [entry.t for entry in mine] == [500, 900]
    assert code(two, THROW, THROW, THROW) == "bad-attempt"


def test_what_the_rules_refuse_is_refused_as_they_say() -> None:
    one = exercise(Ask("a", (Reply("yes", THROW, right=True),)))
    assert code(one, {"type": "jump"}) == "bad-move"
    assert code(one, {"type": "rolled", "face": 3}) == "bad-face"
    assert code(one, SILENT) == code(one, {"type": "resign"}) == "bad-attempt"


def puzzle(name: str, rating: int) -> Puzzle:
    return Puzzle(name, msgspec.Raw(b"{}"), 0, (), rating=rating, margin=1.0, engine="x")


PUZZLES = {f"p{n}": puzzle(f"p{n}", 800 + 10 * n) for n in range(100)}


def test_the_next_puzzle_is_near_the_rating_and_was_not_tried_lately() -> None:
    for draw in range(50):
        found = next_puzzle(PUZZLES, 1200, (), Rng("x", draw))
        assert abs(found.rating - 1200) <= 10 * choosing.NEAR
        lately = [name for name in PUZZLES if name != "p99"]
        assert next_puzzle(PUZZLES, 800, lately, Rng("x", draw)).name == "p99"
    assert next_puzzle(PUZZLES, 800, PUZZLES, Rng("x", 0)).rating < 1000


def test_a_run_rises() -> None:
    ratings = [each.rating for each in run(PUZZLES, Rng("x", 0))]
    assert ratings == sorted(ratings)
    assert len(set(ratings)) == choosing.RUN


def test_a_rating_finds_its_place() -> None:
    assert strength([]).rating == 1000
    assert expected(1200, 1200) == 0.5
    assert expected(1600, 1200) == pytest.approx(10 / 11)
    # Solves what is easier than 1500, and fails at what is harder.
    found = strength((rating, rating < 1500) for rating in (1400, 1600) * 40)
    assert 1450 < found.rating < 1550
    assert (found.tried, found.solved, found.streak, found.best_streak) == (80, 40, 0, 1)


def test_a_puzzle_far_above_costs_little() -> None:
    assert strength([(2000, False)]).rating > strength([(1000, False)]).rating
