"""People at tables, as far as a server can tell: hasty, forgetful and on bad lines.

A client knows what it was told and nothing else. Whatever it sends and hears goes into its story.
"""

import asyncio
import contextlib
import itertools
from collections.abc import Coroutine
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from inglenook.core.game import Rng
from inglenook.core.registry import find_game, levels
from inglenook.server.wire import table_messages as m
from tests.torture.secrets import TOLD
from tests.torture.story import Pen, What
from tests.torture.world import PATIENCE, UNDECIDED, Guest, World

SHORT_PATIENCE = 0.7
"""The same, when the answer was to try again."""
LOST = (OSError, WebSocketException, TimeoutError, EOFError)
"""What a bad line looks like to a client."""

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(m.AnySaid).decode


def _now() -> float:
    return asyncio.get_running_loop().time()


class Player:
    """One guest at one table; with a seat number, someone who wants to sit there."""

    def __init__(
        self,
        world: World,
        game: str,
        table: str,
        guest: Guest,
        seat: int | None,
        *,
        leaves: bool = False,
        bots: int = 0,
    ) -> None:
        """`leaves`: now and then they get up, and sit down again. `bots` play at the table too."""
        self.world = world
        self.table = table
        self.guest = guest
        self.rng = world.fresh()
        self.going_home = False
        self.seq = -1
        self.over = False
        self._game = find_game(game)
        self._seat = seat
        self._leaves = leaves
        self._pen = Pen(world.evidence, guest.id, table)
        self._numbers = itertools.count()
        self._lines: list[Line] = [Line(self) for _ in range(1 + (self.rng.random() < 0.3))]
        self._table: m.Table | None = None
        self._news: m.Table | m.Moved | None = None
        self._open: dict[str, tuple[bytes, float]] = {}
        """What was asked and not answered, and when it was last sent."""
        self._stale: dict[str, Any] | None = None
        self._bots = bots
        self._once_bots: set[int] = set()
        """Seats in which there was a bot at some time."""
        self._aside: set[asyncio.Task[None]] = set()

    @property
    def waits(self) -> bool:
        """Whether an answer is due."""
        return bool(self._open)

    # --- what it is told -------------------------------------------------------------------------

    def note(self, line: int, what: What, said: Any) -> None:
        if what in TOLD:
            self.world.tally[f"messages {what}"] += 1
        self._pen.write(line, what, said)

    def number(self) -> int:
        """For a new connection."""
        return next(self._numbers)

    def hear(self, line: "Line | None", number: int, text: bytes) -> None:
        said = decode(text)
        self.note(number, "heard", text)
        match said:
            case m.Table():
                if self._table is None or said.seq >= self.seq:
                    self._table = said
                self._once_bots |= {n for n, each in enumerate(said.seats) if each.kind == "bot"}
                self._learn(said)
            case m.Moved():
                self._learn(said)
            case m.Ack() | m.Previewed() | m.Judged():
                asked = self._open.pop(said.id, None)
                if asked and self.rng.random() < 0.04 and line:
                    self._send(asked[0], line)
                    self.world.tally["resends"] += 1
                if isinstance(said, m.Ack) and said.seq is not None and asked:
                    self.world.tally["acked"] += 1
                    self.world.played.add(self._game.name)
            case m.Refusal(id, code):
                self.world.tally[f"refused {code}"] += 1
                asked = self._open.pop(id or "", None)
                if asked and code in UNDECIDED and self.rng.random() < 0.9:
                    self._open[id or ""] = asked[0], _now() - PATIENCE + SHORT_PATIENCE

    def _learn(self, said: m.Table | m.Moved) -> None:
        if said.seq >= self.seq:
            self.seq, self._news, self.over = said.seq, said, said.outcome is not None
            if self.over:
                self.world.finished.add(self.table)

    # --- what it does ----------------------------------------------------------------------------

    async def play(self, *, again: bool) -> str | None:
        """Play until the game is over, and then until it is known where the next one is, if any."""
        lines = [asyncio.create_task(line.run()) for line in self._lines]
        if self._seat is not None and self.rng.random() < 0.15:
            self._begin(self._follow())
        self.world.players.add(self)
        try:
            while True:
                await asyncio.sleep(self.rng.expovariate(1 / self.world.pace))
                for line in lines:
                    if line.done():  # it ends only if it heard what it could not understand
                        line.result()
                self._be_patient()
                if self.world.stage == "end":
                    if self.seq >= self.world.ends.get(self.table, 0) - 1 and not self._open:
                        return None
                elif self.world.stage == "play" and self._table:
                    if self.over and not self._open:
                        if not again:
                            return None
                        if self._table.rematch:
                            return self._table.rematch
                    if not self._open or self.rng.random() < 0.05:
                        self._have_an_idea(again)
        finally:
            if self.world.stage == "end":
                self.note(-1, "ended", self.world.ends.get(self.table, 0))
            self.going_home = True
            self.world.players.discard(self)
            tasks = [*lines, *self._aside]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._pen.close()

    async def _follow(self) -> None:
        """Hear what concerns them at all their tables, of which this is one."""
        here = f'"table":"{self.table}"'
        while True:
            with contextlib.suppress(httpx.HTTPError):
                async with self.world.http.stream(
                    "GET",
                    f"{self.world.url(self.rng)}/api/events",
                    headers={"cookie": self.guest.device(self.rng)},
                    timeout=httpx.Timeout(PATIENCE, read=None),
                ) as answer:
                    async for line in answer.aiter_lines():
                        if here in line:
                            self.note(-1, "told", line)
            await asyncio.sleep(1)

    async def _look_at_the_replay(self) -> None:
        address = f"{self.world.url(self.rng)}/api/tables/{self.table}/replay"
        headers = {"cookie": self.guest.device(self.rng)}
        with contextlib.suppress(httpx.HTTPError):
            answer = await self.world.http.get(address, headers=headers)
            if answer.status_code == 200:
                self.note(-1, "replayed", answer.content)
                self.world.tally["replays"] += 1

    def _have_an_idea(self, again: bool) -> None:
        if self.rng.random() < 0.01:
            self._begin(self._look_at_the_replay())
        if ask := self._idea(again):
            self._stale = ask.get("move", self._stale)
            ask = {"id": f"{self.rng.getrandbits(64):016x}", **ask}
            text = encode(ask)
            self._open[ask["id"]] = text, _now()
            luck = self.rng.random()
            lines = self._lines if luck < 0.1 else [self.rng.choice(self._lines)]
            for line in lines if luck > 0.02 else lines * 2:
                self._send(text, line)
            if luck > 0.95:
                self._begin(self._send_by_http(text))

    def _idea(self, again: bool) -> dict[str, Any] | None:
        luck, table, seat = self.rng.random(), self._table, self._seat
        assert table
        if seat is None or luck < 0.02:
            return {"type": "ping"} if luck < 0.1 else None
        who = table.seats[seat]
        if not any(each.yours for each in table.seats):
            if who.kind != "free" and table.status == "waiting" and self.seq < 0:
                # Whoever was not there when the others wanted a rematch takes what is left.
                seats = (n for n, each in enumerate(table.seats) if each.kind == "free")
                self._seat = seat = next(seats, seat)
            free = table.seats[seat].kind == "free" and not self.over
            return {"type": "sit", "seat": seat, "name": f"Guest {seat}"} if free else None
        mine = [number for number, each in enumerate(table.seats) if each.yours]
        to_move = self._news.to_move if self._news else ()
        seat = next((number for number in mine if number in to_move), mine[0])
        if self.over:
            return {"type": "rematch"} if again and not table.rematch else None
        bots = [number for number, each in enumerate(table.seats) if each.kind == "bot"]
        if table.status == "waiting":
            return self._fill(table)
        if table.takeback and table.seq == self.seq and luck < 0.8:
            if seat in table.takeback.agreed:
                return None
            return {"type": "answer", "seat": seat, "agree": luck < 0.6}
        if luck < 0.04:
            return {"type": "preview", "seat": seat}
        if luck < 0.05:
            return {"type": "takeback", "seat": seat}
        if luck < 0.052 and (len(mine) == 1 or len(table.seats) == 2):
            return {"type": "play", "seat": seat, "move": {"type": "resign"}}
        if luck < 0.056 and self._leaves and len(mine) == 1 and not table.daily:
            # They come back to the same seat.
            self._seat = seat
            self.world.tally["left"] += 1
            return {"type": "leave", "seat": seat}
        if luck < 0.06 and bots and self._leaves and not table.daily:
            self.world.tally["freed"] += 1
            return {"type": "free", "seat": bots[0]}
        move = self._move(seat, luck)
        return {"type": "play", "seat": seat, "move": move} if move else None

    def _fill(self, table: m.Table) -> dict[str, Any] | None:
        """A bot for a seat from which somebody has sent one away. After a rematch nobody has seen
        it there: then once all people are there."""
        free = [n for n, each in enumerate(table.seats) if each.kind == "free"]
        missing = self._bots - sum(each.kind == "bot" for each in table.seats)
        fit = free if len(free) == missing else [n for n in free if n in self._once_bots]
        level = levels(self._game.name)[0].name
        return {"type": "bot", "seat": fit[0], "level": level} if fit else None

    def _move(self, seat: int, luck: float) -> dict[str, Any] | None:
        """A move from what it sees, or now and then one from what it saw before."""
        assert self._news
        to_move = self._news.to_move
        if seat not in to_move or luck > 0.97:
            return self._stale if luck < 0.1 or luck > 0.97 else None
        if len(to_move) > 1 and luck > 0.5:
            return None  # so that every other time it is time that ends a window
        view = msgspec.json.decode(self._news.view, type=self._game.view_type)
        chance = Rng(str(self.rng.random()), self.seq)
        state = self._game.determinize(view, chance)
        move: dict[str, Any] = msgspec.to_builtins(self._game.sample(state, seat, chance))
        return move

    def _send(self, text: bytes, line: "Line") -> None:
        """On its way, if the line is open: whether it gets there, nobody knows."""
        if line.socket:
            self._begin(line.send(text))

    def _begin(self, job: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(job)
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)

    async def _send_by_http(self, text: bytes) -> None:
        number = self.number()
        self.note(number, "sent", text)
        self.world.tally["resends"] += 1
        headers = {"cookie": self.guest.device(self.rng), "content-type": "application/json"}
        address = f"{self.world.url(self.rng)}/api/tables/{self.table}/asks"
        try:
            answer = await self.world.http.post(address, content=text, headers=headers)
        except httpx.HTTPError:
            return
        try:
            self.hear(None, number, answer.content)
        except msgspec.DecodeError:
            self.hear(None, number, encode(m.Refusal(None, f"http-{answer.status_code}")))

    def _be_patient(self) -> None:
        """Send again what has not been answered for long."""
        now = _now()
        for ask, (text, sent) in tuple(self._open.items()):
            if now - sent > PATIENCE:
                self._open[ask] = text, now
                self.world.tally["resends"] += 1
                self._send(text, self.rng.choice(self._lines))

    def connected(self, line: "Line") -> None:
        """A line is open again: all that was not answered is sent once more, in any order."""
        asks = list(self._open.values())
        self.rng.shuffle(asks)
        for text, _ in asks:
            self.world.tally["resends"] += 1
            self._send(text, line)


