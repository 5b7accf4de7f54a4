"""No cheapies: which words count as one, being a word's number, tense, or form in -ly or -ing.

Two words clash if they share a stem. `stems.txt` (made by tools/families.py) has the stems of the
lexicon's words. They are not followed further: *found* is of *find* and of *found*, so it bars
*find* and *founded*, and those two do not bar each other.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from mmap import ACCESS_READ, mmap
from pathlib import Path

from inglenook.words.lexicon import is_accepted


def clash(a: str, b: str) -> bool:
    """Whether either of two words bars the other; of a-z, and no longer than a game takes them."""
    return a == b or not stems(a).isdisjoint(stems(b))


@lru_cache(maxsize=4096)
def stems(word: str) -> frozenset[str]:
    """The word and all it is a form of; of a word in no list, all it might be a form of."""
    if is_accepted(word):
        return frozenset({word, *_tabled(word)})
    return frozenset({word}.union(*map(stems, _guessed(word))))


@cache
def _table() -> mmap:
    """The table of stems: lines of a word and its stems, in order."""
    with Path(__file__).with_name("stems.txt").open("rb") as file:
        return mmap(file.fileno(), 0, access=ACCESS_READ)


def _tabled(word: str) -> list[str]:
    """The line of a word, found by halving the table; most words have none."""
    text, sought = _table(), word.encode()
    low, high = 0, len(text)
    while low < high:
        middle = text.rfind(b"\n", 0, (low + high) // 2) + 1
        end = text.find(b"\n", middle)
        listed, *stems = text[middle:end].split()
        if listed == sought:
            return [stem.decode() for stem in stems]
        if listed < sought:
            low = end + 1
        else:
            high = middle
    return []


def _guessed(word: str) -> Iterator[str]:
    """What -s, -ed, -ing or -ly may have been added to, going only by the rules of spelling."""
    for suffix in ("s", "es", "ed", "ing", "ly"):
        rest = word.removesuffix(suffix)
        if rest == word or len(rest) < 2 or not set(rest) & set("aeiouy"):
            continue
        yield rest
        if rest[-1] == "i" and suffix in ("es", "ed", "ly"):
            yield rest[:-1] + "y"
        if suffix in ("ed", "ing"):
            yield rest + "e"
            if rest[-1] == rest[-2] or rest.endswith("ck"):
                yield rest[:-1]
        if suffix == "ly":
            yield from (rest + "l", rest + "le")
