"""What lag is granted, in tables of fake time."""

import pytest

from inglenook.core.game import MAX_LAG
from inglenook.server.table.lag import REMEMBERED_TRIPS, Purse, Trips


def measured(*trips: int) -> Trips:
    line = Trips()
    for trip in trips:
        line = line.after(trip)
    return line


@pytest.mark.parametrize(
    ("trips", "lag"),
    [
        ((), 0),
        ((200,), 0),
        ((200, 200), 0),
        ((200, 210, 190), 200),
        ((20, 20, 20, 20, 900), 20),
        ((20, 900, 20, 900, 20, 900, 20, 900), 20),
        ((20,) * 8 + (200,) * 4, 20),
        ((20,) * 8 + (200,) * 5, 200),
        ((900,) * 8, 900),
    ],
)
def test_the_lag_is_what_the_network_usually_takes(trips: tuple[int, ...], lag: int) -> None:
    assert measured(*trips).lag == lag
    assert len(measured(*trips).last) <= REMEMBERED_TRIPS


def granted(*moves: tuple[int, int]) -> list[int]:
    """What each move (t, lag) is granted."""
    purse, grants = Purse(), []
    for t, lag in moves:
        grant, purse = purse.grant(t, lag)
        grants.append(grant)
    return grants


@pytest.mark.parametrize(
    ("moves", "grants"),
    [
        # Never more than there is, nor than the most.
        ([(0, 0), (0, 40)], [0, 40]),
        ([(0, 900)], [300]),
        ([(0, 300), (0, 300)], [300, 0]),
        # It comes back by 50 ms a second, and no further than it was.
        ([(0, 300), (1000, 300), (3000, 300)], [300, 50, 100]),
        ([(0, 300), (6000, 300), (12_000, 300)], [300, 300, 300]),
        ([(0, 300), (3_600_000, 300), (3_600_000, 300)], [300, 300, 0]),
        # 200 ms of lag is granted in full to a player who moves every four seconds.
        ([(t, 200) for t in range(0, 60_000, 4000)], [200] * 15),
        # Time that goes back (a table that was loaded again) takes nothing away.
        ([(9000, 100), (5000, 100), (5000, 100), (5000, 100)], [100, 100, 100, 0]),
    ],
)
def test_a_purse(moves: list[tuple[int, int]], grants: list[int]) -> None:
    assert granted(*moves) == grants


def test_a_flood_of_moves_is_granted_little() -> None:
    flood = [(t, MAX_LAG) for t in range(0, 60_000, 100)]
    assert sum(granted(*flood)) <= MAX_LAG + 60 * 50
