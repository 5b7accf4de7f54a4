"""What a coach says of a whole game: from a record, in parts, and as a report."""

import subprocess
import sys
from typing import Any

import msgspec
import pytest

import inglenook
from inglenook import NATURE, Insight, Match, Refused, dumps
from inglenook.coach import parts, played
from inglenook.coach.report import report


def game(seats: int = 2) -> "Match[Any, Any, Any]":
    """Seat 0 throws, the others are silent."""
    match = Match("lanterns", seats, seed="coach")
    while not match.outcome():
        match.play({"type": "throw" if match.mover() == 0 else "silent"})
    return match


def test_every_step_has_its_insight() -> None:
    match = game()
    insights = list(inglenook.analyse(match.record()))
    assert [insight.step for insight in insights] == list(range(1, len(match.log) + 1))
    assert [insight.seat for insight in insights] == [entry.seat for entry in match.log]
    assert insights[-1].margins == match.scores()


def test_what_the_coach_needs_and_is_not_there_is_named() -> None:
    code = """
import sys
sys.modules["numpy"] = None  # as if it were not installed
import inglenook
match = inglenook.Match("kewbz")
match.play(inglenook.Resign())
try:
    inglenook.analyse(match.record())
except inglenook.Refused as refused:
    print(refused)
"""
    said = subprocess.check_output([sys.executable, "-c", code], text=True)
    needs = 'needs numpy, which is not installed: pip install "inglenook[games]"'
    assert said == f"missing-extra: kewbz {needs}\n"


def test_a_game_that_has_nothing_to_say() -> None:
    match = Match("snap", 2)
    while not match.outcome():
        match.play(match.sample())
    assert list(inglenook.analyse(match.record())) == []


def test_what_was_taken_back_and_who_gave_up_are_left_out() -> None:
    match = Match("lanterns", 2, seed="coach")
    match.play({"type": "silent"}, t=1000)
    match.play({"type": "undo", "to": 0}, 1, t=3000)
    match.play({"type": "throw"}, t=3500)
    match.play({"type": "resign"}, 1)
    done = played(match)
    assert done.line == (0, 3, 4)
    assert [entry.seat for entry in done.entries] == [NATURE, 0, NATURE]
    # By the game's own clock: what was undone took no time.
    assert done.entries[1].t == 500
    assert [insight.verdict for insight in inglenook.analyse(match.record())] == [
        "chance",
        "best",
        "chance",
    ]


def test_a_record_that_does_not_fold_says_where() -> None:
    record = game().record()
    broken = record.log[:3] + record.log[4:]
    with pytest.raises(Refused, match="bad-seq") as refused:
        inglenook.analyse(inglenook.Record(record.game, 1, 2, {}, record.seed, broken))
    assert refused.value.seq == 4
    with pytest.raises(Refused, match="not-over"):
        inglenook.analyse(Match("lanterns", 2).record())


def test_the_parts_are_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    match = game(3)
    whole = tuple(inglenook.analyse(match.record()))
    # Each part is over after its first step.
    monkeypatch.setattr(parts, "PART", 0.0)
    found: list[Insight] = []
    first: int | None = 1
    while first is not None:
        some, first = parts.part(dumps(match.record()), first)
        found += some
    assert tuple(found) == whole


def test_accuracy_is_the_mean_of_what_was_chosen() -> None:
    told = report(
        3,
        [
            Insight(1, 0, "best", 1.0),
            Insight(2, NATURE, "chance", 0.0),
            Insight(3, 0, "mistake", 0.5),
            Insight(4, 1, "forced", 0.0),
            Insight(5, 0, "forced", 0.0),
        ],
    )
    assert told.accuracy == (0.75, None, None)


def test_the_moments_are_the_largest_swings_of_chances() -> None:
    chances = [0.5, 0.52, 0.9, 0.3, 0.31, 0.6, 0.4]
    insights = [Insight(n, n % 2, "good", chances=(p, 1 - p)) for n, p in enumerate(chances, 1)]
    assert report(2, insights).moments == (3, 4, 6)
    # The best there was did not decide it, though the coach saw further afterwards.
    insights[3] = msgspec.structs.replace(insights[3], verdict="best")
    assert report(2, insights).moments == (3, 6, 7)
    calm = [Insight(n, 0, "good", chances=(0.5, 0.5)) for n in range(5)]
    assert report(2, calm).moments == ()


def test_without_chances_they_are_the_moves_that_cost_most() -> None:
    costs = [0.0, 4.0, 1.0, 0.0, 9.0, 4.0]
    insights = [Insight(n, 0, "good", cost=cost) for n, cost in enumerate(costs, 1)]
    assert report(1, insights).moments == (2, 5, 6)


def test_what_was_given_away_luck_and_points_add_up() -> None:
    told = report(
        3,
        [
            Insight(1, NATURE, "chance", facts={"seat": 1, "luck": 1.5}),
            Insight(2, 0, "slip", cost=2.0, facts={"got": 3, "there": 5}),
            Insight(3, NATURE, "chance", facts={"seat": 1, "luck": -0.25}),
            Insight(4, NATURE, "chance", name="deal"),
            Insight(5, 0, "good", cost=0.5, facts={"got": 0, "there": 4}),
            Insight(6, 1, "forced"),
        ],
    )
    sums = [list(each) for each in (told.given, told.luck, told.got, told.there)]
    assert sums == [[2.5, 0, 0], [None, 1.25, None], [3, None, None], [9, None, None]]
