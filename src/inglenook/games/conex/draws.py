"""What NATURE may draw in CONEX: a seat, cards one by one, a face of the die."""

from collections import Counter
from collections.abc import Hashable, Sequence

from inglenook.core.game import Move, Parts
from inglenook.games.conex.cards import board
from inglenook.games.conex.rules.moves import Deal, Drew, Gave, Rolled
from inglenook.games.conex.rules.state import HAND, State
from inglenook.shared import first_player
from inglenook.shared.first_player import Lots


def chances(s: State, parts: Parts) -> Sequence[tuple[Hashable, int]]:
    """`Game.chances`."""
    match s.phase:
        case "lots":
            return first_player.chances(s.options.first, s.seats) if not parts else ()
        case "deal":
            return _left(s.pile, parts) if len(parts) < HAND * s.seats else ()
        case "drawing":
            if len(parts) == s.due:
                return ()
            under = len(parts) - len(s.pile)
            return ((s.under[under], 1),) if under >= 0 else _left(s.pile, parts)
        case "rolling":
            return tuple(Counter(board().die).items()) if not parts else ()
        case "giving":
            return _left(s.hands[s.owing[len(parts)]], ()) if len(parts) < len(s.owing) else ()
        case _:
            return ()


def _left(cards: tuple[str, ...], drawn: Parts) -> Sequence[tuple[str, int]]:
    return tuple((card, 1) for card in cards if card not in drawn)


def drawn(s: State, parts: Parts) -> Move:
    """`Game.drawn`."""
    match s.phase:
        case "lots":
            (seat,) = parts
            assert isinstance(seat, int)
            return Lots(seat)
        case "rolling":
            return Rolled(str(parts[0]))
        case _:
            cards = tuple(map(str, parts))
    match s.phase:
        case "deal":
            return Deal({str(n): cards[HAND * n : HAND * (n + 1)] for n in range(s.seats)})
        case "drawing":
            return Drew(cards)
        case _:
            return Gave({str(seat): card for seat, card in zip(s.owing, cards, strict=True)})


def parts(s: State, move: Move) -> Parts:
    """`Game.parts`."""
    match move:
        case Lots(seat):
            return (seat,)
        case Deal(hands):
            return tuple(card for n in range(s.seats) for card in hands[str(n)])
        case Drew(cards):
            return cards
        case Rolled(face):
            return (face,)
        case Gave(given):
            return tuple(given[str(seat)] for seat in s.owing)
        case _:
            return ()
