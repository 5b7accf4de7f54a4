"""Messages that were right once: whatever is done to them, each gets its answer."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
from websockets.sync.client import connect

import inglenook
from inglenook.server.wire import table_messages as m
from inglenook.server.wire.asks import AnyHeard, Probed, SetPace, SetVisible
from tests.security.listened_server import Watched
from tests.web.people import GAME, IDS, PATIENCE, SMALL, Person, Socket, me

LARGEST = 16 * 1024
AT_ONCE = 60
"""Messages of one guest, each with a ping after it: fewer than may be sent at once, also where some
come in a few parts, of which each counts."""
ANSWERS = (m.Ack, m.Refusal, m.Previewed, m.Judged)

ASKS: list[dict[str, Any]] = [
    {"type": "play", "seat": 0, "move": {"type": "place", "cell": "d5"}},
    {"type": "preview", "seat": 0},
    {"type": "judge", "seat": 0, "place": {"card": "P06", "x": 0, "y": 90_000}},
    {"type": "sit", "seat": 1, "name": "Bob"},
    {"type": "leave", "seat": 0},
    {"type": "bot", "seat": 1, "level": "pebble"},
    {"type": "free", "seat": 1},
    {"type": "takeback", "seat": 0},
    {"type": "answer", "seat": 1, "agree": True},
    {"type": "rematch"},
    {"type": "ping"},
    {"type": "probed", "n": 1},
    {"type": "pace", "pace": "calm"},
    {"type": "visible", "visible": True},
]
MOVES: dict[str, list[dict[str, Any]]] = {
    "kewbz": [
        {"type": "place", "cell": "d4"},
        {"type": "place", "cell": "d5", "stack": ["d4", "d6"]},
        {"type": "swap"},
    ],
    "prolix": [
        {"type": "say", "word": "stone"},
        {"type": "flip"},
        {"type": "challenge", "seat": 1},
        {"type": "accept"},
        {"type": "vote", "recognise": True},
        {"type": "write", "word": "stone"},
        {"type": "draw", "tiles": ["B", "K"]},
        {"type": "lots", "tiles": {"0": "C", "1": "F"}},
    ],
    "conex": [
        {"type": "lay", "card": "Y09", "corner": 0, "target": "board", "spot": 3, "slide": 10_000},
        {"type": "draw"},
        {"type": "pass"},
        {"type": "lightning", "card": "R08"},
        {"type": "end"},
        {"type": "give", "card": "T07"},
        {"type": "deal", "hands": {"0": ["R01", "R02", "P07", "Y10", "T03"]}},
    ],
    "konexi": [
        {"type": "move", "gap": 7},
        {"type": "take", "side": "left"},
        {"type": "found", "pose": 0, "error": [0, 0, 0]},
        {"type": "join", "own": 2, "to": "R", "at": 5, "roll": 1, "error": [1.5, 0, -3]},
        {"type": "claim", "word": "rule"},
        {"type": "none"},
        {"type": "bump", "letter": "A", "error": [0, 20, 0]},
        {"type": "settled", "engine": "x", "verdict": "falls", "poses": {"A": [0] * 7}},
    ],
}
VALUES = [
    *("null", "true", "false", "0", "1", "-1", "15", "16", "1.0", "0.5", "-0", "1e2", "1e308"),
    *("9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551616"),
    *("9" * 400, "-" + "9" * 400, "9" * 5000, "1e400", "-1e999", "1e-999", "NaN", "Infinity"),
    *("-Infinity", "01", "0x10", '""', '" "', '"0"', '"a"', '"\\u0000"', '"\\u0001\\u001b[2J"'),
    *('"\\ud800"', '"\\udc00\\ud800"', '"\\ud83d\\ude00"', '"\u202e\u2066"', '"\\q"', '"\\u00"'),
    *('"<script>alert(1)</script>"', '"../../etc/passwd"', '"\'; DROP TABLE tables; --"'),
    *('"' + "x" * 65 + '"', '"' + "é" * 5000 + '"', '"' + "\\u0041" * 2000 + '"', "[]", "{}"),
    *("[[]]", '[null,{"type":"place"}]', '{"type":"place"}', '{"":{"":{}}}'),
    *("[" * 500 + "]" * 500, "[" * 7000 + "]" * 7000, '{"a":' * 2000 + "1" + "}" * 2000),
    *('{"type":"undo","to":-1}', "[" + "0," * 4000 + "0]", '{"__proto__":1}', "'d5'", "undefined"),
]


class Mutation:
    """Seeded changes to messages, in their fields and in their text."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def of(self, asks: list[dict[str, Any]]) -> str | bytes | list[str]:
        """One of these after some changes, as it goes into a frame or into several."""
        text = self._fields({"id": f"f{next(IDS)}", **self._random.choice(asks)})
        for _ in range(self._random.choice((0, 0, 0, 1, 2))):
            text = self._random.choice((self._cut, self._garbled, self._padded, self._doubled))(
                text
            )
        while len(text.encode()) > LARGEST - 8:
            text = text[: len(text) // 2]
        how = self._random.randrange(10)
        if how == 0:
            return text.encode()
        if how == 1:
            return self._unlike_text(text.encode())
        if how == 2:
            step = 1 + len(text) // self._random.randint(2, 6)
            return [text[i : i + step] for i in range(0, len(text), step)] or [""]
        return text

    def _fields(self, ask: dict[str, Any]) -> str:
        """As JSON text, after values were replaced, and fields left out, added or named twice."""
        pairs = [(key, self._value(value)) for key, value in ask.items()]
        for _ in range(self._random.randint(0, 2)):
            match self._random.randrange(5):
                case 0 if pairs:
                    pairs.pop(self._random.randrange(len(pairs)))
                case 1:
                    key = self._random.choice(("more", "", "type", "id", "seat", "\\u0000", "move"))
                    pairs.append((key, self._random.choice(VALUES)))
                case 2 if pairs:
                    pairs.append(self._random.choice(pairs))
                case 3:
                    self._random.shuffle(pairs)
                case 4 if pairs:
                    at = self._random.randrange(len(pairs))
                    pairs[at] = (pairs[at][0], self._random.choice(VALUES))
        return "{" + ",".join(f'"{key}":{value}' for key, value in pairs) + "}"

    def _value(self, value: Any) -> str:
        """A value as JSON text, sometimes another one, also deep inside."""
        if self._random.random() < 0.12:
            return self._random.choice(VALUES)
        match value:
            case dict():
                return self._fields(value)
            case list():
                return "[" + ",".join(self._value(each) for each in value) + "]"
            case _:
                return json.dumps(value)

    def _cut(self, text: str) -> str:
        return text[: self._random.randint(0, len(text))]

    def _garbled(self, text: str) -> str:
        at = self._random.randint(0, len(text))
        return text[:at] + self._random.choice('{}[]",:\\\x00\x1f\x7fé\u2028😀 /') + text[at + 1 :]

    def _padded(self, text: str) -> str:
        return self._random.choice((" " * 3000 + text, text + "\n" * 3000, "\ufeff" + text))

    def _doubled(self, text: str) -> str:
        return text + self._random.choice(("", ",", "\n")) + text

    def _unlike_text(self, data: bytes) -> bytes:
        at = self._random.randint(0, len(data))
        return data[:at] + self._random.choice((b"\xff", b"\xc0\x80", b"\xed\xa0\x80")) + data[at:]


def answers(socket: Socket) -> list[m.AnySaid]:
    """What the server has answered by now; all that it says must be well formed."""
    ping = f"p{next(IDS)}"
    socket.send(type="ping", id=ping)
    found: list[m.AnySaid] = []
    while True:
        said = msgspec.json.decode(socket.connection.recv(timeout=PATIENCE), type=m.AnySaid)
        if isinstance(said, m.Ack) and said.id == ping:
            return found
        if isinstance(said, ANSWERS):
            found.append(said)


def is_only_heard(message: str | bytes | list[str]) -> bool:
    """Whether it is a message that gets no answer."""
    text = "".join(message) if isinstance(message, list) else message
    try:
        heard = msgspec.json.decode(text, type=AnyHeard)
        return isinstance(heard, Probed | SetPace | SetVisible)
    except (ValueError, RecursionError):
        return False


def pour(person: Person, table: str, asks: list[dict[str, Any]], mutation: Mutation) -> set[str]:
    """Send mutated messages, and get an answer to each; the codes of all answers."""
    codes = set()
    with person.socket(table) as socket:
        for _ in range(AT_ONCE):
            message = mutation.of(asks)
            socket.connection.send(message)
            said = answers(socket)
            assert len(said) == (0 if is_only_heard(message) else 1), message
            codes |= {getattr(answer, "code", "done") for answer in said}
    return codes


@contextmanager
def somebody_new(server: Watched) -> Iterator[Person]:
    """Nobody may send as many messages as the test has to send."""
    person = Person(server)
    yield person
    person.http.close()


def test_strangers_change_nothing_at_a_table(ada: Person, server: Watched) -> None:
    table = ada.open(me(), me("Bob"), **SMALL)
    mutation, codes = Mutation("strangers"), set()
    for _ in range(40):
        with somebody_new(server) as eve:
            codes |= pour(eve, table, ASKS, mutation)
    assert {"bad-message", "not-your-seat", "seat-taken", "not-seated", "done"} <= codes
    assert ada.http.get(f"/api/tables/{table}").json()["seq"] == -1
    with ada.socket(table) as a:
        for n, cell in enumerate(GAME):
            assert a.play(n % 2, cell)["type"] == "ack"
    assert ada.http.get(f"/api/tables/{table}").json()["outcome"]["scores"] == [7, 1]


@pytest.mark.parametrize(
    ("game", "seats"), [("kewbz", 2), ("prolix", 3), ("conex", 3), ("konexi", 2)]
)
def test_whatever_a_player_sends_the_game_stays_whole(
    server: Watched, game: str, seats: int
) -> None:
    new = {"game": game, "seats": [me(f"Eve {n}") for n in range(seats)]}
    asks = [{"type": "play", "seat": n, "move": move} for n in range(seats) for move in MOVES[game]]
    asks += [{"type": kind, "seat": 0} for kind in ("preview", "takeback")]
    mutation, codes = Mutation(game), set()
    for _ in range(15):
        with somebody_new(server) as eve:
            table = eve.http.post("/api/tables", json=new).json()["id"]
            codes |= pour(eve, table, asks, mutation)
            with eve.socket(table) as socket:
                for seat in range(seats - 1):
                    assert socket.ask("play", seat=seat, move={"type": "resign"})["type"] == "ack"
            record = inglenook.loads(eve.http.get(f"/api/tables/{table}/record").content)
            assert inglenook.replay(record).outcome()
    assert {"bad-message", "bad-move", "done"} <= codes


def raw(socket: Socket, data: bytes) -> None:
    """Send bytes as they are, past the library that would not make such a frame."""
    socket.connection.socket.sendall(data)


def frame(first: int, payload: bytes) -> bytes:
    """A frame with this first byte (FIN and opcode), masked with zeros."""
    if len(payload) < 126:
        length = bytes([0x80 | len(payload)])
    else:
        length = bytes([0x80 | 126]) + len(payload).to_bytes(2, "big")
    return bytes([first]) + length + bytes(4) + payload


TEXT, CONTINUED, LAST, BINARY = 0x81, 0x00, 0x80, 0x82


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("text that is no text", frame(TEXT, b'{"type":"ping","id":"\xff"}'), 1007),
        ("a code that is none", frame(0x83, b"{}"), 1002),
        ("reserved bits", frame(TEXT | 0x40, b"{}"), 1002),
        ("a continuation of nothing", frame(LAST, b"{}"), 1002),
        ("text within a text", frame(0x01, b"{") + frame(TEXT, b"{}"), 1002),
        ("a ping in pieces", frame(0x09, b"x"), 1002),
        ("a ping that is too long", frame(0x89, bytes(126)), 1002),
        ("a frame without a mask", bytes([TEXT, 2]) + b"{}", 1002),
        ("too large in one", frame(TEXT, bytes(LARGEST + 1)), 1009),
        ("too large in pieces", frame(0x01, bytes(9000)) + frame(LAST, bytes(9000)), 1009),
        ("a length of 2^63 - 1", bytes([TEXT, 0xFF, 0x7F, *([0xFF] * 7)]) + bytes(4), 1009),
    ],
)
def test_frames_that_are_none(eve: Person, name: str, data: bytes, code: int) -> None:
    table = eve.open(me(), me("Eve"))
    with eve.socket(table) as socket:
        raw(socket, data)
        assert socket.end() == code, name
    with eve.socket(table) as socket:
        assert socket.play(0, "d4")["type"] == "ack"


