"""Prolix for three to five: turns, interrupts, ties and the timer. `bcdf` is worth 16 at first."""

import pytest

from inglenook import NATURE
from inglenook.games.prolix.moves import (
    Accept,
    Challenge,
    Close,
    Flip,
    Say,
    Settle,
    Time,
    Vote,
    Write,
)
from inglenook.games.prolix.view import Line, Timer
from tests.games.prolix_loaded import Loaded


def lines(*pairs: tuple[str, int]) -> tuple[Line, ...]:
    return tuple(Line(word, value) for word, value in pairs)


# --- turns -------------------------------------------------------------------------------------


def test_a_word_is_written_with_its_value_and_the_next_player_is_active() -> None:
    play = Loaded(3)
    play.word(0, "bcdf")
    assert play.sheet(0).regular == lines(("bcdf", 16))
    assert (play.s.phase, play.s.active, play.s.interruptions) == ("open", 1, 0)


def test_the_turn_goes_round_the_table() -> None:
    play = Loaded(4)
    active = []
    for _ in range(5):
        assert play.s.active is not None
        active.append(play.s.active)
        play.word(play.s.active, "bac"[: 1 + len(active) % 3] + "xyzuv"[len(active) - 1])
    assert active == [0, 1, 2, 3, 0]


# --- interrupts --------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "penalty"), [(3, 2), (4, 3), (5, 3)])
def test_an_interrupt_costs_two_or_three_points(seats: int, penalty: int) -> None:
    play = Loaded(seats)
    play.word(2, "bcdf")
    assert play.sheet(2).interrupts == lines(("bcdf", 16 - penalty))
    assert play.sheet(2).regular == play.sheet(0).regular == ()


def test_an_interrupt_can_be_worth_less_than_nothing() -> None:
    play = Loaded(5)
    play.word(1, "l")
    assert play.sheet(1).interrupts == lines(("l", -1))


def test_after_the_first_interruption_the_active_player_goes_on_with_new_tiles() -> None:
    play = Loaded(3)
    play.word(1, "bcdf", draw="NP")
    assert (play.s.phase, play.s.active, play.s.interruptions) == ("open", 0, 1)
    assert play.board == "NPBCDFGH"
    play.word(0, "np")
    assert play.sheet(0).regular == lines(("np", 8))
    assert (play.s.active, play.s.interruptions) == (1, 0)


@pytest.mark.parametrize("first", ["player", "timer"])
@pytest.mark.parametrize("second", ["player", "timer"])
def test_a_second_interruption_by_player_or_timer_ends_the_turn_with_a_zero(
    first: str, second: str
) -> None:
    play = Loaded(3)
    for by, word in ((first, "bc"), (second, "df")):
        assert play.s.active == 0
        if by == "player":
            play.word(2, word)
        else:
            play.run_out(flipper=1)
    assert play.sheet(0).regular == lines(("", 0))
    assert len(play.sheet(2).interrupts) == [first, second].count("player")
    assert (play.s.phase, play.s.active, play.s.interruptions) == ("open", 1, 0)


def test_one_may_interrupt_twice_in_a_turn() -> None:
    play = Loaded(3)
    play.word(1, "bc")
    play.word(1, "df")
    assert len(play.sheet(1).interrupts) == 2


def test_nobody_interrupts_before_the_tiles_are_drawn_or_after_the_word() -> None:
    play = Loaded(3)
    play.say((0, "bcdf"))
    assert play.refusal(1, Say("gh")) == "wrong-phase"
    play.accept()
    assert play.s.phase == "draw"
    assert play.refusal(1, Say("gh")) == "wrong-phase"


def test_the_last_turn_is_kept_for_the_screen() -> None:
    play = Loaded(3)
    play.words((0, "bc"), (1, "bcd"))
    last = play.view().last
    assert last
    assert last.reason == "interrupt"
    assert [(each.seat, each.value, each.won) for each in last.words] == [
        (0, 8, False),
        (1, 12, True),
    ]
    assert last.words[1].flipped == (0, 1, 2)
    assert [tile.letter for tile in last.board if tile] == list("BCDFGHLM")
    play.run_out(flipper=1)
    last = play.view().last
    assert last
    assert (last.reason, last.words) == ("zero", ())


# --- ties --------------------------------------------------------------------------------------


def test_the_active_player_wins_a_tie_with_the_better_word() -> None:
    play = Loaded(3)
    play.words((1, "bc"), (0, "bcd"))
    assert play.sheet(0).regular == lines(("bcd", 12))
    assert play.sheet(1).interrupts == ()


