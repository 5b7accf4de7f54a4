"""What a bot makes of a position: which words a letter could bring, and what each join is worth."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from inglenook.core.game import Rng
from inglenook.core.units import Seat
from inglenook.games.konexi.bot.risk import risk
from inglenook.games.konexi.bot.traits import Flags, Traits, noticed
from inglenook.games.konexi.box import box
from inglenook.games.konexi.rules import offers, vocabulary
from inglenook.games.konexi.rules.hand import normal
from inglenook.games.konexi.rules.moves import Found, Join
from inglenook.games.konexi.rules.state import PENALTY
from inglenook.games.konexi.rules.view import Link, Place, Rest, View
from inglenook.games.konexi.rules.viewing import restore

FACES = tuple(int(face) for face in box().die.faces if face != "any")
DREAD = 1.0
"""Points that a fall costs besides those of the rules: the tower, and face."""
WIN = 8.0
"""Points that the last word is worth besides its own."""
CALM = 1.0
"""Points that a gauge of 1 is worth against one of 0, all else being equal."""
DROP = 8
"""Hundredths that the next letter typically takes off the gauge."""
CLOSER = 6
"""How many joins are looked at again for what they leave to the next player."""


class Weighed(NamedTuple):
    """A placement; how it is let go is another matter."""

    move: Found | Join
    worth: float
    """In points."""
    steady: int
    """The gauge as it is judged, in hundredths."""


class Reach(NamedTuple):
    """The words that come to mind for one more letter: the longest first."""

    lengths: list[int]
    rests: npt.NDArray[np.uint32]
    """Their other letters, all joined to each other: the letter must be joined to one of them."""

    def points(self, to: str | None = None) -> int:
        """Of the best word if the letter is joined to that one; None: to whichever is best."""
        if to is None:
            return self.lengths[0] if self.lengths else 0
        there = self.rests & vocabulary.bit(to) != 0
        return self.lengths[int(there.argmax())] if there.any() else 0


class Thought:
    """A seat's thoughts about the letters it can take and place, from what it sees."""

    def __init__(self, view: View, seat: Seat, traits: Traits, rng: Rng) -> None:
        self.view, self.seat, self.traits, self.rng = view, seat, traits, rng
        self.state = restore(view)
        self.tower = "".join(standing.letter for standing in view.tower)
        self.words = noticed(traits, turn(view, seat), again=False)
        self.hand = 0.0 if view.options.steady else traits.hand

    def reach(self, letter: str) -> Reach:
        return reach(self.view.links, self.tower, letter, self.words)

    def letter(self, letter: str) -> float:
        """What it is worth to have a letter."""
        if not self.tower:
            return self.best_rests(offers.rests(letter))[0].worth
        ways = self.joins(letter, offers.places(self.state.tower, letter))
        return ways[0].worth if ways else 0.0

    def best_rests(self, rests: Sequence[Rest]) -> list[Weighed]:
        found = []
        for rest in rests:
            steady = self._judged(rest.gauge)
            found.append(Weighed(Found(rest.pose), self._worth(steady, 0), steady))
        return sorted(found, key=lambda each: -each.worth)

    def joins(self, letter: str, places: Sequence[Place]) -> list[Weighed]:
        """The best join to each letter of the tower, best first."""
        mine = self.reach(letter)
        found = []
        for to in self.tower:
            ways = [(way, place.at) for place in places if place.to == to for way in place.ways]
            if self.traits.looks < len(ways):
                ways = [self.rng.choice(ways) for _ in range(self.traits.looks)]
            if ways:
                judged = [(self._judged(way.gauge), i) for i, (way, _) in enumerate(ways)]
                steady, i = max(judged)
                way, at = ways[i]
                worth = self._worth(steady, mine.points(to))
                found.append(Weighed(Join(way.own, to, at, way.roll), worth, steady))
        found.sort(key=lambda each: -each.worth)
        return self._foreseen(letter, found[:CLOSER]) if self.traits.ahead else found

    def _judged(self, steady: int) -> int:
        return (
            steady + round(100 * self.traits.eye * normal(self.rng)) if self.traits.eye else steady
        )

    def _worth(self, steady: int, points: int) -> float:
        score = self.view.scores[self.seat]
        fall = risk(steady, len(self.tower) + 1, self.hand)
        gain = points + (WIN if score + points >= self.view.options.goal else 0)
        cost = min(PENALTY, score) + DREAD
        return (1 - fall) * gain - fall * cost + CALM * min(steady, 100) / 100

    def _foreseen(self, letter: str, found: list[Weighed]) -> list[Weighed]:
        """The same, less what the next player can then expect of the tower, if it stands."""
        seen = []
        for each in found:
            assert isinstance(each.move, Join)
            links = (*self.view.links, Link(letter, each.move.own, each.move.to, each.move.at))
            # A tower that falls does not reach the next player.
            stands = 1 - risk(each.steady, len(self.tower) + 1, self.hand)
            after = self.traits.ahead * stands * self._next(links, self.tower + letter, each.steady)
            seen.append(each._replace(worth=each.worth - after))
        return sorted(seen, key=lambda each: -each.worth)

    def _next(self, links: tuple[Link, ...], tower: str, steady: int) -> float:
        """What the next player can expect of a tower."""
        ring = "".join(letter for letter in self.view.ring if letter not in tower)
        if not ring:
            return 0.0
        points = {
            letter: reach(links, tower, letter, self.words).points()
            for letter in {each for pair in _pairs(ring, self.view.token) for each in pair}
        }
        fall = risk(steady - DROP, len(tower) + 1, self.hand)
        score = self.view.scores[(self.seat + 1) % self.view.seats]
        total = 0.0
        chances = [max(points[a], points[b]) for a, b in _pairs(ring, self.view.token)]
        for best in (*chances, max(chances)):
            gain = best + (WIN if score + best >= self.view.options.goal else 0)
            total += (1 - fall) * gain - fall * min(PENALTY, score)
        return total / (len(chances) + 1)


