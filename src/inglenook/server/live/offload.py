"""Moves that take their time must not keep everyone else waiting."""

import asyncio
import gc
from collections.abc import Callable
from functools import cache
from typing import ParamSpec, TypeVar

from inglenook.core.registry import find_game
from inglenook.server.table.state import TableState

P = ParamSpec("P")
T = TypeVar("T")


@cache
def warm(game: str) -> None:
    """Load what the first move of a game would have to wait for: up to a second, in a thread.

    A server does so for a game at its first table.
    """
    find_game(game).warm()
    # It stays for good, and is a lot: the collector need not look at it again and again.
    gc.freeze()


async def warmed(game: str) -> None:
    """Wait until a table of a game can be shown and played at; Refused as `find_game` does."""
    await asyncio.to_thread(warm, game)


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
