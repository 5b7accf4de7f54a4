"""A new table, and what is stored of it."""

import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from typing import Any

from inglenook.game import Refused, Rng
from inglenook.match import Match
from inglenook.registry import find_game, find_level
from inglenook.store import Change, TableRow, wall_ms
from inglenook.tables import messages as m
from inglenook.tables.clock import OpeningHours
from inglenook.tables.due import next_due
from inglenook.tables.fold import fold
from inglenook.tables.rows import entry_rows, event_rows
from inglenook.tables.seating import BotSat, DailyOpened, Sat, SeatingEvent, clean_name
from inglenook.tables.state import TableState

TABLE_ID = re.compile(r"[\w-]{1,64}", re.ASCII)
"""What the id of a table may look like."""


def open_table(
    game: str,
    options: dict[str, Any],
    seats: int,
    company: Sequence[SeatingEvent],
    creator: str,
    table_id: str = "",
    seed: str = "",
    hours: OpeningHours | None = None,
) -> tuple[TableState, Change]:
    """A new table and what is to be stored of it; Refused if the game cannot be played like that.

    Id and seed are random unless they are given; without hours the house is always open.
    """
    # NATURE deals once everyone sits, so nobody has seen the tiles before.
    seed = seed or secrets.token_hex(16)
    match = Match(game, seats, options, seed, started=False, leaves_slow=True)
    row = TableRow(
        id=table_id or secrets.token_urlsafe(9),
        game=game,
        rules=match.game.rules_version,
        seats=seats,
        options=match.options,
        seed=match.seed,
        creator=creator,
        created=wall_ms(),
    )
    state = TableState(row, match, hours or OpeningHours())
    events = event_rows(state, company, row.created)
    fold(state, (), events)
    if state.status == "playing":
        match.advance(0)
    entries = entry_rows(state, match.log)
    fold(state, entries, ())
    state.touched = row.created
    change = Change(
        table=row.id,
        at=row.created,
        opened=row,
        entries=entries,
        events=events,
        status=state.status,
        guests=tuple(state.seating.guests),
        due=next_due(state, row.created),
    )
    return state, change


def chosen_company(guest: str, new: m.NewTable) -> list[SeatingEvent]:
    """The events that seat those a guest wants; Refused `bad-name` or `unknown-level`."""
    company: list[SeatingEvent] = []
    for seat, choice in enumerate(new.seats):
        if choice.kind == "me":
            company.append(Sat(seat, guest, clean_name(choice.name or "")))
        elif choice.kind == "bot":
            company.append(BotSat(seat, find_level(new.game, choice.level or "").name))
    return company


def open_daily(
    guest: str,
    new: m.NewTable,
    company: Sequence[SeatingEvent],
    date: str,
    secret: bytes,
    hours: OpeningHours,
) -> tuple[TableState, Change]:
    """A guest's table for the board of a day. Its id is the same however often it is made.

    Id and board follow from the house's secret; Refused `bad-daily` if more is asked for.
    """
    if [choice.kind for choice in new.seats] != ["me"] or new.options:
        raise Refused("bad-daily", detail="for one who plays, with the options as they are")
    table_id = urlsafe_b64encode(_derived(secret, "table", new.game, date, guest)[:9]).decode()
    seed = _derived(secret, "board", new.game, date).hex()
    events = [DailyOpened(date), *company]
    board = find_game(new.game).daily(Rng(seed, -1))
    if board is None:
        raise Refused("bad-daily", detail=f"{new.game} has no board of the day")
    return open_table(new.game, board.options, 1, events, guest, table_id, seed, hours)


def _derived(secret: bytes, *what: str) -> bytes:
    """Bytes that are the same for the same things, and that nobody else can guess."""
    return hmac.digest(secret, "\0".join(("daily", *what)).encode(), "sha256")
