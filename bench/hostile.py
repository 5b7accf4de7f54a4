"""Twelve strangers do their worst: `python -m bench.hostile [--addresses 1] [--seconds 20]`, or
one floods WebSockets: `python -m bench.hostile --floods`, or sends 110 records and finishes none:
`python -m bench.hostile --uploads`.

A visitor plays against the weakest bot, and another one a game of two, each from an address of
their own. What is printed is how long the bot takes to answer, and a move to be acknowledged: first
in peace, then while twelve strangers, each with a script of their own, take all that a server gives
them. They come from as many addresses as is said. The law of docs/limits.md: within 1 s, and within
100 ms (the 99th of 100), whatever one address does.

With `--floods` there is one stranger at a time, with some connections to a table of their own. Over
each come WebSocket frames of one kind, as fast as a phone can send them, and a connection that is
cut off is opened again at once. What is printed is how long the visitor's moves take meanwhile.
With `--uploads` it is the resident memory of the server and its bots.

The strangers share the machine with the server, so on few cores they take its time as well.
"""

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import sys
import time
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiohttp
import psutil
from websockets.frames import Frame, Opcode

from bench.serving import memory, serving
from inglenook.core.match import Match
from inglenook.core.record_io import dumps
from inglenook.core.registry import levels

Script = Callable[[aiohttp.ClientSession], Awaitable[None]]
ME = {"kind": "me", "name": "Stranger"}
IDS = count()
FLOOD_BYTES_A_SECOND = 1_800_000
"""What one connection of a flood sends: 15 Mbit/s, as a phone can."""
FLOOD_PIECE = 64 * 1024
"""Bytes that it sends at a time."""
FLOOD_CONNECTIONS = (1, 4)


def bot(level: str) -> dict[str, str]:
    return {"kind": "bot", "level": level}


# --- two visitors --------------------------------------------------------------------------------


async def opened(session: aiohttp.ClientSession, game: str, *seats: Any, **more: Any) -> str:
    """A new table's id; "" if it is refused."""
    new = {"game": game, "seats": seats, **more}
    async with session.post("/api/tables", json=new) as answer:
        return str((await answer.json()).get("id", ""))


async def look(session: aiohttp.ClientSession, table: str) -> dict[str, Any]:
    async with session.get(f"/api/tables/{table}") as answer:
        seen: dict[str, Any] = await answer.json()
        return seen


async def place(session: aiohttp.ClientSession, table: str, seat: int, cell: str) -> bool:
    """Whether that was all there was to decide: later in a game it is not."""
    move = {"id": f"{next(IDS)}", "seat": seat, "move": {"type": "place", "cell": cell}}
    async with session.post(f"/api/tables/{table}/moves", json=move) as answer:
        return answer.status == 200


async def bot_answers(session: aiohttp.ClientSession, until: float) -> list[float]:
    """Seconds from the visitor's move to the answer of the weakest bot. Nobody looks, so that it
    waits for nobody's eyes."""
    taken: list[float] = []
    while time.monotonic() < until:
        table = await opened(session, "kewbz", ME, bot("pebble"))
        seen = await look(session, table)
        while time.monotonic() < until and not seen["outcome"] and 0 in seen["to_move"]:
            cell = seen["view"]["legal"][0]
            began = time.monotonic()
            if not await place(session, table, 0, cell):
                break
            while 0 not in (seen := await look(session, table))["to_move"] and not seen["outcome"]:
                await asyncio.sleep(0.01)
            taken.append(time.monotonic() - began)
            await asyncio.sleep(0.1)
    return taken


async def moves(session: aiohttp.ClientSession, until: float) -> list[float]:
    """Seconds until each move of a game of two is acknowledged, over a WebSocket."""
    taken: list[float] = []
    while time.monotonic() < until:
        table = await opened(session, "kewbz", ME, ME)
        async with session.ws_connect(f"/tables/{table}/play") as line:
            seen = (await line.receive_json())["view"]
            turn = 0
            while time.monotonic() < until and seen["legal"]:
                ask = {"type": "play", "id": f"{next(IDS)}", "seat": turn % 2}
                began = time.monotonic()
                await line.send_json({**ask, "move": {"type": "place", "cell": seen["legal"][0]}})
                while (said := await line.receive_json())["type"] not in ("ack", "refused"):
                    seen = said.get("view", seen)
                if said["type"] == "refused":
                    break
                taken.append(time.monotonic() - began)
                turn += 1
                await asyncio.sleep(0.05)
    return taken


