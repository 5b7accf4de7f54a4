"""The coach of Kewbz: what each move was worth, by the network of the strongest level, and near the
end, or where there is no network, by a search as deep as that of a strong one."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import exp
from typing import Any, NamedTuple

import msgspec

from inglenook.core.game import Entry
from inglenook.core.insight import Insight, Verdict
from inglenook.core.units import Seat
from inglenook.games.kewbz import mind, rules
from inglenook.games.kewbz.judge import WIN
from inglenook.games.kewbz.root_search import best, fairest, margin, options
from inglenook.games.kewbz.search import blank

DEPTH = 7
"""Moves ahead: those of Buttress, a strong level."""
WAYS = 200
"""Ways down the network's tree."""
CACHED_POSITIONS = 8
"""Positions whose judgement is kept: the one after a move is the one before the next."""
SPREAD = 6.3
"""How far from the expected margin people's games end: it makes a chance of a margin. Fitted by
`bench/kewbz_chances.py`; early and late in a game it is the same."""
AS_GOOD = 0.5
"""Points that are no difference: the search is not surer than that."""
SLIP, MISTAKE, BLUNDER = 0.05, 0.12, 0.25
"""What a move must cost of the chance to win to be called that."""
COSTLY = 4.0
"""Points that make a move a slip even where the game was decided."""
KEEN = 4.5
"""How fast quality falls with the chance given away: a tenth leaves 64 %."""
AT_ONCE = 2
"""Points of a difference that can be seen at once, on the board."""


class Look(NamedTuple):
    """What a position is to who is to move.

    move    the best one there is; None where the game is over
    margin  by how many points it is won in the end
    known   the search has seen that end; else it is a guess
    """

    move: rules.PlayerMove | None
    margin: float
    known: bool

    def chance(self, known: bool) -> float:
        """How likely it is to be won: of a known end surely or not, of a guess by its spread."""
        if known:
            return (self.margin > 0) + 0.5 * (self.margin == 0)
        return 1 / (1 + exp(-self.margin / SPREAD))


@lru_cache(CACHED_POSITIONS)
def judged(s: rules.State) -> Look:
    """What the network thinks of a position."""
    if rules.is_over(s):
        return _over(s)
    mind.forget()
    move, value = mind.ranked(s, blank(s.size), WAYS)[0]
    return Look(move, mind.final_margin(value), False)


def judge_for(s: rules.State) -> Callable[[rules.State], Look]:
    """Who knows most about a position and those that follow from it at once."""
    return judged if mind.knows(s) else look


def look(s: rules.State, depth: int = DEPTH) -> Look:
    """What the search thinks of a position, so many moves deep."""
    if rules.is_over(s):
        return _over(s)
    choices, m = options(s), blank(s.size)
    if s.swap and s.turn == 0:
        option, value = fairest(s.size, choices, depth, m)
        value = -value  # the other takes the better side
    else:
        option, value = best(s.size, choices, depth, m)
    move: rules.PlayerMove = option.move
    if rules.swap_now(s) and value < 0:
        # Whoever takes the cube over then has what the other has now.
        move, value = rules.Swap(), -value
    known = abs(value) > WIN // 2
    return Look(move, margin(value), known)


def _over(s: rules.State) -> Look:
    return Look(None, _lead(s, s.turn), True)


def analyse(
    states: Sequence[rules.State], entries: Sequence[Entry], steps: range
) -> Iterator[Insight]:
    """See `Game.analyse`."""
    for step in steps:
        if step and isinstance(entries[step - 1].move, rules.Place | rules.Swap):
            yield _insight(step, states[step - 1], entries[step - 1].move, states[step])


def _insight(step: int, before: rules.State, move: Any, after: rules.State) -> Insight:
    seat = before.turn
    # One judge for both, or a difference between two would look like somebody's fault.
    judge = judge_for(before)
    there, then = judge(before), judge(after)
    # A move leaves the turn to the other, whose gain is the mover's loss.
    got, chance = -then.margin, 1 - then.chance(then.known)
    cost = max(0.0, there.margin - got)
    as_good = there.move == move or cost < AS_GOOD
    # That an end came into sight between the two must not look like somebody's fault.
    known = there.known and then.known
    drop = 0.0 if as_good else max(0.0, there.chance(known) - 1 + then.chance(known))
    cost = 0.0 if as_good else cost
    verdict = _verdict(before, as_good, cost, drop)
    name, facts = ("", {}) if as_good else _reason(before, there, move, after, then)
    return Insight(
        step=step,
        seat=seat,
        verdict=verdict,
        quality=round(exp(-KEEN * drop), 4),
        cost=round(cost, 2),
        chances=_for_both(seat, round(chance, 4), round(1 - chance, 4)),
        margins=_for_both(seat, round(got, 2), round(-got, 2)),
        best=() if as_good else (msgspec.to_builtins(there.move),),
        name=name,
        facts=facts,
    )


def _for_both(seat: Seat, own: float, other: float) -> tuple[float, float]:
    return (own, other) if seat == 0 else (other, own)


def _verdict(before: rules.State, as_good: bool, cost: float, drop: float) -> Verdict:
    if len(rules.open_cells(before)) == 1 and not rules.swap_now(before):
        return "forced"
    if as_good:
        return "best"
    if drop >= BLUNDER:
        return "blunder"
    if drop >= MISTAKE:
        return "mistake"
    return "slip" if drop >= SLIP or cost >= COSTLY else "good"


def _reason(
    before: rules.State, there: Look, move: Any, after: rules.State, then: Look
) -> tuple[str, dict[str, str | int | float]]:
    """Why the other move was better, as far as it can be seen on the board."""
    if isinstance(there.move, rules.Swap):
        return "take-over", {}
    if isinstance(move, rules.Swap):
        return "leave", {}
    assert there.move is not None
    seat, other = before.turn, _after(before, there.move)
    more = _lead(other, seat) - _lead(after, seat)
    if more >= AT_ONCE:
        return "missed", {"cell": there.move.cell, "n": more}
    if isinstance(then.move, rules.Place):
        lost = _lead(after, seat) - _lead(_after(after, then.move), seat)
        answer = judge_for(before)(other).move
        saved = lost
        if isinstance(answer, rules.Place):
            saved = lost - (_lead(other, seat) - _lead(_after(other, answer), seat))
        if saved >= AT_ONCE:
            return "gift", {"cell": there.move.cell, "reply": then.move.cell, "n": saved}
    return "later", {"cell": there.move.cell}


def _after(s: rules.State, move: rules.Place) -> rules.State:
    cells = rules.grid(s.size).cells
    stack = tuple(cells[name] for name in move.stack) if move.stack else None
    return rules.place(s, cells[move.cell], stack)


def _lead(s: rules.State, seat: Seat) -> int:
    scores = rules.count(s)
    return scores[seat] - scores[1 - seat]
