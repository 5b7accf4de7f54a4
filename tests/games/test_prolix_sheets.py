"""Prolix for three to five: the sheets, the end and who has won."""

from itertools import count

import pytest

from inglenook.games.prolix import scoring
from inglenook.games.prolix.moves import Challenge, Say, Vote
from inglenook.games.prolix.view import Line, Sheet
from tests.games.prolix_loaded import PROLIX, Loaded


def sheet(regular: list[int], interrupts: list[int], failed: int = 0, seats: int = 4) -> Sheet:
    """A sheet by the values of its words, interrupts before penalty."""
    penalty = scoring.penalty(seats)
    return Sheet(
        regular=tuple(Line("word" if value else "", value) for value in regular),
        interrupts=tuple(Line("word", value - penalty) for value in interrupts),
        failed=failed,
    )


def words() -> list[str]:
    """Words that do not clash, each worth 4 or more only by chance."""
    letters = "bcdfghjklmnpqrtvwxz"
    return [a + b + c for a, b, c in zip(letters, letters[5:], letters[3:], strict=False)] + [
        f"{a}o{b}" for a in letters for b in letters
    ]


def to_the_end(play: Loaded) -> int:
    """Everyone says a word in turn; how many turns it took."""
    for turn, word in zip(count(), words(), strict=False):
        if play.s.phase == "over":
            return turn
        assert play.s.active is not None
        play.word(play.s.active, word)
    raise AssertionError


def test_the_sample_sheet_71_and_31_less_2_is_100() -> None:
    sample = sheet([18, 17, 0, 16, 20], [20, 17], failed=1)
    assert sum(scoring.regular(sample, 4)) == 71
    assert sum(line.value for line in sample.interrupts) == 31
    assert scoring.total(sample, 4) == 100


@pytest.mark.parametrize(
    ("interrupts", "left"), [(0, [3, 5, 7, 9]), (1, [5, 7, 9]), (3, [9]), (4, []), (6, [])]
)
def test_three_players_cross_out_a_lowest_word_for_each_interrupt(
    interrupts: int, left: list[int]
) -> None:
    assert scoring.regular(sheet([9, 3, 7, 5], [20] * interrupts, seats=3), 3) == left


@pytest.mark.parametrize(
    ("interrupts", "left"),
    [(0, [3, 5, 7, 9]), (1, [3, 5, 7, 9]), (2, [5, 7, 9]), (3, [7, 9]), (5, []), (6, [])],
)
@pytest.mark.parametrize("seats", [4, 5])
def test_four_and_five_players_cross_out_one_fewer(
    seats: int, interrupts: int, left: list[int]
) -> None:
    assert scoring.regular(sheet([9, 3, 7, 5], [20] * interrupts), seats) == left


def test_zeros_are_crossed_out_first() -> None:
    assert scoring.regular(sheet([9, 0, 7, 0], [20] * 3), 4) == [7, 9]


def test_bad_interrupts_replace_better_words_all_the_same() -> None:
    assert scoring.total(sheet([18, 17], [4, 5], seats=3), 3) == (4 - 2) + (5 - 2)


@pytest.mark.parametrize(("seats", "rounds"), [(3, 6), (4, 5), (5, 5)])
def test_three_players_play_six_rounds_and_more_play_five(seats: int, rounds: int) -> None:
    play = Loaded(seats)
    assert play.view().rounds == rounds
    assert to_the_end(play) == seats * rounds
    assert [len(play.sheet(seat).regular) for seat in range(seats)] == [rounds] * seats
    outcome = PROLIX.outcome(play.s)
    assert outcome
    assert outcome.reason == "rounds-complete"
    assert outcome.scores == tuple(scoring.total(each, seats) for each in play.s.sheets)


def test_rounds_can_be_chosen() -> None:
    play = Loaded(4, rounds=2)
    assert to_the_end(play) == 8


def test_after_the_last_word_nothing_is_drawn_and_nothing_may_be_done() -> None:
    play = Loaded(3, rounds=1)
    to_the_end(play)
    assert "." not in play.board
    assert PROLIX.to_move(play.s) == frozenset()
    assert PROLIX.deadline(play.s) is None
    assert play.refusal(0, Say("wrench")) == "game-over"
    assert play.view(0).may == ()


def test_those_who_are_done_still_interrupt() -> None:
    play = Loaded(3, rounds=1)
    play.word(0, "bcd")
    play.word(0, "fgh")
    assert play.s.active == 1
    assert len(play.sheet(0).interrupts) == 1


