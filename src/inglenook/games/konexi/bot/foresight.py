"""What a placement leads to: play goes on from each of the best, many times.

Chances to win are compared, not points: so it also counts who is about to win, what is left to the
next player, and what may come back from there.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from inglenook.core.game import Rng
from inglenook.core.units import Seat
from inglenook.games.konexi.bot.closer import risk
from inglenook.games.konexi.bot.playout import Game, laws, wins
from inglenook.games.konexi.bot.spelling import ALL, MAX_SETS, Ints, Masks, bit, hang
from inglenook.games.konexi.bot.traits import Traits
from inglenook.games.konexi.rules import offers
from inglenook.games.konexi.rules.moves import Found, Join
from inglenook.games.konexi.rules.state import PENALTY, State, near
from inglenook.games.konexi.rules.vocabulary import LETTERS

WIDE = 24
"""How many placements are looked at; then half of them, twice as closely, and so on."""
ROUND = 36
"""Playouts in which the die shows everything in the first two turns."""
FALLEN = 8 * ROUND
"""Playouts from a fallen tower, which is the same for all placements."""
MOST_TURNS = 100_000
"""Turns in all of them after which it chooses. A far goal makes games long."""
THEIRS = 0.65
"""The hand that all others are taken to have: Surgeon's."""
FEW_PLACEMENTS = 3
"""How many placements are left when shakier ways to them are looked at, too."""
BOLD = (8, 12, 20, 40)
"""What the gauge shows with these at the least, in hundredths."""
DREAD = 4
"""Points that a fall costs, where placements are sifted: a penalty, and the tower."""


class Choice(NamedTuple):
    """A way to place a letter."""

    letter: str
    move: Found | Join
    points: int
    """Of the best word there."""
    steady: int
    """The gauge then, in hundredths."""
    falls: float
    """The chance that the tower falls."""


