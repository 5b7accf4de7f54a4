"""Tables where chance is known beforehand."""

import asyncio
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from inglenook import Entry
from inglenook.server.store import Location, SqliteStore, prepare
from inglenook.server.table.opening import open_table
from tests.serving import Server


def lay_out(
    data: Path,
    game: str,
    seed: str,
    options: dict[str, Any],
    *,
    seats: int = 2,
    begun: Iterable[Entry] = (),
    table_id: str = "",
) -> str:
    """A table whose seats are free, in the folder of a server, which may be running; its id.

    `begun` is what was played there before.
    """
    _, opened = open_table(
        game, options, seats, (), "nobody", table_id=table_id, seed=seed, begun=begun
    )
    assert opened.opened

    async def keep() -> None:
        store = SqliteStore(data / "inglenook.db")
        await store.commit(opened)
        await store.close()

    def lay() -> None:
        prepare(Location(data))
        asyncio.run(keep())

    # In its own thread: Playwright's event loop may run in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lay).result()
    return opened.table


@contextmanager
def seeded(data: Path, game: str, seed: str, options: dict[str, Any]) -> Iterator[Server]:
    """A server of its own. At `/t/seeded` two seats are free."""
    lay_out(data, game, seed, options, table_id="seeded")
    with Server(data) as server:
        yield server
