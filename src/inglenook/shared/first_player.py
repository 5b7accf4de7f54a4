"""Who begins: a seat that the players have named, or lots drawn by NATURE."""

from inglenook.core.game import Move, Refused, Rng
from inglenook.core.units import Seat


class Lots(Move, frozen=True):
    """NATURE: who begins."""

    seat: Seat


def refuse_absent(first: Seat | None, seats: int) -> None:
    """Refused `bad-options` if the seat that is named to begin is not at the table."""
    if first is not None and first >= seats:
        raise Refused("bad-options", detail=f"there is no seat {first} among {seats}")


def draw(first: Seat | None, seats: int, rng: Rng) -> Lots:
    """The seat that is named, or any."""
    return Lots(rng.below(seats) if first is None else first)


def fault(lots: Lots, first: Seat | None, seats: int) -> str | None:
    fair = 0 <= lots.seat < seats if first is None else lots.seat == first
    return None if fair else "bad-lots"


def chances(first: Seat | None, seats: int) -> tuple[tuple[Seat, int], ...]:
    """Who may be drawn, each with its weight."""
    return tuple((seat, 1) for seat in range(seats)) if first is None else ((first, 1),)
