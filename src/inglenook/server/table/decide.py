"""Decide: what an ask comes to, from what the table knows. Nothing is changed here."""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from inglenook.core.game import Abandon, Move, Refused, Resign
from inglenook.core.match import Match
from inglenook.core.registry import find_level, middle_level
from inglenook.core.units import Seat, Seq, WallMs
from inglenook.server.guest_ids import is_bot, require_person
from inglenook.server.table import rights, votes
from inglenook.server.table.events import (
    Began,
    BotSat,
    Declined,
    Freed,
    Invited,
    Left,
    Readied,
    Resumed,
    Sat,
    SeatingEvent,
    TakebackAnswered,
    TakebackAsked,
    Voted,
    WentOn,
)
from inglenook.server.table.seat_identity import (
    BotIdentity,
    Identity,
    closed_up,
    rotated,
    same_terms,
    sitting,
)
from inglenook.server.table.state import TableState
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m

MOST_ENTRIES = 5000
"""Entries of a table. The longest games have some hundreds."""
MOST_EVENTS = 1000
"""Seating events of a table: the lobby reads them all."""
EVENTS_OF_GUEST = 400
"""How many of these one guest may cause who did not make the table: others have some to say too."""
EVENTS_TO_SIT, OWN_EVENTS_TO_SIT = 600, 50
"""Seating events, of all and of one's own, after which only the table's maker and who sits there
may still sit down: nobody uses up a table by coming and going."""


# --- decisions -----------------------------------------------------------------------------------


class Reply(Struct, frozen=True):
    """There is nothing to do, or it was done before: say this."""

    said: m.AnySaid


class MakeMove(Struct, frozen=True):
    """Let a seat move."""

    seat: Seat
    move: Move | dict[str, Any]
    events: tuple[SeatingEvent, ...] = ()
    """What follows from the move, if it is not refused."""


class ChangeSeats(Struct, frozen=True):
    """Let this happen beside the match."""

    events: tuple[SeatingEvent, ...]


class TakeBack(Struct, frozen=True):
    """Everyone has agreed with this event: go back to the position after entry `to`."""

    events: tuple[SeatingEvent, ...]
    seat: Seat
    to: Seq


class Pause(Struct, frozen=True):
    """Let the game wait, as of a time that may be past."""

    at: WallMs


class OpenAnother(Struct, frozen=True):
    """Open another table, and seat this company there."""

    company: tuple[SeatingEvent, ...]
    fewer: bool = False
    """With as many seats as there is company: this table is left for it."""


class Speak(Struct, frozen=True):
    """Tell everyone, and keep nothing of it."""

    said: m.Spoken


class LetTimePass(Struct, frozen=True):
    """Let NATURE make the moves that are due."""


class PlayNature(Struct, frozen=True):
    """Let NATURE make the slow move that was computed for it."""

    move: Move


Decision = MakeMove | ChangeSeats | TakeBack | Pause | OpenAnother | LetTimePass | PlayNature


# --- asks of the table's own ---------------------------------------------------------------------


class DeadlinePassed(Struct, frozen=True):
    """Time may be up."""


class NatureComputed(Struct, frozen=True):
    """NATURE's slow move after entry `after` is ready."""

    after: Seq
    move: Move


class BotChose(Struct, frozen=True):
    """A bot has chosen its move after entry `after`."""

    after: Seq
    bot: BotSat
    move: Move


class PersonAway(Struct, frozen=True):
    """The only person may have been away for long."""


class CountdownOver(Struct, frozen=True):
    """Everyone was ready a moment ago."""


class PersonBack(Struct, frozen=True):
    """The only person may be back."""


OwnAsk = DeadlinePassed | NatureComputed | BotChose | CountdownOver | PersonAway | PersonBack


class AbsenceTimes(Protocol):
    """How long the only person of a game has been away."""

    def rest_s(self, state: TableState) -> float | None: ...

    def since(self, state: TableState, now: WallMs) -> WallMs: ...

    def holds(self, state: TableState) -> bool: ...


