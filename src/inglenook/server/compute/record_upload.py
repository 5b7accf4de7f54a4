"""Records that people bring along: is it one, does it obey the rules, can every store keep it?

It stands beside `match`, and not in `tables`: a process of the pool, in which this runs, loads
nothing of the server.
"""

import math
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from inglenook.core.game import Refused
from inglenook.core.match import replay
from inglenook.core.record import Record
from inglenook.core.record_io import BadRecord, filmed, loads
from inglenook.core.registry import find_game

MOST_ENTRIES = 2000
"""Entries of a record that a guest may bring along: long games have some hundreds. Replaying that
many takes under a second, and all their positions can still be shown."""
MAX_WHOLE_NUMBER = 1 << 53
"""The largest whole number that every program and every store can hold."""
LONGEST_SEED, LONGEST_NAME = 200, 100
"""Characters. Our own seeds have 32, and of a name no more than 24 are shown."""
LARGEST_OPTIONS, LARGEST_MOVE = 8 * 1024, 64 * 1024
"""Bytes. The largest moves are towers of Konexi that fall; they have some KB."""
FARTHEST = 1e6
"""The largest number with a fraction in a move. They are degrees, and mm on a table."""

FILMING = 3.0
"""Seconds of processor time for what is to be seen of NATURE's moves. A fall of a tower takes less
than half a second, and games have few."""


class Brought(NamedTuple):
    """A record that was brought along, and whether its game is over."""

    record: Record
    over: bool


def brought(text: bytes) -> Brought:
    """A record, every entry checked, filmed as at a table. Refused `bad-record` or `too-large`."""
    record = read_record(text)
    if len(record.log) > MOST_ENTRIES:
        raise Refused("too-large", detail=f"at most {MOST_ENTRIES} entries")
    require_storable(record)
    require_bounded(record)
    try:
        match = replay(record)
    except Refused as e:
        raise broken_rule(e) from None
    checked = replace(match.record(), names=record.names)
    return Brought(filmed(checked, FILMING), match.outcome() is not None)


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
    if not all(0 <= entry.t <= MAX_WHOLE_NUMBER for entry in record.log):
        raise bad_record("bad-time")


def require_bounded(record: Record) -> None:
    """Refused `bad-record` if any part of it is larger than one of a game that was played.

    The rules look at much of that themselves, but at nothing that does not matter to them.
    """
    if len(record.seed) > LONGEST_SEED:
        raise bad_record(f"a seed has at most {LONGEST_SEED} characters")
    if any(len(name) > LONGEST_NAME for name in record.names):
        raise bad_record(f"a name has at most {LONGEST_NAME} characters")
    if len(msgspec.json.encode(record.options)) > LARGEST_OPTIONS:
        raise bad_record(f"options have at most {LARGEST_OPTIONS} bytes")
    game = find_game(record.game, record.rules)
    for entry in record.log:
        if len(text := msgspec.json.encode(entry.move)) > LARGEST_MOVE:
            raise bad_record(f"a move has at most {LARGEST_MOVE} bytes, at entry {entry.seq}")
        if not _all_near(msgspec.json.decode(text)) or not game.is_sound(entry.move):
            raise bad_record(f"nobody can have played that, at entry {entry.seq}")


def _all_near(part: Any) -> bool:
    """Whether all numbers in it are of a size that a table has room for."""
    match part:
        case dict():
            return all(map(_all_near, part.values()))
        case list():
            return all(map(_all_near, part))
        case float():
            return math.isfinite(part) and abs(part) <= FARTHEST
        case int():
            return abs(part) <= MAX_WHOLE_NUMBER
        case _:
            return True


def broken_rule(refused: Refused) -> Refused:
    """Refused `bad-record` for a log that the rules refuse, saying where."""
    where = "" if refused.seq is None else f" at entry {refused.seq}"
    return bad_record(f"{refused}{where}")


def bad_record(detail: str) -> Refused:
    """Refused `bad-record`. Some faults quote what they found, however long it is."""
    return Refused("bad-record", detail=detail[:200])
