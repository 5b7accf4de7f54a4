"""What a tower spells, in machine code, for looking many letters ahead.

A tower is the sets of its letters that hang together. What one more letter spells is then found in
a table: for each set of letters those that make a word of it.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from inglenook.games.compiled import compiled
from inglenook.games.konexi.rules import vocabulary

Masks = npt.NDArray[np.uint32]
Ints = npt.NDArray[np.int64]

ALL = 26
LONG = 8
"""Letters of the largest set that is kept: words of ten letters and more are left out."""
MOST = 4096
"""How many sets are kept of a tower."""
BITS = 18
"""The table has this power of two of slots: a good half of them stay empty."""
SPREAD = np.uint64(0x9E3779B97F4A7C15)
ONE = np.uint32(1)


class Words(NamedTuple):
    """[slot]: sets of letters, and the letters each of which makes a word of such a set."""

    sets: Masks
    more: Masks


@cache
def words(size: int) -> Words:
    """Of the words up to one of SCOWL's sizes, without those that bots do not say."""
    book = vocabulary.book()
    masks = np.unique(book.masks[(book.sizes <= size) & book.shown])
    bits = ONE << np.arange(ALL, dtype=np.uint32)
    has = masks[:, None] & bits != 0
    rests, lasts = (masks[:, None] & ~bits)[has], np.broadcast_to(bits, has.shape)[has]
    table = Words(np.zeros(1 << BITS, np.uint32), np.zeros(1 << BITS, np.uint32))
    _enter(table, rests, lasts)
    return table


@compiled
def _enter(table: Words, rests: Masks, lasts: Masks) -> None:
    for i in range(len(rests)):
        at = _slot(table.sets, rests[i])
        table.sets[at] = rests[i]
        table.more[at] |= lasts[i]


@compiled
def _slot(sets: Masks, letters: np.uint32) -> int:
    """Where a set of letters is in the table, or would be."""
    at = np.int64((np.uint64(letters) * SPREAD) >> np.uint64(64 - BITS))
    while sets[at] != 0 and sets[at] != letters:
        at = (at + 1) % (1 << BITS)
    return int(at)


@compiled
def more(table: Words, letters: np.uint32) -> np.uint32:
    """Those that make a word of some letters."""
    found: np.uint32 = table.more[_slot(table.sets, letters)]
    return found


@compiled
def bit(letter: int) -> np.uint32:
    return ONE << np.uint32(letter)


@compiled
def count(letters: np.uint32) -> int:
    n = 0
    while letters:
        letters &= letters - ONE
        n += 1
    return n


@compiled
def hang(table: Words, hung: Masks, kept: int, letter: int, near: np.uint32, points: Ints) -> int:
    """Join a letter to those in `near`; how many sets of letters hang together then.

    hung    [set]: the sets, of which `kept` are there; changed here
    points  [letter, to]: of the best word of a letter that is joined there; changed here
    """
    own, before = bit(letter), kept
    kept = _keep(table, hung, kept, own, points)
    for i in range(before):
        if hung[i] & near and count(hung[i]) < LONG:
            kept = _keep(table, hung, kept, hung[i] | own, points)
    # A letter that meets two others holds together what hung on each of them.
    if near & (near - ONE):
        for i in range(before):
            for k in range(i):
                apart = hung[i] & near and hung[k] & near and not hung[i] & hung[k]
                if apart and count(hung[i] | hung[k]) < LONG:
                    kept = _keep(table, hung, kept, hung[i] | hung[k] | own, points)
    return kept


@compiled
def _keep(table: Words, hung: Masks, kept: int, letters: np.uint32, points: Ints) -> int:
    if kept == MOST:
        return kept
    hung[kept] = letters
    longer, length = more(table, letters), count(letters) + 1
    for letter in range(ALL if longer else 0):
        if longer & bit(letter):
            for to in range(ALL):
                if letters & bit(to):
                    points[letter, to] = max(points[letter, to], length)
    return kept + 1
