"""Bots that come with a token: who they are, what they hear, and what they may not do."""

import asyncio
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import msgspec
import psutil
import pytest
from websockets.exceptions import InvalidStatus

from inglenook.core.game import Refused
from inglenook.remote import AsyncClient, Client, Unreachable
from inglenook.server.http import limits
from tests.postgres import Postgres
from tests.serving import Server
from tests.web.people import FREE, GAME, PATIENCE, SMALL, Person, bot, me

NUMBERS = count(1)
Said = dict[str, Any]


def with_profile(person: Person, name: str) -> Person:
    new = {"name": name, "token": "star-teal", "languages": ["en"]}
    assert person.http.put("/api/me", json=new).status_code == 200
    return person


class Bot:
    """A program with a token."""

    def __init__(self, server: Server, author: Person, name: str = "") -> None:
        self.name = name or f"Gambit {next(NUMBERS)}"
        made = author.http.post("/api/bots", json={"name": self.name})
        assert made.status_code == 201, made.text
        self.made: Said = made.json()
        headers = {"authorization": f"Bearer {self.made['token']}"}
        self.http = httpx.Client(base_url=server.url, timeout=PATIENCE, headers=headers)

    @contextmanager
    def events(self) -> Iterator["Events"]:
        with self.http.stream("GET", "/api/events") as answer:
            assert answer.status_code == 200, answer.read()
            yield Events(answer)

    def ask(self, table: str, kind: str, **fields: Any) -> Said:
        ask = {"type": kind, "id": f"b{next(NUMBERS)}", **fields}
        said: Said = self.http.post(f"/api/tables/{table}/asks", json=ask).json()
        return said


class Events:
    def __init__(self, answer: httpx.Response) -> None:
        self._answer = answer
        self._lines = answer.iter_lines()

    def next(self, kind: str) -> Said:
        """The next one, which is of that kind."""
        said: Said = msgspec.json.decode(next(line for line in self._lines if line))
        assert said["type"] == kind, said
        return said

    def ended(self) -> bool:
        return not any(self._lines)

    @property
    def port(self) -> int:
        """The port by which this end of the connection is known."""
        _, port = self._answer.extensions["network_stream"].get_extra_info("client_addr")
        return int(port)


@pytest.fixture
def author(server: Server) -> Iterator[Person]:
    person = with_profile(Person(server), f"Author {next(NUMBERS)}")
    yield person
    person.http.close()


@pytest.fixture
def gambit(server: Server, author: Person) -> Iterator[Bot]:
    made = Bot(server, author)
    yield made
    made.http.close()


def test_a_token_is_had_once_and_kept_as_a_hash(
    server: Server, ada: Person, author: Person, gambit: Bot
) -> None:
    assert ada.http.post("/api/bots", json={"name": "Nobody's"}).json()["code"] == "no-profile"
    taken = {"name": gambit.name.upper()}
    other = with_profile(ada, f"Author {next(NUMBERS)}")
    assert other.http.post("/api/bots", json=taken).json()["code"] == "name-taken"
    (mine,) = author.http.get("/api/bots").json()["mine"]
    assert (mine["name"], mine["revoked"], mine["here"]) == (gambit.name, False, False)
    assert gambit.made["token"] not in author.http.get("/api/me/data").text
    with closing(sqlite3.connect(server.data / "inglenook.db")) as db:
        assert gambit.made["token"] not in "".join(db.iterdump())


