"""The addresses from which people play a rated game: kept in memory, and never stored.

An origin stands for an address at one table. It is a keyed hash, so that workers can tell each
other of it without the address. What is written into the log is only that two people play from one
address, if the profile of one is fresh: see `people.counting`.
"""

import hmac
from collections.abc import Collection, Iterator
from itertools import combinations

from inglenook.server.compute.job_queue import UNKNOWN

SPREAD = "="
"""Prefix of a table id in a message with which a worker tells others of an origin."""
MOST_ORIGINS_OF_GUEST = 8
"""Origins of one guest at a table that are kept: later ones are not compared."""

Pair = tuple[str, str]


class Origins:
    """The origins of those who play at one table, as far as this worker knows."""

    __slots__ = ("_key", "_of", "_settled", "_table_id")

    def __init__(self, key: bytes, table_id: str) -> None:
        """`key` is a secret that all workers share."""
        self._key = key
        self._table_id = table_id
        self._of: dict[str, set[str]] = {}
        self._settled: set[Pair] = set()
        """Pairs of one origin about which nothing is left to be done."""

    def origin(self, address: str) -> str:
        """Return the keyed hash of an address for this table; "" if the address is not known."""
        if address == UNKNOWN:
            return ""
        text = f"origin\0{self._table_id}\0{address}".encode()
        return hmac.digest(self._key, text, "sha256").hex()[:24]

    def note(self, guest: str, origin: str) -> bool:
        """Note an origin of a guest. Return whether it is new."""
        known = self._of.setdefault(guest, set())
        if not origin or origin in known or len(known) >= MOST_ORIGINS_OF_GUEST:
            return False
        known.add(origin)
        return True

    def shared(self, people: Collection[str]) -> Iterator[Pair]:
        """Yield every two of these people who share an origin, until they are settled."""
        for one, other in combinations(sorted(people), 2):
            if (one, other) not in self._settled and self._of_guest(one) & self._of_guest(other):
                yield one, other

    def settle(self, pair: Pair) -> None:
        """Yield two people no more."""
        self._settled.add(pair)

    def _of_guest(self, guest: str) -> set[str]:
        return self._of.get(guest, set())
