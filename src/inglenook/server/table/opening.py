"""A new table, and what is stored of it."""

import re
import secrets
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Raw

from inglenook.core.game import Entry, Refused
from inglenook.core.match import Match
from inglenook.core.registry import find_game, find_level
from inglenook.core.time_control import TimeControl
from inglenook.server.accounts.names import name_key
from inglenook.server.store import Change, TableRow, wall_ms
from inglenook.server.table.clock import OpeningHours
from inglenook.server.table.events import BotSat, ReadyAsked, SeatingEvent, WeekendsOff
from inglenook.server.table.fold import fold
from inglenook.server.table.log_rows import entry_rows, event_rows
from inglenook.server.table.seat_identity import BotIdentity, Identity, sitting
from inglenook.server.table.state import TableState
from inglenook.server.table.turn_outbox import outbox
from inglenook.server.table.wakeups import next_due
from inglenook.server.wire import table_messages as m

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
    rules: int | None = None,
    begun: Iterable[Entry] = (),
    time_control: TimeControl | None = None,
    listed: bool = False,
) -> tuple[TableState, Change]:
    """A new table and what is to be stored of it; Refused if the game cannot be played like that.

    Id and seed are random unless they are given; without hours the house is always open. `rules`
    is the version of the rules, today's unless it is given; `begun` is what was played before;
    without a time control everyone may think as long as they like; one that is `listed` stands in
    everybody's lobby.
    """
    # NATURE deals once everyone sits, so nobody has seen the tiles before.
    seed = seed or secrets.token_hex(16)
    found = find_game(game, rules)
    match = Match(
        found,
        seats,
        options,
        seed,
        time_control=time_control,
        started=False,
        leaves_slow=True,
    )
    for entry in begun:
        match.follow(entry)
    row = TableRow(
        id=table_id or secrets.token_urlsafe(9),
        game=game,
        rules=match.game.rules_version,
        seats=seats,
        options=match.options,
        seed=match.seed,
        creator=creator,
        created=wall_ms(),
        time_control=time_control,
        listed=listed,
    )
    state = TableState(row, match, hours or OpeningHours())
    events = event_rows(state, company, row.created)
    fold(state, (), events)
    state.clock.set(match.last_t, row.created)
    if state.going:
        match.advance(match.last_t)
    entries = entry_rows(state, match.log)
    fold(state, entries, ())
    state.touched, state.called = row.created, {}
    change = Change(
        table=row.id,
        at=row.created,
        opened=row,
        entries=entries,
        events=events,
        status=state.status,
        guests=tuple(state.seating.guests),
        due=next_due(state, row.created),
        turns=outbox(state, row.created, looking=(creator,)),
    )
    return state, change


def look_at_start(new: m.NewStart) -> m.Start:
    """How a game would begin, before NATURE's first move; Refused as a table would be."""
    match = Match(find_game(new.game), new.seats, new.options, started=False)
    return m.Start(Raw(m.encode(match.view())))


def terms(new: m.NewTable) -> tuple[SeatingEvent, ...]:
    """The events that say how it is to be played; Refused `no-clock`."""
    if new.weekends_off and new.time_control is None:
        raise Refused("no-clock", detail="without a clock there is nothing to stop")
    ready = (ReadyAsked(),) if new.ready else ()
    return (*ready, WeekendsOff()) if new.weekends_off else ready


def chosen_company(
    guest: str, new: m.NewTable, profile: Identity | None = None
) -> list[SeatingEvent]:
    """The events that seat those a guest wants; Refused `bad-name` or `unknown-level`.

    With several seats, a guest with a profile is the first of them under its name, or else the
    first of all; the others are for people beside them.
    """
    mine = [seat for seat, choice in enumerate(new.seats) if choice.kind == "me"]
    named = (seat for seat in mine if profile and _is_name_of(new.seats[seat].name, profile))
    myself = next(named, mine[0] if mine else None)
    company: list[SeatingEvent] = []
    for seat, choice in enumerate(new.seats):
        if choice.kind == "me":
            who = profile if seat == myself or isinstance(profile, BotIdentity) else None
            company.append(sitting(seat, guest, choice.name or "", who))
        elif choice.kind == "bot":
            company.append(BotSat(seat, find_level(new.game, choice.level or "").name))
    return company


def _is_name_of(typed: str | None, profile: Identity) -> bool:
    key = profile.row.name_key if isinstance(profile, BotIdentity) else profile.name_key
    return name_key(typed or "") == key
