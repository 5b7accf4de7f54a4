"""The words of the game, and all of them that a tower spells.

There is one of each letter, so a word is a set of letters: bit 0 is A, bit 25 is Z.
"""

import string
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from inglenook.games.konexi.box import box
from inglenook.words import is_coarse, lexicon, size_of

SIZE = 60
"""The largest of SCOWL's sizes whose words count."""
LETTERS = string.ascii_uppercase
HALF = 13
"""Tables of the letters' neighbours are made for each half of the alphabet."""

Indices = npt.NDArray[np.intp]


class Book(NamedTuple):
    """All words that a tower could spell: the longest first, then the commonest, then A to Z."""

    words: tuple[str, ...]
    masks: npt.NDArray[np.uint32]
    sizes: npt.NDArray[np.uint8]
    shown: npt.NDArray[np.bool_]
    """Bots and reviews name only these."""


@cache
def book() -> Book:
    text = lexicon.book()
    # Those that may count: a third of the words are too rare.
    places = np.flatnonzero((text.sizes <= SIZE) | (text.ends - text.starts == 2))
    sized = zip(text.words(places), text.sizes[places].tolist(), strict=True)
    listed = sorted(
        (-len(word), size, word)
        for word, size in sized
        if len(word) > 1 and len(set(word)) == len(word) and is_known(word, size)
    )
    words = tuple(word for _, _, word in listed)
    letters = np.frombuffer("".join(words).encode(), np.uint8)
    starts = np.cumsum([0, *map(len, words[:-1])])
    return Book(
        words,
        np.bitwise_or.reduceat(np.uint32(1) << (letters - ord("a")), starts),
        np.array([size for _, size, _ in listed], np.uint8),
        np.array([not is_coarse(word) for word in words], np.bool_),
    )


def is_known(word: str, size: int | None) -> bool:
    """Whether a word of that size in SCOWL (None: it is not there) counts here."""
    if len(word) == 2:
        return word in box().two_letter_words.words
    if len(word) == 1:
        return word in string.ascii_lowercase
    return size is not None and size <= SIZE


def known(word: str) -> bool:
    """Whether this is a word at all, whatever the tower. A single letter is one, but too short."""
    return is_known(word, size_of(word))


def bit(letter: str) -> int:
    """The bit of a letter from A to Z, capital or not."""
    return 1 << ord(letter.upper()) - ord("A")


def mask(letters: Iterable[str]) -> int:
    return sum({bit(letter) for letter in letters})


def neighbours(pairs: Iterable[tuple[str, str]]) -> list[int]:
    """For each letter of the alphabet those it is joined to, from all pairs that are joined."""
    near = [0] * len(LETTERS)
    for a, b in pairs:
        near[LETTERS.index(a)] |= bit(b)
        near[LETTERS.index(b)] |= bit(a)
    return near


def spelled(near: Sequence[int], new: str) -> Indices:
    """Which words of the book are connected pieces of the tower that have the new letter.

    `near` is what `neighbours` answers. Letters that are joined to nothing are in no word.
    """
    inside = sum(bit(letter) for letter, mates in zip(LETTERS, near, strict=True) if mates)
    found, words = _with(new)
    there = words & ~np.uint32(inside) == 0
    found, words = found[there], words[there]
    low, high = _unions(near[:HALF]), _unions(near[HALF:])
    reached = np.full_like(words, bit(new))
    # Each round reaches the letters next to those that are reached: a word is left when it is
    # whole, or when nothing was added to it.
    whole: list[Indices] = []
    while len(found):
        grown = reached | words & (low[reached & (1 << HALF) - 1] | high[reached >> HALF])
        whole.append(found[grown == words])
        growing = (grown != words) & (grown != reached)
        found, words, reached = found[growing], words[growing], grown[growing]
    return np.sort(np.concatenate(whole)) if whole else found


@cache
def _with(letter: str) -> tuple[Indices, npt.NDArray[np.uint32]]:
    """The words of the book that have a letter: which, and their masks."""
    found = np.flatnonzero(book().masks & bit(letter))
    return found, book().masks[found]


def words(near: Sequence[int], new: str) -> list[str]:
    """All words that may be claimed, the best first."""
    listed = book().words
    return [listed[i] for i in spelled(near, new).tolist()]


def shown(near: Sequence[int], new: str) -> list[str]:
    """Those of them that are shown."""
    found = spelled(near, new)
    return [book().words[i] for i in found[book().shown[found]].tolist()]


def pieces(near: Sequence[int], word: str) -> list[str]:
    """The letters of a word in as many groups as they form in the tower: one if it may count."""
    left, found = mask(word), []
    for letter in word:
        reached, grown = 0, bit(letter) & left
        while grown != reached:
            reached = grown
            for i, mates in enumerate(near):
                grown |= mates & left if reached >> i & 1 else 0
        if reached:
            found.append("".join(c for c in word.upper() if bit(c) & reached))
            left &= ~reached
    return found


def _unions(near: Sequence[int]) -> npt.NDArray[np.uint32]:
    """For each set of these letters all that any of them is joined to."""
    unions = np.zeros(1 << len(near), np.uint32)
    for n, mates in enumerate(near):
        np.bitwise_or(unions[: 1 << n], np.uint32(mates), out=unions[1 << n : 2 << n])
    return unions
