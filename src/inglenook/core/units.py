"""What a whole number counts: a seat, an entry, ms of play or ms of the wall clock.

Plain aliases: they cost nothing, and a signature then says what it wants. Seconds of
`time.monotonic` are floats, and named as seconds where they are used.
"""

from typing import TypeAlias

Seat: TypeAlias = int
"""A seat of a table, from 0; NATURE's is -1."""

Seq: TypeAlias = int
"""The number of an entry in its log, from 0; -1 is before the first."""

PlayMs: TypeAlias = int
"""ms of play: what a table's clock shows. It stands still while nobody plays."""

WallMs: TypeAlias = int
"""ms since 1970: what a machine's clock shows."""

HOUR_MS, DAY_MS = 3_600_000, 86_400_000
HOUR_S, DAY_S = 3_600, 86_400
