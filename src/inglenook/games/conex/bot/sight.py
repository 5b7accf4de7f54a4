"""What a seat sees of a game right after its move, as numbers for a network.

Only what it may know: its own hand, and of the cards that it has not seen what each could score if
somebody held it. Chance has not spoken yet: what is drawn or rolled is still to come.
"""

from math import exp, log
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from inglenook.core.units import Seat
from inglenook.games.conex.bot.field import (
    BEYOND,
    COVER,
    DIE,
    GONE,
    NAME,
    PLUS2,
    POINTS,
    RIGHT_ANGLES,
    TURN,
    Field,
    Tables,
    X,
    Y,
    touched,
)
from inglenook.games.conex.bot.judge import ABOVE_ANY_SCORE, expected
from inglenook.games.conex.bot.playout import (
    DOUBLE,
    FIRST,
    GOAL,
    HEAD,
    LAID,
    LIGHTNING,
    PILE,
    SEATS,
    TAIL,
    TURN_NO,
    Game,
)
from inglenook.games.conex.cards import deck
from inglenook.games.conex.geometry.placing import BOARD, CARD, FAR, apart, on_table
from inglenook.games.conex.geometry.plane import AROUND, RIGHT, Ints
from inglenook.shared.compiled import compiled, record

MINDS = (2, 3)
"""For games of so many there is a network."""
HAND = 6
"""The cards of the own hand that are told one by one: those that score most."""
EACH = 5
"""The numbers in which each of them is told."""
HIGH = 8
"""How many of the unseen cards score so much or more is told, for all numbers up to this."""
NOTHING = -1
"""In the place of a card: none is laid."""


class Sight(Protocol):
    """What `look` counts and `tell` tells."""

    best: Ints
    """[card]: the most that it scores after the move."""
    many: Ints
    """[card]: in how many of the ways there were before it can still be laid."""
    firm: Ints
    """[card]: in how many of them it scores that most."""
    pose: Ints
    """[card]: x, y and direction of the first of these."""
    unseen: Ints
    """[points]: how many of the cards that the seat has not seen score so much at best."""
    inputs: NDArray[np.float32]
    """As many as `width` says, then zeros."""


def width(seats: int) -> int:
    """The numbers in which a game of so many is told."""
    return 18 + 10 * seats + EACH * HAND + HIGH


def blank_sight() -> Sight:
    """Room for what is seen."""
    cards = len(deck())
    s: Sight = record(
        best=np.zeros(cards, np.int64),
        many=np.zeros(cards, np.int64),
        firm=np.zeros(cards, np.int64),
        pose=np.zeros((cards, 3), np.int64),
        unseen=np.zeros(ABOVE_ANY_SCORE + 1, np.int64),
        inputs=np.zeros(width(max(MINDS)), np.float32),
    )
    return s


@compiled
def look(t: Tables, f: Field, g: Game, seat: Seat, row: Ints, lays: bool, s: Sight) -> None:
    """Count what can be laid after a lay, or as things are. The field has the lays of all cards."""
    s.best[:] = 0
    s.many[:] = 0
    rows, card, x, y, d = f.rows, NOTHING, 0, 0, 0
    if lays:
        card, x, y, d = row[NAME], row[X], row[Y], row[TURN]
    for i in range(f.used[1]):
        name = rows[i, NAME]
        if lays:
            dx, dy = rows[i, X] - x, rows[i, Y] - y
            if dx * dx + dy * dy < FAR * FAR and not apart(dx, dy, rows[i, TURN], CARD, d):
                continue
        s.many[name] += 1
        if rows[i, POINTS] > s.best[name]:
            s.best[name] = rows[i, POINTS]
            s.firm[name] = 1
            s.pose[name, 0], s.pose[name, 1] = rows[i, X], rows[i, Y]
            s.pose[name, 2] = rows[i, TURN]
        elif rows[i, POINTS] == s.best[name]:
            s.firm[name] += 1
    if lays:
        s.best[card] = 0
        _look_on(t, f, g, card, x, y, d, s)
    s.unseen[:] = 0
    for other in range(len(g.where)):
        if other != card and g.where[other] <= PILE and g.where[other] != seat:
            s.unseen[s.best[other]] += 1


