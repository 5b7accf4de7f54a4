"""Every lay of a hand: `lays` and `fits` for the rules, `every` on arrays for search.

For search: cards are numbers in the order of the deck (`NUMBER`), the cards on the table an array
of those and an array of rows x, y, d, and lays the rows of `every`. `pose_at` is where a slide of
such a row brings the card.
"""

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from inglenook.games.conex.cards import deck
from inglenook.games.conex.geometry.placing import edge, half, poses
from inglenook.games.conex.geometry.plane import Ints
from inglenook.games.conex.geometry.room import Tables, tables
from inglenook.games.conex.geometry.slides import Way, allowed, put, windows
from inglenook.games.conex.rules.moves import Lay
from inglenook.games.conex.rules.view import Fixed, Laid, Legal, Slide
from inglenook.shared.compiled import compiled

CARD, CORNER, TARGET, SPOT, FROM, TO, X, Y, D, POINTS = range(10)
"""The columns of a lay: its target is a place among the cards on the table, -1 for the board; where
nothing slides, from and to are 0; x, y, d is the pose at `from`, points are without the 2x star."""
NAMES = tuple(deck())
NUMBER = {name: number for number, name in enumerate(NAMES)}


@compiled
def way_of(
    t: Tables, sides: tuple[int, int], poses: Ints, corner: int, target: int, spot: int
) -> Way:
    """One corner, by its number among those of all cards, on one spot."""
    x, y, d = (0, 0, 0) if target == -1 else (poses[target, 0], poses[target, 1], poses[target, 2])
    return Way(sides[0], sides[1], poses, target, x, y, d, spot, t.turn[corner], t.anchor[corner])


@compiled
def pose_at(t: Tables, poses: Ints, row: Ints, slide: int) -> tuple[int, int, int]:
    """The pose of the card of a lay, at a slide between its from and to."""
    corner = t.first[row[CARD]] + row[CORNER]
    return put(way_of(t, (0, 0), poses, corner, row[TARGET], row[SPOT]), slide)


@compiled
def every(
    t: Tables, sides: tuple[int, int], cards: Ints, poses: Ints, hand: Ints, most: int
) -> Ints:
    """The lays of a hand, or the first `most` of them or a few more.

    They come in the order of the hand, corners, targets (the board first), spots and slides.
    `sides` are half the width and height of the table: `geometry.half`.
    """
    rows, count = np.empty((64, 10), dtype=np.int64), 0
    still = np.zeros((1, 2), dtype=np.int64)
    for card in hand:
        for corner in range(t.first[card], t.first[card + 1]):
            for target in range(-1, len(cards)):
                on = len(t.plus) - 1 if target == -1 else cards[target]
                room = t.room[corner, on]
                for spot in range(4):
                    for r in range(room[spot], room[spot + 1]):
                        way = way_of(t, sides, poses, corner, target, spot)
                        low, high = t.rooms[r, 0], t.rooms[r, 1]
                        if high:
                            found = windows(way, low, high)
                        elif allowed(way, 0):
                            found = still
                        else:
                            continue
                        for k in range(len(found)):
                            first, last = found[k, 0], found[k, 1]
                            if count == len(rows):
                                more = np.empty((2 * count, 10), dtype=np.int64)
                                more[:count] = rows
                                rows = more
                            x, y, d = put(way, first)
                            row = rows[count]
                            row[CARD], row[CORNER] = card, corner - t.first[card]
                            row[TARGET], row[SPOT] = target, spot
                            row[FROM], row[TO] = first, last
                            row[X], row[Y], row[D] = x, y, d
                            row[POINTS] = t.value[corner] + t.plus[on]
                            count += 1
                        if count >= most:
                            return rows[:count]
    return rows[:count]


_known: tuple[object, Ints, Ints] = None, np.empty(0, np.int64), np.empty((0, 3), np.int64)


def _arrays(laid: Sequence[Laid]) -> tuple[Ints, Ints]:
    """The cards on the table and their poses."""
    # One question after the other is asked about the same table.
    global _known
    there, cards, at = _known
    if there is not laid or not isinstance(laid, tuple):
        cards = np.array([NUMBER[card.card] for card in laid], dtype=np.int64)
        at = poses(laid)
        _known = laid, cards, at
    return cards, at


def _rows(table: str, laid: Sequence[Laid], hand: Iterable[str], most: int) -> tuple[Ints, Ints]:
    numbers = np.array([NUMBER[card] for card in hand], dtype=np.int64)
    cards, at = _arrays(laid)
    return every(tables(), half(table), cards, at, numbers, most), at


@compiled
def _stands(
    t: Tables,
    sides: tuple[int, int],
    poses: Ints,
    corner: int,
    on: int,
    target: int,
    spot: int,
    slide: int,
) -> bool:
    for r in range(t.room[corner, on, spot], t.room[corner, on, spot + 1]):
        if t.rooms[r, 0] <= slide <= t.rooms[r, 1]:
            return bool(allowed(way_of(t, sides, poses, corner, target, spot), slide))
    return False


def stands(table: str, laid: Sequence[Laid], lay: Lay) -> bool:
    """Whether a card may be laid there: just where `placing.fault` finds none, but faster."""
    # Compiled code takes no number of more than 64 bits.
    if not (0 <= lay.spot < 4 and 0 <= lay.slide <= edge(lay.target, lay.spot)):
        return False
    names = [card.card for card in laid]
    index = -1 if lay.target == "board" else names.index(lay.target)
    t = tables()
    corner = int(t.first[NUMBER[lay.card]]) + lay.corner
    on = NUMBER.get(lay.target, len(NAMES))
    return _stands(t, half(table), _arrays(laid)[1], corner, on, index, lay.spot, lay.slide)


def one_of(
    table: str, laid: Sequence[Laid], hand: Iterable[str], pick: Callable[[int], int]
) -> tuple[str, int, str, int, int, int]:
    """One of `lays(…).lays`, by its place there: `pick` is told how many there are.

    Its card, corner, target and spot, and from where to where it slides.
    """
    rows, _ = _rows(table, laid, hand, np.iinfo(np.int64).max)
    place = pick(len(rows))
    fixed = np.flatnonzero(rows[:, TO] == 0)
    if place < len(fixed):
        row = rows[fixed[place]]
    else:
        row = rows[np.flatnonzero(rows[:, TO])[place - len(fixed)]]
    card, corner, target, spot, first, last = row[: TO + 1].tolist()
    return NAMES[card], corner, "board" if target == -1 else laid[target].card, spot, first, last


def lays(table: str, laid: Sequence[Laid], hand: Iterable[str]) -> Legal:
    """Every lay of a hand, in the order of the hand, corners, targets (the board first), spots."""
    rows, at = _rows(table, laid, hand, np.iinfo(np.int64).max)
    fixed, slides = [], []
    for row, (card, corner, target, spot, first, last, x, y, d, points) in zip(
        rows, rows.tolist(), strict=True
    ):
        name, on = NAMES[card], "board" if target == -1 else laid[target].card
        plus = int(tables().plus[NUMBER.get(on, -1)])
        if last:
            to_x, to_y, _ = pose_at(tables(), at, row, last)
            slides.append(
                Slide(name, corner, on, spot, first, last, x, y, to_x, to_y, d, points, plus)
            )
        else:
            fixed.append(Fixed(name, corner, on, spot, x, y, d, points, plus))
    return Legal(tuple(fixed), tuple(slides))


def fits(table: str, laid: Sequence[Laid], cards: Iterable[str]) -> bool:
    """Whether any of these cards can be laid anywhere."""
    return len(_rows(table, laid, cards, 1)[0]) > 0
