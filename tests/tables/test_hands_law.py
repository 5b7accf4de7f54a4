"""The law of hidden hands, in whatever order people sit down, get up and vote.

Nobody ever sees a hand unless it is theirs: it was dealt to them, or its owner gave it up and those
who play agreed.
"""

from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from inglenook.core.game import Refused
from inglenook.core.registry import middle_level
from inglenook.core.units import Seat
from inglenook.server.live.publish import sight
from inglenook.server.table.events import RatedOpened, Sat, SeatingEvent
from inglenook.server.wire import asks
from tests.tables.driven import DrivenTable

COOKIES = ("ada-1", "ada-2", "bob-1", "bob-2", "cy-1", "cy-2")
"""Three people with two browsers each."""
ACTS = (
    *("sit",) * 4,
    *("newcomer",) * 4,
    *("lose connection", "free", "leave") * 3,
    *("bot", "put bot", "return", "come back", "move") * 2,
    *("fill with bots", "intrude", "takeback", "answer", "no newcomer", "remove"),
    *("resign", "end", "forget", "rematch"),
)
"""What people do, the more often the more there is to it: most games must not end soon."""
REPEATABLE = settings(
    derandomize=True,
    deadline=None,
    database=None,
    stateful_step_count=30,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.generate, Phase.shrink),
)

cookies = st.sampled_from(COOKIES)
numbers = st.integers(0, 5)


def vote(player: tuple[str, Seat], cause: str, about: Seat) -> tuple[Any, ...]:
    guest, seat = player
    return guest, asks.Vote, seat, cause, about