def test_a_wrong_or_revoked_token_is_refused(
    server: Server, ada: Person, author: Person, gambit: Bot
) -> None:
    for given in ("x", "é" * 40, gambit.made["token"][:-1]):
        wrong = {b"authorization": f"Bearer {given}".encode()}
        answer = httpx.get(f"{server.url}/api/games", headers=wrong)
        assert (answer.status_code, answer.json()["code"]) == (401, "bad-token")
        assert answer.headers["www-authenticate"] == "Bearer"
    address = f"/api/bots/{gambit.made['handle']}"
    headers = {"content-type": "application/json"}
    with gambit.events() as events:
        events.next("hello")
        assert gambit.name in {each["name"] for each in ada.http.get("/api/bots").json()["here"]}
        # It is nobody else's to revoke.
        assert ada.http.delete(address, headers=headers).json()["code"] == "unknown-bot"
        (mine,) = author.http.delete(address, headers=headers).json()["mine"]
        assert mine["revoked"]
        assert events.ended()
    assert gambit.http.get("/api/games").status_code == 401
    table = author.open(me(), FREE, **SMALL)
    with author.socket(table) as socket:
        assert socket.ask("invite", seat=1, bot=gambit.name)["code"] == "unknown-bot"
    # With a new token it is the same bot.
    again = Bot(server, author, gambit.name)
    assert again.made["handle"] == gambit.made["handle"]
    assert again.http.get("/api/games").status_code == 200
    again.http.close()


def test_it_is_invited_and_plays(ada: Person, gambit: Bot) -> None:
    table = ada.open(me(), FREE, **SMALL)
    assert gambit.ask(table, "sit", seat=1, name="x")["code"] == "not-invited"
    with gambit.events() as events, ada.socket(table) as socket:
        assert events.next("hello")["tables"] == []
        assert socket.ask("invite", seat=1, bot=f" {gambit.name.lower()}")["type"] == "ack"
        invited = events.next("invited")
        assert (invited["table"], invited["seat"], invited["game"]) == (table, 1, "kewbz")
        assert gambit.ask(table, "decline")["type"] == "ack"
        events.next("withdrawn")
        (shown,) = socket.until(lambda said: said.get("invited"))["invited"]
        while not shown["declined"]:
            (shown,) = socket.until(lambda said: said.get("invited"))["invited"]
        assert gambit.ask(table, "sit", seat=1, name="x")["code"] == "not-invited"
        assert socket.ask("invite", seat=1, bot=gambit.made["handle"])["type"] == "ack"
        events.next("invited")
        assert gambit.ask(table, "sit", seat=1, name="Ada")["type"] == "ack"
        assert events.next("seated")["seat"] == 1
        seat = socket.until(lambda said: said["type"] == "table" and said["seats"][1]["here"])
        assert seat["seats"][1] == {
            "kind": "bot",
            "name": gambit.name,
            "level": None,
            "here": True,
            "yours": False,
            "token": "",
            "handle": gambit.made["handle"],
            "kept_for": None,
            "kept_for_you": False,
            "author": gambit.made["author"],
        }
        for n, cell in enumerate(GAME):
            if n % 2:
                turn = events.next("turn")
                assert (turn["seq"], turn["seat"], turn["game"]) == (n - 1, 1, "kewbz")
                assert cell in turn["view"]["legal"]
                move = {"type": "place", "cell": cell}
                assert gambit.ask(table, "play", seat=1, move=move)["seq"] == n
            else:
                assert socket.play(0, cell)["seq"] == n
        over = events.next("over")
        assert over["outcome"]["scores"] == [7, 1]
    # In the lobby, in the record, and in what is kept of the game it is a bot, too.
    (listed,) = (each for each in ada.http.get("/api/tables").json()["mine"] if each["id"] == table)
    assert listed["seats"][1]["kind"] == "bot"
    assert ada.http.get(f"/api/tables/{table}/record").json()["names"] == ["Ada", gambit.name]
    game = ada.http.get("/api/people/me/games").json()["games"][0]
    assert game["seats"][1]["who"] == {
        "name": gambit.name,
        "bot": True,
        "author": gambit.made["author"],
    }
    # A rematch seats the same company.
    with gambit.events() as events, ada.socket(table) as socket:
        assert events.next("hello")["tables"] == []
        again = socket.ask("rematch")["table"]
        assert events.next("seated")["table"] == again
        assert events.next("turn")["seq"] == -1


def test_whoever_comes_first_sits_there(ada: Person, bob: Person, gambit: Bot) -> None:
    table = ada.open(me(), FREE, **SMALL)
    with gambit.events() as events, ada.socket(table) as socket, bob.socket(table) as other:
        events.next("hello")
        socket.ask("invite", seat=1, bot=gambit.name)
        events.next("invited")
        assert other.ask("sit", seat=1, name="Bob")["type"] == "ack"
        events.next("withdrawn")
        assert gambit.ask(table, "sit", seat=1, name="x")["code"] == "seat-taken"


