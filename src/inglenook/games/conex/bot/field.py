"""Every lay of every card that may still come, kept up to date as cards go down.

This is what bots plan on. Of a slide it knows both ends and the middle of what the target allows;
these are legal. Cards are numbers, in the order of the deck; slots are places in the order
in which cards were laid.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from inglenook.games.compiled import compiled
from inglenook.games.conex.cards import deck
from inglenook.games.conex.geometry import room
from inglenook.games.conex.geometry.lays import NUMBER
from inglenook.games.conex.geometry.placing import BOARD, CARD, FAR, apart, half, on_table, place
from inglenook.games.conex.geometry.plane import Ints, ints
from inglenook.games.conex.rules.view import Laid

SYMBOLS = ("none", "plus2", "die")
PLAIN, PLUS2, DIE = range(3)
ROWS = 4096
NAME, X, Y, TURN, POINTS, ON = range(6)
"""The columns of a row: a card, its pose, what it scores and the slot below it."""
GROUND = -1
"""The slot of the board."""
COVER = 5
"""The column of a slot that says how many cards lie on it."""
GONE = -1
"""The cover of a card that was taken away."""
BEYOND = FAR + 109_000
"""µm from the middle of a card: what lies there does not touch a card that lies on that one, whose
middle is at most two half diagonals of 54.1 mm away."""
SHORT = 2000
"""µm: on a slide no longer than this, one place is as good as another."""


class Tables(NamedTuple):
    room: room.Tables
    symbol: Ints
    """[card]"""
    ways: Ints
    """Card, corner, spot, slide and points of each way to lay a card on a target, as far as the
    target allows."""
    first: Ints
    """[target]: its first row in `ways`; the next target's comes after its last."""


class Field(NamedTuple):
    laid: Ints
    """[slot]: card, x, y, d, the slot below, and the cover."""
    rows: Ints
    used: Ints
    """How many slots and how many rows are in use."""
    half: Ints
    """From the table's centre to its sides."""


@cache
def tables() -> Tables:
    r = room.tables()
    ways, first = list[tuple[int, ...]](), [0]
    for target in range(len(deck()) + 1):
        ways += _ways(r, target)
        first.append(len(ways))
    symbols = [SYMBOLS.index(card.symbol) for card in deck().values()]
    return Tables(r, ints(symbols), ints(ways), ints(first))


