"""No cheapies: on pairs judged by hand, and on a table of inflections that nobody here wrote."""

import runpy
from importlib.resources import files
from pathlib import Path

import pytest

from bench.inflections import differences
from bench.inflections import pairs as listed_pairs
from inglenook.words import clash, is_accepted
from inglenook.words.families import stems
from inglenook.words.lexicon import book

HERE = Path(__file__).parent


def pairs(name: str) -> list[tuple[str, str]]:
    lines = HERE.joinpath(name).read_text().splitlines()
    return [(a, b) for a, b in (line.split() for line in lines)]


def test_the_lists_are_long_and_say_nothing_twice() -> None:
    bars, allowed = (
        {frozenset(pair) for pair in pairs(name)} for name in ("clash.txt", "no_clash.txt")
    )
    assert len(bars) == len(pairs("clash.txt")) >= 200
    assert len(allowed) == len(pairs("no_clash.txt")) >= 200
    assert not bars & allowed


@pytest.mark.parametrize(("a", "b"), pairs("clash.txt"))
def test_clash(a: str, b: str) -> None:
    assert clash(a, b)
    assert clash(b, a)


@pytest.mark.parametrize(("a", "b"), pairs("no_clash.txt"))
def test_no_clash(a: str, b: str) -> None:
    assert not clash(a, b), stems(a) & stems(b)
    assert not clash(b, a)


@pytest.mark.parametrize(
    "word", ["", "a", "s", "ly", "ing", "ed", "ings", "ly" * 20, "ing" * 13, "x" * 40, "zz"]
)
def test_no_word_is_too_odd_to_compare(word: str) -> None:
    assert clash(word, word)
    assert not clash(word, "jewelers")


def test_number_and_tense_of_the_whole_lexicon_bar_as_agid_says() -> None:
    """Except for fewer than one pair in a thousand, each of them listed with its reason."""
    lines = HERE.joinpath("differences.txt").read_text().splitlines()
    known = {}
    for line in lines:
        pair, reason = line.split(": ")
        a, b = pair.split()
        known[a, b] = reason
    assert all(known.values())
    assert sorted(known) == differences()
    assert len(known) < len(listed_pairs()) / 1000


@pytest.mark.parametrize(
    ("one", "other", "at_least"),
    [("man", "men", 250), ("woman", "women", 20), ("eau", "eaux", 10), ("ical", "ically", 300)],
)
def test_families_that_dictionaries_know_only_half_of(one: str, other: str, at_least: int) -> None:
    """Every pair of the whole lexicon, except a word that only looks like one of a pair."""
    found = [(stem + one, stem + other) for stem in stems_before(one) if is_accepted(stem + other)]
    assert len(found) >= at_least
    look_alike = [("dolman", "dolmen"), ("german", "germen")] if one == "man" else []
    assert [pair for pair in found if not clash(*pair)] == look_alike


def stems_before(ending: str) -> list[str]:
    words = map(book().word, range(len(book().ends)))
    return [word.removesuffix(ending) for word in words if word.endswith(ending)]


def test_the_table_of_stems_is_sorted_and_whole() -> None:
    table = files("inglenook.words").joinpath("stems.txt").read_text()
    lines = [line.split() for line in table.splitlines()]
    words = [word for word, *_ in lines]
    assert words == sorted(set(words))
    for word, *found in lines[::10]:
        assert is_accepted(word)
        assert stems(word) == {word, *found} != {word}


def test_the_table_is_what_its_maker_makes() -> None:
    maker = runpy.run_path(str(HERE.parent.parent / "tools" / "families.py"))
    table = maker["TARGET"].read_text().splitlines()
    for line in table[::80]:
        word, *found = line.split()
        assert maker["stems"](word) == {word, *found}


def test_what_was_judged_by_hand_is_about_words() -> None:
    for name in ("forms.txt", "no_forms.txt", "verbs.txt"):
        text = (HERE.parent.parent / "tools" / "words" / name).read_text()
        assert [word for word in text.split() if not is_accepted(word)] == []
