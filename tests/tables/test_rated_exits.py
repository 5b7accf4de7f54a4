"""Leaving a rated game is losing it: it is never left without a result, and no clock stops."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from inglenook.core.game import NATURE, Refused
from inglenook.core.time_control import TimeControl
from inglenook.server.accounts.profile_rows import profiles_of
from inglenook.server.house import House, Table
from inglenook.server.live import audience
from inglenook.server.live.host_changes import forget_person
from inglenook.server.ratings.history import rating_of
from inglenook.server.store import SqliteStore, Store
from inglenook.server.table.events import BotSat, Left, RatedOpened, Sat
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m
from tests.tables.driven import DrivenTable
from tests.tables.test_rated import FREE, ME, profile, rows
from tests.tables.test_table import played
from tests.tables.test_votes import code

CLOCK = TimeControl(base=600_000)


async def sit_down(here: House, store: Store, game: str, *guests: str, **more: Any) -> Table:
    await profile(store, *guests)
    seats = (ME, *[FREE] * (len(guests) - 1))
    new = m.NewTable(game, seats, rated=True, time_control=CLOCK, **more)
    at = await here.find(await here.open(guests[0], new))
    for seat, guest in enumerate(guests[1:], 1):
        assert await at.ask(guest, asks.Sit("sit", seat, guest)) == m.Ack("sit")
    assert at.state
    return at


async def lost(store: Store, at: Table, seat: int) -> bool:
    """Whether a game is over, and took points from somebody who sat there."""
    assert at.state
    assert at.state.status == "over"
    change = (await rating_of(store, at.id)).changes[seat]
    assert change
    less: bool = change.after.number < change.before.number
    return less


async def two_moves_each(at: Table, *guests: str) -> None:
    """Play until everybody has made two moves: from then on a rated game counts."""
    made = dict.fromkeys(range(len(guests)), 0)
    async with asyncio.timeout(60):
        while min(made.values()) < 2:
            assert at.state
            turn = [seat for seat in at.state.match.to_move() if seat != NATURE]
            if not turn:
                await asyncio.sleep(0.01)
                continue
            move = to_builtins(at.state.match.legal(turn[0])[0])
            ask = asks.Play(f"move-{at.state.seq}", turn[0], move)
            assert isinstance(await at.ask(guests[turn[0]], ask), m.Ack)
            made[turn[0]] += 1


@pytest.mark.parametrize("game", ["kewbz", "conex"])
def test_leaving_a_rated_game_is_resigning(tmp_path: Path, game: str) -> None:
    async def play(here: House, store: SqliteStore) -> None:
        at = await sit_down(here, store, game, "ada", "bob")
        await two_moves_each(at, "ada", "bob")
        answer = await at.ask("bob", asks.Leave("2", 1))
        assert isinstance(answer, m.Ack)
        assert await at.ask("bob", asks.Leave("2", 1)) == answer
        assert at.state
        outcome = at.state.match.outcome()
        assert outcome
        assert (outcome.winners, outcome.reason) == ((0,), "resigned")
        assert await lost(store, at, 1)

    played(tmp_path, play)


def test_before_a_rated_game_has_begun_leaving_is_leaving(tmp_path: Path) -> None:
    async def play(here: House, store: SqliteStore) -> None:
        at = await sit_down(here, store, "kewbz", "ada", "bob")
        assert await at.ask("bob", asks.Leave("1", 1)) == m.Ack("1")
        assert at.state
        assert at.state.status == "waiting"
        assert await at.ask("bob", asks.Sit("2", 1, "Bob")) == m.Ack("2")

    played(tmp_path, play)


def test_among_several_a_bot_plays_on_and_nobody_takes_the_seat(tmp_path: Path) -> None:
    async def play(here: House, store: SqliteStore) -> None:
        at = await sit_down(here, store, "conex", "ada", "bob", "cy")
        await two_moves_each(at, "ada", "bob", "cy")
        assert isinstance(await at.ask("cy", asks.Leave("1", 2)), m.Ack)
        assert at.state
        assert isinstance(at.state.seating.seats[2], BotSat)
        assert at.state.status == "playing"
        assert code(await at.ask("ada", asks.Free("2", 2))) == "rated"
        await profile(store, "eve")
        assert code(await at.ask("eve", asks.Sit("3", 2, "Eve"))) == "seat-taken"
        assert isinstance(await at.ask("bob", asks.Leave("4", 1)), m.Ack)
        assert await lost(store, at, 2)
        # Bob outlasted Cy, and gains nothing by it.
        _, bob, _ = (await rating_of(store, at.id)).changes
        assert bob
        assert bob.after.number == bob.before.number

    played(tmp_path, play)


@pytest.mark.parametrize("by", ["themselves", "the host"])
def test_who_is_forgotten_resigns_their_rated_games(tmp_path: Path, by: str) -> None:
    async def play(here: House, store: SqliteStore) -> None:
        at = await sit_down(here, store, "kewbz", "ada", "bob")
        await two_moves_each(at, "ada", "bob")
        if by == "themselves":
            await here.forget("bob")
        else:
            await forget_person(store, "bob")
            await here.reload(at.id)
        assert not await profiles_of(store, ["bob"])
        assert await lost(store, at, 1)
        found = await rows(store, "SELECT guest FROM ratings UNION SELECT guest FROM rating_steps")
        assert ("bob",) not in found
        assert len(found) == 2

    played(tmp_path, play)


def test_others_decide_about_nobody_in_a_rated_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "SEAT_MAY_BE_FREED_AFTER_S", 0.0)
    monkeypatch.setattr(audience, "LINGERS", 0.0)

    async def play(here: House, store: SqliteStore) -> None:
        at = await sit_down(here, store, "conex", "ada", "bob", "cy")
        async with asyncio.timeout(60):
            while not (at.state and at.state.match.log):
                await asyncio.sleep(0.01)
        assert code(await at.ask("ada", asks.Free("1", 1))) == "rated"
        for cause in ("bot", "end", "remove", "newcomer"):
            vote = asks.Vote(cause, 0, cause, 1)
            assert code(await at.ask("ada", vote)) == "rated"
        assert at.state
        assert at.state.status == "playing"
        assert None not in at.state.seating.seats

    played(tmp_path, play)


@pytest.mark.parametrize("time_control", [CLOCK, None])
def test_a_free_seat_stops_no_clock(
    time_control: TimeControl | None,
) -> None:
    """No ask leads to this log: somebody left a rated game and the seat stayed free."""
    table = DrivenTable(
        "kewbz",
        2,
        [RatedOpened(), Sat(0, "ada", "Ada"), Sat(1, "bob", "Bob")],
        time_control=time_control,
    )
    table.ask("ada", asks.Play, 0, {"type": "place", "cell": "d4"})
    table.happen(Left(1))
    state = table.state
    assert state.status == "playing"
    with pytest.raises(Refused, match=r"^rated"):
        table.ask("eve", asks.Sit, 1, "Eve")
    table.let_pass(CLOCK.base)
    table.let_pass(CLOCK.base)
    outcome = table.state.match.outcome()
    assert (outcome is not None) == (time_control is not None)
    if outcome:
        assert (outcome.winners, outcome.reason) == ((0,), "flag-fell")
    else:
        table.ask("bob", asks.Sit, 1, "Bob")
