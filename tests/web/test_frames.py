"""Frames are read however the network cuts them; what breaks the protocol ends a connection."""

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from inglenook.server.http.requests import MAX_BODY_BYTES
from tests.web.people import FREE, GAME, SMALL, Person, Said, Socket, me

PING = b'{"id":"%s","type":"ping"}'


def frame(text: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    return Frame(opcode, text, fin).serialize(mask=True)


def send(socket: Socket, *pieces: bytes) -> None:
    for piece in pieces:
        socket.connection.socket.sendall(piece)


def answered(socket: Socket, *asks: str) -> list[Said]:
    return [socket.answer(ask) for ask in asks]


def test_frames_however_they_come(ada: Person) -> None:
    with ada.socket(ada.open(me(), FREE)) as socket:
        together = b"".join(frame(PING % name) for name in (b"a", b"b"))
        cut = frame(PING % b"c")
        long = frame(PING % b"d" + b" " * 200)
        send(socket, together + cut[:1], cut[1:5], cut[5:], long[:3], long[3:9], long[9:])
        # In parts, with a ping of the protocol's own in between.
        first, rest = frame(b'{"id":"e",', fin=False), frame(b'"type":"ping"}', Opcode.CONT)
        send(socket, first, frame(b"!", Opcode.PING), rest + frame(PING % b"f", Opcode.BINARY))
        names = "a", "b", "c", "d", "e", "f"
        assert {said["type"] for said in answered(socket, *names)} == {"ack"}


@pytest.mark.parametrize("head", [b"\xfe" + (34).to_bytes(2), b"\xff" + (34).to_bytes(8)])
def test_lengths_that_are_longer_than_they_must_be(ada: Person, head: bytes) -> None:
    with ada.socket(ada.open(me(), FREE)) as socket:
        text = PING % b"a" + b" " * 10
        assert len(text) == 34
        unmasked = b"\x81" + head + bytes(4) + text
        send(socket, unmasked[:3], unmasked[3:9], unmasked[9:], unmasked + frame(PING % b"b"))
        assert {said["type"] for said in answered(socket, "a", "a", "b")} == {"ack"}


def test_what_is_asked_is_answered_in_its_order(ada: Person) -> None:
    """A ping is answered by the one who reads what has to wait, a move where it comes in."""
    with ada.socket(ada.open(me(), me(), **SMALL)) as socket:
        for turn, cell in enumerate(GAME):
            play = b'{"id":"p%d","type":"play","seat":%d,"move":{"type":"place","cell":"%s"}}'
            move = frame(play % (turn, turn % 2, cell.encode()))
            send(socket, *(frame(PING % b"%c%d" % (name, turn)) for name in b"ab"), move)
        wanted = [f"{name}{turn}" for turn in range(len(GAME)) for name in "abp"]
        got: list[str] = []
        while len(got) < len(wanted):
            said = socket.hear()
            assert said["type"] != "refused"
            if said["type"] == "ack":
                got.append(said["id"])
        assert got == wanted


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (Frame(Opcode.TEXT, PING % b"x").serialize(mask=False), 1002),
        (frame(b"\xff\xfe"), 1007),
        (frame(b" " * (MAX_BODY_BYTES + 1)), 1009),
        (frame(b" " * 2**16), 1009),
        (frame(b"{", fin=False) + frame(PING % b"x"), 1002),
        (bytes((0xF1, *frame(PING % b"x")[1:])), 1002),
    ],
    ids=["unmasked", "no text", "too large", "far too large", "in the middle", "reserved"],
)
def test_what_is_no_frame_ends_the_connection(ada: Person, data: bytes, code: int) -> None:
    with ada.socket(ada.open(me(), FREE)) as socket:
        send(socket, frame(PING % b"a"))
        assert socket.answer("a")["type"] == "ack"
        send(socket, data + frame(PING % b"b"))
        with pytest.raises(ConnectionClosed) as closed:
            socket.answer("b")
        assert closed.value.rcvd
        assert closed.value.rcvd.code == code
