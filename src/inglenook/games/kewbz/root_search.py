"""The search at work on positions of the rules: which moves there are, and what each is worth.

Nothing here looks at a clock. What is asked for to a depth is the same every time; whoever has only
so much time sets `Memory.stop` from outside.
"""

from typing import NamedTuple

from inglenook.games.kewbz import fast, rules
from inglenook.games.kewbz.judge import POINT, WIN, play
from inglenook.games.kewbz.mask import from_int
from inglenook.games.kewbz.search import INFINITY, Memory, search


class Option(NamedTuple):
    """A move, and the position it leads to."""

    move: rules.Place
    after: fast.Position


def options(s: rules.State) -> list[Option]:
    """All placements; where one leaves the player short of cubes, with the best choice."""
    g, b, p = rules.grid(s.size), fast.board(s.size), fast.from_state(s)
    found = []
    for cell in rules.open_cells(s):
        bit = from_int(1 << fast.place_of(s.size, cell), s.size > 8)
        after = fast.to_state(s.size, play(b, p, bit))
        stack = None
        if rules.shortage(s, rules.due(s, cell)):
            grown = zip(g.names, s.stacks, after.stacks, strict=True)
            stack = tuple(
                name for name, was, now in grown for _ in range(len(now) - max(len(was), 1))
            )
        found.append(Option(rules.Place(g.names[cell], stack), fast.from_state(after)))
    return found


def best(size: int, choices: list[Option], depth: int, m: Memory) -> tuple[Option, int]:
    """The best of some moves and its value: deeper and deeper, until stopped or all is known."""
    b, order, value = fast.board(size), choices, 0
    for ahead in range(depth):
        judged, alpha, leader = m.counts[1], -INFINITY, None
        for choice in order:
            found = -INFINITY
            if leader:
                found = -search(b, choice.after, ahead, -alpha - 1, -alpha, 1, m)
            if not leader or found > alpha:
                found = -search(b, choice.after, ahead, -INFINITY, -alpha, 1, m)
            if m.stop[0] and ahead:
                break
            if found > alpha:
                alpha, leader = found, choice
        if leader:
            order, value = [leader, *(c for c in order if c is not leader)], alpha
        if m.stop[0] or m.counts[1] == judged:
            break
    return order[0], value


def fairest(size: int, choices: list[Option], depth: int, m: Memory) -> tuple[Option, int]:
    """The move that leaves the game most even, and its value to who may take it over then.

    It is what to open with when the first cube may be taken over.
    """
    b, leader, value = fast.board(size), choices[0], 0
    for ahead in range(depth):
        values = [search(b, choice.after, ahead, -INFINITY, INFINITY, 1, m) for choice in choices]
        if m.stop[0] and ahead:
            break
        value, number = min((abs(found), number) for number, found in enumerate(values))
        leader = choices[number]
    return leader, value


def margin(value: int) -> float:
    """What a value of the search says of the final margin, in points."""
    if abs(value) > WIN // 2:
        value -= WIN if value > 0 else -WIN
    return value / POINT
