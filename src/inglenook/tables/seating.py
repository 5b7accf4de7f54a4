"""What happens at a table beside its match, and who sits where as a consequence.

The seating is folded from the happenings alone, as a position is from the match's entries.
"""

import msgspec
from msgspec import Struct


class Happening(Struct, frozen=True, tag_field="type", tag=str.lower):
    pass


class Sat(Happening, frozen=True):
    seat: int
    guest: str
    name: str


class Bot(Happening, frozen=True):
    seat: int
    level: str


class Left(Happening, frozen=True):
    """Someone gave up their own seat."""

    seat: int


class Freed(Happening, frozen=True):
    """A bot was sent away, or someone who had been away for long lost the seat."""

    seat: int


class Asked(Happening, frozen=True):
    """A seat asked to take its last move back."""

    seat: int
    to: int
    """The entry after which play would go on; -1 is the start."""
    after: int
    """The last entry when it was asked: any later one ends the question."""


class Answered(Happening, frozen=True):
    seat: int
    agree: bool


class Rematched(Happening, frozen=True):
    table: str


class Daily(Happening, frozen=True):
    """The table was made for the board of a day."""

    date: str


AnyHappening = Sat | Bot | Left | Freed | Asked | Answered | Rematched | Daily
decode = msgspec.json.Decoder(AnyHappening).decode


class Seating(Struct, frozen=True):
    """Who sits where, and what the people at the table have asked each other."""

    seats: tuple[Sat | Bot | None, ...]
    takeback: Asked | None = None
    agreed: tuple[int, ...] = ()
    """The seats that have agreed to the takeback."""
    rematch: str | None = None
    daily: str | None = None

    @property
    def full(self) -> bool:
        return None not in self.seats

    @property
    def guests(self) -> frozenset[str]:
        return frozenset(s.guest for s in self.seats if isinstance(s, Sat))

    def seats_of(self, guest: str) -> tuple[int, ...]:
        return tuple(s.seat for s in self.seats if isinstance(s, Sat) and s.guest == guest)

    def after(self, happening: Happening) -> "Seating":
        match happening:
            case Sat(seat) | Bot(seat):
                return self._put(seat, happening)
            case Left(seat) | Freed(seat):
                return self._put(seat, None)
            case Asked():
                return msgspec.structs.replace(self, takeback=happening, agreed=())
            case Answered(seat, True):
                return msgspec.structs.replace(self, agreed=(*self.agreed, seat))
            case Answered(_, False):
                return msgspec.structs.replace(self, takeback=None)
            case Rematched(table):
                return msgspec.structs.replace(self, rematch=table)
            case Daily(date):
                return msgspec.structs.replace(self, daily=date)
            case _:
                raise TypeError(happening)

    def _put(self, seat: int, who: Sat | Bot | None) -> "Seating":
        # The question was put to those who sat there: with others at the table it lapses.
        seats = (*self.seats[:seat], who, *self.seats[seat + 1 :])
        return msgspec.structs.replace(self, seats=seats, takeback=None)

    def at_entry(self, seq: int) -> "Seating":
        """The seating with the match at this entry: a move ends an open question."""
        if self.takeback and self.takeback.after != seq:
            return msgspec.structs.replace(self, takeback=None)
        return self

    def undecided(self) -> tuple[int, ...]:
        """The seats that must still agree: people other than the one who asked."""
        if not self.takeback:
            return ()
        asker = self.seats[self.takeback.seat]
        settled = {s.guest for s in self.seats if isinstance(s, Sat) and s.seat in self.agreed}
        if isinstance(asker, Sat):
            settled.add(asker.guest)
        return tuple(s.seat for s in self.seats if isinstance(s, Sat) and s.guest not in settled)


def rotated(seating: Seating) -> tuple[Happening, ...]:
    """The same company, everyone one seat on, as the happenings that seat them."""
    count = len(seating.seats)
    return tuple(
        msgspec.structs.replace(who, seat=(who.seat + 1) % count) for who in seating.seats if who
    )
