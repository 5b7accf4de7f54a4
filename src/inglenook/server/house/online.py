"""Who is in the house just now: those who sit at tables, watch, or look for someone."""

from collections.abc import Set

import msgspec
from msgspec import Struct

from inglenook.server.guest_ids import is_bot
from inglenook.server.matchmaking.seek_rows import LAPSE
from inglenook.server.store import Statement, Store, wall_ms
from inglenook.server.store.base import among
from inglenook.server.wire.table_messages import PeopleHere, PersonHere

MAX_PEOPLE_NAMED = 50
"""How many are named."""


class Company(Struct, frozen=True):
    """All who are here, as the house knows them."""

    guests: frozenset[str] = frozenset()
    named: tuple[tuple[str, PersonHere], ...] = ()

    def seen_by(self, guest: str | None) -> PeopleHere:
        """The others that somebody can see."""
        people = tuple(person for who, person in self.named if who != guest)
        return PeopleHere(people, len(self.guests - {guest}) - len(people))


async def who_is_here(store: Store, nearby: Set[str]) -> Company:
    """Everyone in the house; `nearby` are those at this worker."""
    at_tables, looking = await store.run(
        Statement("SELECT guests FROM here"),
        Statement(
            "SELECT guest FROM seeks WHERE table_id IS NULL AND beat >= $1", (wall_ms() - LAPSE,)
        ),
    )
    elsewhere = {guest for (text,) in at_tables for guest in msgspec.json.decode(text)}
    everyone = nearby | elsewhere | {guest for (guest,) in looking}
    guests = frozenset(guest for guest in everyone if not is_bot(guest))
    if not guests:
        return Company()
    text = f"""SELECT guest, handle, name, token FROM profiles WHERE guest IN {among(guests)}
        AND NOT EXISTS (
            SELECT 1 FROM pages WHERE pages.guest = profiles.guest AND shows = 'nothing'
        ) LIMIT {MAX_PEOPLE_NAMED}"""
    (rows,) = await store.run(Statement(text, tuple(guests)))
    named = sorted(((who, PersonHere(*row)) for who, *row in rows), key=lambda each: each[1].name)
    return Company(guests, tuple(named))
