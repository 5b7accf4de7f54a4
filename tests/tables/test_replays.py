"""Looking back on a game: what is the same for all is made once."""

from pathlib import Path

import msgspec
import pytest

from inglenook.server.house import House
from inglenook.server.live import replays
from inglenook.server.store import SqliteStore
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m
from tests.tables.test_table import FREE, ME, place, played


def test_all_who_look_back_share_what_they_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("kewbz", (ME, FREE))))
        await at.ask("bob", asks.Sit("1", 1, "Bob"))
        mine, theirs = await at.replay("ada"), await at.replay("eve")
        assert mine.shared is theirs.shared
        assert mine.about.seats[0].yours
        assert not theirs.about.seats[0].yours
        await at.ask("ada", place("2", 0, "d4"))
        later = await at.replay("ada")
        told = msgspec.json.decode(b"".join(later.pieces()), type=m.Replay)
        assert [len(told.entries), len(told.views), len(told.dwells)] == [1, 2, 1]
        assert max(map(len, later.pieces())) <= replays.PIECE
        # Too much to be kept is made anew.
        monkeypatch.setattr(replays, "CACHED_REPLAY_BYTES", 10)
        await at.ask("bob", place("3", 1, "d5"))
        assert (await at.replay("ada")).shared is not (await at.replay("ada")).shared

    played(tmp_path, play)
