"""Records that people bring along: is it one, does it obey the rules, can every store keep it?

It stands beside `match`, and not in `tables`: a process of the pool, in which this runs, loads
nothing of the server.
"""

from typing import NamedTuple

from msgspec.structs import replace

from inglenook.game import Refused
from inglenook.match import replay
from inglenook.record import Record
from inglenook.records import BadRecord, loads

MOST_ENTRIES = 2000
"""Entries of a record that a guest may bring along: long games have some hundreds. Replaying that
many takes under a second, and all their positions can still be shown."""
LARGEST = 1 << 53
"""The largest whole number that every program and every store can hold."""


class Brought(NamedTuple):
    """A record that was brought along, and whether its game is over."""

    record: Record
    over: bool


def brought(text: bytes) -> Brought:
    """A record, every entry checked. Refused `bad-record` or `too-large`."""
    record = read_record(text)
    if len(record.log) > MOST_ENTRIES:
        raise Refused("too-large", detail=f"at most {MOST_ENTRIES} entries")
    require_storable(record)
    try:
        match = replay(record)
    except Refused as e:
        raise broken_rule(e) from None
    return Brought(replace(match.record(), names=record.names), match.outcome() is not None)


def read_record(text: bytes) -> Record:
    """A record from JSON text; Refused `bad-record`."""
    try:
        return loads(text)
    except BadRecord as e:
        raise bad_record(str(e)) from None


def require_storable(record: Record) -> None:
    """Refused `bad-record` if not every store could keep it."""
    if "\0" in record.seed:
        raise bad_record("not every store can keep the character 0")
    if not all(0 <= entry.t <= LARGEST for entry in record.log):
        raise bad_record("bad-time")


def broken_rule(refused: Refused) -> Refused:
    """Refused `bad-record` for a log that the rules refuse, saying where."""
    where = "" if refused.seq is None else f" at entry {refused.seq}"
    return bad_record(f"{refused}{where}")


def bad_record(detail: str) -> Refused:
    """Refused `bad-record`. Some faults quote what they found, however long it is."""
    return Refused("bad-record", detail=detail[:200])
