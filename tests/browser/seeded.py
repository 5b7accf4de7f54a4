"""A server with a table where chance is known beforehand."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from inglenook.store import SqliteStore
from inglenook.tables.opening import open_table
from tests.serving import Server


@contextmanager
def seeded(
    data: Path, game: str, seed: str, options: dict[str, Any], rules: int | None = None
) -> Iterator[Server]:
    """At `/t/seeded` two seats are free; by today's rules, or by a version before."""
    _, opened = open_table(game, options, 2, (), "nobody", table_id="seeded", seed=seed)
    if rules is not None:
        assert opened.opened
        opened = replace(opened, opened=replace(opened.opened, rules=rules, options=options))

    async def prepare() -> None:
        store = SqliteStore(data / "inglenook.db")
        await store.commit(opened)
        await store.close()

    # In its own thread: Playwright's event loop may run in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, prepare()).result()
    with Server(data) as server:
        yield server
