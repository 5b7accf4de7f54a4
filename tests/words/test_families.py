"""No cheapies, on pairs judged by hand: one list that must clash, one that must not."""

from pathlib import Path

import pytest

from inglenook.words import families, lexicon


def pairs(name: str) -> list[tuple[str, str]]:
    lines = Path(__file__).with_name(name).read_text().splitlines()
    return [(a, b) for a, b in (line.split() for line in lines)]


def test_the_lists_are_long_and_say_nothing_twice() -> None:
    clash, allowed = (
        {frozenset(pair) for pair in pairs(name)} for name in ("clash.txt", "no_clash.txt")
    )
    assert len(clash) == len(pairs("clash.txt")) >= 150
    assert len(allowed) == len(pairs("no_clash.txt")) >= 150
    assert not clash & allowed


@pytest.mark.parametrize(("a", "b"), pairs("clash.txt"))
def test_clash(a: str, b: str) -> None:
    assert families.clash(a, b)
    assert families.clash(b, a)


@pytest.mark.parametrize(("a", "b"), pairs("no_clash.txt"))
def test_no_clash(a: str, b: str) -> None:
    assert not families.clash(a, b), families.stems(a) & families.stems(b)
    assert not families.clash(b, a)


@pytest.mark.parametrize(
    "word", ["", "a", "s", "ly", "ing", "ed", "ings", "ly" * 20, "ing" * 13, "x" * 40]
)
def test_no_word_is_too_odd_to_compare(word: str) -> None:
    assert families.clash(word, word)
    assert not families.clash(word, "jewelers")


def test_tables_name_words_that_are_words() -> None:
    for word in (*families.IRREGULAR, *families.FAR_FETCHED, *families.GROWN_SO):
        assert lexicon.known(word), word
