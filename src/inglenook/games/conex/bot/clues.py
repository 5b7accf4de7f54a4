"""What the others' last turns tell of their hands.

Who lays a card holds none that would have scored more; who draws holds none that scores well. A
view tells of the last lay, and so of those whose turn came after it.
"""

from typing import NamedTuple

import numpy as np

from inglenook.games.compiled import compiled
from inglenook.games.conex.bot.field import (
    DIE,
    NAME,
    PLUS2,
    POINTS,
    Field,
    Flags,
    field,
    tables,
)
from inglenook.games.conex.bot.judge import Taste
from inglenook.games.conex.bot.playout import HEAD, PILE, SEATS, TAIL, Game, chance
from inglenook.games.conex.bot.search import unseen
from inglenook.games.conex.geometry.lays import NUMBER
from inglenook.games.conex.geometry.plane import Ints
from inglenook.games.conex.rules.view import View
from inglenook.units import Seat

MORE = 0.5
"""Points by which a card scores more than the one that was laid, and would have been laid."""
GOOD = 4.5
"""Whoever holds a card that scores more than this does not draw."""
DOUBTED = 0.9
"""How often such a card, dealt to such a hand, is dealt again."""
AGAIN = 12
"""And how many times, at most."""
ROLLED = {"draw1": 1, "draw2": 2}


class Clues(NamedTuple):
    """What is known of all hands."""

    doubtful: Flags
    """[seat, card]: it would have been laid."""
    new: Ints
    """[seat]: how many cards came after that; they may be any."""


def nothing_told() -> Clues:
    """Where any card may be in any hand."""
    return Clues(np.zeros((4, len(NUMBER)), np.uint8), np.zeros(4, np.int64))


def clues(view: View, seat: Seat, f: Field, taste: Taste) -> Clues:
    """What a view tells of the others' hands; `f` has the lays of all cards in it."""
    told = nothing_told()
    last = view.scored
    # After one's own lay, or where the last card was struck, the view tells of none of theirs.
    if view.played or last is None or view.laid[-1].card != last.card:
        return told
    symbol = tables().symbol
    extra = np.where(symbol == DIE, taste.die, np.where(symbol == PLUS2, -taste.plus, 0.0))
    for back in range(1, view.seats):
        other = (seat - back) % view.seats
        if other != last.seat:
            told.doubtful[other] = _best(f) + extra > GOOD
            told.new[other] = 2
            continue
        before = _best(field(view.options.table, view.laid[:-1]))
        card = NUMBER[last.card]
        more = before + extra > last.value + last.plus + extra[card] + MORE
        told.doubtful[other] = more & (before > 0)
        if symbol[card] == DIE and view.rolled:
            told.new[other] = ROLLED.get(view.rolled, 0)
        break
    return told


def _best(f: Field) -> Ints:
    """[card]: the most that it scores."""
    best = np.zeros(len(NUMBER), np.int64)
    np.maximum.at(best, f.rows[: f.used[1], NAME], f.rows[: f.used[1], POINTS])
    return best


@compiled
def imagine_by(g: Game, seat: Seat, c: Clues) -> None:
    """As `imagine`, but of what is doubtful there is less in the hands."""
    cards, at = unseen(g, seat), 0
    for other in range(g.now[SEATS]):
        if other == seat:
            continue
        for k in range(g.held[other]):
            if k >= c.new[other]:
                for _ in range(AGAIN):
                    if not c.doubtful[other, cards[at]] or chance(g, 1000) >= 1000 * DOUBTED:
                        break
                    j = at + chance(g, len(cards) - at)
                    cards[at], cards[j] = cards[j], cards[at]
            g.where[cards[at]] = other
            at += 1
    for i in range(g.now[HEAD], g.now[TAIL]):
        g.pile[i] = cards[at]
        g.where[cards[at]] = PILE
        at += 1
