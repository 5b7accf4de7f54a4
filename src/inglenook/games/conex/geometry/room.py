"""What the targets themselves allow, worked out once: colours, edges, and their own corners.

Each CONEX corner has on each spot of each target a list of slides, from .. to, that is empty where
nothing is allowed; what does not slide has the one slide 0. What else lies on the table is not
looked at here.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from inglenook.games.conex.cards import board, deck
from inglenook.games.conex.geometry.placing import (
    BOARD,
    END,
    GAP,
    ORIGIN,
    SIDES,
    Part,
    colour,
    covers,
    edge,
    extent,
    normals,
    parts,
    pose,
)
from inglenook.games.conex.geometry.plane import COARSE, NORMALS, Ints, ints

Span = tuple[int, int]


class Tables(NamedTuple):
    """For compiled code. Cards are numbers in the order of the deck; the board comes after them."""

    first: Ints
    """[card]: the number of its first corner, among those of all cards; its last is before the
    first of the next."""
    turn: Ints
    anchor: Ints
    """[corner]: see `geometry.Part`."""
    value: Ints
    plus: Ints
    """[target]: what a lay on it scores in addition."""
    rooms: Ints
    """From, to."""
    room: Ints
    """[corner, target, spot]: its first row in `rooms`; the next spot's comes after its last."""


def edges(card: str, corner: int, target: str, spot: int) -> list[Span]:
    """Where the edges of a target and its colours let a corner be."""
    part, asked = parts()[card][corner], deck()[card].patches[corner].colour
    if not part.sliding:
        return [(0, 0)] if colour(target, spot, 0, 0) == asked else []
    last = edge(target, spot) - part.long - END
    square, side = board().square_mm * 1000, SIDES[BOARD][0]
    ways = (
        [(END, square - part.long), (side - square, last)] if target == "board" else [(END, last)]
    )
    return [way for way in ways if colour(target, spot, way[0], part.long) == asked]


def _clash(card: str, corner: int, target: str, spot: int, own: Part) -> Span:
    """The slides, from .. to, at which a corner touches one of its target's own."""
    part, at = parts()[card][corner], pose(card, corner, target, ORIGIN, spot, 0)
    low, high = -(10**9), 10**9
    for n in normals(part, at.d, own):
        mine, theirs = extent(part, at, n), extent(own, ORIGIN, n)
        # Along an edge in direction 0, a µm of slide is a µm of pose.
        step = NORMALS[n][spot % 2] * (1 if spot < 2 else -1)
        below, above = theirs[0] - mine[1] - (GAP << COARSE), theirs[1] - mine[0] + (GAP << COARSE)
        if step < 0:
            step, below, above = -step, -above, -below
        if step:
            low, high = max(low, below // step + 1), min(high, -(-above // step) - 1)
        elif not below < 0 < above:
            return 0, -1
    return low, high


def slides(card: str, corner: int, target: str, spot: int) -> list[Span]:
    """Where a target lets a corner be."""
    found = edges(card, corner, target, spot)
    if target == "board" or not found:
        return found
    if found == [(0, 0)]:
        return [] if covers(card, corner, target, spot, 0) else found
    for own in parts()[target]:
        low, high = _clash(card, corner, target, spot, own)
        if low <= high:
            halves = [
                half for a, b in found for half in ((a, min(b, low - 1)), (max(a, high + 1), b))
            ]
            found = [(a, b) for a, b in halves if a <= b]
    return found


@cache
def tables() -> Tables:
    cards = deck()
    corners = [(name, i) for name, card in cards.items() for i in range(len(card.patches))]
    rooms: list[Span] = []
    room = np.empty((len(corners), len(cards) + 1, 5), dtype=np.int64)
    for number, (name, corner) in enumerate(corners):
        for to, target in enumerate((*cards, "board")):
            for spot in range(4):
                room[number, to, spot] = len(rooms)
                rooms += slides(name, corner, target, spot)
            room[number, to, 4] = len(rooms)
    counts = [len(card.patches) for card in cards.values()]
    return Tables(
        first=ints(np.cumsum([0, *counts])),
        turn=ints([parts()[name][i].turn for name, i in corners]),
        anchor=ints([parts()[name][i].anchor for name, i in corners]),
        value=ints([cards[name].patches[i].value for name, i in corners]),
        plus=ints([2 * (card.symbol == "plus2") for card in cards.values()] + [0]),
        rooms=ints(rooms),
        room=ints(room),
    )