class Foresight:
    """A seat's view of what comes after."""

    def __init__(self, s: State, seat: Seat, traits: Traits, rng: Rng) -> None:
        self._s, self._seat, self._traits = s, seat, traits
        self._seed = rng.below(2**60)
        self._turns = 0
        self._hand = 0.0 if s.options.steady else traits.hand
        theirs = 0.0 if s.options.steady else THEIRS
        self._laws = laws(traits.size, self._hand, theirs, s.options.goal)
        self._hung, self._points = np.zeros(MAX_SETS, np.uint32), np.zeros((ALL, ALL), np.int64)
        self._kept, mates, tower = 0, near(s.tower), 0
        for piece in s.tower:
            number = LETTERS.index(piece.letter)
            self._kept = self._hang(self._hung, self._points, number, mates[number] & tower)
            tower |= 1 << number

    def best(self, letters: Iterable[str]) -> Choice | None:
        """The most promising way to place one of some letters; None if none can be placed."""
        found = [each for letter in dict.fromkeys(letters) for each in self._choices(letter)]
        if not found:
            return None
        found.sort(key=lambda each: -_promise(each))
        left = [(each, self._after(each)) for each in found[:WIDE]]
        fallen = self._wins(self._fallen(), 0, FALLEN) / FALLEN
        won, played, more = dict.fromkeys(found, 0), 0, ROUND
        # While the letter is chosen, the steadiest ways stand for all.
        bold = not self._s.hand
        while True:
            for each, game in left:
                won[each] += self._wins(game, played, more)
            played += more
            worths = {
                each: each.falls * fallen + (1 - each.falls) * won[each] / played
                for each, _ in left
            }
            left.sort(key=lambda each: -worths[each[0]])
            enough = played >= self._traits.playouts or self._turns >= MOST_TURNS
            if len(left) == 1 or enough:
                return left[0][0]
            left, more = left[: max(2, len(left) // 2)], played
            if len(left) <= FEW_PLACEMENTS and not bold:
                bold = True
                shakier = [each for one, _ in left for each in self._shakier(one)]
                for each in shakier:
                    game = self._after(each)
                    won[each] = self._wins(game, 0, played)
                    left.append((each, game))

    def _choices(self, letter: str) -> list[Choice]:
        """The steadiest way to join a letter to each letter of the tower, or to lay it down."""
        if not self._s.tower:
            rest = max(offers.rests(letter), key=lambda each: each.gauge)
            return [self._choice(letter, rest.gauge, Found(rest.pose))]
        steadiest = {join.to: (steady, join) for steady, join in self._joins(letter)}
        return [self._choice(letter, steady, join) for steady, join in steadiest.values()]

    def _shakier(self, choice: Choice) -> list[Choice]:
        """Shakier ways to the same word: those with shakier hands have to build on them."""
        if isinstance(choice.move, Found):
            return []
        ways = [way for way in self._joins(choice.letter) if way[1].to == choice.move.to]
        found = {}
        for least in BOLD:
            steady, join = next(way for way in ways if way[0] >= min(least, choice.steady))
            if steady < choice.steady:
                found[join] = self._choice(choice.letter, steady, join)
        return list(found.values())

    def _joins(self, letter: str) -> list[tuple[int, Join]]:
        """All ways to join a letter, by their gauges, the shakiest first."""
        joins = [
            (way.gauge, Join(way.own, place.to, place.at, way.roll))
            for place in offers.places(self._s.tower, letter)
            for way in place.ways
        ]
        return sorted(joins, key=lambda each: each[0])

    def _choice(self, letter: str, steady: int, move: Found | Join) -> Choice:
        to = LETTERS.index(move.to) if isinstance(move, Join) else 0
        points = int(self._points[LETTERS.index(letter), to])
        fall = risk(steady, len(self._s.tower) + 1, self._hand)
        return Choice(letter, move, points, steady, fall)

    def _after(self, choice: Choice) -> Game | None:
        """The game once the tower stands and the word is said; None if that wins it."""
        s, number = self._s, LETTERS.index(choice.letter)
        scores = np.array(s.scores)
        scores[self._seat] += choice.points
        if scores[self._seat] >= s.options.goal:
            return None
        ring, token = s.ring, s.token
        if choice.letter in ring:
            # It is yet to be taken: the token then stands between its neighbours.
            at, ring = ring.index(choice.letter), ring.replace(choice.letter, "")
            token = (at - 1) % len(ring) if ring else 0
        hung, points = self._hung.copy(), self._points.copy()
        to = bit(LETTERS.index(choice.move.to)) if isinstance(choice.move, Join) else 0
        kept = self._hang(hung, points, number, int(to))
        order = np.zeros(ALL, np.int64)
        order[: len(ring)] = [LETTERS.index(each) for each in ring]
        letters, steady = len(s.tower) + 1, max(0, choice.steady)
        now = len(ring), token, self._next, steady, letters, kept
        return Game(order, scores, hung, points, now)

    def _fallen(self) -> Game:
        """The game once the tower has fallen."""
        scores = np.array(self._s.scores)
        scores[self._seat] -= min(PENALTY, scores[self._seat])
        nothing = np.zeros((ALL, ALL), np.int64)
        return Game(nothing[0], scores, self._hung, nothing, (0, 0, self._next, 100, 0, 0))

    @property
    def _next(self) -> Seat:
        return (self._seat + 1) % self._s.seats

    def _hang(self, hung: Masks, points: Ints, letter: int, to: int) -> int:
        return hang(self._laws.words, hung, self._kept, letter, np.uint32(to), points)

    def _wins(self, game: Game | None, first: int, more: int) -> int:
        """How many of some games are won from here; None is won already."""
        if game is None:
            return more
        won, turns = wins(self._laws, game, self._seat, self._seed, first, first + more)
        self._turns += turns
        return won


def _promise(choice: Choice) -> float:
    """What a placement is worth at a first glance."""
    return (1 - choice.falls) * choice.points - choice.falls * DREAD + choice.steady / 100
