"""Tables: a match, its seats, its clock and everyone who looks on.

Rules and matches never await; what waits for people, clocks, bots and the store is here.
"""

from inglenook.server.house.house import House
from inglenook.server.live.connection import SPECTATOR, Connection
from inglenook.server.live.table import Table

__all__ = ["SPECTATOR", "Connection", "House", "Table"]
