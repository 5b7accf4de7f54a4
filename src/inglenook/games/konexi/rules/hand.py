"""The hand that lets go of a letter: the needle that swings, and what a slip does to the tower.

A person lets go at a moment, and the swing of the needle says what the hand did then. A bot says
how unsteady its hand is, and NATURE draws. An error is a push: the faster, the worse.
"""

from math import cos, e, hypot, log, pi, sin, sqrt
from typing import Literal

from msgspec import Struct

from inglenook.core.deadlines import moment
from inglenook.core.game import Entry, Rng
from inglenook.core.units import PlayMs, Seat
from inglenook.games.konexi.rules.moves import Error, Found, Join, LetGo

PERIOD: PlayMs = 1800
"""The needle swings there and back in this time."""
WHOLE = 1000
"""Parts of a swing, as NATURE draws where it begins."""
MAX_SPEED_CM_S = 80.0
"""cm/s at either end of the swing, with a tall tower: letting go without looking is then as bad as
a bot's hand that is not steady at all."""
TALL = 8
"""Letters of a tower at which hands are as nervous as they get."""
STEADY, SHAKY = 20.0, 40.0
"""cm/s up to which a hand was steady, and up to which it was no worse than shaky. Falls rise from
one to the next: see docs/konexi-study.md, "What a slip does"."""
BELIEVED: PlayMs = 100
"""How much earlier than its move came, besides the lag granted, a letter may have been let go."""

SPEED = 40
"""cm/s: how fast the letter in hand typically still is, where a bot's hand of 1 lets go."""
FASTEST = 99.0
"""cm/s: within what the rules allow, also after rounding."""
SHAKIEST = 2.0
"""The most unsteady hand that a bot may have."""
SHARE = 2**53
"""Chance is drawn in parts of this."""

How = Literal["steady", "shaky", "rough"]


class Swing(Struct, frozen=True, gc=False):
    """The needle of one turn."""

    begins: int
    """How far through its swing it was at `since`, in thousandths."""
    since: PlayMs
    """When the letter in hand was taken; before that, when the die was rolled."""


class Release(Struct, frozen=True, gc=False):
    """How a letter was let go."""

    seat: Seat
    needle: float
    """Where the needle stood: from -1 to 1, and 0 is the middle."""
    most: float
    """What an end of the swing stands for then; cm/s."""
    error: Error
    how: How
    """In a word."""


def nerves(letters: int) -> float:
    """How nervous hands are when they let go of the last of `letters` letters: up to 1."""
    return min(1.0, letters / TALL)


def most(letters: int) -> float:
    """How fast hands let go of the last of `letters` letters at either end of the swing; cm/s."""
    return MAX_SPEED_CM_S * nerves(letters)


def needle(swing: Swing, at: PlayMs) -> float:
    """Where the needle stands: from -1 to 1, and 0 is the middle."""
    return sin(2 * pi * ((at - swing.since) / PERIOD + swing.begins / WHOLE))


def error(swing: Swing, at: PlayMs, letters: int) -> Error:
    """What letting go then does to a tower of that many letters: a push along the table.

    Its direction goes round more slowly than the needle swings, so that nobody can choose it.
    """
    speed = most(letters) * needle(swing, at)
    way = 2 * pi * ((at - swing.since) / PERIOD + swing.begins / WHOLE) / e
    return round(speed * cos(way), 2), round(speed * sin(way), 2), 0.0


def believed(entry: Entry, released: PlayMs | None, swing: Swing) -> PlayMs:
    """When a letter was let go, by what its player says and what can be true.

    Within the lag that was granted, and a little more; and not before it was taken.
    """
    if released is None:
        return max(moment(entry), swing.since)
    earliest = max(moment(entry) - BELIEVED, swing.since)
    return max(earliest, min(released, entry.t))


def judged(speed: float) -> How:
    if speed <= STEADY:
        return "steady"
    return "shaky" if speed <= SHAKY else "rough"


def release(seat: Seat, let_go: LetGo, letters: int) -> Release:
    """How the last of `letters` letters was let go."""
    how = judged(hypot(*let_go.error))
    return Release(seat, let_go.needle, most(letters), let_go.error, how)


def at_moment(swing: Swing, at: PlayMs, letters: int) -> LetGo:
    """What a person's hand does. Rounded, so that a state is the same on every machine."""
    return LetGo(round(needle(swing, at), 3), error(swing, at, letters))


def drawn(hand: float, letters: int, rng: Rng) -> LetGo:
    """What a bot's hand does."""
    pushed = shake(hand, letters, rng)
    return LetGo(round(min(1, hypot(*pushed) / most(letters)), 3), pushed)


def fault(move: Found | Join) -> str | None:
    """Why a letter cannot be let go like this."""
    if move.hand is None:
        return None
    fair = 0 <= move.hand <= SHAKIEST and move.released is None
    return None if fair else "bad-hand"


def normal(rng: Rng) -> float:
    """A normal deviate, by Box and Muller."""
    radius = sqrt(-2 * log(1 - rng.below(SHARE) / SHARE))
    return radius * cos(2 * pi * rng.below(SHARE) / SHARE)


def spread(hand: float, letters: int) -> float:
    """How fast such a hand typically lets go of the last of `letters` letters; cm/s."""
    return SPEED * nerves(letters) * hand


def shake(hand: float, letters: int, rng: Rng) -> Error:
    """What the hand does to a tower that now has `letters` letters: in any direction."""
    speed = min(abs(normal(rng)) * spread(hand, letters), FASTEST)
    x, y, z = normal(rng), normal(rng), normal(rng)
    length = hypot(x, y, z)
    return round(speed * x / length, 2), round(speed * y / length, 2), round(speed * z / length, 2)
