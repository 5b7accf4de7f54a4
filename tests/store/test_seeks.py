"""Pairing is one statement: it takes as many rows as a table needs, or none."""

import asyncio
import random
from collections import defaultdict
from itertools import count

from inglenook.server.matchmaking import seek_rows
from inglenook.server.matchmaking.seek_rows import LAPSE, NEAR, WIDENS, Paired, SeekRow
from inglenook.server.store import Store, wall_ms
from tests.store.conftest import Open

NOW = wall_ms()
ROOMS = count()


def row(
    guest: str,
    kind: str = "kewbz",
    seats: int = 2,
    strength: int = 1500,
    near: int = 1,
    ago: int = 0,
    ask: str = "1",
) -> SeekRow:
    return SeekRow(
        guest, ask, guest.upper(), kind, seats, strength, near, NOW - ago, NOW, f"{next(ROOMS)}"
    )


async def pair(store: Store, *rows: SeekRow, cut: int = 0) -> list[set[str]]:
    """Who sits with whom after these have come."""
    *_, found = await store.run(
        *(each for row in rows for each in seek_rows.keep(row)), seek_rows.pair(NOW, cut)
    )
    tables = defaultdict(set)
    for paired in (Paired(*each) for each in found):
        tables[paired.table].add(paired.guest)
    return sorted(tables.values(), key=min)


def test_those_who_look_for_the_same_are_paired_once(anew: Open) -> None:
    async def play() -> None:
        store = anew()
        await store.start()
        assert await pair(store, row("ada"), row("bob", kind="conex")) == []
        assert await pair(store, row("cy")) == [{"ada", "cy"}]
        assert await pair(store) == []
        trio = [row(guest, kind="three", seats=3) for guest in ("dee", "eli", "flo", "gus")]
        (three,) = await pair(store, *trio)
        assert len(three) == 3
        assert await seek_rows.end(store, "bob") is None
        assert await pair(store, row("hal", kind="conex")) == []
        await store.close()

    asyncio.run(play())


def test_nobody_is_paired_with_themselves_or_with_someone_gone(anew: Open) -> None:
    async def play() -> None:
        store = anew()
        await store.start()
        assert await pair(store, row("ada"), row("ada", ask="2")) == []
        await store.run(seek_rows.away("ada", "2", NOW))
        assert await pair(store, row("bob")) == []
        # Ada is back with the same seek, and has not lost her place in the line.
        assert await pair(store, row("ada", ask="2")) == [{"ada", "bob"}]
        assert await pair(store, row("ada", ask="2"), row("cy")) == []
        (answers,) = await store.run(seek_rows.look(["ada", "bob", "nobody"]))
        assert len({table for _, _, table, _, _ in answers}) == 1
        lapsed = seek_rows.pair(NOW + LAPSE + 1, 0)
        assert await store.run(*seek_rows.keep(row("dee")), lapsed) == [[], [], []]
        await store.close()

    asyncio.run(play())


def test_the_stronger_the_longer_it_takes(anew: Open) -> None:
    async def play() -> None:
        store = anew()
        await store.start()
        waited = WIDENS * 300
        assert await pair(store, row("ada"), row("bob", strength=1500 + NEAR + 1)) == []
        # Both must have waited so long.
        more = row("cy", kind="x", ago=waited), row("dee", kind="x", strength=1500 + NEAR + 300)
        assert await pair(store, *more) == []
        long = row("eli", kind="y", ago=waited)
        other = row("flo", kind="y", strength=1500 + NEAR + 300, ago=waited)
        assert await pair(store, long, other) == [{"eli", "flo"}]
        anybody = row("gus", kind="z", near=0), row("hal", kind="z", strength=9000, near=0)
        assert await pair(store, *anybody) == [{"gus", "hal"}]
        await store.close()

    asyncio.run(play())


def test_the_right_neighbour_may_be_on_the_other_side_of_the_cut(anew: Open) -> None:
    async def play() -> None:
        store = anew()
        await store.start()
        line = [row("ada", strength=1000), row("bob", strength=2000), row("cy", strength=2001)]
        assert await pair(store, *line, row("dee", strength=3000)) == []
        assert await pair(store, cut=1) == [{"bob", "cy"}]
        await store.close()

    asyncio.run(play())


def test_whatever_workers_do_at_once_nobody_is_taken_twice(anew: Open) -> None:
    """Several pair at once, and people come again, go and end their seeks meanwhile."""
    chance = random.Random(13)
    tables: dict[str, list[str]] = defaultdict(list)

    async def work(store: Store, worker: int) -> None:
        await store.start()
        for n in range(30):
            guests = chance.sample(range(40), 6)
            # The same guests come at every worker, with the same seek or with another.
            rows = [
                row(f"g{guest:02}", strength=chance.randint(1, 4) * 150, ask=f"{n // 10}")
                for guest in sorted(guests)
            ]
            *_, first, second = await store.run(
                *(each for row in rows for each in seek_rows.keep(row)),
                seek_rows.pair(NOW, 0),
                seek_rows.pair(NOW, n + worker),
            )
            for paired in (Paired(*each) for each in first + second):
                tables[paired.table].append(paired.guest)
            if n % 7 == 0:
                await seek_rows.end(store, rows[0].guest)
        await store.close()

    async def all_at_once() -> None:
        await asyncio.gather(*(work(anew(), worker) for worker in range(4)))

    asyncio.run(all_at_once())
    assert len(tables) > 10
    # Every row that was taken was given to one worker, and every table has two different people.
    assert all(len(company) == len(set(company)) == 2 for company in tables.values())
