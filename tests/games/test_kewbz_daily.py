"""The board of the day of Kewbz: the same for everyone, and won with the right moves only."""

import pytest

import inglenook
from inglenook import Match, Rng
from inglenook.daily import DailyBoard
from inglenook.games.kewbz import rules
from inglenook.games.kewbz.analyse import look
from inglenook.games.kewbz.search import DEEPEST

KEWBZ = rules.Kewbz()
DAYS = [f"day {n}" for n in range(4)]


def begun(board: DailyBoard) -> Match:
    match = Match("kewbz", options=board.options, seed="day")
    for seat, move in board.line:
        match.play(move, seat)
    return match


def best(match: Match) -> rules.PlayerMove:
    move = look(match.state, DEEPEST).move
    assert move
    return move


@pytest.mark.parametrize("day", DAYS)
def test_the_right_moves_win_it(day: str) -> None:
    board = KEWBZ.daily(Rng(day, -1))
    assert board == KEWBZ.daily(Rng(day, -1))
    match = begun(board)
    assert match.to_move() == {0}
    expected, mine = look(match.state, DEEPEST).margin, 0
    while (outcome := match.outcome()) is None:
        (seat,) = match.to_move()
        mine += seat == 0
        match.play(
            best(match) if seat == 0 else inglenook.choose(match, board.levels[0]) or best(match)
        )
    assert outcome.winners == (0,)
    # The other may err, but who plays as well as can be gets what there was.
    assert outcome.scores[0] - outcome.scores[1] >= expected > 0
    assert 2 <= mine <= 6


@pytest.mark.parametrize("day", DAYS)
def test_another_first_move_gets_less(day: str) -> None:
    match = begun(KEWBZ.daily(Rng(day, -1)))
    right, worth = best(match), look(match.state, DEEPEST).margin
    for move in match.legal():
        if move != right:
            tried = match.copy()
            tried.play(move)
            assert -look(tried.state, DEEPEST).margin < worth


def test_days_differ() -> None:
    assert len({str(KEWBZ.daily(Rng(day, -1)).line) for day in DAYS}) == len(DAYS)
