"""Who sits where, because of seating events.

A table has two logs: the entries of its match, and its seating events, all that happens beside the
match. The seating is folded from the events, as a position is from the entries.
"""

from collections.abc import Sequence
from functools import cached_property

import msgspec
from msgspec import Struct

from inglenook.core.game import Entry
from inglenook.core.units import Seat, Seq, WallMs
from inglenook.server.guest_ids import is_bot
from inglenook.server.table.events import (
    Began,
    BotSat,
    CountedDown,
    DailyOpened,
    Declined,
    Forgotten,
    Freed,
    Invited,
    Left,
    MovedOn,
    OneAddress,
    OpenedUp,
    Paused,
    RatedOpened,
    Readied,
    ReadyAsked,
    Rematched,
    Rested,
    Resumed,
    Sat,
    SeatingEvent,
    SentAway,
    StudyOpened,
    TakebackAnswered,
    TakebackAsked,
    VacationBegan,
    VacationEnded,
    Voted,
    WeekendsOff,
    WentOn,
)


class Seating(Struct, frozen=True, dict=True):
    """Who sits where, and what the people at the table have asked each other."""

    seats: tuple[Sat | BotSat | None, ...]
    invited: tuple[Invited, ...] = ()
    """The bots that were asked to come and have not answered, one for a seat at most."""
    declined: tuple[Invited, ...] = ()
    """Those that do not want to, as long as the seat is free."""
    takeback: TakebackAsked | None = None
    agreed: tuple[Seat, ...] = ()
    """The seats that have agreed to the takeback."""
    rematch: str | None = None
    daily: str | None = None
    study: StudyOpened | None = None
    rated: bool = False
    one_address: frozenset[tuple[str, str]] = frozenset()
    """Guests who play a rated game from one address, one of them with a fresh profile."""
    paused: bool = False
    resting: bool = False
    """All people agreed to a pause."""
    weekends_off: bool = False
    vacations: tuple[VacationBegan, ...] = ()
    """One for each person at most, the last."""
    asks_ready: bool = False
    """The game begins when everyone is ready."""
    begun: bool = False
    """They were."""
    ready: tuple[Seat, ...] = ()
    """The people who are."""
    begins: WallMs | None = None
    """The end of the countdown, once everyone is."""
    votes: tuple[Voted, ...] = ()
    """What people are for; nobody twice for the same."""
    opened_up: frozenset[Seat] = frozenset()
    """Free seats that somebody new may take in the middle of a game."""
    sent_away: frozenset[str] = frozenset()
    """Guests who do not sit down here again."""

    # What is asked of it several times for every move is worked out once.
    @cached_property
    def full(self) -> bool:
        return None not in self.seats

    @cached_property
    def has_bots(self) -> bool:
        """Whether bots of this house sit there."""
        return any(isinstance(s, BotSat) for s in self.seats)

    @cached_property
    def guests(self) -> frozenset[str]:
        return frozenset(s.guest for s in self.seats if isinstance(s, Sat))

    @cached_property
    def people(self) -> frozenset[str]:
        """The guests who are no bots."""
        return frozenset(guest for guest in self.guests if not is_bot(guest))

    def invitation_of(self, guest: str) -> Invited | None:
        """What a bot was asked and has not answered."""
        return next((each for each in self.invited if each.guest == guest), None)

    def seats_of(self, guest: str) -> tuple[Seat, ...]:
        return tuple(s.seat for s in self.seats if isinstance(s, Sat) and s.guest == guest)

    @cached_property
    def _names(self) -> dict[str, str]:
        return {
            guest: ", ".join(
                dict.fromkeys(s.name for s in self.seats if isinstance(s, Sat) and s.guest != guest)
            )
            for guest in self.guests
        }

    def others(self, guest: str) -> str:
        """The names of those who sit there beside a guest who does."""
        return self._names[guest]

    def kept_for(self, guest: str) -> tuple[Seat, ...]:
        """The seats in which bots play on for a guest."""
        bots = (who for who in self.seats if isinstance(who, BotSat) and who.keeps_for)
        return tuple(bot.seat for bot in bots if bot.keeps_for and bot.keeps_for.guest == guest)

    def after(self, event: SeatingEvent) -> "Seating":
        match event:
            case Sat(seat) | BotSat(seat):
                return self._put(seat, event)
            case Invited():
                return self._invite(event)
            case Declined(guest):
                return self._decline(guest)
            case Left(seat) | Freed(seat):
                return self._put(seat, None)
            case SentAway():
                return self._send_away(event)
            case OpenedUp(seat):
                opened = self.opened_up | {seat}
                return msgspec.structs.replace(self, opened_up=opened, votes=())
            case Voted():
                return self._vote(event)
            case TakebackAsked():
                return msgspec.structs.replace(self, takeback=event, agreed=())
            case TakebackAnswered(seat, True):
                return msgspec.structs.replace(self, agreed=(*self.agreed, seat))
            case TakebackAnswered(_, False):
                return msgspec.structs.replace(self, takeback=None)
            case Rematched(table):
                return msgspec.structs.replace(self, rematch=table)
            case ReadyAsked():
                return msgspec.structs.replace(self, asks_ready=True)
            case WeekendsOff():
                return msgspec.structs.replace(self, weekends_off=True)
            case VacationBegan(guest):
                return self._with_vacation(guest, (event,))
            case VacationEnded(guest):
                return self._with_vacation(guest, ())
            case Readied(seat):
                return msgspec.structs.replace(self, ready=(*self.ready, seat))
            case CountedDown(until):
                return msgspec.structs.replace(self, begins=until)
            case Began():
                return msgspec.structs.replace(self, begun=True)
            case MovedOn(table):
                return Seating((None,) * len(self.seats), rematch=table)
            case DailyOpened(date):
                return msgspec.structs.replace(self, daily=date)
            case StudyOpened():
                return msgspec.structs.replace(self, study=event)
            case RatedOpened():
                return msgspec.structs.replace(self, rated=True)
            case OneAddress(guests):
                pairs = self.one_address | {guests}
                return msgspec.structs.replace(self, one_address=pairs)
            case Paused() | Resumed():
                return msgspec.structs.replace(self, paused=isinstance(event, Paused))
            case Forgotten():
                return self
            case Rested():
                # Who wanted it has it.
                return msgspec.structs.replace(self, resting=True, votes=())
            case WentOn():
                return msgspec.structs.replace(self, resting=False)
            case _:
                raise TypeError(event)

    def _put(self, seat: Seat, who: Sat | BotSat | None) -> "Seating":
        # The question was put to those who sat there: with others at the table it lapses.
        seats = (*self.seats[:seat], who, *self.seats[seat + 1 :])
        ready = tuple(each for each in self.ready if each != seat)
        return msgspec.structs.replace(
            self._without_invitation(seat),
            seats=seats,
            takeback=None,
            votes=(),
            opened_up=self.opened_up - {seat},
            ready=ready,
            begins=None,
        )

    def _invite(self, event: Invited) -> "Seating":
        # A bot is asked for one seat at a time, and a seat is offered to one bot.
        now = self._without_invitation(event.seat)
        others = tuple(each for each in now.invited if each.guest != event.guest)
        return msgspec.structs.replace(now, invited=(*others, event))

    def _decline(self, guest: str) -> "Seating":
        declined = tuple(each for each in self.invited if each.guest == guest)
        invited = tuple(each for each in self.invited if each.guest != guest)
        return msgspec.structs.replace(self, invited=invited, declined=(*self.declined, *declined))

    def _without_invitation(self, seat: Seat) -> "Seating":
        return msgspec.structs.replace(
            self,
            invited=tuple(each for each in self.invited if each.seat != seat),
            declined=tuple(each for each in self.declined if each.seat != seat),
        )

    def _send_away(self, event: SentAway) -> "Seating":
        was, level = self.seats[event.seat], event.level
        gone = {was.guest} if isinstance(was, Sat) else set()
        now = self._put(event.seat, BotSat(event.seat, level) if level else None)
        return msgspec.structs.replace(now, sent_away=self.sent_away | gone)

    def _with_vacation(self, guest: str, new: tuple[VacationBegan, ...]) -> "Seating":
        others = (each for each in self.vacations if each.guest != guest)
        return msgspec.structs.replace(self, vacations=(*others, *new))

    def _vote(self, event: Voted) -> "Seating":
        # A guest with several seats has one voice.
        mine = self.seats_of(self.guest_of(event.seat) or "")
        same = (event.cause, event.about)
        others = tuple(
            vote for vote in self.votes if vote.seat not in mine or (vote.cause, vote.about) != same
        )
        votes = (*others, event) if event.agree else others
        return msgspec.structs.replace(self, votes=votes)

    @cached_property
    def getting_ready(self) -> bool:
        """Whether the game has yet to begin for that."""
        return self.asks_ready and not self.begun

    @property
    def all_ready(self) -> bool:
        """Whether nobody is waited for any more: bots always are ready."""
        return self.full and all(
            isinstance(who, BotSat) or seat in self.ready or (who is not None and who.is_bot)
            for seat, who in enumerate(self.seats)
        )

    def guest_of(self, seat: Seat) -> str | None:
        """The person who sits there."""
        who = self.seats[seat]
        return who.guest if isinstance(who, Sat) else None

    def at_entry(self, seq: Seq) -> "Seating":
        """The seating with the match at this entry: a move ends an open question."""
        if self.takeback and self.takeback.after != seq:
            return msgspec.structs.replace(self, takeback=None)
        return self

    def lapsed(self, log: Sequence[Entry]) -> "Seating":
        """The seating without votes about someone who was away and has moved since."""
        if not self.votes:
            return self
        standing = tuple(
            vote
            for vote in self.votes
            if vote.cause not in ("bot", "end")
            or all(entry.seat != vote.about for entry in log[vote.after + 1 :])
        )
        if standing == self.votes:
            return self
        return msgspec.structs.replace(self, votes=standing)

    def undecided(self) -> tuple[Seat, ...]:
        """The seats that must still agree: people other than the one who asked; in a study none.

        Bots always agree.
        """
        if not self.takeback or self.study:
            return ()
        asker = self.seats[self.takeback.seat]
        decided = {s.guest for s in self.seats if isinstance(s, Sat) and s.seat in self.agreed}
        if isinstance(asker, Sat):
            decided.add(asker.guest)
        people = (s for s in self.seats if isinstance(s, Sat) and not s.is_bot)
        return tuple(s.seat for s in people if s.guest not in decided)


def empty(seats: int) -> Seating:
    """A table at which nobody sits yet."""
    return Seating((None,) * seats)
