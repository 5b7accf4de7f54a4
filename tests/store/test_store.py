"""The log in SQLite and in PostgreSQL: what is committed is there, all of it or nothing."""

import asyncio

import pytest

from inglenook.core.time_control import TimeControl
from inglenook.server.store import (
    AttemptRow,
    Change,
    Conflict,
    DayRow,
    EntryRow,
    SeatingRow,
    TableRow,
)
from tests.store.conftest import Open


def opened(table: str, at: int = 0, *, listed: bool = True) -> Change:
    options, control = {"size": 6, "swap": True}, TimeControl(base=60_000)
    row = TableRow(table, "kewbz", 1, 2, options, "seed", "ada", at, control, listed)
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
        await store.commit(opened("d", at=5, listed=False))
        await store.commit(Change("b", 40, events=(said,), status="playing", guests=("bob",)))
        await store.commit(entries("b", 0, 1, 2))

        waiting = await store.by_status("waiting", 0, 10)
        assert [listed.row.id for listed in waiting] == ["c", "a"]
        assert [listed.row.id for listed in await store.by_status("waiting", 20, 10)] == ["c"]
        assert [listed.row.id for listed in await store.by_status("waiting", 0, 1)] == ["c"]
        (playing,) = await store.by_status("playing", 40, 10)
        assert (playing.row.id, playing.status, playing.moves) == ("b", "playing", 3)
        assert playing.events == (said.event,)
        mine = await store.by_guest("ada", 10)
        assert [listed.row.id for listed in mine] == ["b", "c", "a", "d"]
        assert mine[3].row.time_control == TimeControl(base=60_000)
        assert [listed.row.id for listed in await store.by_guest("bob", 10)] == ["b"]
        # However much was played since: a game that waits for somebody is not lost sight of.
        await store.commit(Change("b", 50, status="over"), Change("c", 60, status="over"))
        mine = await store.by_guest("ada", 3)
        assert [listed.row.id for listed in mine] == ["a", "d", "c"]
        await store.close()

    asyncio.run(run())


def test_an_analysis_is_kept_for_a_version_and_the_first_one_stays(anew: Open) -> None:
    async def run() -> None:
        store = anew()
        await store.start()
        assert await store.analysis("t", "1") is None
        await store.keep_analysis("t", "1", '{"ü":1}')
        await store.keep_analysis("t", "1", "another")
        await store.keep_analysis("t", "2", "later")
        found = [await store.analysis("t", version) for version in ("1", "2", "3")]
        assert found == ['{"ü":1}', "later", None]
        await store.close()

    asyncio.run(run())


def test_an_attempt_counts_once_a_day(anew: Open) -> None:
    first = AttemptRow("ada", "kewbz", "p1", "2026-11-15", 10, 1200, 0)
    again = AttemptRow("ada", "kewbz", "p1", "2026-11-15", 11, 1200, 1)
    later = AttemptRow("ada", "kewbz", "p1", "2026-11-16", 20, 1200, 1)
    other = AttemptRow("ada", "kewbz", "p0", "2026-11-15", 15, 900, 1)

    async def run() -> None:
        store = anew()
        await store.start()
        added = [await store.add_attempt(row) for row in (first, again, later, other)]
        assert added == [True, False, True, True]
        assert await store.attempts("ada", "kewbz") == [first, other, later]
        assert await store.attempts("ada", "conex") == await store.attempts("bob", "kewbz") == []
        await store.close()

    asyncio.run(run())


def test_what_the_board_of_a_day_came_to_is_written_with_its_last_move(anew: Open) -> None:
    def end(guest: str, day: str, score: int, seq: int) -> Change:
        finished = DayRow(guest, day, "kewbz", "t", score)
        return Change("t", 1, entries=(entry("t", seq),), finished=finished)

    async def run() -> None:
        store = anew()
        await store.start()
        await store.commit(opened("t"))
        await asyncio.gather(
            store.commit(end("ada", "2026-11-14", -3, 0)),
            store.commit(end("ada", "2026-11-15", 5, 1)),
            store.commit(end("bob", "2026-11-15", 5, 2)),
            store.commit(end("eve", "2026-11-15", 9, 3)),
        )
        # The first result stays, and one whose move comes too late is none.
        await store.commit(end("ada", "2026-11-15", 99, 4))
        with pytest.raises(Conflict):
            await store.commit(end("ann", "2026-11-15", 99, 0))
        assert [(row.day, row.score) for row in await store.days("ada", "2026-11-14")] == [
            ("2026-11-15", 5),
            ("2026-11-14", -3),
        ]
        assert [row.day for row in await store.days("ada", "2026-11-15")] == ["2026-11-15"]
        scores = await store.day_scores("2026-11-15")
        assert sorted(scores) == [("kewbz", 5, 2), ("kewbz", 9, 1)]
        await store.close()

    asyncio.run(run())
