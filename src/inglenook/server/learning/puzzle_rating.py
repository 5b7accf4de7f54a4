"""How good somebody is at puzzles: a rating by Elo, folded over the attempts."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

BEGINNER = 1000
"""The rating of someone who has tried nothing."""
SWIFT, STEADY = 64.0, 24.0
"""The most that a rating moves by an attempt: the first of them, and later on."""
FIRST_ONES = 10
"""Attempts in which a rating finds its place."""
SCALE = 400.0
"""Points that make ten wins of one out of eleven."""


class Strength(Struct, frozen=True):
    """What attempts come to.

    rating       by Elo, against the ratings of the puzzles
    tried        how many attempts
    solved       how many of them were right
    streak       how many of the last ones were, without a wrong one between
    best_streak  the longest there was
    """

    rating: float = BEGINNER
    tried: int = 0
    solved: int = 0
    streak: int = 0
    best_streak: int = 0

    def after(self, rating: int, solved: bool) -> "Strength":
        """With one more attempt, at a puzzle of that rating."""
        most = SWIFT if self.tried < FIRST_ONES else STEADY
        streak = self.streak + 1 if solved else 0
        return replace(
            self,
            rating=self.rating + most * (solved - expected(self.rating, rating)),
            tried=self.tried + 1,
            solved=self.solved + solved,
            streak=streak,
            best_streak=max(self.best_streak, streak),
        )


def expected(mine: float, of_puzzle: float) -> float:
    """How likely somebody is to solve a puzzle."""
    return 1 / (1 + 10 ** ((of_puzzle - mine) / SCALE))


def strength(attempts: Iterable[tuple[int, bool]]) -> Strength:
    """What attempts, each at a puzzle of a rating and right or not, come to."""
    found = Strength()
    for rating, solved in attempts:
        found = found.after(rating, solved)
    return found
