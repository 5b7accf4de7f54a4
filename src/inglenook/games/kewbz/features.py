"""What a row of a survey says of a move of Kewbz."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from inglenook.core.game import Entry
from inglenook.games.kewbz import rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from inglenook.games.kewbz.quick import Quick


class Features(Struct, frozen=True):
    cell: str | None
    """Where a cube was placed; none where the first one was taken over."""
    choices: int
    """The cells on which one could have been placed."""
    due: int
    """The cubes that were to be stacked."""
    stacked: int
    """Those that were: fewer where the player ran out of them."""
    taken: int
    """The other's towers that became the player's own."""
    tallest: int
    """How high the highest tower is then."""
    left_0: int
    """The unplayed cubes of seat 0, and of seat 1."""
    left_1: int


def features(before: rules.State, entry: Entry, after: rules.State) -> Features:
    """What there is to say of an entry, and of the states around it."""
    seat, move = entry.seat, entry.move
    cell = move.cell if isinstance(move, rules.Place) else None
    demand = rules.due(before, rules.grid(before.size).cells[cell]) if cell else {}
    spent = before.unplayed[seat] - after.unplayed[seat]
    towers = [was for was in zip(before.stacks, after.stacks, strict=True) if len(was[0]) > 1]
    return Features(
        cell=cell,
        choices=len(rules.open_cells(before)),
        due=sum(demand.values()),
        stacked=spent - 1 if cell else 0,
        taken=sum(was[-1] != seat == now[-1] for was, now in towers),
        tallest=max(map(len, after.stacks)),
        left_0=after.unplayed[0],
        left_1=after.unplayed[1],
    )


def quick(options: Any, players: Sequence[str]) -> Quick | None:
    """The compiled twin for a survey with such players; None where it does not know them."""
    from inglenook.games.kewbz.quick import quick

    return quick(options, players)


def warm() -> None:
    """Compile what a survey would wait for."""
    for size in (8, 9):  # one word per mask, and three: each is compiled separately
        twin = quick(rules.Options(size), ("random", "brick"))
        assert twin
        twin.play("", 0, 2)
