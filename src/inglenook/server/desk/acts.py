"""What a host can do. Each act is done and noted in the log of acts, with who did it and when."""

import secrets
from ipaddress import ip_network
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from inglenook.core.game import Refused
from inglenook.core.units import DAY_MS, WallMs
from inglenook.server.desk import host_rows as rows
from inglenook.server.desk.removal import remove
from inglenook.server.live.host_changes import end_game, forget_person
from inglenook.server.secret_hash import hashed
from inglenook.server.store import Conflict, Outage, Statement, Store, wall_ms
from inglenook.server.wire.desk_messages import Announcement, Days

HOUR = 3_600_000
LINK_LASTS = 15 * 60_000
"""ms in which a link to the desk is to be opened."""
ATTEMPTS = 20
"""How often an act is noted again, if others are noted in the same moment."""

LONGEST_TEXT = 140
"""Characters of an announcement: as many as fit above a table on a phone."""
Text = Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]
Hours = Annotated[int, Meta(ge=1, le=24 * 365)]


class Act(Struct, frozen=True, tag_field="type", rename="kebab"):
    """What is to be done."""


class CloseTable(Act, frozen=True, tag="close-table"):
    """The game there ends, and nobody wins."""

    table: str


class DeleteTable(Act, frozen=True, tag="delete-table"):
    """It is gone, with all that was played there."""

    table: str


class BlockPerson(Act, frozen=True, tag="block-person"):
    """A guest can do nothing here for a time."""

    guest: str
    days: Days = 7
    why: str = ""


class BlockAddress(Act, frozen=True, tag="block-address"):
    """Nobody comes in from an address, or a network, for a time."""

    address: str
    days: Days = 7
    why: str = ""


class Unblock(Act, frozen=True, tag="unblock"):
    kind: rows.Kind
    whom: str


class ForgetPerson(Act, frozen=True, tag="forget-person"):
    """As they could themselves: their games stay, as somebody's."""

    guest: str


class Announce(Act, frozen=True, tag="announce"):
    """Everybody reads it on every page, for a time."""

    text: Text
    hours: Hours = 24


class EndAnnouncement(Act, frozen=True, tag="end-announcement"):
    pass


class SetReadOnly(Act, frozen=True, tag="read-only"):
    """People can look, and nobody can do anything. No clock runs meanwhile."""

    on: bool


class Withdraw(Act, frozen=True, tag="withdraw"):
    """An invitation is good no longer."""

    hash: str


AnyAct = (
    CloseTable
    | DeleteTable
    | BlockPerson
    | BlockAddress
    | Unblock
    | ForgetPerson
    | Announce
    | EndAnnouncement
    | SetReadOnly
    | Withdraw
)


class Done(Struct, frozen=True, omit_defaults=True):
    """An act as the log has it. Of somebody who is forgotten it does not say who it was."""

    what: str
    about: str = ""
    detail: str = ""
    tables: tuple[str, ...] = ()
    """Those that are no longer as workers have them in memory."""


async def perform(store: Store, who: str, act: AnyAct) -> Done:
    """Do it, and note that `who` did; Refused, with its code, if there is nothing to do it to."""
    now = wall_ms()
    match act:
        case CloseTable(table):
            await end_game(store, table)
            return await _note(store, who, Done("close-table", table, tables=(table,)))
        case DeleteTable(table):
            if not await store.there([table]):
                raise Refused("unknown-table", detail=f"there is no table {table}")
            done = Done("delete-table", table, tables=(table,))
            return await _note(store, who, done, *remove([table]))
        case BlockPerson(guest, days, why):
            row = rows.BlockRow("person", guest, now, now + days * DAY_MS, why)
            return await _note(store, who, _blocked(row, days), *rows.block(row))
        case BlockAddress(address, days, why):
            row = rows.BlockRow("address", network(address), now, now + days * DAY_MS, why)
            return await _note(store, who, _blocked(row, days), *rows.block(row))
        case Unblock(kind, whom):
            return await _note(store, who, Done("unblock", whom, kind), rows.unblock(kind, whom))
        case ForgetPerson(guest):
            tables = tuple(await forget_person(store, guest))
            return await _note(store, who, Done("forget-person", tables=tables))
        case Announce(text, hours):
            said = msgspec.json.encode(Announcement(text, now + hours * HOUR)).decode()
            changes = rows.change_setting(rows.ANNOUNCEMENT, said)
            return await _note(store, who, Done("announce", text, f"{hours} h"), *changes)
        case EndAnnouncement():
            changes = rows.change_setting(rows.ANNOUNCEMENT, None)
            return await _note(store, who, Done("end-announcement"), *changes)
        case SetReadOnly(on):
            return await _set_read_only(store, who, now, on)
        case Withdraw(hashed):
            return await _note(store, who, Done("withdraw", hashed[:8]), rows.withdraw(hashed))


async def invite(store: Store, who: str, days: int, uses: int, note: str) -> str:
    """A new invitation into a closed house: the secret of its link, which is not kept."""
    secret, now = secrets.token_urlsafe(18), wall_ms()
    row = rows.InvitationRow(hashed(secret), now, now + days * DAY_MS, uses, note)
    await _note(store, who, Done("invite", note or row.hash[:8], f"{days} d"), rows.invite(row))
    return secret


async def make_desk_link(store: Store, who: str) -> str:
    """The secret of a link by which somebody comes to the desk, once."""
    secret = secrets.token_urlsafe(24)
    link = rows.make_desk_link(hashed(secret), wall_ms() + LINK_LASTS)
    await _note(store, who, Done("desk-link"), link)
    return secret


async def enter_desk(store: Store, secret: str, who: str) -> bool:
    """Whether a link to the desk is good: it is not any more then."""
    if not await rows.use_desk_link(store, hashed(secret), wall_ms()):
        return False
    await _note(store, who, Done("desk-entered"))
    return True


async def note(store: Store, who: str, done: Done) -> None:
    """Have something in the log that was done elsewhere."""
    await _note(store, who, done)


async def _note(store: Store, who: str, done: Done, *changes: Statement) -> Done:
    """Change this and note it, in one transaction."""
    text = msgspec.json.encode(done).decode()
    for attempt in range(ATTEMPTS):
        try:
            await store.run(*changes, rows.note_act(wall_ms(), who, text))
        except Conflict:
            if attempt == ATTEMPTS - 1:
                raise
        else:
            break
    return done


async def _set_read_only(store: Store, who: str, now: WallMs, on: bool) -> Done:
    since = (await rows.changing_settings(store)).get(rows.READ_ONLY)
    if on:
        changes = () if since else rows.change_setting(rows.READ_ONLY, str(now))
        return await _note(store, who, Done("read-only", "on"), *changes)
    done = Done("read-only", "off")
    if since is None:
        return await _note(store, who, done)
    # Nobody could move: that was nobody's thinking time.
    outage = Outage(int(since), now)
    closed = Statement(
        "INSERT INTO outages VALUES ($1, $2) ON CONFLICT DO NOTHING", (outage.began, outage.ended)
    )
    return await _note(store, who, done, *rows.change_setting(rows.READ_ONLY, None), closed)


def _blocked(row: rows.BlockRow, days: int) -> Done:
    why = f": {row.why}" if row.why else ""
    return Done(f"block-{row.kind}", row.whom, f"{days} d{why}")


def network(address: str) -> str:
    """An address or a network as it is kept; Refused `bad-address`."""
    try:
        return str(ip_network(address.strip(), strict=False))
    except ValueError:
        raise Refused("bad-address", detail="an address, or a network as 10.0.0.0/8") from None
