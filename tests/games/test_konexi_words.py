"""Konexi: the words of a tower."""

import random
import string

import pytest
from msgspec.structs import replace

import inglenook
from inglenook import NATURE
from inglenook.core.game import MAX_LAG
from inglenook.games.konexi.box import box
from inglenook.games.konexi.rules import vocabulary
from inglenook.games.konexi.rules.moves import Bump, Claim, Join, Nothing, Propose, Time, Vote
from inglenook.games.konexi.rules.state import near
from inglenook.games.konexi.rules.view import Proposal, Word
from inglenook.words import lexicon
from tests.games.konexi_loaded import KONEXI, Stacked, stack

RULE = ("E", "RE", "CR", "LE", "UL")
"""C hangs only on R, and R on E: U is new."""


def ruled(**options: object) -> Stacked:
    return stack(*RULE, **options)


def test_rule_counts_and_clue_does_not() -> None:
    table = ruled()
    assert table.view.new == "U"
    assert {(link.a, link.b) for link in table.view.links} == {tuple(pair) for pair in RULE[1:]}
    assert table.refused(Claim("rule")) is None
    assert table.refused(Claim("clue")) == "not-connected"
    assert KONEXI.explain(table.s, 0, Claim("clue")) == "C LUE"


@pytest.mark.parametrize("word", ["rule", "lure", "cruel", "ulcer", "lucre"])
def test_letters_come_in_any_order(word: str) -> None:
    assert ruled().refused(Claim(word)) is None


def test_a_letter_brings_a_point() -> None:
    for word in ("rule", "ulcer"):
        table = ruled()
        seat = table.active
        table.claim(word)
        assert table.s.scores[seat] == len(word)
        assert table.s.words[seat] == (Word(word, len(word)),)
        assert table.s.scores[1 - seat] == 0


def test_one_word_a_turn() -> None:
    table = ruled()
    seat = table.active
    table.claim("rule")
    assert (table.s.phase, table.s.active) == ("roll", 1 - seat)
    assert table.refusal(seat, Claim("ulcer")) == "wrong-phase"


def test_capitals_are_no_other_letters() -> None:
    table = ruled()
    seat = table.active
    table.claim("Rule")
    assert table.s.words[seat] == (Word("rule", 4),)


@pytest.mark.parametrize(
    ("word", "code", "blamed"),
    [
        ("", "unknown-word", ""),
        ("cuerl", "unknown-word", ""),
        ("zz", "unknown-word", ""),
        ("es", "unknown-word", ""),
        ("paris", "unknown-word", ""),
        ("ru le", "unknown-word", ""),
        ("règle", "unknown-word", ""),
        ("rule\n", "unknown-word", ""),
        ("x" * 10_000, "unknown-word", ""),
        ("ruler", "repeated-letter", "R"),
        ("letter", "repeated-letter", "ET"),
        ("zebra", "not-in-tower", "ZBA"),
        ("a", "not-in-tower", "A"),
        ("cure", "not-connected", "CRE U"),
        ("elk", "not-in-tower", "K"),
        ("re", "without-new-letter", "U"),
        ("e", "without-new-letter", "U"),
        ("u", "too-short", ""),
    ],
)
def test_why_a_word_does_not_count(word: str, code: str, blamed: str) -> None:
    table = ruled()
    assert table.refused(Claim(word)) == code
    assert KONEXI.explain(table.s, table.active, Claim(word)) == blamed


def test_after_a_refused_word_another_may_be_tried_or_none() -> None:
    match = inglenook.replay(ruled().record())
    seat = match.state.active
    assert match.submit(seat, {"type": "claim", "word": "clue"}, t=10_000) == "not-connected"
    assert match.submit(seat, {"type": "claim", "word": "rulee"}, t=20_000) == "unknown-word"
    assert match.submit(seat, {"type": "claim", "word": "rule"}, t=29_999) is None
    assert match.state.scores[seat] == 4


