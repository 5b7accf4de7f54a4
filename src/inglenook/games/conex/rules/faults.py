"""Why an entry may not come next: the first fault is the code."""

from typing import get_args

from inglenook.game import NATURE, Entry, Move
from inglenook.games.conex.cards import deck
from inglenook.games.conex.geometry import placing
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
    Lots,
    Pass,
    Rolled,
)
from inglenook.games.conex.rules.state import HAND, State, can_lay, is_free, star_fault

NATURES: dict[str, type[Move]] = {
    "lots": Lots,
    "deal": Deal,
    "drawing": Drew,
    "rolling": Rolled,
    "giving": Gave,
}
"""NATURE's move in each phase in which it has one."""
PLAYERS: dict[str, tuple[type[Move], ...]] = {
    "turn": (Lay, Draw, Pass, Lightning),
    "closing": (Lightning, End),
    "giving": (Give,),
}
"""What players can do in each phase in which it is for them to do something."""


def fault(s: State, entry: Entry) -> str | None:
    """None, or a reason code."""
    if s.phase == "over":
        return "game-over"
    if isinstance(entry.move, tuple(NATURES.values())):
        return _nature_fault(s, entry) if entry.seat == NATURE else "not-yours"
    if not 0 <= entry.seat < s.seats:
        return "not-yours"
    if not isinstance(entry.move, PLAYERS.get(s.phase, ())):
        return "wrong-phase"
    if isinstance(entry.move, Give):
        return _give_fault(s, entry.seat, entry.move.card)
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
    if not isinstance(entry.move, NATURES.get(s.phase, ())):
        return "wrong-phase"
    match entry.move:
        case Lots(seat):
            fair = 0 <= seat < s.seats if s.options.first is None else seat == s.options.first
            return None if fair else "bad-lots"
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
            if s.ends is None or entry.t < s.ends:
                return "too-early"
            fair = set(cards) == {str(seat) for seat in s.owing} and all(
                cards[str(seat)] in s.hands[seat] for seat in s.owing
            )
            return None if fair else "bad-gave"
        case _:
            raise AssertionError(entry.move)


def _give_fault(s: State, seat: int, card: str) -> str | None:
    if seat not in s.owing:
        return "nothing-owed"
    return None if card in s.hands[seat] else "not-in-hand"


def _lay_fault(s: State, seat: int, lay: Lay) -> str | None:
    if lay.card not in s.hands[seat]:
        return "not-in-hand"
    if not 0 <= lay.corner < len(deck()[lay.card].patches):
        return "bad-corner"
    if lay.target != "board" and all(laid.card != lay.target for laid in s.laid):
        return "no-such-target"
    if code := placing.fault(s.options.table, s.laid, lay):
        return code
    return star_fault(s, seat, "star2x") if lay.double else None


def _lightning_fault(s: State, seat: int, card: str) -> str | None:
    if all(laid.card != card for laid in s.laid):
        return "no-such-target"
    if code := star_fault(s, seat, "lightning"):
        return code
    return None if is_free(s, card) else "not-free"
