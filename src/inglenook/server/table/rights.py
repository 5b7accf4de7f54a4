"""Who may do what at a table: each of these raises Refused, with its code, if it is not allowed."""

from inglenook.core.game import NATURE, Refused
from inglenook.core.units import Seat
from inglenook.server.guest_ids import is_bot, require_person
from inglenook.server.table.events import BotSat, Sat
from inglenook.server.table.state import TableState


def who_sits(state: TableState, seat: Seat) -> Sat | BotSat | None:
    """Who sits there; Refused `no-such-seat`."""
    if not 0 <= seat < state.row.seats:
        raise Refused("no-such-seat", detail=f"this table has {state.row.seats} seats")
    return state.seating.seats[seat]


def require_own(state: TableState, guest: str, seat: Seat) -> None:
    """The guest sits there."""
    who = who_sits(state, seat)
    if not isinstance(who, Sat) or who.guest != guest:
        raise Refused("not-your-seat")


def require_practice(state: TableState, guest: str, seat: Seat) -> None:
    """The guest is to move there, and all the others are bots, unless it is a study."""
    require_person(guest)
    require_own(state, guest, seat)
    require_not_over(state)
    require_not_daily(state)
    require_not_rated(state)
    others = (who for number, who in enumerate(state.seating.seats) if number != seat)
    if not state.seating.study and not all(map(_is_bot, others)):
        raise Refused("not-practice", detail="only where all the others are bots")
    if seat not in state.match.to_move():
        raise Refused("not-your-turn")


def _is_bot(who: Sat | BotSat | None) -> bool:
    return isinstance(who, BotSat) or (who is not None and who.is_bot)


def require_invited(state: TableState, guest: str, seat: Seat) -> None:
    """A bot sits where it was asked to, or at a table of its own: people choose whom they play."""
    asked = state.seating.invitation_of(guest)
    if not is_bot(guest) or guest == state.row.creator or (asked and asked.seat == seat):
        return
    raise Refused("not-invited", detail="a bot sits down where it was invited")


def require_free(state: TableState, seat: Seat) -> None:
    require_not_over(state)
    if who_sits(state, seat) is not None:
        raise Refused("seat-taken")


def require_hand(state: TableState, guest: str, seat: Seat) -> None:
    """The guest may see what was dealt to that seat: it is theirs, or its owner gave it up and the
    others agreed."""
    if not state.has_hands:
        return
    hand = state.hands.get(seat)
    if hand is not None and hand.owner.guest == guest:
        return
    if (guest, seat) in state.held:
        raise Refused("not-your-seat", detail="somebody else has taken over this hand")
    if any(who == guest for who, _ in state.held):
        raise Refused("other-hand", detail="whoever has seen one hand takes no other")
    require_given_up(state, seat)
    if seat in state.closed_seats:
        raise Refused("ask-first", detail="those who play decide by `vote` whether somebody may")


def require_given_up(state: TableState, seat: Seat) -> None:
    """The hand of a free seat does not belong to a person who was only away or sent away."""
    if seat in state.reserved_seats:
        raise Refused("not-left", detail="the owner of this hand has not left by their own will")


def require_welcome(state: TableState, guest: str) -> None:
    """The guest may sit down here."""
    if guest in state.seating.sent_away:
        raise Refused("sent-away", detail="the others have sent this guest away")
    if state.seating.rematch:
        raise Refused("moved-on", detail="the game began at another table")


def require_waiting(state: TableState) -> None:
    if state.status != "waiting":
        raise Refused("no-seat-free")


def require_not_begun(state: TableState) -> None:
    if state.match.log:
        raise Refused("begun", detail="what was played would be lost")


def require_full(state: TableState) -> None:
    if state.status == "waiting":
        raise Refused("waiting", detail="a seat is still free")


def require_over(state: TableState) -> None:
    if state.status != "over":
        raise Refused("not-over")


def require_not_over(state: TableState) -> None:
    if state.status == "over":
        raise Refused("game-over")


def require_not_daily(state: TableState) -> None:
    if state.seating.daily:
        raise Refused("daily-board", detail="the board of the day is played once, as it comes")


def require_not_rated(state: TableState) -> None:
    if state.seating.rated:
        raise Refused("rated", detail="a rated game has neither hints nor takebacks")


def require_no_rated_game(state: TableState) -> None:
    """No rated game has begun: the people who began it finish it, and others do not decide."""
    if state.rated_game_begun:
        raise Refused("rated", detail="a rated game that has begun is played to its end")


def require_no_newcomer(state: TableState, guest: str, seat: Seat) -> None:
    """The guest sat there when the rated game began, or none has begun."""
    if (guest, seat) not in state.held:
        require_no_rated_game(state)


def require_no_clock(state: TableState) -> None:
    """No time runs that would decide about somebody who is away."""
    if state.row.time_control and not state.seating.getting_ready:
        raise Refused("clock-decides", detail="whoever is away loses on time")


def require_one_seat(state: TableState, guest: str) -> None:
    """At a rated table, everyone plays for themselves."""
    if state.seating.rated and state.seating.seats_of(guest):
        raise Refused("not-rated", detail="one seat each at a rated table")


def is_host(state: TableState, guest: str) -> bool:
    """Whether the guest made the table, and nobody has moved yet."""
    begun = any(entry.seat != NATURE for entry in state.match.log)
    return guest == state.row.creator and not begun


def sends_away_alone(state: TableState, guest: str) -> bool:
    """Whether the guest made the table, sits there, and nothing has been played or dealt."""
    return guest == state.row.creator and guest in state.seating.guests and not state.match.log


def require_company(state: TableState, guest: str) -> None:
    """Whoever sits here decides about bots and empty chairs; before the first move the host too."""
    if not is_host(state, guest) and not state.seating.seats_of(guest):
        raise Refused("not-seated", detail="only those who sit at the table may do that")
