"""What a log of CONEX folds to, and the steps of a turn."""

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from inglenook.core.units import PlayMs, Seat
from inglenook.games.conex.cards import board, deck
from inglenook.games.conex.geometry import lays
from inglenook.games.conex.rules.moves import Face, Options
from inglenook.games.conex.rules.view import Laid, Phase, Scored, Stars

HAND = 5
"""The cards one begins with."""
DRAW = 2
"""The cards one draws instead of laying one."""
PLUS = 2
"""What a lay on a Plus-2 card brings besides its corner's value."""
DOUBLE = 2
"""What the 2x star multiplies a lay by."""
STRIKE: PlayMs = 2000
"""ms in which everyone sees what lightning has struck; the time to choose a card begins then."""

Star: TypeAlias = Literal["star2x", "lightning"]


class Gift(Struct, frozen=True, gc=False):
    """A card on its way under the pile."""

    seat: Seat
    card: str


class State(Struct, frozen=True, gc=False):
    options: Options
    hands: tuple[tuple[str, ...], ...]
    """In the order in which the cards came."""
    points: tuple[int, ...]
    pile: tuple[str, ...]
    """Sorted: NATURE says what is drawn from it."""
    under: tuple[str, ...] = ()
    """What was put under the pile, and comes after all of it; the first to come is first."""
    phase: Phase = "lots"
    first: Seat | None = None
    active: Seat | None = None
    laid: tuple[Laid, ...] = ()
    stars: Stars = Stars()
    fresh: tuple[Star, ...] = ()
    """Stars won in this turn."""
    played: bool = False
    """The active seat has laid, drawn or passed."""
    due: int = 0
    """The cards NATURE has to draw."""
    owing: tuple[Seat, ...] = ()
    """Who still has to give, clockwise from the striker."""
    gifts: tuple[Gift, ...] = ()
    ends: PlayMs | None = None
    """Until when those who owe may choose; then NATURE gives for them. None: they have all day."""
    passes: int = 0
    """How many turns in a row were passed."""
    rolled: Face | None = None
    scored: Scored | None = None

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def goal(self) -> int:
        usual = board().goals[self.options.table][self.seats]
        return usual if self.options.goal is None else self.options.goal

    @property
    def left(self) -> int:
        """How many cards can still be drawn."""
        return len(self.pile) + len(self.under)

    @property
    def last_round(self) -> bool:
        return max(self.points) >= self.goal


class Alone(State, frozen=True, gc=False):
    """A game for one: as many points as possible in so many turns. The goal is only a mark."""

    turns_left: int = 0
    """With the one that is being played."""

    @property
    def goal(self) -> int:
        return self.options.goal or board().goals[self.options.table][2]

    @property
    def last_round(self) -> bool:
        return self.turns_left <= 1


def start(seats: int, options: Options) -> State:
    if seats == 1:
        return Alone(options, ((),), (0,), tuple(sorted(deck())), turns_left=options.turns)
    return State(options, ((),) * seats, (0,) * seats, tuple(sorted(deck())))


def free(s: State) -> tuple[str, ...]:
    """The cards on which no other lies, in the order they were laid."""
    covered = {laid.on for laid in s.laid}
    return tuple(laid.card for laid in s.laid if laid.card not in covered)


def star_fault(s: State, seat: Seat, star: Star) -> str | None:
    """Why a seat may not use a star now, in its own turn."""
    if getattr(s.stars, star) != seat:
        return "no-star"
    return "star-too-new" if star in s.fresh else None


def can_lay(s: State, seat: Seat) -> bool:
    return lays.fits(s.options.table, s.laid, s.hands[seat])


def with_hand(s: State, seat: Seat, hand: tuple[str, ...]) -> State:
    return replace(s, hands=(*s.hands[:seat], hand, *s.hands[seat + 1 :]))


def without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    return tuple(other for other in hand if other != card)


def drawing(s: State, wanted: int) -> State:
    """NATURE draws for the active seat, as far as the pile goes."""
    due = min(wanted, s.left)
    return replace(s, phase="drawing", due=due) if due else close(s)


def drawn(s: State, cards: tuple[str, ...]) -> State:
    """The cards have come into the hand of the active seat."""
    assert s.active is not None
    s = with_hand(s, s.active, (*s.hands[s.active], *cards))
    pile = tuple(card for card in s.pile if card not in cards)
    return close(replace(s, pile=pile, under=s.under[s.due - (len(s.pile) - len(pile)) :], due=0))


def rolled(s: State, face: Face) -> State:
    s = replace(s, rolled=face)
    match face:
        case "draw1":
            return drawing(s, 1)
        case "draw2":
            return drawing(s, 2)
        case star:
            if getattr(s.stars, star) != s.active:
                s = replace(s, stars=replace(s.stars, **{star: s.active}), fresh=(*s.fresh, star))
            return close(s)


def close(s: State) -> State:
    """The turn is over, unless its player might still use the lightning star."""
    assert s.active is not None
    if star_fault(s, s.active, "lightning") is None:
        return replace(s, phase="closing")
    return end_turn(s)


def end_turn(s: State) -> State:
    """The next seat's turn begins, or the game is over."""
    assert s.active is not None
    after = (s.active + 1) % s.seats
    s = replace(s, phase="turn", active=after, played=False, fresh=())
    if isinstance(s, Alone):
        s = replace(s, turns_left=s.turns_left - 1)
        done = s.turns_left == 0
    else:
        done = s.last_round and after == s.first
    if done or _no_room(s):
        return replace(s, phase="over", active=None)
    return s


def _no_room(s: State) -> bool:
    """Whether nobody will ever lay a card again, or nobody did for a whole round."""
    if s.passes >= s.seats:
        return True
    if s.left or s.stars.lightning is not None:
        return False
    return not lays.fits(s.options.table, s.laid, [card for hand in s.hands for card in hand])


def strike(s: State, card: str, t: PlayMs) -> State:
    """Lightning takes a card off the table, and all the others owe one."""
    assert s.active is not None
    clockwise = [(s.active + step) % s.seats for step in range(1, s.seats)]
    s = replace(
        s,
        phase="giving",
        laid=tuple(other for other in s.laid if other.card != card),
        under=(*s.under, card),
        stars=replace(s.stars, lightning=None),
        owing=tuple(seat for seat in clockwise if s.hands[seat]),
        ends=t + STRIKE + s.options.give_ms if s.options.give_ms else None,
        passes=0,
        # Its face is hidden from now on.
        scored=None if s.scored and s.scored.card == card else s.scored,
    )
    return _given(s)


def give(s: State, seat: Seat, card: str) -> State:
    s = with_hand(s, seat, without(s.hands[seat], card))
    return _given(
        replace(
            s,
            owing=tuple(other for other in s.owing if other != seat),
            gifts=(*s.gifts, Gift(seat, card)),
        )
    )


def _given(s: State) -> State:
    """Once nobody owes anything, the gifts go under the pile and the turn goes on or ends."""
    if s.owing:
        return s
    assert s.active is not None
    striker = s.active
    gifts = sorted(s.gifts, key=lambda gift: (gift.seat - striker) % s.seats)
    under = (*s.under, *(gift.card for gift in gifts))
    s = replace(s, phase="turn", under=under, gifts=(), ends=None)
    return end_turn(s) if s.played else s
