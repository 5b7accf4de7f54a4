"""The append-only log: what a table was made with, its entries and its seating events."""

from inglenook.store.base import (
    AHEAD,
    GRACE,
    NEVER,
    AttemptRow,
    CannotOpen,
    Change,
    Conflict,
    DayRow,
    EntryRow,
    Listed,
    Outage,
    SeatingRow,
    Statement,
    Status,
    Store,
    Stored,
    StoreFailed,
    StoreLost,
    TableRow,
    Tail,
    wall_ms,
)
from inglenook.store.keys import keys, rotate_key
from inglenook.store.location import Location, open_store, open_to_read, prepare
from inglenook.store.postgres import PostgresStore
from inglenook.store.retry import patiently
from inglenook.store.sqlite import SqliteStore

__all__ = [
    "AHEAD",
    "GRACE",
    "NEVER",
    "AttemptRow",
    "CannotOpen",
    "Change",
    "Conflict",
    "DayRow",
    "EntryRow",
    "Listed",
    "Location",
    "Outage",
    "PostgresStore",
    "SeatingRow",
    "SqliteStore",
    "Statement",
    "Status",
    "Store",
    "StoreFailed",
    "StoreLost",
    "Stored",
    "TableRow",
    "Tail",
    "keys",
    "open_store",
    "open_to_read",
    "patiently",
    "prepare",
    "rotate_key",
    "wall_ms",
]
