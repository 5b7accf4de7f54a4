"""Seating events, and who sits where because of them.

A table has two logs: the entries of its match, and its seating events, all that happens beside the
match. The seating is folded from the events, as a position is from the entries.

The tags are the words in which events are stored.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec
from msgspec import Struct

from inglenook.game import Entry
from inglenook.people.bots import is_bot
from inglenook.people.names import clean_name
from inglenook.store.bots import BotRow
from inglenook.store.profiles import ProfileRow
from inglenook.units import Seat, Seq, WallMs

NOBODY = "nobody"
"""The guest in the seats of a record that was brought along. No guest is called that."""


Cause = Literal["bot", "end", "remove", "pause", "newcomer"]
"""What people vote on: see votes.py."""


class SeatingEvent(Struct, frozen=True, tag_field="type", tag=str.lower):
    pass


class Sat(SeatingEvent, frozen=True, omit_defaults=True):
    """A person took a seat, or a bot from elsewhere did."""

    seat: Seat
    guest: str
    name: str
    """As it was then; "" of someone who has asked to be forgotten."""
    token: str = ""
    """That of their profile; "" where they sit under a name that they just typed."""
    handle: str = ""
    """Who that is in public."""
    author: str = ""
    """Who answers for a bot that plays from elsewhere."""

    @property
    def is_bot(self) -> bool:
        """Whether it is a program, with a token, and no person."""
        return is_bot(self.guest)


class BotSat(SeatingEvent, frozen=True, tag="bot", omit_defaults=True):
    """A bot was put into a seat."""

    seat: Seat
    level: str
    keeps_for: Sat | None = None
    """Who gets the seat back on coming back."""


class Invited(SeatingEvent, frozen=True):
    """A bot from elsewhere was asked to take a seat."""

    seat: Seat
    guest: str
    name: str
    author: str
    handle: str


class Declined(SeatingEvent, frozen=True):
    """It does not want to."""

    guest: str


class Left(SeatingEvent, frozen=True):
    """Someone gave up their own seat."""

    seat: Seat


class Freed(SeatingEvent, frozen=True):
    """A bot was sent away, or someone who had been away for long lost the seat."""

    seat: Seat


class SentAway(SeatingEvent, frozen=True, tag="sent-away"):
    """The others sent someone away, who does not sit down here again."""

    seat: Seat
    level: str | None
    """The bot that plays on; None: the seat is free."""


class OpenedUp(SeatingEvent, frozen=True, tag="opened-up"):
    """Those who play agreed that somebody new may take a free seat, and see its hand."""

    seat: Seat


class Voted(SeatingEvent, frozen=True):
    """A person is for something, or no longer."""

    seat: Seat
    cause: Cause
    about: Seat
    """The seat it is about."""
    after: Seq
    """The last entry then."""
    agree: bool


class TakebackAsked(SeatingEvent, frozen=True, tag="asked"):
    """A seat asked to take its last move back."""

    seat: Seat
    to: Seq
    """The entry after which play would go on; -1 is the start."""
    after: Seq
    """The last entry when it was asked: any later one ends the question."""


class TakebackAnswered(SeatingEvent, frozen=True, tag="answered"):
    seat: Seat
    agree: bool


class Rematched(SeatingEvent, frozen=True):
    """The same company plays again, at another table."""

    table: str


class MovedOn(SeatingEvent, frozen=True, tag="moved-on"):
    """Those who sat here began with fewer, at another table."""

    table: str


class ReadyAsked(SeatingEvent, frozen=True, tag="ready-asked"):
    """The table was made for a game that begins when everyone is ready."""


class WeekendsOff(SeatingEvent, frozen=True, tag="weekends-off"):
    """The table was made for a game in which no time runs on weekends."""


class VacationBegan(SeatingEvent, frozen=True, tag="vacation"):
    """Someone went on vacation: no time of theirs runs."""

    guest: str
    began: WallMs
    until: WallMs
    """When it ends if they do not come back before."""


class VacationEnded(SeatingEvent, frozen=True, tag="back"):
    """They are back."""

    guest: str


class Readied(SeatingEvent, frozen=True):
    """A person is ready."""

    seat: Seat


class CountedDown(SeatingEvent, frozen=True, tag="counted-down"):
    """Everyone is ready."""

    until: WallMs
    """When the game begins."""


class Began(SeatingEvent, frozen=True):
    """The countdown is over."""


class DailyOpened(SeatingEvent, frozen=True, tag="daily"):
    """The table was made for the board of a day."""

    date: str


class StudyOpened(SeatingEvent, frozen=True, tag="study"):
    """The table was made to play on from a position of a finished game, or just to try out."""

    table: str | None
    """The table of that game; None: there is no such game."""
    seq: Seq
    """The entry that led to the position; -1 is the start."""


class RatedOpened(SeatingEvent, frozen=True, tag="rated"):
    """The table was made for a rated game: whoever sits down here agrees to that."""


class Paused(SeatingEvent, frozen=True):
    """The only person went away: the game waits. See absence.py."""


class Resumed(SeatingEvent, frozen=True):
    """That person is back, and the game goes on."""


class Forgotten(SeatingEvent, frozen=True):
    """Someone who was at the table is to be forgotten: earlier rows no longer say who it was.

    Whoever has them in memory must load them again.
    """


class Rested(SeatingEvent, frozen=True):
    """All people agreed to a pause."""


class WentOn(SeatingEvent, frozen=True, tag="went-on"):
    """One of them ended it."""

    seat: Seat


AnySeatingEvent = (
    Sat
    | BotSat
    | Invited
    | Declined
    | Left
    | Freed
    | SentAway
    | OpenedUp
    | Voted
    | TakebackAsked
    | TakebackAnswered
    | Rematched
    | MovedOn
    | ReadyAsked
    | Readied
    | WeekendsOff
    | VacationBegan
    | VacationEnded
    | CountedDown
    | Began
    | DailyOpened
    | StudyOpened
    | RatedOpened
    | Paused
    | Resumed
    | Forgotten
    | Rested
    | WentOn
)
decode = msgspec.json.Decoder(AnySeatingEvent).decode


class Seating(Struct, frozen=True):
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

    @property
    def full(self) -> bool:
        return None not in self.seats

    @property
    def guests(self) -> frozenset[str]:
        return frozenset(s.guest for s in self.seats if isinstance(s, Sat))

    @property
    def people(self) -> frozenset[str]:
        """The guests who are no bots."""
        return frozenset(guest for guest in self.guests if not is_bot(guest))

    def invitation_of(self, guest: str) -> Invited | None:
        """What a bot was asked and has not answered."""
        return next((each for each in self.invited if each.guest == guest), None)

    def seats_of(self, guest: str) -> tuple[Seat, ...]:
        return tuple(s.seat for s in self.seats if isinstance(s, Sat) and s.guest == guest)

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

    @property
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


class Bot(Struct, frozen=True):
    """A bot from elsewhere, as others may know it."""

    row: BotRow
    author: str
    """The name of who answers for it."""


Identity = ProfileRow | Bot
"""Who somebody is in this house."""


def sitting(seat: Seat, guest: str, typed: str, profile: Identity | None) -> Sat:
    """A person who sits down: as who they are in this house, or else by the name they typed.

    Refused `bad-name` if nothing of that can be seen.
    """
    if isinstance(profile, Bot):
        return Sat(seat, guest, profile.row.name, handle=profile.row.handle, author=profile.author)
    if profile is None:
        return Sat(seat, guest, clean_name(typed))
    return Sat(seat, guest, profile.name, profile.token, profile.handle)


def shifted(event: AnySeatingEvent, ms: int) -> AnySeatingEvent:
    """The same event some ms later, if it names a time."""
    match event:
        case CountedDown(until):
            return CountedDown(until + ms)
        case VacationBegan(guest, began, until):
            return VacationBegan(guest, began + ms, until + ms)
        case _:
            return event


def empty(seats: int) -> Seating:
    """A table at which nobody sits yet."""
    return Seating((None,) * seats)


def same_terms(seating: Seating) -> tuple[SeatingEvent, ...]:
    """The events that let another table be played like this one."""
    terms: list[SeatingEvent] = []
    if seating.asks_ready:
        terms.append(ReadyAsked())
    if seating.weekends_off:
        terms.append(WeekendsOff())
    if seating.rated:
        terms.append(RatedOpened())
    return tuple(terms)


def rotated(seating: Seating, profiles: Mapping[str, Identity] = {}) -> tuple[SeatingEvent, ...]:
    """The events that seat the same company, everyone one seat on.

    Those who sat there as themselves do so again, by the names they have now.
    """
    count = len(seating.seats)
    company: list[SeatingEvent] = []
    for who in seating.seats:
        if who is None:
            continue
        seat = (who.seat + 1) % count
        if isinstance(who, Sat) and who.handle and who.guest in profiles:
            company.append(sitting(seat, who.guest, who.name, profiles[who.guest]))
        else:
            company.append(msgspec.structs.replace(who, seat=seat))
    return tuple(company)


def closed_up(seating: Seating) -> tuple[SeatingEvent, ...]:
    """The events that seat the same company without free seats between them."""
    there = (who for who in seating.seats if who)
    return tuple(msgspec.structs.replace(who, seat=seat) for seat, who in enumerate(there))
