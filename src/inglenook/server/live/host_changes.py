"""Changes to a table by someone who serves nobody: the host, from a command or at the desk.

Workers that have the table in memory are told afterwards, by what the host's log of acts says.
"""

from collections.abc import Callable

from inglenook.core.game import Abandon, Refused
from inglenook.server.live.commit import commit
from inglenook.server.live.forgetting import forget, open_seats
from inglenook.server.store import Conflict, Outage, Statement, Store, StoreFailed, wall_ms
from inglenook.server.table import votes
from inglenook.server.table.clock import OpeningHours
from inglenook.server.table.decide import Decision, MakeMove, Reply, Speak, decide
from inglenook.server.table.execute import play
from inglenook.server.table.fold import fold, unseen
from inglenook.server.table.log_rows import NOBODY, By
from inglenook.server.table.state import TableState
from inglenook.server.wire import asks

ATTEMPTS = 20
"""How often a change is tried again, while people play at the table."""
_NOBODY_IS_HERE = votes.Whereabouts(lambda _: False, lambda _: False)


async def end_game(store: Store, table: str) -> None:
    """End the game at a table so that nobody wins; Refused `game-over` if it is over already."""

    def abandon(state: TableState) -> Decision:
        if state.status == "over":
            raise Refused("game-over", detail=f"the game at table {table} is over")
        return MakeMove(0, Abandon())

    await _change(store, table, abandon, NOBODY)


async def forget_person(store: Store, guest: str) -> list[str]:
    """Forget who a guest was, as they could themselves; the tables that were changed."""
    for table in await open_seats(store, guest):
        await _leave(store, guest, table)
    return await forget(store, guest)


async def _leave(store: Store, guest: str, table: str) -> None:
    stored = await store.load(table)
    seats = unseen(stored, await _hours(store)).seating.seats_of(guest) if stored else ()
    for seat in seats:
        ask = asks.Leave(f"forget-{seat}", seat)

        def leave(state: TableState, ask: asks.Leave = ask) -> Decision:
            decision = decide(state, guest, ask, _NOBODY_IS_HERE, {}, None)
            if isinstance(decision, Reply | Speak):
                raise Refused("not-seated")
            return decision

        try:
            await _change(store, table, leave, By(guest, ask.id))
        except Refused:
            continue  # of the board of a day nobody gets up


async def _change(
    store: Store, table: str, decided: Callable[[TableState], Decision], by: By
) -> None:
    """Refused `unknown-table` if there is none; and as the decision is."""
    for _ in range(ATTEMPTS):
        stored = await store.load(table)
        if stored is None:
            raise Refused("unknown-table", detail=f"there is no table {table}")
        hours = await _hours(store)
        state = unseen(stored, hours)
        at, was = max(hours.now(), state.last_at), state.status
        # Since the last thing happened nobody may have served the table: no time has passed.
        t = state.clock.at(state.last_at)
        played = play(state, decided(state), by, at, t, 0, {})
        if played.refused:
            raise played.refused
        fold(state, played.entries, played.events)
        try:
            await commit(store, state, played, at, was)
        except Conflict:
            continue  # somebody moved meanwhile
        return
    raise StoreFailed(f"people are quicker at table {table}, again and again")


async def _hours(store: Store) -> OpeningHours:
    (rows,) = await store.run(Statement("SELECT began, ended FROM outages ORDER BY began"))
    hours = OpeningHours()
    hours.learn([Outage(*row) for row in rows], wall_ms())
    return hours
