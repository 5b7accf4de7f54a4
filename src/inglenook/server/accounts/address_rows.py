"""Rows of people's mail addresses, and of the codes that are sent there."""

from msgspec import Struct
from msgspec.structs import astuple

from inglenook.core.units import WallMs
from inglenook.server.store.base import Statement, Store


class AddressRow(Struct, frozen=True, array_like=True):
    guest: str
    address: str
    address_key: str
    """What two addresses are compared by: no two people share one."""
    confirmed: WallMs
    """When they showed that it is theirs."""


async def address_row_of(store: Store, guest: str) -> AddressRow | None:
    text = "SELECT guest, address, address_key, confirmed FROM addresses WHERE guest = $1"
    (rows,) = await store.run(Statement(text, (guest,)))
    return AddressRow(*rows[0]) if rows else None


async def address_of(store: Store, guest: str) -> str | None:
    """Where a person gets mail: an address that they have shown to be theirs."""
    row = await address_row_of(store, guest)
    return row.address if row else None


async def guest_of(store: Store, address: str) -> str | None:
    """Whose address it is."""
    text = "SELECT guest FROM addresses WHERE address_key = $1"
    (rows,) = await store.run(Statement(text, (address_key(address),)))
    return rows[0][0] if rows else None


def address_key(address: str) -> str:
    """What two addresses are compared by."""
    return address.casefold()


def keep_address(guest: str, address: str, at: WallMs) -> tuple[Statement, ...]:
    """An address is one person's, and a person has one: what was before goes."""
    key = address_key(address)
    return (
        Statement("DELETE FROM addresses WHERE guest = $1 OR address_key = $2", (guest, key)),
        Statement("INSERT INTO addresses VALUES ($1, $2, $3, $4)", (guest, address, key, at)),
    )


def drop_address(guest: str) -> Statement:
    return Statement("DELETE FROM addresses WHERE guest = $1", (guest,))


class MailCodeRow(Struct, frozen=True, array_like=True):
    """A code on its way."""

    asked_by: str
    """The guest who waits for it: nobody else can use it."""
    purpose: str
    """`keep` the address, or `enter` as the person whose it is."""
    address: str
    salt: str
    hash: str
    ends: WallMs
    tries: int
    """How often something was typed in for it."""


async def send_code(store: Store, row: MailCodeRow, now: WallMs) -> None:
    """Keep a code: a guest waits for one. Those whose time is over go."""
    text = "DELETE FROM mail_codes WHERE asked_by = $1 OR ends < $2"
    await store.run(
        Statement(text, (row.asked_by, now)),
        Statement("INSERT INTO mail_codes VALUES ($1, $2, $3, $4, $5, $6, $7)", astuple(row)),
    )


async def try_code(
    store: Store, guest: str, purpose: str, most: int, now: WallMs
) -> MailCodeRow | None:
    """The code that a guest waits for, with one try more; None if it is too late or was one too
    many."""
    text = """UPDATE mail_codes SET tries = tries + 1
        WHERE asked_by = $1 AND purpose = $2 AND tries < $3 AND ends > $4
        RETURNING asked_by, purpose, address, salt, hash, ends, tries"""
    (rows,) = await store.run(Statement(text, (guest, purpose, most, now)))
    return MailCodeRow(*rows[0]) if rows else None


async def spend_code(store: Store, row: MailCodeRow) -> bool:
    """Whether it was there to be used: once."""
    text = "DELETE FROM mail_codes WHERE asked_by = $1 AND hash = $2 RETURNING asked_by"
    (rows,) = await store.run(Statement(text, (row.asked_by, row.hash)))
    return bool(rows)
