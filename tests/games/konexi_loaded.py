"""Konexi with a loaded die and a judge who says what the test wants to hear."""

from collections.abc import Sequence
from typing import Any

from inglenook import NATURE, Entry, Move, Record, Rng, find_game
from inglenook.games.konexi.rules.moves import (
    Claim,
    Found,
    Join,
    MoveToken,
    Nothing,
    Ring,
    Rolled,
    Settled,
    Take,
)
from inglenook.games.konexi.rules.state import State, raised
from inglenook.games.konexi.rules.view import View
from inglenook.games.konexi.tower import joins
from inglenook.games.konexi.tower.building import Tower, joined, links, nominal
from inglenook.shared.first_player import Lots

KONEXI = find_game("konexi")
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Stacked:
    """A game in which seat 0 begins, with all gauges. Every move is checked; time only goes on when
    told.
    """

    def __init__(self, seats: int = 2, ring: str = ALPHABET, **options: Any) -> None:
        self.options = options = {"suspense": False, **options}
        self.seats = seats
        self.s: State = KONEXI.setup(seats, KONEXI.decode_options(options))
        self.t = 0
        self.log: list[Entry] = []
        self.nature(Lots(options.get("first", 0)))
        self.nature(Ring(ring))

    @property
    def view(self) -> View:
        seen: View = KONEXI.view(self.s, None)
        return seen

    @property
    def active(self) -> int:
        assert self.s.active is not None
        return self.s.active

    def refusal(self, seat: int, move: Move) -> str | None:
        return KONEXI.check(self.s, Entry(len(self.log), self.t, seat, move))

    def refused(self, move: Move) -> str | None:
        """The code that the active seat gets."""
        return self.refusal(self.active, move)

    def play(self, seat: int, move: Move) -> None:
        assert self.refusal(seat, move) is None
        entry = Entry(len(self.log), self.t, seat, move)
        self.s = KONEXI.apply(self.s, entry)
        self.log.append(entry)

    def do(self, move: Move) -> None:
        """The active seat plays."""
        self.play(self.active, move)

    def nature(self, move: Move) -> None:
        self.play(NATURE, move)

    def take(self, letter: str) -> None:
        """The die says *any*, and this letter is taken."""
        self.nature(Rolled("any"))
        self.do(MoveToken(self.s.ring.index(letter)))
        self.do(Take("left"))

    def verdict(self, verdict: str = "stands") -> None:
        """NATURE's, with every letter where it nominally is."""
        poses = {piece.letter: nominal(piece) for piece in raised(self.s)}
        self.nature(Settled("the test", verdict, poses))

    def judge(self) -> str:
        """The verdict of the real engine."""
        move = KONEXI.nature(self.s, Rng("judge", 0))
        assert isinstance(move, Settled)
        self.nature(move)
        return move.verdict

    def found(self, letter: str, pose: int = 0) -> None:
        """Take a letter and lay it on the table; the turn goes to the next."""
        self.take(letter)
        self.do(Found(pose))
        self.verdict()

    def join(self, letter: str, way: Join, verdict: str = "stands") -> None:
        self.take(letter)
        self.do(way)
        self.verdict(verdict)

    def claim(self, word: str) -> None:
        self.do(Claim(word))

    def none(self) -> None:
        self.do(Nothing())

    def record(self) -> Record:
        return Record("konexi", KONEXI.rules_version, self.seats, self.options, "", tuple(self.log))


def stack(*pairs: str, **options: Any) -> Stacked:
    """A tower: `stack("R", "CR", "UC")` lays R, joins C to it and U to C, and nothing else meets.

    The last letter may be claimed.
    """
    base, *others = pairs
    table = Stacked(**options)
    table.found(base)
    for pair, way in zip(others, plan(table.s.tower, others), strict=True):
        if table.s.phase == "claim":
            table.none()
        table.join(pair[0], way)
    return table


def plan(tower: Tower, pairs: Sequence[str]) -> list[Join]:
    """Ways to join each first letter to each second, such that the next still has room."""
    found = _plan(tower, pairs)
    assert found is not None, f"there is no tower of {pairs}"
    return found


def _plan(tower: Tower, pairs: Sequence[str]) -> list[Join] | None:
    if not pairs:
        return []
    letter, to = tuple(pairs[0])
    for place in joins.places(tower, letter):
        for way in place.ways if place.to == to else ():
            higher = (*tower, joined(tower, letter, way.own, to, place.at, way.roll))
            if len(links(higher)) > len(tower):
                continue
            rest = _plan(higher, pairs[1:])
            if rest is not None:
                return [Join(way.own, to, place.at, way.roll), *rest]
    return None
