"""What is wrong with a place where somebody let go of a card: the judge's word, and where to look.

A hand lets go of a card anywhere. What was meant is the nearest way to lay it, on its own colour
rather than on another; whether that is allowed is for `placing.fault` alone to say.
"""

from collections.abc import Iterator
from math import hypot
from typing import NamedTuple

from inglenook.core.game import Refused
from inglenook.core.units import Seat
from inglenook.games.conex.cards import board, deck
from inglenook.games.conex.geometry import placing
from inglenook.games.conex.geometry.placing import BOARD, CARD, CORNERS, END, ORIGIN, SIDES
from inglenook.games.conex.rules.moves import Lay
from inglenook.games.conex.rules.state import State
from inglenook.games.conex.rules.view import Laid, Place, Pose, Verdict

NEAR = 60_000
"""A place farther than this from where the card would lie means nothing."""
OTHER_COLOUR = 2
"""How much nearer a way on another colour has to be to be meant."""

Points = tuple[tuple[int, int], ...]


class Way(NamedTuple):
    lay: Lay
    pose: placing.Pose
    off: float
    """How far it is from the place."""


def judge(s: State, seat: Seat, place: Place) -> Verdict:
    """Refused `not-in-hand`: of what nobody holds, nothing can be said."""
    if place.card not in s.hands[seat]:
        raise Refused("not-in-hand", detail=f"seat {seat} does not hold {place.card}")
    meant = min(_ways(s, place), key=lambda way: way.off * _unlikely(way.lay), default=None)
    if meant is None or meant.off > NEAR:
        return Verdict("nowhere")
    lay, pose, _ = meant
    how = Pose(*pose)
    match placing.fault(s.options.table, s.laid, lay):
        case "colour":
            return Verdict("colour", how, lay.target, _square_or_card(s, lay))
        case "covers-corner":
            return Verdict("covers-corner", how, lay.target, _covered(s, lay))
        case "off-table":
            return Verdict("off-table", how, None, _side(s, pose))
        case "touches":
            touched = _touched(s, lay, pose)
            return Verdict("touches", how, touched, _outline(_on(s, touched), touched))
        case _:
            return Verdict("closer", how)


def _unlikely(lay: Lay) -> float:
    long = _long(lay.card, lay.corner)
    below = placing.colour(lay.target, lay.spot, lay.slide, long)
    return 1 if below == deck()[lay.card].patches[lay.corner].colour else OTHER_COLOUR


def _ways(s: State, place: Place) -> Iterator[Way]:
    """Every way to lay the card near there, on whatever colour."""
    reach = placing.FAR + NEAR
    near = (laid for laid in s.laid if hypot(laid.x - place.x, laid.y - place.y) < reach)
    targets = ["board", *(laid.card for laid in near)]
    for corner in range(len(deck()[place.card].patches)):
        for target in targets:
            for spot in range(4):
                for first, last in _slides(place.card, corner, target, spot):
                    yield _nearest(s, place, Lay(place.card, corner, target, spot), first, last)


def _slides(card: str, corner: int, target: str, spot: int) -> list[tuple[int, int]]:
    if not placing.parts()[card][corner].sliding:
        return [(0, 0)]
    long = _long(card, corner)
    last = placing.edge(target, spot) - long - END
    if target != "board":
        return [(END, last)]
    square = board().square_mm * 1000
    return [(END, square - long), (SIDES[BOARD][0] - square, last)]


def _long(card: str, corner: int) -> int:
    part = placing.parts()[card][corner]
    return part.long if part.sliding else 0


def _nearest(s: State, place: Place, lay: Lay, first: int, last: int) -> Way:
    """The slide between these two at which the card would lie nearest to the place."""

    def at(slide: int) -> placing.Pose:
        on = _on(s, lay.target)
        return placing.pose(lay.card, lay.corner, lay.target, on, lay.spot, slide)

    start, end = at(first), at(last)
    dx, dy = end.x - start.x, end.y - start.y
    if square := dx * dx + dy * dy:
        share = ((place.x - start.x) * dx + (place.y - start.y) * dy) / square
        slide = first + round(min(1, max(0, share)) * (last - first))
        lay, start = Lay(lay.card, lay.corner, lay.target, lay.spot, slide), at(slide)
    return Way(lay, start, hypot(start.x - place.x, start.y - place.y))


def _laid(s: State, card: str) -> Laid:
    return next(laid for laid in s.laid if laid.card == card)


def _on(s: State, target: str) -> placing.Pose:
    if target == "board":
        return ORIGIN
    laid = _laid(s, target)
    return placing.Pose(laid.x, laid.y, laid.d)


def _outline(pose: placing.Pose, target: str) -> Points:
    shape = BOARD if target == "board" else CARD
    return tuple((pose.x + int(x), pose.y + int(y)) for x, y in CORNERS[shape, pose.d])


def _square_or_card(s: State, lay: Lay) -> Points:
    """What is of the wrong colour there."""
    if lay.target != "board":
        return _outline(_on(s, lay.target), lay.target)
    side, square = SIDES[BOARD][0], board().square_mm * 1000
    corner = (lay.spot + (lay.slide >= side - square)) % 4
    x, y = _outline(ORIGIN, "board")[corner]
    to_x, to_y = (x - square if x > 0 else x + square), (y - square if y > 0 else y + square)
    return (x, y), (to_x, y), (to_x, to_y), (x, to_y)


def _covered(s: State, lay: Lay) -> Points:
    """The CONEX corner of the card below that would be touched."""
    corner = placing.covered(lay.card, lay.corner, lay.target, lay.spot, lay.slide)
    assert corner is not None
    x, y, d = _on(s, lay.target)
    part = placing.parts()[lay.target][corner]
    return tuple((x + dx, y + dy) for dx, dy in part.outline[d])


def _side(s: State, pose: placing.Pose) -> Points:
    """The side of the table over which a card there would stick out the most."""
    width, height = placing.half(s.options.table)
    corners = _outline(pose, "")
    beyond: dict[Points, int] = {
        ((-width, -height), (-width, height)): max(-width - x for x, _ in corners),
        ((width, -height), (width, height)): max(x - width for x, _ in corners),
        ((-width, -height), (width, -height)): max(-height - y for _, y in corners),
        ((-width, height), (width, height)): max(y - height for _, y in corners),
    }
    return max(beyond, key=beyond.__getitem__)


def _touched(s: State, lay: Lay, pose: placing.Pose) -> str:
    """What a card there touches besides its target: the nearest of that."""
    others: list[tuple[str, placing.Pose]] = [("board", ORIGIN)]
    others += [(laid.card, placing.Pose(laid.x, laid.y, laid.d)) for laid in s.laid]
    touched = [
        (hypot(pose.x - other.x, pose.y - other.y), name)
        for name, other in others
        if name != lay.target
        and not placing.apart(
            pose.x - other.x,
            pose.y - other.y,
            pose.d,
            BOARD if name == "board" else CARD,
            other.d,
        )
    ]
    return min(touched)[1]