def test_a_message_of_exactly_the_largest_size_and_one_in_many_pieces(eve: Person) -> None:
    ping = '{"type":"ping","id":"whole"}'
    with eve.socket(eve.open(me(), me("Eve"))) as socket:
        socket.connection.send(ping.ljust(LARGEST))
        assert socket.answer("whole")["type"] == "ack"
        socket.connection.send(list(ping))
        assert socket.answer("whole")["type"] == "ack"
        pieces = (frame(CONTINUED, b"") for _ in range(100))
        raw(socket, frame(0x01, ping.encode()) + b"".join(pieces) + frame(LAST, b" "))
        assert socket.answer("whole")["type"] == "ack"


@pytest.mark.parametrize("since", ["", "x", "-2", "9" * 4000, "9" * 5000, "1.5", "%00", "[1]"])
def test_any_since_opens_a_table_or_is_refused(eve: Person, server: Watched, since: str) -> None:
    table = eve.open(me(), me("Eve"))
    address = f"ws://127.0.0.1:{server.port}/tables/{table}/play?since={since}"
    with connect(address, compression=None) as connection:
        socket = Socket(connection)
        said = socket.hear()
        if said["type"] == "table":
            assert socket.ask("ping")["type"] == "ack"
        else:
            assert said["code"] == "bad-since"
            assert socket.end() == 4400