def turn(view: View, seat: Seat) -> str:
    """What stays the same from the roll of the die to the word."""
    tower = "".join(each.letter for each in view.tower if each.letter != view.new)
    return f"{seat} {view.round} {tower}"


def reach(links: Sequence[Link], tower: str, letter: str, words: Flags) -> Reach:
    """The words of a letter that is not in the tower yet.

    Second connections are not looked for: a letter that meets two others is rare.
    """
    book, own = vocabulary.book(), np.uint32(vocabulary.bit(letter))
    inside = np.uint32(vocabulary.mask(tower)) | own
    found = np.flatnonzero(words & (book.masks & ~inside == 0) & (book.masks & own != 0))
    rests = book.masks[found] & ~own
    # Letters of a tree hang together when there is one more of them than joins between them.
    joins = np.zeros(len(found), np.int64)
    for link in links:
        both = np.uint32(vocabulary.bit(link.a) | vocabulary.bit(link.b))
        joins += rests & both == both
    whole = np.flatnonzero(np.bitwise_count(rests) - joins == 1)
    return Reach([len(book.words[i]) for i in found[whole]], rests[whole])


def said(view: View, words: Flags) -> Iterator[str]:
    """The words, among those, that may be claimed now, best first."""
    assert view.new
    pairs = vocabulary.neighbours((link.a, link.b) for link in view.links)
    found = vocabulary.spelled(pairs, view.new)
    return (vocabulary.book().words[i] for i in found[words[found]])


def _pairs(ring: str, token: int) -> list[tuple[str, str]]:
    """Which letters the next player may choose between, for each number of the die."""
    gaps = ((token + face) % len(ring) for face in FACES)
    return [(ring[gap], ring[(gap + 1) % len(ring)]) for gap in gaps]
