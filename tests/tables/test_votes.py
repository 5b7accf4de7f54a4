"""Someone has left, is sent away, or wants a pause: the others decide, and this comes of it."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from inglenook import Abandon, Match, Refused, dumps, loads, replay, rerun
from inglenook.core.time_control import TimeControl
from inglenook.server.house import House, Table
from inglenook.server.live import audience
from inglenook.server.store import SqliteStore
from inglenook.server.table import votes as v
from inglenook.server.table.events import BotSat, Sat, SentAway, Voted, decode
from inglenook.server.table.seating import Seating, empty
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m
from tests.tables.test_table import FREE, ME, heard, place, played, watch

LONG = TimeControl(base=600_000, increment=5000)


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits two minutes here."""
    monkeypatch.setattr(audience, "SEAT_MAY_BE_FREED_AFTER_S", 0.0)
    monkeypatch.setattr(audience, "LATE", 0.0)
    monkeypatch.setattr(audience, "LINGERS", 0.0)


def around(*names: str) -> Seating:
    seating = empty(len(names))
    for seat, name in enumerate(names):
        seating = seating.after(Sat(seat, name.lower(), name))
    return seating


def vote(seat: int, cause: Any, about: int, *, agree: bool = True, after: int = -1) -> Voted:
    return Voted(seat, cause, about, after, agree)


def code(answer: m.AnySaid) -> str:
    assert isinstance(answer, m.Refusal), answer
    return answer.code


async def three(here: House, game: str = "conex", **more: Any) -> Table:
    """Ada, Bob and Cy at one table, Ada and Cy are here."""
    at = await here.find(await here.open("ada", m.NewTable(game, (ME, FREE, FREE), **more)))
    await at.ask("bob", asks.Sit("b", 1, "Bob"))
    await at.ask("cy", asks.Sit("c", 2, "Cy"))
    for guest in ("ada", "cy"):
        await watch(at, guest)
    return at


async def look(at: Table, guest: str = "ada") -> dict[str, Any]:
    said: dict[str, Any] = msgspec.json.decode(await at.look(guest))
    return said


# --- the fold ------------------------------------------------------------------------------------


def test_most_of_the_others_who_are_here_decide() -> None:
    seating = around("Ada", "Bob", "Cy", "Dan").after(vote(0, "bot", 3))
    here = {"ada", "bob", "cy"}.__contains__
    assert v.needed(seating, "bot", 3, here) == 2
    # Whoever voted counts, here or not; whoever it is about never does.
    assert v.needed(seating, "bot", 3, {"dan"}.__contains__) == 1
    # Nobody is sent away by one person alone.
    assert v.needed(seating, "remove", 3, {"ada"}.__contains__) == 2
    assert v.needed(seating, "pause", 0, {"ada"}.__contains__) == 4


def test_a_person_has_one_voice_and_can_take_it_back() -> None:
    seating = empty(3)
    for event in (Sat(0, "ada", "Ada"), Sat(1, "ada", "Eve"), Sat(2, "bob", "Bob")):
        seating = seating.after(event)
    seating = seating.after(vote(0, "bot", 2)).after(vote(1, "bot", 2))
    assert v.in_favour(seating, "bot", 2) == (1,)
    assert seating.after(vote(0, "bot", 2, agree=False)).votes == ()


def test_votes_lapse_with_a_change_of_seats_and_when_the_one_who_was_away_moves() -> None:
    seating = around("Ada", "Bob", "Cy").after(vote(0, "end", 1, after=0))
    assert seating.after(BotSat(2, "pebble")).votes == ()
    match = Match("kewbz", seats=2)
    match.play({"type": "place", "cell": "a1"}, seat=0)
    assert seating.lapsed(match.log).votes
    match.play({"type": "place", "cell": "b1"}, seat=1)
    assert not seating.lapsed(match.log).votes
    # Someone who is to be sent away does not stay for having moved.
    seating = around("Ada", "Bob", "Cy").after(vote(0, "remove", 1, after=0))
    assert seating.lapsed(match.log).votes


def test_events_survive_their_text() -> None:
    for event in (
        vote(0, "bot", 1),
        BotSat(1, "pebble", Sat(1, "bob", "Bob")),
        SentAway(1, "pebble"),
        SentAway(1, None),
    ):
        assert decode(msgspec.json.encode(event)) == event
    # As they were written before.
    assert msgspec.json.encode(BotSat(1, "pebble")) == b'{"type":"bot","seat":1,"level":"pebble"}'


def test_an_abandoned_game_is_won_by_nobody_and_stays_readable() -> None:
    match = Match("kewbz", seed="x")
    match.play({"type": "place", "cell": "d4"})
    match.play(Abandon(), seat=0)
    outcome = match.outcome()
    assert outcome
    assert (outcome.winners, outcome.reason) == ((), "abandoned")
    record = loads(dumps(match.record()))
    assert replay(record).outcome() == rerun(record).outcome() == outcome
    with pytest.raises(Refused, match="game-over"):
        match.play(Abandon(), seat=1)


