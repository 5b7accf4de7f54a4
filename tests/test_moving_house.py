"""From SQLite to PostgreSQL and back: every table stays the same one, and play goes on."""

import asyncio
import hashlib
import json
import time
from pathlib import Path
from typing import Any

import msgspec
from itsdangerous import Signer

from inglenook.core.game import NATURE
from inglenook.server.house import House
from inglenook.server.store import GRACE, AttemptRow, SqliteStore
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m
from tests.command import run_here
from tests.every_game import GAMES
from tests.postgres import Postgres
from tests.serving import Server
from tests.web.people import Person

MOVES = 3
ANALYSIS = {"type": "analysis", "insights": []}


def test_a_whole_house_moves_and_play_goes_on(tmp_path: Path, postgres: Postgres) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    database = postgres.database()
    with Server(old) as server:
        cookies = [cookie(server) for _ in ("ada", "bob")]
    began = time.monotonic()
    tables = asyncio.run(played(old, *(guest(old, each) for each in cookies)))
    today = asyncio.run(learned(old, guest(old, cookies[0]), tables["kewbz"][0]))
    before = time.monotonic() - began

    lines = exported(tmp_path / "one", "--data", old)
    there = [table for pair in tables.values() for table in pair] + [today]
    assert sorted(line["table"]["id"] for line in lines if "table" in line) == sorted(there)
    followed = {line["table"]["id"]: line for line in lines[:-1]}
    assert followed[today]["day"]["score"] == 0
    assert followed[tables["kewbz"][0]]["analyses"] == [{"version": "0", "analysis": ANALYSIS}]
    tried = [["kewbz", "p1", "2026-11-15", 5, 1200, 1]]
    assert lines[-1] == {"guest": guest(old, cookies[0]), "attempts": tried}
    # Whoever points at the old folder keeps the guests' cookies.
    moved(tmp_path / "one", "--data", old, "--database", database)
    assert exported(tmp_path / "two", "--database", database) == lines

    opened = time.monotonic()
    with Server(old, database=database, workers=2) as server:
        ada, bob = (Person(server, each) for each in cookies)
        for game, (finished, running) in tables.items():
            assert ada.http.get(f"/api/tables/{finished}/record").status_code == 200
            with ada.socket(running) as a, bob.socket(running) as b:
                passed = (before + time.monotonic() - opened) * 1000
                table = a.news[0]
                assert [table["seats"][0]["yours"], b.news[0]["seats"][1]["yours"]] == [True, True]
                assert table["status"] == "playing"
                # The move was nobody's thinking time, except a moment too short to be an outage.
                assert table["clock"] - table["entries"][-1][1] <= passed + GRACE
                # What was answered in the old house is not done again.
                first = followed[running]["sent"]
                seq = next(n for n, (_, _, ask) in enumerate(first) if ask == "m0")
                seat, move = table["entries"][seq][2:4]
                sender = a if seat == 0 else b
                assert sender.ask("play", id="m0", seat=seat, move=move)["seq"] == seq
                if game == "kewbz":
                    assert table["takeback"] == {"seat": 0, "to": 1, "agreed": [0]}
                    assert b.ask("answer", seat=1, agree=True)["type"] == "ack"
                    moved_back = a.until(lambda said: said["type"] == "moved")
                    assert a.play(0, moved_back["view"]["legal"][0])["type"] == "ack"
                assert b.ask("play", seat=1, move={"type": "resign"})["type"] == "ack"
                a.until(lambda said: said.get("outcome"))
            assert ada.http.get(f"/api/tables/{running}/record").status_code == 200
        assert server.stop() == 0
    ada.http.close()
    bob.http.close()

    lines = exported(tmp_path / "three", "--database", database)
    assert {line["table"]["status"] for line in lines[:-1]} == {"over"}
    moved(tmp_path / "three", "--data", new)
    assert exported(tmp_path / "four", "--data", new) == lines


def cookie(server: Server) -> str:
    person = Person(server)
    person.http.close()
    return str(person.http.cookies["guest"])


def guest(house: Path, cookie: str) -> str:
    """Who a cookie of this house belongs to."""
    signer = Signer(
        (house / "secret").read_text().strip(),
        salt="guest", key_derivation="hmac", digest_method=hashlib.sha256,
    )  # fmt: skip
    return signer.unsign(cookie).decode()


async def played(house: Path, ada: str, bob: str) -> dict[str, list[str]]:
    """For each game a finished table and one at which play goes on."""
    here = House(SqliteStore(house / "inglenook.db"), "")
    await here.start()
    tables = {game: [await play(here, game, ada, bob) for _ in range(2)] for game in GAMES}
    for finished, _ in tables.values():
        await ask(here, finished, bob, asks.Play("end", 1, {"type": "resign"}))
    await ask(here, tables["kewbz"][1], ada, asks.Takeback("back", 0))
    await here.close()
    return tables


async def learned(house: Path, ada: str, finished: str) -> str:
    """The board of the day is played, a puzzle solved and a game analysed; the day's table."""
    store = SqliteStore(house / "inglenook.db")
    here = House(store, "")
    await here.start()
    today = await here.open(ada, m.NewTable("prolix", (m.SeatChoice("me", "Ada"),), daily=True))
    await ask(here, today, ada, asks.Play("end", 0, {"type": "resign"}))
    await store.add_attempt(AttemptRow(ada, "kewbz", "p1", "2026-11-15", 5, 1200, 1))
    await store.keep_analysis(finished, "0", json.dumps(ANALYSIS))
    await here.close()
    return today


async def play(here: House, game: str, ada: str, bob: str) -> str:
    table = await here.open(
        ada, m.NewTable(game, (m.SeatChoice("me", "Ada"), m.SeatChoice("free")))
    )
    await ask(here, table, bob, asks.Sit("sit", 1, "Bob"))
    at = await here.find(table)
    for n in range(MOVES):
        while True:
            assert at.state
            match = at.state.match
            if match.to_move() != {NATURE}:
                break
            await asyncio.sleep(0.05)  # a tower settles
        seat = min(match.to_move())
        move = msgspec.to_builtins(match.sample(seat))
        move.pop("hand", None)  # a letter of Konexi: people let go at a moment
        await ask(here, table, (ada, bob)[seat], asks.Play(f"m{n}", seat, move))
    return table


async def ask(here: House, table: str, who: str, what: asks.AnyAsk) -> None:
    answer = await (await here.find(table)).ask(who, what)
    assert isinstance(answer, m.Ack), answer


def exported(file: Path, *options: Path | str) -> list[Any]:
    done = run_here("export", *map(str, options), str(file))
    assert done.returncode == 0, done.stderr
    assert file.stat().st_mode & 0o777 == 0o600
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert done.stderr == f"exported: {len(lines)}\n"
    return lines


def moved(file: Path, *options: Path | str) -> None:
    done = run_here("import", *map(str, options), str(file))
    assert (done.returncode, done.stderr) == (0, "imported: 10; here already: 0; refused: 0\n")
