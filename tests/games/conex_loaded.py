"""CONEX with loaded chance: the test says who holds what, what is drawn and what is rolled."""

from functools import cache
from typing import Any

from msgspec.structs import replace

from inglenook import NATURE, Entry, Match, Move, Rng, find_game
from inglenook.games.conex.cards import deck
from inglenook.games.conex.rules.moves import Drew, Lay, Rolled
from inglenook.games.conex.rules.state import State
from inglenook.games.conex.rules.view import Fixed, Slide, View

CONEX = find_game("conex")


class Dealt:
    """A game in which seat 0 is about to have its turn. Every move is checked.

    Hands are cards with spaces between; the pile, unless it is given, is all cards nobody holds.
    Other arguments are fields of the state, or options.
    """

    def __init__(self, *hands: str, pile: str | None = None, **more: Any) -> None:
        fields = {name: more.pop(name) for name in list(more) if name in State.__struct_fields__}
        dealt = tuple(tuple(hand.split()) for hand in hands)
        gone = {*sum(dealt, ()), *(laid.card for laid in fields.get("laid", ()))}
        rest = sorted(deck().keys() - gone) if pile is None else sorted(pile.split())
        self.s: State = replace(
            CONEX.setup(len(hands), CONEX.decode_options({"table": "large", "goal": 50, **more})),
            **{"phase": "turn", "first": 0, "active": 0, "hands": dealt, **fields},
            pile=tuple(rest),
        )
        self.t = 0

    def refusal(self, seat: int, move: Move) -> str | None:
        return CONEX.check(self.s, Entry(0, self.t, seat, move))

    def play(self, seat: int, move: Move) -> None:
        assert self.refusal(seat, move) is None
        self.s = CONEX.apply(self.s, Entry(0, self.t, seat, move))

    def nature(self, move: Move) -> None:
        self.play(NATURE, move)

    def find(self, seat: int, card: str, corner: int = 0, target: str = "board") -> Fixed | Slide:
        """The first place for this corner on that target."""
        for lay in self.view(seat).legal.lays:
            if (lay.card, lay.corner, lay.target) == (card, corner, target):
                return lay
        raise AssertionError(f"{card} does not fit on {target} with corner {corner}")

    def lay(
        self,
        seat: int,
        card: str,
        corner: int = 0,
        target: str = "board",
        *,
        double: bool = False,
        roll: str = "",
        draw: str = "",
    ) -> None:
        """Lay a card; NATURE rolls and draws these where it has to."""
        lay = self.find(seat, card, corner, target)
        place = lay.start if isinstance(lay, Slide) else 0
        self.play(seat, Lay(card, corner, target, lay.spot, place, double))
        if self.s.phase == "rolling":
            self.nature(Rolled(roll))
        if self.s.phase == "drawing":
            self.nature(Drew(tuple(draw.split())))

    def view(self, seat: int | None = None) -> View:
        view: View = CONEX.view(self.s, seat)
        return view


def played(seats: int, seed: str, **options: Any) -> Match:
    """A match that was played at random to its end."""
    match = Match("conex", seats, options, seed)
    while not match.outcome():
        seat = min(match.to_move())
        move = CONEX.sample(match.state, seat, Rng(f"players of {seed}", len(match.log)))
        assert match.submit(seat, move, match.last_t + 1) is None
    return match


@cache
def crowded() -> State:
    """A small table on which no card in any hand fits, and an empty pile."""
    for n in range(100):
        state: State = played(2, f"crowded {n}", table="small", goal=200).state
        if all(state.hands):
            return state
    raise AssertionError("everything was laid in every game")
