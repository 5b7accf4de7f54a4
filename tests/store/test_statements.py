"""Statements that both databases understand, alone and beside a change of a table."""

import asyncio

import pytest

from inglenook.server.accounts.profile_rows import ProfileRow, profiles_of
from inglenook.server.store import Change, Conflict, SeatingRow, Statement, Store, StoreFailed
from tests.store.conftest import Open

ADA = ("ada", "h-ada", "Ada", "ada", "star-teal", "en", 1)
BOB = ("bob", "h-bob", "Bob", "bob", "moon-red", "de", 2)
MAKE = "INSERT INTO profiles VALUES ($1, $2, $3, $4, $5, $6, $7)"


def make(row: tuple[str | int, ...]) -> Statement:
    return Statement(MAKE, row)


async def guests(store: Store) -> set[str]:
    (rows,) = await store.run(Statement("SELECT guest FROM profiles FOR UPDATE SKIP LOCKED"))
    return {guest for (guest,) in rows}


def test_all_are_done_or_none(anew: Open) -> None:
    async def go() -> None:
        store = anew()
        await store.start()
        assert await store.run(make(ADA)) == [[]]
        with pytest.raises(Conflict):
            await store.run(make(BOB), make(ADA))
        assert await guests(store) == {"ada"}
        with pytest.raises(StoreFailed):
            await store.run(make(BOB), Statement("SELECT nothing FROM nowhere"))
        assert await guests(store) == {"ada"}
        assert await profiles_of(store, ["ada", "bob"]) == {"ada": ProfileRow(*ADA)}
        assert await profiles_of(store, []) == {}
        await store.close()

    asyncio.run(go())


def test_what_is_written_beside_a_change_shares_its_fate(anew: Open) -> None:
    async def go() -> None:
        store = anew()
        await store.start()
        event = SeatingRow("t1", 0, "{}", 1, None, None)
        await store.commit(Change("t1", 1, events=(event,), also=(make(ADA),)))
        assert await guests(store) == {"ada"}
        # That seq is taken by now.
        with pytest.raises(Conflict):
            await store.commit(Change("t1", 2, events=(event,), also=(make(BOB),)))
        assert await guests(store) == {"ada"}
        later = SeatingRow("t1", 1, "{}", 2, None, None)
        with pytest.raises(Conflict):
            await store.commit(Change("t1", 2, events=(later,), also=(make(ADA),)))
        assert [tail.events for tail in (await store.tails({"t1": (0, 1)})).values()] == [()]
        await store.close()

    asyncio.run(go())
