"""The append-only log: what a table was made with, its entries and its seating events."""

from inglenook.store.base import (
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
from inglenook.store.location import Location, open_store, open_to_read, prepare
from inglenook.store.postgres import PostgresStore
from inglenook.store.retry import patiently
from inglenook.store.sqlite import SqliteStore

__all__ = [
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
    "open_store",
    "open_to_read",
    "patiently",
    "prepare",
    "wall_ms",
]
