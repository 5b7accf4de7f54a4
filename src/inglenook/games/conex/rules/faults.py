"""Why an entry may not come next: the first fault is the code."""

from typing import get_args

from inglenook.core.deadlines import has_lapsed, is_late
from inglenook.core.game import NATURE, Entry
from inglenook.core.units import Seat
from inglenook.games.conex.cards import deck
from inglenook.games.conex.geometry import lays, placing
from inglenook.games.conex.rules.moves import (
    Deal,
    Draw,
    Drew,
    End,
    Face,
    Gave,
    Give,
    Lay,
    Lightning,
    Pass,
    Rolled,
)
from inglenook.games.conex.rules.state import HAND, State, can_lay, free, star_fault
from inglenook.shared import first_player
from inglenook.shared.first_player import Lots
from inglenook.shared.phases import Phases

PHASES = Phases(
    nature={"lots": Lots, "deal": Deal, "drawing": Drew, "rolling": Rolled, "giving": Gave},
    players={
        "turn": (Lay, Draw, Pass, Lightning),
        "closing": (Lightning, End),
        "giving": (Give,),
    },
)


def fault(s: State, entry: Entry) -> str | None:
    """None, or a reason code."""
    if code := PHASES.fault(s.phase, s.seats, entry):
        return code
    if entry.seat == NATURE:
        return _nature_fault(s, entry)
    if isinstance(entry.move, Give):
        return _give_fault(s, entry, entry.move.card)
    if entry.seat != s.active:
        return "not-your-turn"
    match entry.move:
        case Lay():
            return _lay_fault(s, entry.seat, entry.move)
        case Lightning(card):
            return _lightning_fault(s, entry.seat, card)
        case Draw():
            return None if s.left else "nothing-to-draw"
        case Pass():
            return "can-play" if s.left or can_lay(s, entry.seat) else None
        case _:
            return None


def _nature_fault(s: State, entry: Entry) -> str | None:
    match entry.move:
        case Lots():
            return first_player.fault(entry.move, s.options.first, s.seats)
        case Deal(hands):
            cards = [card for hand in hands.values() for card in hand]
            fair = (
                set(hands) == {str(seat) for seat in range(s.seats)}
                and all(len(hand) == HAND for hand in hands.values())
                and len(set(cards)) == len(cards)
                and set(cards) <= set(s.pile)
            )
            return None if fair else "bad-deal"
        case Drew(cards):
            count = min(s.due, len(s.pile))
            chance, rest = set(cards[:count]), cards[count:]
            fair = len(chance) == count and chance <= set(s.pile)
            return None if fair and rest == s.under[: s.due - count] else "bad-draw"
        case Rolled(face):
            return None if face in get_args(Face) else "bad-face"
        case Gave(cards):
            if not has_lapsed(entry, s.ends):
                return "too-early"
            fair = set(cards) == {str(seat) for seat in s.owing} and all(
                cards[str(seat)] in s.hands[seat] for seat in s.owing
            )
            return None if fair else "bad-gave"
        case _:
            raise AssertionError(entry.move)


def _give_fault(s: State, entry: Entry, card: str) -> str | None:
    if entry.seat not in s.owing:
        return "nothing-owed"
    if card not in s.hands[entry.seat]:
        return "not-in-hand"
    return "too-late" if is_late(entry, s.ends) else None


def _lay_fault(s: State, seat: Seat, lay: Lay) -> str | None:
    if lay.card not in s.hands[seat]:
        return "not-in-hand"
    if not 0 <= lay.corner < len(deck()[lay.card].patches):
        return "bad-corner"
    if lay.target != "board" and all(laid.card != lay.target for laid in s.laid):
        return "no-such-target"
    if not lays.stands(s.options.table, s.laid, lay):
        return placing.fault(s.options.table, s.laid, lay)
    return star_fault(s, seat, "star2x") if lay.double else None


def _lightning_fault(s: State, seat: Seat, card: str) -> str | None:
    if all(laid.card != card for laid in s.laid):
        return "no-such-target"
    if code := star_fault(s, seat, "lightning"):
        return code
    return None if card in free(s) else "not-free"
