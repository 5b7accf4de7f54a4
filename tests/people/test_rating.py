"""The laws of ratings, a second opinion on them, and that the anchors foretell the ladders."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import anchors as bench
from inglenook.core.registry import levels
from inglenook.server.ratings.rating import (
    NEW,
    Placed,
    Rating,
    after,
    anchors,
    expected,
    from_number,
)
from inglenook.server.ratings.rating_fold import Fold, RatedGame, RatedPlayer

VECTORS = Path(__file__).parent / "openskill.json"
"""By openskill.js; openskill.mjs beside it says how it was made."""
SCALE = "kewbz"

ratings = st.builds(Rating, st.floats(-10, 60), st.floats(0.5, 9))
games = st.lists(st.tuples(ratings, st.integers(1, 6)), min_size=2, max_size=6)


def played(game: list[tuple[Rating, int]]) -> list[Rating]:
    return after(SCALE, [Placed(rank, rating) for rating, rank in game])


def close(a: Rating, b: Rating) -> bool:
    return a.mu == pytest.approx(b.mu) and a.sigma == pytest.approx(b.sigma)


@pytest.mark.parametrize("vector", json.loads(VECTORS.read_text()))
def test_another_library_in_another_language_agrees(vector: dict[str, list[Any]]) -> None:
    before = [Rating(*each) for each in vector["before"]]
    now = played(list(zip(before, vector["ranks"], strict=True)))
    for mine, theirs in zip(now, vector["after"], strict=True):
        assert (mine.mu, mine.sigma) == pytest.approx(tuple(theirs), abs=1e-9)


@given(games)
def test_who_wins_alone_loses_nothing(game: list[tuple[Rating, int]]) -> None:
    best = min(rank for _, rank in game)
    first = [n for n, (_, rank) in enumerate(game) if rank == best]
    if len(first) == 1:
        assert played(game)[first[0]].mu >= game[first[0]][0].mu


@given(ratings, st.integers(2, 6))
def test_equals_that_share_a_place_stay_equal(rating: Rating, seats: int) -> None:
    one, *others = played([(rating, 1)] * seats)
    assert one.mu == pytest.approx(rating.mu)
    assert all(close(one, other) for other in others)


@given(games, st.randoms())
def test_it_does_not_matter_who_sits_where(game: list[tuple[Rating, int]], chance: Random) -> None:
    order = list(range(len(game)))
    chance.shuffle(order)
    now, turned = played(game), played([game[n] for n in order])
    assert all(close(now[n], turned[place]) for place, n in enumerate(order))


@given(games)
def test_only_the_order_of_the_ranks_matters(game: list[tuple[Rating, int]]) -> None:
    spread = [(rating, 10 * rank) for rating, rank in game]
    assert all(map(close, played(game), played(spread)))


def test_bots_stay_where_they_are() -> None:
    bot = anchors()[SCALE]["arch"]
    person, anchor = after(SCALE, [Placed(1), Placed(2, level="arch")])
    assert anchor == bot
    assert person.number > NEW.number == 1500


def test_a_number_settles_with_games() -> None:
    assert NEW.provisional
    fold = Fold()
    for n in range(1, 41):
        who = RatedPlayer("ada", "", n % 2 + 1, False), RatedPlayer("", "brick", 2 - n % 2, False)
        fold.take(RatedGame(n, SCALE, n, who))
    rating, count = fold.known["ada", SCALE]
    assert count == 40
    assert not rating.provisional
    assert abs(rating.number - anchors()[SCALE]["brick"].number) < 100


def test_whoever_left_comes_last_however_the_game_went() -> None:
    fold = Fold()
    left, stayed = RatedPlayer("ada", "", 1, True), RatedPlayer("bob", "", 2, False)
    fold.take(RatedGame(1, SCALE, 1, (left, stayed)))
    assert fold.known["ada", SCALE][0].mu < NEW.mu < fold.known["bob", SCALE][0].mu


def test_two_hundred_points_win_three_games_of_four() -> None:
    ahead, behind = from_number(1700, 0), from_number(1500, 0)
    assert expected(ahead, behind) == pytest.approx(0.76, abs=0.005)
    assert expected(ahead, behind) + expected(behind, ahead) == pytest.approx(1)


def test_every_level_is_an_anchor_and_each_is_stronger_than_the_one_before() -> None:
    for scale, known in anchors().items():
        names = [level.name for level in levels(scale.partition("-")[0])]
        assert list(known) == names
        assert sorted(known.values(), key=lambda rating: rating.mu) == list(known.values())
        assert known[names[0]].number == 1000


def test_the_anchors_follow_from_the_ladders_and_foretell_them() -> None:
    for scale, known in anchors().items():
        ladder = [duel for duel in bench.duels() if duel.scale == scale]
        assert bench.fit(ladder) == {name: rating.number for name, rating in known.items()}
        for duel in ladder:
            ahead = known[duel.a].number - known[duel.b].number
            foretold = bench.foretold(ahead, duel.others)
            # Within what such a share may be off, two times in three thousand.
            spread = (foretold * (1 - foretold) / duel.games) ** 0.5
            assert abs(foretold - duel.share) < 3.4 * spread + 1 / duel.games


def test_the_page_on_bots_has_the_anchors() -> None:
    page = (bench.ROOT / "docs/bots.md").read_text()
    for known in anchors().values():
        assert f"| {', '.join(str(rating.number) for rating in known.values())} |" in page
