"""The board of the day: where everybody begins."""

from typing import Any

from msgspec import Struct

from inglenook.core.units import Seat


class DailyBoard(Struct, frozen=True):
    """What a day's game begins with; who plays it has seat 0.

    options  those of the game
    levels   the bots in the other seats, from seat 1 on
    line     moves that are played before it begins, as (seat, plain move)
    """

    options: dict[str, Any] = {}
    levels: tuple[str, ...] = ()
    line: tuple[tuple[Seat, dict[str, Any]], ...] = ()
