"""How players talk to the servers that are compared: Inglenook's own protocol, and boardgame.io's
over socket.io, of which there is only as much here as a browser needs when nothing goes wrong."""

import http.client
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import picows

from bench.load import Game, Player
from inglenook.core.match import Match

GAMES = 500
NEW = b'{"game":"kewbz","seats":[{"kind":"me","name":"Ada"},{"kind":"free"}]}'
SIT = b'{"id":"sit","type":"sit","seat":1,"name":"Bob"}'


@cache
def kewbz_games() -> list[list[bytes]]:
    """The moves of random games, each as it is sent, except for the id."""
    return [list(_random_game(seed)) for seed in range(GAMES)]


def _random_game(seed: int) -> Iterator[bytes]:
    match = Match("kewbz", seed=str(seed))
    while not match.outcome():
        seat, move = match.mover(), match.sample()
        match.play(move)
        yield b'"type":"play","seat":%d,"move":%s}' % (seat, msgspec.json.encode(move))


@cache
def alike_games() -> list[list[bytes]]:
    """Games of the same lengths in which cubes are put on any free cells."""
    rng = random.Random("alike")
    cells = [b"%d" % cell for cell in range(64)]
    return [rng.sample(cells, len(game)) for game in kewbz_games()]


class InglenookPlayer(Player):
    def on_ws_connected(self, transport: picows.WSTransport) -> None:
        super().on_ws_connected(transport)
        if self.seat:
            self.send(SIT)
        else:
            self.seated.set_result(None)

    def on_ws_frame(self, _: picows.WSTransport, frame: picows.WSFrame) -> None:
        said = frame.get_payload_as_bytes()
        if said.startswith(b'{"type":"moved"'):
            self.game.told(self.seat, int(said[22:26].partition(b",")[0]) + 1)
        elif said.startswith(b'{"type":"ack","id":"sit"'):
            self.seated.set_result(None)
        elif not said.startswith((b'{"type":"ack"', b'{"type":"table"')):
            self.fail(f"the server said {said.decode()}")

    def play(self, n: int) -> None:
        self.send(b'{"id":"%d",%s' % (n, self.game.moves[n]))


class BoardgameioPlayer(Player):
    def __init__(self, game: Game, seat: int, match: str, credentials: str) -> None:
        super().__init__(game, seat)
        self._match, self._credentials = match, credentials

    def on_ws_connected(self, transport: picows.WSTransport) -> None:
        super().on_ws_connected(transport)
        self.send(b"40/kewbz,")

    def on_ws_frame(self, _: picows.WSTransport, frame: picows.WSFrame) -> None:
        said = frame.get_payload_as_bytes()
        if said.startswith(b'42/kewbz,["update"'):
            self.game.told(self.seat, int(said.split(b'"_stateID":', 1)[1].partition(b"}")[0]))
        elif said.startswith(b'42/kewbz,["matchData"'):
            if not self.seated.done():
                self.seated.set_result(None)
        elif said.startswith(b"40/kewbz,"):
            self._emit("sync", self._match, str(self.seat), self._credentials, 2)
        elif said == b"2":
            self.send(b"3")
        elif not said.startswith((b"0", b'42/kewbz,["sync"')):
            self.fail(f"the server said {said.decode()}")

    def play(self, n: int) -> None:
        mine = {"playerID": str(self.seat), "credentials": self._credentials}
        move = {"type": "place", "args": [int(self.game.moves[n])], **mine}
        action = {"type": "MAKE_MOVE", "payload": move}
        self._emit("update", action, n, self._match, str(self.seat))

    def _emit(self, *what: Any) -> None:
        self.send(b"42/kewbz," + msgspec.json.encode(what))


class Inglenook:
    def moves(self, n: int) -> list[bytes]:
        return kewbz_games()[n % GAMES]

    def open(self, port: int) -> tuple[str, dict[str, str]]:
        table, cookie = post(port, "/api/tables", NEW)
        return f"ws://127.0.0.1:{port}/tables/{table['id']}/play", {"Cookie": cookie}

    async def sit_down(self, game: Game, table: tuple[str, dict[str, str]]) -> None:
        address, cookie = table
        game.players = [InglenookPlayer(game, seat) for seat in (0, 1)]
        for player, headers in zip(game.players, (cookie, None), strict=True):
            await picows.ws_connect(lambda player=player: player, address, extra_headers=headers)


class Boardgameio:
    def moves(self, n: int) -> list[bytes]:
        return alike_games()[n % GAMES]

    def open(self, port: int) -> tuple[str, str, list[str]]:
        match = post(port, "/games/kewbz/create", b'{"numPlayers":2}')[0]["matchID"]
        joins = [b'{"playerID":"%d","playerName":"P"}' % seat for seat in (0, 1)]
        came = [post(port, f"/games/kewbz/{match}/join", join)[0] for join in joins]
        address = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
        return address, match, [player["playerCredentials"] for player in came]

    async def sit_down(self, game: Game, table: tuple[str, str, list[str]]) -> None:
        address, match, credentials = table
        game.players = [BoardgameioPlayer(game, i, match, credentials[i]) for i in (0, 1)]
        for player in game.players:
            await picows.ws_connect(lambda player=player: player, address)


def post(port: int, path: str, body: bytes) -> tuple[Any, str]:
    """What is answered, and the cookie that comes with it."""
    api = http.client.HTTPConnection("127.0.0.1", port)
    api.request("POST", path, body, {"content-type": "application/json"})
    answer = api.getresponse()
    cookie = str(answer.headers["set-cookie"]).partition(";")[0]
    decoded = msgspec.json.decode(answer.read())
    api.close()
    return decoded, cookie
