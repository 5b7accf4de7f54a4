"""The CONEX table as plain text, for a terminal."""

from inglenook.core.units import Seat
from inglenook.games.conex.rules.view import Laid, View

STEP = 15
"""Degrees of one direction."""


def show(view: View) -> str:
    """Points, cards and stars of all; the pile; the cards on the table; and whose turn it is."""
    pile = f"Pile: {view.pile} cards"
    lines = [f"CONEX on the {view.options.table} table, to {view.goal}"]
    lines += (_seat(view, seat) for seat in range(view.seats))
    lines.append(f"{pile}, {view.under} of them put under it" if view.under else pile)
    lines += map(_laid, view.laid)
    lines.append(_turn(view))
    return "\n".join(lines)


def _seat(view: View, seat: Seat) -> str:
    parts = [f"Seat {seat}: {view.points[seat]} points", f"{view.hands[seat]} cards"]
    if seat == view.seat:
        parts[-1] = " ".join(view.hand) or "no cards"
    if view.stars.star2x == seat:
        parts.append("2x star")
    if view.stars.lightning == seat:
        parts.append("lightning star")
    return ", ".join(parts)


def _laid(card: Laid) -> str:
    x, y = card.x / 1000, card.y / 1000
    return f"{card.card} on {card.on:5} at {x:6.1f} {y:6.1f} mm, turned {card.d * STEP}°"


def _turn(view: View) -> str:
    if view.phase == "over":
        return "The game is over"
    if view.phase == "giving":
        return f"To give a card: {', '.join(f'seat {seat}' for seat in view.owing)}"
    whose = "Nobody's turn yet" if view.active is None else f"Turn of seat {view.active}"
    return f"{whose}, last round" if view.last_round else whose
