"""Tables: a match, its seats, its clock and everyone who looks on.

Rules and matches never await; what waits for people, clocks, bots and the store is here.
"""

from inglenook.tables.connection import SPECTATOR, Connection
from inglenook.tables.house import House
from inglenook.tables.table import Table

__all__ = ["SPECTATOR", "Connection", "House", "Table"]
