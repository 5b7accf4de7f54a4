"""History and ratings made anew from the logs: what `inglenook recompute` does.

Only a game's number, which says which of two ended first, and when it ended, are not in its logs:
those of games that have them stay.
"""

import asyncio
import hashlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import groupby
from multiprocessing import get_context
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from inglenook.core.game import Refused
from inglenook.core.units import WallMs
from inglenook.server.ratings.counting import Rated
from inglenook.server.ratings.finished_rows import NUMBERS, FinishedGame, all_anew
from inglenook.server.ratings.rating_fold import Fold, RatedGame, RatedPlayer, catch_up
from inglenook.server.ratings.result_rows import finished_game
from inglenook.server.store import (
    CannotOpen,
    Conflict,
    EntryRow,
    Location,
    SeatingRow,
    Statement,
    Store,
    Stored,
    StoreFailed,
    open_store,
    prepare,
)
from inglenook.server.store.base import among, table_row
from inglenook.server.store.integrity import require_whole
from inglenook.server.store.location import FILE, require_house
from inglenook.server.table.clock import OpeningHours
from inglenook.server.table.fold import fault_of, unseen

PAGE = 500
"""Tables that are read at once."""
_HOLD = "UPDATE counts SET number = number WHERE name = 'finished'"
_COUNT = "SELECT number FROM counts WHERE name = 'finished'"
_COUNTED = "UPDATE counts SET number = $1 WHERE name = 'finished' AND number < $1"
_OVER = "SELECT id FROM tables WHERE status = 'over'"
_TABLES = """SELECT id, game, rules, seats, options, seed, creator, created, time_control, listed
    FROM tables WHERE id IN """
_UNTAKEN = f"""UPDATE finished SET rated = {Rated.COUNTS:d}
    WHERE rated = {Rated.OFTEN:d} AND number > $1"""
_NUMBERED = ("finished", "results", "said")
_FOLDED = ("rating_steps", "ratings")


class Recomputed(Struct, frozen=True):
    games: int
    """How many count."""
    refused: int
    """How many were played by rules that are no longer here."""
    same: bool
    """Whether all came out as it was before."""


class CannotRecompute(Exception):
    """The store cannot be used; the message says why in one line."""


def recompute_all(
    location: Location, progress: Callable[[int, int], None], workers: int
) -> Recomputed:
    """Make all anew in a house, for the command line."""
    try:
        require_house(location)
        prepare(location)
        if not location.database:
            require_whole(location.data / FILE)

        async def run() -> Recomputed:
            store = open_store(location)
            await store.start()
            try:
                return await recompute(store, progress, workers)
            finally:
                await store.close()

        return asyncio.run(run())
    except Conflict:
        raise CannotRecompute("games ended meanwhile; try again") from None
    except (CannotOpen, StoreFailed) as e:
        raise CannotRecompute(str(e)) from None


async def recompute(
    store: Store, progress: Callable[[int, int], None], workers: int = 1
) -> Recomputed:
    """Make all anew; `progress` is told how many tables of how many are done.

    With several `workers`, logs are folded by as many processes. What history has of a game whose
    log is damaged would be lost: CannotRecompute.
    """
    before = await digest(store)
    # Nothing ends while these are read: until then, the first keeps the next number.
    _, ((seen,),), found, over = await store.run(
        Statement(_HOLD), Statement(_COUNT), Statement(NUMBERS), Statement(_OVER)
    )
    known = {table: (number, at) for table, number, at in found}
    ids = [table for (table,) in over]
    games, refused = await _from_logs(store, ids, progress, workers)
    if damage := next((e for e in refused if e.code != "old-rules"), None):
        why = "nothing was changed; `inglenook check` looks at all games"
        raise CannotRecompute(f"{damage.detail}: {why}")
    numbered = _numbered(games, known, seen)
    fold = Fold()
    for number, game in numbered:
        if game.rated == Rated.COUNTS and game.scale:
            fold.take(RatedGame(number, game.scale, game.at, _played(game)))
    often = frozenset(fold.often)
    numbered = [
        (number, replace(game, rated=Rated.OFTEN) if number in often else game)
        for number, game in numbered
    ]
    last = max(seen, *(number for number, _ in numbered), 0)
    # What ended meanwhile has a later number, and is left as it is; the fold takes it anew.
    await store.run(
        Statement(_COUNTED, (last,)),
        *(Statement(f"DELETE FROM {table} WHERE number <= $1", (last,)) for table in _NUMBERED),
        *(Statement(f"DELETE FROM {table}") for table in _FOLDED),
        Statement(_UNTAKEN, (last,)),
        *all_anew(numbered),
        *fold.anew(),
        # The database may know nothing of so many new rows, and then looks things up the long way.
        *(Statement(f"ANALYZE {table}") for table in (*_NUMBERED, *_FOLDED)),
    )
    await catch_up(store)
    return Recomputed(len(numbered), len(refused), before == await digest(store))


