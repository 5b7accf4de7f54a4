"""The best words of a board, exactly: every word that is shown is valued, a letter at a time."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from inglenook.words.lexicon import MAX_SCOWL_SIZE, book, shown

# A letter's tiles by their points, best first: {"b": (4, 3), "k": (5,)}.
Tiles = Mapping[str, Sequence[int]]
Values: TypeAlias = npt.NDArray[np.uint8 | np.int16]


def value(word: str, tiles: Tiles) -> int:
    """What a word flips on a board: each letter flips one tile of that letter, the best first."""
    return sum(sum(points[: word.count(letter)]) for letter, points in tiles.items())


def best(
    tiles: Tiles, size: int = MAX_SCOWL_SIZE, above: int = 0, limit: int | None = None
) -> list[tuple[str, int]]:
    """Words up to that size worth more than `above`, best first, equal ones by the alphabet.

    Those worth nothing are never among them, nor are coarse ones.
    """
    found, values = _best(tiles, size, above, limit)
    return list(zip(book().words(found), values.tolist(), strict=True))


def best_places(tiles: Tiles, limit: int, size: int = MAX_SCOWL_SIZE) -> list[int]:
    """As `best`, but where in the book the words are: for who wants to read only some of them."""
    places: list[int] = _best(tiles, size, 0, limit)[0].tolist()
    return places


def _best(
    tiles: Tiles, size: int, above: int, limit: int | None
) -> tuple[npt.NDArray[np.int64], Values]:
    values = _values(tiles)
    values[_hidden()] = 0
    if size < MAX_SCOWL_SIZE:
        values *= book().sizes <= size
    least = max(above, 0) + 1
    if limit is not None:
        least = max(least, _nth_value(values, limit))
    found = np.flatnonzero(values >= least)
    found = found[np.argsort(-values[found].astype(np.int16), kind="stable")][:limit]
    return found, values[found]


def _values(tiles: Tiles) -> Values:
    # What fits into a byte is several times as fast.
    small = sum(map(sum, tiles.values())) < 256
    kind: type[np.uint8 | np.int16] = np.uint8 if small else np.int16
    values: Values = np.zeros(len(book().ends), kind)
    has, worth = np.empty(len(values), np.bool_), np.empty_like(values)
    for letter, points in tiles.items():
        count = _counts()[ord(letter) - ord("a")]
        for flipped, each in enumerate(points):
            np.greater(count, flipped, out=has)
            np.multiply(has, kind(each), out=worth)
            values += worth
    return values


def _nth_value(values: Values, n: int) -> int:
    """The value of the nth best word, so that only as many as are asked for need sorting."""
    value = int(values.max(initial=0))
    while value and np.count_nonzero(values >= value) < n:
        value -= 1
    return value


@cache
def _hidden() -> npt.NDArray[np.int64]:
    """The places of the words that are not shown."""
    return np.flatnonzero(~shown())


@cache
def _counts() -> npt.NDArray[np.uint8]:
    """How often each letter (row) is in each word (column)."""
    words = book()
    letters = np.frombuffer(words.text, np.uint8).astype(np.int64) - ord("a")
    owner = np.repeat(np.arange(len(words.ends)), words.ends - words.starts + 1)
    inside = letters >= 0
    cells = letters[inside] * len(words.ends) + owner[inside]
    counts = np.bincount(cells, minlength=26 * len(words.ends)).astype(np.uint8)
    return counts.reshape(26, -1)
