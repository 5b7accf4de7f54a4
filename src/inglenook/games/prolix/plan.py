"""What comes to a bot's mind on a board, and when; and what an interrupt does for its sheet."""

import math
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from inglenook import words
from inglenook.game import Rng
from inglenook.games.prolix.scoring import penalty, total
from inglenook.games.prolix.view import Line, View
from inglenook.units import PlayMs, Seat

ROOM = 100
"""Words looked at beyond those that may come to mind: the best ones may all be barred."""
LOOK = 1500
"""ms in which a board is taken in before any word comes to mind."""
LETTER = 90
"""ms in which a letter is spoken or typed."""
PATIENCE = 25_000
"""ms after which a bot is content with the best word that has come to mind."""
HASTE = 0.75
"""The most that a bot uses of the time there is."""
SHARE = 2**32
"""Chance is drawn in parts of this."""
EASE = {35: 100, 50: 70, 60: 50, 70: 35}
"""By SCOWL size: of a hundred times, how often a word of up to eight letters does come to mind."""


class Mind(Struct, frozen=True):
    """What tells one level from another."""

    size: int
    """Its vocabulary: SCOWL's words up to this size."""
    deep: int
    """It thinks of words among this many of the best it knows."""
    pace: PlayMs
    """ms from one thought to the next, on average."""
    content: tuple[int, int]
    """From a bad to a good moment: the percentage of the best word's points that satisfies it."""
    dares: int
    """The points that an interrupt must add to its total."""
    courtesy: PlayMs
    """ms that it leaves another to think before it thinks of interrupting."""
    doubt: int
    """Of a hundred words it does not know, how many it challenges."""
    reflex: int = 0
    """Of a hundred words that others begin to say, how many it breaks into with its own."""
    flips: PlayMs | None = None
    """ms of another's turn after which it flips the timer, where it has no word itself."""


class Idea(NamedTuple):
    word: str
    value: int
    ms: PlayMs
    """When it has come to mind and been spoken, from the moment the board was seen."""


class Thought(NamedTuple):
    aim: int
    """The value it is content with on this board."""
    ideas: Iterator[Idea]
    """As they come to mind, without end."""


def think(view: View, mind: Mind, rng: Rng) -> Thought:
    known = words.best(tiles(view), mind.size, limit=mind.deep + ROOM)
    start = next((i for i, (word, _) in enumerate(known) if free(view, word)), None)
    if start is None:
        return Thought(0, iter(()))
    pool = known[start : start + mind.deep]
    low, high = mind.content
    aim = math.ceil(pool[0][1] * (low + rng.below(high - low + 1)) / 100)
    return Thought(aim, _ideas(view, pool, mind.pace, rng))


def _ideas(view: View, pool: list[tuple[str, int]], pace: PlayMs, rng: Rng) -> Iterator[Idea]:
    ms = 0.0
    while True:
        ms -= pace * math.log(1 - rng.below(SHARE) / SHARE)
        # The eye is drawn to valuable tiles: the better a word, the sooner it comes to mind.
        word, value = pool[int((rng.below(SHARE) / SHARE) ** 2 * len(pool))]
        if rng.below(100) < ease(word) and free(view, word):
            yield Idea(word, value, LOOK + round(ms) + LETTER * len(word))


def pick(thought: Thought, time: PlayMs | None) -> Idea | None:
    """The first idea it is content with, or the best when its patience ends.

    In any case within the `time` there is, if it is limited.
    """
    limit = PATIENCE if time is None else min(PATIENCE, int(time * HASTE))
    best: Idea | None = None
    for idea in thought.ideas:
        if best and idea.ms > limit:
            break
        if best is None or idea.value > best.value:
            best = idea
        if best.value >= thought.aim and best.ms <= limit:
            return best
    return best and best._replace(ms=limit)


def ease(word: str) -> int:
    """How readily a word comes to mind, in a hundred: long and rare ones less."""
    size = words.size_of(word) or words.LARGEST
    common = next(ease for up_to, ease in EASE.items() if size <= up_to)
    return common * 8 // max(8, len(word))


def tiles(view: View) -> dict[str, list[int]]:
    """The board as the word search wants it: each letter's points, best first."""
    found: dict[str, list[int]] = {}
    for tile in sorted((t for t in view.tiles if t), key=lambda t: -t.points):
        found.setdefault(tile.letter.lower(), []).append(tile.points)
    return found


def free(view: View, word: str) -> bool:
    """Whether this seat may still use a word in this game."""
    return word not in view.barred and not any(words.clash(word, used) for used in view.used)


def interrupt(view: View, seat: Seat, thought: Thought, mind: Mind, time: PlayMs) -> Idea | None:
    """The first idea within a time that it is content with and that is worth an interrupt."""
    for idea in thought.ideas:
        if idea.ms > time:
            return None
        if idea.value < thought.aim:
            continue
        if worth(view, seat, idea.value, usual=thought.aim) >= mind.dares:
            return idea
    return None


def worth(view: View, seat: Seat, value: int, usual: int) -> int:
    """What an interrupt of that value adds to the seat's final total.

    The regular words still to come are taken to be worth `usual` each.
    """
    sheet, seats = view.sheets[seat], view.seats
    to_come = (Line("", usual),) * (view.rounds - len(sheet.regular))
    full = replace(sheet, regular=(*sheet.regular, *to_come))
    line = Line("", value - penalty(seats))
    more = replace(full, interrupts=(*full.interrupts, line))
    return total(more, seats) - total(full, seats)
