"""What people look at besides play: record, summary, review and hints; replays.py has replays."""

import asyncio
from collections.abc import Awaitable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from inglenook.core.bot import Advice
from inglenook.core.match import Match
from inglenook.core.record import Record
from inglenook.core.units import Seat, Seq
from inglenook.server.compute.background import Background
from inglenook.server.compute.job_queue import Asker
from inglenook.server.compute.pool import Pool
from inglenook.server.table.daily import require_day_over, require_may_look
from inglenook.server.table.events import BotSat, Sat
from inglenook.server.table.rights import require_over, require_practice
from inglenook.server.table.seating import Seating
from inglenook.server.table.state import TableState, bot_seed, played_states
from inglenook.server.wire import table_messages as m


class Welcome(Struct, frozen=True):
    """What anyone who has a table's link may know before they come."""

    game: str
    inviter: str
    """The name of whoever made the table, or else of the first who sits there; empty: nobody."""
    inside: int
    """How many seats are taken,"""
    seats: int
    """of how many."""
    inviting: bool
    """Whether others may sit down."""


def welcome(state: TableState) -> Welcome:
    seats = state.seating.seats
    people = [who for who in seats if isinstance(who, Sat)]
    makers = (who for who in people if who.guest == state.row.creator)
    host = next(makers, people[0] if people else None)
    inside = len(seats) - seats.count(None)
    inviting = inside < len(seats) and state.status != "over"
    return Welcome(state.row.game, host.name if host else "", inside, len(seats), inviting)


def record(state: TableState, guest: str) -> Record:
    """The finished game; Refused `not-over` before, for it holds the seed.

    And `day-not-over` for the board of the day, whoever asks: others have the same seed. Whoever
    made a study may have it at any time: its seed is that of a finished game.
    """
    if not is_own_study(state, guest):
        require_over(state)
    require_day_over(state.seating)
    return replace(state.match.record(), names=_names(state.seating))


def is_own_study(state: TableState, guest: str) -> bool:
    """Whether a guest made the table, and it is a study."""
    return state.seating.study is not None and guest == state.row.creator


def _names(seating: Seating) -> tuple[str, ...]:
    """What those at a table are called, a bot by its level; none if nobody sits there."""
    names = tuple(_name(who) for who in seating.seats)
    return names if any(names) else ()


def _name(who: Sat | BotSat | None) -> str:
    match who:
        case None:
            return ""
        case BotSat(_, level):
            return level.capitalize()
        case Sat(name=name):
            return name


def summary(state: TableState, guest: str) -> Awaitable[m.Summary]:
    """What a finished game came to, in a while; Refused as `review` is."""
    require_may_look(state.seating, guest)
    require_over(state)
    return asyncio.to_thread(_summary, state.match)


def _summary(match: Match) -> m.Summary:
    line, states = match.line(), played_states(match)
    told = match.game.summary(states)
    moment = told.moment
    if moment is None:
        return m.Summary(told.parts, None)
    seq = line[moment.step - 1]
    return m.Summary(told.parts, m.Moment(seq, moment.name, moment.seat, moment.facts))


def review(state: TableState, guest: str) -> Any:
    """What the game has to tell of a finished match, in a while; Refused `not-over` before.

    And `day-not-over` where the board of the day is somebody else's.
    """
    require_may_look(state.seating, guest)
    require_over(state)
    return asyncio.to_thread(state.match.game.review, played_states(state.match))


class HintDesk:
    """What a bot would do in a guest's place. Asking again costs no more thinking."""

    def __init__(self, pool: Pool, background: Background) -> None:
        self._pool = pool
        self._background = background
        self._last: tuple[tuple[Seat, Seq], asyncio.Task[tuple[Advice, ...]]] | None = None

    def ask(
        self, state: TableState, guest: str, seat: Seat, asker: Asker
    ) -> asyncio.Task[tuple[Advice, ...]]:
        """The thinking; Refused where that would not be fair, or cannot be done."""
        require_practice(state, guest, seat)
        key = seat, state.seq
        if self._last is None or self._last[0] != key:
            view, seed = state.view(seat), bot_seed(state, seat)
            job = self._pool.advise(asker, state.row.game, view, seat, seed, state.seq)
            self._last = key, self._background.keep(asyncio.create_task(job))
        return self._last[1]
