"""Where the corners of a hand come to lie on their colours, whether that is allowed or not."""

from collections.abc import Iterable, Iterator, Sequence

from inglenook.games.conex.cards import deck
from inglenook.games.conex.geometry.lays import NUMBER
from inglenook.games.conex.geometry.placing import ORIGIN, Pose, pose
from inglenook.games.conex.geometry.room import edges, tables
from inglenook.games.conex.rules.view import Fixed, Laid, Legal, Slide


def candidates(laid: Sequence[Laid], hand: Iterable[str]) -> Legal:
    """Every way to lay a corner of a hand on its colour, whatever is in the way there."""
    found = list(_ways(laid, hand))
    return Legal(
        tuple(way for way in found if isinstance(way, Fixed)),
        tuple(way for way in found if isinstance(way, Slide)),
    )


def _ways(laid: Sequence[Laid], hand: Iterable[str]) -> Iterator[Fixed | Slide]:
    t = tables()
    board = ("board", ORIGIN)
    cards = [(card.card, Pose(card.x, card.y, card.d)) for card in laid]
    for name in hand:
        for corner, patch in enumerate(deck()[name].patches):
            value = int(t.value[t.first[NUMBER[name]] + corner])
            alike = (card for card in cards if deck()[card[0]].colour == patch.colour)
            for target, on in (board, *alike):
                points = value + int(t.plus[NUMBER.get(target, -1)])
                for spot in range(4):
                    for first, last in edges(name, corner, target, spot):
                        lay = (name, corner, target, spot)
                        x, y, d = pose(*lay[:3], on, spot, first)
                        if last:
                            to_x, to_y, _ = pose(*lay[:3], on, spot, last)
                            yield Slide(*lay, first, last, x, y, to_x, to_y, d, points)
                        else:
                            yield Fixed(*lay, x, y, d, points)
