"""Prolix for three to five: challenges and votes. The reference does not know `bcdf`."""

import pytest
from msgspec.structs import replace

from inglenook import NATURE
from inglenook.games.prolix.moves import Accept, Challenge, Flip, Say, Settle, Vote
from inglenook.games.prolix.view import How, Line, Sheet, Timer, Verdict
from tests.games.prolix_loaded import Loaded


def challenged(play: Loaded, by: int, owner: int, *votes: bool) -> None:
    """A challenge, and the votes of the others in the order of their seats."""
    play.play(by, Challenge(owner))
    voters = [seat for seat in range(play.s.seats) if "vote" in play.view(seat).may]
    for seat, recognise in zip(voters, votes, strict=True):
        play.play(seat, Vote(recognise))
    play.lapse()


def test_a_word_nobody_challenges_counts_when_the_window_ends() -> None:
    play = Loaded(3)
    play.say((0, "bcdf"))
    assert play.view().deadline == play.t + 6000
    play.wait(6299)
    assert play.refusal(NATURE, Settle()) == "too-early"
    play.wait(1)
    play.nature(Settle())
    assert play.sheet(0).regular == (Line("bcdf", 16),)


def test_the_window_ends_sooner_when_all_accept() -> None:
    play = Loaded(3)
    play.say((0, "bcdf"))
    before = play.t
    play.play(1, Accept())
    assert play.refusal(NATURE, Settle()) == "too-early"
    play.play(2, Accept())
    play.lapse()
    assert play.t == before
    assert play.sheet(0).regular == (Line("bcdf", 16),)


def test_a_challenge_fails_by_recognition_and_the_word_counts() -> None:
    play = Loaded(3)
    play.say((0, "bcdf"))
    challenged(play, 1, 0, True)
    assert play.sheet(0).regular == (Line("bcdf", 16),)
    assert [play.sheet(seat).failed for seat in range(3)] == [0, 1, 0]


def test_a_challenge_fails_by_the_reference() -> None:
    play = Loaded(3)
    play.say((0, "flummoxed"))
    challenged(play, 1, 0, False)
    assert [line.word for line in play.sheet(0).regular] == ["flummoxed"]
    assert play.sheet(1).failed == 1


@pytest.mark.parametrize(
    ("word", "knows", "stands", "how"),
    [
        ("bcdf", True, True, "vote"),
        ("flummoxed", False, True, "reference"),
        ("bcdf", False, False, "reference"),
    ],
)
def test_the_verdict_is_told_until_the_next_word(
    word: str, knows: bool, stands: bool, how: How
) -> None:
    play = Loaded(3)
    play.say((0, word))
    challenged(play, 1, 0, knows)
    assert play.view().verdict == Verdict(1, 0, word, stands, how, knew=int(knows), asked=1)
    if play.s.phase == "draw":
        play.deal()
    assert play.view().verdict
    play.play(2, Say("wrench"))
    assert play.view().verdict is None


def test_a_failed_challenge_costs_two_points() -> None:
    play = Loaded(3)
    play.say((0, "bcdf"))
    challenged(play, 1, 0, True)
    assert play.view().scores == (16, -2, 0)


def test_a_challenge_succeeds_against_the_active_player_who_goes_on() -> None:
    play = Loaded(3)
    play.say((0, "bcdf"))
    challenged(play, 1, 0, False)
    assert (play.s.phase, play.s.active, play.s.interruptions) == ("open", 0, 0)
    assert play.board == "BCDFGHLM"
    assert play.sheet(0).regular == ()
    assert play.sheet(1).failed == 0
    assert play.refusal(0, Say("bcdf")) == "barred"
    assert play.refusal(0, Say("bcd")) is None
    assert play.refusal(1, Say("bcd")) is None


def test_a_challenge_succeeds_against_an_interrupter_who_may_interrupt_again() -> None:
    play = Loaded(3)
    play.say((2, "bcdf"))
    challenged(play, 0, 2, False)
    assert (play.s.phase, play.s.active, play.s.interruptions) == ("open", 0, 0)
    assert play.sheet(2).interrupts == ()
    assert play.refusal(2, Say("bcdf")) == "barred"
    play.word(2, "bcd")
    assert play.sheet(2).interrupts == (Line("bcd", 10),)


@pytest.mark.parametrize(
    ("votes", "stands"),
    [
        ((True,), True),
        ((False,), False),
        ((True, False), True),
        ((False, False), False),
        ((True, True, False), True),
        ((True, False, False), False),
        ((False, False, False), False),
    ],
)
def test_half_of_those_not_involved_rounded_up_must_recognise_the_word(
    votes: tuple[bool, ...], stands: bool
) -> None:
    play = Loaded(2 + len(votes))
    play.say((0, "bcdf"))
    challenged(play, 1, 0, *votes)
    assert bool(play.sheet(0).regular) == stands


def test_silence_in_a_vote_is_no() -> None:
    play = Loaded(4)
    play.say((0, "bcdf"))
    play.play(1, Challenge(0))
    assert play.view().deadline == play.t + 10_000
    play.lapse()
    assert play.s.phase == "open"
    assert play.s.barred[0] == ("bcdf",)


