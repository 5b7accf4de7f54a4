"""Tables: a match, its seats, its clock and everyone who looks on. The only code that awaits."""

from inglenook.tables.audience import Connection
from inglenook.tables.house import House
from inglenook.tables.table import Table

__all__ = ["Connection", "House", "Table"]
