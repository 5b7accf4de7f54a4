"""The fold of ratings over the finished games, in the order in which they ended.

What it leads to is kept: a step for everyone in each rated game, and where the steps led. Any
worker takes the next games; since a step can be written only once, so can a game.
"""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import combinations, groupby
from typing import Any
from weakref import WeakKeyDictionary

from msgspec import Struct

from inglenook.core.units import DAY_MS, WallMs
from inglenook.server.ratings.counting import MOST_GAMES_OF_PAIR, Rated, is_often
from inglenook.server.ratings.finished_rows import Value, rows
from inglenook.server.ratings.rating import NEW, Placed, Rating, after
from inglenook.server.store import Conflict, Statement, Store
from inglenook.server.store.base import among

AT_ONCE = 100
"""Games that are taken in one transaction."""

_NEXT = f"""SELECT f.number, f.scale, f.at,
        r.guest, r.level, r.place, r.gone, g.mu, g.sigma, g.games
    FROM finished f JOIN results r ON r.number = f.number AND r.late = 0
    LEFT JOIN ratings g ON g.guest = r.guest AND g.scale = f.scale
    WHERE f.rated = {Rated.COUNTS:d} AND f.number IN (
        SELECT number FROM finished WHERE rated = {Rated.COUNTS:d}
            AND number > (SELECT coalesce(max(number), 0) FROM rating_steps)
            ORDER BY number LIMIT {AT_ONCE})
    ORDER BY f.number, r.seat"""
_OFTEN = f"UPDATE finished SET rated = {Rated.OFTEN:d} WHERE number = $1"
_STEP = "INSERT INTO rating_steps VALUES ($1, $2, $3, $4, $5, $6, $7)"
_KEEP = """INSERT INTO ratings VALUES ($1, $2, $3, $4, $5) ON CONFLICT (guest, scale)
    DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games"""


class RatedPlayer(Struct, frozen=True):
    """Somebody who played a rated game from its start: a guest, or a bot of a level."""

    guest: str
    level: str
    place: int
    gone: int
    """0: stayed to the end; 1 for the last to go, 2 for the one before, and so on."""


class RatedGame(Struct, frozen=True):
    number: int
    scale: str
    at: WallMs
    """When it ended."""
    played: tuple[RatedPlayer, ...]

    @property
    def pairs(self) -> Iterator[tuple[str, str]]:
        """Every two people who met."""
        return combinations(sorted(who.guest for who in self.played if who.guest), 2)


class Fold:
    """Ratings by guest and scale, with how many games led to them, and the steps on the way."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], tuple[Rating, int]] = {}
        self.steps: list[tuple[Value, ...]] = []
        self.often: list[int] = []
        """The numbers of games that do not count, as two of their people met too often."""
        self._met: dict[tuple[str, str], list[WallMs]] = {}
        """When the latest games ended that count, for each two people."""

    def meet(self, pair: tuple[str, str], at: WallMs) -> None:
        """Note a game of two people that counts."""
        latest = sorted((*self._met.get(pair, ()), at))
        self._met[pair] = latest[-MOST_GAMES_OF_PAIR:]

    def take(self, game: RatedGame) -> None:
        if any(is_often(self._met.get(pair, ()), game.at) for pair in game.pairs):
            self.often.append(game.number)
            return
        for pair in game.pairs:
            self.meet(pair, game.at)
        scale = game.scale
        before = [self.known.get((who.guest, scale), (NEW, 0)) for who in game.played]
        ranks = _ranks(game.played)
        placed = [
            Placed(rank, rating, who.level)
            for who, rank, (rating, _) in zip(game.played, ranks, before, strict=True)
        ]
        ratings = after(scale, placed)
        for who, (was, games), now in zip(game.played, before, ratings, strict=True):
            if who.guest:
                if who.gone:
                    now = Rating(min(now.mu, was.mu), now.sigma)
                self.known[who.guest, scale] = now, games + 1
                step = game.number, who.guest, scale, now.mu, now.sigma, was.mu, was.sigma
                self.steps.append(step)

    def anew(self) -> Iterator[Statement]:
        """What writes all of it, where there is nothing yet."""
        yield from rows("rating_steps", self.steps)
        yield from rows("ratings", self._kept())

    def added(self) -> Iterator[Statement]:
        """What adds it to what is there."""
        yield from (Statement(_OFTEN, (number,)) for number in self.often)
        yield from (Statement(_STEP, step) for step in self.steps)
        yield from (Statement(_KEEP, each) for each in self._kept())

    def _kept(self) -> Iterator[tuple[Value, ...]]:
        for (guest, scale), (rating, games) in self.known.items():
            if games:
                yield guest, scale, rating.mu, rating.sigma, games


def _ranks(played: Iterable[RatedPlayer]) -> list[int]:
    """Those who gave up, ran out of time or left come after all the others, the first to go last.

    So nobody gains if another goes later; nor does anybody who goes: see `Fold.take`.
    """
    keys = [(who.gone, who.place) for who in played]
    return [1 + sum(other < key for other in keys) for key in keys]


async def catch_up(store: Store) -> None:
    """Take all rated games that were not taken yet."""
    # One after the other: where many games end at once, each would else find and take all of them.
    async with _turn.setdefault(store, asyncio.Lock()):
        while True:
            (found,) = await store.run(Statement(_NEXT))
            if not found:
                return
            fold = Fold()
            games = list(_games(found, fold))
            await _know_who_met(store, fold, games)
            for game in games:
                fold.take(game)
                await asyncio.sleep(0)  # nobody has to wait for all of them
            with suppress(Conflict):  # another worker took them
                await store.run(*fold.added())


_turn: WeakKeyDictionary[Store, asyncio.Lock] = WeakKeyDictionary()
"""Of those at this worker who want to take games."""


def _games(found: list[tuple[Any, ...]], fold: Fold) -> Iterator[RatedGame]:
    """The games, and who was known before: with the first game of a guest comes their rating."""
    for (number, scale, at), lines in groupby(found, key=lambda row: row[:3]):
        played = []
        for _, _, _, guest, level, place, gone, mu, sigma, games in lines:
            if mu is not None:
                fold.known.setdefault((guest, scale), (Rating(mu, sigma), games))
            played.append(RatedPlayer(guest, level, place, gone))
        yield RatedGame(number, scale, at, tuple(played))


async def _know_who_met(store: Store, fold: Fold, games: list[RatedGame]) -> None:
    """Let the fold know which of these people met before, in games that count.

    Games from the first of these on are left out: another worker may have taken them meanwhile.
    """
    guests = sorted({guest for game in games for pair in game.pairs for guest in pair})
    if not guests:
        return
    first, since = games[0].number, min(game.at for game in games) - DAY_MS
    some = among(guests, 3)
    # `people` has an index by when games ended: a person's games of one day are few.
    text = f"""SELECT a.guest, b.guest, f.at FROM people p
        JOIN finished f ON f.table_id = p.table_id
        JOIN rating_steps a ON a.number = f.number AND a.guest = p.guest
        JOIN rating_steps b ON b.number = f.number AND b.guest > a.guest
        WHERE p.ended > $1 AND f.number < $2 AND p.guest IN {some} AND b.guest IN {some}"""
    (met,) = await store.run(Statement(text, (since, first, *guests)))
    for one, other, at in met:
        fold.meet((one, other), at)
