"""Prolix for two. On the first board `bcdf` is worth 16, `bcd` 12; the reference has neither."""

import pytest

from inglenook import NATURE
from inglenook.games.prolix.moves import Accept, Challenge, Flip, Say, Scratch, Time, Vote, Write
from inglenook.games.prolix.view import Line, Timer, Verdict
from tests.games.prolix_loaded import PROLIX, Loaded


def test_both_write_and_the_better_word_gets_the_mark() -> None:
    play = Loaded(2)
    play.write((0, "bcd"), (1, "bcdf"))
    assert play.s.marks == (0, 1)
    assert play.sheet(0).regular == (Line("bcd", 12),)
    last = play.view().last
    assert last
    assert [(each.seat, each.won) for each in last.words] == [(0, False), (1, True)]


def test_two_columns_are_discarded_and_four_tiles_drawn() -> None:
    play = Loaded(2)
    play.write((0, "bcd"), (1, "bcdf"), draw="NPRS")
    assert play.board == "NPRSBCDF"
    assert (play.s.phase, play.view().round) == ("write", 2)


def test_the_first_word_starts_45_seconds_for_the_other() -> None:
    play = Loaded(2)
    assert PROLIX.deadline(play.s) is None
    play.wait(100_000)
    play.play(1, Write("bcd"))
    assert play.view().timer == Timer(1, 145_000)
    assert play.view().written == (False, True)
    play.wait(45_000)
    assert play.refusal(0, Write("bcdf")) is None
    play.wait(299)
    assert play.refusal(0, Write("bcdf")) == "too-late"
    assert play.refusal(0, Write("bcdf"), lag=299) is None
    assert play.refusal(NATURE, Time()) == "too-early"
    play.wait(1)
    assert play.refusal(NATURE, Time()) is None


def test_a_written_word_stays_as_it_is() -> None:
    play = Loaded(2)
    play.play(1, Write("bcd"))
    assert play.refusal(1, Write("bcdf")) == "already-said"


def test_equal_words_go_to_the_one_who_wrote_first_lag_granted() -> None:
    play = Loaded(2)
    play.write((1, "bcd"), (0, "bcf"))
    assert play.s.marks == (0, 1)
    play = Loaded(2)
    play.wait(1000)
    play.play(1, Write("bcd"))
    play.wait(100)
    play.play(0, Write("bcf"), lag=101)
    play.accept()
    assert play.s.marks == (1, 0)


def test_who_wrote_nothing_cannot_win_the_mark() -> None:
    play = Loaded(2)
    play.write((1, "aeiou"))
    assert play.s.marks == (0, 1)
    assert play.sheet(0).regular == (Line("", 0),)


def test_the_leader_subtracts_the_difference_in_marks() -> None:
    play = Loaded(2)
    play.write((0, "bcdf"), draw="NPRS")
    # Board NPRSBCDF: seat 0 leads by one.
    play.write((0, "npr"), (1, "nps"), draw="GHLM")
    assert play.s.marks == (1, 1)
    assert play.sheet(0).regular[-1] == Line("npr", 11)
    assert play.sheet(1).regular[-1] == Line("nps", 12)
    # Level again: nobody has a handicap, and the first writer wins the tie.
    play.write((0, "ghl"), (1, "ghm"))
    assert play.s.marks == (2, 1)
    assert play.sheet(0).regular[-1].value == play.sheet(1).regular[-1].value == 12


def test_a_handicap_of_two_after_three_marks_to_one() -> None:
    play = Loaded(2)
    for n, winner in enumerate((0, 1, 0, 0)):
        play.write((winner, f"{'xyzw'[n]}u"), draw="NPRS" if n == 3 else "")
    assert play.s.marks == (3, 1)
    play.write((0, "npr"), (1, "np"))
    assert [play.sheet(seat).regular[-1].value for seat in (0, 1)] == [10, 8]


def test_a_value_less_handicap_may_be_below_nothing() -> None:
    play = Loaded(2)
    play.write((0, "bcd"))
    assert [play.view(seat).penalty for seat in range(2)] == [1, 0]
    play.write((0, "a"), (1, "e"))
    assert play.sheet(0).regular[-1].value == -1
    assert play.s.marks == (1, 1)


def test_the_round_is_scored_as_soon_as_both_have_written() -> None:
    play = Loaded(2)
    play.play(0, Write("bcd"))
    play.wait(1000)
    play.play(1, Write("fgh"))
    assert play.s.phase == "challenge"


