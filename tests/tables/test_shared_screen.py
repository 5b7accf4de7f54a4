"""Several people at one screen: it shows only the hand of the one who is to move."""

from pathlib import Path
from typing import Any

import msgspec

from inglenook.server.house import House, Table
from inglenook.server.store import SqliteStore
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m
from tests.tables.test_table import FREE, ME, heard, played, watch

THROW: dict[str, Any] = {"type": "throw"}


async def seen(at: Table, guest: str) -> dict[str, Any]:
    said: dict[str, Any] = msgspec.json.decode(await at.look(guest))
    return said


def test_it_shows_the_hand_of_the_seat_to_move_and_in_between_none(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("lanterns", (ME, ME, FREE))))
        screen = await watch(at, "ada")
        await at.ask("bob", asks.Sit("sit", 2, "Bob"))
        shown = [(await heard(screen, "moved"))["view"]["mine"]]
        hands = [at.state.match.view(seat).mine for seat in range(3)]  # type: ignore[union-attr] # loaded
        assert None not in hands
        for number, (guest, seat) in enumerate([("ada", 0), ("ada", 1), ("bob", 2)]):
            assert isinstance(await at.ask(guest, asks.Play(f"{number}", seat, THROW)), m.Ack)
            shown.append((await heard(screen, "moved"))["view"]["mine"])
            # A page that is loaded again shows the same.
            assert (await seen(at, "ada"))["view"]["mine"] == shown[-1]
            assert (await seen(at, "bob"))["view"]["mine"] == hands[2]
        assert shown == [hands[0], hands[1], None, hands[0]]

    played(tmp_path, play)


def test_its_log_is_what_everyone_may_read(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("lanterns", (ME, ME, FREE))))
        screen = await watch(at, "ada")
        await at.ask("bob", asks.Sit("sit", 2, "Bob"))
        (dealt,) = (await heard(screen, "moved"))["entries"]
        assert dealt[3]["lanterns"] == [None, None, None]
        assert (await seen(at, "ada"))["entries"] == [dealt]
        (bobs,) = (await seen(at, "bob"))["entries"]
        assert bobs[3]["lanterns"][2] is not None

    played(tmp_path, play)


def test_once_the_other_seat_is_given_up_the_screen_is_ones_own(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("lanterns", (ME, ME, FREE))))
        screen = await watch(at, "ada")
        await at.ask("bob", asks.Sit("sit", 2, "Bob"))
        await heard(screen, "moved")
        for ask in (asks.Play("1", 0, THROW), asks.Leave("2", 1)):
            assert isinstance(await at.ask("ada", ask), m.Ack)
        said = await seen(at, "ada")
        assert said["view"]["mine"] == said["entries"][0][3]["lanterns"][0] is not None

    played(tmp_path, play)