def decide_own(
    state: TableState, ask: OwnAsk, absence: AbsenceTimes, now: WallMs
) -> Decision | None:
    """What one of the table's own asks comes to; None if it must wait, or is about what is past."""
    if isinstance(ask, PersonAway):
        rest = absence.rest_s(state)
        due = state.going and rest is not None and rest <= 0
        return Pause(absence.since(state, now)) if due else None
    if absence.holds(state):
        return None
    if isinstance(ask, PersonBack):
        return ChangeSeats((Resumed(),)) if state.paused else None
    if isinstance(ask, CountdownOver):
        over = state.begins is not None and state.begins <= now
        return ChangeSeats((Began(),)) if over else None
    if isinstance(ask, DeadlinePassed):
        return LetTimePass()
    # Someone may have moved meanwhile, taken back, left, or sent the bot away.
    if not state.going or state.seq != ask.after:
        return None
    if isinstance(ask, NatureComputed):
        return PlayNature(ask.move)
    bot = ask.bot
    return MakeMove(bot.seat, ask.move) if state.seating.seats[bot.seat] == bot else None


# --- asks of guests ------------------------------------------------------------------------------


def decide(
    state: TableState,
    guest: str,
    ask: asks.Ask,
    presence: votes.Whereabouts,
    profiles: Mapping[str, Identity] = {},
    bot: BotIdentity | None = None,
) -> Decision | Reply | Speak:
    """How to do what a guest asks; Refused, with its code, if it may not be done.

    `profiles` are those of the people whom `takes_a_seat` named, and `bot` is the one whom an
    `invite` names.
    """
    if isinstance(ask, asks.Play):  # nearly all are
        done = state.done.get((guest, ask.id))
        return Reply(done) if done else _play(state, guest, ask.seat, ask.move, ask.careful)
    match ask:
        case asks.Ping():
            return Reply(m.Ack(ask.id))
        case asks.Preview(_, seat):
            rights.require_own(state, guest, seat)
            preview: Any = state.match.game.preview(state.match.state, seat)
            return Reply(m.Previewed(ask.id, state.seq, preview))
        case asks.Judge(_, seat, place):
            rights.require_own(state, guest, seat)
            return Reply(m.Judged(ask.id, state.seq, _verdict(state, seat, place)))
        case asks.Phrase(_, seat, phrase):
            rights.require_own(state, guest, seat)
            return Speak(m.Spoken(seat, phrase, voice(guest)))
    if done := state.done.get((guest, ask.id)):
        return Reply(done)
    if isinstance(ask, asks.Leave):  # before room is asked for: giving up is always possible
        return _leave(state, guest, ask)
    _require_room(state, guest, ask)
    match ask:
        case asks.Sit(_, seat, name):
            rights.require_free(state, seat)
            rights.require_welcome(state, guest)
            rights.require_one_seat(state, guest)
            rights.require_invited(state, guest, seat)
            rights.require_no_newcomer(state, guest, seat)
            rights.require_hand(state, guest, seat)
            return _sit(state, guest, seat, name, profiles.get(guest))
        case asks.Bot(_, seat, level):
            rights.require_company(state, guest)
            rights.require_free(state, seat)
            return ChangeSeats((_bot(state, seat, find_level(state.row.game, level).name),))
        case asks.Invite(_, seat):
            return _invite(state, guest, seat, bot)
        case asks.Decline():
            if state.seating.invitation_of(guest) is None:
                raise Refused("not-invited", detail="there is nothing to decline")
            return ChangeSeats((Declined(guest),))
        case asks.Free(_, seat):
            return _free(state, guest, seat, presence)
        case asks.Takeback(_, seat):
            return _ask_takeback(state, guest, seat)
        case asks.Answer(_, seat, agree):
            return _answer_takeback(state, guest, seat, agree)
        case asks.Vote():
            return _vote(state, guest, ask, presence)
        case asks.Return(_, seat):
            return _return(state, guest, seat)
        case asks.Resume(_, seat):
            rights.require_own(state, guest, seat)
            if not state.seating.resting:
                raise Refused("not-resting")
            return ChangeSeats((WentOn(seat),))
        case asks.Ready(_, seat):
            return _ready(state, guest, seat)
        case asks.Begin(_, level):
            return _begin(state, guest, level)
        case asks.Rematch():
            return _rematch(state, guest, ask.id, profiles)
        case _:
            raise TypeError(ask)


