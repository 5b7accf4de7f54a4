"""A game of Konexi looked back on: every turn, its word, and the best that could have been said."""

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from inglenook.core.units import Seat
from inglenook.games.konexi.rules import vocabulary
from inglenook.games.konexi.rules.state import State, near
from inglenook.games.konexi.rules.view import Fall, Word

BEST = 5
"""How many of the best words are named."""


class Turn(Struct, frozen=True):
    round: int
    seat: Seat
    letter: str | None
    """The letter placed; None where the tower was bumped before."""
    letters: int
    """How many the tower had with it."""
    best: tuple[Word, ...]
    """The best words it offered, best first."""
    word: Word | None
    """What was claimed."""
    fall: Fall | None


class Review(Struct, frozen=True):
    turns: tuple[Turn, ...]


def review(states: Sequence[State]) -> Review:
    """From all states of a game in turn."""
    turns: list[Turn] = []
    for before, after in pairwise(states):
        if before.active is None:
            continue
        if before.phase in ("claim", "vote") and after.words != before.words:
            turns[-1] = replace(turns[-1], word=after.words[before.active][-1])
        elif before.settling and after.phase != "settle":
            if before.new:
                # The letter stood already: the tower was bumped while a word was sought.
                turns[-1] = replace(turns[-1], fall=after.fall)
            else:
                turns.append(_settled(before, after, before.active))
    return Review(tuple(turns))


def _settled(before: State, after: State, seat: Seat) -> Turn:
    """What came of a placement, or of a bump before there was one."""
    assert before.settling
    if after.round > before.round:
        assert after.fall
        letter = None if after.fall.bumped else before.hand
        return Turn(before.round, seat, letter, after.fall.letters, (), None, after.fall)
    best = tuple(
        Word(word, len(word))
        for word in vocabulary.shown(near(after.tower), after.tower[-1].letter)[:BEST]
    )
    return Turn(before.round, seat, before.hand, len(after.tower), best, None, None)
