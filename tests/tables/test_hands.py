"""Hidden hands: nobody gets to see one that was dealt to somebody else, unless the others agree."""

import itertools
from pathlib import Path

import pytest

from inglenook.server.house import House, Table
from inglenook.server.live import audience
from inglenook.server.store import AHEAD, SqliteStore, wall_ms
from inglenook.server.table import clock
from inglenook.server.table.events import Sat
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m
from tests.tables.test_table import FREE, ME, heard, played, watch
from tests.tables.test_votes import code


async def dealt(here: House, *guests: str) -> Table:
    """A game of hidden hands among these, all of whom are here."""
    seats = (ME, *[FREE] * (len(guests) - 1))
    at = await here.find(await here.open(guests[0], m.NewTable("lanterns", seats)))
    for seat, guest in enumerate(guests):
        watching = await watch(at, guest)
        if seat:
            await at.ask(guest, asks.Sit("sit", seat, guest))
    await heard(watching, "moved")
    assert at.state
    assert at.state.has_hands
    return at


def test_an_opponent_never_gets_the_seat_of_somebody_who_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "SEAT_MAY_BE_FREED_AFTER_S", 0.0)

    async def play(here: House, _: SqliteStore) -> None:
        at = await dealt(here, "ada", "bob")
        at.leave(next(each for each in at.audience if each.guest == "bob"))
        assert await at.ask("ada", asks.Free("1", 1)) == m.Ack("1")
        assert code(await at.ask("ada", asks.Sit("2", 1, "Me"))) == "other-hand"
        # Nor a friend, or a second browser: Ada alone cannot give away what Bob has not given up.
        await watch(at, "eve")
        assert code(await at.ask("ada", asks.Vote("v", 0, "newcomer", 1))) == "not-left"
        assert code(await at.ask("eve", asks.Sit("3", 1, "Eve"))) == "not-left"
        assert at.state
        assert at.state.closed_seats == at.state.reserved_seats == (1,)
        # Nor by getting up first.
        assert await at.ask("ada", asks.Leave("4", 0)) == m.Ack("4")
        assert code(await at.ask("ada", asks.Sit("5", 1, "Me"))) == "other-hand"
        assert code(await at.ask("eve", asks.Sit("e", 1, "Eve"))) == "not-left"
        assert code(await at.ask("eve", asks.Sit("f", 0, "Eve"))) == "ask-first"
        assert await at.ask("bob", asks.Sit("6", 1, "Bob")) == m.Ack("6")

    played(tmp_path, play)


def test_somebody_new_comes_in_with_the_consent_of_all(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await dealt(here, "ada", "bob", "cy")
        await at.ask("cy", asks.Leave("1", 2))
        for guest, seat in (("ada", 0), ("bob", 1)):
            assert code(await at.ask("eve", asks.Sit(guest, 2, "Eve"))) == "ask-first"
            assert await at.ask(guest, asks.Vote("2", seat, "newcomer", 2)) == m.Ack("2")
        assert code(await at.ask("ada", asks.Vote("3", 0, "newcomer", 2))) == "seat-free"
        assert await at.ask("eve", asks.Sit("4", 2, "Eve")) == m.Ack("4")
        # All are told who has the hand now, and the next one needs their consent again.
        assert at.state
        assert at.state.changes[-1].now == Sat(2, "eve", "Eve")
        await at.ask("eve", asks.Leave("5", 2))
        assert code(await at.ask("dan", asks.Sit("6", 2, "Dan"))) == "ask-first"

    played(tmp_path, play)


def test_whose_seat_was_freed_gets_it_back_from_a_bot_and_is_told_who_sat_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "SEAT_MAY_BE_FREED_AFTER_S", 0.0)

    async def play(here: House, _: SqliteStore) -> None:
        at = await dealt(here, "ada", "bob")
        at.leave(next(each for each in at.audience if each.guest == "bob"))
        assert await at.ask("ada", asks.Free("1", 1)) == m.Ack("1")
        assert await at.ask("ada", asks.Bot("2", 1, "wick")) == m.Ack("2")
        bob = await watch(at, "bob")
        seat = (await heard(bob, "table"))["seats"][1]
        assert (seat["kind"], seat["kept_for"], seat["kept_for_you"]) == ("bot", "bob", True)
        assert await at.ask("bob", asks.Return("3", 1)) == m.Ack("3")
        changes = [
            (change["now"]["kind"], change["now"]["name"])
            for change in (await heard(bob, "table"))["changes"]
        ]
        assert changes == [("person", "bob"), ("free", ""), ("bot", "wick"), ("person", "bob")]

    played(tmp_path, play)


