"""Finding someone: seeks are rows, and any worker pairs them.

Those who look have an open stream to a worker. In rounds, it writes down who came and who is still
here, pairs whoever fits, makes their tables, and tells its own guests. All who come during a round
share the next one: a thousand cost hardly more than two.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable
from itertools import groupby

from msgspec import Struct

from inglenook.core.units import WallMs
from inglenook.server.accounts.names import clean_name
from inglenook.server.matchmaking import seek_rows
from inglenook.server.matchmaking.seek_rows import Paired, SeekAnswer, SeekRow
from inglenook.server.matchmaking.seeks import Kind, options, read_kind
from inglenook.server.store import Statement, Store, StoreFailed, wall_ms
from inglenook.server.wire import find_messages as fm
from inglenook.server.wire import table_messages as m

POLL = 0.5
"""Seconds between two rounds while somebody looks."""
BEAT = 3_000
"""ms between two signs of life of those who look."""
TELL = 5.0
"""Seconds after which those who wait are told again who looks for what."""
RESCUE = 3_000
"""ms after which a table that was found but not made is made by whoever misses it."""

NOBODY = ""

log = logging.getLogger(__name__)


class Party(Struct, frozen=True):
    """Those who were found for each other: a table to be made."""

    table: str
    kind: Kind
    people: tuple[Paired, ...]
    """In the order of their seats."""


Open = Callable[[list[Party]], Awaitable[None]]
Strengths = Callable[[Collection[tuple[str, str]]], Awaitable[dict[tuple[str, str], int]]]
"""How strong guests are, each at a game."""


class SeekStream:
    """One who waits for news of a seek."""

    def __init__(self, guest: str, ask: str) -> None:
        self.guest = guest
        self.ask = ask
        self._news: asyncio.Queue[fm.AnyNews | None] = asyncio.Queue()

    def say(self, news: fm.AnyNews) -> None:
        self._news.put_nowait(news)

    def end(self) -> None:
        """The worker stops: the same seek goes on at another."""
        self._news.put_nowait(None)

    async def follow(self, sought: Callable[[], tuple[fm.Sought, ...]]) -> AsyncIterator[bytes]:
        """What there is to say, until somebody is found or the seek has ended."""
        yield m.encode(fm.Looking(sought()))
        while True:
            try:
                news = await asyncio.wait_for(self._news.get(), TELL)
            except TimeoutError:
                news = fm.Looking(sought())
            if news is None:
                return
            yield m.encode(news)
            if not isinstance(news, fm.Looking):
                return


class Seeking:
    def __init__(self, store: Store, strengths: Strengths, open_tables: Open) -> None:
        self._store = store
        self._strengths = strengths
        self._open = open_tables
        self._streams: dict[str, set[SeekStream]] = {}
        """Of those who look from this worker, by guest."""
        self._came: list[tuple[str, fm.NewSeek]] = []
        self._left: list[tuple[str, str]] = []
        self._rounds: asyncio.Task[None] | None = None
        self._sought: tuple[fm.Sought, ...] = ()
        self._cut = 0
        self._beaten: WallMs = 0

    # --- those who look --------------------------------------------------------------------------

    def seek(self, guest: str, new: fm.NewSeek) -> SeekStream:
        """Begin to look; Refused `bad-name`, or as a table of that game would be."""
        clean_name(new.name)
        options(Kind(new.game, new.seats, new.time_control))
        stream = SeekStream(guest, new.id)
        for other in self._streams.setdefault(guest, set()):
            if other.ask != new.id:
                other.say(fm.Ended())
        self._streams[guest].add(stream)
        self._came.append((guest, new))
        self._go_round()
        return stream

    def knows(self, guest: str, ask: str) -> bool:
        """Whether that seek is already followed here."""
        return any(stream.ask == ask for stream in self._streams.get(guest, ()))

    def sought(self) -> tuple[fm.Sought, ...]:
        """Who looks for what, as this worker last saw it."""
        return self._sought

    def leave(self, stream: SeekStream) -> None:
        """Someone no longer listens; whoever has no other stream is not paired any more."""
        mine = self._streams.get(stream.guest, set())
        mine.discard(stream)
        if not mine:
            self._streams.pop(stream.guest, None)
            self._left.append((stream.guest, stream.ask))
            self._go_round()

    async def end(self, guest: str) -> fm.EndedSeek:
        """Stop looking."""
        table = await seek_rows.end(self._store, guest)
        if table is None:
            for stream in self._streams.get(guest, ()):
                stream.say(fm.Ended())
        return fm.EndedSeek(table)

    async def count(self) -> fm.Sights:
        """Who looks for what now."""
        (rows,) = await self._store.run(seek_rows.count(wall_ms()))
        return fm.Sights(_sought(rows))

    # --- rounds ----------------------------------------------------------------------------------

    async def poll(self) -> None:
        """Go round, if anybody here looks."""
        if self._streams:
            self._go_round()

    def _go_round(self) -> None:
        if self._rounds is None:
            self._rounds = asyncio.create_task(self._all_rounds())

    async def _all_rounds(self) -> None:
        try:
            while True:
                await self._round()
                if not self._came and not self._left:
                    return
        except StoreFailed as e:
            # Those who came are still listening: they are written down in the next round.
            log.warning("nobody could be paired: %s", e)
        except Exception:
            # One failure must not end the rounds: the next one begins in half a second.
            log.exception("a round of pairing failed")
        finally:
            self._rounds = None

    async def _round(self) -> None:
        came, self._came = self._came, []
        left, self._left = self._left, []
        try:
            paired, answers = await self._write(came, left)
        except BaseException:  # cancelled or failed: they come again in the next round
            self._came, self._left = [*came, *self._came], [*left, *self._left]
            raise
        await self._seat(paired)
        self._tell({each.guest: each.table for each in paired})
        await self._tell_answers(answers)

    async def _write(
        self, came: list[tuple[str, fm.NewSeek]], left: list[tuple[str, str]]
    ) -> tuple[list[Paired], list[SeekAnswer]]:
        """Write down who came, left and is here, and pair; who was, and how my guests fare."""
        strengths = await self._strengths({(guest, new.game) for guest, new in came})
        now, here = wall_ms(), sorted(self._streams) or [NOBODY]
        rows = [_row(guest, new, strengths[guest, new.game], now) for guest, new in came]
        # In one order, so that two workers wait for each other instead of forever.
        rows.sort(key=lambda row: row.guest)
        arrivals = [each for row in rows for each in seek_rows.keep(row)]
        gone = sorted((guest, ask) for guest, ask in left if guest not in self._streams)
        signs: tuple[Statement, ...] = ()
        if now - self._beaten >= BEAT:
            self._beaten = now
            signs = seek_rows.beat(here, now), seek_rows.tidy(now)
        self._cut += 1
        *_, first, second, counted, looked = await self._store.run(
            *arrivals,
            *(seek_rows.away(guest, ask, now) for guest, ask in gone),
            *signs,
            seek_rows.pair(now, 0),
            seek_rows.pair(now, self._cut),
            seek_rows.count(now),
            seek_rows.look(here),
        )
        self._sought = _sought(counted)
        return [Paired(*row) for row in first + second], [SeekAnswer(*row) for row in looked]

    async def _seat(self, paired: Iterable[Paired]) -> None:
        """Make the tables of those who were paired."""
        by_table = groupby(sorted(paired, key=lambda each: each.table), lambda each: each.table)
        await self._open([_party(list(each)) for _, each in by_table])

    def _tell(self, tables: dict[str, str]) -> None:
        for guest, table in tables.items():
            for stream in self._streams.get(guest, ()):
                stream.say(fm.Found(table))

    async def _tell_answers(self, answers: list[SeekAnswer]) -> None:
        """Tell my guests what others found for them, or that they look for something else."""
        unwritten = {(guest, new.id) for guest, new in self._came}
        for answer in answers:
            for stream in self._streams.get(answer.guest, ()):
                if (stream.guest, stream.ask) in unwritten:
                    continue
                if stream.ask != answer.ask:
                    stream.say(fm.Ended())
                elif answer.there:
                    stream.say(fm.Found(answer.there))
            if answer.table and not answer.there and wall_ms() - (answer.paired or 0) > RESCUE:
                # Whoever paired them is gone. With the same id, it is made once.
                await self._seat(await seek_rows.company(self._store, answer.table))


def _row(guest: str, new: fm.NewSeek, strength: int, now: WallMs) -> SeekRow:
    return SeekRow(
        guest=guest,
        ask=new.id,
        name=clean_name(new.name),
        kind=Kind(new.game, new.seats, new.time_control).text,
        seats=new.seats,
        strength=strength,
        near=int(new.near),
        since=now,
        beat=now,
        room=secrets.token_urlsafe(9),
    )


def _party(paired: list[Paired]) -> Party:
    # Who sits where, and so who begins, is left to chance.
    secrets.SystemRandom().shuffle(paired)
    return Party(paired[0].table, read_kind(paired[0].kind), tuple(paired))


def _sought(rows: list[tuple[str, int]]) -> tuple[fm.Sought, ...]:
    found = [(read_kind(kind), people) for kind, people in rows]
    found.sort(key=lambda each: (-each[1], each[0].text))
    return tuple(
        fm.Sought(kind.game, kind.seats, kind.time_control, people) for kind, people in found
    )
