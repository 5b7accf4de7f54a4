"""The append-only log: what a table was made with, its entries and its happenings."""

from inglenook.store.base import (
    GRACE,
    NEVER,
    CannotOpen,
    Change,
    Conflict,
    EntryRow,
    HappeningRow,
    Listed,
    Outage,
    Status,
    Store,
    Stored,
    StoreFailed,
    StoreLost,
    TableRow,
    Tail,
)
from inglenook.store.location import Place, open_store, open_to_read, prepare
from inglenook.store.postgres import PostgresStore
from inglenook.store.sqlite import SqliteStore

__all__ = [
    "GRACE",
    "NEVER",
    "CannotOpen",
    "Change",
    "Conflict",
    "EntryRow",
    "HappeningRow",
    "Listed",
    "Outage",
    "Place",
    "PostgresStore",
    "SqliteStore",
    "Status",
    "Store",
    "StoreFailed",
    "StoreLost",
    "Stored",
    "TableRow",
    "Tail",
    "open_store",
    "open_to_read",
    "prepare",
]
