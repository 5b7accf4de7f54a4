"""The eight Kewbz bots: one search, given more or less to see with."""

import time
from typing import NamedTuple

from msgspec import Struct

from inglenook.bot import Level
from inglenook.game import Move, Rng
from inglenook.games.compiled import stopped_after
from inglenook.games.kewbz import fast, rules
from inglenook.games.kewbz.judge import play
from inglenook.games.kewbz.mask import from_int
from inglenook.games.kewbz.search import DEEPEST, INFINITY, Memory, blank, search
from inglenook.games.kewbz.view import View
from inglenook.units import Seat


class Skill(Struct, frozen=True):
    depth: int
    """The most moves it looks ahead."""
    blind: int = 0
    """Of a hundred moves, how many it overlooks."""


SKILLS = {
    "pebble": Skill(depth=1, blind=70),
    "cobble": Skill(depth=1, blind=45),
    "brick": Skill(depth=1, blind=20),
    "lintel": Skill(depth=2, blind=10),
    "pillar": Skill(depth=3),
    "arch": Skill(depth=5),
    "buttress": Skill(depth=7),
    "keystone": Skill(depth=DEEPEST),
}
LEVELS = tuple(Level(name, number, 1.0) for number, name in enumerate(SKILLS, start=1))
SHARE = 0.8
"""The share of a bot's time for searching; the rest is for ending in time on a busy machine."""

KEWBZ = rules.Kewbz()


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


def fairest(size: int, choices: list[Option], depth: int, m: Memory) -> Option:
    """The move that leaves the game most even: what to open with when it may be taken over."""
    b, leader = fast.board(size), choices[0]
    for ahead in range(depth):
        values = [search(b, choice.after, ahead, -INFINITY, INFINITY, 1, m) for choice in choices]
        if m.stop[0] and ahead:
            break
        leader = choices[min(range(len(choices)), key=lambda i: abs(values[i]))]
    return leader


class KewbzBot:
    """See `Bot`. One at a time in a process: the search has one memory."""

    def choose(self, view: View, seat: Seat, level: Level, rng: Rng) -> Move:  # noqa: ARG002 - in the view
        began = time.perf_counter()
        skill = SKILLS[level.name]
        s = KEWBZ.determinize(view, rng)
        there = rng.shuffled(options(s))
        seen = [choice for choice in there if rng.below(100) >= skill.blind] or there[:1]
        m = blank(s.size)
        with stopped_after(began + level.seconds * SHARE - time.perf_counter(), m.stop):
            if view.swap == "later":
                return fairest(s.size, seen, skill.depth, m).move
            choice, value = best(s.size, seen, skill.depth, m)
        # Whoever takes the cube over then has what the other has now.
        return rules.Swap() if view.swap == "now" and value < 0 else choice.move

    def warm(self) -> None:
        for size in (8, 9):  # one word per mask, and three: each is compiled separately
            view = KEWBZ.view(KEWBZ.setup(2, rules.Options(size)), 0)
            for level in (LEVELS[0], LEVELS[-1]):
                self.choose(view, 0, level, Rng("", 0))


BOT = KewbzBot()
