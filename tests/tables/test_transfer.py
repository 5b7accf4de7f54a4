"""Records that come into a house: by a guest's upload, or by `inglenook import`."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from inglenook import Record, dumps, loads
from inglenook.core.game import Entry, Refused, Undo
from inglenook.games.kewbz.rules import Place
from inglenook.server import transfer
from inglenook.server.compute import record_upload
from inglenook.server.house import House
from inglenook.server.store import SqliteStore
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m
from tests.command import one_line, run_here
from tests.tables.test_table import FREE, ME, SECRET, played
from tests.test_cli import GOLDEN

FINISHED = (GOLDEN / "kewbz-last-cube.json").read_bytes()


def record(**other: Any) -> bytes:
    return json.dumps({**json.loads(FINISHED), **other}).encode()


def cut(entries: int) -> bytes:
    """The game before it was over."""
    return record(log=json.loads(FINISHED)["log"][:entries], digest="")


def swaying(entries: int) -> bytes:
    """A cube placed, taken back, placed …"""
    moves = Place("d4"), Undo(-1)
    log = tuple(Entry(n, n, 0, moves[n % 2]) for n in range(entries))
    return dumps(Record("kewbz", 1, 2, {}, "", log)).encode()


def test_a_guest_brings_a_finished_game_along(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        first, second = [await here.take_in("ada", FINISHED) for _ in range(2)]
        assert first.id != second.id
        assert first.over
        at = await here.find(first.id)
        assert dumps(await at.record()).encode() == FINISHED.strip()
        table = msgspec.json.decode(await at.look("ada"))
        assert (table["status"], len(table["entries"])) == ("over", 31)
        assert {seat["kind"] for seat in table["seats"]} == {"free"}
        # It is there to be looked at: nobody sits down, and it is offered to nobody.
        assert await at.ask("ada", asks.Sit("1", 0, "Ada")) == m.Refusal("1", "game-over")
        assert isinstance(await at.ask("ada", asks.Rematch("2")), m.Refusal)
        lobby = await here.lobby("ada")
        assert not (*lobby.mine, *lobby.waiting, *lobby.playing)

    played(tmp_path, play)


@pytest.mark.parametrize(
    ("text", "code", "detail"),
    [
        (b"", "bad-record", "truncated"),
        (b"[]", "bad-record", "Expected `object`"),
        (b"\xff\xfe", "bad-record", ""),
        (b'{"game":' * 50_000, "bad-record", ""),
        (record(options={"size": [[]] * 3}), "bad-record", "bad-options"),
        (record(seats=3), "bad-record", "bad-seats"),
        (record(rules=7), "bad-record", "version 7"),
        (record(game="chess"), "bad-record", "chess"),
        (record(digest="0" * 32), "bad-record", "bad-digest at entry 30"),
        (record(log=[[0, 0, 1, {"type": "place", "cell": "d4"}, 0]]), "bad-record", "at entry 0"),
        (record(log=[[0, 10**400, 0, {"type": "place", "cell": "d4"}, 0]], digest=""),
         "bad-record", "bad-time"),
        (record(seed="\0"), "bad-record", "character 0"),
        (record(log=[[0, 0, 0, {"type": "x" * 10**6}, 0]]), "bad-record", "Invalid value 'xxx"),
        (swaying(2001), "too-large", "2000 entries"),
        # A whole table with seats in it is for the house's own people to bring in.
        (b'{"record":%s,"table":{"id":"x","creator":"","created":0,"updated":0}}' % FINISHED,
         "bad-record", "`game`"),
    ],
)  # fmt: skip
def test_what_is_no_record_is_refused(text: bytes, code: str, detail: str) -> None:
    with pytest.raises(Refused) as refused:
        record_upload.brought(text)
    assert refused.value.code == code
    assert detail in refused.value.detail
    assert len(refused.value.detail) <= 200


@pytest.mark.long
def test_a_game_that_is_not_over_becomes_a_study(tmp_path: Path) -> None:
    assert not record_upload.brought(swaying(2000)).over

    async def play(here: House, _: SqliteStore) -> None:
        opened = await here.take_in("ada", cut(7))
        assert not opened.over
        at = await here.find(opened.id)
        table = msgspec.json.decode(await at.look("ada"))
        assert (table["status"], len(table["entries"])) == ("playing", 7)
        assert table["study"] == {"table": None, "seq": -1}
        assert all(seat["yours"] for seat in table["seats"])
        # It is gone on with, and back to where it came from.
        (seat,) = table["to_move"]
        move = {"type": "place", "cell": table["view"]["legal"][0]}
        assert await at.ask("ada", asks.Play("1", seat, move)) == m.Ack("1", seq=7)
        assert await at.ask("ada", asks.Play("2", 0, {"type": "undo", "to": 2})) == m.Ack(
            "2", seq=8
        )

    played(tmp_path, play)


def test_a_refusal_comes_back_from_the_pool_whole(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        broken = record(log=[[0, 0, 1, {"type": "place", "cell": "d4"}, 0]])
        with pytest.raises(Refused) as refused:
            await here.take_in("ada", broken)
        assert refused.value.code == "bad-record"
        assert refused.value.detail == "not-your-turn at entry 0"

    played(tmp_path, play)


def brought(house: Path, *texts: str | bytes) -> list[bool | str]:
    """For each text whether it is a new table, or the reason code."""

    async def bring() -> list[bool | str]:
        house.mkdir(exist_ok=True)
        store, answers = SqliteStore(house / "inglenook.db"), list[bool | str]()
        for text in texts:
            try:
                whole = text.encode() if isinstance(text, str) else text
                answers.append(await transfer.bring_in(store, whole))
            except Refused as e:
                answers.append(e.code)
        await store.close()
        return answers

    return asyncio.run(bring())


def exported(house: Path) -> list[dict[str, Any]]:
    async def export() -> list[dict[str, Any]]:
        store = SqliteStore(house / "inglenook.db")
        lines = [json.loads(m.encode(line)) async for _, line in transfer.outgoing(store)]
        await store.close()
        return lines

    return asyncio.run(export())


async def running(here: House) -> str:
    table = await here.open("ada", m.NewTable("kewbz", (ME, FREE)))
    at = await here.find(table)
    await at.ask("bob", asks.Sit("sit", 1, "Bob"))
    await at.ask("ada", asks.Play("one", 0, {"type": "place", "cell": "d4"}))
    return table


def in_house(folder: Path, do: Callable[[House], Awaitable[Any]]) -> Any:
    async def visit() -> Any:
        here = House(SqliteStore(folder / "inglenook.db"), SECRET)
        try:
            return await do(here)
        finally:
            await here.close()

    return asyncio.run(visit())


def test_what_is_here_already_is_left_alone(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    table = in_house(old, running)
    (line,) = exported(old)
    assert line["table"]["id"] == table
    text = json.dumps(line)
    assert brought(new, text, text) == [True, False]
    assert brought(new, text) == [False]
    assert exported(new) == [line]

    async def more(here: House) -> Any:
        at = await here.find(table)
        again = await at.ask("ada", asks.Play("one", 0, {"type": "place", "cell": "d4"}))
        return again, await at.ask("bob", asks.Play("two", 1, {"type": "place", "cell": "d5"}))

    assert in_house(new, more) == (m.Ack("one", seq=0), m.Ack("two", seq=1))
    later = exported(new)
    assert brought(new, text) == ["table-differs"]
    assert exported(new) == later


def test_a_clock_goes_on_from_where_it_stood(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    table = in_house(old, running)
    (line,) = exported(old)
    time.sleep(0.5)  # on the road
    began = time.monotonic()
    assert brought(new, json.dumps(line)) == [True]

    async def clock(here: House) -> int:
        return int(msgspec.json.decode(await (await here.find(table)).look("ada"))["clock"])

    shows, stood = in_house(new, clock), line["record"]["log"][-1][1]
    assert stood <= shows <= stood + (time.monotonic() - began) * 1000 + 1


def test_bad_lines_are_told_and_the_good_ones_come_in(tmp_path: Path) -> None:
    house, file = tmp_path / "house", tmp_path / "file"
    made = {"id": "abc", "creator": "ada", "created": 1, "updated": 2}
    sent = [[n] for n in range(31)]

    def line(**other: Any) -> str:
        parts = {"record": json.loads(FINISHED), "table": made, "sent": sent, **other}
        return json.dumps(parts)

    def sat(**what: Any) -> list[dict[str, Any]]:
        return [{"what": {"type": "sat", "seat": 0, "guest": "a", "name": "A", **what}, "at": 0}]

    bad = {
        "{": "truncated",
        line(table={**made, "id": "../x"}): "such an id",
        line(table={**made, "created": -1}): "bad-time",
        line(table={**made, "creator": "\0"}): "character 0",
        line(sent=sent[1:]): "`sent`",
        line(sent=[*sent[1:], [2**60]]): "bad-time",
        line(happenings=sat(seat=2)): "no-such-seat",
        line(happenings=sat(type="bot", level="boulder")): "unknown-level",
        line(happenings=sat(type="flew")): "flew",
        line(record={**json.loads(FINISHED), "digest": "x"}): "bad-digest",
        line(record=[]): "Expected `object`",
        line(happenings=[{**sat()[0], "ask": "\0"}]): "character 0",
    }
    good = line(), (GOLDEN / "conex-goal.json").read_text().strip()
    file.write_text("\n".join((good[0], *bad, "", good[1])))
    done = run_here("import", "--data", str(house), str(file))
    assert (done.returncode, done.stdout) == (1, "")
    *refused, count = done.stderr.splitlines()
    assert count == f"imported: 2; here already: 0; refused: {len(bad)}"
    for number, (told, why) in enumerate(zip(refused, bad.values(), strict=True), 2):
        assert f"line {number}: bad-record: " in told
        assert why in told
    assert {line["record"]["game"] for line in exported(house)} == {"kewbz", "conex"}


def test_a_record_alone_becomes_a_table_to_sit_down_at(tmp_path: Path) -> None:
    house, file = tmp_path / "house", tmp_path / "file"
    # As other programs write it.
    file.write_text(json.dumps(json.loads(cut(7)), indent=2))
    done = run_here("import", "--data", str(house), str(file))
    assert (done.returncode, done.stderr) == (0, "imported: 1; here already: 0; refused: 0\n")
    assert brought(house, cut(7)) == [False]
    (line,) = exported(house)
    table = line["table"]["id"]
    assert line["table"]["status"] == "waiting"

    async def sit(here: House) -> Any:
        assert [waiting.id for waiting in (await here.lobby("ada")).waiting] == [table]
        at = await here.find(table)
        for seat in (0, 1):
            await at.ask("ada", asks.Sit(f"sit{seat}", seat, "Ada"))
        seat, move = json.loads(FINISHED)["log"][7][2:4]
        return await at.ask("ada", asks.Play("on", seat, move))

    assert in_house(house, sit) == m.Ack("on", seq=7)
    (line,) = exported(house)
    played_on, was = loads(json.dumps(line["record"])), loads(FINISHED)
    assert [entry.move for entry in played_on.log] == [entry.move for entry in was.log[:8]]


@pytest.mark.long
def test_export_and_import_say_what_is_wrong(tmp_path: Path) -> None:
    house, file = tmp_path / "house", tmp_path / "file"
    assert "no games in" in one_line(run_here("export", "--data", str(house), "-"))
    assert not house.exists()
    assert "No such file" in one_line(run_here("import", "--data", str(house), str(file)))
    nowhere = tmp_path / "none" / "games"
    assert "No such file" in one_line(run_here("export", "--data", str(house), str(nowhere)))
    for address in ("postgresql://127.0.0.1:1/x", "postgresql://x:y"):
        for command in ("import", "export"):
            done = run_here(command, "--database", address, str(file))
            assert "cannot use the database" in one_line(done)
    assert not file.exists()


def test_a_guest_with_bad_attempts_is_refused(tmp_path: Path) -> None:
    async def play(_: House, store: SqliteStore) -> None:
        good = ["kewbz", "p1", "2026-11-15", 5, 1200, 1]
        for bad in (good[:-1], [*good[:3], -1, 1200, 1], ["a\0", *good[1:]], "p1"):
            line = {"guest": "ada", "attempts": [good, bad]}
            with pytest.raises(Refused, match="bad-record"):
                await transfer.bring_in(store, json.dumps(line).encode())
        assert await store.all_attempts("ada") == []
        line = {"guest": "ada", "attempts": [good]}
        assert [await transfer.bring_in(store, json.dumps(line).encode()) for _ in "ab"] == [
            True,
            False,
        ]

    played(tmp_path, play)
