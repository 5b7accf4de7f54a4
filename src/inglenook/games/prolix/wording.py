"""Which words a seat may say."""

import re
from functools import lru_cache

from inglenook import words
from inglenook.core.game import Rng
from inglenook.core.units import Seat
from inglenook.games.prolix import board
from inglenook.games.prolix.state import State

WORD = re.compile("[a-z]{1,40}")
SAMPLED = 300
"""How many of the best words one is picked from at random."""


def fault(s: State, seat: Seat, word: str) -> str | None:
    """Why this seat may not say or write this word, or None."""
    if not WORD.fullmatch(word):
        return "bad-word"
    if clash(s, word):
        return "cheapie"
    if word in s.barred[seat]:
        return "barred"
    must_be_known = s.mode == "solo" or s.options.challenges == "referee"
    return "unknown-word" if must_be_known and not words.is_accepted(word) else None


def clash(s: State, word: str) -> str | None:
    """The used word that bars this one, if any does."""
    return next((used for used in s.used if words.clash(word, used)), None)


def sample(s: State, seat: Seat, rng: Rng) -> str:
    """A word this seat may say: one of the best, or, where nobody checks, an invented one."""
    if s.mode != "solo" and s.options.challenges == "rulebook" and rng.below(8) == 0:
        letters = s.pool.board.lower() + "aeiou"
        invented = "".join(rng.choice(letters) for _ in range(3 + rng.below(6)))
        if not fault(s, seat, invented) and not words.is_coarse(invented):
            return invented
    found = list(_best(s.pool.board))
    while fault(s, seat, word := words.word_at(found.pop(rng.below(len(found))))):
        pass
    return word


def best(tiles: str) -> tuple[str, ...]:
    """The best words on a board, whether they may be said or not."""
    return tuple(map(words.word_at, _best(tiles)))


# One guess after the other is made at the same board.
@lru_cache(maxsize=16)
def _best(tiles: str) -> tuple[int, ...]:
    """Where in the book they are."""
    return tuple(words.best_places(board.worths(tiles), SAMPLED))