def test_there_are_30_seconds_for_a_word() -> None:
    match = inglenook.replay(ruled().record())
    seat = match.state.active
    assert match.view().deadline == 30_000
    match.submit(seat, {"type": "claim", "word": "clue"}, t=29_000)
    assert match.submit(seat, {"type": "claim", "word": "rule"}, t=30_001) == "too-late"
    # A word said in time may still be on its way.
    assert match.next_nature() == 30_000 + MAX_LAG
    match.advance(40_000)
    assert [entry.t for entry in match.log if entry.move == Time()] == [30_000 + MAX_LAG]
    assert match.state.active == 1 - seat
    assert match.state.scores == (0, 0)


def test_the_time_for_a_word_begins_when_the_film_is_over() -> None:
    match = inglenook.Match("konexi", 2, {"steady": True, "first": 0}, "a film")
    t = 0
    while match.state.phase != "claim":
        seat, t = min(match.to_move()), t + 1000
        assert match.submit(seat, match.legal(seat)[0], t) is None
    settled = match.log[-1]
    shown = KONEXI.dwell(settled)
    assert shown > 300
    assert match.view().deadline == settled.t + shown + 30_000


def test_lag_is_granted_to_a_word() -> None:
    match = inglenook.replay(ruled().record())
    seat = match.state.active
    rule = {"type": "claim", "word": "rule"}
    assert match.submit(seat, rule, t=30_200, lag=199) == "too-late"
    assert match.submit(seat, rule, t=30_200, lag=200) is None
    assert match.state.scores[seat] == 4


def test_who_let_the_time_run_out_is_too_late_until_the_next_letter_stands() -> None:
    match = inglenook.replay(ruled().record())
    seat = match.state.active
    match.advance(60_000)
    rule = {"type": "claim", "word": "rule"}
    assert match.view().timed_out == seat
    assert match.submit(seat, rule, t=60_000) == "too-late"
    assert match.submit(seat, {"type": "none"}, t=60_000) == "too-late"
    assert match.submit(1 - seat, rule, t=60_000) == "wrong-phase"
    table = ruled()
    table.s = replace(match.state, phase="roll")
    table.take("A")
    place = table.view.places[0]
    table.do(Join(place.ways[0].own, place.to, place.at, place.ways[0].roll))
    table.verdict()
    assert table.refusal(seat, Claim("rule")) == "not-your-turn"


def test_the_time_is_over_neither_before_nor_for_a_late_word() -> None:
    table = ruled()
    table.t = 30_000
    assert table.refusal(NATURE, Time()) == "too-early"
    assert table.refused(Claim("rule")) is None
    table.t = 30_000 + MAX_LAG
    assert table.refusal(NATURE, Time()) is None
    assert table.refused(Claim("rule")) == table.refused(Nothing()) == "too-late"


def test_the_time_for_a_word_can_be_longer_or_without_end() -> None:
    match = inglenook.replay(ruled(word_ms=120_000).record())
    assert match.view().deadline == 120_000
    match = inglenook.replay(ruled(word_ms=0).record())
    assert match.view().deadline is match.next_nature() is None
    seat = match.state.active
    assert match.submit(seat, {"type": "claim", "word": "rule"}, t=10**9) is None


# --- words that the list lacks -----------------------------------------------------------------


def proposed(seats: int = 2, **options: object) -> Stacked:
    """At 10 s the active seat has put a word to the others."""
    table = ruled(seats=seats, **options)
    table.t = 10_000
    table.do(Propose("Lucer"))
    return table


def test_a_word_counts_that_everybody_recognises() -> None:
    table = proposed(seats=4)
    seat = table.active
    others = [(seat + step) % 4 for step in (1, 2, 3)]
    assert table.view.phase == "vote"
    assert table.view.may == ("vote",)
    assert table.view.proposal == Proposal("lucer", tuple(others), 20_000)
    assert KONEXI.to_move(table.s) == set(others)
    for other in (others[1], others[0], others[2]):
        assert table.s.words[seat] == ()
        table.play(other, Vote(True))
    assert table.s.words[seat] == (Word("lucer", 5),)
    assert table.s.scores[seat] == 5
    assert (table.s.phase, table.s.active, table.s.proposal) == ("roll", others[0], None)


