"""Whole games in a blink: the rules of CONEX on a `Field`, and a quick way to play by.

The pile has an order here, which chance decided before the game began: a playout is one way in
which things may go. The field of a playout keeps only the lays of cards that are in a hand.
"""

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from inglenook.core.units import Seat
from inglenook.games.conex.bot.field import (
    COVER,
    DIE,
    GROUND,
    NAME,
    ON,
    PLUS2,
    POINTS,
    TURN,
    Field,
    Flags,
    Tables,
    X,
    Y,
    come,
    copy_without,
    put,
    take,
)
from inglenook.games.conex.geometry.plane import Ints
from inglenook.shared.compiled import compiled, record
from inglenook.shared.xorshift import step

PILE, LAID = 4, 5
"""Where a card is, unless it is in the hand of a seat."""
DOUBLE, LIGHTNING = 0, 1
"""The stars."""
NOBODY = -1
TURN_NO, ACTIVE, FIRST, SEATS, GOAL, PASSES, HEAD, TAIL, OVER, DEALT = range(10)
"""What `now` holds; the pile is from HEAD to TAIL. For DEALT see `deal_out`."""
PACE = 3.0
"""Points that whoever is ahead makes in a turn, about: so one knows how many turns are left."""
SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""Turns consecutive numbers into seeds that have little in common."""
MAX_TURNS = 150
"""Turns after which a playout is over: with lightning, cards could come round for ever."""


class Way(NamedTuple):
    """A quick way to play, in points."""

    enough: float
    """The least that a lay must be worth; otherwise one draws."""
    short: float
    """How much more it must be worth for each card that the hand is short of five."""
    die: float
    """What a die adds to a lay."""
    plus: float
    """What it costs to lay a Plus-2 card."""
    double: float
    """The points from which the 2x star is used."""
    chance: float
    """How much say chance has in what a lay is worth."""
    spare: float
    """How much less a lay must be worth for each card more than there are turns left to lay."""


class Game(Protocol):
    where: Ints
    """[card]: the seat that holds it, PILE or LAID."""
    pile: Ints
    points: Ints
    held: Ints
    """[seat]: how many cards."""
    stars: Ints
    """[star]: who holds it, and since which turn."""
    since: Ints
    now: Ints
    away: Flags
    """[card]: the field has no lays of it. It lies on the table or, in a playout, is in no hand."""
    taken: Ints
    """[seat]: how many of the cards that were dealt out to it in advance it has come to."""
    rng: NDArray[np.uint64]
    """Where chance comes from. Where it is dealt out, the next four are those of the seats' dice,
    and the last is that of `whim`."""


@compiled
def chance(g: Game, n: int) -> int:
    """A whole number from 0 to n - 1."""
    return int(chance_from(g, 0, n))


@compiled
def chance_from(g: Game, source: int, n: int) -> int:
    g.rng[source] = step(g.rng[source])
    return int((g.rng[source] >> np.uint64(33)) % np.uint64(n))


@compiled
def deal_out(g: Game) -> None:
    """Deal chance out in advance: which cards a seat will draw and what it will roll no longer
    depends on what the others do. So what differs between two moves is more often due to them.
    """
    g.now[DEALT] = g.now[HEAD]
    g.taken[:] = 0
    for source in range(1, len(g.rng)):
        g.rng[source] = ((g.rng[0] + np.uint64(source)) * SPREAD) | np.uint64(1)


@compiled
def top(g: Game, seat: Seat) -> int:
    """The card that a seat draws next, of a pile that is not empty."""
    if g.now[DEALT] == NOBODY:
        return int(g.pile[g.now[HEAD]])
    at = g.now[DEALT] + seat + g.now[SEATS] * g.taken[seat]
    g.taken[seat] += 1
    if at >= g.now[TAIL] or g.pile[at] == NOBODY:
        # It has drawn all of its own: now it is the turn of what the others have left.
        at = g.now[DEALT]
        while g.pile[at] == NOBODY:
            at += 1
    card = int(g.pile[at])
    g.pile[at] = NOBODY
    return card


@compiled
def whim(g: Game, card: int, x: int) -> float:
    """What chance says of a lay, from 0 to 1: where it is dealt out, of one lay always the same."""
    if g.now[DEALT] == NOBODY:
        return chance(g, 1024) / 1024
    mixed = (g.rng[len(g.rng) - 1] + np.uint64(64 * card + (x & 63))) * SPREAD
    mixed = (mixed ^ (mixed >> np.uint64(32))) * SPREAD
    return int(mixed >> np.uint64(54)) / 1024


@compiled
def sit_down(f: Field, to: Field, g: Game) -> None:
    """Make the field of a playout from one that has the lays of all cards."""
    for card in range(len(g.where)):
        g.away[card] = g.where[card] >= PILE
    copy_without(f, to, g.away)


@compiled
def draw(t: Tables, f: Field, g: Game, seat: Seat, count: int) -> None:
    for _ in range(count):
        if g.now[HEAD] < g.now[TAIL]:
            card = top(g, seat)
            g.where[card] = seat
            g.held[seat] += 1
            g.now[HEAD] += 1
            if g.away[card]:
                come(t, f, card, g.away)


@compiled
def bury(g: Game, card: int) -> None:
    """Put a card under the pile."""
    if g.now[TAIL] < len(g.pile):
        g.pile[g.now[TAIL]] = card
        g.now[TAIL] += 1
    g.where[card] = PILE
    g.away[card] = True


@compiled
def usable(g: Game, star: int) -> bool:
    return bool(g.stars[star] == g.now[ACTIVE] and g.since[star] < g.now[TURN_NO])


@compiled
def roll(t: Tables, f: Field, g: Game, seat: Seat) -> None:
    face = chance_from(g, 0 if g.now[DEALT] == NOBODY else 1 + seat, 6)
    if face < 2:
        draw(t, f, g, seat, face + 1)
        return
    star = DOUBLE if face < 4 else LIGHTNING
    if g.stars[star] != seat:
        g.stars[star], g.since[star] = seat, g.now[TURN_NO]


@compiled
def lay(t: Tables, f: Field, g: Game, row: Ints, double: bool) -> None:
    """Lay a card for the active seat, and roll the die if it shows one."""
    seat, card = g.now[ACTIVE], row[NAME]
    points = row[POINTS]
    if double:
        points *= 2
        g.stars[DOUBLE] = NOBODY
    g.points[seat] += points
    g.where[card] = LAID
    g.held[seat] -= 1
    g.now[PASSES] = 0
    put(t, f, card, row[X], row[Y], row[TURN], row[ON], g.away)
    if t.symbol[card] == DIE:
        roll(t, f, g, seat)


@compiled
def worst(t: Tables, g: Game, seat: Seat) -> int:
    """The card that a seat can best do without, judged only by its corners."""
    found, least = -1, 100
    for card in range(len(g.where)):
        if g.where[card] == seat:
            worth = 2 * t.values[card, 0] + t.values[card, 1]
            if t.symbol[card] == DIE:
                worth += 4
            if worth < least:
                found, least = card, worth
    return found


@compiled
def strike(t: Tables, f: Field, g: Game, slot: int) -> None:
    """Lightning by the active seat; all others give their worst card."""
    card = f.laid[slot, 0]
    g.stars[LIGHTNING] = NOBODY
    g.now[PASSES] = 0
    bury(g, card)
    for further in range(1, g.now[SEATS]):
        seat = (g.now[ACTIVE] + further) % g.now[SEATS]
        if g.held[seat]:
            given = worst(t, g, seat)
            g.held[seat] -= 1
            bury(g, given)
    take(t, f, slot, g.away)


@compiled
def harmless(t: Tables, f: Field, g: Game) -> int:
    """A free card to strike; not one on a Plus-2 card, where there is another."""
    count, found = 0, -1
    for slot in range(f.used[0]):
        if f.laid[slot, COVER] == 0:
            on = f.laid[slot, 4]
            if found == -1 or on == GROUND or t.symbol[f.laid[on, 0]] != PLUS2:
                count += 1
                if found == -1 or chance(g, count) == 0:
                    found = slot
    return found


@compiled
def goal_met(g: Game) -> bool:
    points, goal = g.points, g.now[GOAL]
    return bool(points[0] >= goal or points[1] >= goal or points[2] >= goal or points[3] >= goal)


@compiled
def end_turn(f: Field, g: Game) -> None:
    after = (g.now[ACTIVE] + 1) % g.now[SEATS]
    g.now[ACTIVE] = after
    g.now[TURN_NO] += 1
    done = after == g.now[FIRST] and goal_met(g)
    stuck = f.used[1] == 0 and g.now[HEAD] == g.now[TAIL] and g.stars[LIGHTNING] == NOBODY
    if done or stuck or g.now[PASSES] >= g.now[SEATS] or g.now[TURN_NO] > MAX_TURNS:
        g.now[OVER] = 1


@compiled
def turns_left(g: Game) -> float:
    """About how many turns the active seat has after this one."""
    to_go = max(0, g.now[GOAL] - g.points.max())
    return float(min(to_go / PACE, (MAX_TURNS - g.now[TURN_NO]) / g.now[SEATS]))


@compiled
def quick_turn(t: Tables, f: Field, g: Game, way: Way) -> None:
    """What the active seat lays or draws by a simple way to play."""
    seat = g.now[ACTIVE]
    last = goal_met(g)
    best, found = -1e9, -1
    rows = f.rows
    for i in range(f.used[1]):
        card = rows[i, NAME]
        if g.where[card] == seat:
            worth = float(rows[i, POINTS])
            if not last:
                if t.symbol[card] == DIE:
                    worth += way.die
                elif t.symbol[card] == PLUS2:
                    worth -= way.plus
                if worth + way.chance <= best:
                    continue
                worth += way.chance * whim(g, card, rows[i, X])
            if worth > best:
                best, found = worth, i
    limit = way.enough + way.short * (5 - g.held[seat])
    limit -= way.spare * max(0.0, g.held[seat] - turns_left(g))
    if g.now[HEAD] < g.now[TAIL] and (found == -1 or (best < limit and not last)):
        g.now[PASSES] = 0
        draw(t, f, g, seat, 2)
    elif found == -1:
        g.now[PASSES] += 1
    else:
        row = f.rows[found].copy()
        double = usable(g, DOUBLE) and (
            last or row[POINTS] >= way.double or g.points[seat] + 2 * row[POINTS] >= g.now[GOAL]
        )
        lay(t, f, g, row, double)


@compiled
def finish_turn(t: Tables, f: Field, g: Game) -> None:
    """Strike if possible, as playouts do, and let the next seat begin."""
    if usable(g, LIGHTNING):
        slot = harmless(t, f, g)
        if slot != -1:
            strike(t, f, g, slot)
    end_turn(f, g)


@compiled
def play_out(t: Tables, f: Field, g: Game, way: Way, turns: int) -> None:
    """Play on from the beginning of a turn, for some turns or to the end."""
    while not g.now[OVER] and turns > 0:
        quick_turn(t, f, g, way)
        finish_turn(t, f, g)
        turns -= 1


@compiled
def copy_game(g: Game, to: Game) -> None:
    to.where[:] = g.where
    to.pile[:] = g.pile
    to.points[:] = g.points
    to.held[:] = g.held
    to.stars[:] = g.stars
    to.since[:] = g.since
    to.now[:] = g.now
    to.away[:] = g.away
    to.taken[:] = g.taken
    to.rng[:] = g.rng


def blank_game(cards: int) -> Game:
    g: Game = record(
        where=np.full(cards, PILE),
        pile=np.zeros(4 * cards, np.int64),
        points=np.zeros(4, np.int64),
        held=np.zeros(4, np.int64),
        stars=np.full(2, NOBODY),
        since=np.full(2, -1),
        now=np.array([0] * DEALT + [NOBODY]),
        away=np.zeros(cards, np.uint8),
        taken=np.zeros(4, np.int64),
        rng=np.ones(6, np.uint64),
    )
    return g
