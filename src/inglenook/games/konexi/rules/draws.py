"""What NATURE may draw in Konexi: a seat, the letters of a ring one by one, the die and the needle.

What a hand does when it lets go is drawn too, but cannot be listed.
"""

from collections import Counter
from collections.abc import Hashable, Sequence

from inglenook.core.game import Move, Parts
from inglenook.games.konexi.box import box
from inglenook.games.konexi.rules import hand, vocabulary
from inglenook.games.konexi.rules.moves import Ring, Rolled
from inglenook.games.konexi.rules.state import State
from inglenook.shared import first_player
from inglenook.shared.first_player import Lots


def chances(s: State, parts: Parts) -> Sequence[tuple[Hashable, int]]:
    """`Game.chances`."""
    match s.phase:
        case "lots":
            return first_player.chances(s.options.first, s.seats) if not parts else ()
        case "ring":
            return tuple((letter, 1) for letter in vocabulary.LETTERS if letter not in parts)
        case "roll":
            if not parts:
                return tuple(Counter(box().die.faces).items())
            return tuple((begins, 1) for begins in range(hand.WHOLE)) if len(parts) == 1 else ()
        case _:
            return ()


def drawn(s: State, parts: Parts) -> Move:
    """`Game.drawn`."""
    match s.phase, parts:
        case "lots", (int(seat),):
            return Lots(seat)
        case "roll", (str(face), int(begins)):
            return Rolled(face, begins)
        case _:
            return Ring("".join(map(str, parts)))


def parts(move: Move) -> Parts:
    """`Game.parts`."""
    match move:
        case Lots(seat):
            return (seat,)
        case Ring(letters):
            return tuple(letters)
        case Rolled(face, begins):
            return face, begins
        case _:
            return ()
