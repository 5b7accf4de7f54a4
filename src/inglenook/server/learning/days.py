"""The boards of the days: opening one, and how a guest did on them."""

import asyncio
import hmac
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from typing import NamedTuple

from inglenook.core.daily import DailyBoard
from inglenook.core.game import Entry, Game, Refused, Rng
from inglenook.core.match import Match
from inglenook.core.registry import find_game, playable_games
from inglenook.server.store import Change, Store
from inglenook.server.table.clock import OpeningHours
from inglenook.server.table.daily import now, today
from inglenook.server.table.events import BotSat, DailyOpened, SeatingEvent
from inglenook.server.table.opening import open_table
from inglenook.server.table.state import TableState
from inglenook.server.wire import learn_messages as lm
from inglenook.server.wire import table_messages as m

FIRST = date(2026, 1, 1)
"""The day that has number 1."""
COMPANY = 10
"""Those who must have finished a board before anyone is told where they stand."""
CALENDAR = 366
"""Days of the calendar."""
CACHED_BOARDS = 16
"""Boards that are kept in memory."""


class Begun(NamedTuple):
    """A board of the day, and what was played before it begins."""

    board: DailyBoard
    entries: tuple[Entry, ...]


class DailyBoards:
    def __init__(self, store: Store, secret: bytes) -> None:
        """`secret` is the house's: what the boards are follows from it."""
        self._store = store
        self._secret = secret
        self._boards: dict[tuple[str, str], Begun] = {}

    async def open(
        self, guest: str, new: m.NewTable, company: Sequence[SeatingEvent], hours: OpeningHours
    ) -> tuple[TableState, Change]:
        """A guest's table for the board of a day. Its id is the same however often it is made.

        Refused `bad-daily` if more is asked for, or a day that is none.
        """
        if (
            [choice.kind for choice in new.seats] != ["me"]
            or new.options
            or new.study
            or new.time_control
        ):
            raise Refused("bad-daily", detail="for one who plays, with the options as they are")
        day = _day(new.day)
        board, entries = await self._board(new.game, day)
        bots = [BotSat(seat, level) for seat, level in enumerate(board.levels, 1)]
        return open_table(
            new.game,
            board.options,
            1 + len(bots),
            [DailyOpened(day), *company, *bots],
            guest,
            self._table_id(new.game, day, guest),
            self._seed(new.game, day),
            hours,
            begun=entries,
        )

    async def _board(self, game: str, day: str) -> Begun:
        if (game, day) not in self._boards:
            found = await asyncio.to_thread(_begun, game, self._seed(game, day))
            while len(self._boards) >= CACHED_BOARDS:
                del self._boards[next(iter(self._boards))]
            self._boards[game, day] = found
        return self._boards[game, day]

    async def look(self, guest: str | None) -> lm.Days:
        """Today's boards, and what a guest did there and before."""
        moment = now()
        midnight = datetime.combine(moment.date() + timedelta(1), datetime.min.time(), UTC)
        day = moment.date().isoformat()
        since = (moment.date() - timedelta(CALENDAR)).isoformat()
        mine = await self._store.days(guest, since) if guest else []
        scores = await self._store.day_scores(day)
        games = [name for name in playable_games()[0] if has_board(find_game(name))]
        opened = await self._opened(guest, day, games) if guest else {}
        finished = {row.game: row for row in mine if row.day == day}
        return lm.Days(
            date=day,
            number=_number(day),
            next_ms=int((midnight - moment).total_seconds() * 1000),
            games=tuple(
                lm.DayGame(
                    game=name,
                    table=opened.get(name),
                    score=finished[name].score if name in finished else None,
                    finished=sum(count for game, _, count in scores if game == name),
                    place=_place(
                        Counter({score: count for game, score, count in scores if game == name}),
                        finished[name].score if name in finished else None,
                    ),
                    streak=streak(day, (row.day for row in mine if row.game == name)),
                )
                for name in games
            ),
            streak=streak(day, (row.day for row in mine)),
            calendar=tuple(
                lm.DayDone(each, _number(each), tuple(row.game for row in rows))
                for each, rows in groupby(mine, key=lambda row: row.day)
            ),
        )

    async def _opened(self, guest: str, day: str, games: Iterable[str]) -> dict[str, str]:
        """The tables that a guest has opened for the boards of a day, by game."""
        tables = {game: self._table_id(game, day, guest) for game in games}
        there = await self._store.there(list(tables.values()))
        return {game: table for game, table in tables.items() if table in there}

    def _table_id(self, game: str, day: str, guest: str) -> str:
        return urlsafe_b64encode(self._derived("table", game, day, guest)[:9]).decode()

    def _seed(self, game: str, day: str) -> str:
        return self._derived("board", game, day).hex()

    def _derived(self, *what: str) -> bytes:
        """Bytes that are the same for the same things, and that nobody else can guess."""
        return hmac.digest(self._secret, "\0".join(("daily", *what)).encode(), "sha256")


def has_board(game: Game) -> bool:
    """Whether a game has a board of the day."""
    return type(game).daily is not Game.daily


def streak(day: str, done: Iterable[str]) -> int:
    """How many days in a row were done, up to that day, or to the one before it."""
    days, at = set(done), date.fromisoformat(day)
    if day not in days:
        at -= timedelta(1)
    count = 0
    while at.isoformat() in days:
        at, count = at - timedelta(1), count + 1
    return count


def _begun(game: str, seed: str) -> Begun:
    """A game's board for a seed, played up to where it begins; Refused `bad-daily`."""
    board = find_game(game).daily(Rng(seed, -1))
    if board is None:
        raise Refused("bad-daily", detail=f"{game} has no board of the day")
    if not board.line:
        return Begun(board, ())
    match = Match(game, 1 + len(board.levels), board.options, seed)
    for seat, move in board.line:
        match.play(move, seat)
    return Begun(board, tuple(match.log))


def _day(wanted: str | None) -> str:
    """The day that is meant: today, or a past one; Refused `bad-daily`."""
    if wanted is None:
        return today()
    try:
        day = date.fromisoformat(wanted)
    except ValueError:
        raise Refused("bad-daily", detail="a day is written as 2026-11-15") from None
    if day < FIRST or day.isoformat() > today():
        raise Refused("bad-daily", detail=f"the days are {FIRST} to {today()}")
    return day.isoformat()


def _number(day: str) -> int:
    return (date.fromisoformat(day) - FIRST).days + 1


def _place(scores: Counter[int], mine: int | None) -> int | None:
    """Where a score stands, from 1; None where there is none, or few have finished."""
    if mine is None or scores.total() < COMPANY:
        return None
    return 1 + sum(count for score, count in scores.items() if score > mine)
