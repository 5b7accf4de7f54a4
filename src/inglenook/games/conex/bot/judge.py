"""What a move is worth by the look of the table it leaves, in points.

What one could score next with the cards left is added to what a lay scores, and what the others
can be expected to score with hands that nobody has seen counts against it.
"""

from typing import NamedTuple

import numpy as np

from inglenook.core.units import Seat
from inglenook.games.conex.bot.field import (
    DIE,
    NAME,
    ON,
    PLUS2,
    POINTS,
    TURN,
    Field,
    Tables,
    X,
    Y,
    come,
    copy,
    put,
    take,
)
from inglenook.games.conex.bot.playout import GOAL, HEAD, PILE, SEATS, TAIL, Game
from inglenook.games.conex.geometry.plane import Ints
from inglenook.shared.compiled import compiled

ABOVE_ANY_SCORE = 15
"""More than any lay scores."""


class Taste(NamedTuple):
    """What counts for how much, in points."""

    draw: float
    """Two new cards."""
    short: float
    """How much more they are worth for each card that the hand is short of five."""
    die: float
    """A roll of the die."""
    plus: float
    """What it costs to lay a Plus-2 card that others may then lay cards on."""
    star: float
    """The 2x star, kept."""
    own: float
    """A point of one's own next lay; of the one after it, `fade` of that, and so on."""
    fade: float
    others: float
    """A point of the next lay of the player whose turn comes next."""
    later: float
    """A point of the next lay of each of those who come after that one."""
    card: float
    """A card that another player loses."""


@compiled
def outlook(f: Field, g: Game, seat: Seat, gone: int, w: Taste) -> float:
    """What a table is worth to a seat that has just moved: `gone` is the card it laid."""
    best = np.zeros(len(g.where), np.int64)
    for i in range(f.used[1]):
        best[f.rows[i, NAME]] = max(best[f.rows[i, NAME]], f.rows[i, POINTS])
    return outlook_by(best, g, seat, gone, w)


@compiled
def outlook_by(best: Ints, g: Game, seat: Seat, gone: int, w: Taste) -> float:
    """The same, where `best` is known: the most that each card scores."""
    # How many cards score how much: sorting by counting.
    hand, unseen = np.zeros(ABOVE_ANY_SCORE + 1, np.int64), np.zeros(ABOVE_ANY_SCORE + 1, np.int64)
    for card in range(len(g.where)):
        if card != gone and g.where[card] <= PILE:
            if g.where[card] == seat:
                hand[best[card]] += 1
            else:
                unseen[best[card]] += 1
    total, share = 0.0, w.own
    for points in range(ABOVE_ANY_SCORE, 0, -1):
        for _ in range(hand[points]):
            total += share * points
            share *= w.fade
    for other in range(g.now[SEATS]):
        if other != seat:
            follows = other == (seat + 1) % g.now[SEATS]
            total -= (w.others if follows else w.later) * expected(unseen, g.held[other])
    return total


@compiled
def expected(scores: Ints, held: int) -> float:
    """The most that some cards score on average: drawn from those that `scores` counts."""
    left, none, mean = scores.sum(), 1.0, 0.0
    for points in range(len(scores) - 1, 0, -1):
        for _ in range(scores[points]):
            chance = min(1.0, held / left)
            mean += none * chance * points
            none *= 1 - chance
            left -= 1
    return mean


@compiled
def by_symbol(t: Tables, card: int, w: Taste) -> float:
    """What the symbol of a card adds to the worth of laying it."""
    if t.symbol[card] == DIE:
        return w.die
    return -w.plus if t.symbol[card] == PLUS2 else 0.0


@compiled
def judge_lay(
    t: Tables, f: Field, g: Game, seat: Seat, row: Ints, double: bool, w: Taste, to: Field
) -> float:
    """The worth of a lay; `to` is room to work in."""
    card, points = row[NAME], float(row[POINTS])
    if g.points.max() >= g.now[GOAL]:
        return points + points if double else points
    if double:
        points += points - w.star
    points += by_symbol(t, card, w)
    copy(f, to)
    put(t, to, card, row[X], row[Y], row[TURN], row[ON], g.away.copy())
    return points + outlook(to, g, seat, card, w)


@compiled
def judge_draw(f: Field, g: Game, seat: Seat, w: Taste) -> float:
    """The worth of a draw, as far as the pile goes."""
    if g.points.max() >= g.now[GOAL]:
        return -1.0
    after = outlook(f, g, seat, -1, w)
    if g.now[HEAD] == g.now[TAIL]:
        return after
    return after + w.draw + w.short * (5 - int(g.held[seat]))


@compiled
def judge_strike(
    t: Tables,
    f: Field,
    g: Game,
    seat: Seat,
    slot: int,
    played: bool,
    w: Taste,
    to: Field,
    spare: Field,
) -> float:
    """The worth of lightning: at the end of a turn, or at its start with the best lay that follows.

    The others lose a card either way, so that counts only where the choice is to strike or not.
    `to` and `spare` are room to work in.
    """
    copy(f, to)
    away = g.away.copy()
    take(t, to, slot, away)
    come(t, to, to.laid[slot, 0], away)
    if played:
        lost = 0.0
        for other in range(g.now[SEATS]):
            if other != seat and g.held[other]:
                lost += w.card
        return lost + outlook(to, g, seat, -1, w)
    best = judge_draw(to, g, seat, w)
    for i in range(to.used[1]):
        if g.where[to.rows[i, NAME]] == seat:
            best = max(best, judge_lay(t, to, g, seat, to.rows[i], False, w, spare))
    return best


@compiled
def judge_give(t: Tables, f: Field, card: int, w: Taste) -> float:
    """The worth of giving a card: what it could have scored, now or later, counts against it."""
    best = 0
    for i in range(f.used[1]):
        if f.rows[i, NAME] == card:
            best = max(best, int(f.rows[i, POINTS]))
    some_day = int(t.values[card, 0])
    return -(best + some_day) / 2 - (w.die if t.symbol[card] == DIE else 0.0)