def test_six_interrupts_and_out() -> None:
    play = Loaded(3)
    said = iter(words())
    for active in (0, 1, 2, 0):
        assert play.s.active == active
        if active == 2:
            play.word(2, "bcdf")
        else:
            assert not play.sheet(2).out
            play.word(2, next(said))
            play.word(2, next(said))
    assert play.sheet(2).out
    assert play.s.active == 1
    assert play.refusal(2, Say("jump")) == "out"
    assert "say" not in play.view(2).may
    # No more turns either: the others play theirs to the end.
    turns = []
    while play.s.phase != "over":
        assert play.s.active is not None
        turns.append(play.s.active)
        play.word(play.s.active, next(said))
    assert set(turns) == {0, 1}
    assert [len(play.sheet(seat).regular) for seat in range(3)] == [6, 6, 1]
    # Only the interrupts count for the one who is out.
    total = scoring.total(play.sheet(2), 3)
    assert total == sum(line.value for line in play.sheet(2).interrupts)


@pytest.mark.parametrize(
    ("seats", "rounds", "most"),
    [(3, None, 6), (4, None, 6), (5, None, 6), (3, 3, 3), (4, 3, 4), (5, 3, 4), (3, 10, 10)],
)
def test_the_cap_on_interrupts_follows_the_rounds(
    seats: int, rounds: int | None, most: int
) -> None:
    play = Loaded(seats, rounds=rounds)
    assert play.view().interrupts == most
    said = iter(words())
    for interrupts in range(1, most + 1):
        # The last seat interrupts, and says its own word when it is active.
        while play.s.active == seats - 1:
            play.word(seats - 1, next(said))
        play.word(seats - 1, next(said))
        sheet = play.sheet(seats - 1)
        assert (len(sheet.interrupts), sheet.out) == (interrupts, interrupts == most)


def test_the_view_says_what_is_crossed_out_and_what_challenges_cost() -> None:
    play = Loaded(3)
    assert (play.view().crossed, play.view().challenges) == (((),) * 3, (0,) * 3)
    play.word(0, "bcdf")
    play.word(0, "glm")
    play.say((1, "wrench"))
    play.play(2, Challenge(1))
    play.play(0, Vote(True))
    play.lapse()
    assert play.view().crossed == ((0,), (), ())
    assert play.view().challenges == (0, 0, -2)


def test_words_said_at_once_stand_in_the_tie_breaker_part_of_the_sheets() -> None:
    play = Loaded(3)
    play.words((0, "bcdf"), (2, "bcd"))
    assert play.sheet(0).ties == (Line("bcdf", 16),)
    assert play.sheet(2).ties == (Line("bcd", 12),)
    assert play.sheet(1).ties == ()
    play.word(1, "wrench")
    assert play.sheet(1).ties == ()


def test_most_points_win() -> None:
    assert scoring.winners((sheet([10], []), sheet([12], []), sheet([11], []), sheet([], []))) == (
        1,
    )


def test_equal_totals_go_to_the_best_single_word_interrupts_before_penalty() -> None:
    # 20 each: the interrupt was 13 before its penalty.
    a, b = sheet([10], [13]), sheet([12, 8], [])
    assert scoring.total(a, 4) == scoring.total(b, 4)
    assert scoring.winners((a, b, sheet([], []), sheet([], []))) == (0,)


def test_then_to_the_second_best_and_so_on_a_missing_word_being_nothing() -> None:
    none = sheet([], [])
    assert scoring.winners((sheet([10, 6, 4], []), sheet([10, 7, 3], []), none, none)) == (1,)
    # 16 each, with the same best two: the third word decides. 4 - 3 = 1 for the interrupt.
    a, b = sheet([10, 5, 1], []), sheet([10, 5], [4])
    assert scoring.total(a, 4) == scoring.total(b, 4)
    assert scoring.winners((a, b, none, none)) == (1,)


def test_a_crossed_out_word_breaks_no_tie() -> None:
    a, b = sheet([9, 10], [12], seats=3), sheet([20], [], seats=3)
    assert scoring.total(a, 3) == scoring.total(b, 3) == 20
    assert scoring.best_words(a, 3) == (12, 10)
    assert scoring.winners((a, b, sheet([], [], seats=3))) == (1,)


def test_zeros_of_lost_turns_break_no_tie_and_the_win_is_shared() -> None:
    a, b = sheet([10, 0, 0], []), sheet([10], [])
    assert scoring.winners((a, b, sheet([5], []), sheet([], []))) == (0, 1)