def test_an_interrupter_wins_a_tie_with_the_better_word_before_penalty() -> None:
    play = Loaded(3)
    play.words((0, "bcd"), (1, "bcdm"))
    assert play.sheet(0).regular == ()
    assert play.sheet(1).interrupts == lines(("bcdm", 12))
    assert (play.s.active, play.s.interruptions) == (0, 1)


def test_equal_words_go_to_the_active_player() -> None:
    play = Loaded(3)
    play.words((1, "bcd"), (2, "bcf"), (0, "cdf"))
    assert play.sheet(0).regular == lines(("cdf", 12))
    assert play.sheet(1).interrupts == play.sheet(2).interrupts == ()


def test_of_several_interrupters_the_one_with_the_best_word_scores() -> None:
    play = Loaded(4)
    play.words((1, "bcd"), (2, "bcdf"), (3, "bc"))
    assert [len(play.sheet(seat).interrupts) for seat in range(4)] == [0, 0, 1, 0]


def test_interrupters_with_equal_best_words_all_score_and_count_as_one_interruption() -> None:
    play = Loaded(5)
    play.words((0, "bc"), (1, "bcd"), (2, "bcf"), (3, "bcg"))
    assert [len(play.sheet(seat).interrupts) for seat in range(5)] == [0, 1, 1, 0, 0]
    assert play.s.interruptions == 1


def test_all_tied_words_are_used() -> None:
    play = Loaded(3)
    play.words((0, "wrench"), (1, "gypsies"), (2, "jump"))
    for word in ("wrenches", "gypsy", "jumped"):
        assert play.refusal(1, Say(word)) == "cheapie"


def test_tied_words_are_valued_on_the_same_board() -> None:
    play = Loaded(3)
    play.words((1, "bcdf"), (2, "fdcb"))
    assert play.sheet(1).interrupts[0].value == play.sheet(2).interrupts[0].value == 14


# --- the window --------------------------------------------------------------------------------


def test_the_window_includes_its_end_and_counts_without_lag() -> None:
    play = Loaded(3)
    play.play(0, Say("bcd"))
    play.wait(800)
    assert play.refusal(1, Say("bcdf")) is None
    play.wait(1)
    assert play.refusal(1, Say("bcdf")) == "too-late"
    assert play.refusal(1, Say("bcdf"), lag=1) is None
    play.wait(299)
    assert play.refusal(1, Say("bcdf"), lag=300) is None


def test_the_window_runs_from_the_word_said_first_not_from_the_one_that_came_first() -> None:
    play = Loaded(4)
    play.wait(1000)
    play.play(0, Say("bcd"))
    assert play.view().deadline == 1800
    play.play(1, Say("bcdf"), lag=200)
    assert play.view().deadline == 1600
    assert [said.seat for said in play.view().said] == [1, 0]
    play.wait(601)
    assert play.refusal(2, Say("bcf")) == "too-late"


def test_in_a_window_shorter_than_lag_the_first_word_shuts_the_later_one_out() -> None:
    play = Loaded(3, tie_window_ms=0)
    play.wait(1000)
    play.play(1, Say("bcdf"))
    play.play(0, Say("bcd"), lag=100)
    play.lapse()
    assert play.view().said == play.view(1).said
    assert [stake.seat for stake in play.s.stakes] == [0]
    assert play.s.used == ("bcd",)


def test_close_comes_when_the_largest_lag_has_passed() -> None:
    play = Loaded(3)
    play.play(0, Say("bcd"))
    play.wait(1099)
    assert play.refusal(NATURE, Close()) == "too-early"
    play.wait(1)
    assert play.refusal(NATURE, Close()) is None


def test_the_window_closes_at_once_when_everyone_has_spoken() -> None:
    play = Loaded(3)
    play.say((0, "bc"), (1, "bcd"), (2, "bcdf"))
    assert play.t == 0
    assert play.s.phase == "challenge"


def test_one_word_each_in_a_window() -> None:
    play = Loaded(3)
    play.play(1, Say("bcd"))
    assert play.refusal(1, Say("fgh")) == "already-said"


# --- the timer ---------------------------------------------------------------------------------


def test_anyone_but_the_active_player_may_flip_the_timer() -> None:
    play = Loaded(3)
    assert [play.refusal(seat, Flip()) for seat in range(3)] == ["not-yours-to-flip", None, None]
    play.wait(500)
    play.play(2, Flip())
    assert play.view().timer == Timer(2, 45_500)
    assert [play.refusal(seat, Flip()) for seat in range(3)] == [
        "not-yours-to-flip",
        "timer-running",
        "timer-running",
    ]