class Line:
    """A player's connection, opened again whenever it is lost."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._number = -1
        self.socket: ClientConnection | None = None

    async def run(self) -> None:
        player = self._player
        while not player.going_home:
            with contextlib.suppress(*LOST):
                await self._stay()
            self.socket = None
            await asyncio.sleep(player.rng.uniform(0.02, 0.4))

    async def _stay(self) -> None:
        player = self._player
        # Now and then the page was loaded anew, and knows nothing.
        since = player.seq if player.rng.random() < 0.9 else -1
        address = f"{player.world.url(player.rng, 'ws')}/tables/{player.table}/play?since={since}"
        headers = {"Cookie": player.guest.device(player.rng)}
        async with connect(
            address,
            additional_headers=headers,
            compression=None,
            open_timeout=PATIENCE,
            close_timeout=0.5,
            max_queue=4,
            proxy=None,
        ) as socket:
            player.world.tally["reconnects"] += self._number >= 0
            self._number = player.number()
            player.note(self._number, "opened", since)
            try:
                await self._listen(socket)
            finally:
                player.note(self._number, "closed", socket.close_code)

    async def _listen(self, socket: ClientConnection) -> None:
        player = self._player
        while True:
            text = await socket.recv(decode=False)
            if text.startswith(b'{"type":"probe"'):
                await socket.send(text.replace(b"probe", b"probed", 1), text=True)
                continue
            player.hear(self, self._number, text)
            if self.socket is None and text.startswith(b'{"type":"table"'):
                self.socket = socket
                player.connected(self)
            if player.rng.random() < 0.002:
                player.world.tally["stopped reading"] += 1
                await asyncio.sleep(player.rng.uniform(1, 6))

    async def send(self, text: bytes) -> None:
        if socket := self.socket:
            self._player.note(self._number, "sent", text)
            # If it is lost, it will be opened again, and this sent again.
            with contextlib.suppress(ConnectionClosed):
                await socket.send(text, text=True)
