"""What a tower spells, in machine code, for looking many letters ahead.

A tower is the sets of its letters that hang together. What one more letter spells is then found in
a table: for each set of letters that is a part of a word those that make one of it.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from inglenook.games.konexi.rules import vocabulary
from inglenook.shared.compiled import compiled

Masks = npt.NDArray[np.uint32]
Ints = npt.NDArray[np.int64]

ALL = 26
LONG = 8
"""Letters of the largest set that is kept: words of ten letters and more are left out."""
MAX_SETS = 4096
"""How many sets are kept of a tower."""
BITS = 18
"""The table has this power of two of slots: half of them stay empty."""
SPREAD = np.uint64(0x9E3779B97F4A7C15)
ONE = np.uint32(1)


class Words(NamedTuple):
    """[slot]: the sets of letters that are a part of a word, and which letters make one a word."""

    parts: Masks
    more: Masks


@cache
def words(size: int) -> Words:
    """Of the words up to one of SCOWL's sizes, without those that bots do not say."""
    book = vocabulary.book()
    masks = np.unique(book.masks[(book.sizes <= size) & book.shown])
    table = Words(np.zeros(1 << BITS, np.uint32), np.zeros(1 << BITS, np.uint32))
    _enter(table, masks[np.bitwise_count(masks) <= LONG + 1])
    return table


@compiled
def _enter(table: Words, masks: Masks) -> None:
    for i in range(len(masks)):
        part = (masks[i] - ONE) & masks[i]
        while part:
            at = _slot(table.parts, part)
            table.parts[at] = part
            rest = masks[i] & ~part
            if not rest & (rest - ONE):
                table.more[at] |= rest
            part = (part - ONE) & masks[i]


@compiled
def _slot(parts: Masks, letters: np.uint32) -> int:
    """Where a set of letters is in the table, or would be."""
    at = np.int64((np.uint64(letters) * SPREAD) >> np.uint64(64 - BITS))
    while parts[at] != 0 and parts[at] != letters:
        at = (at + 1) % (1 << BITS)
    return int(at)


@compiled
def bit(letter: int) -> np.uint32:
    return ONE << np.uint32(letter)


@compiled
def lowest(letters: np.uint32) -> int:
    """The first of some letters."""
    return count((letters & (~letters + ONE)) - ONE)


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

    Only those are kept that are a part of a word: no other set will ever become one.

    hung    [set]: the sets, of which `kept` are there; changed here
    points  [letter, to]: of the best word of a letter that is joined there; changed here
    """
    own, before = bit(letter), kept
    kept = _keep(table, hung, kept, own, points)
    for i in range(before):
        if hung[i] & near:
            kept = _keep(table, hung, kept, hung[i] | own, points)
    # A letter that meets two others holds together what hung on each of them.
    if near & (near - ONE):
        for i in range(before):
            for k in range(i):
                if hung[i] & near and hung[k] & near and not hung[i] & hung[k]:
                    kept = _keep(table, hung, kept, hung[i] | hung[k] | own, points)
    return kept


@compiled
def _keep(table: Words, hung: Masks, kept: int, letters: np.uint32, points: Ints) -> int:
    at = _slot(table.parts, letters)
    if kept == MAX_SETS or table.parts[at] == 0:
        return kept
    hung[kept] = letters
    longer, length = table.more[at], count(letters) + 1
    while longer:
        letter, left = lowest(longer), letters
        while left:
            to = lowest(left)
            points[letter, to] = max(points[letter, to], length)
            left &= left - ONE
        longer &= longer - ONE
    return kept + 1
