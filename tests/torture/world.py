"""What all clients share: where the servers are, who is here, and how far along the run is."""

import asyncio
import itertools
from collections import Counter
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from random import Random
from typing import Any, Literal, Protocol

import httpx
from msgspec import Struct

PATIENCE = 5.0
"""Seconds without an answer after which something is sent again."""
UNDECIDED = frozenset({"store-failed", "too-fast", "too-many-connections", "bots-busy", "going"})
"""Refusals that are not a verdict: the same ask, sent again, may be done or was done."""


class Guest(Struct, frozen=True):
    cookie: str
    other: str | None = None
    """The cookie of their other device, if they have one."""

    @property
    def id(self) -> str:
        return self.cookie.partition("=")[2].rpartition(".")[0]

    def device(self, rng: Random) -> str:
        """The cookie of one of their devices."""
        return rng.choice([self.cookie, self.other or self.cookie])


class Present(Protocol):
    """Someone who is at a table now."""

    table: str
    seq: int
    """The last entry they know."""
    over: bool

    @property
    def waits(self) -> bool:
        """Whether an answer is due."""


class World:
    """What all clients share."""

    def __init__(self, ports: list[int], evidence: Path, seed: str, pace: float) -> None:
        """`ports` lead to the servers, `pace` is the mean time between two ideas, in seconds."""
        self.ports = ports
        self.evidence = evidence
        self.pace = pace
        self.stage: Literal["play", "settle", "end"] = "play"
        """After play everyone waits for the answers that are due, and in the end goes home."""
        self.ends: dict[str, int] = {}
        """In the end: how many entries each table has."""
        self.players: set[Present] = set()
        self.played: set[str] = set()
        """Games in which a move was acknowledged."""
        self.finished: set[str] = set()
        """Tables whose game is over."""
        self.secret: set[str] = set()
        """Boards of the day, whose records nobody gets."""
        self.profiles: dict[str, str] = {}
        """The name that each guest with a profile was told to have."""
        self.found: dict[str, str] = {}
        """The table that was found for each guest who looked for someone."""
        self.tally = Counter[str]()
        self._seeds = itertools.count()
        self._seed = seed
        # Every guest has their own cookie, and none is kept here.
        jar = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
        self.http = httpx.AsyncClient(cookies=jar, timeout=PATIENCE)

    def is_evening(self) -> bool:
        """Whether people still come and play."""
        return self.stage == "play"

    def fresh(self) -> Random:
        """A source of chance for one client."""
        return Random(f"{self._seed} {next(self._seeds)}")

    def url(self, rng: Random, scheme: str = "http") -> str:
        return f"{scheme}://127.0.0.1:{rng.choice(self.ports)}"

    async def guest(self, rng: Random) -> Guest:
        """Someone new, as soon as a server is there to welcome them."""
        while True:
            try:
                page = await self.http.get(f"{self.url(rng)}/t/welcome")
                return Guest(page.headers["set-cookie"].partition(";")[0])
            except (httpx.HTTPError, KeyError):
                await asyncio.sleep(0.2)

    async def open(self, rng: Random, guest: Guest, new: dict[str, Any]) -> str:
        """Their new table. If the answer is lost, there is one that nobody comes to."""
        answer = await self.ask(rng, guest.cookie, "POST", "/api/tables", new)
        if answer.status_code != 201:
            raise AssertionError(f"no table: {answer.text}")
        return str(answer.json()["id"])

    async def ask(
        self, rng: Random, cookie: str, method: str, path: str, body: Any
    ) -> httpx.Response:
        """The first answer that is one, from any server."""
        while True:
            try:
                answer = await self.http.request(
                    method, f"{self.url(rng)}{path}", json=body, headers={"cookie": cookie}
                )
                if answer.status_code not in (429, 503):
                    return answer
            except httpx.HTTPError:
                pass
            await asyncio.sleep(0.2)
