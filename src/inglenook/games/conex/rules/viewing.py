"""From a state to what a seat may see of it, and back to a state that looks the same."""

from msgspec import UNSET
from msgspec.structs import asdict

from inglenook.core.game import Rng
from inglenook.core.units import Seat
from inglenook.games.conex.cards import board, deck
from inglenook.games.conex.geometry import lays
from inglenook.games.conex.geometry.candidates import candidates
from inglenook.games.conex.rules.state import (
    DOUBLE,
    DRAW,
    Alone,
    Gift,
    State,
    free,
    star_fault,
)
from inglenook.games.conex.rules.view import Deed, Legal, View


def see(s: State, seat: Seat | None) -> View:
    """All that a seat may know; None is a spectator."""
    hand = () if seat is None or s.phase == "over" else s.hands[seat]
    shown = s.options.spots == "shown"
    legal = lays.lays(s.options.table, s.laid, hand) if shown else Legal()
    under = len(s.under) + len(s.gifts)
    return View(
        seat=seat,
        seats=s.seats,
        options=s.options,
        goal=s.goal,
        table_mm=board().tables_mm[s.options.table],
        phase=s.phase,
        active=s.active,
        first=s.first,
        laid=s.laid,
        hand=() if seat is None else s.hands[seat],
        hands=tuple(map(len, s.hands)),
        pile=len(s.pile) + under,
        under=under,
        points=s.points,
        stars=s.stars,
        fresh=s.fresh,
        played=s.played,
        legal=legal,
        candidates=Legal() if shown else candidates(s.laid, hand),
        factor=DOUBLE,
        free=free(s),
        owing=s.owing,
        deadline=s.ends,
        patience=s.options.give_ms,
        rolled=s.rolled,
        scored=s.scored,
        last_round=s.last_round,
        turns_left=s.turns_left if isinstance(s, Alone) else UNSET,
        may=() if seat is None else may(s, seat, bool(legal.lays) if shown else None),
    )


def may(s: State, seat: Seat, fits: bool | None) -> tuple[Deed, ...]:
    """What a seat may do now; `fits`: it has a card that fits, None where it is not told."""
    if s.phase == "giving":
        return ("give",) if seat in s.owing else ()
    if seat != s.active or s.phase not in ("turn", "closing"):
        return ()
    can_strike = s.laid and star_fault(s, seat, "lightning") is None
    strike: tuple[Deed, ...] = ("lightning",) if can_strike else ()
    if s.phase == "closing":
        return (*strike, "end")
    deeds: list[Deed] = []
    if s.hands[seat] if fits is None else fits:
        deeds.append("lay")
        if star_fault(s, seat, "star2x") is None:
            deeds.append("double")
    if s.left:
        deeds.append("draw")
    elif fits is None or not deeds:
        deeds.append("pass")
    return (*deeds, *strike)


def guess(view: View, rng: Rng) -> State:
    """A state that looks like this view: who holds which of the cards not seen is made up."""
    seen = {*view.hand, *(laid.card for laid in view.laid)}
    unseen = rng.shuffled(card for card in deck() if card not in seen)

    def take(count: int) -> tuple[str, ...]:
        taken = unseen[:count]
        del unseen[:count]
        return tuple(taken)

    hands = tuple(
        view.hand if seat == view.seat else take(count) for seat, count in enumerate(view.hands)
    )
    gifts = tuple(Gift(seat, card) for seat in _givers(view) for card in take(1))
    made = State(
        options=view.options,
        hands=hands,
        points=view.points,
        under=take(view.under - len(gifts)),
        pile=tuple(sorted(unseen)),
        phase=view.phase,
        first=view.first,
        active=view.active,
        laid=view.laid,
        stars=view.stars,
        fresh=view.fresh,
        played=view.played,
        due=_due(view),
        owing=view.owing,
        gifts=gifts,
        ends=view.deadline,
        rolled=view.rolled,
        scored=view.scored,
    )
    if view.turns_left is UNSET:
        return made
    return Alone(**asdict(made), turns_left=view.turns_left)


def _givers(view: View) -> list[Seat]:
    """Who has given already. With no cards there is no telling: the seat counts as having given."""
    if view.phase != "giving":
        return []
    others = [seat for seat in range(view.seats) if seat not in (view.active, *view.owing)]
    # The struck card is one of those under the pile.
    return others[: view.under - 1]


def _due(view: View) -> int:
    """How many cards NATURE draws: the view does not tell a die from a turn's draw."""
    if view.phase != "drawing":
        return 0
    by_die = view.rolled == "draw1" and view.scored and view.scored.seat == view.active
    return min(1 if by_die else DRAW, view.pile)
