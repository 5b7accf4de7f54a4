"""Where the corners of a hand come to lie on their colours, whether that is allowed or not."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from inglenook.games.conex.cards import deck
from inglenook.games.conex.geometry.lays import NUMBER
from inglenook.games.conex.geometry.placing import Pose, pose
from inglenook.games.conex.geometry.room import edges, tables
from inglenook.games.conex.rules.view import Fixed, Laid, Legal, Slide


def candidates(laid: Sequence[Laid], hand: Iterable[str]) -> Legal:
    """Every way to lay a corner of a hand on its colour, whatever is in the way there."""
    fixed: list[Fixed] = []
    slides: list[Slide] = []
    for way in _ways(laid, hand):
        if isinstance(way, Fixed):
            fixed.append(way)
        else:
            slides.append(way)
    return Legal(tuple(fixed), tuple(slides))


def _ways(laid: Sequence[Laid], hand: Iterable[str]) -> Iterator[Fixed | Slide]:
    for name in hand:
        for corner, patch in enumerate(deck()[name].patches):
            yield from _ways_on(name, corner, "board", 0)
            for on in laid:
                if deck()[on.card].colour == patch.colour:
                    for way in _ways_on(name, corner, on.card, on.d):
                        yield _moved(way, on.x, on.y)


# The same cards lie there in every view of a game: so a game works them out about once.
@lru_cache(maxsize=4096)
def _ways_on(card: str, corner: int, target: str, d: int) -> tuple[Fixed | Slide, ...]:
    """The ways on one target of the right colour that lies in the middle, in direction d."""
    t, on = tables(), Pose(0, 0, d)
    plus = int(t.plus[NUMBER.get(target, -1)])
    points = int(t.value[t.first[NUMBER[card]] + corner]) + plus
    found: list[Fixed | Slide] = []
    for spot in range(4):
        lay = (card, corner, target, spot)
        for first, last in edges(*lay):
            x, y, to = pose(card, corner, target, on, spot, first)
            if last:
                to_x, to_y, _ = pose(card, corner, target, on, spot, last)
                found.append(Slide(*lay, first, last, x, y, to_x, to_y, to, points, plus))
            else:
                found.append(Fixed(*lay, x, y, to, points, plus))
    return tuple(found)


def _moved(way: Fixed | Slide, dx: int, dy: int) -> Fixed | Slide:
    lay = (way.card, way.corner, way.target, way.spot)
    x, y = way.x + dx, way.y + dy
    if isinstance(way, Fixed):
        return Fixed(*lay, x, y, way.d, way.points, way.plus)
    to_x, to_y = way.to_x + dx, way.to_y + dy
    return Slide(*lay, way.start, way.to, x, y, to_x, to_y, way.d, way.points, way.plus)