# --- someone has left ----------------------------------------------------------------------------


def test_a_bot_plays_on_until_the_one_who_left_comes_back(tmp_path: Path) -> None:
    tables: list[str] = []

    async def before(here: House, _: SqliteStore) -> None:
        at = await three(here)
        tables.append(at.id)
        said = await look(at)
        assert said["away"][0] is said["away"][2] is None
        assert said["away"][1] == 0
        assert code(await at.ask("cy", asks.Vote("0", 0, "bot", 1))) == "not-your-seat"
        assert code(await at.ask("cy", asks.Vote("1", 2, "bot", 0))) == "not-away"
        assert await at.ask("ada", asks.Vote("2", 0, "bot", 1)) == m.Ack("2")
        said = await look(at)
        assert said["votes"] == [{"cause": "bot", "about": 1, "agreed": [0], "needed": 2}]
        assert said["seats"][1]["kind"] == "person"
        assert await at.ask("cy", asks.Vote("3", 2, "bot", 1)) == m.Ack("3")
        seat = (await look(at, "bob"))["seats"][1]
        assert (seat["kind"], seat["kept_for"], seat["kept_for_you"]) == ("bot", "Bob", True)
        assert not (await look(at, "cy"))["seats"][1].get("kept_for_you")

    async def after(here: House, _: SqliteStore) -> None:
        assert [listed.id for listed in (await here.lobby("bob")).mine] == tables
        at = await here.find(tables[0])
        assert code(await at.ask("cy", asks.Return("4", 1))) == "not-your-seat"
        assert await at.ask("bob", asks.Return("5", 1)) == m.Ack("5")
        said = await look(at, "bob")
        assert (said["seats"][1]["name"], said["seats"][1]["yours"]) == ("Bob", True)
        # Who was replaced by whom stays in the log.
        last = [(c["before"]["kind"], c["now"]["kind"]) for c in said["changes"]][-2:]
        assert last == [("person", "bot"), ("bot", "person")]

    played(tmp_path, before)
    played(tmp_path, after)


def test_the_one_who_is_left_of_two_ends_it_alone(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("kewbz", (ME, FREE))))
        await at.ask("bob", asks.Sit("sit", 1, "Bob"))
        bob = await watch(at, "bob")
        assert code(await at.ask("ada", asks.Vote("1", 0, "end", 1))) == "not-away"
        at.leave(bob)
        abandon = asks.Play("2", 0, {"type": "abandon"})
        assert code(await at.ask("ada", abandon)) == "ask-first"
        assert await at.ask("ada", asks.Vote("3", 0, "end", 1)) == m.Ack("3", seq=0)
        said = await look(at)
        assert (said["status"], said["outcome"]["reason"]) == ("over", "abandoned")
        assert said["outcome"]["winners"] == []

    played(tmp_path, play)


def test_nobody_is_away_just_after_an_outage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await three(here)
        monkeypatch.setattr(audience, "SEAT_MAY_BE_FREED_AFTER_S", 600.0)
        at.audience._since -= 1000
        assert at.audience.is_away("bob")
        at.presence.tell_again()
        assert not at.audience.is_away("bob")
        assert code(await at.ask("ada", asks.Vote("1", 0, "bot", 1))) == "not-away"

    played(tmp_path, play)


