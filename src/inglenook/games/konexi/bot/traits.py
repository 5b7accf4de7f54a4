"""What tells one player from another: the words that come to mind, the eye and the hand."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from inglenook.core.game import Rng
from inglenook.games.konexi.rules import vocabulary
from inglenook.words import is_accepted

Flags = npt.NDArray[np.bool_]
"""[word of the book]"""

SHORT, LONG = 3, 0.45
"""Longer words take more effort to see, this much for each extra letter."""
RARE = {35: 0.0, 50: 0.5, 60: 1.0}
"""By SCOWL size: so do less common ones."""


class Traits(Struct, frozen=True):
    """What tells one level from another."""

    size: int
    """Its vocabulary: SCOWL's words up to this size."""
    sees: float
    """The chance that a common word of up to three letters comes to mind; others take an effort."""
    looks: int
    """Of the ways to join the letter in hand to another, how many it looks at."""
    eye: float
    """How far it is off when it judges how steady a tower would be: standard deviation."""
    hand: float
    """How unsteady its hand is: see `rules.hand.spread`."""
    ahead: float = 0
    """The weight of what the next player can then do, against what one can do oneself."""
    playouts: int = 0
    """How often it plays on in its head from what looks best: see `foresight`."""


@lru_cache(16)
def noticed(traits: Traits, turn: str, again: bool) -> Flags:
    """The words that come to mind in a turn.

    They depend on no chance other than the turn's: a word that a letter is taken for, and placed
    for, must be remembered when it is to be said. A second look finds those and more.
    """
    book = vocabulary.book()
    likely = traits.sees ** _effort()
    if again:
        likely = 1 - (1 - likely) ** 2
    return (book.sizes <= traits.size) & (_shares(turn, len(book.words)) < likely) & book.shown


def recognises(word: str) -> bool:
    """Whether bots let a word count that the game's list lacks: if a large dictionary has it.

    Two-letter words were gone through by hand; those left out are not words.
    """
    return len(word) > 2 and is_accepted(word)


@lru_cache(1)
def _effort() -> npt.NDArray[np.float64]:
    book = vocabulary.book()
    lengths = np.array([len(word) for word in book.words])
    rare = np.array([*RARE.values()])[np.searchsorted([*RARE], book.sizes)]
    effort: npt.NDArray[np.float64] = 1 + LONG * np.maximum(lengths - SHORT, 0) + rare
    return effort


def _shares(turn: str, count: int) -> npt.NDArray[np.float64]:
    """A number from 0 to 1 for each word, mixed from the turn and the word's place in the book."""
    mixed = np.arange(count, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed += np.uint64(Rng(turn, 0).bits())
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return (mixed ^ (mixed >> np.uint64(31))) / 2.0**64
