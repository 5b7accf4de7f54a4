"""History and ratings follow from the logs: made anew, they come out the same."""

import asyncio
import json
from pathlib import Path

import pytest

from inglenook.core.match import Match, replay
from inglenook.core.record import Record
from inglenook.core.record_io import loads
from inglenook.core.time_control import TimeControl
from inglenook.server import transfer
from inglenook.server.ratings.counting import Rated
from inglenook.server.ratings.rating_fold import catch_up
from inglenook.server.ratings.recompute import digest, recompute
from inglenook.server.store import SqliteStore, Statement, Store
from inglenook.server.table.events import (
    AnySeatingEvent,
    BotSat,
    OneAddress,
    RatedOpened,
    Sat,
    StudyOpened,
)
from inglenook.server.transfer.format import ExportedTable, Happened, Made, Sent
from inglenook.server.wire import table_messages as m
from tests.command import one_line, run, run_here
from tests.store.conftest import Open
from tests.store.conftest import anew as anew

GOLDEN = Path(__file__).parent.parent / "games/golden"
BOTS = {"kewbz": "pebble", "prolix": "banter", "conex": "greedy", "konexi": "tinker"}
PEOPLE = ("ada", "bob", "carl", "dora", "eve", "fay")


def flagged() -> Record:
    """A game that ends because somebody's time is up."""
    match = Match("kewbz", time_control=TimeControl(1000, 0, None))
    match.play(match.sample(), t=10)
    match.advance(60_000)
    assert match.outcome()
    return match.record()


def endings() -> list[Record]:
    """Games with every ending that there is, and some with the same."""
    found = [loads(path.read_bytes()) for path in sorted(GOLDEN.glob("*.json"))]
    return [*(record for record in found if replay(record).outcome()), flagged()]


def tables() -> list[bytes]:
    """A table for each of them, and so many of the same two people that some do not count."""
    found = endings()
    duel = next(record for record in found if record.game == "kewbz" and len(record.log) > 4)
    series = [table(6 * n, duel) for n in range(10, 16)]
    return [*(table(n, record) for n, record in enumerate(found)), *series]


def table(n: int, record: Record) -> bytes:
    """A line that brings a record in, with people and bots who are rated wherever they can be."""
    who: list[AnySeatingEvent] = [
        Sat(seat, PEOPLE[(seat + n) % len(PEOPLE)], "Somebody") for seat in range(record.seats)
    ]
    if record.seats > 1 and n % 2:
        who[-1] = BotSat(record.seats - 1, BOTS[record.game])
    events: list[AnySeatingEvent] = [RatedOpened(), *who]
    if n % 3 == 2 and record.seats > 1:
        events.append(OneAddress((PEOPLE[n % len(PEOPLE)], PEOPLE[(n + 1) % len(PEOPLE)])))
    if n == 0:
        events.insert(0, StudyOpened(None, -1))
    return m.encode(
        ExportedTable(
            record,
            Made(f"table-{n}", "ada", 1, 1, ended=1_000 + n),
            tuple(Sent(10 + entry.t) for entry in record.log),
            tuple(Happened(event, 0) for event in events),
        )
    )


async def house(store: Store) -> None:
    await store.start()
    for line in tables():
        assert await transfer.bring_in(store, line)
    await catch_up(store)


async def rows(store: Store, text: str) -> list[tuple[object, ...]]:
    (found,) = await store.run(Statement(text))
    return [tuple(row) for row in found]


def test_every_ending_comes_out_the_same(anew: Open) -> None:
    async def go() -> None:
        store = anew()
        await house(store)
        before = await digest(store)
        assert {reason for (reason,) in await rows(store, "SELECT reason FROM finished")} >= {
            *("goal", "no-room", "turns", "blocked", "last-cube", "marks", "rounds-complete"),
            *("target-met", "target-missed", "resigned", "flag-fell"),
        }
        rated = await rows(store, "SELECT DISTINCT rated FROM finished")
        assert {number for (number,) in rated} == set(Rated)
        assert await rows(store, "SELECT * FROM finished WHERE table_id = 'table-0'") == []
        told: list[tuple[int, int]] = []
        done = await recompute(store, lambda *news: told.append(news))
        assert done.same
        assert told[-1] == (len(tables()), len(tables()))
        # A number that is wrong is put right.
        await store.run(
            Statement("UPDATE results SET score = score + 1 WHERE number = 3"),
            Statement("UPDATE ratings SET mu = 0"),
            Statement("DELETE FROM rating_steps WHERE number = 5"),
        )
        assert not (await recompute(store, lambda *_: None)).same
        assert await digest(store) == before
        await store.close()

    asyncio.run(go())


def test_history_that_was_lost_is_made_anew(anew: Open) -> None:
    async def go() -> None:
        store = anew()
        await house(store)
        told = "SELECT table_id, seat, guest, place, score FROM finished f"
        told += " JOIN results r ON r.number = f.number"
        before = sorted(await rows(store, told))
        words = sorted(await rows(store, "SELECT guest, word, times FROM said"))
        assert words
        wiped = ("finished", "results", "said", "ratings", "rating_steps")
        await store.run(*(Statement(f"DELETE FROM {name}") for name in wiped))
        assert not (await recompute(store, lambda *_: None)).same
        assert sorted(await rows(store, told)) == before
        assert sorted(await rows(store, "SELECT guest, word, times FROM said")) == words
        assert (await recompute(store, lambda *_: None)).same
        await store.close()

    asyncio.run(go())


def test_history_moves_with_a_house(tmp_path: Path) -> None:
    old, new = SqliteStore(tmp_path / "old.db"), SqliteStore(tmp_path / "new.db")

    async def go() -> None:
        await house(old)
        async for _, line in transfer.outgoing(old):
            await transfer.bring_in(new, m.encode(line))
        await catch_up(new)
        numbers = "SELECT table_id, at, rated FROM finished ORDER BY number"
        assert await rows(new, numbers) == await rows(old, numbers)
        steps = "SELECT guest, scale, mu, sigma, games FROM ratings"
        assert sorted(await rows(new, steps)) == sorted(await rows(old, steps))
        await old.close()
        await new.close()

    asyncio.run(go())


@pytest.mark.long
def test_the_command_says_how_it_went(tmp_path: Path) -> None:
    record = json.loads(table(1, endings()[1]))
    (tmp_path / "line").write_text(json.dumps(record))
    run("import", "--data", str(tmp_path / "house"), str(tmp_path / "line"))
    done = run_here("recompute", "--data", str(tmp_path / "house"), "--workers", "1")
    assert done.returncode == 0
    assert "finished games: 1, " in done.stderr
    assert "as before" in done.stderr
    (tmp_path / "file").write_text("")
    for name in ("file", "typo"):
        said = one_line(run_here("recompute", "--data", str(tmp_path / name)))
        assert f"there are no games in {tmp_path / name}" in said
    assert not (tmp_path / "typo").exists()
