"""The log in SQLite and in PostgreSQL: what is committed is there, all of it or nothing."""

import asyncio

import pytest

from inglenook.store import Change, Conflict, EntryRow, SeatingRow, TableRow
from tests.store.conftest import Open


def opened(table: str, at: int = 0) -> Change:
    row = TableRow(table, "kewbz", 1, 2, {"size": 6, "swap": True}, "seed", "ada", at)
    return Change(table, at, opened=row, status="waiting", guests=("ada",))


def entry(table: str, seq: int, **more: str) -> EntryRow:
    move = '{"type":"place","cell":"ü\\"1"}'
    return EntryRow(
        table, seq, 7, 0, move, 3, 1_700_000_000_000, more.get("guest"), more.get("ask")
    )


def entries(table: str, *seqs: int) -> Change:
    return Change(table, 1, entries=tuple(entry(table, seq) for seq in seqs))


def test_what_was_committed_comes_back_after_reopening(anew: Open) -> None:
    said = SeatingRow("t1", 0, '{"type":"bot"}', 5, "ada", "ask 1")
    played = entry("t1", 0, guest="ada", ask="ask 2")

    async def write() -> None:
        store = anew()
        await store.start()
        await store.commit(opened("t1"))
        await store.commit(Change("t1", 1, entries=(played,), events=(said,)))
        await store.close()

    async def read() -> None:
        store = anew()
        await store.start()
        stored = await store.load("t1")
        assert stored is not None
        assert stored.row == opened("t1").opened
        assert stored.entries == (played,)
        assert stored.events == (said,)
        assert await store.load("t2") is None
        await store.close()

    asyncio.run(write())
    asyncio.run(read())


def test_in_a_shared_commit_only_the_guilty_fails(anew: Open) -> None:
    async def run() -> None:
        store = anew()
        await store.start()
        await store.commit(opened("t"), entries("t", 0))
        changes = [entries("t", 1), entries("t", 0), entries("t", 2), entries("t", 2)]
        ends = await asyncio.gather(*map(store.commit, changes), return_exceptions=True)
        assert [type(end) for end in ends] == [type(None), Conflict, type(None), Conflict]
        stored = await store.load("t")
        assert stored is not None
        assert [e.seq for e in stored.entries] == [0, 1, 2]
        await store.close()

    asyncio.run(run())


def test_a_commit_of_several_tables_is_all_or_nothing(anew: Open) -> None:
    async def run() -> None:
        store = anew()
        await store.start()
        await store.commit(opened("old"), entries("old", 0))
        with pytest.raises(Conflict):
            await store.commit(opened("new"), entries("old", 0))
        assert await store.load("new") is None
        await store.close()

    asyncio.run(run())


def test_two_writers_of_one_file_cannot_both_take_a_seq(anew: Open) -> None:
    async def run() -> None:
        one, two = anew(), anew()
        await one.start()
        await two.start()
        await one.commit(opened("t"))
        ends = await asyncio.gather(
            *(store.commit(entries("t", seq)) for seq in range(20) for store in (one, two)),
            return_exceptions=True,
        )
        assert sum(isinstance(end, Conflict) for end in ends) == 20
        stored = await two.load("t")
        assert stored is not None
        assert [e.seq for e in stored.entries] == list(range(20))
        await one.close()
        await two.close()

    asyncio.run(run())


def test_lists_for_the_lobby(anew: Open) -> None:
    async def run() -> None:
        store = anew()
        await store.start()
        said = SeatingRow("b", 0, '{"type":"left"}', 5, None, None)
        await store.commit(opened("a", at=10), opened("b", at=20), opened("c", at=30))
        await store.commit(Change("b", 40, events=(said,), status="playing", guests=("bob",)))
        await store.commit(entries("b", 0, 1, 2))

        waiting = await store.by_status("waiting", 0, 10)
        assert [listed.row.id for listed in waiting] == ["c", "a"]
        assert [listed.row.id for listed in await store.by_status("waiting", 20, 10)] == ["c"]
        assert [listed.row.id for listed in await store.by_status("waiting", 0, 1)] == ["c"]
        (playing,) = await store.by_status("playing", 40, 10)
        assert (playing.row.id, playing.status, playing.moves) == ("b", "playing", 3)
        assert playing.events == (said.event,)
        assert [listed.row.id for listed in await store.by_guest("ada", 10)] == ["b", "c", "a"]
        assert [listed.row.id for listed in await store.by_guest("bob", 10)] == ["b"]
        await store.close()

    asyncio.run(run())
