"""A flood of asks: each is answered with its code, and the table goes on for the others. A flood of
frames that are no messages ends the connection."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
import pytest
from starlette.types import Receive, Scope, Send
from websockets.frames import Frame, Opcode

from inglenook.server.http.limits import HOPELESS, MESSAGES_A_SECOND
from inglenook.server.sockets.frames import FRAMES_EXTENSION, FRAMES_OF_A_TURN, PARTS_OF_A_MESSAGE
from tests.serving import Server
from tests.web.people import FREE, GAME, SMALL, Person, Socket, me
from tests.web.test_slow_readers import UPGRADE, served

FLOOD = HOPELESS
"""Far too much, but not so much that the connection is closed."""
TOO_FAST = "too-fast"


def pour(socket: Socket, asks: list[dict[str, Any]]) -> None:
    """Send them all in one go, as no well-meant client would."""
    line = socket.connection
    with line.protocol_mutex:
        for ask in asks:
            line.protocol.send_text(msgspec.json.encode(ask))
        data = b"".join(line.protocol.data_to_send())
    with suppress(OSError):  # the server has had enough
        line.socket.sendall(data)


def flood(seat: int, **move: Any) -> list[dict[str, Any]]:
    """The same move again and again."""
    ask = {"type": "play", "seat": seat, "move": move}
    return [{"id": f"flood {n}", **ask} for n in range(FLOOD)]


def codes_of(socket: Socket, asks: list[dict[str, Any]]) -> list[str | None]:
    """The codes with which a flood of asks is answered."""
    pouring = Thread(target=pour, args=(socket, asks))
    pouring.start()
    codes = [socket.answer(ask["id"]).get("code") for ask in asks]
    pouring.join()
    return codes


def calm_down(socket: Socket) -> None:
    """Wait until one more ask is not too fast."""
    time.sleep(5 / MESSAGES_A_SECOND)
    assert socket.ask("ping")["type"] == "ack"


def test_a_flood_of_moves_is_refused_one_by_one(ada: Person, bob: Person) -> None:
    table = ada.open(me(), FREE, **SMALL)
    with ada.socket(table) as a, bob.socket(table) as b:
        assert b.ask("sit", seat=1, name="Bob")["type"] == "ack"
        assert a.play(0, GAME[0])["type"] == "ack"
        codes = codes_of(b, flood(1, type="place", cell=GAME[1]))
        assert codes[0] is None
        assert set(codes[1:]) == {"not-your-turn", TOO_FAST}
        assert a.play(0, GAME[2])["type"] == "ack"
        calm_down(b)
        assert b.play(1, GAME[3])["type"] == "ack"


def test_a_flood_from_one_who_may_not_move_holds_up_nobody(ada: Person, bob: Person) -> None:
    table = ada.open(me(), me("Eve"))
    with ada.socket(table) as a, bob.socket(table) as b:
        asks = flood(1, type="place", cell="d4")
        pouring = Thread(target=pour, args=(b, asks))
        pouring.start()
        assert a.play(0, "d5")["type"] == "ack"
        assert a.play(1, "e5")["type"] == "ack"
        codes = {b.answer(ask["id"])["code"] for ask in asks}
        pouring.join()
        assert codes == {"not-your-seat", TOO_FAST}


def test_a_flood_of_claims_is_one_claim(ada: Person) -> None:
    new = {"game": "prolix", "seats": [me("A"), me("B"), me("C")]}
    table = ada.http.post("/api/tables", json=new).json()["id"]
    with ada.socket(table) as a, ada.socket(table) as other:
        codes = codes_of(a, flood(1, type="say", word="stone"))
        assert codes[0] is None
        assert set(codes[1:]) <= {"already-said", "wrong-phase", TOO_FAST}
        said = other.until(lambda said: said.get("view", {}).get("phase") == "challenge")
        assert [stake["seat"] for stake in said["view"]["stakes"]] == [1]


# --- frames that are no messages -----------------------------------------------------------------


def masked(opcode: Opcode, text: bytes = b"", *, last: bool = True) -> bytes:
    return Frame(opcode, text, last).serialize(mask=True)


def with_long_length(text: bytes) -> bytes:
    """A message whose length takes eight bytes, though one would do. That is allowed."""
    return bytes((0x81, 0xFF)) + len(text).to_bytes(8) + bytes(4) + text


PING = masked(Opcode.PING, b"ping")
FLOODS = {
    "pings": (b"", PING),
    "pongs": (b"", masked(Opcode.PONG, b"pong")),
    "empty pongs": (b"", masked(Opcode.PONG)),
    "empty parts of a message": (masked(Opcode.TEXT, last=False), masked(Opcode.CONT, last=False)),
    "messages in two parts": (
        b"",
        masked(Opcode.TEXT, b'{"type":', last=False) + masked(Opcode.CONT, b'"ping"}'),
    ),
    "pings after a long length": (with_long_length(b'{"type":"ping"}'), PING),
    "messages": (b"", masked(Opcode.TEXT, b'{"type":"ping"}')),
}
"""What comes first over a connection, and what then comes again and again."""
FRAMES = 50 * HOPELESS
"""Far more than any connection may send."""


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    """A server, and the file of its log."""
    folder = tmp_path_factory.mktemp("logged")
    with Server(folder / "data", log=folder / "log") as server:
        yield server, folder / "log"


def pour_frames(socket: Socket, first: bytes, frame: bytes) -> None:
    """Send them, until the server has had enough or all are sent."""
    with suppress(OSError):
        socket.connection.socket.sendall(first)
        for _ in range(FRAMES // 500):
            socket.connection.socket.sendall(frame * 500)


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_of_frames_ends_its_connection(kind: str, logged: tuple[Server, Path]) -> None:
    server, log = logged
    address = f"203.0.113.{[*FLOODS].index(kind) + 1}"
    ada, eve = Person(server), Person(server, came_from=address)
    table = ada.open(me(), me(), **SMALL)
    for _ in range(2):
        with (
            ada.socket(table) as a,
            eve.socket(eve.open(me(), FREE)) as flooded,
        ):
            pouring = Thread(target=pour_frames, args=(flooded, *FLOODS[kind]))
            pouring.start()
            assert a.ask("ping")["type"] == "ack"
            assert flooded.end() == 4429
            assert flooded.connection.protocol.close_reason == "too-fast"
            pouring.join()
    with ada.socket(table) as a:
        for turn, cell in enumerate(GAME):
            assert a.play(turn % 2, cell)["type"] == "ack"
    lines = [msgspec.json.decode(line) for line in log.read_text().splitlines()]
    told = [line for line in lines if line.get("address") == address]
    assert [line["code"] for line in told] == ["too-fast"]
    ada.http.close()
    eve.http.close()


def test_some_frames_of_any_kind_are_fine(ada: Person) -> None:
    with ada.socket(ada.open(me(), FREE)) as socket:
        for first, frame in FLOODS.values():
            socket.connection.socket.sendall(first + 10 * frame)
            if first.startswith(bytes((1,))):
                socket.connection.socket.sendall(masked(Opcode.CONT))
            assert socket.ask("ping")["type"] == "ack"


# --- by turns ------------------------------------------------------------------------------------


@pytest.mark.parametrize("when", ["before it is accepted", "while it is open", "after its end"])
def test_others_have_their_turn_between_the_frames_of_a_flood(when: str) -> None:
    turn = 0
    frames_of_turn = Counter[int]()
    sent = asyncio.Event()
    most = 5000

    def count() -> bool:
        frames_of_turn[turn] += 1
        return True

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        scope["extensions"][FRAMES_EXTENSION]["frames"].counts = count
        await receive()
        if when == "before it is accepted":
            await sent.wait()
            # So that it has come: if it comes later, all is well as well.
            await asyncio.sleep(0.2)
        await send({"type": "websocket.accept"})
        if when == "after its end":
            await send({"type": "websocket.close"})
        await receive()

    async def visit(port: int) -> None:
        nonlocal turn
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(UPGRADE + b"\r\n")
        if when != "before it is accepted":
            await reader.readuntil(b"\r\n\r\n")
        else:
            await asyncio.sleep(0.2)  # what comes with the request would be lost
        writer.write(PING * most)
        sent.set()
        async with asyncio.timeout(60):
            while frames_of_turn.total() < most:
                turn += 1
                await asyncio.sleep(0)
        writer.close()
        await writer.wait_closed()

    served(visit, app)
    # In a turn may be the last frames of one piece of data, and the first of the next.
    assert max(frames_of_turn.values()) <= 2 * FRAMES_OF_A_TURN


def test_a_message_has_an_end() -> None:
    """However slowly its parts come: here they are not counted by the second."""
    first, part = FLOODS["empty parts of a message"]
    heard = []

    async def app(_: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        heard.append(await receive())
        heard.append(await receive())

    async def visit(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(UPGRADE + b"\r\n")
        await reader.readuntil(b"\r\n\r\n")
        writer.write(first + part * (PARTS_OF_A_MESSAGE - 2) + masked(Opcode.CONT, b"end"))
        writer.write(first + part * PARTS_OF_A_MESSAGE)
        async with asyncio.timeout(60):
            closed = await reader.read()
        writer.close()
        assert closed[:4] == bytes((0x88, len(closed) - 2)) + (1009).to_bytes(2)

    served(visit, app)
    assert heard[0] == {"type": "websocket.receive", "text": "end"}
    assert heard[1]["type"] == "websocket.disconnect"


def test_the_answer_to_a_ping_of_the_server_is_always_taken() -> None:
    counted = 0

    def count() -> bool:
        nonlocal counted
        counted += 1
        return False  # too many have come before

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        scope["extensions"][FRAMES_EXTENSION]["frames"].counts = count
        await receive()
        await send({"type": "websocket.accept"})
        await receive()

    async def visit(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(UPGRADE + b"\r\n")
        await reader.readuntil(b"\r\n\r\n")
        # The server sends a ping only after the one before it was answered.
        for _ in range(5):
            async with asyncio.timeout(60):
                head, ping = await reader.readexactly(2), await reader.readexactly(4)
            assert head == b"\x89\x04"
            writer.write(masked(Opcode.PONG, b"nonsense") + masked(Opcode.PONG, ping))
        writer.close()
        await writer.wait_closed()

    served(visit, app, ws_ping_interval=0.05)
    assert counted <= 5