def test_one_who_does_not_recognise_it_is_enough_and_the_clock_goes_on() -> None:
    table = proposed(seats=3)
    seat = table.active
    table.play((seat + 2) % 3, Vote(True))
    table.t = 17_000
    table.play((seat + 1) % 3, Vote(False))
    assert (table.view.phase, table.view.rejected) == ("claim", "lucer")
    # 20 s were left.
    assert table.view.deadline == 37_000
    assert table.view.may == ("claim", "none")
    assert table.refused(Propose("lucer")) == table.refused(Propose("ecu")) == "already-proposed"
    table.claim("rule")
    assert table.s.words[seat] == (Word("rule", 4),)
    assert table.view.rejected is None


def test_silence_is_no() -> None:
    table = proposed()
    assert table.view.deadline == 40_000
    table.t = 40_000 + MAX_LAG - 1
    assert table.refusal(NATURE, Time()) == "too-early"
    assert table.refusal(1 - table.active, Vote(True)) == "too-late"
    table.t += 1
    table.nature(Time())
    assert (table.view.phase, table.view.rejected) == ("claim", "lucer")
    assert table.view.deadline == table.t + 20_000


def test_without_a_clock_a_vote_has_none() -> None:
    table = proposed(word_ms=0)
    assert table.view.deadline is KONEXI.deadline(table.s) is None
    table.play(1 - table.active, Vote(False))
    assert table.view.deadline is KONEXI.deadline(table.s) is None


def test_a_recognised_word_can_win() -> None:
    table = proposed(goal=5)
    table.play(1 - table.active, Vote(True))
    assert table.view.phase == "over"
    assert (table.view.proposal, table.view.deadline) == (None, None)


@pytest.mark.parametrize(
    ("word", "code", "blamed"),
    [
        ("rule", "known-word", ""),
        ("ruler", "repeated-letter", "R"),
        ("zlucer", "not-in-tower", "Z"),
        ("lu cer", "not-in-tower", " "),
        ("lucež", "not-in-tower", "Z"),
        ("cu", "not-connected", "C U"),
        ("er", "without-new-letter", "U"),
        ("", "without-new-letter", "U"),
        ("u", "too-short", ""),
    ],
)
def test_only_a_word_that_the_tower_spells_and_the_list_lacks_is_proposed(
    word: str, code: str, blamed: str
) -> None:
    table = ruled()
    assert table.refused(Propose(word)) == code
    assert KONEXI.explain(table.s, table.active, Propose(word)) == blamed


def test_who_proposes_and_who_votes() -> None:
    table = ruled(seats=3, bumps=True)
    seat, first, second = (table.active, *((table.active + step) % 3 for step in (1, 2)))
    assert table.refusal(first, Propose("lucer")) == "not-your-turn"
    assert table.refusal(first, Vote(True)) == "wrong-phase"
    table.t = 30_001
    assert table.refused(Propose("lucer")) == "too-late"
    table.t = 30_000
    table.do(Propose("lucer"))
    assert table.refusal(seat, Vote(True)) == "involved"
    table.play(first, Vote(True))
    assert table.refusal(first, Vote(False)) == "already-voted"
    assert table.refusal(second, Bump("E", (0, 0, 0))) == "wrong-phase"
    assert table.refused(Claim("rule")) == table.refused(Nothing()) == "wrong-phase"
    assert list(KONEXI.legal(table.s, second)) == [Vote(True), Vote(False)]
    assert list(KONEXI.legal(table.s, first)) == list(KONEXI.legal(table.s, seat)) == []