def test_the_vote_ends_when_all_have_voted() -> None:
    play = Loaded(5)
    play.say((0, "bcdf"))
    play.play(1, Challenge(0))
    before = play.t
    for seat in (2, 3, 4):
        assert play.refusal(NATURE, Settle()) == "too-early"
        play.play(seat, Vote(True))
    play.lapse()
    assert play.t == before


def test_a_late_challenge_accept_or_vote_is_refused() -> None:
    play = Loaded(3)
    play.say((0, "bcdf"))
    play.wait(6001)
    assert play.refusal(1, Challenge(0)) == play.refusal(1, Accept()) == "too-late"
    assert play.refusal(1, Challenge(0), lag=1) is None
    play.play(1, Challenge(0), lag=1)
    play.wait(10_001)
    assert play.refusal(2, Vote(True)) == "too-late"
    assert play.refusal(2, Vote(True), lag=1) is None


def test_who_may_challenge_accept_and_vote() -> None:
    play = Loaded(4)
    play.say((0, "bcdf"))
    assert play.refusal(0, Challenge(0)) == play.refusal(0, Accept()) == "own-word"
    assert play.refusal(1, Challenge(2)) == play.refusal(1, Challenge(99)) == "no-such-word"
    play.play(1, Accept())
    assert play.refusal(1, Accept()) == play.refusal(1, Challenge(0)) == "already-accepted"
    play.play(2, Challenge(0))
    assert play.refusal(0, Vote(True)) == play.refusal(2, Vote(False)) == "involved"
    play.play(1, Vote(True))
    assert play.refusal(1, Vote(False)) == "already-voted"
    assert play.refusal(3, Challenge(0)) == play.refusal(3, Accept()) == "wrong-phase"


def test_nothing_else_happens_during_a_challenge() -> None:
    play = Loaded(4)
    play.say((0, "bcdf"))
    assert play.refusal(3, Say("bcd")) == "wrong-phase"
    play.play(1, Challenge(0))
    assert play.refusal(3, Say("bcd")) == "wrong-phase"


def test_a_challenge_leaves_the_timer_in_the_middle_where_it_runs_out() -> None:
    play = Loaded(3)
    play.play(1, Flip())
    play.say((0, "bcdf"))
    challenged(play, 1, 0, False)
    assert play.s.phase == "open"
    assert play.view().timer == Timer(None, 45_000)
    assert play.refusal(2, Flip()) == "timer-running"
    assert play.refusal(1, Say("bcd")) is None
    play.t = 45_000
    assert play.refusal(2, Flip()) is None


def test_when_the_best_word_falls_the_best_of_the_rest_stands_and_can_be_challenged() -> None:
    play = Loaded(4)
    play.say((0, "bcd"), (1, "bcdf"))
    assert [stake.seat for stake in play.s.stakes] == [1]
    challenged(play, 2, 1, False, False)
    assert play.s.phase == "challenge"
    assert [(stake.seat, stake.value) for stake in play.s.stakes] == [(0, 12)]
    assert play.view().deadline == play.t + 6000
    play.accept()
    assert play.sheet(0).regular == (Line("bcd", 12),)
    assert play.sheet(1).interrupts == ()


def test_tied_winners_can_each_be_challenged_once() -> None:
    play = Loaded(5)
    play.say((1, "bcdf"), (2, "fdcb"))
    challenged(play, 0, 1, True, True, True)
    assert [(stake.seat, stake.settled) for stake in play.s.stakes] == [(1, True), (2, False)]
    assert play.refusal(3, Challenge(1)) == "no-such-word"
    # Seat 1 has no word at stake any more, and is asked like everyone else.
    assert play.view(1).may == ("challenge", "accept")
    challenged(play, 1, 2, False, False, False)
    assert [len(play.sheet(seat).interrupts) for seat in range(5)] == [0, 1, 0, 0, 0]
    assert play.s.barred[2] == ("fdcb",)


def test_of_tied_winners_one_may_challenge_the_other() -> None:
    play = Loaded(4)
    play.say((1, "bcdf"), (2, "fdcb"))
    assert play.refusal(1, Challenge(2)) is None
    assert play.refusal(1, Accept()) == "own-word"


def test_all_words_of_the_moment_may_fall() -> None:
    play = Loaded(3)
    play.say((0, "bcd"), (1, "bcdf"))
    challenged(play, 2, 1, False)
    challenged(play, 2, 0, False)
    assert (play.s.phase, play.s.used) == ("open", ())
    assert play.s.barred == (("bcd",), ("bcdf",), ())


def test_a_player_who_is_out_still_votes_challenges_and_flips() -> None:
    play = Loaded(3)
    out = Sheet(interrupts=(Line("jump", 8),) * 6, out=True)
    play.s = replace(play.s, sheets=(*play.s.sheets[:2], out))
    assert play.refusal(2, Say("bcd")) == "out"
    assert play.refusal(2, Flip()) is None
    play.say((0, "bcdf"))
    assert play.refusal(2, Challenge(0)) is None
    play.play(1, Challenge(0))
    assert play.refusal(2, Vote(True)) is None


def test_under_a_referee_nothing_is_challenged() -> None:
    play = Loaded(3, challenges="referee")
    play.say((0, "flummoxed"))
    assert play.s.phase == "draw"
    assert [line.word for line in play.sheet(0).regular] == ["flummoxed"]
