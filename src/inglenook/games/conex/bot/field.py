"""Every lay of the cards that may still come, or of some of them, kept up to date as cards go down.

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
from inglenook.games.conex.geometry.plane import AROUND, Ints, ints
from inglenook.games.conex.rules.view import Laid

SYMBOLS = ("none", "plus2", "die")
PLAIN, PLUS2, DIE = range(3)
ROWS = 4096
NAME, X, Y, TURN, POINTS, ON = range(6)
"""The columns of a row: a card, its pose, what it scores and the slot below it."""
GROUND = -1
"""The slot of the board."""
NOWHERE = -2
"""No slot."""
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
    # They are handed on all the time, and each array more costs something there.
    symbol: Ints
    """[card]"""
    values: Ints
    """[card]: what its best corner scores, and how many corners it has."""
    ways: Ints
    """Card, corner, spot, slide and points of each way to lay a card on a target, as far as the
    target allows."""
    first: Ints
    """[target, card]: the first row in `ways` of a card on a target; the next card's comes after
    its last, and the next target's after all of these."""
    turned: Ints
    """[direction of the target, way]: the card's x, y and direction, on a target in the middle."""


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
    # As lists: reading an array number by number is slow, and here there are many.
    begins, spans = r.room.tolist(), r.rooms.tolist()
    ways, first = list[tuple[int, ...]](), list[list[int]]()
    for target in range(len(deck()) + 1):
        first.append([len(ways)])
        for card in range(len(deck())):
            ways += _ways(r, begins, spans, card, target)
            first[-1].append(len(ways))
    symbols = [SYMBOLS.index(card.symbol) for card in deck().values()]
    corners = [[patch.value for patch in card.patches] for card in deck().values()]
    values = [(max(each), len(each)) for each in corners]
    rows, firsts = ints(ways), ints(first)
    return Tables(ints(symbols), ints(values), rows, firsts, _turned(r, rows, firsts))


