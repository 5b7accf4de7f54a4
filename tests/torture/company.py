"""Who plays what with whom."""

import asyncio
from typing import Any

from msgspec import Struct

from inglenook.core.registry import levels
from tests.torture.clients import Player
from tests.torture.people import introduce, seek
from tests.torture.world import Guest, World


class Kind(Struct, frozen=True):
    """A sort of table."""

    game: str
    people: int
    bots: int
    options: dict[str, Any]
    watchers: int = 0
    time_control: dict[str, int] | None = None
    sought: bool = False
    """Its people look for someone, and play with whoever looks for the same."""
    hands: int = 1
    """Seats of the first person, who passes the device around if there are several."""
    daily: bool = False
    """It is the board of the day."""


QUICK = {
    "rounds": 2,
    "tie_window_ms": 300,
    "challenge_window_ms": 600,
    "vote_window_ms": 600,
    "timer_ms": 1500,
}
"""Prolix in a hurry: most of what happens is a time that is over."""
HASTE = {"base": 12_000, "increment": 500}
"""A clock that many do not keep up with."""
KINDS = (
    Kind("kewbz", 2, 0, {"size": 6, "cubes": 14}),
    Kind("prolix", 3, 0, QUICK, watchers=1),
    Kind("conex", 2, 0, {"table": "small", "goal": 20}, watchers=1),
    Kind("kewbz", 1, 1, {"size": 7, "cubes": 20, "swap": True}),
    Kind("prolix", 2, 0, QUICK),
    Kind("conex", 2, 1, {"table": "small", "goal": 15}),
    Kind("konexi", 2, 0, {"steady": True, "goal": 6}),
    Kind("prolix", 2, 1, QUICK),
    Kind("kewbz", 2, 0, {"size": 8, "cubes": 30}, watchers=1, time_control=HASTE),
    Kind("conex", 3, 0, {"table": "medium", "goal": 20}, time_control=HASTE),
    Kind("prolix", 1, 0, QUICK),
    Kind("conex", 1, 1, {"table": "small", "goal": 12}),
    Kind("kewbz", 2, 0, {}, sought=True),
    Kind("prolix", 4, 0, QUICK),
    Kind("konexi", 1, 1, {"steady": True, "goal": 4, "bumps": True}),
    Kind("conex", 4, 0, {"table": "small", "goal": 15}),
    Kind("kewbz", 1, 0, {"size": 6, "cubes": 14}, hands=2),
    Kind("conex", 1, 0, {"table": "small", "goal": 15}, watchers=1, hands=2),
    Kind("conex", 2, 0, {"table": "small", "goal": 15}, hands=2),
    Kind("kewbz", 1, 0, {}, daily=True),
    Kind("prolix", 1, 0, {}, daily=True),
    Kind("kewbz", 2, 0, {"size": 8, "cubes": 40}),
    Kind("conex", 2, 0, {"table": "medium", "goal": 30}),
    Kind("kewbz", 2, 0, {"size": 8, "cubes": 40, "swap": True}),
)
"""Taken one after the other, again and again: there are few of Konexi, since towers take long."""


async def evening(world: World, kind: Kind) -> None:
    """A company meets, plays some games one after the other, and goes home."""
    rng = world.fresh()
    people = [await introduce(world, rng, await world.guest(rng)) for _ in range(kind.people)]
    if kind.sought:
        async with asyncio.TaskGroup() as group:
            for guest in people:
                group.create_task(_play_with_whoever_comes(world, kind, guest))
        return
    watchers = [await world.guest(rng) for _ in range(kind.watchers)]
    level = levels(kind.game)[0].name
    seats = [
        *({"kind": "me", "name": "Ada"} for _ in range(kind.hands)),
        *({"kind": "free"} for _ in people[1:]),
        *({"kind": "bot", "level": level} for _ in range(kind.bots)),
    ]
    new = {
        "game": kind.game,
        "seats": seats,
        "options": kind.options,
        "time_control": kind.time_control,
        "daily": kind.daily,
    }
    table: str | None = await world.open(rng, people[0], new)
    if kind.daily:
        assert table
        world.secret.add(table)
        world.tally["days"] += 1
    for games_left in reversed(range(1 if kind.daily else 1 + rng.randrange(4))):
        assert table
        players = [
            Player(
                world,
                kind.game,
                table,
                guest,
                seat and seat + kind.hands - 1,
                leaves=True,
                bots=kind.bots,
            )
            for seat, guest in enumerate(people)
        ]
        players += [Player(world, kind.game, table, guest, None) for guest in watchers]
        async with asyncio.TaskGroup() as group:
            going = [group.create_task(player.play(again=games_left > 0)) for player in players]
        table = going[0].result()
        if table is None or world.stage != "play":
            return


async def _play_with_whoever_comes(world: World, kind: Kind, guest: Guest) -> None:
    rng = world.fresh()
    if table := await seek(world, rng, guest, kind.game):
        await Player(world, kind.game, table, guest, 0).play(again=False)