def test_where_there_is_a_clock_it_decides(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await three(here, time_control=LONG)
        assert code(await at.ask("ada", asks.Vote("1", 0, "bot", 1))) == "clock-decides"
        # Nor is the seat of the other one freed, where there are two: in a game over days nobody
        # is expected to sit there.
        new = m.NewTable("kewbz", (ME, FREE), time_control=LONG)
        for ready in (False, True):
            wanted = msgspec.structs.replace(new, ready=ready)
            two = await here.find(await here.open("ada", wanted))
            await two.ask("bob", asks.Sit("sit", 1, "Bob"))
            freed = await two.ask("ada", asks.Free("1", 1))
            # Before it begins no time runs, and somebody who does not come holds up nobody.
            if ready:
                assert freed == m.Ack("1")
            else:
                assert code(freed) == "clock-decides"

    played(tmp_path, play)


def test_among_several_nobody_frees_a_seat_alone(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await three(here)
        assert code(await at.ask("ada", asks.Free("1", 1))) == "ask-first"

    played(tmp_path, play)


# --- sent away -----------------------------------------------------------------------------------


def test_a_vote_sends_someone_away_who_does_not_sit_down_again(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await three(here)
        await heard(await watch(at, "bob"), "moved")
        assert code(await at.ask("bob", asks.Vote("0", 1, "remove", 1))) == "not-yours"
        assert await at.ask("ada", asks.Vote("1", 0, "remove", 1)) == m.Ack("1")
        assert await at.ask("ada", asks.Vote("2", 0, "remove", 1, agree=False)) == m.Ack("2")
        assert code(await at.ask("ada", asks.Vote("3", 0, "remove", 1, agree=False))) == "no-vote"
        await at.ask("cy", asks.Vote("4", 2, "remove", 1))
        assert (await look(at))["seats"][1]["kind"] == "person"
        await at.ask("ada", asks.Vote("5", 0, "remove", 1))
        said = await look(at)
        assert said["seats"][1]["kind"] == "bot"
        assert said["seats"][1].get("kept_for") is None
        assert said["changes"][-1]["voted"] is True
        assert code(await at.ask("bob", asks.Return("6", 1))) == "not-your-seat"
        await at.ask("ada", asks.Free("7", 1))
        assert code(await at.ask("bob", asks.Sit("8", 1, "Bob"))) == "sent-away"

    played(tmp_path, play)


def test_of_two_nobody_sends_the_other_away(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("kewbz", (ME, FREE))))
        await at.ask("bob", asks.Sit("sit", 1, "Bob"))
        assert code(await at.ask("bob", asks.Vote("1", 1, "remove", 0))) == "too-few"
        await at.ask("ada", place("2", 0, "d4"))
        assert code(await at.ask("ada", asks.Vote("3", 0, "remove", 1))) == "too-few"

    played(tmp_path, play)


# --- pauses --------------------------------------------------------------------------------------


def test_a_pause_that_all_agree_to_takes_nobodys_time(tmp_path: Path) -> None:
    async def play(here: House, store: SqliteStore) -> None:
        at = await here.find(
            await here.open("ada", m.NewTable("kewbz", (ME, FREE), time_control=LONG))
        )
        await at.ask("bob", asks.Sit("sit", 1, "Bob"))
        for guest, seat in (("ada", 0), ("bob", 1)):
            assert not (await look(at))["resting"]
            assert await at.ask(guest, asks.Vote(guest, seat, "pause")) == m.Ack(guest)
        said = await look(at)
        assert said["resting"]
        assert said["votes"] == []
        state = at.state
        assert state
        shown = state.clock.now()
        assert state.deadline() is None
        assert code(await at.ask("ada", place("early", 0, "d4"))) == "resting"
        await asyncio.sleep(0.05)
        assert state.clock.now() == shown
        assert code(await at.ask("cy", asks.Resume("r", 0))) == "not-your-seat"
        assert await at.ask("bob", asks.Resume("r", 1)) == m.Ack("r")
        assert code(await at.ask("bob", asks.Resume("again", 1))) == "not-resting"
        assert await at.ask("ada", place("now", 0, "d4")) == m.Ack("now", seq=0)
        stored = await store.load(at.id)
        assert stored
        (entry,), went_on = stored.entries, stored.events[-1]
        assert entry.t == shown + entry.at - went_on.at

    played(tmp_path, play)


def test_without_a_clock_there_is_nothing_to_stop(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await three(here)
        assert code(await at.ask("ada", asks.Vote("1", 0, "pause", 0))) == "no-clock"

    played(tmp_path, play)


# --- starting with fewer -------------------------------------------------------------------------


def test_whoever_sits_starts_with_those_who_are_there(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        new = m.NewTable("conex", (ME, FREE, FREE, FREE))
        at = await here.find(await here.open("ada", new))
        await at.ask("cy", asks.Sit("c", 2, "Cy"))
        assert code(await at.ask("bob", asks.Begin("1"))) == "not-seated"
        # The host has gone: whoever sits there goes on.
        answer = await at.ask("cy", asks.Begin("2"))
        assert isinstance(answer, m.Ack)
        assert answer.table
        assert await at.ask("cy", asks.Begin("2")) == answer
        said = await look(await here.find(answer.table))
        assert [seat["name"] for seat in said["seats"]] == ["Ada", "Cy"]
        assert said["status"] == "playing"
        assert (await look(at))["rematch"] == answer.table
        assert code(await at.ask("bob", asks.Sit("b", 0, "Bob"))) == "moved-on"
        assert [listed.id for listed in (await here.lobby("ada")).mine] == [answer.table]

    played(tmp_path, play)


def test_or_bots_take_the_free_seats(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("conex", (ME, FREE, FREE))))
        assert await at.ask("ada", asks.Begin("1", "hasty")) == m.Ack("1")
        said = await look(at)
        assert [seat["kind"] for seat in said["seats"]] == ["person", "bot", "bot"]
        assert code(await at.ask("ada", asks.Begin("2"))) == "no-seat-free"
        alone = await here.find(await here.open("ada", m.NewTable("kewbz", (ME, FREE))))
        assert code(await alone.ask("ada", asks.Begin("3"))) == "bad-seats"

    played(tmp_path, play)