def test_it_is_no_person(ada: Person, gambit: Bot) -> None:
    with_profile(ada, f"Person {next(NUMBERS)}")
    table = ada.open(me(), FREE, **SMALL)
    with gambit.events() as events, ada.socket(table) as socket:
        events.next("hello")
        socket.ask("invite", seat=1, bot=gambit.name)
        events.next("invited")
        gambit.ask(table, "sit", seat=1, name="x")
        events.next("seated")
        socket.play(0, GAME[0])
        events.next("turn")
        vote = {"cause": "pause", "about": 0}
        assert gambit.ask(table, "vote", seat=1, **vote)["code"] == "not-for-bots"
        # It agrees to a takeback, like other bots; and anyone may send it away.
        assert socket.ask("takeback", seat=0)["type"] == "ack"
        assert socket.until(lambda said: said["type"] == "moved" and said["seq"] == 1)
        assert socket.ask("free", seat=1)["type"] == "ack"
        events.next("unseated")
    clock = {"base": 600_000}
    rated = {"game": "kewbz", "seats": [me(), FREE], "rated": True, "time_control": clock}
    table = ada.http.post("/api/tables", json=rated).json()["id"]
    with ada.socket(table) as socket:
        assert socket.ask("invite", seat=1, bot=gambit.name)["code"] == "not-rated"
    assert gambit.http.post("/api/tables", json=rated).json()["code"] == "not-rated"
    daily = {"game": "kewbz", "seats": [me()], "daily": True}
    assert gambit.http.post("/api/tables", json=daily).json()["code"] == "not-for-bots"
    for path in ("/api/me", "/api/me/data", "/api/days", "/api/notices", "/api/people/me"):
        answer = gambit.http.get(path)
        assert (answer.status_code, answer.json()["code"]) == (403, "not-for-bots"), path
    assert gambit.http.post("/api/bots", json={"name": "child"}).json()["code"] == "not-for-bots"
    with (
        pytest.raises(InvalidStatus, match="403"),
        ada.socket(table, Authorization=f"Bearer {gambit.made['token']}"),
    ):
        pass
    here = ada.http.get("/api/tables").json()["here"]
    assert gambit.name not in {each["name"] for each in here["people"]}


def test_it_may_play_against_the_house_at_a_table_of_its_own(gambit: Bot) -> None:
    new = {"game": "kewbz", "seats": [me("Ada"), bot("pebble")], "options": SMALL}
    with gambit.events() as events:
        events.next("hello")
        table = gambit.http.post("/api/tables", json=new).json()["id"]
        seated = events.next("seated")
        assert (seated["table"], seated["seats"][0]["name"]) == (table, gambit.name)
        for _ in range(3):
            turn = events.next("turn")
            move = {"type": "place", "cell": turn["view"]["legal"][0]}
            gambit.http.post(
                f"/api/tables/{table}/moves",
                json={"id": f"m{turn['seq']}", "seat": 0, "move": move},
            )


def test_with_its_author_it_is_forgotten(server: Server, ada: Person) -> None:
    author = with_profile(Person(server), f"Author {next(NUMBERS)}")
    gone = Bot(server, author)
    table = ada.open(me(), FREE, **SMALL)
    with gone.events() as events, ada.socket(table) as socket:
        events.next("hello")
        socket.ask("invite", seat=1, bot=gone.name)
        events.next("invited")
        gone.ask(table, "sit", seat=1, name="x")
        socket.play(0, GAME[0])
        gone.ask(table, "play", seat=1, move={"type": "resign"})
    assert author.http.get("/api/me/data").json()["bots"][0]["name"] == gone.name
    assert author.http.post("/api/me/forget", json={"sure": True}).status_code == 200
    assert gone.http.get("/api/games").status_code == 401
    seat = ada.http.get(f"/api/tables/{table}").json()["seats"][1]
    assert (seat["kind"], seat["name"], seat["author"], seat["handle"]) == ("bot", "", "", "")
    author.http.close()
    gone.http.close()


