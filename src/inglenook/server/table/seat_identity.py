"""The company at a table: who sits down there as whom, and how they go on to another table."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from inglenook.core.units import Seat
from inglenook.server.accounts.names import clean_name
from inglenook.server.accounts.profile_rows import ProfileRow
from inglenook.server.bot_accounts.bot_rows import BotRow
from inglenook.server.table.events import RatedOpened, ReadyAsked, Sat, SeatingEvent, WeekendsOff
from inglenook.server.table.seating import Seating


class BotIdentity(Struct, frozen=True):
    """A bot from elsewhere, as others may know it."""

    row: BotRow
    author: str
    """The name of who answers for it."""


Identity = ProfileRow | BotIdentity
"""Who somebody is in this house."""


def sitting(seat: Seat, guest: str, typed: str, profile: Identity | None) -> Sat:
    """A person who sits down: as who they are in this house, or else by the name they typed.

    Refused `bad-name` if nothing of that can be seen.
    """
    if isinstance(profile, BotIdentity):
        return Sat(seat, guest, profile.row.name, handle=profile.row.handle, author=profile.author)
    if profile is None:
        return Sat(seat, guest, clean_name(typed))
    return Sat(seat, guest, profile.name, profile.token, profile.handle)


def same_terms(seating: Seating) -> tuple[SeatingEvent, ...]:
    """The events that let another table be played like this one."""
    terms: list[SeatingEvent] = []
    if seating.asks_ready:
        terms.append(ReadyAsked())
    if seating.weekends_off:
        terms.append(WeekendsOff())
    if seating.rated:
        terms.append(RatedOpened())
    return tuple(terms)


def rotated(seating: Seating, profiles: Mapping[str, Identity] = {}) -> tuple[SeatingEvent, ...]:
    """The events that seat the same company, everyone one seat on.

    Those who sat there as themselves do so again, by the names they have now.
    """
    count = len(seating.seats)
    company: list[SeatingEvent] = []
    for who in seating.seats:
        if who is None:
            continue
        seat = (who.seat + 1) % count
        if isinstance(who, Sat) and who.handle and who.guest in profiles:
            company.append(sitting(seat, who.guest, who.name, profiles[who.guest]))
        else:
            company.append(msgspec.structs.replace(who, seat=seat))
    return tuple(company)


def closed_up(seating: Seating) -> tuple[SeatingEvent, ...]:
    """The events that seat the same company without free seats between them."""
    there = (who for who in seating.seats if who)
    return tuple(msgspec.structs.replace(who, seat=seat) for seat, who in enumerate(there))
