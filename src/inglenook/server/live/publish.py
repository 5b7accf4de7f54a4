"""Publish: everyone at a table is told what is new to them, each with their own eyes."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec import Struct

from inglenook.core.game import Entry, Game
from inglenook.core.match import Match
from inglenook.core.units import Seat, Seq
from inglenook.server.live.audience import Audience
from inglenook.server.store import Status, wall_ms
from inglenook.server.table import votes
from inglenook.server.table.clock import WORKING
from inglenook.server.table.events import BotSat, Sat
from inglenook.server.table.rights import sends_away_alone
from inglenook.server.table.seating import Seating
from inglenook.server.table.state import SeatChangeRecord, TableState
from inglenook.server.wire import table_messages as m
from inglenook.server.wire.table_messages import Reason


class Told(Struct, frozen=True):
    """What everyone at this worker was last told of."""

    entries: int
    beside: tuple[Status, Seating, tuple[SeatChangeRecord, ...]]
    """All else: the status, who sits where, and how that changed; earlier changes become others
    when someone is forgotten."""


def publish(audience: Audience, before: Told | None, state: TableState) -> Told:
    """Tell everyone what they have not been told; returns what they know now."""
    now = Told(len(state.match.log), (state.status, state.seating, tuple(state.changes)))
    if before is not None:
        if before.entries < now.entries:
            _tell_moved(audience, state, before.entries)
        if before.beside != now.beside:
            tell_table(audience, state)
    return now


def _tell_moved(audience: Audience, state: TableState, first: Seq) -> None:
    """Tell everyone the entries from `first` on, each as they may see them."""
    if state.match.game.shared_view:
        audience.tell(moved_message(state, first, ANYONES))
        return
    told: dict[Sight, bytes] = {}
    for connection in audience:
        seen = sight(state, connection.guest)
        if seen not in told:
            told[seen] = moved_message(state, first, seen)
        audience.say(connection, told[seen])


def tell_table(audience: Audience, state: TableState) -> None:
    """Tell everyone who sits where, who is here, and what is asked."""
    told: dict[tuple[bool | tuple[Seat, ...], ...], bytes] = {}
    here = looking_on(audience, state)
    for connection in audience:
        guest = connection.guest
        own = state.seating.seats_of(guest), state.seating.kept_for(guest)
        seats = *own, sends_away_alone(state, guest)
        if seats not in told:
            told[seats] = table_message(state, guest, here, state.seq)
        audience.say(connection, told[seats])


class LookingOn(NamedTuple):
    """Who is here, as everybody at the table is told."""

    everyone: set[str]
    away: tuple[int | None, ...]
    """For each seat, ms until the others may decide about it, as its person is away."""
    votes: tuple[m.OpenVote, ...]


def looking_on(audience: Audience, state: TableState, newcomer: str | None = None) -> LookingOn:
    """Who is here, and `newcomer` with them."""
    everyone = audience.everyone() | ({newcomer} if newcomer else set())

    def away(who: Sat | BotSat | None) -> int | None:
        if not isinstance(who, Sat) or who.is_bot or who.guest in everyone:
            return None
        rest = audience.rest_s(who.guest, begun=not state.seating.getting_ready)
        return None if rest is None else round(rest * 1000)

    seating = state.seating
    causes = dict.fromkeys((vote.cause, vote.about) for vote in seating.votes)
    return LookingOn(
        everyone,
        tuple(map(away, seating.seats)),
        tuple(
            m.OpenVote(
                cause,
                about,
                votes.in_favour(seating, cause, about),
                votes.needed(seating, cause, about, everyone.__contains__),
            )
            for cause, about in causes
        ),
    )


class Sight(NamedTuple):
    """With whose eyes a guest sees the position, and the log; None: with a spectator's."""

    view: Seat | None
    log: Seat | None


ANYONES = Sight(None, None)


def sight(state: TableState, guest: str) -> Sight:
    """What a guest may see: with one seat, all that is its own.

    A guest with several shares the screen with others. It shows the position to the seat that is to
    move, and while none of them is, what all may see; its log stays, so it holds nobody's secrets.
    """
    if state.match.game.shared_view:
        return ANYONES
    mine = state.seating.seats_of(guest)
    if not mine:
        return ANYONES
    if len(mine) == 1:
        return Sight(mine[0], mine[0])
    to_move = state.match.to_move()
    return Sight(next((seat for seat in mine if seat in to_move), None), None)


def moved_message(state: TableState, first: Seq, seen: Sight) -> bytes:
    """The entries from `first` on, and the position after them, as `seen` may see them."""
    match = state.match
    entries = match.log[first:]
    timed = match.time_control is not None
    return m.encode(
        m.Moved(
            seq=state.seq,
            clock=match.game_time(state.clock.now()),
            dwell=sum(map(match.game.dwell, entries)),
            times=times_of(match) if timed else None,
            time_off=_time_off(state) if timed else None,
            entries=as_seen(state, entries, seen.log),
            view=state.view(seen.view),
            to_move=tuple(sorted(match.to_move())),
            outcome=match.outcome(),
        )
    )


