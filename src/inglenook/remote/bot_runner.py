"""A bot that plays on a server, wherever it is invited, for ever."""

import asyncio
import secrets
import time
from collections.abc import Callable, Collection
from typing import Any

import msgspec

from inglenook.bots.find_player import find_player
from inglenook.bots.player import SECONDS, BotFault, Player
from inglenook.core.bot import Later
from inglenook.core.game import Game, Refused, Resign
from inglenook.core.registry import find_game
from inglenook.core.units import PlayMs, Seat, Seq
from inglenook.remote.wire import AsyncClient, Said, Unreachable


async def play_on(
    client: AsyncClient,
    player: str,
    *,
    games: Collection[str] = (),
    seconds: float = SECONDS,
    say: Callable[[str], None] = lambda _: None,
) -> None:
    """Let a player accept invitations and play, until the token is revoked: Refused `bad-token`.

    `player` is a name as `inglenook arena` takes it. Without `games` it plays all that it can.
    `seconds` is how long it thinks about a move; `say` is told in a line what happens. A bot that
    crashes, or answers with an illegal move, resigns that game, and goes on elsewhere.
    """
    playing = _Playing(client, player, games, seconds, say)
    try:
        async with asyncio.TaskGroup() as jobs:
            async for event in client.events():
                playing.hear(event, jobs)
    except BaseExceptionGroup as e:
        # A group wraps what went wrong; whoever asked wants to hear it as it was.
        raise e.exceptions[0] from None
    finally:
        playing.close()


class _Playing:
    def __init__(
        self,
        client: AsyncClient,
        player: str,
        games: Collection[str],
        seconds: float,
        say: Callable[[str], None],
    ) -> None:
        self._client = client
        self._name = player
        self._games = games
        self._seconds = seconds
        self._say = say
        self._seed = secrets.token_hex(16)
        self._players: dict[str, Player] = {}
        self._turn = asyncio.Lock()
        """A player answers one question after the other."""
        self._newest: dict[tuple[str, Seat], Seq] = {}
        """The last entry of the position in which each seat is to move: others are past."""

    def close(self) -> None:
        for player in self._players.values():
            player.close()

    def hear(self, event: Said, jobs: asyncio.TaskGroup) -> None:
        match event["type"]:
            case "hello":
                self._newest.clear()
                self._say(f"{event['name']} by {event['author']} is at {self._client.url}")
            case "invited":
                jobs.create_task(self._quietly(self._answer(event)))
            case "turn":
                self._newest[event["table"], event["seat"]] = event["seq"]
                jobs.create_task(self._quietly(self._move(event, time.monotonic())))
            case "over":
                outcome = event["outcome"]
                self._say(f"{event['table']}: over, {outcome['reason']}, {outcome['scores']}")

    async def _quietly(self, job: Any) -> None:
        """One game that goes wrong must not end the others."""
        try:
            await job
        except (Refused, Unreachable) as e:
            self._say(str(e))

    async def _answer(self, event: Said) -> None:
        """Accept an invitation to what it can play, or decline."""
        table, game = event["table"], event["game"]
        try:
            if self._games and game not in self._games:
                raise Refused("unknown-game", detail=f"it does not play {game}")
            await self._require_same_rules(game)
            async with self._turn:
                await asyncio.to_thread(self._player, game)
        except Refused as e:
            self._say(f"{table}: declined: {e}")
            await self._client.decline(table)
            return
        await self._client.sit(table, event["seat"])
        self._say(f"{table}: plays {game}")

    async def _require_same_rules(self, game: str) -> None:
        """What is shown there must mean the same here; Refused `old-rules`."""
        mine = find_game(game).rules_version
        theirs = next(each["rules"] for each in await self._client.games() if each["name"] == game)
        if mine != theirs:
            raise Refused("old-rules", detail=f"{game} has rules {theirs} there, {mine} here")

    def _player(self, game: str) -> Player:
        if game not in self._players:
            self._players[game] = find_player(game, self._name, seconds=self._seconds)
        return self._players[game]

    async def _move(self, event: Said, since_s: float) -> None:
        game = find_game(event["game"])
        try:
            async with self._turn:
                if self._is_past(event):
                    return
                answer = await asyncio.to_thread(self._think, game, event, since_s)
            if isinstance(answer, Later):
                await asyncio.sleep(since_s + answer.ms / 1000 - time.monotonic())
                answer = answer.move
            if answer is not None and not self._is_past(event):
                await self._client.play(event["table"], event["seat"], answer)
        except (BotFault, Refused) as e:
            self._say(f"{event['table']}: {e}")
            # In real time somebody else may just have been first; elsewhere a move may have been
            # taken back meanwhile.
            table = await self._client.table(event["table"])
            if not game.real_time and table["seq"] == event["seq"]:
                await self._client.play(event["table"], event["seat"], Resign())

    def _is_past(self, event: Said) -> bool:
        return bool(self._newest.get((event["table"], event["seat"])) != event["seq"])

    def _think(self, game: Game, event: Said, since_s: float) -> Any:
        view = msgspec.convert(event["view"], game.view_type)
        left = _left(event, since_s)
        seed = f"{self._seed} {event['table']}"
        return self._player(game.name).answer(view, event["seat"], seed, event["seq"] + 1, left)


def _left(event: Said, since_s: float) -> PlayMs | None:
    """ms that the seat has left, where there is a clock."""
    times = event["times"]
    if times is None:
        return None
    gone = event["clock"] - times["since"] + (time.monotonic() - since_s) * 1000
    left = float(times["left"][event["seat"]] - gone)
    return max(0, round(left))
