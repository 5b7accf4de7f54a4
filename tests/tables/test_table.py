"""Tables on a real store, without a server: what no wire test can bring about."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from inglenook.core.game import Refused
from inglenook.core.units import DAY_MS
from inglenook.server.house import Connection, House, Table, cluster, house, lobby
from inglenook.server.live import audience, table
from inglenook.server.live.connection import QUEUE
from inglenook.server.store import SqliteStore, wall_ms
from inglenook.server.table import decide
from inglenook.server.table.clock import OpeningHours
from inglenook.server.table.fold import restore
from inglenook.server.table.lag import Purse
from inglenook.server.wire import table_messages as m
from inglenook.server.wire.asks import Bot, Free, Leave, Pace, Play, Sit, Takeback

ME = m.SeatChoice("me", "Ada")
FREE = m.SeatChoice("free")
SECRET = "of the house"


def played(path: Path, play: Callable[[House, SqliteStore], Awaitable[None]]) -> None:
    """Run one evening in one house."""

    async def run() -> None:
        store = SqliteStore(path / "x.db")
        here = House(store, SECRET)
        await here.start()
        await play(here, store)
        await here.close()

    asyncio.run(run())


async def heard(connection: Connection, kind: str) -> dict[str, Any]:
    """The next message of a kind, whatever comes before it."""
    while True:
        message = await asyncio.wait_for(connection.next(), 60)
        assert message is not None
        said: dict[str, Any] = msgspec.json.decode(message)
        if said["type"] == kind:
            return said


async def watch(at: Table, guest: str, pace: Pace = "brisk") -> Connection:
    connection = Connection(guest)
    connection.pace = pace
    await at.join(connection)
    return connection


def place(ask: str, seat: int, cell: str) -> Play:
    return Play(ask, seat, {"type": "place", "cell": cell})


def test_nature_moves_when_time_is_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("inglenook.games.lanterns"), "PATIENCE", 600)

    async def play(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("lanterns", (ME, ME))))
        ada = await watch(at, "ada")
        silences = [await heard(ada, "moved") for _ in range(3)]
        lines = [line for said in silences for line in said["entries"]]
        assert [line[2:4] for line in lines] == [[-1, {"type": "silent"}]] * 3
        times = [line[1] for line in lines]
        # Deadlines are points in time: none drifts from the one before it.
        assert times == [times[0], times[0] + 600, times[0] + 1200]
        answer = await at.ask("ada", Play("late", 0, {"type": "throw"}))
        assert answer == m.Refusal("late", "not-your-turn")

    played(tmp_path, play)


def test_after_a_takeback_the_clock_that_is_told_is_the_one_deadlines_go_by(
    tmp_path: Path,
) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("prolix", (ME,))))
        ada = await watch(at, "ada")
        deadline = (await heard(ada, "table"))["view"]["deadline"]
        await at.ask("ada", Play("s", 0, {"type": "scratch", "word": "stone"}))
        await asyncio.sleep(0.5)
        # Nobody else sits there who would have to agree.
        assert isinstance(await at.ask("ada", Takeback("t", 0)), m.Ack)
        state = at.state
        assert state
        undone = state.match.log[-1].t
        assert undone >= 500
        said = msgspec.json.decode(await at.look("ada"))
        assert said["view"]["deadline"] == deadline
        assert said["view"]["scratched"] == []
        assert said["clock"] <= state.clock.now() - undone

    played(tmp_path, play)


def test_the_clock_stands_still_while_the_server_does(tmp_path: Path) -> None:
    table_id = ""

    async def before(here: House, _: SqliteStore) -> None:
        nonlocal table_id
        table_id = await here.open("ada", m.NewTable("lanterns", (ME, ME)))
        at = await here.find(table_id)
        await asyncio.sleep(0.2)
        await at.ask("ada", Play("1", 0, {"type": "silent"}))

    async def after(here: House, _: SqliteStore) -> None:
        at = await here.find(table_id)
        ada = await watch(at, "ada")
        (*_, last) = (await heard(ada, "table"))["entries"]
        await at.ask("ada", Play("2", 1, {"type": "silent"}))
        passed = (time.monotonic() - opened) * 1000
        (line,) = (await heard(ada, "moved"))["entries"]
        assert last[1] >= 200
        assert last[1] <= line[1] <= last[1] + passed + 1

    played(tmp_path, before)
    time.sleep(2)
    opened = time.monotonic()
    played(tmp_path, after)


def test_each_seat_sees_its_own_secrets_only(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("lanterns", (ME, FREE))))
        watching = [await watch(at, who) for who in ("ada", "bob", "cy")]
        # Nothing is dealt before everyone is seated.
        assert [(await heard(line, "table"))["entries"] for line in watching] == [[], [], []]
        await at.ask("bob", Sit("sit", 1, "Bob"))
        tables = [await heard(line, "moved") for line in watching]
        deals = [said["entries"][0][3]["lanterns"] for said in tables]
        assert [[n is not None for n in deal] for deal in deals] == [
            [True, False],
            [False, True],
            [False, False],
        ]
        assert [said["view"]["mine"] for said in tables] == [deals[0][0], deals[1][1], None]

    played(tmp_path, play)


def test_what_is_not_stored_is_not_shown_and_not_done(tmp_path: Path) -> None:
    async def play(here: House, store: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("kewbz", (ME, ME))))
        cy = await watch(at, "cy")
        store._db.execute("PRAGMA query_only = true")
        answer = await at.ask("ada", place("1", 0, "d4"))
        assert isinstance(answer, m.Refusal)
        assert answer.code == "store-failed"
        assert msgspec.json.decode(await at.look("ada"))["seq"] == -1
        store._db.execute("PRAGMA query_only = false")
        assert await at.ask("ada", place("1", 0, "e5")) == m.Ack("1", seq=0)
        assert (await heard(cy, "moved"))["entries"][0][3]["cell"] == "e5"

    played(tmp_path, play)


def test_a_second_writer_makes_the_first_look_again(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        table_id = await here.open("ada", m.NewTable("kewbz", (ME, ME)))
        other_house = House(SqliteStore(tmp_path / "x.db"), SECRET)
        at, elsewhere = await here.find(table_id), await other_house.find(table_id)
        assert await elsewhere.ask("ada", place("1", 0, "d4")) == m.Ack("1", seq=0)
        # This one still believes that nobody has moved, and finds out by the conflict.
        assert await at.ask("ada", place("2", 0, "d5")) == m.Refusal("2", "not-your-turn")
        assert await at.ask("ada", place("3", 1, "d5")) == m.Ack("3", seq=1)
        # An ask that the other writer has done already is known, too.
        assert await elsewhere.ask("ada", place("3", 1, "d5")) == m.Ack("3", seq=1)
        assert msgspec.json.decode(await elsewhere.look("ada"))["seq"] == 1
        await other_house.close()

    played(tmp_path, play)


def test_a_reader_that_does_not_read_is_dropped(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("kewbz", (ME, FREE))))
        slow, quick = await watch(at, "slow"), await watch(at, "quick")
        for n in range(QUEUE):
            await at.ask(f"bob {n}", Sit(f"sit {n}", 1, "Bob"))
            await heard(quick, "table")
            await at.ask(f"bob {n}", Leave(f"leave {n}", 1))
            await heard(quick, "table")
        assert slow.dropped
        assert await slow.next() is None
        assert not quick.dropped
        assert at.audience.guests() == {"quick"}

    played(tmp_path, play)


def test_a_seat_is_freed_only_when_its_owner_is_away_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("kewbz", (ME, FREE))))
        await at.ask("bob", Sit("sit", 1, "Bob"))
        bob = await watch(at, "bob")
        assert await at.ask("ada", Free("1", 1)) == m.Refusal(
            "1", "not-away", "a seat is freed when its owner is away for long"
        )
        monkeypatch.setattr(audience, "SEAT_MAY_BE_FREED_AFTER_S", 0.05)
        assert (await at.ask("ada", Free("2", 1))).__class__ is m.Refusal
        monkeypatch.setattr(audience, "SEAT_MAY_BE_FREED_AFTER_S", 60)
        at.leave(bob)
        assert (await at.ask("ada", Free("3", 1))).__class__ is m.Refusal
        monkeypatch.setattr(audience, "SEAT_MAY_BE_FREED_AFTER_S", 0.05)
        await asyncio.sleep(0.06)
        refused = await at.ask("cy", Free("4", 1))
        assert isinstance(refused, m.Refusal)
        assert refused.code == "not-seated"
        assert await at.ask("ada", Free("5", 1)) == m.Ack("5")
        assert await at.ask("cy", Sit("6", 1, "Cy")) == m.Ack("6")

    played(tmp_path, play)


def test_idle_tables_leave_the_memory_and_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house, "SWEEP", 0.02)
    monkeypatch.setattr(house, "IDLE", 0.0)

    async def play(here: House, _: SqliteStore) -> None:
        watched = await here.open("ada", m.NewTable("kewbz", (ME, ME)))
        left = await here.open("ada", m.NewTable("kewbz", (ME, ME)))
        kept, dropped = await here.find(watched), await here.find(left)
        await watch(kept, "cy")
        await dropped.ask("ada", place("1", 0, "d4"))
        while left in here._tables:
            await asyncio.sleep(0.02)
        assert await here.find(watched) is kept
        again = await here.find(left)
        assert again is not dropped
        assert await again.ask("ada", place("1", 0, "d4")) == m.Ack("1", seq=0)
        assert await again.ask("ada", place("2", 1, "d5")) == m.Ack("2", seq=1)

    played(tmp_path, play)


def test_abandoned_tables_leave_the_lobby_but_not_the_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        table_id = await here.open("ada", m.NewTable("kewbz", (ME, FREE), listed=True))
        await here.open("cid", m.NewTable("kewbz", (ME, FREE)))
        assert [line.id for line in (await here.lobby("bob")).waiting] == [table_id]
        tomorrow = wall_ms() + DAY_MS + 1000
        monkeypatch.setattr(lobby, "wall_ms", lambda: tomorrow)
        assert (await here.lobby("bob")).waiting == ()
        assert [line.id for line in (await here.lobby("ada")).mine] == [table_id]
        # Someone who sits there and waits brings it back.
        monkeypatch.setattr(table, "wall_ms", lambda: tomorrow)
        at = await here.find(table_id)
        await watch(at, "ada")
        await at.touch()
        assert [line.id for line in (await here.lobby("bob")).waiting] == [table_id]

    played(tmp_path, play)


def test_names_are_cleaned(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("kewbz", (FREE, FREE))))
        await at.ask("bob", Sit("1", 0, "  B\x00o\u202eb \n<b>  "))
        seats = msgspec.json.decode(await at.look("bob"))["seats"]
        assert seats[0]["name"] == "Bob <b>"
        refused = await at.ask("bob", Sit("2", 1, " \u200b\x07 "))
        assert isinstance(refused, m.Refusal)
        assert refused.code == "bad-name"

    played(tmp_path, play)


def test_an_unknown_table_is_refused_and_not_kept(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        with pytest.raises(Refused, match="unknown-table"):
            await here.find("nowhere")
        assert here._tables == {}

    played(tmp_path, play)


def test_one_who_resigns_among_several_leaves_the_seat_to_a_bot(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("lanterns", (ME, FREE, FREE))))
        await at.ask("bob", Sit("sit", 1, "Bob"))
        await at.ask("cy", Sit("sit", 2, "Cy"))
        resign: dict[str, Any] = {"type": "resign"}
        answer = await at.ask("cy", Play("r", 2, resign))
        assert answer == m.Ack("r", seq=1)
        said = msgspec.json.decode(await at.look("ada"))
        assert [seat["kind"] for seat in said["seats"]] == ["person", "person", "bot"]
        assert (said["seats"][2]["level"], said["status"]) == ("flame", "playing")
        assert await at.ask("cy", Play("r", 2, resign)) == answer
        assert await at.ask("cy", Play("s", 2, resign)) == m.Refusal("s", "not-your-seat")
        # The last but one to leave ends the game, and keeps the seat in it.
        assert await at.ask("bob", Play("r", 1, resign)) == m.Ack("r", seq=2)
        said = msgspec.json.decode(await at.look("bob"))
        assert (said["status"], said["outcome"]["winners"]) == ("over", [0])
        assert said["seats"][1]["name"] == "Bob"

    played(tmp_path, play)


def test_a_move_counts_from_when_it_came_and_is_granted_its_lag(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        opened = time.monotonic()
        at = await here.find(await here.open("ada", m.NewTable("snap", (ME, ME))))
        await asyncio.sleep(0.3)
        came = time.monotonic() - 0.2
        claim: dict[str, Any] = {"type": "claim"}
        assert await at.ask("ada", Play("1", 0, claim), came, 120) == m.Ack("1", seq=0)
        assert await at.ask("ada", Play("2", 0, claim), came, 120) == m.Refusal(
            "2", "already-claimed"
        )
        (line,) = msgspec.json.decode(await at.look("ada"))["entries"]
        assert 0 < line[1] <= (came - opened) * 1000 + 1
        assert line[4] == 120
        # Then the purse holds the 180 ms that were left and what came back since.
        for n in range(2):
            await at.ask("ada", Play(f"b{n}", 1, claim), lag=0)
            await at.ask("ada", Play(f"a{n}", 0, claim), lag=250)
        entries = msgspec.json.decode(await at.look("ada"))["entries"]
        times, lags = zip(*((line[1], line[4]) for line in entries if line[2] == 0), strict=True)
        purse, granted = Purse(), []
        for t, lag in zip(times, (120, 250, 250), strict=True):
            grant, purse = purse.grant(t, lag)
            granted.append(grant)
        assert list(lags) == granted

    played(tmp_path, play)


def test_only_those_who_play_against_time_are_probed(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("snap", (ME, FREE))))
        ada, cy = Connection("ada", answers=True), Connection("cy", answers=True)
        stream = Connection("ada")
        for connection in (ada, cy, stream):
            await at.join(connection)
        for n in range(1, 5):
            assert (await heard(ada, "probe"))["n"] == n
            now = time.monotonic()
            ada.answered(n, now + 0.2)
            ada.answered(n, now + 0.9)
            ada.answered(99, now + 0.9)
            at.probe()
        assert len(ada.trips.last) == 4
        assert 200 <= ada.trips.lag < 300
        assert cy.trips.lag == stream.trips.lag == 0
        kinds = []
        for connection in (cy, stream):
            connection.say(b'{"type":"end"}')
            while (kind := (await heard_any(connection))["type"]) != "end":
                kinds.append(kind)
        assert set(kinds) == {"table"}

    played(tmp_path, play)


async def heard_any(connection: Connection) -> dict[str, Any]:
    message = await asyncio.wait_for(connection.next(), 10)
    assert message is not None
    said: dict[str, Any] = msgspec.json.decode(message)
    return said


def test_a_turn_game_is_not_probed(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("kewbz", (ME, ME))))
        ada = Connection("ada", answers=True)
        await at.join(ada)
        at.probe()
        ada.say(b'{"type":"end"}')
        assert [(await heard_any(ada))["type"] for _ in range(2)] == ["table", "end"]

    played(tmp_path, play)


@pytest.mark.parametrize("steady", [False, True])
def test_a_hand_that_lets_go_at_a_moment_is_probed(tmp_path: Path, steady: bool) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        new = m.NewTable("konexi", (ME, ME), {"steady": steady})
        at = await here.find(await here.open("ada", new))
        ada = Connection("ada", answers=True)
        await at.join(ada)
        ada.say(b'{"type":"end"}')
        kinds = []
        while (kind := (await heard_any(ada))["type"]) != "end":
            kinds.append(kind)
        assert ("probe" in kinds) is not steady

    played(tmp_path, play)


def test_tables_that_nobody_came_back_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("inglenook.games.lanterns"), "PATIENCE", 150)
    monkeypatch.setattr(cluster, "UNSERVED", 50)
    monkeypatch.setattr(cluster, "COMING_BACK", 0)
    timed = turns = ""

    async def before(here: House, _: SqliteStore) -> None:
        nonlocal timed, turns
        timed = await here.open("ada", m.NewTable("lanterns", (ME, ME)))
        turns = await here.open("ada", m.NewTable("kewbz", (ME, ME)))

    async def after(here: House, _: SqliteStore) -> None:
        entries: list[Any] = []
        while len(entries) < 3:
            await asyncio.sleep(0.05)
            if timed in here._tables:
                entries = msgspec.json.decode(await here._tables[timed].look("ada"))["entries"]
        assert set(here._tables) == {timed}
        # It was 150 ms to the first deadline when the server stopped, and so it was after it.
        assert entries[1][1] == 150

    played(tmp_path, before)
    played(tmp_path, after)


def test_a_table_does_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide, "MOST_EVENTS", 4)
    monkeypatch.setattr(decide, "MOST_ENTRIES", 2)

    async def play(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("kewbz", (ME, FREE))))
        assert await at.ask("bob", Sit("1", 1, "Bob")) == m.Ack("1")
        assert await at.ask("bob", Leave("2", 1)) == m.Ack("2")
        assert await at.ask("bob", Sit("3", 1, "Bob")) == m.Ack("3")
        answer = await at.ask("bob", Leave("4", 1))
        assert isinstance(answer, m.Refusal)
        assert answer.code == "too-long"
        assert await at.ask("ada", place("5", 0, "d4")) == m.Ack("5", seq=0)
        assert await at.ask("bob", place("6", 1, "d5")) == m.Ack("6", seq=1)
        answer = await at.ask("ada", place("7", 0, "e4"))
        assert isinstance(answer, m.Refusal)
        assert answer.code == "too-long"
        assert await at.ask("ada", Play("8", 0, {"type": "resign"})) == m.Ack("8", seq=2)

    played(tmp_path, play)


def test_nobody_uses_up_a_table_by_coming_and_going(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decide, "OWN_EVENTS_TO_SIT", 4)
    monkeypatch.setattr(decide, "EVENTS_TO_SIT", 8)
    monkeypatch.setattr(decide, "EVENTS_OF_GUEST", 6)

    async def play(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("kewbz", (ME, FREE))))

        async def come_and_go(guest: str) -> list[bool]:
            asks = (Leave(f"{n}", 1) if n % 2 else Sit(f"{n}", 1, "Eve") for n in range(9))
            return [isinstance(await at.ask(guest, ask), m.Ack) for ask in asks]

        # One who comes again and again; then others, each somebody new.
        assert sum(await come_and_go("eve")) == 4
        assert sum([*await come_and_go("eve 2"), *await come_and_go("eve 3")]) == 4
        # Whoever made the table still has the say here, and so has who plays.
        assert await at.ask("ada", Bot("1", 1, "pebble")) == m.Ack("1")
        assert await at.ask("ada", Free("2", 1)) == m.Ack("2")
        assert await at.ask("ada", Sit("3", 1, "Bob")) == m.Ack("3")

    played(tmp_path, play)


def test_nobody_buries_the_tables_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "LISTED", 4)

    async def play(here: House, _: SqliteStore) -> None:
        mine = await here.open("ada", m.NewTable("kewbz", (ME, FREE), listed=True), "home")
        theirs = await here.open("bob", m.NewTable("kewbz", (ME, FREE), listed=True), "home")
        # Somebody new for each, from one address; with nobody there, and with somebody.
        for n in range(9):
            seats = (ME if n % 2 else FREE, FREE)
            await here.open(f"eve {n}", m.NewTable("kewbz", seats, listed=True), "elsewhere")
        shown = [line.id for line in (await here.lobby("cy")).waiting]
        assert len(shown) == 4
        assert {mine, theirs} <= set(shown)

    played(tmp_path, play)


def test_all_who_look_at_the_lobby_at_once_share_what_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(here: House, store: SqliteStore) -> None:
        reads = 0
        by_status = store.by_status

        async def counted(*asked: Any) -> Any:
            nonlocal reads
            reads += 1
            return await by_status(*asked)

        monkeypatch.setattr(store, "by_status", counted)
        await asyncio.gather(*(here.lobby(f"{n}") for n in range(50)))
        assert reads <= 4
        # What was done before somebody asked is in the answer.
        mine = await here.open("ada", m.NewTable("kewbz", (ME, FREE), listed=True))
        assert [line.id for line in (await here.lobby("bob")).waiting] == [mine]

    played(tmp_path, play)


def test_a_question_in_the_same_ms_as_the_last_move_survives_loading(tmp_path: Path) -> None:
    async def play(here: House, store: SqliteStore) -> None:
        table_id = await here.open("ada", m.NewTable("kewbz", (ME, FREE)))
        at = await here.find(table_id)
        await at.ask("bob", Sit("sit", 1, "Bob"))
        await at.ask("ada", place("1", 0, "d4"))
        await at.ask("ada", Takeback("back", 0))
        stored = await store.load(table_id)
        assert stored
        (*_, move), (*before, question) = stored.entries, stored.events
        same = replace(question, at=move.at)
        loaded = restore(replace(stored, events=(*before, same)), OpeningHours())
        assert loaded.seating.takeback is not None

    played(tmp_path, play)
