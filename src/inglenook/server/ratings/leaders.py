"""Who is strongest in this house, scale by scale, with the bots in between."""

from typing import Any

from inglenook.server.ratings.history import Leader, Leaders, Who, shown
from inglenook.server.ratings.rating import POINTS, SETTLED, Rating, anchors
from inglenook.server.ratings.rating_fold import catch_up
from inglenook.server.store import Statement, Store

MAX_LEADERS = 50
"""Who is told of on each scale, besides whoever asks."""
SURE = SETTLED / (2 * POINTS)
"""The sigma of a rating that has just settled."""

# SURE is written into the query, as a database uses a partial index only where it sees that the
# condition is the index's own; so only the rows of settled ratings are read.
_SETTLED = (
    f"ratings r JOIN profiles p ON p.guest = r.guest WHERE r.scale = $1 AND r.sigma <= {SURE}"
)
_COLUMNS = "r.guest, p.name, p.token, p.handle, r.mu, r.sigma, r.games"
_BEST = f"SELECT {_COLUMNS} FROM {_SETTLED} ORDER BY r.mu DESC LIMIT {MAX_LEADERS}"
_ME = f"SELECT {_COLUMNS} FROM {_SETTLED} AND r.guest = $2"
_BETTER = f"SELECT count(*) FROM {_SETTLED} AND r.mu > $2"

Row = tuple[Any, ...]


async def leaders(store: Store, asker: str | None) -> list[Leaders]:
    """Who is strongest on each scale, and where the asker stands."""
    await catch_up(store)
    scales = list(anchors())
    found = await store.run(
        *(Statement(_BEST, (scale,)) for scale in scales),
        *(Statement(_ME, (scale, asker or "")) for scale in scales),
    )
    each = zip(scales, found[: len(scales)], found[len(scales) :], strict=True)
    return [await _scale(store, scale, best, mine, asker) for scale, best, mine in each]


async def _scale(
    store: Store, scale: str, best: list[Row], mine: list[Row], asker: str | None
) -> Leaders:
    found = [(1 + sum(row[4] < other[4] for other in best), row) for row in best]
    if mine and not any(row[0] == asker for row in best):
        (((before,),),) = await store.run(Statement(_BETTER, (scale, mine[0][4])))
        found.append((before + 1, mine[0]))
    people = [
        Leader(place, Who(name, token, handle), shown(Rating(mu, sigma)), games, guest == asker)
        for place, (guest, name, token, handle, mu, sigma, games) in found
    ]
    bots = [
        Leader(None, Who(level=level), shown(rating), 0, yours=False)
        for level, rating in anchors()[scale].items()
    ]
    both = sorted((*people, *bots), key=lambda line: -line.rating.number)
    return Leaders(scale, len(people), tuple(both))