def _require_room(state: TableState, guest: str, ask: asks.Ask) -> None:
    """Refused `too-long` where too much has happened beside the match, or by the guest's doing."""
    own, makers = state.events_of[guest], guest == state.row.creator
    full = state.events >= MOST_EVENTS or (own >= EVENTS_OF_GUEST and not makers)
    if isinstance(ask, asks.Sit) and not makers and guest not in state.seating.guests:
        full = full or state.events >= EVENTS_TO_SIT or own >= OWN_EVENTS_TO_SIT
    if full:
        raise Refused("too-long", detail="too much has happened at this table")


def takes_a_seat(state: TableState, guest: str, ask: asks.Ask) -> frozenset[str]:
    """The guests who would sit down somewhere: it matters whether they have profiles."""
    match ask:
        case asks.Sit():
            return frozenset({guest})
        case asks.Rematch():
            return state.seating.guests
        case _:
            return frozenset()


def _sit(
    state: TableState, guest: str, seat: Seat, name: str, profile: Identity | None
) -> ChangeSeats:
    mine = state.seating.seats_of(guest)
    if isinstance(profile, BotIdentity):
        return ChangeSeats((sitting(seat, guest, name, profile),))
    if any(who.handle for who in state.seating.seats if isinstance(who, Sat) and who.seat in mine):
        profile = None  # this is for somebody beside them
    return ChangeSeats((sitting(seat, guest, name, profile),))


def _invite(state: TableState, guest: str, seat: Seat, bot: BotIdentity | None) -> ChangeSeats:
    rights.require_company(state, guest)
    rights.require_free(state, seat)
    rights.require_not_daily(state)
    if bot is None:
        raise Refused("unknown-bot", detail="there is no bot of that name")
    if state.seating.rated:
        raise Refused("not-rated", detail="bots from elsewhere play no rated games")
    rights.require_welcome(state, bot.row.guest)
    rights.require_hand(state, bot.row.guest, seat)
    row = bot.row
    return ChangeSeats((Invited(seat, row.guest, row.name, bot.author, row.handle),))


def _bot(state: TableState, seat: Seat, level: str) -> BotSat:
    """A bot for a free seat; it keeps the seat for a person who has not given up its hand."""
    keeps_for = None
    if seat in state.reserved_seats:
        owner = state.hands[seat].owner
        keeps_for = None if owner.guest in state.seating.sent_away else owner
    return BotSat(seat, level, keeps_for)


def _leave(state: TableState, guest: str, ask: asks.Leave) -> ChangeSeats | MakeMove:
    """Leave a seat. In a rated game that has begun this is resigning, so that it has a result."""
    seat = ask.seat
    rights.require_own(state, guest, seat)
    rights.require_not_over(state)
    rights.require_not_daily(state)
    if state.rated_game_begun and seat not in state.match.position.resigned:
        return MakeMove(seat, Resign(), stand_in(state, seat))
    _require_room(state, guest, ask)
    return ChangeSeats((Left(seat),))


def _verdict(state: TableState, seat: Seat, place: dict[str, Any]) -> Any:
    game = state.match.game
    return game.judge(state.match.state, seat, game.decode_place(place))


