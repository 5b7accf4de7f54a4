"""The outbox: once until they come, each taken by one worker, none lost."""

import asyncio

from msgspec.structs import replace

from inglenook.server.store import NEVER, Change, Store, TurnBegun, Turns
from inglenook.server.store.outbox import (
    ChannelRow,
    Kind,
    TurnRow,
    channel_at,
    channels_of,
    claim_digests,
    claim_turns,
    keep_channel,
    kinds_due,
    note_error,
    setting,
    turn_again,
    turn_told,
    turns_of,
    visited,
)
from tests.store.conftest import Open


def channel(name: str, kind: Kind = "push", guest: str = "ada", due: int = 0) -> ChannelRow:
    return ChannelRow(name, guest, kind, f"to {name}", "{}", "en", "UTC", "http://x", 1, due)


async def begin(store: Store, table: str, at: int, deadline: int | None = None) -> None:
    remind = NEVER if deadline is None else at + 50
    turn = TurnBegun("ada", table, at, deadline, "Bob", remind, at + 10)
    await store.commit(Change(table, at, turns=Turns(begun=(turn,))))


async def end(store: Store, table: str) -> None:
    await store.commit(Change(table, 0, turns=Turns(ended=("ada",))))


async def due(store: Store, now: int, kind: Kind = "push") -> list[TurnRow]:
    return await claim_turns(store, kind, now, now + 1000, 100)


def test_one_message_until_they_come(anew: Open) -> None:
    async def go() -> None:
        store = anew()
        await store.start()
        await begin(store, "t1", 100)
        assert await kinds_due(store, 10_000) == set(), "there is no way to tell them"
        await keep_channel(store, channel("phone"))
        await begin(store, "t1", 200)
        assert await due(store, 209) == []
        assert await kinds_due(store, 210) == {"push"}
        (turn,) = await due(store, 210)
        assert turn == TurnRow("ada", "t1", "phone", 200, None, "Bob", 1210, 1)
        assert await due(store, 1209) == [], "it is claimed"
        await turn_told(store, turn)
        await end(store, "t1")
        await begin(store, "t1", 5000)
        assert await due(store, 10_000) == [], "they were told, and have not come"
        await visited(store, "ada", "t1")
        assert await due(store, 10_000) == [], "they have seen that it is their turn"
        await store.commit(Change("t1", 0, turns=Turns(taken=("ada",))))
        await begin(store, "t1", 20_000)
        assert len(await due(store, 20_010)) == 1
        await store.close()

    asyncio.run(go())


def test_who_comes_in_time_is_not_told(anew: Open) -> None:
    async def go() -> None:
        store = anew()
        await store.start()
        await keep_channel(store, channel("phone"))
        await begin(store, "t1", 100)
        await begin(store, "t2", 100)
        await begin(store, "t3", 100)
        await visited(store, "ada", "t1")
        await end(store, "t2")
        assert [turn.table for turn in await due(store, 9000)] == ["t3"]
        assert [turn.table for turn in await turns_of(store, "phone")] == ["t1", "t3"]
        await store.close()

    asyncio.run(go())


def test_what_does_not_arrive_is_tried_again(anew: Open) -> None:
    async def go() -> None:
        store = anew()
        await store.start()
        await keep_channel(store, channel("phone"))
        await begin(store, "t1", 100)
        (turn,) = await due(store, 110)
        await turn_again(store, turn, 500)
        (turn,) = await due(store, 500)
        assert turn.tries == 2
        # The worker was killed: another takes it when the claim has ended.
        (again,) = await due(store, 1500)
        assert again.tries == 3
        # And what the first one has to say, should it live, no longer counts.
        await turn_again(store, turn, 1600)
        assert await due(store, 1700) == []
        await turn_again(store, again, NEVER)
        assert await due(store, 10**9) == []
        await store.close()

    asyncio.run(go())


def test_a_mail_reminds_though_they_have_looked(anew: Open) -> None:
    async def go() -> None:
        store = anew()
        await store.start()
        await keep_channel(store, channel("post", "mail"))
        await keep_channel(store, channel("feed", "calendar"))
        await begin(store, "t1", 100, deadline=200)
        await visited(store, "ada", "t1")
        assert await due(store, 149, "mail") == []
        # The deadline moves, and with it the reminder.
        await begin(store, "t1", 140, deadline=240)
        assert await due(store, 189, "mail") == []
        (turn,) = await due(store, 190, "mail")
        assert (turn.since, turn.deadline) == (100, 240)
        await turn_told(store, turn, stays=False)
        await begin(store, "t1", 300, deadline=400)
        assert await due(store, 10_000, "mail") == [], "one is enough for a turn"
        assert [turn.deadline for turn in await turns_of(store, "feed")] == [400]
        await store.close()

    asyncio.run(go())


def test_each_is_taken_by_one_worker(anew: Open) -> None:
    async def go() -> None:
        stores = [anew()]
        if stores[0].shared:
            stores = [*stores, *(anew() for _ in range(3))]
        for store in stores:
            await store.start()
        await keep_channel(stores[0], channel("phone"))
        for n in range(60):
            await begin(stores[0], f"t{n}", 100)
        claims = (claim_turns(store, "push", 200, 1000, 7) for store in stores * 5)
        taken = [turn.table for claimed in await asyncio.gather(*claims) for turn in claimed]
        assert len(taken) == len(set(taken))
        rest = await due(stores[0], 200)
        assert len(taken) + len(rest) == 60
        for store in stores:
            await store.close()

    asyncio.run(go())


def test_channels(anew: Open) -> None:
    async def go() -> None:
        store = anew()
        await store.start()
        phone, post = channel("phone"), channel("post", "mail", due=50)
        await keep_channel(store, phone)
        await keep_channel(store, post)
        await begin(store, "t1", 100)
        await note_error(store, "phone", "HTTP 500")
        assert {row.error for row in await channels_of(store, "ada")} == {"HTTP 500", ""}
        assert [row.id for row in await claim_digests(store, 60, 90, 9)] == ["post"]
        assert await claim_digests(store, 60, 90, 9) == []
        # The same browser, now somebody else's: what was for Ada is not for them.
        await keep_channel(store, replace(phone, id="x", guest="bob"))
        found = await channel_at(store, "push", "to phone")
        assert found
        assert (found.guest, found.error) == ("bob", "")
        assert await due(store, 9000) == []
        await store.close()

    asyncio.run(go())


def test_a_setting_is_made_once(anew: Open) -> None:
    async def go() -> None:
        store = anew()
        await store.start()
        assert await setting(store, "x", "first") == "first"
        assert await setting(store, "x", "second") == "first"
        await store.close()

    asyncio.run(go())
