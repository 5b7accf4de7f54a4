"""All that the house knows of a person, for them to have; and forgetting it.

What was played stays: it is other people's as well. Who it was goes. In the logs an id that nobody
has a cookie for stands in their place, the same at all tables, so that what was computed from these
games comes out the same again.
"""

import secrets
from typing import Any

import msgspec

from inglenook.server.accounts import personal_data
from inglenook.server.guest_ids import BOT_PREFIX, is_bot
from inglenook.server.store import Change, Conflict, SeatingRow, Statement, Store, wall_ms
from inglenook.server.table.events import Forgotten
from inglenook.server.wire.table_messages import encode

_MINE = """IN (SELECT table_id FROM people WHERE guest = $1
    UNION SELECT id FROM tables WHERE creator = $1)"""
ATTEMPTS = 20
"""How often it is tried again, while people play at these tables."""


async def all_about(store: Store, guest: str) -> dict[str, Any]:
    """Everything that is kept of a guest. Games are named by where their records can be had."""
    text = f"""SELECT id, game, status, created, updated FROM tables WHERE id {_MINE}
        ORDER BY created"""
    (tables,) = await store.run(Statement(text, (guest,)))
    seated = await _events(store, guest)
    return {
        **await personal_data.gather(store, guest),
        "tables": [
            {
                "id": table,
                "game": game,
                "status": status,
                "made": made,
                "last_sign_of_life": last,
                "seats": [
                    {"seat": event["seat"], "name": event["name"]}
                    for row in seated.get(table, ())
                    if (event := msgspec.json.decode(row.event)).get("guest") == guest
                ],
                "record": f"/api/tables/{table}/record" if status == "over" else None,
            }
            for table, game, status, made, last in tables
        ],
    }


async def open_seats(store: Store, guest: str) -> list[str]:
    """The tables of a guest at which the game is not over."""
    text = """SELECT id FROM tables WHERE status <> 'over'
        AND id IN (SELECT table_id FROM people WHERE guest = $1)"""
    (rows,) = await store.run(Statement(text, (guest,)))
    return [table for (table,) in rows]


async def forget(store: Store, guest: str) -> list[str]:
    """Forget a person; the tables that others may have in memory as they were."""
    stand_in = (BOT_PREFIX if is_bot(guest) else "") + secrets.token_hex(16)
    for attempt in range(ATTEMPTS):
        events = await _events(store, guest)
        changes = [_change(table, rows, guest, stand_in) for table, rows in events.items()]
        rest = Change("", wall_ms(), also=_elsewhere(guest, stand_in))
        try:
            await store.commit(*changes, rest)
        except Conflict:
            # Something happened at one of the tables meanwhile.
            if attempt == ATTEMPTS - 1:
                raise
        else:
            break
    return list(events)


async def _events(store: Store, guest: str) -> dict[str, list[SeatingRow]]:
    """The seating events of all tables of a guest, in their order."""
    text = f"""SELECT table_id, seq, what, at, guest, ask FROM happenings WHERE table_id {_MINE}
        ORDER BY table_id, seq"""
    (rows,) = await store.run(Statement(text, (guest,)))
    events: dict[str, list[SeatingRow]] = {}
    for row in rows:
        events.setdefault(row[0], []).append(SeatingRow(*row))
    return events


def _change(table: str, rows: list[SeatingRow], guest: str, stand_in: str) -> Change:
    now, forgotten = wall_ms(), encode(Forgotten()).decode()
    update = """UPDATE happenings SET what = $3 WHERE table_id = $1 AND seq = $2"""
    return Change(
        table,
        now,
        events=(SeatingRow(table, rows[-1].seq + 1, forgotten, now, None, None),),
        also=(
            *(
                Statement(update, (table, row.seq, _without(row.event, guest, stand_in)))
                for row in rows
                if guest in row.event
            ),
            *(
                Statement(
                    f"UPDATE {log} SET guest = $2 WHERE table_id = $3 AND guest = $1",
                    (guest, stand_in, table),
                )
                for log in ("entries", "happenings")
            ),
        ),
    )


def _without(event: str, guest: str, stand_in: str) -> str:
    """An event that no longer says who it was."""
    told = _nameless(msgspec.json.decode(event), guest)
    return encode(told).decode().replace(guest, stand_in)


def _nameless(told: Any, guest: str) -> Any:
    """The same; what says the guest's name also says that it is theirs."""
    if not isinstance(told, dict):
        return told
    if told.get("guest") == guest and "name" in told:
        gone = ("token", "handle", "author")
        told = {key: "" if key in gone else told[key] for key in told} | {"name": ""}
    return {key: _nameless(value, guest) for key, value in told.items()}


def _elsewhere(guest: str, stand_in: str) -> tuple[Statement, ...]:
    return (
        Statement("UPDATE tables SET creator = $2 WHERE creator = $1", (guest, stand_in)),
        Statement("UPDATE people SET guest = $2 WHERE guest = $1", (guest, stand_in)),
        *personal_data.forget(guest, stand_in),
    )
