"""What a host does and sees, on both databases; and that workers hear of it."""

import asyncio

import pytest

from inglenook.core.game import Refused
from inglenook.server.accounts.profiles import keep_profile
from inglenook.server.desk import acts, seen
from inglenook.server.desk.host_rows import use_invitation
from inglenook.server.desk.orders import Orders
from inglenook.server.house import House
from inglenook.server.secret_hash import hashed
from inglenook.server.store import Statement, Store, wall_ms
from inglenook.server.wire import table_messages as m
from inglenook.server.wire.account_messages import NewProfile
from tests.store.conftest import Open

ADA = "a" * 32


class Worker:
    """What a worker would do when it hears of an act."""

    def __init__(self, store: Store, house: House) -> None:
        self.reloaded: list[str] = []
        self.turned_out = 0
        self.holds: list[bool] = []
        self.house = house
        self.orders = Orders(store, self.reload, self.turn_out, self.hold)

    async def reload(self, table: str) -> None:
        self.reloaded.append(table)
        await self.house.reload(table)

    def turn_out(self) -> None:
        self.turned_out += 1

    def hold(self, held: bool) -> None:
        self.holds.append(held)


def test_acts_are_done_noted_and_heard_of(anew: Open) -> None:
    async def run() -> None:
        store = anew()
        await store.start()
        here = House(store, "secret")
        worker = Worker(store, here)
        orders = worker.orders
        await orders.poll()
        await keep_profile(store, ADA, NewProfile("Ada", "leaf-moss", ("en",)))
        seats = (m.SeatChoice("me", "Ada"), m.SeatChoice("me", "Eve"))
        first, second = [await here.open(ADA, m.NewTable("kewbz", seats)) for _ in range(2)]

        async def do(act: acts.AnyAct) -> None:
            await acts.perform(store, "the test", act)
            await orders.poll()

        await do(acts.CloseTable(first))
        ended = (await here.find(first)).state
        assert ended
        assert (outcome := ended.match.outcome())
        assert outcome.reason == "abandoned"
        await do(acts.DeleteTable(second))
        with pytest.raises(Refused, match="unknown-table"):
            await here.find(second)
        assert worker.reloaded == [first, second]
        for act in (acts.CloseTable(second), acts.DeleteTable(second)):
            with pytest.raises(Refused, match="unknown-table"):
                await do(act)

        await do(acts.BlockPerson(ADA, 1, "rude"))
        await do(acts.BlockAddress("192.0.2.1/24"))
        assert worker.turned_out == 2
        blocked = [orders.is_blocked(*who) for who in ((ADA, ""), ("b", "192.0.2.9"), ("b", ""))]
        assert blocked == [True, True, False]
        assert orders.is_blocked(None, "::ffff:192.0.2.7")
        (ada,) = await seen.people(store, "aDa")
        assert (ada.guest, ada.name, ada.tables, ada.blocked) == (ADA, "Ada", 1, True)
        await do(acts.Unblock("person", ADA))
        assert not orders.is_blocked(ADA, "")

        await do(acts.Announce("Cake", 1))
        assert (said := orders.announcement)
        assert said.text == "Cake"
        await do(acts.EndAnnouncement())
        assert (await seen.desk(store)).announcement is None
        await do(acts.SetReadOnly(True))
        assert orders.read_only
        await do(acts.SetReadOnly(False))
        assert worker.holds[-2:] == [True, False]
        (outages,) = await store.run(Statement("SELECT began, ended FROM outages"))
        assert len(outages) == 1

        secret = await acts.invite(store, "the test", 1, 2, "club")
        uses = [await use_invitation(store, hashed(secret), wall_ms()) for _ in range(3)]
        assert uses == [True, True, False]
        link = await acts.make_desk_link(store, "the test")
        entered = [await acts.enter_desk(store, each, "desk") for each in ("x", link, link)]
        assert entered == [False, True, False]

        await do(acts.ForgetPerson(ADA))
        assert await seen.people(store, "Ada") == []
        (table,) = await seen.tables(store, "over")
        assert (table.id, table.moves) == (first, 1)
        done = (await seen.desk(store)).acts
        assert [each.what for each in done] == [
            "forget-person", "desk-entered", "desk-link", "invite", "read-only", "read-only",
            "end-announcement", "announce", "unblock", "block-address", "block-person",
            "delete-table", "close-table",
        ]  # fmt: skip
        assert ADA not in repr(done)
        await here.close()

    asyncio.run(run())
