"""What can be seen from the door: the games, and the tables in the list."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import Any

import msgspec
from msgspec.structs import replace

from inglenook.coach.exercise_files import find_lesson, find_puzzles
from inglenook.core.game import NATURE, Refused
from inglenook.core.registry import find_game, levels, middle_level, playable_games
from inglenook.core.units import DAY_MS, WallMs
from inglenook.server.house.online import Company, who_is_here
from inglenook.server.learning.days import has_board
from inglenook.server.live.publish import seats_as_seen
from inglenook.server.matchmaking.recommended_level import (
    LATELY,
    Result,
    against_bots,
    fitting_level,
    result,
)
from inglenook.server.matchmaking.seek_rows import seated_once
from inglenook.server.ratings.finished_rows import ended
from inglenook.server.ratings.rating import level_number, strengths
from inglenook.server.store import Listed, Store, Stored, wall_ms
from inglenook.server.table import events, seating
from inglenook.server.table.clock import OpeningHours
from inglenook.server.table.fold import unseen
from inglenook.server.wire import table_messages as m

ABANDONED = {"waiting": DAY_MS, "playing": 14 * DAY_MS}
"""ms without a sign of life after which a table leaves the lobby. Its link still works."""
LISTED = 50
CANDIDATES = 4 * LISTED
"""Waiting tables among which those are chosen that are shown: each address and each maker in turn,
so that nobody buries those of the others."""
MOMENT = 2_000
"""ms after which it is asked anew who is here."""
CACHED_STANDINGS = 2000
"""How many standings, and seatings, are kept in memory."""


def _game(name: str, fitting: str) -> m.GameListing:
    game, middle = find_game(name), middle_level(name)
    options: dict[str, Any] = msgspec.json.schema(game.options_type)
    return m.GameListing(
        name=name,
        rules=game.rules_version,
        seats=game.seats,
        options=options,
        levels=tuple(m.LevelListing(level.name, level.number) for level in levels(name)),
        middle_level=middle.name if middle else "",
        your_level=fitting,
        lesson=find_lesson(name) is not None,
        puzzles=len(find_puzzles(name)),
        daily=has_board(game),
    )


class LobbyIndex:
    """The tables that guests may want to see."""

    def __init__(
        self,
        store: Store,
        here: Callable[[str], set[str]],
        everyone: Callable[[], set[str]] = set,
        address: Callable[[str], str | None] = lambda _: None,
    ) -> None:
        """`here` tells who is connected to a table at this worker, `everyone` who is to any.

        `address` tells from where a table was made, if that is known.
        """
        self._address = address
        self._reading: asyncio.Task[tuple[list[Listed], list[Listed]]] | None = None
        self._next: asyncio.Task[tuple[list[Listed], list[Listed]]] | None = None
        self._seatings: OrderedDict[tuple[str, int], seating.Seating] = OrderedDict()
        self._store = store
        self._here = here
        self._everyone = everyone
        self._company = Company()
        self._company_at: WallMs = 0
        self._standings: OrderedDict[tuple[str, int, int], m.Standing | None] = OrderedDict()

    async def games(self, guest: str | None) -> list[m.GameListing]:
        """What can be played here, by whom, and against whom."""
        lately = await self._results(guest) if guest else {}
        return [
            _game(name, fitting_level(name, lately.get(name, ()))) for name in playable_games()[0]
        ]

    async def _results(self, guest: str) -> dict[str, list[Result]]:
        """For each game how a guest's last games alone against bots went, the latest first."""
        lately: dict[str, list[Result]] = {}
        mine = [each for each in await self._store.by_guest(guest, LISTED) if each.status == "over"]
        over = await ended(self._store, [each.row.id for each in mine])
        for each in mine:
            game, seating = each.row.game, self._seated(each)
            known = lately.setdefault(game, [])
            if each.row.id in over and len(known) < LATELY and against_bots(seating, guest):
                known.append(result(game, seating, guest, over[each.row.id].outcome))
        return lately

    async def strengths(self, asked: Collection[tuple[str, str]]) -> dict[tuple[str, str], int]:
        """How strong guests are, each at a game: as rated, or as the bots that fit them."""
        found = await strengths(self._store, asked)
        played = await seated_once(self._store, {guest for guest, _ in asked})
        for guest, game in set(asked) - set(found):
            # Most of those who come for the first time come at once.
            results = (await self._results(guest)).get(game, ()) if guest in played else ()
            found[guest, game] = level_number(game, fitting_level(game, results))
        return found

    async def look(self, guest: str | None) -> m.Lobby:
        waiting, playing = await self._listed()
        mine = await self._store.by_guest(guest, LISTED) if guest else []

        def summary(listed: Listed) -> m.TableListing:
            now = self._seated(listed)
            return _summary(listed, now, guest, self._here(listed.row.id))

        # Someone who left a table's seat is still in the index.
        seated = [(each, told) for each in mine if _is_mine(told := summary(each))]
        standings = await self._all_standings([each for each, _ in seated])
        company = await self._who_is_here()
        return m.Lobby(
            here=company.seen_by(guest),
            mine=tuple(
                replace(told, standing=standing)
                for (_, told), standing in zip(seated, standings, strict=True)
            ),
            # People share a study by its link.
            waiting=tuple(
                each for each in map(summary, waiting) if not each.study and not each.moved_on
            ),
            # Anyone who watched the board of the day would know it before playing it.
            playing=tuple(
                each for each in map(summary, playing) if not each.daily and not each.study
            ),
        )

    async def _listed(self) -> tuple[list[Listed], list[Listed]]:
        """The tables that wait, and those in play, that everybody may see.

        Whoever asks while they are being read shares the next answer: however many ask, one read at
        most stands between a move and the disk.
        """
        if self._next is None:
            self._next = asyncio.create_task(self._read(self._reading))
        return await asyncio.shield(self._next)

    async def _read(
        self, before: asyncio.Task[tuple[list[Listed], list[Listed]]] | None
    ) -> tuple[list[Listed], list[Listed]]:
        if before:
            await asyncio.wait([before])
        self._reading, self._next = self._next, None
        now = wall_ms()
        asked = now - ABANDONED["waiting"]
        waiting = self._shared_out(await self._store.by_status("waiting", asked, CANDIDATES))
        return waiting, await self._store.by_status("playing", now - ABANDONED["playing"], LISTED)

    def _shared_out(self, tables: list[Listed]) -> list[Listed]:
        """Those that are shown of the tables that wait: empty ones last, and everybody in turn."""
        lines: dict[tuple[bool, str], list[Listed]] = {}
        for each in tables:
            empty = not self._seated(each).guests
            whose = self._address(each.row.id) or each.row.creator
            lines.setdefault((empty, whose), []).append(each)
        turns = [
            (empty, turn, each.row.id)
            for (empty, _), line in lines.items()
            for turn, each in enumerate(line)
        ]
        shown = {table for _, _, table in sorted(turns, key=lambda each: each[:2])[:LISTED]}
        return [each for each in tables if each.row.id in shown]

    def _seated(self, listed: Listed) -> seating.Seating:
        """Who sits at a table: folded once, however many look."""
        key = listed.row.id, len(listed.events)
        if key not in self._seatings:
            self._seatings[key] = _seated(listed)
            if len(self._seatings) > CACHED_STANDINGS:
                self._seatings.popitem(last=False)
        self._seatings.move_to_end(key)
        return self._seatings[key]

    async def _all_standings(self, tables: list[Listed]) -> list[m.Standing | None]:
        over = await ended(self._store, [each.row.id for each in tables if each.status == "over"])
        return [
            m.Standing(known.moves, (), known.outcome, known.at)
            if (known := over.get(each.row.id))
            else await self._standing(each)
            for each in tables
        ]

    async def _who_is_here(self) -> Company:
        """As it was a moment ago: many ask, and the answer is the same for all."""
        now = wall_ms()
        if now - self._company_at >= MOMENT:
            self._company_at = now
            self._company = await who_is_here(self._store, self._everyone())
        return self._company

    async def _standing(self, listed: Listed) -> m.Standing | None:
        """How a game stands; None where its rules are no longer here.

        That takes all of its log, so it is kept until something happens there.
        """
        key = listed.row.id, listed.moves, len(listed.events)
        if key not in self._standings:
            stored = await self._store.load(listed.row.id)
            found = await asyncio.to_thread(_stands, stored) if stored else None
            self._standings[key] = found
            if len(self._standings) > CACHED_STANDINGS:
                self._standings.popitem(last=False)
        self._standings.move_to_end(key)
        return self._standings[key]


