"""Which rated games count for ratings.

All facts that decide are in a table's logs or in the rows of finished games, so that
`inglenook recompute` comes to the same ratings.
"""

from collections.abc import Iterable, Sequence
from enum import IntEnum

from inglenook.core.units import DAY_MS, WallMs
from inglenook.server.wire.table_messages import Uncounted

LEAST_MOVES = 2
"""Moves that each of two players must have made: before that nothing is won or lost yet."""
MOST_GAMES_OF_PAIR = 5
"""Games between the same two people that count within 24 hours: a best of five fits in."""
FRESH_MS = DAY_MS
"""Age up to which a profile is fresh: its games against people at its own address do not count."""


class Rated(IntEnum):
    """Whether a finished game counts for ratings. The store holds these numbers."""

    NO = 0
    """It was not played for ratings, or nobody won, or a player cannot be rated."""
    COUNTS = 1
    FEW_MOVES = 2
    OFTEN = 3
    """The same two people had enough games that count within 24 hours."""
    ONE_ADDRESS = 4
    """People played from one address, and a profile among them was fresh."""

    @property
    def uncounted(self) -> Uncounted | None:
        """Why a rated game does not count; None if it counts, or was not rated."""
        return _REASONS.get(self)


_REASONS: dict[Rated, Uncounted] = {
    Rated.FEW_MOVES: "few-moves",
    Rated.OFTEN: "often",
    Rated.ONE_ADDRESS: "one-address",
}


def of_game(
    made: Sequence[int],
    people: Iterable[str],
    one_address: Iterable[tuple[str, str]],
    *,
    real_time: bool,
) -> Rated:
    """Return whether a rated game counts, as far as its own logs tell.

    made         how many moves each seat made
    people       the guests who played
    one_address  pairs of guests who played from one address, one of them with a fresh profile
    real_time    whether the game is not played in turns
    """
    if not _has_moves(made, real_time=real_time):
        return Rated.FEW_MOVES
    playing = frozenset(people)
    if any(playing.issuperset(pair) for pair in one_address):
        return Rated.ONE_ADDRESS
    return Rated.COUNTS


def _has_moves(made: Sequence[int], *, real_time: bool) -> bool:
    # In real time one player may be far ahead while another stays silent: all moves together
    # count there, or silence would be a way out of a lost game.
    if real_time:
        return sum(made) >= LEAST_MOVES * len(made)
    # With three or more, one who gives up at once does not spoil the game of the others.
    return sorted(made)[-2] >= LEAST_MOVES


def is_often(counted: Iterable[WallMs], at: WallMs) -> bool:
    """Return whether a pair of people had enough games that count before one that ended at `at`.

    `counted` are the ends of the games of the pair that count and have lower numbers.
    """
    return sum(end > at - DAY_MS for end in counted) >= MOST_GAMES_OF_PAIR


def is_fresh(made: WallMs, now: WallMs) -> bool:
    """Return whether a profile that was made then is fresh."""
    return now - made < FRESH_MS
