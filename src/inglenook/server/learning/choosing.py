"""Which puzzles come next."""

from collections.abc import Collection, Mapping

from inglenook.coach.exercises import Puzzle
from inglenook.core.game import Rng

NEAR = 12
"""Of so many puzzles nearest to somebody's rating one is chosen."""
RUN = 60
"""Puzzles of a run: more than anyone solves in three minutes."""


def next_puzzle(
    puzzles: Mapping[str, Puzzle], rating: float, lately: Collection[str], rng: Rng
) -> Puzzle:
    """One near a rating, and none of those that were tried lately, unless there is no other."""
    fresh = [puzzle for name, puzzle in puzzles.items() if name not in lately]
    nearest = sorted(fresh or puzzles.values(), key=lambda puzzle: abs(puzzle.rating - rating))
    return rng.choice(nearest[:NEAR])


def run(puzzles: Mapping[str, Puzzle], rng: Rng) -> list[Puzzle]:
    """Puzzles that become harder and harder, from the easiest to the hardest there are."""
    return sorted(rng.shuffled(puzzles.values())[:RUN], key=lambda puzzle: puzzle.rating)
