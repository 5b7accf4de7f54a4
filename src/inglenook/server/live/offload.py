"""Moves that take their time must not keep everyone else waiting."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from inglenook.server.table.state import TableState

P = ParamSpec("P")
T = TypeVar("T")


def is_slow(state: TableState) -> bool:
    """Whether the moves of a table are played, folded and shown beside the event loop."""
    return state.match.game.slow_moves


async def beside_the_loop(
    state: TableState, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """The result of a function that plays, folds or shows moves of a table.

    In a thread where the game's moves are slow, else at once: a thread costs more than most moves.
    The views of the position are then made there too, so that the loop finds them ready.
    If it is cancelled the thread goes on: a state that it changes must no longer be used.
    """
    if not is_slow(state):
        return function(*args, **kwargs)

    def work() -> T:
        result = function(*args, **kwargs)
        state.make_views()
        return result

    return await asyncio.to_thread(work)