@compiled
def _look_on(t: Tables, f: Field, g: Game, card: int, x: int, y: int, d: int, s: Sight) -> None:
    """What others score on a card that is laid there, where that is more than elsewhere."""
    near = 0
    for slot in range(f.used[0]):
        if f.laid[slot, COVER] != GONE:
            dx, dy = f.laid[slot, 1] - x, f.laid[slot, 2] - y
            if dx * dx + dy * dy < BEYOND * BEYOND:
                f.near[near] = slot
                near += 1
    across, along = RIGHT_ANGLES[d // RIGHT]
    part = d % RIGHT
    for other in range(len(g.where)):
        if other == card or g.away[other]:
            continue
        for i in range(t.first[card, other], t.first[card, other + 1]):
            if t.points[i] <= s.best[other]:
                continue
            dx, dy = t.turned[part, i, 0], t.turned[part, i, 1]
            px, py = x + across * dx - along * dy, y + along * dx + across * dy
            pd = (d + t.turn[i]) % AROUND
            if (
                on_table(px, py, pd, f.half[0], f.half[1])
                and apart(px, py, pd, BOARD, 0)
                and not touched(f, px, py, pd, NOTHING, near)
            ):
                s.best[other] = t.points[i]
                s.firm[other] = 1
                s.pose[other, 0], s.pose[other, 1], s.pose[other, 2] = px, py, pd


@compiled
def tell(
    t: Tables, g: Game, seat: Seat, card: int, points: int, doubled: bool, draws: bool, s: Sight
) -> None:
    """Fill in the inputs after `look`: the seat lays a card for so many points, or draws."""
    into, at, seats = s.inputs, 0, g.now[SEATS]
    left = g.now[TAIL] - g.now[HEAD]
    lays = card != NOTHING
    laid = 1 if lays else 0
    mine = g.points[seat] + points
    highest = max(mine, g.points.max())
    for other in range(len(g.where)):
        if g.where[other] == LAID:
            laid += 1
    into[0] = left / 20
    into[1] = left == 0
    into[2] = laid / 40
    into[3] = min(2, left) / 2 if draws else 0
    into[4] = lays and t.symbol[card] == DIE
    into[5] = highest >= g.now[GOAL]
    at = 6
    # How many have yet to play in this round.
    after = (g.now[FIRST] + seats - 1 - seat) % seats
    for k in range(seats):
        into[at + k] = k == after
    at += seats
    for k in range(seats):
        other = (seat + k) % seats
        has = mine if k == 0 else g.points[other]
        held = g.held[other] - (1 if k == 0 and lays else 0)
        to_go = max(0, g.now[GOAL] - has)
        star = g.stars[DOUBLE] == other and not (k == 0 and doubled)
        into[at] = min(10, to_go) / 10
        into[at + 1] = min(25, to_go) / 25
        into[at + 2] = to_go / 50
        into[at + 3] = held / 8
        into[at + 4] = star
        into[at + 5] = g.stars[LIGHTNING] == other
        at += 6
        if k == 0:
            into[at] = g.stars[LIGHTNING] == seat and g.since[LIGHTNING] < g.now[TURN_NO]
            at += 1
        else:
            into[at] = 2 / (1 + exp((has - mine) / 5)) - 1
            into[at + 1] = expected(s.unseen, held) / 5
            into[at + 2] = _reaches(s.unseen, held, (to_go + 1) // 2 if star else to_go)
            at += 3
    at = _tell_hand(t, g, seat, card, max(0, g.now[GOAL] - mine), doubled, s, at)
    _tell_unseen(t, g, seat, card, s, at)


@compiled
def _reaches(unseen: Ints, held: int, points: int) -> float:
    """How likely a hand that nobody has seen is to have a lay for so many points."""
    less, total = 0, unseen.sum()
    for k in range(min(points, ABOVE_ANY_SCORE + 1)):
        less += unseen[k]
    none = 1.0
    for k in range(min(held, total)):
        none *= max(0, less - k) / (total - k)
    return 1 - none


@compiled
def _tell_hand(
    t: Tables, g: Game, seat: Seat, gone: int, to_go: int, doubled: bool, s: Sight, at: int
) -> int:
    into = s.inputs
    for k in range(at, at + EACH * HAND + 11):
        into[k] = 0
    top = (NOTHING, NOTHING, NOTHING)
    last = 1 << 60
    total, told, stuck, corners = 0, 0, 0, 0
    star = g.stars[DOUBLE] == seat and not doubled
    # Best first: each time the next lower one is looked for.
    for _ in range(g.held[seat]):
        found, most = NOTHING, -1
        for card in range(len(g.where)):
            if g.where[card] == seat and card != gone:
                key = (s.best[card] * 4096 + min(63, s.many[card]) * 64) + card
                if most < key < last:
                    found, most = card, key
        if found == NOTHING:
            break
        last = most
        if s.best[found] == 0:
            stuck += 1
            corners += t.values[found, 0]
            continue
        if told < HAND:
            into[at + EACH * told] = s.best[found] / 5
            into[at + EACH * told + 1] = log(1.0 + s.many[found]) / 3
            into[at + EACH * told + 2] = t.symbol[found] == DIE
            into[at + EACH * told + 3] = t.symbol[found] == PLUS2
            into[at + EACH * told + 4] = log(float(s.firm[found])) / 2
        total += s.best[found] * (2 if star and told == 0 else 1)
        if told < 3:
            into[at + EACH * HAND + 2 + told] = total >= to_go
            into[at + EACH * HAND + 5 + told] = _threat(g, seat, gone, found, s)
            top = (found, top[0], top[1])
            if told > 0:
                into[at + EACH * HAND + 7 + told] = _in_the_way(s, found, top[1])
            if told > 1:
                into[at + EACH * HAND + 10] = _in_the_way(s, found, top[2])
        told += 1
    into[at + EACH * HAND] = stuck / 4
    into[at + EACH * HAND + 1] = corners / 10
    return at + EACH * HAND + 11


@compiled
def _in_the_way(s: Sight, one: int, other: int) -> bool:
    """Whether the best lay of a card leaves no room for that of another."""
    dx, dy = s.pose[one, 0] - s.pose[other, 0], s.pose[one, 1] - s.pose[other, 1]
    return not apart(dx, dy, s.pose[one, 2], CARD, s.pose[other, 2])


@compiled
def _threat(g: Game, seat: Seat, gone: int, card: int, s: Sight) -> float:
    """The share of the unseen cards whose best lay leaves no room for that of one's own."""
    count, total = 0, 0
    for other in range(len(g.where)):
        if other != gone and g.where[other] <= PILE and g.where[other] != seat:
            total += 1
            if s.best[other] and _in_the_way(s, card, other):
                count += 1
    return count / max(1, total)


@compiled
def _tell_unseen(t: Tables, g: Game, seat: Seat, gone: int, s: Sight, at: int) -> None:
    into = s.inputs
    total = max(1, s.unseen.sum())
    above = 0
    for points in range(ABOVE_ANY_SCORE, 0, -1):
        above += s.unseen[points]
        if points <= HIGH:
            into[at + points - 1] = above / total
    ways, dice, plus = 0, 0, 0
    for card in range(len(g.where)):
        if card != gone and g.where[card] <= PILE and g.where[card] != seat:
            ways += s.many[card]
            dice += t.symbol[card] == DIE
            plus += t.symbol[card] == PLUS2
    into[at + HIGH] = log(1.0 + ways / total)
    into[at + HIGH + 1] = dice / total
    into[at + HIGH + 2] = plus / total
    into[at + HIGH + 3 :] = 0