def test_the_marks_that_win_can_be_chosen() -> None:
    play = Loaded(2, marks=3)
    assert (play.view().goal, play.view().rounds) == (3, 5)
    for word in ("bcd", "fgh", "lmn"):
        assert PROLIX.outcome(play.s) is None
        play.write((0, word))
    outcome = PROLIX.outcome(play.s)
    assert outcome
    assert (outcome.scores, outcome.winners, outcome.reason) == ((3, 0), (0,), "marks")


def test_the_verdict_is_told_until_the_next_words_are() -> None:
    play = Loaded(2)
    for seat, word in ((0, "bcdf"), (1, "flummoxed")):
        play.play(seat, Write(word))
    play.play(0, Challenge(1))
    told = Verdict(0, 1, "flummoxed", True, "reference", knew=0, asked=0)
    assert play.view().verdict == told
    play.deal()
    play.play(0, Write("wrench"))
    assert play.view().verdict == told
    play.play(1, Write("gnome"))
    assert play.view().verdict is None


@pytest.mark.parametrize(
    ("words", "by", "winner"),
    [
        (("bcdf", "bcd"), 1, 1),
        (("flummoxed", "bcd"), 1, 0),
        (("flummoxed", "bcd"), 0, 0),
        (("bcdf", "flummoxed"), 0, 1),
    ],
)
def test_the_winner_of_a_challenge_gets_the_mark(
    words: tuple[str, str], by: int, winner: int
) -> None:
    play = Loaded(2)
    play.play(0, Write(words[0]))
    play.play(1, Write(words[1]))
    play.play(by, Challenge(1 - by))
    assert play.s.phase == "draw"
    assert play.s.marks[winner] == 1
    assert sum(play.s.marks) == 1


def test_a_struck_word_is_void_and_barred_and_not_used() -> None:
    play = Loaded(2)
    play.play(0, Write("bcdf"))
    play.play(1, Write("bcd"))
    play.play(1, Challenge(0))
    play.deal()
    assert play.sheet(0).regular == (Line("bcdf", 0),)
    assert play.refusal(0, Write("bcdf")) == "barred"
    assert play.refusal(1, Write("bcdf")) is None
    assert play.s.used == ("bcd",)


def test_both_accept_or_six_seconds_pass() -> None:
    play = Loaded(2)
    play.play(0, Write("bcdf"))
    play.play(1, Write("bcd"))
    assert [play.view(seat).may for seat in (0, 1)] == [("challenge", "accept")] * 2
    play.play(0, Accept())
    assert play.refusal(0, Accept()) == play.refusal(0, Challenge(1)) == "already-accepted"
    assert play.refusal(1, Challenge(1)) == "own-word"
    assert play.refusal(1, Challenge(2)) == "no-such-word"
    play.lapse()
    assert play.t == 6300
    assert play.s.marks == (1, 0)


def test_who_has_no_word_before_them_is_not_asked() -> None:
    play = Loaded(2)
    play.play(0, Write("bcdf"))
    play.lapse()
    assert [play.view(seat).may for seat in (0, 1)] == [(), ("challenge", "accept")]
    assert play.refusal(0, Accept()) == "own-word"
    play.play(1, Accept())
    play.lapse()
    assert play.s.marks == (1, 0)


def test_under_a_referee_there_is_no_challenge() -> None:
    play = Loaded(2, challenges="referee")
    assert play.refusal(0, Write("bcdf")) == "unknown-word"
    play.play(0, Write("blind"))
    play.play(1, Write("cold"))
    assert play.s.phase == "draw"


def test_no_cheapies_applies_from_round_to_round_and_not_within_one() -> None:
    play = Loaded(2)
    play.play(0, Write("wrench"))
    assert play.refusal(1, Write("wrenches")) is None
    play.write((1, "jumped"))
    for word in ("wrenches", "jump"):
        assert play.refusal(0, Write(word)) == "cheapie"


def test_first_to_five_marks() -> None:
    play = Loaded(2)
    for n, winner in enumerate((0, 1, 1, 0, 1, 1, 1)):
        assert PROLIX.outcome(play.s) is None
        play.write((winner, f"{'xyzwvqk'[n]}u"))
    outcome = PROLIX.outcome(play.s)
    assert outcome
    assert (outcome.scores, outcome.winners, outcome.reason) == ((2, 5), (1,), "marks")
    assert "." not in play.board
    # Each round has its Mark, so there are never more than nine.
    assert (play.view().round, play.view().rounds) == (7, 9)


def test_there_are_no_lots_turns_timers_votes_or_scratching() -> None:
    play = Loaded(2)
    for move in (Say("bcd"), Flip(), Vote(True), Scratch("bcd"), Accept(), Challenge(1)):
        assert play.refusal(0, move) == "wrong-phase"