def _play(
    state: TableState, guest: str, seat: Seat, move: dict[str, Any], careful: bool
) -> MakeMove:
    kind = move.get("type")
    rights.require_own(state, guest, seat)
    if len(state.match.log) >= MOST_ENTRIES and kind != "resign":
        raise Refused("too-long", detail="this game has gone on for too long")
    rights.require_full(state)
    if state.seating.getting_ready:
        raise Refused("not-ready", detail="the game begins when everyone is ready")
    if kind == "undo" and not state.seating.study:
        raise Refused("ask-first", detail="ask the others with `takeback`")
    if kind == "abandon":
        raise Refused("ask-first", detail="ask the others with `vote`")
    if state.seating.resting and kind != "resign":
        raise Refused("resting", detail="all agreed to a pause")
    if state.match.game.for_bots(move) and not is_bot(guest):
        raise Refused("not-yours", detail="only bots may do that")
    if careful and (code := _doubt(state.match, seat, move)):
        raise Refused(code)
    events = stand_in(state, seat) if kind == "resign" else ()
    return MakeMove(seat, move, events)


def _doubt(match: Match, seat: Seat, move: dict[str, Any]) -> str:
    """What the game has against a move; a move that is none is refused soon enough."""
    try:
        decoded = match.game.decode_move(move)
    except msgspec.ValidationError:
        return ""
    return match.game.doubt(match.state, seat, decoded)


def stand_in(state: TableState, seat: Seat) -> tuple[SeatingEvent, ...]:
    """Who plays on for someone who is out while others go on: a middling bot, if there is one."""
    gone = {*state.match.position.resigned, seat}
    middle = middle_level(state.row.game)
    if state.row.seats - len(gone) < 2 or middle is None:
        return ()
    return (BotSat(seat, middle.name),)


def _free(state: TableState, guest: str, seat: Seat, presence: votes.Whereabouts) -> ChangeSeats:
    rights.require_not_over(state)
    rights.require_company(state, guest)
    rights.require_no_rated_game(state)
    # Its player, away for long enough, could give the board to another guest and stop its clock.
    rights.require_not_daily(state)
    match rights.who_sits(state, seat):
        case None:
            raise Refused("seat-free")
        case BotSat() if state.seating.rated and state.match.log:
            # With an empty seat the game would wait for ever, also for who is about to lose.
            raise Refused("rated", detail="the bots of a rated game stay")
        case Sat(is_bot=True):
            pass
        case Sat(_, owner) if not presence.is_away(owner):
            raise Refused("not-away", detail="a seat is freed when its owner is away for long")
        case Sat() if state.status == "playing":
            rights.require_no_clock(state)
            if _several_others(state, seat, presence):
                raise Refused("ask-first", detail="ask the others with `vote`")
    return ChangeSeats((Freed(seat),))


def _several_others(state: TableState, seat: Seat, presence: votes.Whereabouts) -> bool:
    return votes.needed(state.seating, "bot", seat, presence.is_here) > 1


def _vote(
    state: TableState, guest: str, ask: asks.Vote, presence: votes.Whereabouts
) -> ChangeSeats | MakeMove:
    rights.require_own(state, guest, ask.seat)
    require_person(guest)
    rights.who_sits(state, ask.about)
    cause, about = ask.cause, 0 if ask.cause == "pause" else ask.about
    event = Voted(ask.seat, cause, about, state.seq, ask.agree)
    if not ask.agree:
        if state.seating.after(event) == state.seating:
            raise Refused("no-vote", detail="there is nothing to take back")
        return ChangeSeats((event,))
    votes.require_votable(state, guest, cause, about, presence)
    then = state.seating.after(event)
    enough = votes.needed(then, cause, about, presence.is_here)
    alone = cause == "remove" and rights.sends_away_alone(state, guest)
    if len(votes.in_favour(then, cause, about)) < enough and not alone:
        return ChangeSeats((event,))
    if cause == "end":
        return MakeMove(ask.seat, Abandon(), (event,))
    return ChangeSeats((event, *votes.outcome(state, cause, about)))