def _stands(stored: Stored) -> m.Standing | None:
    try:
        match = unseen(stored, OpeningHours()).match
    except Refused:
        return None
    log = match.log
    times = [*(row.at for row in stored.entries), *(row.at for row in stored.events)]
    return m.Standing(
        moves=sum(1 for seq in match.line() if log[seq].seat != NATURE),
        to_move=tuple(sorted(match.to_move() - {NATURE})),
        outcome=match.outcome(),
        at=max(times, default=stored.row.created),
    )


def _is_mine(listed: m.TableListing) -> bool:
    return any(seat.yours or seat.kept_for_you for seat in listed.seats)


def _seated(listed: Listed) -> seating.Seating:
    now = seating.empty(listed.row.seats)
    for event in listed.events:
        now = now.after(events.decode(event))
    return now


def _summary(
    listed: Listed, now: seating.Seating, guest: str | None, here: set[str]
) -> m.TableListing:
    row = listed.row
    return m.TableListing(
        id=row.id,
        game=row.game,
        options=row.options,
        seats=seats_as_seen(now, guest, here | listed.here),
        status=listed.status,
        moves=listed.moves,
        time_control=row.time_control,
        daily=now.daily,
        study=now.study is not None,
        rated=now.rated,
        moved_on=now.rematch is not None,
    )