# --- twelve strangers ----------------------------------------------------------------------------


async def nobody(session: aiohttp.ClientSession) -> None:
    """From now on somebody new."""
    session.cookie_jar.clear()


async def watch(session: aiohttp.ClientSession, table: str) -> aiohttp.ClientWebSocketResponse:
    return await session.ws_connect(f"/tables/{table}/play")


def bots_only(game: str, seats: int) -> Script:
    """Tables of the strongest bots, and somebody who looks at each."""

    async def script(session: aiohttp.ClientSession) -> None:
        lines: list[aiohttp.ClientWebSocketResponse] = []
        while True:
            table = await opened(session, game, *[bot(levels(game)[-1].name)] * seats)
            if table and len(lines) < 100:
                lines.append(await watch(session, table))
            await nobody(session)
            await asyncio.sleep(0.05)

    return script


async def hints(session: aiohttp.ClientSession) -> None:
    """What would the strongest do? Again and again, at new tables."""
    while True:
        table = await opened(session, "kewbz", ME, bot(levels("kewbz")[-1].name))
        async with session.get(f"/api/tables/{table}/hints?seat=0"):
            pass


async def solutions(session: aiohttp.ClientSession) -> None:
    """Physics without a table."""
    async with session.get("/api/lessons/konexi") as answer:
        steps = [step["name"] for step in (await answer.json())["steps"]]
    while True:
        for step in steps:
            async with session.post(f"/api/lessons/konexi/{step}/solution", json={"moves": []}):
                await nobody(session)


def long_record() -> str:
    """A game that was taken back again and again: much to look back on."""
    match = Match("kewbz", seed="long")
    first = match.legal()[0]
    while len(match.log) < 1900:
        match.play(first)
        match.submit(0, {"type": "undo", "to": -1}, 0)
    match.submit(0, {"type": "resign"}, 0)
    return dumps(match.record())


def uploads(record: str) -> Script:
    """Bring long games along, ask for them, and read nothing."""

    async def script(session: aiohttp.ClientSession) -> None:
        base = session._base_url
        assert base is not None
        host, port = base.host, base.port
        headers = {"content-type": "application/json"}
        address = session.headers["X-Forwarded-For"]
        whose = f"Host: localhost\r\nX-Forwarded-For: {address}\r\n\r\n"
        lines = []
        while True:
            async with session.post("/api/records", data=record, headers=headers) as answer:
                table = (await answer.json()).get("id")
            for _ in range(20 if table else 0):
                _, writer = await asyncio.open_connection(host, port, limit=1024)
                writer.write(f"GET /api/tables/{table}/replay HTTP/1.1\r\n{whose}".encode())
                lines.append(writer)
            await nobody(session)
            await asyncio.sleep(0.2)

    return script


