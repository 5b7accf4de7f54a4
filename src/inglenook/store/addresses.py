"""Rows of people's mail addresses."""

from inglenook.store.base import Statement, Store
from inglenook.units import WallMs


async def address_of(store: Store, guest: str) -> str | None:
    """Where a person gets mail: an address that they have shown to be theirs."""
    text = "SELECT address FROM addresses WHERE guest = $1"
    (rows,) = await store.run(Statement(text, (guest,)))
    return rows[0][0] if rows else None


async def guest_of(store: Store, address: str) -> str | None:
    """Whose address it is."""
    text = "SELECT guest FROM addresses WHERE address_key = $1"
    (rows,) = await store.run(Statement(text, (address_key(address),)))
    return rows[0][0] if rows else None


def address_key(address: str) -> str:
    """What two addresses are compared by."""
    return address.casefold()


def keep_address(guest: str, address: str, at: WallMs) -> tuple[Statement, ...]:
    """An address is one person's, and a person has one."""
    return (
        Statement("DELETE FROM addresses WHERE guest = $1", (guest,)),
        Statement(
            "INSERT INTO addresses VALUES ($1, $2, $3, $4)",
            (guest, address, address_key(address), at),
        ),
    )


def drop_address(guest: str) -> Statement:
    return Statement("DELETE FROM addresses WHERE guest = $1", (guest,))
