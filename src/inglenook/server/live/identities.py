"""Who guests are in this house: people with profiles, and bots from elsewhere."""

from collections.abc import Collection

from inglenook.server.accounts.profile_rows import profiles_of
from inglenook.server.bot_accounts.bot_rows import bots_of
from inglenook.server.bot_accounts.bots import authors_of, find_bot
from inglenook.server.guest_ids import is_bot
from inglenook.server.store import Store
from inglenook.server.table.seat_identity import BotIdentity, Identity


async def identities(store: Store, guests: Collection[str]) -> dict[str, Identity]:
    """Those of these guests who are someone."""
    people = [guest for guest in guests if not is_bot(guest)]
    found: dict[str, Identity] = dict(await profiles_of(store, people))
    bots = await bots_of(store, [guest for guest in guests if is_bot(guest)])
    authors = await authors_of(store, list(bots.values()))
    return found | {guest: BotIdentity(row, authors[guest]) for guest, row in bots.items()}


async def bot_called(store: Store, called: str) -> BotIdentity:
    """The bot of that name, or with that handle; Refused `unknown-bot`."""
    row = await find_bot(store, called)
    return BotIdentity(row, (await authors_of(store, [row]))[row.guest])