async def digest(store: Store) -> str:
    """Says whether two houses have the same history and ratings."""
    whole = hashlib.sha256()
    for table in (*_NUMBERED, *_FOLDED):
        (found,) = await store.run(Statement(f"SELECT * FROM {table}"))
        for row in sorted(map(repr, map(tuple, found))):
            whole.update(row.encode())
    return whole.hexdigest()


async def _from_logs(
    store: Store, ids: Sequence[str], progress: Callable[[int, int], None], workers: int
) -> tuple[list[FinishedGame], list[Refused]]:
    """What these tables came to, and why some could not be read."""
    found: list[FinishedGame | Refused | None] = []
    pages = [ids[first : first + PAGE] for first in range(0, len(ids), PAGE)]
    loop = asyncio.get_running_loop()
    waiting: deque[asyncio.Future[list[FinishedGame | Refused | None]]] = deque()

    async def take() -> None:
        found.extend(await waiting.popleft())
        progress(len(found), len(ids))

    with _folders(workers if len(pages) > 1 else 1) as pool:
        for page in pages:
            waiting.append(loop.run_in_executor(pool, _games, await _stored(store, page)))
            if len(waiting) > 2 * workers:
                await take()
        while waiting:
            await take()
    games = [game for game in found if isinstance(game, FinishedGame)]
    return games, [game for game in found if isinstance(game, Refused)]


def _folders(workers: int) -> Executor:
    if workers == 1:
        return ThreadPoolExecutor(1)
    return ProcessPoolExecutor(workers, get_context("spawn"))


def _games(page: list[Stored | Refused]) -> list[FinishedGame | Refused | None]:
    return [_game(stored) for stored in page]


def _game(stored: Stored | Refused) -> FinishedGame | Refused | None:
    if isinstance(stored, Refused):
        return stored
    try:
        state = unseen(stored, OpeningHours())
        return finished_game(state, max((e.at for e in stored.entries), default=state.last_at))
    except Exception as e:  # what damage makes of a row may be anything
        return _unread(stored.row.id, e)


def _unread(table: str, e: Exception) -> Refused:
    """Why a table's log cannot be read, fit to be sent to another process."""
    if isinstance(e, Refused):
        return Refused(e.code, detail=f"table {table}: {fault_of(e)}")
    return Refused("bad-record", detail=f"table {table}: a row is not as it was: {fault_of(e)}")


async def _stored(store: Store, ids: Sequence[str]) -> list[Stored | Refused]:
    """All about these tables, in three queries."""
    some, values = among(ids), tuple(ids)
    tables, entries, events = await store.run(
        Statement(_TABLES + some, values),
        *(
            Statement(
                f"SELECT * FROM {log} WHERE table_id IN {some} ORDER BY table_id, seq", values
            )
            for log in ("entries", "happenings")
        ),
    )
    logged = dict(_by_table(entries))
    happened = dict(_by_table(events))
    found: list[Stored | Refused] = []
    for row in tables:
        try:
            made = table_row(row)
        except Exception as e:  # what damage makes of a row may be anything
            found.append(_unread(row[0], e))
            continue
        found.append(
            Stored(
                made,
                tuple(EntryRow(*each) for each in logged.get(row[0], ())),
                tuple(SeatingRow(*each) for each in happened.get(row[0], ())),
                updated=0,
            )
        )
    return found


def _by_table(rows: list[tuple[Any, ...]]) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
    for table, found in groupby(rows, key=lambda row: row[0]):
        yield table, list(found)


def _numbered(
    games: list[FinishedGame], known: dict[str, tuple[int, WallMs]], seen: int
) -> list[tuple[int, FinishedGame]]:
    """Return the games by number; a game that lost its number gets the first that is free."""
    taken = {number for number, _ in known.values()}
    free = (n for n in range(1, seen + len(games) + 1) if n not in taken)
    numbered = []
    for game in sorted(games, key=lambda game: (game.at, game.table)):
        number, at = known.get(game.table) or (next(free), game.at)
        numbered.append((number, replace(game, at=at)))
    return sorted(numbered, key=lambda each: each[0])


def _played(game: FinishedGame) -> tuple[RatedPlayer, ...]:
    return tuple(
        RatedPlayer(row.guest, row.level, row.place, row.gone)
        for row in game.results
        if not row.late
    )
