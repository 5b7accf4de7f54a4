"""Which rated games count, at tables: after few moves, often with the same one, at one address."""

import asyncio

import pytest

from inglenook.core.units import DAY_MS
from inglenook.server.house import Connection, House
from inglenook.server.ratings.counting import MOST_GAMES_OF_PAIR
from inglenook.server.ratings.history import Filter, PastGame, look, past_games, rating_of
from inglenook.server.ratings.rating_fold import catch_up
from inglenook.server.ratings.recompute import recompute
from inglenook.server.store import PostgresStore, Statement, Store, wall_ms
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m
from tests.store.conftest import Open
from tests.store.conftest import anew as anew
from tests.tables.test_rated import (
    CLOCK,
    FREE,
    ME,
    PROFILE,
    RESIGN,
    evening,
    play_out,
    profile,
    rows,
    sit_down,
)
from tests.tables.test_two_workers import played
from tests.tables.test_two_workers import url as url
from tests.web.people import SMALL

HERE, THERE = "203.0.113.7", "198.51.100.7"
RATED = m.NewTable("kewbz", (ME, FREE), SMALL, rated=True, time_control=CLOCK)


async def fresh(store: Store, *guests: str) -> None:
    """Profiles that were made just now."""
    made = PROFILE.replace("'en', 1)", f"'en', {wall_ms()})")
    await store.run(*(Statement(made, (g, f"h-{g}", g.title(), g)) for g in guests))


async def latest(store: Store, handle: str, asker: str) -> PastGame:
    return (await past_games(store, handle, asker, Filter(rated=True))).games[0]


async def stays(store: Store) -> None:
    """The same comes of it if all is made anew."""
    assert (await recompute(store, lambda *_: None)).same


def test_a_game_that_ends_after_few_moves_does_not_count(anew: Open) -> None:
    async def play(house: House, store: Store) -> None:
        for moves in (0, 3):
            at = await house.find(await sit_down(house))
            await play_out(house, at.id, moves)
            assert isinstance(await at.ask("bob", RESIGN), m.Ack)
            told = await at.summary("ada")
            assert (told.ratings, told.uncounted) == ((), "few-moves")
            game = await latest(store, "me", "bob")
            assert (game.rated, game.uncounted, game.rating) == (True, "few-moves", None)
        assert (await look(store, "me", "ada")).ratings == ()
        await stays(store)

    evening(anew, play)


def test_of_two_people_five_games_a_day_count(anew: Open) -> None:
    async def play(house: House, store: Store) -> None:
        for _ in range(MOST_GAMES_OF_PAIR):
            await play_out(house, await sit_down(house))
        before = (await look(store, "me", "ada")).ratings
        assert before[0].games == MOST_GAMES_OF_PAIR
        # Whether they are taken one by one, or together.
        tables = [await sit_down(house) for _ in range(3)]
        for table in tables:
            await play_out(house, table)
            if table == tables[0]:
                await catch_up(store)
        for table in tables:
            assert await rating_of(store, table) == ((), "often")
        assert (await latest(store, "me", "bob")).uncounted == "often"
        assert (await look(store, "me", "ada")).ratings == before
        await stays(store)

        # A day later there is room again.
        await store.run(
            Statement(f"UPDATE finished SET at = at - {DAY_MS}"),
            Statement(f"UPDATE people SET ended = ended - {DAY_MS}"),
        )
        table = await sit_down(house)
        await play_out(house, table)
        assert (await rating_of(store, table)).changes
        await stays(store)

    evening(anew, play)