async def never_ending(session: aiohttp.ClientSession) -> None:
    """Requests of which the end never comes."""
    base = session._base_url
    assert base is not None
    lines = []
    while True:
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection(base.host, base.port)
            writer.write(b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999")
            lines.append(writer)
        await asyncio.sleep(0.02)


async def come_and_go(session: aiohttp.ClientSession) -> None:
    """Sit down and get up, at a table in the lobby."""
    table = await opened(session, "kewbz", ME, {"kind": "free"}, listed=True)
    while True:
        await nobody(session)
        for ask in ({"type": "sit", "name": "Stranger"}, {"type": "leave"}):
            body = {"id": f"{next(IDS)}", "seat": 1, **ask}
            async with session.post(f"/api/tables/{table}/asks", json=body):
                pass


async def bury(session: aiohttp.ClientSession) -> None:
    """Tables into everybody's lobby, and a look at it after each."""
    while True:
        await opened(session, "prolix", *[{"kind": "free"}] * 5, listed=True)
        await nobody(session)
        async with session.get("/api/tables") as answer:
            await answer.read()


async def flood(session: aiohttp.ClientSession) -> None:
    """Messages as fast as they can be written."""
    while True:
        table = await opened(session, "kewbz", ME, ME)
        line = await watch(session, table)
        with contextlib.suppress(ConnectionError):
            for n in range(5000):
                await line.send_str(json.dumps({"type": "preview", "id": f"{n}", "seat": 0}))
        await line.close()


async def files(session: aiohttp.ClientSession) -> None:
    """Pages and scripts, compressed if they have to be."""
    headers = {"accept-encoding": "gzip"}
    async with session.get("/") as answer:
        page = await answer.text()
    scripts = [part.partition('"')[0] for part in page.split('href="')[1:] if "/assets/" in part]
    while True:
        for path in ("/", *scripts):
            async with session.get(path, headers=headers) as answer:
                await answer.read()


def strangers() -> list[Script]:
    return [
        bots_only("kewbz", 2),
        bots_only("conex", 4),
        bots_only("konexi", 6),
        bots_only("prolix", 5),
        hints,
        solutions,
        uploads(long_record()),
        never_ending,
        come_and_go,
        bury,
        flood,
        files,
    ]


async def again(script: Script, base: str, address: str) -> None:
    """A stranger who is not put off."""
    while True:
        async with _session(base, address) as session:
            with contextlib.suppress(aiohttp.ClientError, ConnectionError, KeyError, TimeoutError):
                await script(session)
        await asyncio.sleep(0.1)


def come(base: str, addresses: int) -> None:
    """All of them at once, until this process is ended."""

    async def all_of_them() -> None:
        await asyncio.gather(
            *(
                again(script, base, f"203.0.113.{n % addresses + 1}")
                for n, script in enumerate(strangers())
            )
        )

    asyncio.run(all_of_them())


# --- one stranger floods -------------------------------------------------------------------------


def masked(opcode: Opcode, text: bytes = b"", *, last: bool = True) -> bytes:
    return Frame(opcode, text, last).serialize(mask=True)


FLOODS = {
    "messages": (b"", masked(Opcode.TEXT, b'{"type":"ping","id":"flood"}')),
    "pings": (b"", masked(Opcode.PING, b"ping")),
    "pongs": (b"", masked(Opcode.PONG, b"pong")),
    "empty parts of a message": (masked(Opcode.TEXT, last=False), masked(Opcode.CONT, last=False)),
}
"""What comes first over a connection, and what then comes again and again."""


async def pour(base: str, address: str, table: str, first: bytes, frame: bytes) -> None:
    """Send that until the server has had enough."""
    host, _, port = base.partition("//")[2].partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    reading = asyncio.create_task(_read_all(reader))
    try:
        writer.write(
            f"GET /tables/{table}/play HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nX-Forwarded-For: {address}\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        # What came with the request would be lost.
        await asyncio.sleep(0.02)
        writer.write(first)
        piece = frame * (FLOOD_PIECE // len(frame))
        while not reading.done():
            writer.write(piece)
            await asyncio.sleep(FLOOD_PIECE / FLOOD_BYTES_A_SECOND)
            await writer.drain()
    finally:
        reading.cancel()
        writer.close()


async def _read_all(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(ConnectionError):
        while await reader.read(FLOOD_PIECE):
            pass


def flood_with(base: str, kind: str, connections: int) -> None:
    """A flood from one address, until this process is ended."""
    address = "203.0.113.1"

    async def one(table: str) -> None:
        while True:
            with contextlib.suppress(ConnectionError):
                await pour(base, address, table, *FLOODS[kind])

    async def all_of_them() -> None:
        async with _session(base, address) as session:
            table = await opened(session, "kewbz", ME, ME)
        await asyncio.gather(*(one(table) for _ in range(connections)))

    asyncio.run(all_of_them())


async def moves_of_visitor(base: str, seconds: float) -> list[float]:
    async with _session(base, "198.51.100.1") as session:
        return sorted(await moves(session, time.monotonic() + seconds))


def _row(name: str, acks: list[float]) -> str:
    if not acks:
        return f"| {name} | none was answered | | | 0 |"
    figures = (acks[len(acks) // 2], acks[len(acks) * 99 // 100], acks[-1])
    shown = " | ".join(f"{figure * 1000:.1f}" for figure in figures)
    return f"| {name} | {shown} | {len(acks)} |"


async def run_floods(base: str, seconds: float) -> None:
    await moves_of_visitor(base, 5)  # what has to be loaded first is not counted
    print("| flood | p50 ms | p99 ms | max ms | moves |\n|---|--:|--:|--:|--:|")
    print(_row("none", await moves_of_visitor(base, seconds)), flush=True)
    for kind in FLOODS:
        for connections in FLOOD_CONNECTIONS:
            # In a process of its own: what is measured must not wait for it here.
            stranger = multiprocessing.get_context("spawn").Process(
                target=flood_with, args=(base, kind, connections)
            )
            stranger.start()
            try:
                await asyncio.sleep(3)
                acks = await moves_of_visitor(base, seconds)
            finally:
                stranger.kill()
                stranger.join()
            print(_row(f"{kind}, {connections} connections", acks), flush=True)
            await asyncio.sleep(3)  # the next one finds the server as this one did


# --- half uploads --------------------------------------------------------------------------------

HALF_UPLOADS = 110
HALF_UPLOAD = 4 * 1024 * 1024 - 1
"""Bytes that are sent of each; one more is to come."""


async def half_upload(base: str) -> asyncio.StreamWriter:
    host, _, port = base.partition("//")[2].partition(":")
    _, writer = await asyncio.open_connection(host, int(port))
    writer.write(
        "POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"X-Forwarded-For: 203.0.113.1\r\nContent-Length: {HALF_UPLOAD + 1}\r\n\r\n".encode()
    )
    writer.write(bytes(HALF_UPLOAD))
    await writer.drain()
    return writer


async def run_uploads(base: str, server: psutil.Process) -> None:
    async with _session(base, "198.51.100.1") as session:
        await opened(session, "kewbz", ME, ME)
    print(f"before: {memory(server):.0f} MiB", flush=True)
    lines = [await half_upload(base) for _ in range(HALF_UPLOADS)]
    await asyncio.sleep(5)
    print(f"with {HALF_UPLOADS} half uploads: {memory(server):.0f} MiB", flush=True)
    for line in lines:
        line.close()
    await asyncio.sleep(5)
    print(f"after they are gone: {memory(server):.0f} MiB", flush=True)


# --- the bench -----------------------------------------------------------------------------------


def _session(base: str, address: str) -> aiohttp.ClientSession:
    jar = aiohttp.CookieJar(unsafe=True)
    headers = {"X-Forwarded-For": address}
    return aiohttp.ClientSession(base, headers=headers, cookie_jar=jar)


def _told(name: str, answers: list[float], acks: list[float]) -> str:
    answers, acks = sorted(answers), sorted(acks)
    return (
        f"{name}: the weakest bot answers in {answers[len(answers) // 2] * 1000:.0f} ms, "
        f"at most {answers[-1] * 1000:.0f} ms ({len(answers)} moves); a move is acknowledged in "
        f"{acks[len(acks) // 2] * 1000:.1f} ms, p99 {acks[len(acks) * 99 // 100] * 1000:.1f} ms "
        f"({len(acks)} moves)"
    )


async def measure(base: str, seconds: float) -> tuple[list[float], list[float]]:
    async with _session(base, "198.51.100.1") as one, _session(base, "198.51.100.2") as other:
        until = time.monotonic() + seconds
        answers, acks = await asyncio.gather(bot_answers(one, until), moves(other, until))
        return answers, acks


async def run(base: str, addresses: int, seconds: float) -> None:
    await measure(base, 5)  # what has to be loaded first is not counted
    print(_told("in peace", *await measure(base, seconds)), flush=True)
    # In a process of their own: what is measured must not wait for them here.
    crowd = multiprocessing.get_context("spawn").Process(target=come, args=(base, addresses))
    crowd.start()
    try:
        await asyncio.sleep(10)
        name = f"with twelve strangers from {addresses} address{'es' * (addresses > 1)}"
        print(_told(name, *await measure(base, seconds)), flush=True)
    finally:
        crowd.kill()
        crowd.join()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--addresses", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--floods", action="store_true")
    parser.add_argument("--uploads", action="store_true")
    chosen = parser.parse_args()
    inglenook = Path(sys.executable).with_name("inglenook")
    with (
        TemporaryDirectory() as data,
        serving(inglenook, "serve", "--port", "0", "--data", data) as server,
    ):
        base = f"http://127.0.0.1:{server.port}"
        if chosen.floods:
            asyncio.run(run_floods(base, chosen.seconds))
        elif chosen.uploads:
            asyncio.run(run_uploads(base, server.process))
        else:
            asyncio.run(run(base, chosen.addresses, chosen.seconds))
