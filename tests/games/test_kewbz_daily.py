"""The board of the day of Kewbz: the same for everyone, and won with the right moves only."""

import pytest

import inglenook
from inglenook import Match, Rng
from inglenook.core.daily import DailyBoard
from inglenook.games.kewbz import rules
from inglenook.games.kewbz.analyse import look
from inglenook.games.kewbz.search import DEEPEST

KEWBZ = rules.Kewbz()
DAYS = ("a day", "the next")


def begun(board: DailyBoard) -> Match:
    match = Match("kewbz", options=board.options, seed="day")
    for seat, move in board.line:
        match.play(move, seat)
    return match


def best(match: Match) -> rules.PlayerMove:
    move = look(match.state, DEEPEST).move
    assert move
    return move


def answer(match: Match, level: str) -> rules.PlayerMove:
    move = inglenook.choose(match, level)
    assert isinstance(move, rules.Place | rules.Swap)
    return move


@pytest.mark.parametrize("day", DAYS)
def test_the_right_moves_win_it_and_no_other_first_move_does_as_well(day: str) -> None:
    board = KEWBZ.daily(Rng(day, -1))
    match = begun(board)
    assert match.to_move() == {0}
    right, expected, *_ = look(match.state, DEEPEST)
    assert expected > 0
    for move in match.legal():
        if move != right:
            tried = match.copy()
            tried.play(move)
            assert -look(tried.state, DEEPEST).margin < expected
    mine = 0
    while (outcome := match.outcome()) is None:
        (seat,) = match.to_move()
        mine += seat == 0
        match.play(best(match) if seat == 0 else answer(match, board.levels[0]))
    assert outcome.winners == (0,)
    # The other may err, but who plays as well as can be gets what there was.
    assert outcome.scores[0] - outcome.scores[1] >= expected
    assert 2 <= mine <= 6


def test_a_day_is_the_same_for_everyone_and_days_differ() -> None:
    one, other = (KEWBZ.daily(Rng(day, -1)) for day in DAYS)
    assert one == KEWBZ.daily(Rng(DAYS[0], -1))
    assert one.line != other.line
