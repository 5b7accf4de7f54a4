"""Who is strongest in this house, scale by scale, with the bots in between."""

from inglenook.people.history import Leader, Leaders, Who, shown
from inglenook.people.rating import POINTS, SETTLED, Rating, anchors
from inglenook.people.rating_fold import catch_up
from inglenook.store import Statement, Store

MOST = 50
"""Who is told of on each scale, besides whoever asks."""
SURE = SETTLED / (2 * POINTS)
"""The sigma of a rating that has just settled."""

_SETTLED = "ratings r JOIN profiles p ON p.guest = r.guest WHERE r.scale = $1 AND r.sigma <= $2"
_BEST = f"""SELECT r.guest, p.name, p.token, p.handle, r.mu, r.sigma, r.games
    FROM {_SETTLED} ORDER BY r.mu DESC LIMIT {MOST}"""
_COUNT = f"SELECT count(*) FROM {_SETTLED}"
_ME = f"""SELECT r.guest, p.name, p.token, p.handle, r.mu, r.sigma, r.games
    FROM {_SETTLED} AND r.guest = $3"""
_BETTER = f"SELECT count(*) FROM {_SETTLED} AND r.mu > $3"


async def leaders(store: Store, asker: str | None) -> list[Leaders]:
    """All scales on which somebody's rating has settled, or the bots' are known."""
    await catch_up(store)
    return [await _scale(store, scale, asker) for scale in anchors()]


async def _scale(store: Store, scale: str, asker: str | None) -> Leaders:
    best, ((people,),), mine = await store.run(
        Statement(_BEST, (scale, SURE)),
        Statement(_COUNT, (scale, SURE)),
        Statement(_ME, (scale, SURE, asker or "")),
    )
    found = [(1 + sum(row[4] < other[4] for other in best), row) for row in best]
    if mine and not any(row[0] == asker for row in best):
        (((before,),),) = await store.run(Statement(_BETTER, (scale, SURE, mine[0][4])))
        found.append((before + 1, mine[0]))
    lines = [
        Leader(place, Who(name, token, handle), shown(Rating(mu, sigma)), games, guest == asker)
        for place, (guest, name, token, handle, mu, sigma, games) in found
    ]
    bots = [
        Leader(None, Who(level=level), shown(rating), 0, yours=False)
        for level, rating in anchors()[scale].items()
    ]
    both = sorted((*lines, *bots), key=lambda line: -line.rating.number)
    return Leaders(scale, people, tuple(both))
