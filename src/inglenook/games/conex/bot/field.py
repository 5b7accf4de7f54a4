"""Every lay of the cards that may still come, or of some of them, kept up to date as cards go down.

This is what bots plan on. Of a slide it knows both ends and the middle of what the target allows;
these are legal. Cards are numbers, in the order of the deck; slots are places in the order
in which cards were laid.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from inglenook.games.conex.cards import deck
from inglenook.games.conex.geometry import room
from inglenook.games.conex.geometry.lays import NUMBER
from inglenook.games.conex.geometry.placing import BOARD, CARD, FAR, apart, half, on_table, place
from inglenook.games.conex.geometry.plane import AROUND, RIGHT, Ints, ints
from inglenook.games.conex.rules.view import Laid
from inglenook.shared.compiled import compiled, record

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
RIGHT_ANGLES = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""cos and sin of none, one, two and three of them."""
SHORT = 2000
"""µm: on a slide no longer than this, one place is as good as another."""


Small: TypeAlias = NDArray[np.int32]
Flags: TypeAlias = NDArray[np.uint8]


class Tables(Protocol):
    # A record, as are a field and a game: it is handed on all the time, and as one address.
    symbol: Ints
    """[card]"""
    values: Ints
    """[card]: what its best corner scores, and how many corners it has."""
    first: Ints
    """[target, card]: the first way to lay a card on a target, as far as the target allows; the
    next card's comes after its last, and the next target's after all of these."""
    points: Small
    """[way]"""
    turn: Small
    """[way]: the card's direction, from that of the target."""
    turned: Small
    """[direction of the target, way]: the card's x and y, on a target in the middle, for the
    directions of a right angle: the others are those turned, exactly. So all of it stays where the
    processor has it at once."""


class Field(Protocol):
    laid: Ints
    """[slot]: card, x, y, d, the slot below, and the cover."""
    rows: Ints
    used: Ints
    """How many slots and how many rows are in use."""
    half: Ints
    """From the table's centre to its sides."""
    on: Ints
    near: Ints
    """Slots, for as long as `grow` needs them: to lay a card on, and which may be in its way."""


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
    there = _turned(r, rows, firsts)
    t: Tables = record(
        symbol=ints(symbols),
        values=ints(values),
        first=firsts,
        points=rows[:, 3].astype(np.int32),
        turn=there[0, :, 2].astype(np.int32),
        turned=there[:, :, :2].astype(np.int32),
    )
    return t


