"""Fair races: a real server, and two players of whom one is much farther away."""

import asyncio

from bench.races import ROUNDS, race

TABLES = 70


def test_the_nearer_player_wins_no_more_than_the_other() -> None:
    result = asyncio.run(race((20, 200), TABLES))
    assert result.races == TABLES * ROUNDS >= 400
    assert 47 <= result.share(result.won) <= 53
    assert sum(result.won) > result.races / 2
    # By the moment of arrival alone it would have been another story: there was something to mend.
    assert result.share(result.first) > 60