def test_a_ladder_fits_into_the_limits() -> None:
    here = limits.Limits()
    for _ in range(limits.TABLES_OF_BOT):
        here.table("192.0.2.1", "bot-1")
    with pytest.raises(Refused, match="too-many-tables"):
        here.table("192.0.2.1", "bot-1")
    # Another bot at the same address, and the people there, have their own.
    here.table("192.0.2.1", "bot-2")
    here.table("192.0.2.1", "somebody")
    for token in ("token", "another"):
        with here.look_at_token("192.0.2.1", token):
            pass  # it is a bot's
    for _ in range(limits.MESSAGES_AT_ONCE):
        here.request_with_token("192.0.2.1", "token")
    with pytest.raises(Refused, match="too-fast"):
        here.request_with_token("192.0.2.1", "token")
    here.request_with_token("192.0.2.1", "another")


def test_few_tokens_that_somebody_made_up_are_looked_for(server: Server, gambit: Bot) -> None:
    busy, other = {"x-forwarded-for": "192.0.2.71"}, {"x-forwarded-for": "192.0.2.72"}
    made_up = [f"Bearer made-up-{n}" for n in range(3 * limits.WRONG_TOKENS_OF_ADDRESS)]
    # A bot that plays from there already goes on, whatever others there do.
    assert gambit.http.get("/api/games", headers=busy).status_code == 200
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as web:
        found = Counter(
            web.get("/api/games", headers={**busy, "authorization": given}).json()["code"]
            for given in made_up
        )
        # One a minute comes back meanwhile.
        assert found.keys() == {"bad-token", "too-many-tries"}
        assert found["bad-token"] >= limits.WRONG_TOKENS_OF_ADDRESS
        last = {"authorization": made_up[-1]}
        answer = web.get("/", headers={**busy, **last})
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many-tries")
        assert int(answer.headers["retry-after"]) >= 1
        assert gambit.http.get("/api/games", headers=busy).status_code == 200
        assert web.get("/api/games", headers=busy).status_code == 200
        # From elsewhere, it is looked for.
        answer = web.get("/api/games", headers={**other, **last})
        assert (answer.status_code, answer.json()["code"]) == (401, "bad-token")


def test_a_program_that_goes_on_with_a_dead_token_locks_nobody_out(
    server: Server, author: Person
) -> None:
    here = {"x-forwarded-for": "192.0.2.73"}
    dead = {**here, "authorization": "Bearer it-was-revoked"}
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as program:
        for _ in range(2 * limits.WRONG_TOKENS_OF_ADDRESS):
            answer = program.get("/api/games", headers=dead)
            assert (answer.status_code, answer.json()["code"]) == (401, "bad-token")
    newcomer = Bot(server, author)
    assert newcomer.http.get("/api/games", headers=here).status_code == 200
    newcomer.http.close()


def test_no_more_tokens_are_remembered_than_there_is_room_for() -> None:
    here = limits.Limits()
    for n in range(limits.REMEMBERED_TOKENS + 1):
        with suppress(Refused), here.look_at_token("", f"{n}"):
            raise Refused("bad-token")
    with here.look_at_token("", "0"):
        pass  # the oldest is forgotten, and looked for again
    with pytest.raises(Refused, match="bad-token"), here.look_at_token("", "1"):
        pytest.fail("it is known to be wrong")


def test_events_come_whichever_worker_wrote_them(postgres: Postgres, tmp_path: Path) -> None:
    with Server(tmp_path, database=postgres.database(), workers=2) as server:
        author = with_profile(Person(server), "Ada")
        gambit = Bot(server, author)
        streams = [gambit.events() for _ in range(12)]
        opened: list[Events] = []
        workers = server.workers()
        served: dict[int, Events] = {}
        try:
            # Until each of the two has one.
            for stream in streams:
                opened.append(stream.__enter__())
                opened[-1].next("hello")
                served[_worker(workers, opened[-1].port)] = opened[-1]
                if len(served) == 2:
                    break
            assert len(served) == 2
            for _ in range(3):
                _play_shortly(server, gambit, list(served.values()))
            # A token that is revoked at one worker is good for nothing at the other.
            headers = {"content-type": "application/json"}
            author.http.delete(f"/api/bots/{gambit.made['handle']}", headers=headers)
            assert all(events.ended() for events in served.values())
        finally:
            for stream in streams[: len(opened)]:
                stream.__exit__(None, None, None)
            gambit.http.close()
            author.http.close()