def _ways(
    r: room.Tables, begins: list[list[list[int]]], spans: list[list[int]], card: int, target: int
) -> Iterator[tuple[int, ...]]:
    for corner in range(r.first[card], r.first[card + 1]):
        points = r.value[corner] + r.plus[target]
        for spot in range(4):
            begin, end = begins[corner][target][spot : spot + 2]
            for low, high in spans[begin:end]:
                steps = range(3 if high - low > SHORT else 1)
                for slide in (low + (high - low) * step // 2 for step in steps):
                    yield card, corner, spot, slide, points


@compiled
def _turned(room: room.Tables, ways: Ints, first: Ints) -> Ints:
    """[direction of the target, way]: the pose of the card, on a target in the middle."""
    there = np.empty((AROUND, len(ways), 3), np.int64)
    for target in range(len(first)):
        shape = BOARD if target == len(first) - 1 else CARD
        for i in range(first[target, 0], first[target, -1]):
            corner, spot, slide = ways[i, 1], ways[i, 2], ways[i, 3]
            for d in range(AROUND):
                at = place(shape, 0, 0, d, spot, slide, room.turn[corner], room.anchor[corner])
                there[d, i, 0], there[d, i, 1], there[d, i, 2] = at
    return there


@compiled
def everywhere(f: Field) -> Ints:
    """The slots on which something can be laid: the board's, and those of all cards."""
    slots, count = np.empty(f.used[0] + 1, np.int64), 1
    slots[0] = GROUND
    for slot in range(f.used[0]):
        if f.laid[slot, COVER] != GONE:
            slots[count] = slot
            count += 1
    return slots[:count]


@compiled
def within(laid: Ints, slots: Ints, slot: int) -> Ints:
    """Those of some slots with a card that a card on this one may touch."""
    near, count = np.empty(len(slots), np.int64), 0
    for other in slots:
        if other != GROUND:
            dx, dy = laid[other, 1] - laid[slot, 1], laid[other, 2] - laid[slot, 2]
            if dx * dx + dy * dy < BEYOND * BEYOND:
                near[count] = other
                count += 1
    return near[:count]


@compiled
def touched(laid: Ints, x: int, y: int, d: int, target: int, near: Ints) -> bool:
    """Whether a card there would touch one of these but its target; that one then comes first."""
    for k in range(len(near)):
        slot = near[k]
        if slot != target and not apart(
            x - laid[slot, 1], y - laid[slot, 2], d, CARD, laid[slot, 3]
        ):
            # It is often in the way of the next card as well.
            near[k], near[0] = near[0], slot
            return True
    return False


@compiled
def grow(
    t: Tables,
    f: Field,
    slots: Ints,
    near: Ints,
    least: int,
    most: int,
    freed: int,
    away: NDArray[np.bool_],
) -> None:
    """Add the lays on some slots of the cards from `least` to `most` that are not `away`.

    near   the slots that may be in the way
    freed  a slot: only lays that touch what lay there; NOWHERE: all of them
    """
    # No part of an array is taken in the loop: Numba counts references to it, which costs more
    # than all the rest.
    laid, rows, ways, turned = f.laid, f.rows, t.ways, t.turned
    count, half_width, half_height = f.used[1], f.half[0], f.half[1]
    for slot in slots:
        target, x, y, d = len(away), 0, 0, 0
        if slot != GROUND:
            target, x, y, d = laid[slot, 0], laid[slot, 1], laid[slot, 2], laid[slot, 3]
        for i in range(t.first[target, least], t.first[target, most + 1]):
            card = ways[i, 0]
            if away[card] or count == ROWS:
                continue
            px, py, pd = x + turned[d, i, 0], y + turned[d, i, 1], turned[d, i, 2]
            if freed != NOWHERE and apart(
                px - laid[freed, 1], py - laid[freed, 2], pd, CARD, laid[freed, 3]
            ):
                continue
            if not on_table(px, py, pd, half_width, half_height):
                continue
            if slot != GROUND and not apart(px, py, pd, BOARD, 0):
                continue
            if not touched(laid, px, py, pd, slot, near):
                rows[count, NAME], rows[count, X], rows[count, Y] = card, px, py
                rows[count, TURN], rows[count, POINTS], rows[count, ON] = pd, ways[i, 4], slot
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
            # All are read before any is written: so they are moved together.
            a, b, c = rows[i, 0], rows[i, 1], rows[i, 2]
            u, v, w = rows[i, 3], rows[i, 4], rows[i, 5]
            rows[kept, 0], rows[kept, 1], rows[kept, 2] = a, b, c
            rows[kept, 3], rows[kept, 4], rows[kept, 5] = u, v, w
            kept += 1
    f.used[1] = kept
    slot = f.used[0]
    f.laid[slot, 0], f.laid[slot, 1], f.laid[slot, 2], f.laid[slot, 3] = card, x, y, d
    f.laid[slot, 4], f.laid[slot, COVER] = on, 0
    f.used[0] = slot + 1
    if on != GROUND:
        f.laid[on, COVER] += 1
    slots = everywhere(f)
    near = within(f.laid, slots, slot)
    grow(t, f, slots[-1:], near, 0, len(away) - 1, NOWHERE, away)


@compiled
def drop(f: Field, slot: int, away: NDArray[np.bool_]) -> None:
    """Forget the lays on a slot, and those of cards that have come to be `away`."""
    rows, kept = f.rows, 0
    for i in range(f.used[1]):
        if rows[i, ON] != slot and not away[rows[i, NAME]]:
            for column in range(6):
                rows[kept, column] = rows[i, column]
            kept += 1
    f.used[1] = kept


@compiled
def take(t: Tables, f: Field, slot: int, away: NDArray[np.bool_]) -> None:
    """Take a free card off the table, with what could be laid on it, and open the room it took.

    The card itself stays `away`, and the lays of others that have come to be go too.
    """
    laid = f.laid
    if laid[slot, 4] != GROUND:
        laid[laid[slot, 4], COVER] -= 1
    laid[slot, COVER] = GONE
    drop(f, slot, away)
    slots = everywhere(f)
    near = within(laid, slots, slot)
    grow(t, f, slots[:1], slots[1:], 0, len(away) - 1, slot, away)
    grow(t, f, near, slots[1:], 0, len(away) - 1, slot, away)


@compiled
def come(t: Tables, f: Field, card: int, away: NDArray[np.bool_]) -> None:
    """From now on, keep the lays of a card that was `away`."""
    away[card] = False
    slots = everywhere(f)
    grow(t, f, slots, slots[1:].copy(), card, card, NOWHERE, away)


@compiled
def copy(f: Field, to: Field) -> None:
    to.laid[: f.used[0]] = f.laid[: f.used[0]]
    to.rows[: f.used[1]] = f.rows[: f.used[1]]
    to.used[:] = f.used
    to.half[:] = f.half


@compiled
def copy_without(f: Field, to: Field, away: NDArray[np.bool_]) -> None:
    """As `copy`, but without the lays of cards that are `away`."""
    to.laid[: f.used[0]] = f.laid[: f.used[0]]
    to.half[:] = f.half
    count = 0
    for i in range(f.used[1]):
        if not away[f.rows[i, NAME]]:
            for column in range(6):
                to.rows[count, column] = f.rows[i, column]
            count += 1
    to.used[0], to.used[1] = f.used[0], count


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
    down = everywhere(f)
    grow(tables(), f, down, down[1:].copy(), 0, len(away) - 1, NOWHERE, away)
    return f
