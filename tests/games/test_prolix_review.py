"""Looking back on a game of Prolix."""

import pytest

from inglenook.core.game import Rng
from inglenook.core.match import Match
from inglenook.games.prolix.review import BEST, Review
from inglenook.words import clash, is_shown


def finished(seats: int, seed: str) -> Match:
    match, t = Match("prolix", seats, seed=seed), 0
    while not match.outcome():
        rng = Rng(f"players of {seed}", len(match.log))
        t += rng.below(5000)
        match.advance(t)
        if to_move := sorted(match.to_move()):
            seat = rng.choice(to_move)
            match.submit(seat, match.game.sample(match.state, seat, rng), t)
    return match


@pytest.mark.parametrize("seats", [1, 2, 3, 5])
def test_every_board_with_what_was_said_and_the_best_that_was_allowed(seats: int) -> None:
    match = finished(seats, f"review {seats}")
    review = match.game.review(match.history())
    assert isinstance(review, Review)
    views = [match.game.view(state, None) for state in match.history()]
    assert review.boards[-1].tiles == views[-1].last.board
    used: list[str] = []
    for board in review.boards:
        assert len(board.best) == BEST
        for shown in board.said:
            if is_shown(shown.word):
                assert shown.value <= board.best[0].value
        for line in board.best:
            assert not any(clash(line.word, word) for word in used)
        used += [shown.word for shown in board.said if shown.won and shown.word]
    assert used
