"""What comes to a bot's mind on a board, and when; and what an interrupt does for its sheet."""

import math
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from inglenook import words
from inglenook.core.game import Rng
from inglenook.core.units import PlayMs, Seat
from inglenook.games.prolix import prospects
from inglenook.games.prolix.scoring import penalty, total
from inglenook.games.prolix.view import Line, View

ROOM = 100
"""Words looked at beyond those that may come to mind: the best ones may all be barred."""
LOOK = 1500
"""ms in which a board is taken in before any word comes to mind."""
LETTER = 90
"""ms in which a letter is spoken or typed."""
CONTENT_AFTER_MS = 25_000
"""ms after which a bot is content with the best word that has come to mind."""
HASTE = 0.75
"""The most that a bot uses of the time there is."""
Tiles: TypeAlias = dict[str, list[int]]
"""A board as the word search wants it: each letter's points, best first."""
SHARE = 2**32
"""Chance is drawn in parts of this."""
EASE = {35: 100, 50: 70, 60: 50, 70: 35}
"""By SCOWL size: of a hundred times, how often a word of up to eight letters does come to mind."""


class Traits(Struct, frozen=True):
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
    overlooks: int = 0
    """Of a hundred tiles, how many it does not notice: on average, since some boards are looked at
    with more attention than others."""
    reflex: int = 0
    """Of a hundred words that others begin to say, how many it breaks into with its own."""
    weighs: bool = False
    """It interrupts and challenges by what that can be expected to bring: see `prospects`."""
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


def think(view: View, traits: Traits, rng: Rng) -> Thought:
    noticed = _noticed(view, traits, rng)
    known = words.best_places(noticed, traits.deep + ROOM, traits.size)
    start = next((i for i, at in enumerate(known) if free(view, words.word_at(at))), None)
    if start is None:
        return Thought(0, iter(()))
    pool = known[start : start + traits.deep]
    low, high = traits.content
    most = words.value(words.word_at(pool[0]), noticed)
    aim = math.ceil(most * (low + rng.below(high - low + 1)) / 100)
    return Thought(aim, _ideas(view, noticed, pool, traits.pace, rng))


def _noticed(view: View, traits: Traits, rng: Rng) -> Tiles:
    """The tiles that catch its eye: as to people, those it overlooks are worth nothing to it."""
    found = tiles(view)
    if not traits.overlooks:
        return found
    missed = rng.below(2 * traits.overlooks + 1)
    seen = {
        letter: [each for each in points if rng.below(100) >= missed]
        for letter, points in found.items()
    }
    return {letter: points for letter, points in seen.items() if points} or found


def _ideas(view: View, noticed: Tiles, pool: list[int], pace: PlayMs, rng: Rng) -> Iterator[Idea]:
    ms = 0.0
    while True:
        ms -= pace * math.log(1 - rng.below(SHARE) / SHARE)
        # The eye is drawn to valuable tiles: the better a word, the sooner it comes to mind.
        word = words.word_at(pool[int((rng.below(SHARE) / SHARE) ** 2 * len(pool))])
        if rng.below(100) < ease(word) and free(view, word):
            ready = LOOK + round(ms) + LETTER * len(word)
            yield Idea(word, words.value(word, noticed), ready)


def pick(thought: Thought, time: PlayMs | None) -> Idea | None:
    """The first idea it is content with, or the best when its patience ends.

    In any case within the `time` there is, if it is limited.
    """
    limit = CONTENT_AFTER_MS if time is None else min(CONTENT_AFTER_MS, int(time * HASTE))
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
    size = words.size_of(word) or words.MAX_SCOWL_SIZE
    common = next(ease for up_to, ease in EASE.items() if size <= up_to)
    return common * 8 // max(8, len(word))


def tiles(view: View) -> Tiles:
    found: Tiles = {}
    for tile in sorted((t for t in view.tiles if t), key=lambda t: -t.points):
        found.setdefault(tile.letter.lower(), []).append(tile.points)
    return found


def free(view: View, word: str) -> bool:
    """Whether this seat may still use a word in this game."""
    return word not in view.barred and not any(words.clash(word, used) for used in view.used)


def interrupt(
    view: View, seat: Seat, thought: Thought, traits: Traits, time: PlayMs
) -> Idea | None:
    """The first idea within a time that is worth an interrupt, and that it is content with.

    Who weighs what an interrupt brings is content with any that brings enough.
    """
    for idea in thought.ideas:
        if idea.ms > time:
            return None
        if traits.weighs:
            brings = prospects.gain(view, seat, idea.value)
        elif idea.value >= thought.aim:
            brings = worth(view, seat, idea.value, usual=thought.aim)
        else:
            continue
        if brings >= traits.dares:
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