def _play_shortly(server: Server, gambit: Bot, everywhere: list[Events]) -> None:
    """Somebody invites it, and it resigns; all its streams say so."""
    # Whoever comes anew may come to either of the workers.
    person = Person(server)

    def ask(kind: str, **fields: Any) -> None:
        asked = {"type": kind, "id": f"a{next(NUMBERS)}", **fields}
        assert person.http.post(f"/api/tables/{table}/asks", json=asked).status_code == 200

    table = person.open(me(), FREE, **SMALL)
    ask("invite", seat=1, bot=gambit.name)
    assert [events.next("invited")["table"] for events in everywhere] == [table, table]
    gambit.ask(table, "sit", seat=1, name="x")
    assert [events.next("seated")["table"] for events in everywhere] == [table, table]
    ask("play", seat=0, move={"type": "place", "cell": GAME[0]})
    assert [events.next("turn")["seq"] for events in everywhere] == [0, 0]
    gambit.ask(table, "play", seat=1, move={"type": "resign"})
    for events in everywhere:
        assert events.next("over")["outcome"]["reason"] == "resigned"
    person.http.close()


def _worker(workers: list[int], port: int) -> int:
    """The worker that serves the connection from that port."""
    return next(
        worker
        for worker in workers
        if any(each.raddr and each.raddr.port == port for each in _connections(worker))
    )


def _connections(worker: int) -> Any:
    return psutil.Process(worker).net_connections("tcp")


def test_the_client_says_what_is_wrong(server: Server) -> None:
    with Client(server.url, token="wrong") as client:
        with pytest.raises(Refused, match="bad-token"):
            client.games()
        with pytest.raises(Refused, match="bad-token"):
            next(client.events())
    with Client("http://127.0.0.1:1") as client, pytest.raises(Unreachable):
        client.games()


def test_without_its_extra_one_line_says_what_to_install() -> None:
    program = "import sys; sys.modules['aiohttp'] = None; sys.argv[1:] = ['bot', 'http://x', 'y']\n"
    program += "from inglenook.__main__ import main; main()"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    line = 'inglenook: this needs aiohttp: pip install "inglenook[client]"\n'
    assert (run.returncode, run.stderr) == (2, line)


def test_the_client_comes_back_after_a_fall(tmp_path: Path) -> None:
    with Server(tmp_path) as server:

        async def play() -> None:
            async with AsyncClient(server.url) as host, AsyncClient(server.url) as player:
                await player.register("Phoenix", "Ada")
                events = player.events()
                assert (await anext(events))["type"] == "hello"
                table = await host.open("kewbz", [{"kind": "me", "name": "Eve"}, FREE], SMALL)
                await host.invite(table, 1, "Phoenix")
                assert (await anext(events))["type"] == "invited"
                await player.sit(table, 1)
                assert (await anext(events))["type"] == "seated"
                await asyncio.to_thread(server.kill)
                # What is asked meanwhile is asked again until somebody answers.
                moving = asyncio.create_task(
                    host.play(table, 0, {"type": "place", "cell": GAME[0]})
                )
                await asyncio.to_thread(server.start)
                assert (await moving)["seq"] == 0
                hello = await anext(events)
                assert (hello["type"], hello["tables"]) == ("hello", [table])
                assert (await anext(events))["type"] == "seated"
                assert (await anext(events))["type"] == "turn"
                await player.play(table, 1, {"type": "place", "cell": GAME[1]})
                assert len((await host.table(table))["entries"]) == 2
                await events.aclose()  # type: ignore[attr-defined] # a generator

        asyncio.run(play())
