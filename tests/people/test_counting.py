"""Which rated games count, from the bare facts."""

import pytest

from inglenook.core.units import DAY_MS
from inglenook.server.ratings.counting import MOST_GAMES_OF_PAIR, Rated, is_fresh, of_game
from inglenook.server.ratings.rating_fold import Fold, RatedGame, RatedPlayer

PAIR = [("ada", "bob")]


@pytest.mark.parametrize(
    ("made", "real_time", "counts"),
    [
        ((0, 0), False, False),
        ((2, 1), False, False),
        ((30, 1), False, False),
        ((2, 2), False, True),
        # Who gives up at once does not spoil the game of the two others.
        ((0, 9, 9), False, True),
        ((0, 1, 9), False, False),
        # In real time, silence is no way out of a lost game.
        ((9, 0), True, True),
        ((2, 1), True, False),
        ((2, 2, 1), True, False),
    ],
)
def test_it_takes_some_moves(made: tuple[int, ...], real_time: bool, counts: bool) -> None:
    found = of_game(made, ("ada", "bob"), (), real_time=real_time)
    assert found is (Rated.COUNTS if counts else Rated.FEW_MOVES)


def test_people_of_one_address_are_asked_about_only_if_both_play() -> None:
    assert of_game((9, 9), ("ada", "bob"), PAIR, real_time=False) is Rated.ONE_ADDRESS
    assert of_game((9, 9), ("ada", "eve"), PAIR, real_time=False) is Rated.COUNTS


def test_a_profile_is_fresh_for_a_day() -> None:
    assert is_fresh(1000, 999 + DAY_MS)
    assert not is_fresh(1000, 1000 + DAY_MS)


def game(number: int, at: int, *guests: str) -> RatedGame:
    played = tuple(RatedPlayer(guest, "", place, False) for place, guest in enumerate(guests, 1))
    return RatedGame(number, "conex", at, played)


def test_two_people_are_counted_for_a_while_only() -> None:
    fold = Fold()
    for n in range(1, MOST_GAMES_OF_PAIR + 1):
        fold.take(game(n, 1000 + n, "ada", "bob"))
    assert fold.often == []
    fold.take(game(10, 2000, "bob", "ada"))
    assert fold.often == [10]
    # A game of three has the same two in it; a game with somebody else has not.
    fold.take(game(11, 2000, "ada", "eve", "bob"))
    fold.take(game(12, 2000, "ada", "eve"))
    assert fold.often == [10, 11]
    # What did not count is not counted; and a day after the first of five there is room for one.
    fold.take(game(13, 1001 + DAY_MS, "ada", "bob"))
    fold.take(game(14, 1001 + DAY_MS, "ada", "bob"))
    assert fold.often == [10, 11, 14]
    assert {number for number, *_ in fold.steps} == {1, 2, 3, 4, 5, 12, 13}


def test_games_with_bots_have_no_such_bound() -> None:
    fold = Fold()
    for n in range(3 * MOST_GAMES_OF_PAIR):
        won, lost = RatedPlayer("ada", "", 1, False), RatedPlayer("", "greedy", 2, False)
        fold.take(RatedGame(n, "conex", n, (won, lost)))
    assert fold.often == []
