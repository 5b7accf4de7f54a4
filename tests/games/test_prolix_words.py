"""Prolix: which words may be said."""

import pytest

from inglenook.games.prolix.moves import Challenge, Flip, Say, Scratch, Vote, Write
from tests.games.prolix_loaded import Loaded


@pytest.mark.parametrize(
    "word",
    [
        "",
        " ",
        "two words",
        "ice-cream",
        "don't",
        "London",
        "LOUD",
        "route66",
        "Straße",
        "שלום",
        "\u202eword",
        "word\n",
        "word.",
        "ｗｏｒｄ",
        "a" * 41,
        "a" * 1000,
    ],
)
def test_a_word_is_one_word_of_lower_case_letters(word: str) -> None:
    table, duel, solo = Loaded(3), Loaded(2), Loaded(1)
    assert [table.refusal(seat, Say(word)) for seat in range(3)] == ["bad-word"] * 3
    assert [duel.refusal(seat, Write(word)) for seat in range(2)] == ["bad-word"] * 2
    assert [solo.refusal(0, move) for move in (Write(word), Scratch(word))] == ["bad-word"] * 2


@pytest.mark.parametrize("word", ["naïve", "nai\u0308ve"])
def test_accents_do_not_matter(word: str) -> None:
    play = Loaded(1)
    assert play.refusal(0, Scratch(word)) is None
    assert Scratch(word) == Scratch("naive")


def test_a_word_may_have_40_letters() -> None:
    assert Loaded(3).refusal(0, Say("a" * 40)) is None


@pytest.mark.parametrize(
    ("used", "barred"),
    [
        ("jumper", "jumper"),
        ("articulate", "articulate"),
        ("wrench", "wrenches"),
        ("wrenches", "wrench"),
        ("goose", "geese"),
        ("gypsies", "gypsy"),
        ("jumped", "jump"),
        ("jump", "jumped"),
        ("dive", "dove"),
        ("dove", "dive"),
        ("jubilantly", "jubilant"),
        ("jubilant", "jubilantly"),
        ("begrudging", "begrudge"),
        ("begrudge", "begrudging"),
        ("begrudging", "begrudged"),
    ],
)
def test_no_cheapies_whoever_said_the_word(used: str, barred: str) -> None:
    play = Loaded(3)
    play.word(0, used)
    assert [play.refusal(seat, Say(barred)) for seat in range(3)] == ["cheapie"] * 3


def test_all_other_changes_of_a_word_are_allowed() -> None:
    play = Loaded(3)
    play.word(0, "jump")
    play.word(1, "big")
    assert play.refusal(2, Say("jumper")) is None
    assert play.refusal(2, Say("bigger")) is None


def test_an_interrupt_is_used_too() -> None:
    play = Loaded(3)
    play.word(2, "wrench")
    assert play.refusal(0, Say("wrenches")) == "cheapie"


def test_the_refusal_names_the_word_it_clashes_with() -> None:
    play = Loaded(3)
    play.word(0, "begrudging")
    assert play.explain(1, Say("begrudged")) == "begrudging"
    for move in (Say("wrench"), Say("two words"), Flip()):
        assert play.explain(1, move) == ""


def test_under_a_referee_a_word_must_be_in_the_reference() -> None:
    assert Loaded(3).refusal(0, Say("bcdf")) is None
    assert Loaded(3, challenges="referee").refusal(0, Say("bcdf")) == "unknown-word"
    assert Loaded(3, challenges="referee").refusal(0, Say("colour")) is None
    assert Loaded(3, challenges="referee").refusal(0, Say("color")) is None


def test_a_struck_word_is_barred_to_its_owner_and_open_to_others() -> None:
    play = Loaded(3)
    play.say((0, "bcdf"))
    play.play(1, Challenge(0))
    play.play(2, Vote(False))
    play.lapse()
    assert play.refusal(0, Say("bcdf")) == "barred"
    assert play.refusal(1, Say("bcdf")) is None
    assert [play.view(seat).barred for seat in (0, 1, None)] == [("bcdf",), (), ()]


def test_the_same_word_said_at_once_is_allowed() -> None:
    play = Loaded(3)
    play.play(0, Say("wrench"))
    assert play.refusal(1, Say("wrench")) is None
    assert play.refusal(1, Say("wrenches")) is None
