"""Bots of one's own: programs elsewhere that play here under a name, for which somebody answers.

A bot comes with a token. Whoever has it is the bot; the store keeps only its hash, which needs no
salt, as nobody can guess 256 bits.
"""

import secrets
from typing import Annotated

from msgspec import Meta, Struct

from inglenook.core.game import Refused
from inglenook.core.units import WallMs
from inglenook.server.accounts.names import name_key, own_name
from inglenook.server.accounts.profile_rows import profiles_of
from inglenook.server.bot_accounts.bot_rows import (
    BotRow,
    by_author,
    by_hash,
    by_name,
    revoke,
    save_bot,
    seen_since,
)
from inglenook.server.guest_ids import BOT_PREFIX
from inglenook.server.http.responses import bad_token
from inglenook.server.secret_hash import hashed
from inglenook.server.store import Store, wall_ms
from inglenook.server.wire.account_messages import LONGEST_NAME

MAX_BOTS_OF_AUTHOR = 20
"""Bots of one author, revoked ones included."""
LISTED = 50
"""Bots that are told of as being here."""
ONLINE_FOR_MS = 15_000
"""ms without a sign of its stream after which a bot is gone."""


class NewBot(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of `POST /api/bots`."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]


class MadeBot(Struct, frozen=True):
    """Answer to `POST /api/bots`: the token is never told again."""

    handle: str
    name: str
    author: str
    token: str


class MyBot(Struct, frozen=True):
    handle: str
    name: str
    made: WallMs
    revoked: bool
    here: bool
    """It has a stream of events."""


class BotHere(Struct, frozen=True):
    """A bot that could be invited."""

    handle: str
    name: str
    author: str


class Bots(Struct, frozen=True):
    """Body of `GET /api/bots`."""

    mine: tuple[MyBot, ...]
    here: tuple[BotHere, ...]
    """Everybody's that have a stream of events."""


async def make_bot(store: Store, author: str, new: NewBot) -> MadeBot:
    """A bot of somebody's with a new token; one of theirs of that name is the same bot.

    Refused `no-profile`, `bad-name`, `name-taken` or `too-many-bots`.
    """
    profile = (await profiles_of(store, [author])).get(author)
    if profile is None:
        raise Refused("no-profile", detail="a bot has an author whom others can see")
    name = own_name(new.name)
    mine = await by_author(store, author)
    if len(mine) >= MAX_BOTS_OF_AUTHOR and name_key(name) not in {row.name_key for row in mine}:
        raise Refused("too-many-bots", detail=f"at most {MAX_BOTS_OF_AUTHOR}")
    token = secrets.token_urlsafe(32)
    row = BotRow(
        guest=BOT_PREFIX + secrets.token_hex(16),
        author=author,
        handle=secrets.token_hex(5),
        name=name,
        name_key=name_key(name),
        hash=hashed(token),
        made=wall_ms(),
    )
    (rows,) = await store.run(save_bot(row))
    if not rows:
        raise Refused("name-taken", detail="somebody in this house has that name")
    kept = BotRow(*rows[0])
    return MadeBot(kept.handle, kept.name, profile.name, token)


async def owner_of_token(store: Store, token: str) -> str:
    """The bot whose token it is; Refused `bad-token`."""
    guest = await by_hash(store, hashed(token))
    if guest is None:
        raise bad_token()
    return guest


async def revoke_bot(store: Store, author: str, handle: str) -> str:
    """A bot's token is good no longer; the id of the bot. Refused `unknown-bot`."""
    (rows,) = await store.run(revoke(author, handle))
    if not rows:
        raise Refused("unknown-bot", detail="no bot of yours has that handle")
    return BotRow(*rows[0]).guest


async def find_bot(store: Store, called: str) -> BotRow:
    """The bot of that name, or with that handle; Refused `unknown-bot`."""
    row = await by_name(store, name_key(called), called)
    if row is None or row.hash is None:
        raise Refused("unknown-bot", detail="there is no bot of that name")
    return row


async def look(store: Store, guest: str | None) -> Bots:
    """A guest's bots, and those that are here."""
    since = wall_ms() - ONLINE_FOR_MS
    here = await seen_since(store, since, LISTED)
    mine = await by_author(store, guest) if guest else []
    authors = await authors_of(store, here)
    return Bots(
        tuple(
            MyBot(row.handle, row.name, row.made, row.hash is None, (row.seen or 0) >= since)
            for row in mine
        ),
        tuple(BotHere(row.handle, row.name, authors[row.guest]) for row in here),
    )


async def authors_of(store: Store, bots: list[BotRow]) -> dict[str, str]:
    """The names of those who answer for these bots, by bot."""
    profiles = await profiles_of(store, {row.author for row in bots})
    return {row.guest: profiles[row.author].name if row.author in profiles else "" for row in bots}