def _ways(r: room.Tables, target: int) -> Iterator[tuple[int, ...]]:
    begins, spans = r.room[:, target].tolist(), r.rooms.tolist()
    for card in range(len(deck())):
        for corner in range(r.first[card], r.first[card + 1]):
            points = r.value[corner] + r.plus[target]
            for spot in range(4):
                for low, high in spans[begins[corner][spot] : begins[corner][spot + 1]]:
                    steps = range(3 if high - low > SHORT else 1)
                    for slide in (low + (high - low) * step // 2 for step in steps):
                        yield card, corner, spot, slide, points


@compiled
def neighbours(f: Field, target: int) -> Ints:
    """Slots with a card that a card on the target may touch."""
    near, count = np.empty(f.used[0], np.int64), 0
    for slot in range(f.used[0]):
        if slot == target or f.laid[slot, COVER] == GONE:
            continue
        if target != GROUND:
            dx, dy = f.laid[slot, 1] - f.laid[target, 1], f.laid[slot, 2] - f.laid[target, 2]
            if dx * dx + dy * dy >= BEYOND * BEYOND:
                continue
        near[count] = slot
        count += 1
    return near[:count]


@compiled
def touched(f: Field, x: int, y: int, d: int, target: int, near: Ints) -> bool:
    """Whether a card there would touch one of these, or the board, or lie beyond the table."""
    if not on_table(x, y, d, f.half[0], f.half[1]):
        return True
    if target != GROUND and not apart(x, y, d, BOARD, 0):
        return True
    for slot in near:
        if not apart(x - f.laid[slot, 1], y - f.laid[slot, 2], d, CARD, f.laid[slot, 3]):
            return True
    return False


@compiled
def grow(t: Tables, f: Field, slot: int, away: NDArray[np.bool_]) -> None:
    """Add the lays on a slot of all cards that are not `away`: laid already."""
    shape, target, x, y, d = BOARD, len(away), 0, 0, 0
    if slot != GROUND:
        shape, target = CARD, f.laid[slot, 0]
        x, y, d = f.laid[slot, 1], f.laid[slot, 2], f.laid[slot, 3]
    count, near = f.used[1], neighbours(f, slot)
    for i in range(t.first[target], t.first[target + 1]):
        card = t.ways[i, 0]
        if away[card] or count == ROWS:
            continue
        corner, spot, slide, points = t.ways[i, 1], t.ways[i, 2], t.ways[i, 3], t.ways[i, 4]
        turn, anchor = t.room.turn[corner], t.room.anchor[corner]
        px, py, pd = place(shape, x, y, d, spot, slide, turn, anchor)
        if not touched(f, px, py, pd, slot, near):
            row = f.rows[count]
            row[NAME], row[X], row[Y], row[TURN] = card, px, py, pd
            row[POINTS], row[ON] = points, slot
            count += 1
    f.used[1] = count


@compiled
def put(
    t: Tables, f: Field, card: int, x: int, y: int, d: int, on: int, away: NDArray[np.bool_]
) -> None:
    """Lay a card: what it is in the way of can no longer be laid, but others can be laid on it."""
    away[card] = True
    kept = 0
    rows = f.rows
    for i in range(f.used[1]):
        if rows[i, NAME] == card:
            continue
        dx, dy = rows[i, X] - x, rows[i, Y] - y
        # Most are far away; asked here, as a call for each costs more than the question.
        if dx * dx + dy * dy >= FAR * FAR or apart(dx, dy, rows[i, TURN], CARD, d):
            if kept != i:
                for column in range(6):
                    rows[kept, column] = rows[i, column]
            kept += 1
    f.used[1] = kept
    slot = f.used[0]
    f.laid[slot, 0], f.laid[slot, 1], f.laid[slot, 2], f.laid[slot, 3] = card, x, y, d
    f.laid[slot, 4], f.laid[slot, COVER] = on, 0
    f.used[0] = slot + 1
    if on != GROUND:
        f.laid[on, COVER] += 1
    grow(t, f, slot, away)


@compiled
def take(f: Field, slot: int, away: NDArray[np.bool_]) -> None:
    """Take a free card away; lays where it was come back only with `renew`."""
    if f.laid[slot, 4] != GROUND:
        f.laid[f.laid[slot, 4], COVER] -= 1
    f.laid[slot, COVER] = GONE
    away[f.laid[slot, 0]] = False
    kept = 0
    for i in range(f.used[1]):
        if f.rows[i, ON] != slot:
            if kept != i:
                f.rows[kept] = f.rows[i]
            kept += 1
    f.used[1] = kept


@compiled
def renew(t: Tables, f: Field, away: NDArray[np.bool_]) -> None:
    """All lays, from scratch."""
    f.used[1] = 0
    grow(t, f, GROUND, away)
    for slot in range(f.used[0]):
        if f.laid[slot, COVER] != GONE:
            grow(t, f, slot, away)


@compiled
def copy(f: Field, to: Field) -> None:
    to.laid[: f.used[0]] = f.laid[: f.used[0]]
    to.rows[: f.used[1]] = f.rows[: f.used[1]]
    to.used[:] = f.used
    to.half[:] = f.half


def blank() -> Field:
    cards = len(deck())
    # A card that was taken away can be laid again, in a new slot.
    laid = np.zeros((4 * cards, 6), np.int64)
    return Field(laid, np.zeros((ROWS, 6), np.int64), np.zeros(2, np.int64), np.zeros(2, np.int64))


def field(table: str, laid: Sequence[Laid]) -> Field:
    """All lays on a table, of all cards that do not lie on it."""
    f, away = blank(), np.zeros(len(deck()), np.bool_)
    f.half[:] = half(table)
    f.used[0] = len(laid)
    slots = {"board": GROUND} | {card.card: slot for slot, card in enumerate(laid)}
    for slot, card in enumerate(laid):
        away[NUMBER[card.card]] = True
        f.laid[slot] = NUMBER[card.card], card.x, card.y, card.d, slots[card.on], 0
        if card.on != "board":
            f.laid[slots[card.on], COVER] += 1
    renew(tables(), f, away)
    return f