class HiddenHands(RuleBasedStateMachine):
    """People who try everything at one table, and what the law lets them see of it."""

    game = "lanterns"
    rated = False

    @initialize(
        company=st.lists(st.sampled_from((0, 0, 2, 2, 4)), min_size=2, max_size=3),
        seed=st.integers(0, 99),
    )
    def begin(self, company: list[int], seed: int) -> None:
        """All sit down, some of them in several seats, and are dealt their hands."""
        guests = [COOKIES[each] for each in company]
        if self.rated:
            guests = list(dict.fromkeys(guests)) if len(set(guests)) > 1 else ["ada-1", "bob-1"]
        sat: list[SeatingEvent] = [Sat(seat, who, who) for seat, who in enumerate(guests)]
        terms = [RatedOpened()] if self.rated else []
        self.table = DrivenTable(self.game, len(guests), [*terms, *sat], seed=f"{seed}")
        level = middle_level(self.game)
        assert level
        self.level = level.name
        self.stand_ins = 0
        self.owners: dict[Seat, str] = dict(enumerate(guests))
        """To whom the hand of each seat belongs."""
        self.earlier: set[tuple[str, Seat]] = set()
        """Who had it before."""
        self.given_up: set[Seat] = set()
        """Seats whose owner left, resigned or was forgotten."""
        self.agreed: set[Seat] = set()
        """Free seats that all who play have agreed to give away."""
        self.voters: dict[Seat, set[str]] = {}

    def sat(self) -> list[str | None]:
        """Who sits in each seat."""
        return [
            who.guest if isinstance(who, Sat) else None for who in self.table.state.seating.seats
        ]

    def ask(self, guest: str, ask: type[asks.Ask], *what: Any, **more: Any) -> bool:
        """Whether a guest got what they asked for. Who sits down by it is checked."""
        before = self.sat()
        try:
            self.table.ask(guest, ask, *what, **more)
        except Refused:
            return False
        finally:
            self.check_newcomers(before)
        return True

    def check_newcomers(self, before: list[str | None]) -> None:
        now = self.sat()
        if now != before:
            self.voters = {}
        for seat, (was, who) in enumerate(zip(before, now, strict=True)):
            if who is None or who == was:
                continue
            owner = self.owners[seat]
            if who != owner:
                assert not self.rated, f"{who} sat down in a rated game"
                assert seat in self.given_up, f"{who} took the hand of {owner}"
                assert (who, seat) not in self.earlier, f"{who} came back after {owner}"
                seen = {each for each, held in self.owners.items() if held == who}
                assert not seen, f"{who} has seen the hand of {seen}"
                assert seat in self.agreed or self.everybody_left(before), f"nobody let {who} in"
                self.earlier.add((owner, seat))
                self.owners[seat] = who
            self.given_up.discard(seat)
            self.agreed.discard(seat)

    def everybody_left(self, sat: list[str | None]) -> bool:
        """Whether nobody plays, and nobody who was only away may come back."""
        return not any(sat) and set(self.owners) == self.given_up

    # --- what people do --------------------------------------------------------------------------

    def player(self, n: int) -> tuple[str, Seat]:
        """One of those who sit there, and a seat of theirs; anybody, if nobody does."""
        there = [(who, seat) for seat, who in enumerate(self.sat()) if who]
        return there[n % len(there)] if there else (COOKIES[n], 0)

    def free_seat(self, n: int) -> Seat:
        """One of the free seats; any, if there is none."""
        sat = self.sat()
        free = [seat for seat, who in enumerate(self.table.state.seating.seats) if who is None]
        return free[n % len(free)] if free else n % len(sat)

    def deserted_seat(self, n: int) -> Seat:
        """One of the seats of bots and of people who are away; any, if there is none."""
        sat = self.sat()
        free = [seat for seat, who in enumerate(sat) if who is None or who in self.table.away]
        return free[n % len(free)] if free else n % len(sat)

    @rule(act=st.sampled_from(ACTS), guest=cookies, n=numbers, about=numbers)
    def act(self, act: str, guest: str, n: int, about: int) -> None:
        """Somebody does something; `guest` may be anybody, and `n` is one of the players."""
        match act:
            case "sit":
                self.ask(guest, asks.Sit, self.free_seat(about), guest)
            case "lose connection":
                self.table.away.add(self.player(n)[0])
            case "come back":
                self.table.away.discard(guest)
            case "newcomer":
                self.vote_for_a_newcomer(*self.player(n), self.free_seat(about), agree=True)
            case "no newcomer":
                self.vote_for_a_newcomer(*self.player(n), self.free_seat(about), agree=False)
            case "free":
                self.ask(self.player(n)[0], asks.Free, self.deserted_seat(about))
            case "bot" | "remove" | "end":
                self.ask(*vote(self.player(n), act, self.deserted_seat(about)))
            case "leave":
                self.leave(*self.player(n))
            case "resign":
                self.resign(*self.player(n))
            case "put bot":
                self.ask(self.player(n)[0], asks.Bot, self.free_seat(about), self.level)
            case "fill with bots":
                self.ask(self.player(n)[0], asks.Begin, self.level)
            case "return":
                for seat in self.table.state.seating.kept_for(guest):
                    assert self.ask(guest, asks.Return, seat)
            case "intrude":
                self.intrude(guest, about % len(self.sat()))
            case "move":
                self.move()
            case "takeback":
                self.ask(self.player(n)[0], asks.Takeback, self.player(n)[1])
            case "answer":
                self.ask(self.player(n)[0], asks.Answer, self.player(n)[1], bool(about))
            case "forget":
                self.forget(guest)
            case "rematch":
                self.ask(self.player(n)[0], asks.Rematch)

    def leave(self, guest: str, seat: Seat) -> None:
        if self.ask(guest, asks.Leave, seat):
            self.give_up(guest, seat)

    def resign(self, guest: str, seat: Seat) -> None:
        if self.ask(guest, asks.Play, seat, {"type": "resign"}):
            self.give_up(guest, seat)

    def give_up(self, guest: str, seat: Seat) -> None:
        assert self.owners[seat] == guest
        self.given_up.add(seat)

    def vote_for_a_newcomer(self, guest: str, seat: Seat, about: Seat, *, agree: bool) -> None:
        if not self.ask(guest, asks.Vote, seat, "newcomer", about, agree):
            return
        for_it = self.voters.setdefault(about, set())
        (for_it.add if agree else for_it.discard)(guest)
        here = {who for who in self.sat() if who} - self.table.away
        if here <= for_it:
            self.agreed.add(about)
            self.voters = {}

    def intrude(self, guest: str, seat: Seat) -> None:
        """Ask for what may belong to somebody else."""
        self.ask(guest, asks.Free, seat)
        self.ask(guest, asks.Bot, seat, self.level)
        self.ask(guest, asks.Return, seat)
        self.ask(guest, asks.Sit, seat, guest)

    def move(self) -> None:
        """The first person who can move does."""
        match = self.table.state.match
        for seat, who in enumerate(self.sat()):
            with suppress(Refused):
                move = msgspec.to_builtins(match.sample(seat))
                if who:
                    self.table.ask(who, asks.Play, seat, move)
                    return

    def forget(self, guest: str) -> None:
        before = self.sat()
        self.stand_ins += 1
        stand_in = f"nobody-{self.stand_ins}"
        self.table.forget(guest, stand_in)
        for seat, owner in self.owners.items():
            if owner == guest:
                self.owners[seat] = stand_in
                self.given_up.add(seat)
        self.earlier = {(stand_in if who == guest else who, at) for who, at in self.earlier}
        if self.sat() != before:
            self.voters = {}

    # --- what must hold --------------------------------------------------------------------------

    @invariant()
    def nobody_sees_a_hand_of_somebody_else(self) -> None:
        state = self.table.state
        if not state.has_hands:
            return
        for guest in COOKIES:
            seat = sight(state, guest).view
            assert seat is None or self.owners[seat] == guest, f"{guest} sees the hand of {seat}"

    def teardown(self) -> None:
        """Another worker folds the same."""
        state, again = self.table.state, self.table.folded_again()
        assert (again.seating, again.hands, again.held, again.changes) == (
            *(state.seating, state.hands, state.held),
            state.changes,
        )


@pytest.mark.parametrize(("game", "examples"), [("conex", 100), ("prolix", 100), ("lanterns", 500)])
@pytest.mark.parametrize("rated", [False, True])
def test_nobody_sees_the_hand_of_somebody_else(game: str, examples: int, rated: bool) -> None:
    class Played(HiddenHands):
        pass

    Played.game, Played.rated = game, rated
    few = settings(REPEATABLE, max_examples=examples // 5 if rated else examples)
    run_state_machine_as_test(Played, settings=few)
