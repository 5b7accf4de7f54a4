"""What a row of a survey says of an entry of Konexi."""

from math import hypot

from msgspec import Struct

from inglenook.core.game import Entry
from inglenook.core.units import Seat
from inglenook.games.konexi.rules import offers
from inglenook.games.konexi.rules.hand import Release
from inglenook.games.konexi.rules.moves import LetGo, Settled
from inglenook.games.konexi.rules.state import State, raised


class Features(Struct, frozen=True):
    active: Seat | None
    """Whose turn it is; none before the first one."""
    round: int
    """Rounds begun so far: each has a tower of its own."""
    letter: str | None
    """The letter in hand."""
    letters: int
    """How many letters the tower has, with one that is being placed."""
    gauge: float | None
    """Where NATURE settles a tower: how steady it should be, from 1 down to 0 and below."""
    speed: float | None
    """Where NATURE settles a tower: how roughly the letter was let go, in cm/s."""
    verdict: str | None
    """Where NATURE settles a tower: `stands`, or how it fell."""
    word: str | None
    """The word that scored."""
    points: int
    """What that brought, or a fall cost."""


def features(before: State, entry: Entry, after: State) -> Features:
    """What there is to say of an entry, and of the states around it."""
    active = before.active
    gauge = speed = verdict = None
    letters = len(after.tower)
    if isinstance(entry.move, Settled):
        tower = raised(before)
        letters, verdict = len(tower), entry.move.verdict
        gauge = offers.steadiness(tower)[0] / 100
        let_go = entry.move.let_go or before.release
        if isinstance(let_go, LetGo | Release):
            speed = round(hypot(*let_go.error), 2)
    points = 0 if active is None else after.scores[active] - before.scores[active]
    said = active is not None and after.words[active] != before.words[active]
    return Features(
        active=active,
        round=before.round,
        letter=before.hand,
        letters=letters,
        gauge=gauge,
        speed=speed,
        verdict=verdict,
        word=after.words[active][-1].word if said and active is not None else None,
        points=points,
    )
