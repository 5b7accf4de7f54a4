"""All rows that make somebody a person of this house, on their way to another."""

from msgspec import Struct
from msgspec.structs import astuple

from inglenook.server.accounts.address_rows import AddressRow, address_row_of
from inglenook.server.accounts.passkey_rows import PasskeyRow
from inglenook.server.accounts.passkey_rows import of_guest as passkeys_of
from inglenook.server.accounts.profile_rows import ProfileRow, profiles_of
from inglenook.server.accounts.recovery_rows import RecoveryRow, recovery_row_of
from inglenook.server.bot_accounts.bot_rows import BotRow, by_author
from inglenook.server.ratings.page_rows import PageRow, page_row_of
from inglenook.server.store.base import Statement, Store, among
from inglenook.server.store.outbox import ChannelRow, channels_of

TABLES = ("profiles", "recoveries", "passkeys", "addresses", "pages")


PersonRow = ProfileRow | RecoveryRow | PasskeyRow | AddressRow | PageRow | ChannelRow | BotRow


class PersonRows(Struct, frozen=True):
    """Who somebody is, and the ways in which they come back. Each row is of that guest."""

    person: str
    profile: ProfileRow | None = None
    recovery: RecoveryRow | None = None
    passkeys: tuple[PasskeyRow, ...] = ()
    address: AddressRow | None = None
    page: PageRow | None = None
    channels: tuple[ChannelRow, ...] = ()
    """How they are told of their turns; not their browsers, which know a house by its keys."""
    bots: tuple[BotRow, ...] = ()
    """Those they answer for."""

    @property
    def rows(self) -> tuple[tuple[str, PersonRow], ...]:
        """Each with the table in which it lies."""
        one = zip(TABLES, (self.profile, self.recovery, None, self.address, self.page), strict=True)
        return (
            *((table, row) for table, row in one if row),
            *(("passkeys", row) for row in self.passkeys),
            *(("channels", row) for row in self.channels),
            *(("bots", row) for row in self.bots),
        )


async def persons(store: Store) -> list[str]:
    """The guests who are someone here, or can come back as who they are."""
    text = " UNION ".join(f"SELECT guest FROM {table}" for table in TABLES)
    text += " UNION SELECT guest FROM channels WHERE kind <> 'push'"
    (rows,) = await store.run(Statement(text))
    return sorted(guest for (guest,) in rows)


async def person(store: Store, guest: str) -> PersonRows:
    return PersonRows(
        guest,
        (await profiles_of(store, [guest])).get(guest),
        await recovery_row_of(store, guest),
        tuple(await passkeys_of(store, guest)),
        await address_row_of(store, guest),
        await page_row_of(store, guest),
        tuple(row for row in await channels_of(store, guest) if row.kind != "push"),
        tuple(await by_author(store, guest)),
    )


async def add_person(store: Store, new: PersonRows) -> None:
    """Conflict if a name, a passkey or an address is somebody's here."""
    statements = [
        Statement(f"INSERT INTO {table} VALUES {among(astuple(row))}", astuple(row))
        for table, row in new.rows
    ]
    await store.run(*statements)
