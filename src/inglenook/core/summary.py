"""What a finished game comes to: where the points came from, and a moment to remember."""

from msgspec import Struct

from inglenook.core.units import Seat


class Part(Struct, frozen=True):
    """Some of a seat's points, and what they came from.

    name    a stable code; a screen has a text for it
    points  how many; the parts of a seat add up to its score
    count   how many there were of what they came from: words, lays, falls
    """

    name: str
    points: int
    count: int = 0


class Moment(Struct, frozen=True):
    """A moment worth seeing again.

    step   the state that it led to, counted from the start, which is 0
    name   a stable code; a screen has a text for it
    seat   who did it
    facts  what the text leaves open
    """

    step: int
    name: str
    seat: Seat
    facts: dict[str, str | int] = {}


class Summary(Struct, frozen=True):
    """parts: those of each seat; none where the game does not tell."""

    parts: tuple[tuple[Part, ...], ...] = ()
    moment: Moment | None = None


class Keepsakes(Struct, frozen=True):
    """What those who played may like to remember.

    words  those that counted, for each seat, in their order; none that is coarse
    tower  how many letters the tallest tower had that stood
    """

    words: tuple[tuple[str, ...], ...] = ()
    tower: int = 0


def worthwhile(*parts: Part) -> tuple[Part, ...]:
    """The parts that there is something to tell of."""
    return tuple(part for part in parts if part.points or part.count)