def _ways(
    r: room.Tables, begins: list[list[list[int]]], spans: list[list[int]], card: int, target: int
) -> Iterator[tuple[int, ...]]:
    """Corner, spot, slide and points of each way to lay a card on a target."""
    for corner in range(r.first[card], r.first[card + 1]):
        points = r.value[corner] + r.plus[target]
        for spot in range(4):
            begin, end = begins[corner][target][spot : spot + 2]
            for low, high in spans[begin:end]:
                steps = range(3 if high - low > SHORT else 1)
                for slide in (low + (high - low) * step // 2 for step in steps):
                    yield corner, spot, slide, points


@compiled
def _turned(room: room.Tables, ways: Ints, first: Ints) -> Ints:
    """[direction of the target, way]: the pose of the card, on a target in the middle; for the
    directions of a right angle.
    """
    there = np.empty((RIGHT, len(ways), 3), np.int64)
    for target in range(len(first)):
        shape = BOARD if target == len(first) - 1 else CARD
        for i in range(first[target, 0], first[target, -1]):
            corner, spot, slide = ways[i, 0], ways[i, 1], ways[i, 2]
            for d in range(RIGHT):
                at = place(shape, 0, 0, d, spot, slide, room.turn[corner], room.anchor[corner])
                there[d, i, 0], there[d, i, 1], there[d, i, 2] = at
    return there


@compiled
def everywhere(f: Field) -> int:
    """Fill `on` with the board's slot and those of all cards, and `near` with those of the cards;
    how many cards there are.
    """
    count = 0
    f.on[0] = GROUND
    for slot in range(f.used[0]):
        if f.laid[slot, COVER] != GONE:
            f.on[count + 1] = f.near[count] = slot
            count += 1
    return count


@compiled
def within(f: Field, cards: int, slot: int, to: Ints, first: int) -> int:
    """Keep in `to`, from `first` on, those of the cards that a card on this one may touch."""
    laid, count = f.laid, first
    for k in range(cards):
        other = to[first + k]
        dx, dy = laid[other, 1] - laid[slot, 1], laid[other, 2] - laid[slot, 2]
        if dx * dx + dy * dy < BEYOND * BEYOND:
            to[count] = other
            count += 1
    return count


@compiled
def touched(f: Field, x: int, y: int, d: int, target: int, near: int) -> bool:
    """Whether a card there would touch one of the first `near` but its target; that one then comes
    first.
    """
    laid = f.laid
    for k in range(near):
        slot = f.near[k]
        if slot != target and not apart(
            x - laid[slot, 1], y - laid[slot, 2], d, CARD, laid[slot, 3]
        ):
            # It is often in the way of the next card as well.
            f.near[k], f.near[0] = f.near[0], slot
            return True
    return False


@compiled
def grow(
    t: Tables,
    f: Field,
    on: int,
    near: int,
    least: int,
    most: int,
    freed: int,
    away: Flags,
) -> None:
    """Add the lays of the cards from `least` to `most` that are not `away`.

    on     how many of the slots in `on` they are laid on
    near   how many of those in `near` may be in the way
    freed  a slot: only lays that touch what lay there; NOWHERE: all of them
    """
    laid, rows, first, points, turn, turned = f.laid, f.rows, t.first, t.points, t.turn, t.turned
    count, half_width, half_height = f.used[1], f.half[0], f.half[1]
    for k in range(on):
        slot = f.on[k]
        target, x, y, d = len(away), 0, 0, 0
        if slot != GROUND:
            target, x, y, d = laid[slot, 0], laid[slot, 1], laid[slot, 2], laid[slot, 3]
        across, along = RIGHT_ANGLES[d // RIGHT]
        part = d % RIGHT
        for card in range(least, most + 1):
            if away[card]:
                continue
            for i in range(first[target, card], first[target, card + 1]):
                dx, dy = turned[part, i, 0], turned[part, i, 1]
                px, py = x + across * dx - along * dy, y + along * dx + across * dy
                pd = d + turn[i]
                if pd >= AROUND:
                    pd -= AROUND
                if freed != NOWHERE and apart(
                    px - laid[freed, 1], py - laid[freed, 2], pd, CARD, laid[freed, 3]
                ):
                    continue
                if not on_table(px, py, pd, half_width, half_height):
                    continue
                if slot != GROUND and not apart(px, py, pd, BOARD, 0):
                    continue
                if count < ROWS and not touched(f, px, py, pd, slot, near):
                    rows[count, NAME], rows[count, X], rows[count, Y] = card, px, py
                    rows[count, TURN], rows[count, POINTS], rows[count, ON] = pd, points[i], slot
                    count += 1
    f.used[1] = count


@compiled
def put(t: Tables, f: Field, card: int, x: int, y: int, d: int, on: int, away: Flags) -> None:
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
    near = within(f, everywhere(f), slot, f.near, 0)
    f.on[0] = slot
    grow(t, f, 1, near, 0, len(away) - 1, NOWHERE, away)


@compiled
def drop(f: Field, slot: int, away: Flags) -> None:
    """Forget the lays on a slot, and those of cards that have come to be `away`."""
    rows, kept = f.rows, 0
    for i in range(f.used[1]):
        if rows[i, ON] != slot and not away[rows[i, NAME]]:
            for column in range(6):
                rows[kept, column] = rows[i, column]
            kept += 1
    f.used[1] = kept


@compiled
def take(t: Tables, f: Field, slot: int, away: Flags) -> None:
    """Take a free card off the table, with what could be laid on it, and open the room it took.

    The card itself stays `away`, and the lays of others that have come to be go too.
    """
    laid = f.laid
    if laid[slot, 4] != GROUND:
        laid[laid[slot, 4], COVER] -= 1
    laid[slot, COVER] = GONE
    drop(f, slot, away)
    cards = everywhere(f)
    on = within(f, cards, slot, f.on, 1)
    grow(t, f, on, cards, 0, len(away) - 1, slot, away)


@compiled
def come(t: Tables, f: Field, card: int, away: Flags) -> None:
    """From now on, keep the lays of a card that was `away`."""
    away[card] = False
    cards = everywhere(f)
    grow(t, f, cards + 1, cards, card, card, NOWHERE, away)


@compiled
def copy(f: Field, to: Field) -> None:
    to.laid[: f.used[0]] = f.laid[: f.used[0]]
    to.rows[: f.used[1]] = f.rows[: f.used[1]]
    to.used[:] = f.used
    to.half[:] = f.half


@compiled
def copy_without(f: Field, to: Field, away: Flags) -> None:
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
    # A card that was taken away can be laid again, in a new slot.
    slots = 4 * len(deck())
    f: Field = record(
        laid=np.zeros((slots, 6), np.int64),
        rows=np.zeros((ROWS, 6), np.int64),
        used=np.zeros(2, np.int64),
        half=np.zeros(2, np.int64),
        on=np.zeros(slots + 1, np.int64),
        near=np.zeros(slots, np.int64),
    )
    return f


def field(table: str, laid: Sequence[Laid]) -> Field:
    """All lays on a table, of all cards that do not lie on it."""
    f, away = blank(), np.zeros(len(deck()), np.uint8)
    f.half[:] = half(table)
    f.used[0] = len(laid)
    slots = {"board": GROUND} | {card.card: slot for slot, card in enumerate(laid)}
    for slot, card in enumerate(laid):
        away[NUMBER[card.card]] = True
        f.laid[slot] = NUMBER[card.card], card.x, card.y, card.d, slots[card.on], 0
        if card.on != "board":
            f.laid[slots[card.on], COVER] += 1
    cards = everywhere(f)
    grow(tables(), f, cards + 1, cards, 0, len(away) - 1, NOWHERE, away)
    return f
