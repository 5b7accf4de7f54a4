"""The append-only log: what a table was made with, its entries and its happenings."""

from inglenook.store.folder import DataFolderError, prepare, secret
from inglenook.store.rows import (
    Change,
    Conflict,
    EntryRow,
    HappeningRow,
    Listed,
    Status,
    Stored,
    StoreFailed,
    TableRow,
)
from inglenook.store.sqlite import SqliteStore

__all__ = [
    "Change",
    "Conflict",
    "DataFolderError",
    "EntryRow",
    "HappeningRow",
    "Listed",
    "SqliteStore",
    "Status",
    "StoreFailed",
    "Stored",
    "TableRow",
    "prepare",
    "secret",
]