def test_who_left_comes_back_until_somebody_new_has_seen_the_hand(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await dealt(here, "ada", "bob")
        for n in range(2):
            assert await at.ask("bob", asks.Leave(f"l{n}", 1)) == m.Ack(f"l{n}")
            assert await at.ask("ada", asks.Vote(f"v{n}", 0, "newcomer", 1)) == m.Ack(f"v{n}")
            assert await at.ask("bob", asks.Sit(f"s{n}", 1, "Bob")) == m.Ack(f"s{n}")
        assert await at.ask("bob", asks.Leave("1", 1)) == m.Ack("1")
        assert await at.ask("ada", asks.Vote("2", 0, "newcomer", 1)) == m.Ack("2")
        assert await at.ask("eve", asks.Sit("3", 1, "Eve")) == m.Ack("3")
        assert await at.ask("eve", asks.Leave("4", 1)) == m.Ack("4")
        assert code(await at.ask("bob", asks.Sit("5", 1, "Bob"))) == "not-your-seat"
        assert await at.ask("ada", asks.Vote("6", 0, "newcomer", 1)) == m.Ack("6")
        assert code(await at.ask("bob", asks.Sit("7", 1, "Bob"))) == "not-your-seat"
        assert await at.ask("eve", asks.Sit("8", 1, "Eve")) == m.Ack("8")

    played(tmp_path, play)


def test_the_hand_of_somebody_who_was_sent_away_is_played_by_bots_alone(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await dealt(here, "ada", "bob", "cy")
        for guest, seat in (("ada", 0), ("bob", 1)):
            assert await at.ask(guest, asks.Vote("1", seat, "remove", 2)) == m.Ack("1")
        assert await at.ask("ada", asks.Free("2", 2)) == m.Ack("2")
        assert code(await at.ask("ada", asks.Vote("3", 0, "newcomer", 2))) == "not-left"
        assert await at.ask("ada", asks.Bot("4", 2, "wick")) == m.Ack("4")
        assert code(await at.ask("cy", asks.Return("5", 2))) == "not-your-seat"

    played(tmp_path, play)


def test_the_hand_of_somebody_who_was_forgotten_may_be_given_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "SEAT_MAY_BE_FREED_AFTER_S", 0.0)

    async def play(here: House, _: SqliteStore) -> None:
        at = await dealt(here, "ada", "bob")
        at.leave(next(each for each in at.audience if each.guest == "bob"))
        assert await at.ask("ada", asks.Free("1", 1)) == m.Ack("1")
        await here.forget("bob")
        assert await at.ask("ada", asks.Vote("2", 0, "newcomer", 1)) == m.Ack("2")
        assert await at.ask("eve", asks.Sit("3", 1, "Eve")) == m.Ack("3")

    played(tmp_path, play)


def test_before_the_first_move_the_host_sends_away_whom_nobody_invited(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("kewbz", (ME, FREE))))
        await watch(at, "eve")
        await at.ask("eve", asks.Sit("1", 1, "Eve"))
        assert code(await at.ask("eve", asks.Vote("2", 1, "remove", 0))) == "too-few"
        assert await at.ask("ada", asks.Vote("2", 0, "remove", 1)) == m.Ack("2")
        assert code(await at.ask("eve", asks.Sit("3", 1, "Eve"))) == "sent-away"
        assert await at.ask("bob", asks.Sit("4", 1, "Bob")) == m.Ack("4")

    played(tmp_path, play)


@pytest.mark.parametrize("still", [False, True])
def test_whoever_leaves_while_clocks_stand_still_comes_back_to_their_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, still: bool
) -> None:
    """After an outage no clock runs for a few seconds, and a game may begin meanwhile; it may also
    begin in the ms in which somebody leaves."""

    async def play(here: House, _: SqliteStore) -> None:
        await here._cluster.beat(grace=-1, more=AHEAD)
        if still:
            monkeypatch.setattr(clock, "wall_ms", itertools.repeat(wall_ms()).__next__)
        at = await here.find(await here.open("ada", m.NewTable("prolix", (ME, FREE, FREE))))
        await at.ask("bob", asks.Sit("1", 1, "Bob"))
        await at.ask("cy", asks.Sit("2", 2, "Cy"))
        assert await at.ask("cy", asks.Leave("3", 2)) == m.Ack("3")
        assert await at.ask("cy", asks.Sit("4", 2, "Cy")) == m.Ack("4")

    played(tmp_path, play)
