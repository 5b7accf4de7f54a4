"""Moves that take their time must not keep everyone else waiting."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from inglenook.tables.state import TableState

P = ParamSpec("P")
T = TypeVar("T")


async def beside_the_loop(
    state: TableState, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """The result of a function that plays, folds or shows moves of a table.

    In a thread where the game's moves are slow, else at once: a thread costs more than most moves.
    If it is cancelled the thread goes on: a state that it changes must no longer be used.
    """
    if state.match.game.slow_moves:
        return await asyncio.to_thread(function, *args, **kwargs)
    return function(*args, **kwargs)