def test_none_is_an_answer() -> None:
    table = ruled()
    seat = table.active
    table.none()
    assert (table.s.phase, table.s.active, table.s.new) == ("roll", 1 - seat, None)
    assert table.s.words == ((), ())


def test_the_word_must_have_the_new_letter_not_that_of_the_turn_before() -> None:
    table = ruled()
    table.s = replace(table.s, new="R")
    assert table.refused(Claim("rule")) is None
    assert table.refused(Claim("elk")) == "not-in-tower"
    table.s = replace(table.s, new="C")
    assert table.refused(Claim("rule")) == "without-new-letter"


# --- the reference -----------------------------------------------------------------------------


def test_two_letter_words_are_those_gone_through_by_hand() -> None:
    listed = box().two_letter_words.words
    sizes = {word: lexicon.size_of(word) for word in listed}
    assert all(size is not None and size <= vocabulary.SIZE for size in sizes.values())
    two = set(string.ascii_lowercase)
    assert {a + b for a in two for b in two if vocabulary.known(a + b)} == listed
    assert {"at", "it", "ox", "us"} < listed
    assert not {"cs", "es", "ks", "ms", "qi", "zz"} & listed


def test_longer_words_are_scowls_to_size_60() -> None:
    assert vocabulary.known("quixotic")
    text = lexicon.book()
    for i in range(0, len(text.ends), 97):
        word = text.word(i)
        if len(word) > 2:
            assert vocabulary.known(word) == (text.sizes[i] <= 60)


def test_the_book_has_every_word_without_repeated_letters_the_longest_first() -> None:
    book = vocabulary.book()
    assert len(set(book.words)) == len(book.words) > 15_000
    assert all(len(set(word)) == len(word) > 1 for word in book.words)
    assert [len(word) for word in book.words] == sorted(map(len, book.words), reverse=True)
    assert all(map(vocabulary.known, book.words[::50]))


def obvious(pairs: list[tuple[str, str]], new: str) -> set[str]:
    """Every word of the book, spread over the tower letter by letter."""
    found = set()
    for word in vocabulary.book().words:
        letters = set(word.upper())
        reached = {new}
        while (
            more := {b for a, b in (*pairs, *((b, a) for a, b in pairs)) if a in reached}
            & letters - reached
        ):
            reached |= more
        if reached == letters:
            found.add(word)
    return found


@pytest.mark.parametrize("count", [2, 5, 10, 18, 26])
def test_all_words_of_a_tower_are_found(count: int) -> None:
    chance = random.Random(count)
    for _ in range(3):
        letters = chance.sample(string.ascii_uppercase, count)
        pairs = [(letter, chance.choice(letters[:i])) for i, letter in enumerate(letters) if i]
        pairs += [tuple(chance.sample(letters, 2)) for _ in range(count // 5)]  # type: ignore[misc] # two each
        new = chance.choice(letters)
        found = vocabulary.words(vocabulary.neighbours(pairs), new)
        assert set(found) == obvious(pairs, new)
        assert [len(word) for word in found] == sorted(map(len, found), reverse=True)


def test_where_all_is_joined_to_all_every_word_with_the_letter_counts() -> None:
    alphabet = string.ascii_uppercase
    everything = vocabulary.neighbours((a, b) for a in alphabet for b in alphabet if a < b)
    assert vocabulary.words(everything, "Q") == [w for w in vocabulary.book().words if "q" in w]


def test_nothing_is_spelled_where_nothing_is_joined() -> None:
    assert vocabulary.words(vocabulary.neighbours([]), "A") == []


def test_the_words_of_a_state_are_its_legal_claims() -> None:
    table = ruled()
    legal = {move.word for move in KONEXI.legal(table.s, table.active) if isinstance(move, Claim)}
    assert legal == set(vocabulary.words(near(table.s.tower), "U")) == {
        "cruel", "ulcer", "lucre", "rule", "lure"
    }  # fmt: skip
    assert {table.refused(Claim(word)) for word in legal} == {None}