def table_message(state: TableState, guest: str, here: LookingOn, since: Seq) -> bytes:
    """The whole table as a guest may see it, with the entries after `since`."""
    everyone = here.everyone
    seen = sight(state, guest)
    match, seating = state.match, state.seating
    # A guest who has seen more than there is was here before a backup was restored: all is news.
    first = since + 1 if -1 <= since <= state.seq else 0
    return m.encode(
        m.Table(
            id=state.row.id,
            game=state.row.game,
            options=state.row.options,
            seats=seats_as_seen(seating, guest, everyone),
            changes=changes_as_seen(state, guest, everyone),
            status=state.status,
            paused=state.paused,
            resting=seating.resting,
            weekends_off=seating.weekends_off,
            vacations=_on_vacation(seating),
            time_off=_time_off(state),
            getting_ready=_getting_ready(state),
            away=here.away,
            votes=here.votes,
            invited=_invited(seating),
            closed=state.closed_seats,
            reserved=state.reserved_seats,
            host=sends_away_alone(state, guest),
            watching=len(everyone - seating.guests),
            takeback=_pending(seating),
            rematch=seating.rematch,
            daily=seating.daily,
            study=m.Study(seating.study.table, seating.study.seq) if seating.study else None,
            rated=seating.rated,
            one_address=guest in seating.guests and _plays_from_one_address(seating),
            seq=state.seq,
            clock=match.game_time(state.clock.now()),
            time_control=match.time_control,
            times=times_of(match),
            entries=as_seen(state, match.log[first:], seen.log),
            view=state.view(seen.view),
            to_move=tuple(sorted(match.to_move())),
            outcome=match.outcome(),
        )
    )


def _plays_from_one_address(seating: Seating) -> bool:
    return any(seating.guests.issuperset(pair) for pair in seating.one_address)


def _time_off(state: TableState) -> Reason | None:
    off = state.time_off() if state.going else WORKING
    return None if off is WORKING else off.reason(wall_ms())


def _on_vacation(seating: Seating) -> tuple[Seat, ...]:
    now = wall_ms()
    away = {each.guest for each in seating.vacations if each.began <= now < each.until}
    return tuple(seat for guest in sorted(away) for seat in seating.seats_of(guest))


def _getting_ready(state: TableState) -> m.GettingReady | None:
    if state.status != "playing" or not state.seating.getting_ready:
        return None
    begins_in = None if state.begins is None else max(0, state.begins - wall_ms())
    return m.GettingReady(state.seating.ready, begins_in)


def times_of(match: Match) -> m.Times | None:
    """What the clock of a match shows, where it has one."""
    times = match.position.times
    if times is None:
        return None
    return m.Times(times.left, match.game_time(times.since), tuple(sorted(match.thinking())))


def as_seen(state: TableState, entries: Iterable[Entry], seat: Seat | None) -> tuple[Any, ...]:
    """Entries as a seat may see them; None is a spectator."""
    game = state.match.game
    if type(game).hide is Game.hide:
        return tuple(entries)  # it has nothing to hide
    hide = game.hide
    return tuple([Entry(e.seq, e.t, e.seat, hide(e, seat), e.lag) for e in entries])


def seats_as_seen(seating: Seating, guest: str | None, everyone: set[str]) -> tuple[m.Seat, ...]:
    return tuple(_seat(who, guest, everyone) for who in seating.seats)


def changes_as_seen(state: TableState, guest: str, everyone: set[str]) -> tuple[m.SeatChange, ...]:
    return tuple(
        m.SeatChange(after, seat, _seat(was, guest, everyone), _seat(now, guest, everyone), voted)
        for after, seat, was, now, voted in state.changes
    )


def _seat(who: Sat | BotSat | None, guest: str | None, everyone: set[str]) -> m.Seat:
    match who:
        case None:
            return m.Seat("free", "", None, here=False, yours=False)
        case BotSat(_, level, keeps_for):
            return m.Seat(
                "bot",
                level,
                level,
                here=True,
                yours=False,
                kept_for=keeps_for.name if keeps_for else None,
                kept_for_you=keeps_for is not None and keeps_for.guest == guest,
            )
        case Sat(_, owner, name, token, handle, author):
            here, yours = owner in everyone, owner == guest
            if who.is_bot:
                return m.Seat("bot", name, None, here, yours, handle=handle, author=author)
            return m.Seat("person", name, None, here, yours, token, handle)


def _invited(seating: Seating) -> tuple[m.InvitedBot, ...]:
    return tuple(
        m.InvitedBot(each.seat, each.name, each.author, each.handle, declined)
        for declined, bots in ((False, seating.invited), (True, seating.declined))
        for each in bots
    )


def _pending(seating: Seating) -> m.PendingTakeback | None:
    asked = seating.takeback
    if asked is None:
        return None
    undecided = seating.undecided()
    agreed = tuple(seat for seat in range(len(seating.seats)) if seat not in undecided)
    return m.PendingTakeback(asked.seat, asked.to, agreed)