def _return(state: TableState, guest: str, seat: Seat) -> ChangeSeats:
    rights.require_not_over(state)
    match rights.who_sits(state, seat):
        case BotSat(keeps_for=Sat() as who) if who.guest == guest:
            return ChangeSeats((msgspec.structs.replace(who, seat=seat),))
        case _:
            raise Refused("not-your-seat")


def _ready(state: TableState, guest: str, seat: Seat) -> ChangeSeats:
    rights.require_own(state, guest, seat)
    rights.require_full(state)
    if not state.seating.getting_ready:
        raise Refused("begun", detail="nobody is waited for")
    mine = [each for each in state.seating.seats_of(guest) if each not in state.seating.ready]
    if not mine:
        raise Refused("already-ready")
    return ChangeSeats(tuple(map(Readied, mine)))


def _begin(state: TableState, guest: str, level: str | None) -> ChangeSeats | OpenAnother:
    rights.require_company(state, guest)
    rights.require_waiting(state)
    free = [seat for seat, who in enumerate(state.seating.seats) if who is None]
    if level is not None:
        bot = find_level(state.row.game, level).name
        return ChangeSeats(tuple(_bot(state, seat, bot) for seat in free))
    rights.require_not_begun(state)
    terms = same_terms(state.seating)
    return OpenAnother((*terms, *closed_up(state.seating)), fewer=True)


def _ask_takeback(state: TableState, guest: str, seat: Seat) -> ChangeSeats | TakeBack:
    rights.require_own(state, guest, seat)
    if not state.seating.study:
        rights.require_not_over(state)
    rights.require_not_daily(state)
    rights.require_not_rated(state)
    rights.require_full(state)
    if state.seating.takeback:
        raise Refused("takeback-pending")
    log = state.match.log
    mine = [seq for seq in state.match.line() if log[seq].seat == seat]
    if not mine:
        raise Refused("nothing-to-take-back")
    return _agreed_or_open(state, TakebackAsked(seat, to=mine[-1] - 1, after=state.seq))


def _answer_takeback(
    state: TableState, guest: str, seat: Seat, agree: bool
) -> ChangeSeats | TakeBack:
    rights.require_own(state, guest, seat)
    if not state.seating.takeback:
        raise Refused("no-takeback")
    if seat not in state.seating.undecided():
        raise Refused("no-takeback", detail="this seat was not asked")
    return _agreed_or_open(state, TakebackAnswered(seat, agree))


def _agreed_or_open(state: TableState, event: SeatingEvent) -> ChangeSeats | TakeBack:
    """The event, and the undo itself if with it everyone has agreed."""
    then = state.seating.after(event)
    if then.takeback and not then.undecided():
        return TakeBack((event,), then.takeback.seat, then.takeback.to)
    return ChangeSeats((event,))


def _rematch(
    state: TableState, guest: str, ask: str, profiles: Mapping[str, Identity]
) -> OpenAnother | Reply:
    rights.require_over(state)
    if not state.seating.seats_of(guest):
        raise Refused("not-seated", detail="only those who played may ask for another game")
    if state.seating.rematch:
        return Reply(m.Ack(ask, table=state.seating.rematch))
    return OpenAnother(_again(state, guest, profiles))


def _again(
    state: TableState, guest: str, profiles: Mapping[str, Identity]
) -> tuple[SeatingEvent, ...]:
    """The same company, everyone one seat on; to a rated game each must say yes anew."""
    company = rotated(state.seating, profiles)
    if state.seating.rated:
        company = tuple(who for who in company if not isinstance(who, Sat) or who.guest == guest)
    return *same_terms(state.seating), *company


def voice(guest: str) -> str:
    """What tells a guest from others; nobody can tell the guest's id from it."""
    return blake2b(guest.encode(), digest_size=8, person=b"voice").hexdigest()
