"""What happened is seen before the next thing happens: bots wait, at the pace of those who look."""

import zlib
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

import pytest

import inglenook
from inglenook.bots.find_player import answer
from inglenook.core.bot import Later
from inglenook.core.game import DWELL, MAX_LAG, Resign
from inglenook.core.match import Match
from inglenook.games.conex.rules.moves import Lay, Rolled
from inglenook.games.konexi.rules.moves import Settled
from inglenook.server.house import Connection, House
from inglenook.server.live.audience import Audience
from inglenook.server.store import SqliteStore
from inglenook.server.table.pace import BREATH, FACTOR, earliest, seen_at, wished
from inglenook.server.table.state import bot_seed
from inglenook.server.wire import table_messages as m
from inglenook.server.wire.asks import Pace
from tests.tables.test_table import ME, heard, place, played

GOLDEN = Path(__file__).parents[1] / "games/golden"
BOT = m.SeatChoice("bot", level="pebble")
SEATED = frozenset(("ann", "bob"))
EARLY = 5
"""ms by which a timer may be ahead of the table's clock."""


def guest(name: str, pace: Pace) -> Connection:
    connection = Connection(name)
    connection.pace = pace
    return connection


def looking(*connections: Connection) -> Audience:
    audience = Audience()
    for connection in connections:
        audience.add(connection)
    return audience


def test_the_calmest_of_those_who_sit_there_sets_the_pace() -> None:
    ann, bob, cid = guest("ann", "brisk"), guest("bob", "normal"), guest("cid", "calm")
    assert looking(ann).pace(SEATED) == "brisk"
    assert looking(ann, bob).pace(SEATED) == "normal"
    # Cid only watches.
    assert looking(ann, bob, cid).pace(SEATED) == "normal"
    assert looking(cid).pace(SEATED) == "brisk"
    assert looking(Connection("ann")).pace(SEATED) == "brisk"


def test_where_nobody_looks_nobody_waits() -> None:
    assert looking().pace(SEATED) is None


def test_for_those_at_another_worker_the_pace_is_normal() -> None:
    audience = looking(guest("cid", "calm"))
    audience.learn(frozenset(("bob",)))
    assert audience.pace(SEATED) == "normal"


def test_a_bot_waits_until_the_move_before_was_seen(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("kewbz", (ME, BOT))))
        ada = guest("ada", "calm")
        await at.join(ada)
        await at.ask("ada", place("1", 0, "d4"))
        (mine,), (its,) = [(await heard(ada, "moved"))["entries"] for _ in range(2)]
        assert [mine[2], its[2]] == [0, 1]
        assert its[1] - mine[1] >= FACTOR["calm"] * (DWELL + BREATH) - EARLY

    played(tmp_path, play)


def test_a_bot_is_in_time_however_much_there_is_to_see(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("lanterns", 2)
    due = match.next_nature()
    assert due is not None
    assert match.last_t < earliest(match, "calm") < due - MAX_LAG
    monkeypatch.setattr("inglenook.core.game.Game.dwell", lambda *_: 10 * due)
    assert match.last_t < earliest(match, "calm") < due - MAX_LAG


def test_a_pause_is_as_long_as_people_like_it_and_thinking_takes_its_time() -> None:
    match = Match("konexi", 2, {"first": 0}, seed="pause")
    begun, move = match.last_t, Resign()
    told = {pace: wished(match, Later(move, 3000, pause=1000), pace) - begun for pace in FACTOR}
    assert told == {"calm": 3700, "normal": 3000, "brisk": 2400}
    assert {wished(match, Later(move, 3000), pace) for pace in FACTOR} == {begun + 3000}


def test_a_long_pause_is_in_time() -> None:
    match = Match("lanterns", 2)
    due = match.next_nature()
    assert due is not None
    long = Later(Resign(), due // 2, pause=due // 2)
    assert match.last_t + long.ms < wished(match, long, "calm") < due - MAX_LAG
    # Whoever chose so late a time itself gets it.
    late = Later(Resign(), due - 1, pause=due - 1)
    assert wished(match, late, "calm") == match.last_t + late.ms


def test_a_bot_of_konexi_pauses_at_the_pace_of_those_who_look(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        seats = ME, m.SeatChoice("bot", level="fumble")
        at = await here.find(await here.open("ada", m.NewTable("konexi", seats, {"first": 1})))
        ada = guest("ada", "calm")
        await at.join(ada)
        state = at.state
        while state is None or sum(entry.seat == 1 for entry in state.match.log) < 2:
            await heard(ada, "moved")
            state = at.state
        log, seed = state.match.log, bot_seed(state, 1)
        match = Match("konexi", 2, {"first": 1}, state.match.seed, started=False)
        for entry in log:
            if entry.seat == 1:
                said = answer("konexi", "fumble", match.view(1), 1, seed, len(match.log) - 1)
                assert isinstance(said, Later)
                assert said.pause == said.ms
                assert entry.t - match.last_t >= FACTOR["calm"] * said.pause - EARLY
            match.follow(entry)

    played(tmp_path, play)


def steps(record: inglenook.Record) -> Iterator[Match]:
    """The match of a record after each of its entries."""
    match = Match(record.game, record.seats, record.options, record.seed, started=False)
    for entry in record.log:
        match.follow(entry)
        yield match


def golden(name: str) -> inglenook.Record:
    return inglenook.loads((GOLDEN / f"{name}.json").read_bytes())


def test_a_fall_is_seen_to_its_end() -> None:
    falls = 0
    for match in steps(golden("konexi-goal")):
        entry = match.log[-1]
        if not isinstance(entry.move, Settled):
            continue
        film = zlib.decompress(b64decode(entry.move.motion))
        seconds = (int.from_bytes(film[:2], "little") - 1) / 30
        assert match.game.dwell(entry) >= int(1000 * seconds)
        assert seen_at(match, "normal") >= entry.t + int(1000 * seconds)
        falls += entry.move.verdict != "stands"
    assert falls


def test_a_die_is_read_before_it_is_forgotten() -> None:
    rolls = 0
    for match in steps(golden("conex-examples")):
        if [type(entry.move) for entry in match.log[-2:]] == [Lay, Rolled]:
            rolls += 1
            # It tumbles for 0.8 s on the screen.
            assert seen_at(match, "normal") >= match.last_t + 800 + 1000
    assert rolls
