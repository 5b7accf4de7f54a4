"""A table that a test drives: rows are folded as in a house, time and bots obey the test.

Tables of a house have bots that answer from other processes when they are ready. Here nothing
happens that the test does not ask for, so the same asks always lead to the same rows.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from inglenook.core.fold import NATURE_ALONE
from inglenook.core.time_control import TimeControl
from inglenook.core.units import PlayMs, Seat
from inglenook.server.live.audience import Audience
from inglenook.server.live.forgetting import _without
from inglenook.server.live.publish import looking_on, table_message
from inglenook.server.store import EntryRow, SeatingRow, Stored
from inglenook.server.table import votes
from inglenook.server.table.clock import OpeningHours
from inglenook.server.table.decide import (
    ChangeSeats,
    Decision,
    LetTimePass,
    MakeMove,
    Reply,
    Speak,
    decide,
)
from inglenook.server.table.events import Forgotten, SeatingEvent
from inglenook.server.table.execute import play
from inglenook.server.table.fold import fold, unseen
from inglenook.server.table.log_rows import NOBODY, By
from inglenook.server.table.opening import open_table
from inglenook.server.table.state import TableState
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m

STEP_MS = 50
"""Between two asks."""


class DrivenTable:
    """The rows of a table, and the state that they fold to."""

    def __init__(
        self,
        game: str,
        seats: int,
        company: Sequence[SeatingEvent],
        options: dict[str, Any] | None = None,
        time_control: TimeControl | None = None,
        seed: str = "seed",
    ) -> None:
        self.state, opened = open_table(
            game,
            options or {},
            seats,
            company,
            creator="ada",
            table_id="driven",
            seed=seed,
            time_control=time_control,
        )
        self.entries: list[EntryRow] = list(opened.entries)
        self.events: list[SeatingRow] = list(opened.events)
        self.at = self.state.row.created
        self.away: set[str] = set()
        """Guests whose connection was lost long ago."""
        self._asked = 0

    def ask(self, guest: str, ask: type[asks.Ask], *what: Any, **more: Any) -> m.Ack | None:
        """Do what a guest asks; Refused as a table refuses it."""
        self._asked += 1
        asked = ask(f"{self._asked}", *what, **more)
        self.away.discard(guest)
        presence = votes.Whereabouts(lambda who: who not in self.away, self.away.__contains__)
        decision = decide(self.state, guest, asked, presence)
        if isinstance(decision, Reply | Speak):
            return None
        self._carry_out(decision, By(guest, asked.id))
        return self.state.done[guest, asked.id]

    def let_pass(self, ms: PlayMs) -> None:
        """Let time pass, and NATURE move when its moves are due."""
        self.at += ms
        self._carry_out(LetTimePass(), NOBODY)

    def play_for(self, seat: Seat, move: dict[str, Any]) -> None:
        """Let a bot move."""
        self._carry_out(MakeMove(seat, move), NOBODY)

    def happen(self, event: SeatingEvent) -> None:
        """Let something happen beside the match, whether or not a guest could ask for it."""
        self._carry_out(ChangeSeats((event,)), NOBODY)

    def forget(self, guest: str, stand_in: str) -> None:
        """Forget a guest, as a house does: they leave, and another id replaces theirs."""
        if self.state.status != "over":
            for seat in self.state.seating.seats_of(guest):
                self.ask(guest, asks.Leave, seat)
        self.happen(Forgotten())
        self.events = [
            msgspec.structs.replace(
                row,
                event=_without(row.event, guest, stand_in),
                guest=stand_in if row.guest == guest else row.guest,
            )
            for row in self.events
        ]
        self.entries = [
            msgspec.structs.replace(row, guest=stand_in) if row.guest == guest else row
            for row in self.entries
        ]
        self.state = self.folded_again()

    def folded_again(self) -> TableState:
        """The state that another worker folds from the rows."""
        stored = Stored(self.state.row, tuple(self.entries), tuple(self.events), updated=self.at)
        return unseen(stored, OpeningHours())

    def message(self, guest: str) -> dict[str, Any]:
        """What the table tells a guest."""
        here = looking_on(Audience(), self.state)
        said: dict[str, Any] = msgspec.json.decode(table_message(self.state, guest, here, -1))
        return said

    def view(self, seat: Seat | None) -> Any:
        """What a seat sees, as it is sent."""
        return msgspec.json.decode(m.encode(self.state.view(seat)))

    def _carry_out(self, decision: Decision, by: By) -> None:
        self.at += STEP_MS
        self._play(decision, by)
        # NATURE does not wait for the next ask.
        while self.state.going and self.state.match.to_move() == NATURE_ALONE:
            self._play(LetTimePass(), NOBODY)

    def _play(self, decision: Decision, by: By) -> None:
        state = self.state
        played = play(state, decision, by, self.at, state.clock.at(self.at, self.at), 0, {})
        fold(state, played.entries, played.events)
        self.entries += played.entries
        self.events += played.events
        if played.refused:
            raise played.refused
