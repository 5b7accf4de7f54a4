"""What the host has ordered, as a worker knows it: whom to keep out, what to announce."""

import asyncio
from collections.abc import Awaitable, Callable
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address, ip_network

import msgspec

from inglenook.core.units import WallMs
from inglenook.server.desk import host_rows as rows
from inglenook.server.desk.acts import Done
from inglenook.server.store import Store, wall_ms
from inglenook.server.wire.desk_messages import Announcement

POLL = 2.0
"""Seconds between two looks at what the host has done."""
PAGE = 500

Network = IPv4Network | IPv6Network


class Orders:
    """`look` keeps it up to date."""

    def __init__(
        self,
        store: Store,
        reload: Callable[[str], Awaitable[None]],
        turn_out: Callable[[], None],
        hold: Callable[[bool], None],
    ) -> None:
        """`reload` is told of tables that were changed, and `turn_out` when somebody is blocked.

        `hold` is told whether nothing may happen at the tables.
        """
        self._store = store
        self._reload = reload
        self._turn_out = turn_out
        self._hold = hold
        self._polling = asyncio.Lock()
        """One look at a time, or an act would be followed twice."""
        self._seen: int | None = None
        """The last act that is known here."""
        self._people: dict[str, WallMs] = {}
        self._networks: dict[Network, WallMs] = {}
        self._announcement: Announcement | None = None
        self.read_only = False
        """Whether people may only look."""

    @property
    def announcement(self) -> Announcement | None:
        said = self._announcement
        return said if said and said.ends > wall_ms() else None

    def is_blocked(self, guest: str | None, address: str) -> bool:
        """Whether a guest, or whoever comes from an address, is to be kept out."""
        if guest in self._people and self._people[guest] > wall_ms():
            return True
        return bool(self._networks) and self._is_blocked_address(address)

    def _is_blocked_address(self, address: str) -> bool:
        try:
            ip = ip_address(address)
        except ValueError:
            return False
        if not isinstance(ip, IPv4Address):
            ip = ip.ipv4_mapped or ip
        return any(ip in net and ends > wall_ms() for net, ends in self._networks.items())

    async def poll(self) -> None:
        """Learn what was done since the last poll."""
        async with self._polling:
            await self._poll()

    async def _poll(self) -> None:
        if self._seen is None:
            latest = await rows.last_acts(self._store, 1)
            self._seen = latest[0].number if latest else 0
            await self._read()
            return
        acts = await rows.acts_after(self._store, self._seen, PAGE)
        if not acts:
            return
        await self._read()
        for row in acts:
            done = msgspec.json.decode(row.act, type=Done)
            for table in done.tables:
                await self._reload(table)
            if done.what.startswith("block-"):
                self._turn_out()
            self._seen = row.number

    async def _read(self) -> None:
        found = await rows.blocks(self._store, wall_ms())
        self._people = {row.whom: row.ends for row in found if row.kind == "person"}
        self._networks = {ip_network(row.whom): row.ends for row in found if row.kind == "address"}
        settings = await rows.changing_settings(self._store)
        text = settings.get(rows.ANNOUNCEMENT)
        self._announcement = msgspec.json.decode(text, type=Announcement) if text else None
        self.read_only = rows.READ_ONLY in settings
        self._hold(self.read_only)
