"""Votes: what the people at a table decide together.

Nobody is asked before somebody wants something, nobody has to answer, and nothing happens by
itself. Once enough people are for something it is done.

    cause   about                    enough are                           done
    bot     someone who has left     most of the others who are here      a bot keeps the seat
    end     someone who has left     most of the others who are here      nobody wins
    remove  someone, of three or more   the same, and two at least        a bot plays on
    pause   the clocks               all people who sit there             no time runs
    newcomer  a free seat with a hand   all people who are here           anybody may take it
              that its owner gave up

Once a rated game has begun, only `pause` is left: its result is decided by play and the clock.
Until something was played or dealt, whoever made the table sends others away alone.
"""

from collections.abc import Callable
from typing import NamedTuple

from inglenook.core.game import Refused
from inglenook.core.registry import middle_level
from inglenook.core.units import Seat
from inglenook.server.table import rights
from inglenook.server.table.events import BotSat, OpenedUp, Rested, Sat, SeatingEvent, SentAway
from inglenook.server.table.seating import Seating
from inglenook.server.table.state import TableState
from inglenook.server.wire.asks import Cause


class Whereabouts(NamedTuple):
    """What is known of where people are."""

    is_here: Callable[[str], bool]
    is_away: Callable[[str], bool]
    """Whether a guest has had no connection for so long that others may decide about the seat."""


def require_votable(
    state: TableState, guest: str, cause: Cause, about: Seat, of: Whereabouts
) -> None:
    """Refused, with its code, if there is nothing to vote about."""
    rights.require_not_over(state)
    rights.require_not_daily(state)
    if cause == "pause":
        rights.require_full(state)
        if state.row.time_control is None:
            raise Refused("no-clock", detail="without a clock there is nothing to stop")
        if state.seating.rated and len(state.seating.people) == 1:
            raise Refused("rated", detail="alone with bots, nobody stops the clock of a rated game")
        return
    rights.require_no_rated_game(state)
    who = rights.who_sits(state, about)
    if cause == "newcomer":
        if who is not None:
            raise Refused("seat-taken")
        if about not in state.closed_seats:
            raise Refused("seat-free", detail="anybody may sit down there")
        rights.require_given_up(state, about)
        return
    if not isinstance(who, Sat):
        raise Refused("seat-free", detail="no person sits there")
    if who.guest == guest:
        raise Refused("not-yours", detail="nobody votes about themselves")
    if cause == "remove":
        if len(state.seating.people) < 3 and not rights.sends_away_alone(state, guest):
            raise Refused("too-few", detail="it takes three people")
    else:
        rights.require_full(state)
        rights.require_no_clock(state)
        if not of.is_away(who.guest):
            raise Refused("not-away", detail="that person is here, or was a moment ago")


def in_favour(seating: Seating, cause: Cause, about: Seat) -> tuple[Seat, ...]:
    """The seats of those who are for it, one for each person."""
    return tuple(vote.seat for vote in seating.votes if (vote.cause, vote.about) == (cause, about))


def needed(seating: Seating, cause: Cause, about: Seat, is_here: Callable[[str], bool]) -> int:
    """How many people must be for it."""
    if cause == "pause":
        return len(seating.people)
    voted = {seating.guest_of(seat) for seat in in_favour(seating, cause, about)}
    others = seating.people - {seating.guest_of(about)}
    voters = sum(1 for guest in others if guest in voted or is_here(guest))
    if cause == "newcomer":
        return voters
    most = voters // 2 + 1
    return max(2, most) if cause == "remove" else most


def outcome(state: TableState, cause: Cause, about: Seat) -> tuple[SeatingEvent, ...]:
    """What happens beside the match once enough are for it."""
    who = state.seating.seats[about]
    middle = middle_level(state.row.game)
    match cause:
        case "pause":
            return (Rested(),)
        case "newcomer":
            return (OpenedUp(about),)
        case "remove":
            plays_on = middle if state.status == "playing" and state.match.log else None
            return (SentAway(about, plays_on.name if plays_on else None),)
        case "bot":
            if middle is None or not isinstance(who, Sat):
                raise Refused("no-bots", detail="this game has none")
            return (BotSat(about, middle.name, keeps_for=who),)
        case "end":
            return ()
