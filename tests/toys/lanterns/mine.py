"""Whoever is to move should throw: a puzzle in every game, for tests of how puzzles are mined."""

from collections.abc import Iterator

import msgspec

from inglenook.coach.exercises import Ask, Puzzle, Reply
from inglenook.core.match import Match
from inglenook.core.record_io import dumps

REPLIES = (Reply("thrown", {"type": "throw"}, right=True), Reply("nothing-gained"))


def mine(seed: str) -> Iterator[Puzzle]:
    number = int(seed.split()[-1])
    match: Match = Match("lanterns", 2, seed=seed)
    # Every game is played twice, so that some puzzles are found again.
    name = f"game-{number // 2}"
    record = msgspec.Raw(dumps(match.record()).encode())
    rating = 1500 - 100 * (number // 2)
    yield Puzzle(
        name, record, 0, (Ask("best", REPLIES),), rating=rating, margin=3.5, engine="dice 1"
    )
