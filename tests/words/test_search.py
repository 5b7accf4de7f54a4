"""The search against a plain loop over all words."""

import random
from collections import Counter

import pytest

from inglenook.words import is_coarse, lexicon, search

LETTERS = "bcdfghlmnprst" * 5 + "kvwy" * 2 + "jqxz"
COLUMNS = (4, 4, 4, 4, 3, 3, 2, 2)


def board(rng: random.Random) -> dict[str, tuple[int, ...]]:
    tiles: dict[str, list[int]] = {}
    for letter, points in zip(rng.sample(LETTERS, 8), COLUMNS, strict=True):
        tiles.setdefault(letter, []).append(
            points + ("kvwy".count(letter) + 2 * "jqxz".count(letter))
        )
    return {letter: tuple(sorted(points, reverse=True)) for letter, points in tiles.items()}


def plain(word: str, tiles: search.Tiles) -> int:
    """Letter by letter, taking the best tile that is left."""
    left = {letter: list(points) for letter, points in tiles.items()}
    return sum(left[letter].pop(0) for letter in word if left.get(letter))


def listed() -> list[tuple[str, int]]:
    book = lexicon.book()
    words = map(book.word, range(len(book.ends)))
    sized = zip(words, book.sizes.tolist(), strict=True)
    return [(word, size) for word, size in sized if not is_coarse(word)]


@pytest.mark.parametrize("seed", range(12))
def test_as_a_plain_loop_finds(seed: int) -> None:
    rng = random.Random(seed)
    tiles, size = board(rng), rng.choice((10, 35, 50, 60, 70))
    valued = [(word, plain(word, tiles)) for word, its in listed() if its <= size]
    valued.sort(key=lambda found: (-found[1], found[0]))
    above = rng.randint(0, valued[0][1])
    expected = [found for found in valued if found[1] > above]
    assert search.best(tiles, size, above) == expected
    for limit in (0, 1, 2, 7, 100, len(expected), len(expected) + 1, 200_000):
        assert search.best(tiles, size, above, limit) == expected[:limit]


@pytest.mark.parametrize("seed", range(200))
def test_value(seed: int) -> None:
    rng = random.Random(seed)
    tiles = board(rng)
    word = "".join(rng.choices(LETTERS + "aeiou" * 8, k=rng.randint(0, 40)))
    assert search.value(word, tiles) == plain(word, tiles)


def test_jewelers_of_the_rulebook() -> None:
    tiles = {"w": (5,), "j": (5,), "s": (3,), "l": (2,), "b": (4,), "t": (4, 3), "m": (2,)}
    assert search.value("jewelers", tiles) == 15
    assert ("jewelers", 15) in search.best(tiles, above=14)


def test_a_letter_flips_as_many_tiles_as_the_word_has_of_it() -> None:
    tiles = {"t": (4, 3), "l": (2,)}
    assert [search.value(word, tiles) for word in ("at", "butter", "tattle", "all")] == [4, 7, 9, 2]


def test_an_empty_board_has_no_words() -> None:
    assert search.best({}) == search.best({}, limit=5) == []


def test_more_tiles_of_a_letter_than_prolix_allows() -> None:
    tiles = {"s": (9, 5, 1)}
    worth = Counter(value for _, value in search.best(tiles))
    assert set(worth) == {9, 14, 15}
    assert dict(search.best(tiles))["possess"] == 15
