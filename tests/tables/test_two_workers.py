"""Two workers on one PostgreSQL: everyone sees one table, whoever serves them."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any

import asyncpg
import msgspec
import pytest

from inglenook.core.units import DAY_MS
from inglenook.server.house import Connection, House, cluster
from inglenook.server.live import audience, auto_pause
from inglenook.server.ratings.counting import MOST_GAMES_OF_PAIR, Rated
from inglenook.server.ratings.rating_fold import catch_up
from inglenook.server.ratings.recompute import recompute
from inglenook.server.store import GRACE, Change, Outage, PostgresStore, Statement, wall_ms
from inglenook.server.store import postgres_sql as sql
from inglenook.server.store.postgres import adopt
from inglenook.server.wire import table_messages as m
from inglenook.server.wire.asks import AnyAsk, Bot, Phrase, Sit, Takeback
from tests.postgres import Postgres
from tests.tables.test_rated import play_out, profile, sit_down
from tests.tables.test_table import FREE, ME, SECRET, heard, place, watch

Evening = Callable[[House, House], Awaitable[None]]


@pytest.fixture
def url(postgres: Postgres) -> str:
    url = postgres.database()
    asyncio.run(adopt(url, SECRET))
    return url


def played(url: str, play: Evening) -> None:
    """Run one evening with two workers."""

    async def run() -> None:
        stores = [PostgresStore(url) for _ in range(2)]
        houses = [House(store, SECRET) for store in stores]
        for each in houses:
            await each.start()
        # What is told and kept nowhere is heard only by those who listen by then.
        for n, store in enumerate(stores):
            while not await store.hold(f"listens {n}"):
                await asyncio.sleep(0.01)
        try:
            await play(*houses)
        finally:
            for each in houses:
                await each.close()

    asyncio.run(run())


async def open_for_two(one: House) -> str:
    return await one.open("ada", m.NewTable("kewbz", (ME, FREE)))


async def entries(connection: Connection, count: int) -> list[Any]:
    """The next entries, this many, that a connection is told of."""
    lines: list[Any] = []
    while len(lines) < count:
        lines += (await heard(connection, "moved"))["entries"]
    return lines


CELLS = ("c5", "b4", "a5", "c3", "a3", "b2", "c6", "b3")


def test_each_hears_what_the_other_has_committed_in_order(url: str) -> None:
    async def play(one: House, two: House) -> None:
        table = await open_for_two(one)
        here, there = await one.find(table), await two.find(table)
        ada, bob = await watch(here, "ada"), await watch(there, "bob")
        assert await there.ask("bob", Sit("sit", 1, "Bob")) == m.Ack("sit")
        for n, cell in enumerate(CELLS):
            at, guest = ((here, "ada"), (there, "bob"))[n % 2]
            # Whoever moves next may not have heard yet: the worker finds out before it refuses.
            assert await at.ask(guest, place(f"m{n}", n % 2, cell)) == m.Ack(f"m{n}", seq=n)
        for connection in (ada, bob):
            lines = await entries(connection, len(CELLS))
            assert [line[0] for line in lines] == list(range(len(CELLS)))
            assert [line[3]["cell"] for line in lines] == list(CELLS)

    played(url, play)


def test_who_is_forgotten_at_one_worker_is_forgotten_at_the_other(url: str) -> None:
    async def play(one: House, two: House) -> None:
        table = await open_for_two(one)
        here, there = await one.find(table), await two.find(table)
        bob = await watch(there, "bob")
        assert await there.ask("bob", Sit("sit", 1, "Bob")) == m.Ack("sit")
        assert await here.ask("ada", place("m0", 0, "c5")) == m.Ack("m0", seq=0)
        await one.forget("ada")
        while (told := await heard(bob, "table"))["seats"][0]["kind"] != "free":
            pass
        while "Ada" in str(told):
            told = await heard(bob, "table")
        assert await there.ask("bob", Bot("bot", 0, "pebble")) == m.Ack("bot")

    played(url, play)


def test_of_two_moves_at_once_one_is_played(url: str) -> None:
    async def play(one: House, two: House) -> None:
        table = await one.open("ada", m.NewTable("kewbz", (ME, ME)))
        here, there = await one.find(table), await two.find(table)
        for n in range(8):
            answers = await asyncio.gather(
                here.ask("ada", place(f"a{n}", n % 2, CELLS[n])),
                there.ask("ada", place(f"b{n}", n % 2, CELLS[n])),
            )
            assert sorted(type(answer).__name__ for answer in answers) == ["Ack", "Refusal"]
        looks = [msgspec.json.decode(await at.look("ada")) for at in (here, there)]
        assert [line[0] for line in looks[0]["entries"]] == list(range(8))
        assert looks[0]["entries"] == looks[1]["entries"]

    played(url, play)


def test_an_ask_sent_again_to_another_worker_is_done_once(url: str) -> None:
    async def play(one: House, two: House) -> None:
        table = await one.open("ada", m.NewTable("kewbz", (ME, ME)))
        here, there = await one.find(table), await two.find(table)
        asks: list[AnyAsk] = [place("same", 0, "d4"), Takeback("back", 0)]
        for ask in asks:
            first, again = await asyncio.gather(here.ask("ada", ask), there.ask("ada", ask))
            assert first == again == await there.ask("ada", ask)
            assert isinstance(first, m.Ack)
        assert len(msgspec.json.decode(await there.look("ada"))["entries"]) == 2

    played(url, play)


def test_a_lost_notification_is_made_good(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "POLL", 0.2)

    async def play(one: House, two: House) -> None:
        table = await one.open("ada", m.NewTable("kewbz", (ME, ME)))
        here, there = await one.find(table), await two.find(table)
        bob = await watch(there, "bob")
        two._store.heard = lambda _: None
        for n, cell in enumerate(CELLS[:3]):
            await here.ask("ada", place(f"m{n}", n % 2, cell))
        assert [line[0] for line in await entries(bob, 3)] == [0, 1, 2]

    played(url, play)


def test_whoever_comes_before_it_is_known_to_be_written_stays(url: str) -> None:
    """A table is there for everyone once it is written, before the worker that wrote it knows."""

    async def play(one: House, two: House) -> None:
        commit, known = one._store.commit, asyncio.Event()

        async def later(written: asyncio.Future[None]) -> None:
            await written
            await known.wait()

        def answered_late(*changes: Change) -> asyncio.Future[None]:
            return asyncio.ensure_future(later(commit(*changes)))

        one._store.commit = answered_late  # type: ignore[method-assign] # a slow network
        opening = asyncio.create_task(one.open("ada", m.NewTable("kewbz", (ME, ME))))
        while not (listed := await two._store.by_guest("ada", 1)):
            await asyncio.sleep(0.02)
        table = listed[0].row.id
        here = await one.find(table)
        bob = await watch(here, "bob")
        known.set()
        assert await opening == table
        assert await one.find(table) is here
        await here.ask("ada", place("m0", 0, CELLS[0]))
        assert [line[0] for line in await entries(bob, 1)] == [0]

    played(url, play)


def test_a_clock_put_forward_during_a_beat_takes_nobodys_time(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "BEAT", 0.1)
    time_ns, ahead = time.time_ns, 0
    monkeypatch.setattr(time, "time_ns", lambda: time_ns() + ahead)

    async def play(one: House, _: House) -> None:
        here = await one.find(await one.open("ada", m.NewTable("kewbz", (ME, ME))))
        await here.ask("ada", place("before", 0, CELLS[0]))
        beat, jumped = one._store.beat, asyncio.Event()

        async def answered_tomorrow(grace: int = GRACE, more: int = 0) -> tuple[Outage, ...]:
            nonlocal ahead
            outages = await beat(grace, more)
            if not ahead:
                ahead = DAY_MS * 1_000_000
                jumped.set()
            return outages

        one._store.beat = answered_tomorrow  # type: ignore[method-assign] # its clock is set
        await jumped.wait()
        await here.ask("ada", place("after", 1, CELLS[1]))
        lines = msgspec.json.decode(await here.look("ada"))["entries"]
        assert [line[0] for line in lines] == [0, 1]
        assert lines[1][1] < 60_000

    played(url, play)


def test_a_dropped_listener_listens_again_and_catches_up(url: str) -> None:
    async def play(one: House, two: House) -> None:
        table = await one.open("ada", m.NewTable("kewbz", (ME, ME)))
        here, there = await one.find(table), await two.find(table)
        bob = await watch(there, "bob")
        await here.ask("ada", place("before", 0, CELLS[0]))
        await entries(bob, 1)
        admin = await asyncpg.connect(url)
        await admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
        )
        await here.ask("ada", place("meanwhile", 1, CELLS[1]))
        assert [line[0] for line in await entries(bob, 1)] == [1]
        await here.ask("ada", place("after", 0, CELLS[2]))
        assert [line[0] for line in await entries(bob, 1)] == [2]
        await admin.close()

    played(url, play)


def test_who_is_at_another_worker_is_here(url: str) -> None:
    async def play(one: House, two: House) -> None:
        table = await one.open("ada", m.NewTable("kewbz", (ME, FREE), listed=True))
        here, there = await one.find(table), await two.find(table)
        ada = await watch(here, "ada")
        bob = await watch(there, "bob")
        while True:
            if (await heard(ada, "table"))["watching"] == 1:
                break
        (seat, _) = msgspec.json.decode(await there.look("bob"))["seats"]
        assert seat["here"]
        (line,) = (await two.lobby("bob")).waiting
        assert line.seats[0].here
        there.leave(bob)
        while True:
            if (await heard(ada, "table"))["watching"] == 0:
                break

    played(url, play)


def test_a_bot_answers_once_and_survives_its_worker(url: str) -> None:
    async def play(one: House, two: House) -> None:
        seats = (ME, m.SeatChoice("bot", None, "pebble"))
        table = await one.open("ada", m.NewTable("kewbz", seats))
        here, there = await one.find(table), await two.find(table)
        ada, eve = await watch(here, "ada"), await watch(there, "eve")
        assert await there.ask("ada", place("1", 0, "d4")) == m.Ack("1", seq=0)
        for connection in (ada, eve):
            assert [line[2] for line in await entries(connection, 2)] == [0, 1]
        # Another worker is thinking, and dies: its locks go with its connection.
        other = await asyncpg.connect(url)
        # The one that has just answered may not have let go yet.
        while not await other.fetchval(sql.HOLD, f"{table} seat 1"):
            await asyncio.sleep(0.02)
        (cell, *_) = msgspec.json.decode(await here.look("ada"))["view"]["legal"]
        assert await here.ask("ada", place("2", 0, cell)) == m.Ack("2", seq=2)
        assert [line[2] for line in await entries(eve, 1)] == [0]
        await asyncio.sleep(1.5)
        assert len(msgspec.json.decode(await there.look("eve"))["entries"]) == 3
        await other.close()
        assert [line[2] for line in await entries(eve, 1)] == [1]

    played(url, play)


def test_a_deadline_fires_once_at_one_time(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("inglenook.games.lanterns"), "PATIENCE", 300)

    async def play(one: House, two: House) -> None:
        table = await one.open("ada", m.NewTable("lanterns", (ME, ME)))
        here, there = await one.find(table), await two.find(table)
        ada, eve = await watch(here, "ada"), await watch(there, "eve")
        while any(not at.state or at.state.seq < 2 for at in (here, there)):
            await asyncio.sleep(0.02)
        looked = time.monotonic()
        looks = [msgspec.json.decode(await at.look("eve")) for at in (here, there)]
        passed = (time.monotonic() - looked) * 1000
        # The next may have fired in between.
        both = min(len(look["entries"]) for look in looks)
        assert looks[0]["entries"][:both] == looks[1]["entries"][:both]
        assert abs(looks[0]["clock"] - looks[1]["clock"]) < 100 + passed
        times = [line[1] for line in looks[0]["entries"][:both] if line[3]["type"] != "deal"]
        assert times[:2] == [300, 600]
        for connection in (ada, eve):
            told = [line[0] for line in await entries(connection, 2)]
            assert told == sorted(set(told))

    played(url, play)


def test_what_is_due_goes_on_where_nobody_watches(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("inglenook.games.lanterns"), "PATIENCE", 300)
    monkeypatch.setattr(cluster, "UNSERVED", 100)
    # The first worker is not really gone, and may claim it once more.
    monkeypatch.setattr(cluster, "CLAIMED", 200)

    async def play(one: House, two: House) -> None:
        table = await one.open("ada", m.NewTable("lanterns", (ME, FREE)))
        here = await one.find(table)
        # A game with only one person would wait for them.
        await here.ask("bob", Sit("sit", 1, "Bob"))
        # As if killed: nothing goes on here any more.
        await here.close()
        while table not in two._tables:
            await asyncio.sleep(0.05)
        eve = await watch(await two.find(table), "eve")
        times = [line[1] for line in (await heard(eve, "table"))["entries"]]
        while len(times) < 2:
            times += [line[1] for line in await entries(eve, 1)]
        assert times[:2] == [0, 300]

    played(url, play)


def test_an_outage_of_the_database_is_waited_for() -> None:
    with Postgres() as postgres:
        url = postgres.database()
        asyncio.run(adopt(url, SECRET))

        async def play(one: House, two: House) -> None:
            table = await one.open("ada", m.NewTable("kewbz", (ME, ME)))
            here, there = await one.find(table), await two.find(table)
            bob = await watch(there, "bob")
            postgres.kill()
            waiting = asyncio.create_task(here.ask("ada", place("1", 0, "d4")))
            await asyncio.sleep(0.5)
            assert not waiting.done()
            await asyncio.to_thread(postgres.start)
            assert await waiting == m.Ack("1", seq=0)
            assert [line[0] for line in await entries(bob, 1)] == [0]

        played(url, play)


def test_a_game_waits_for_its_only_person_wherever_they_were(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auto_pause, "PAUSES_AFTER_S", 0.3)
    monkeypatch.setattr(audience, "LINGERS", 0.0)

    async def play(one: House, two: House) -> None:
        seats = (ME, m.SeatChoice("bot", None, "pebble"))
        table = await one.open("ada", m.NewTable("kewbz", seats))
        here, there = await one.find(table), await two.find(table)
        ada, eve = await watch(here, "ada"), await watch(there, "eve")
        assert await here.ask("ada", place("1", 0, "d4")) == m.Ack("1", seq=0)
        here.leave(ada)
        while not (await heard(eve, "table"))["paused"]:
            pass
        looks = [msgspec.json.decode(await at.look("eve")) for at in (here, there)]
        assert [look["paused"] for look in looks] == [True, True]
        assert looks[0]["clock"] == looks[1]["clock"]
        assert looks[0]["seq"] == 0
        back = await watch(there, "ada")
        while (await heard(eve, "table"))["paused"]:
            pass
        assert [line[2] for line in await entries(back, 1)] == [1]
        stored = await one._store.load(table)
        assert stored
        told = [row.event for row in stored.events[-2:]]
        assert told == ['{"type":"paused"}', '{"type":"resumed"}']

    played(url, play)


def test_a_beat_that_is_answered_late_leaves_a_later_one_as_it_is(url: str) -> None:
    async def play(one: House, _: House) -> None:
        beat, answered = one._store.beat, asyncio.Event()

        async def answered_late(grace: int = GRACE, more: int = 0) -> tuple[Outage, ...]:
            outages = await beat(grace, more)
            await answered.wait()
            return outages

        one._store.beat = answered_late  # type: ignore[method-assign] # a slow network
        late = asyncio.create_task(one._cluster.beat())
        await asyncio.sleep(0.05)
        one._store.beat = beat  # type: ignore[method-assign]
        await one._cluster.beat()
        known = one._cluster.hours._beaten
        answered.set()
        await late
        assert known
        assert one._cluster.hours._beaten
        assert one._cluster.hours._beaten >= known

    played(url, play)


def test_a_pause_begins_when_somebody_left_although_their_worker_was_cut_off(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auto_pause, "PAUSES_AFTER_S", 0.3)
    monkeypatch.setattr(audience, "LINGERS", 0.0)
    monkeypatch.setattr(cluster, "BEAT", 3600.0)

    async def play(one: House, _: House) -> None:
        seats = (ME, m.SeatChoice("bot", None, "pebble"))
        here = await one.find(await one.open("ada", m.NewTable("kewbz", seats)))
        ada = await watch(here, "ada")
        await asyncio.sleep(2)
        hours = one._cluster.hours
        assert hours._beaten
        hours._beaten -= 85_000
        left = wall_ms()
        here.leave(ada)
        while not (stored := await one._store.load(here.id)) or len(stored.events) < 3:
            await asyncio.sleep(0.05)
        paused = stored.events[-1]
        assert paused.event == '{"type":"paused"}'
        assert paused.at > left - 1000

    played(url, play)


def test_who_is_at_another_worker_is_not_away(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto_pause, "PAUSES_AFTER_S", 0.3)

    async def play(one: House, two: House) -> None:
        table = await one.open("ada", m.NewTable("kewbz", (ME, ME)))
        ada = await watch(await one.find(table), "ada")
        # Loaded by a worker to which nobody has come.
        there = await two.find(table)
        await asyncio.sleep(1.0)
        assert there.state
        assert not there.state.paused
        assert there.state.events == 2
        assert not (await heard(ada, "table"))["paused"]

    played(url, play)


def test_a_phrase_is_heard_at_every_worker_and_kept_at_none(url: str) -> None:
    async def play(one: House, two: House) -> None:
        table = await open_for_two(one)
        here, there = await one.find(table), await two.find(table)
        ada, bob = await watch(here, "ada"), await watch(there, "bob")
        assert await here.ask("ada", Phrase("hi", 0, "hello")) == m.Ack("hi")
        for connection in (ada, bob):
            assert (await heard(connection, "spoken"))["phrase"] == "hello"
        assert here.state
        assert here.state.events == 1  # Ada took her seat

    played(url, play)


def test_games_that_end_at_once_are_numbered_and_rated_once_in_that_order(url: str) -> None:
    async def play(one: House, two: House) -> None:
        store = PostgresStore(url)
        await store.start()
        await profile(store, "ada", "bob")
        houses = [one, two] * 6
        # More than count of two people: which of them do is agreed on as well.
        tables = [await sit_down(house) for house in houses]
        await asyncio.gather(*map(play_out, houses, tables))
        await asyncio.gather(*(catch_up(store) for _ in range(4)))
        (ended, steps, kept) = await store.run(
            Statement("SELECT number, rated FROM finished ORDER BY number"),
            Statement(
                "SELECT number, mu_before, mu FROM rating_steps WHERE guest = 'ada' ORDER BY number"
            ),
            Statement("SELECT mu, games FROM ratings WHERE guest = 'ada'"),
        )
        often = 12 - MOST_GAMES_OF_PAIR
        rated = [Rated.COUNTS] * MOST_GAMES_OF_PAIR + [Rated.OFTEN] * often
        assert ended == list(zip(range(1, 13), rated, strict=True))
        assert [number for number, _, _ in steps] == list(range(1, MOST_GAMES_OF_PAIR + 1))
        # Each begins where the one before ended.
        assert [before for _, before, _ in steps[1:]] == [after for _, _, after in steps[:-1]]
        assert kept == [(steps[-1][2], MOST_GAMES_OF_PAIR)]
        assert (await recompute(store, lambda *_: None)).same
        await store.close()

    played(url, play)
