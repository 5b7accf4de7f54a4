"""The reference: SCOWL's words up to size 70, American and British spellings, without accents.

A word's size says how common it is: 10 holds the commonest words, 70 those of a large dictionary.
`lexicon.bin` (made by tools/lexicon.py) holds the words in order, each followed by one byte, its
size. It is mapped at first use. `coarse.txt` (made by tools/coarse.py) names the coarse ones.
"""

from bisect import bisect_left
from functools import cache, lru_cache
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

MAX_SCOWL_SIZE = 70


class Book(NamedTuple):
    """The mapped file; word i is `text[starts[i]:ends[i]]`."""

    text: mmap
    starts: npt.NDArray[np.int64]
    ends: npt.NDArray[np.int64]
    sizes: npt.NDArray[np.uint8]

    def word(self, i: int) -> str:
        return self.text[self.starts[i] : self.ends[i]].decode()

    def words(self, places: npt.NDArray[np.int64]) -> list[str]:
        """Many at once: faster than one by one."""
        spans = zip(self.starts[places].tolist(), self.ends[places].tolist(), strict=True)
        return [self.text[start:end].decode() for start, end in spans]


@cache
def book() -> Book:
    with Path(__file__).with_name("lexicon.bin").open("rb") as file:
        text = mmap(file.fileno(), 0, access=ACCESS_READ)
    letters = np.frombuffer(text, np.uint8)
    ends = np.flatnonzero(letters < ord("a"))
    starts = np.concatenate(([0], ends[:-1] + 1))
    return Book(text, starts, ends, letters[ends])


def word_at(place: int) -> str:
    """The word at a place in the book."""
    return book().word(place)


# A word is chosen, checked and played: all ask this of it.
@lru_cache(maxsize=4096)
def size_of(word: str) -> int | None:
    """The smallest of SCOWL's sizes (10 to 70) that has the word; None if none has."""
    i = _place(word)
    return None if i is None else int(book().sizes[i])


def is_accepted(word: str, size: int = MAX_SCOWL_SIZE) -> bool:
    """Whether the reference, up to that size, has the word."""
    found = size_of(word)
    return found is not None and found <= size


def is_coarse(word: str) -> bool:
    """Whether it is obscene, a slur, or a form of such a word. Only whole words are."""
    return word in _coarse()


def repeated(word: str) -> str:
    """A word that somebody said, as we say it after them: "…" for a coarse one."""
    return "…" if is_coarse(word) else word


def is_shown(word: str, size: int = MAX_SCOWL_SIZE) -> bool:
    """Whether bots, hints, reviews and pictures may show it: it is accepted, and not coarse."""
    return is_accepted(word, size) and not is_coarse(word)


@cache
def shown() -> npt.NDArray[np.bool_]:
    """Which words of the book are shown."""
    flags = np.ones(len(book().ends), np.bool_)
    flags[[place for place in map(_place, _coarse()) if place is not None]] = False
    return flags


@cache
def _coarse() -> frozenset[str]:
    return frozenset(Path(__file__).with_name("coarse.txt").read_text().split())


def _place(word: str) -> int | None:
    b = book()
    i = bisect_left(range(len(b.ends)), word, key=b.word)
    return i if i < len(b.ends) and b.word(i) == word else None
