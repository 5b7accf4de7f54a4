"""People who are someone, have two devices, or look for someone to play with."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from random import Random

import httpx
import msgspec

from inglenook.server.wire import find_messages as fm
from tests.torture.world import PATIENCE, Guest, World

news = msgspec.json.Decoder(fm.AnyNews).decode
SEATED = "SELECT guest, table_id FROM people"
PROFILES = "SELECT guest, name FROM profiles"


async def introduce(world: World, rng: Random, guest: Guest) -> Guest:
    """Now and then someone makes a profile, or brings another device along."""
    if rng.random() < 0.3:
        profile = {"name": f"P {guest.id[:12]}", "token": "star-teal", "languages": ["en"]}
        answer = await world.ask(rng, guest.cookie, "PUT", "/api/me", profile)
        world.profiles[guest.id] = answer.json()["profile"]["name"]
        world.tally["profiles"] += 1
    if rng.random() < 0.2:
        cookie = await _link(world, rng, guest)
        assert Guest(cookie).id == guest.id
        world.tally["device links"] += 1
        return Guest(guest.cookie, cookie)
    return guest


async def _link(world: World, rng: Random, guest: Guest) -> str:
    """The cookie of another device. If an answer is lost, the whole is begun again."""
    device = (await world.guest(rng)).cookie
    while True:
        made = await world.ask(rng, guest.cookie, "POST", "/api/me/link", {})
        secret = {"secret": str(made.json()["address"]).partition("#")[2]}
        opened = await world.ask(rng, device, "POST", "/api/links", secret)
        if opened.status_code == 200:
            answer = {"number": opened.json()["number"], "agree": True}
            await world.ask(rng, guest.cookie, "POST", "/api/me/link/answer", answer)
            linked = await world.ask(rng, device, "POST", "/api/links", secret)
            if linked.status_code == 200 and "set-cookie" in linked.headers:
                return linked.headers["set-cookie"].partition(";")[0]


async def seek(world: World, rng: Random, guest: Guest, game: str) -> str | None:
    """The table at which somebody was found for them; None if everybody goes home."""
    new = {"id": f"{rng.getrandbits(64):016x}", "game": game, "seats": 2, "name": "Ada"}
    while world.is_evening():
        try:
            async with world.http.stream(
                "POST",
                f"{world.url(rng)}/api/seeks",
                json=new,
                headers={"cookie": guest.cookie},
                timeout=httpx.Timeout(PATIENCE, read=3 * PATIENCE),
            ) as answer:
                async for line in answer.aiter_lines():
                    said = news(line)
                    if isinstance(said, fm.Found):
                        world.found[guest.id] = said.table
                        world.tally["seeks"] += 1
                        return said.table
                    if not world.is_evening():
                        return None
        except (httpx.HTTPError, msgspec.DecodeError):
            pass  # a refusal is none of the news; the same seek is sent again
        await asyncio.sleep(0.2)
    return None


def problems(
    world: World, profiles: list[tuple[str, str]], seated: list[tuple[str, str]]
) -> Iterator[str]:
    """Where the store knows of other people than those who were told."""
    kept = dict(profiles)
    for guest, name in world.profiles.items():
        if kept.get(guest) != name:
            yield f"guest {guest[:6]} was told to be {name!r}, and is {kept.get(guest)!r}"
    people = defaultdict(set)
    for guest, table in seated:
        people[table].add(guest)
    for guest, table in world.found.items():
        if guest not in people[table]:
            yield f"guest {guest[:6]} was told of table {table}, and has no seat there"
        if len(people[table]) != 2:
            yield f"table {table} was found for two, and has {len(people[table])} people"