def test_the_flipper_may_not_interrupt_and_others_may() -> None:
    play = Loaded(3)
    play.play(2, Flip())
    assert play.refusal(2, Say("bcd")) == "holds-timer"
    assert play.refusal(1, Say("bcd")) is None
    assert play.refusal(0, Say("bcd")) is None


def test_the_holder_stays_silent_in_the_window_that_sends_the_timer_back() -> None:
    play = Loaded(3)
    play.play(2, Flip())
    play.play(1, Say("bcd"))
    assert play.refusal(2, Say("bcdf")) == "holds-timer"
    play.lapse()
    play.accept()
    play.deal()
    assert play.view().timer.holder is None
    assert play.refusal(2, Say("bcdf")) is None


def test_when_the_sand_runs_out_the_active_player_is_interrupted() -> None:
    play = Loaded(3)
    play.play(1, Flip())
    play.wait(45_299)
    assert play.refusal(NATURE, Time()) == "too-early"
    play.wait(1)
    play.nature(Time())
    play.deal("NP")
    assert play.board == "NPBCDFGH"
    assert (play.s.active, play.s.interruptions, play.s.timer) == (0, 1, Timer())
    assert play.refusal(2, Flip()) is None


def test_a_word_said_in_time_beats_the_sand() -> None:
    play = Loaded(3)
    play.play(1, Flip())
    play.wait(45_000)
    assert play.refusal(0, Say("bcd")) is None
    play.wait(200)
    assert play.refusal(0, Say("bcd")) == "too-late"
    assert play.refusal(2, Say("bcd")) == "too-late"
    assert play.refusal(0, Say("bcd"), lag=200) is None


@pytest.mark.parametrize("speaker", [0, 2])
def test_a_word_or_an_interrupt_sends_the_running_timer_back_and_it_must_run_out(
    speaker: int,
) -> None:
    play = Loaded(3)
    play.play(1, Flip())
    play.wait(10_000)
    play.word(speaker, "bcd")
    assert play.view().timer == Timer(None, 45_000)
    flipper = 2 if speaker == 0 else 1
    assert play.refusal(flipper, Flip()) == "timer-running"
    play.t = 44_999
    assert play.refusal(flipper, Flip()) == "timer-running"
    play.t = 45_000
    assert play.refusal(flipper, Flip()) is None


def test_sand_that_runs_out_in_the_middle_changes_nothing_else() -> None:
    play = Loaded(3)
    play.play(1, Flip())
    play.word(0, "bcd")
    play.t = 100_000
    assert play.refusal(NATURE, Time()) == "too-early"
    assert play.refusal(1, Say("bcf")) is None
    assert (play.s.active, play.s.interruptions) == (1, 0)


def test_the_timer_is_not_flipped_after_a_word_before_the_draw_or_in_a_challenge() -> None:
    play = Loaded(3)
    play.play(0, Say("bcd"))
    assert play.refusal(1, Flip()) == "wrong-phase"
    play.lapse()
    assert play.refusal(1, Flip()) == "wrong-phase"
    play.play(1, Challenge(0))
    assert play.refusal(2, Flip()) == "wrong-phase"
    play.play(2, Vote(True))
    play.lapse()
    assert play.s.phase == "draw"
    assert play.refusal(1, Flip()) == "wrong-phase"


# --- refusals ----------------------------------------------------------------------------------


def test_players_do_not_make_natures_moves_nor_strangers_a_players() -> None:
    play = Loaded(3)
    for move in (Close(), Settle(), Time()):
        assert play.refusal(0, move) == "not-yours"
    for seat in (NATURE, 3):
        assert play.refusal(seat, Say("bcd")) == "not-yours"


def test_moves_of_another_phase_are_refused() -> None:
    play = Loaded(3)
    for move in (Accept(), Challenge(1), Vote(True), Write("bcd")):
        assert play.refusal(0, move) == "wrong-phase"
    for early in (Close(), Settle()):
        assert play.refusal(NATURE, early) == "wrong-phase"


def test_who_may_do_what() -> None:
    play = Loaded(4)
    assert [play.view(seat).may for seat in (None, 0, 1)] == [(), ("say",), ("say", "flip")]
    play.play(1, Flip())
    assert [play.view(seat).may for seat in range(4)] == [("say",), (), ("say",), ("say",)]
    play.play(2, Say("bcd"))
    assert [play.view(seat).may for seat in range(4)] == [("say",), (), (), ("say",)]
    play.play(3, Say("bcf"))
    play.lapse()
    both = ("challenge", "accept")
    assert [play.view(seat).may for seat in range(4)] == [
        both,
        both,
        ("challenge",),
        ("challenge",),
    ]
    play.play(0, Challenge(2))
    assert [play.view(seat).may for seat in range(4)] == [(), ("vote",), (), ("vote",)]
