"""Rated games: who may play them, what is written when they end, and that it is done once."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec import structs

from inglenook.core.game import Refused
from inglenook.core.time_control import TimeControl
from inglenook.server.house import House
from inglenook.server.ratings.finished_rows import rows as inserted
from inglenook.server.ratings.history import (
    LATELY,
    PAGE,
    Count,
    Filter,
    HeadToHead,
    PersonPage,
    Who,
    keep_shows,
    look,
    past_games,
    rating_of,
)
from inglenook.server.ratings.leaders import SURE, leaders
from inglenook.server.ratings.rating import NEW, Placed, after, from_number, level_number, strengths
from inglenook.server.ratings.rating_fold import catch_up
from inglenook.server.ratings.recompute import recompute
from inglenook.server.store import Statement, Store
from inglenook.server.store.schema import MIGRATIONS
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m
from tests.store.conftest import Open
from tests.store.conftest import anew as anew
from tests.web.people import GAME, SMALL

SECRET = "secret"
ME, FREE = m.SeatChoice("me", "Ada"), m.SeatChoice("free")
CLOCK = TimeControl(600_000)
RESIGN = asks.Play("resign", 1, {"type": "resign"})
PROFILE = "INSERT INTO profiles VALUES ($1, $2, $3, $4, 'star-teal', 'en', 1)"


async def profile(store: Store, *guests: str) -> None:
    await store.run(*(Statement(PROFILE, (g, f"h-{g}", g.title(), g)) for g in guests))


async def rows(store: Store, text: str) -> list[tuple[object, ...]]:
    (found,) = await store.run(Statement(text))
    return found


def evening(anew: Open, play: Callable[[House, Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = anew()
        house = House(store, SECRET)
        await house.start()
        await profile(store, "ada", "bob")
        try:
            await play(house, store)
        finally:
            await house.close()

    asyncio.run(run())


async def sit_down(house: House, *, rated: bool = True) -> str:
    """A table of Kewbz with Ada and Bob."""
    new = m.NewTable("kewbz", (ME, FREE), SMALL, rated=rated, time_control=CLOCK)
    table = await house.open("ada", new)
    answer = await (await house.find(table)).ask("bob", asks.Sit("sit", 1, "Bob"))
    assert answer == m.Ack("sit")
    return table


async def play_out(house: House, table: str, moves: int = len(GAME)) -> None:
    """Ada wins by 7 to 1, or so many moves are made."""
    at = await house.find(table)
    for n, cell in enumerate(GAME[:moves]):
        guest = ("ada", "bob")[n % 2]
        move = asks.Play(f"m{n}", n % 2, {"type": "place", "cell": cell})
        assert await at.ask(guest, move) == m.Ack(f"m{n}", seq=n)


def test_a_rated_game_moves_both_once(anew: Open) -> None:
    async def play(house: House, store: Store) -> None:
        table = await sit_down(house)
        await play_out(house, table)
        await catch_up(store)
        await catch_up(store)
        won, lost = after("kewbz", [Placed(1), Placed(2)])
        steps = await rows(store, "SELECT number, guest, mu, mu_before FROM rating_steps")
        assert sorted(steps) == [(1, "ada", won.mu, NEW.mu), (1, "bob", lost.mu, NEW.mu)]
        kept = await rows(store, "SELECT guest, scale, mu, sigma, games FROM ratings")
        assert sorted(kept) == [
            ("ada", "kewbz", won.mu, won.sigma, 1),
            ("bob", "kewbz", lost.mu, lost.sigma, 1),
        ]
        asked = [("ada", "kewbz"), ("ada", "conex"), ("eve", "kewbz")]
        assert await strengths(store, asked) == {("ada", "kewbz"): won.number}
        assert won.number > lost.number

    evening(anew, play)


def test_what_ends_is_written_with_its_last_move(anew: Open) -> None:
    async def play(house: House, store: Store) -> None:
        table = await sit_down(house, rated=False)
        await play_out(house, table)
        assert await rows(store, "SELECT number, table_id, game, scale, rated FROM finished") == [
            (1, table, "kewbz", "kewbz", 0)
        ]
        found = await rows(
            store, "SELECT number, seat, guest, name, place, score, won, gone FROM results"
        )
        assert sorted(found) == [
            (1, 0, "ada", "Ada", 1, 7, 1, 0),
            (1, 1, "bob", "Bob", 2, 1, -1, 0),
        ]
        await catch_up(store)
        assert await rows(store, "SELECT * FROM rating_steps") == []

    evening(anew, play)


def test_who_gives_up_after_two_moves_has_lost(anew: Open) -> None:
    async def play(house: House, store: Store) -> None:
        at = await house.find(await sit_down(house))
        await play_out(house, at.id, 4)
        assert isinstance(await at.ask("bob", RESIGN), m.Ack)
        ada, bob = (await rating_of(store, at.id)).changes
        assert ada
        assert bob
        assert ada.after.number > 1500 > bob.after.number
        assert (await at.summary("ada")).ratings == (ada, bob)

    evening(anew, play)


def test_a_rated_game_has_no_takebacks_and_no_hints(anew: Open) -> None:
    async def play(house: House, _: Store) -> None:
        bot = m.SeatChoice("bot", level="pebble")
        new = m.NewTable("kewbz", (ME, bot), SMALL, rated=True, time_control=CLOCK)
        table = await house.open("ada", new)
        at = await house.find(table)
        with pytest.raises(Refused, match=r"^rated"):
            await at.hints("ada", 0)
        assert await at.ask("ada", asks.Takeback("t", 0)) == m.Refusal(
            "t", "rated", "a rated game has neither hints nor takebacks"
        )

    evening(anew, play)


def test_who_cannot_be_rated_is_refused(anew: Open) -> None:
    async def play(house: House, _: Store) -> None:
        study, position = m.Study(None, -1), {"stacks": {}, "turn": 0}
        for new in (
            m.NewTable("kewbz", (ME, ME), rated=True),
            m.NewTable("prolix", (ME,), rated=True),
            m.NewTable("kewbz", (ME,), daily=True, rated=True),
            m.NewTable("kewbz", (ME, FREE), study=study, rated=True),
            m.NewTable("kewbz", (ME, FREE), {"position": position}, rated=True),
        ):
            with pytest.raises(Refused, match="not-rated"):
                await house.open("ada", new)
        fair = m.NewTable("kewbz", (ME, FREE), rated=True, time_control=CLOCK)
        with pytest.raises(Refused, match="not-rated"):
            await house.open("eve", fair)  # who has no profile
        at = await house.find(await house.open("ada", fair))
        for guest in ("eve", "ada"):
            answer = await at.ask(guest, asks.Sit("sit", 1, "Someone"))
            assert isinstance(answer, m.Refusal)
            assert answer.code == "not-rated"

    evening(anew, play)


def test_a_rated_game_of_turns_needs_a_clock(anew: Open) -> None:
    async def play(house: House, _: Store) -> None:
        bot = m.SeatChoice("bot", level="pebble")
        for other in (FREE, bot):
            with pytest.raises(Refused, match="needs-clock"):
                await house.open("ada", m.NewTable("kewbz", (ME, other), rated=True))
        # A game in real time has a time of its own.
        banter = m.SeatChoice("bot", level="banter")
        await house.open("ada", m.NewTable("prolix", (ME, banter), rated=True))

    evening(anew, play)


def test_a_rated_game_with_bots_ends_though_its_only_person_has_gone(anew: Open) -> None:
    async def play(house: House, _: Store) -> None:
        bot = m.SeatChoice("bot", level="pebble")
        clock = TimeControl(1000)
        new = m.NewTable("kewbz", (ME, bot), SMALL, rated=True, time_control=clock)
        at = await house.find(await house.open("ada", new))
        pause = await at.ask("ada", asks.Vote("stop", 0, "pause", 0, True))
        assert isinstance(pause, m.Refusal)
        assert pause.code == "rated"
        placed = asks.Play("first", 0, {"type": "place", "cell": "e2"})
        assert isinstance(await at.ask("ada", placed), m.Ack)
        free = await at.ask("ada", asks.Free("free", 1))
        assert isinstance(free, m.Refusal)
        assert free.code == "rated"
        assert at.state
        async with asyncio.timeout(60):
            while at.state.status != "over":
                await asyncio.sleep(0.05)
        outcome = at.state.match.outcome()
        assert outcome
        assert (outcome.winners, outcome.reason) == ((1,), "flag-fell")

    evening(anew, play)


def test_to_another_rated_game_each_says_yes_anew(anew: Open) -> None:
    async def play(house: House, _: Store) -> None:
        table = await sit_down(house)
        await play_out(house, table)
        answer = await (await house.find(table)).ask("bob", asks.Rematch("again"))
        assert isinstance(answer, m.Ack)
        assert answer.table
        again = (await house.find(answer.table)).state
        assert again
        assert again.seating.rated
        assert again.seating.guests == {"bob"}
        assert again.status == "waiting"

    evening(anew, play)


def test_a_page_shows_others_what_its_owner_lets_it_show(anew: Open) -> None:
    async def play(house: House, store: Store) -> None:
        await play_out(house, await sit_down(house))
        await play_out(house, await sit_down(house, rated=False))
        mine = await look(store, "me", "ada")
        assert (mine.who.name, mine.yours, mine.shows) == ("Ada", True, "nothing")
        assert mine.counts == (Count("kewbz", 2, 0, 0),)
        (rating,) = mine.ratings
        assert (rating.scale, rating.games, len(rating.steps)) == ("kewbz", 1, 1)
        assert rating.steps[0].number == rating.rating.number > 1500
        bob = Who("Bob", "star-teal", "h-bob")
        assert mine.opponents == (HeadToHead(bob, "", 2, 2, 0),)

        theirs = await look(store, "h-ada", "bob")
        assert theirs == PersonPage(Who("Ada", "star-teal", "h-ada"), False, "nothing")
        with pytest.raises(Refused, match="unknown-person"):
            await past_games(store, "h-ada", "bob", Filter())
        await keep_shows(store, "ada", "results")
        some = await look(store, "h-ada", "bob")
        assert some.counts == mine.counts
        assert some.opponents == ()
        await keep_shows(store, "ada", "all")
        whole = await look(store, "h-ada", None)
        assert whole == structs.replace(mine, yours=False, shows="all")
        assert len((await past_games(store, "h-ada", None, Filter())).games) == 2
        with pytest.raises(Refused, match="unknown-person"):
            await look(store, "h-eve", "ada")

    evening(anew, play)


def test_past_games_are_found(anew: Open) -> None:
    async def play(house: House, store: Store) -> None:
        await play_out(house, await sit_down(house))
        bot = m.SeatChoice("bot", level="pebble")
        table = await house.open("ada", m.NewTable("kewbz", (ME, bot), SMALL))
        at = await house.find(table)
        assert isinstance(await at.ask("ada", asks.Play("x", 0, {"type": "resign"})), m.Ack)

        async def found(**wanted: Any) -> list[int]:
            games = (await past_games(store, "me", "ada", Filter(**wanted))).games
            return [game.number for game in games]

        assert await found() == [2, 1]
        assert await found(before=2) == [1]
        assert await found(game="kewbz") == [2, 1]
        assert await found(game="conex") == []
        assert await found(result="won") == [1]
        assert await found(result="lost") == [2]
        assert await found(rated=True) == [1]
        assert await found(opponent="h-bob") == [1]
        assert await found(opponent="pebble") == [2]
        assert await found(search="BO") == [1]
        assert await found(search="b_b") == await found(search="%") == []
        rated = (await past_games(store, "me", "ada", Filter(rated=True))).games[0]
        assert rated.rating
        assert rated.rating.before.number == 1500 < rated.rating.after.number
        given_up = (await past_games(store, "me", "ada", Filter(result="lost"))).games[0]
        assert (given_up.table, given_up.reason, given_up.rating) == (table, "resigned", None)
        assert [seat.who for seat in given_up.seats] == [
            Who("Ada", "star-teal", "h-ada"),
            Who(level="pebble"),
        ]

    evening(anew, play)


def test_a_search_goes_back_some_hundred_games_at_a_time(anew: Open) -> None:
    async def play(_: House, store: Store) -> None:
        met = ["bob", "dora", *["bob"] * LATELY]
        finished, results = [], []
        for number, name in enumerate(met, 1):
            finished.append((number, f"t{number}", "kewbz", None, 0, "full", number, 9, "{}"))
            for seat, guest in enumerate(("ada", name)):
                who = (number, seat, guest, "", guest.title(), guest)
                results.append((*who, 1, 0, 1, 0, 0, 0, "kewbz", 0))
        await store.run(*inserted("finished", finished), *inserted("results", results))

        first = await past_games(store, "me", "ada", Filter(search="dor"))
        assert (first.games, first.more) == ((), 3)
        then = await past_games(store, "me", "ada", Filter(search="dor", before=first.more))
        assert [game.number for game in then.games] == [2]
        assert then.more is None
        # With all that fit on a page, the next page begins after it.
        assert (await past_games(store, "me", "ada", Filter())).more == len(met) - PAGE + 1

    evening(anew, play)


def test_two_at_one_screen_are_one_game_of_neither_result(anew: Open) -> None:
    async def play(house: House, store: Store) -> None:
        both = (ME, m.SeatChoice("me", "Grandma"))
        at = await house.find(await house.open("ada", m.NewTable("kewbz", both, SMALL)))
        assert isinstance(await at.ask("ada", asks.Play("x", 0, {"type": "resign"})), m.Ack)
        page = await look(store, "me", "ada")
        assert page.counts == (Count("kewbz", 0, 1, 0),)
        assert page.opponents == ()
        (game,) = (await past_games(store, "me", "ada", Filter())).games
        assert len(game.seats) == 2

    evening(anew, play)


def test_leaders_are_those_who_are_well_known_with_the_bots_between(anew: Open) -> None:
    async def play(_: House, store: Store) -> None:
        below, above = level_number("kewbz", "brick"), level_number("kewbz", "lintel")
        sure, unsure = from_number(above - 20, 2.0), from_number(above + 200, 8.0)
        await profile(store, "eve")
        keep = "INSERT INTO ratings VALUES ($1, 'kewbz', $2, $3, 30)"
        await store.run(
            Statement(keep, ("ada", sure.mu, sure.sigma)),
            Statement(keep, ("bob", unsure.mu, unsure.sigma)),
            Statement(keep, ("eve", from_number(below + 20).mu, 2.0)),
            Statement(keep, ("who left", from_number(above + 300).mu, 2.0)),
        )
        (kewbz,) = (each for each in await leaders(store, "eve") if each.scale == "kewbz")
        assert kewbz.people == 2
        lines = [
            (line.place, line.who.name or line.who.level, line.yours)
            for line in kewbz.leaders
            if below <= line.rating.number <= above
        ]
        assert lines == [
            (None, "lintel", False),
            (1, "Ada", False),
            (2, "Eve", True),
            (None, "brick", False),
        ]

    evening(anew, play)


def test_an_index_has_the_ratings_that_have_settled() -> None:
    assert any(f"WHERE sigma <= {SURE};" in migration for migration in MIGRATIONS)


def test_who_is_forgotten_leaves_their_games_as_they_were(anew: Open) -> None:
    async def play(house: House, store: Store) -> None:
        await play_out(house, await sit_down(house))
        both = (ME, m.SeatChoice("me", "Grandma"))
        at = await house.find(await house.open("ada", m.NewTable("kewbz", both, SMALL)))
        await at.ask("ada", asks.Play("x", 0, {"type": "resign"}))
        await catch_up(store)
        await house.forget("ada")
        assert await rows(store, "SELECT name FROM results WHERE name <> ''") == [("Bob",)]
        assert await rows(store, "SELECT 1 FROM results WHERE guest = 'ada'") == []
        assert (await recompute(store, lambda *_: None)).same
        (met,) = (await look(store, "me", "bob")).opponents
        assert (met.who, met.games, met.behind) == (Who(), 1, 1)

    evening(anew, play)