def test_a_game_with_somebody_fresh_at_ones_own_address_does_not_count(anew: Open) -> None:
    async def play(house: House, store: Store) -> None:
        await fresh(store, "eve")
        at = await house.find(await house.open("ada", RATED, HERE))
        assert await at.ask("eve", asks.Sit("sit", 1, "Eve"), address=HERE) == m.Ack("sit")
        assert at.state
        assert at.state.seating.one_address == {("ada", "eve")}
        # Nobody else is told that those two are at one address.
        told = {guest: b'"one_address":true' in await at.look(guest) for guest in ("eve", "bob")}
        assert told == {"eve": True, "bob": False}
        for n, cell in enumerate(("e2", "e1", "d1", "e3")):
            guest = ("ada", "eve")[n % 2]
            move = asks.Play(f"m{n}", n % 2, {"type": "place", "cell": cell})
            assert isinstance(await at.ask(guest, move, address=HERE), m.Ack)
        assert isinstance(await at.ask("eve", RESIGN), m.Ack)
        heard = {guest: (await at.summary(guest)).uncounted for guest in ("ada", "eve", "bob")}
        assert heard == {"ada": "one-address", "eve": "one-address", "bob": None}
        assert (await latest(store, "me", "eve")).uncounted == "one-address"
        assert await rows(store, "SELECT * FROM rating_steps") == []
        await stays(store)
        # The address is nowhere in the store.
        for table in ("tables", "entries", "happenings", "people", "profiles", "results"):
            found = await rows(store, f"SELECT * FROM {table}")
            assert not any(HERE in str(row) for row in found)
        # Once one of them is forgotten, the game still does not count.
        await house.forget("eve")
        await stays(store)
        assert (await rating_of(store, at.id)).uncounted == "one-address"

    evening(anew, play)


@pytest.mark.parametrize(
    ("guest", "mine", "theirs"),
    [
        ("eve", HERE, THERE),  # at another address
        ("eve", HERE, "?"),  # nobody knows where
        ("eve", "?", "?"),
        ("bob", HERE, HERE),  # a family, whose profiles are not fresh
    ],
)
def test_other_games_count(anew: Open, guest: str, mine: str, theirs: str) -> None:
    async def play(house: House, store: Store) -> None:
        await fresh(store, "eve")
        at = await house.find(await house.open("ada", RATED, mine))
        answer = await at.ask(guest, asks.Sit("sit", 1, "Someone"), address=theirs)
        assert answer == m.Ack("sit")
        for n, cell in enumerate(("e2", "e1", "d1", "e3")):
            who, where = (("ada", mine), (guest, theirs))[n % 2]
            move = asks.Play(f"m{n}", n % 2, {"type": "place", "cell": cell})
            assert isinstance(await at.ask(who, move, address=where), m.Ack)
        # Who is about to lose does not get out of it by going to the other's network.
        assert isinstance(await at.ask(guest, RESIGN, address=mine), m.Ack)
        assert len((await rating_of(store, at.id)).changes) == 2
        await stays(store)

    evening(anew, play)


def test_it_is_seen_over_connections_too(anew: Open) -> None:
    async def play(house: House, store: Store) -> None:
        await fresh(store, "eve")
        at = await house.find(await house.open("ada", RATED))
        assert await at.ask("eve", asks.Sit("sit", 1, "Eve")) == m.Ack("sit")
        for guest in ("ada", "eve"):
            await at.join(Connection(guest, address=HERE))
        assert at.state
        async with asyncio.timeout(60):
            while not at.state.seating.one_address:
                await asyncio.sleep(0.01)

    evening(anew, play)


def test_workers_tell_each_other_from_where_somebody_plays(url: str) -> None:
    async def play(one: House, two: House) -> None:
        store = PostgresStore(url)
        await store.start()
        await profile(store, "ada")
        await fresh(store, "eve")
        here = await one.find(await one.open("ada", RATED, HERE))
        there = await two.find(here.id)
        assert await there.ask("eve", asks.Sit("sit", 1, "Eve"), address=HERE) == m.Ack("sit")
        async with asyncio.timeout(60):
            while not (here.state and here.state.seating.one_address):
                await asyncio.sleep(0.01)
        await store.close()

    played(url, play)
