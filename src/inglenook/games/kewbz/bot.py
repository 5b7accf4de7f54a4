"""The Kewbz bots: one search, given more or less to see with, and a player with a network."""

import time

from msgspec import Struct

from inglenook.core.bot import Advice, Level
from inglenook.core.game import Move, Rng
from inglenook.core.units import Seat
from inglenook.games.kewbz import mind, rules
from inglenook.games.kewbz.endings import best_to_the_end
from inglenook.games.kewbz.root_search import best, fairest, margin, options
from inglenook.games.kewbz.search import DEEPEST, Memory, blank, memory, refreshed
from inglenook.games.kewbz.view import View
from inglenook.shared.compiled import stopped_after


class Skill(Struct, frozen=True):
    depth: int
    """The most moves it looks ahead."""
    blind: int = 0
    """Of a hundred moves, how many it overlooks."""
    network: bool = False
    """Plays by the network where there is one, and the board is of a size it knows."""


SKILLS = {
    "pebble": Skill(depth=1, blind=70),
    "flint": Skill(depth=1, blind=60),
    "cobble": Skill(depth=1, blind=45),
    "brick": Skill(depth=1, blind=20),
    "lintel": Skill(depth=2, blind=10),
    "pillar": Skill(depth=3),
    "arch": Skill(depth=5),
    "buttress": Skill(depth=7),
    "keystone": Skill(depth=DEEPEST),
    "capstone": Skill(depth=DEEPEST, network=True),
}
LEVELS = tuple(Level(name, number, 1.0) for number, name in enumerate(SKILLS, start=1))
SHARE = 0.8
"""The share of a bot's time for searching; the rest is for ending in time on a busy machine."""
NETWORK_SHARE = 0.95
"""The same for the network's player, who looks at the clock every millisecond or two."""

COUNTABLE, COUNTING = 12, 0.6
"""With so few cubes left to a player, the network's player spends that share of its time on
counting the game out."""

OWN = "capstone"
"""The memory of the network's player."""

ADVISED = 3
"""Moves that a hint names."""

HINTED = 1000
"""Ways down the network's tree for a hint: a fifth of a second."""

KEWBZ = rules.Kewbz()


class KewbzBot:
    """See `Bot`. One at a time in a process: the search has one memory."""

    def __init__(self) -> None:
        self._before: rules.State | None = None
        """The last position that the network's player thought about."""

    def choose(self, view: View, seat: Seat, level: Level, rng: Rng) -> Move:  # noqa: ARG002 - in the view
        began = time.perf_counter()
        skill = SKILLS[level.name]
        s = KEWBZ.determinize(view, rng)
        end = began + level.seconds * (NETWORK_SHARE if skill.network else SHARE)
        m = self._kept(s) if skill.network else blank(s.size)
        if skill.network and (move := _strongest(s, m, end)):
            return move
        there = rng.shuffled(options(s))
        seen = [choice for choice in there if rng.below(100) >= skill.blind] or there[:1]
        with stopped_after(end - time.perf_counter(), m.stop):
            if view.swap == "later":
                return fairest(s.size, seen, skill.depth, m)[0].move
            choice, value = best(s.size, seen, skill.depth, m)
        # Whoever takes the cube over then has what the other has now.
        return rules.Swap() if view.swap == "now" and value < 0 else choice.move

    def _kept(self, s: rules.State) -> Memory:
        """A memory of its own for the network's player, who still knows at its next move what it
        found out about an ending."""
        goes_on = self._before is not None and _follows(self._before, s)
        self._before = s
        return refreshed(memory(OWN)) if goes_on else blank(s.size, OWN)

    def advise(self, view: View, seat: Seat, rng: Rng) -> list[Advice]:  # noqa: ARG002 - in the view
        s, m = KEWBZ.determinize(view, rng), blank(view.size)
        left, found, depth = options(s), list[Advice](), SKILLS["buttress"].depth
        with stopped_after(LEVELS[-1].seconds * SHARE, m.stop):
            if mind.knows(s):
                return _by_network(s, m)
            if view.swap == "later":
                choice, value = fairest(s.size, left, depth, m)
                return [Advice(choice.move, -margin(value))]
            while left and len(found) < ADVISED and not (found and m.stop[0]):
                choice, value = best(s.size, left, depth, m)
                found.append(Advice(choice.move, margin(value)))
                left.remove(choice)
        if view.swap == "now":
            found.append(Advice(rules.Swap(), -found[0].worth))
        return sorted(found, key=lambda advice: -advice.worth)

    def warm(self) -> None:
        for size in (8, 9):  # one word per mask, and three: each is compiled separately
            s = KEWBZ.setup(2, rules.Options(size))
            # The weakest level: what all of them call is compiled, and nothing is thought over.
            self.choose(KEWBZ.view(s, 0), 0, LEVELS[0], Rng("", 0))
            m = blank(size)
            if mind.knows(s):
                mind.ranked(s, m, 2)
            m.stop[0] = True
            best_to_the_end(s, m)


def _strongest(s: rules.State, m: Memory, end: float) -> rules.PlayerMove | None:
    """The move of the network's player, who first tries to count the game out; None where it has to
    play as Keystone does."""
    if min(s.unplayed) <= COUNTABLE and not s.swap:
        with stopped_after(COUNTING * (end - time.perf_counter()), m.stop):
            if choice := best_to_the_end(s, m):
                return choice.move
    if not mind.knows_boards(s.size):
        return None
    with stopped_after(end - time.perf_counter(), m.stop):
        return mind.ranked(s, m)[0].move


def _by_network(s: rules.State, m: Memory) -> list[Advice]:
    mind.forget()
    found = mind.ranked(s, m, HINTED)[:ADVISED]
    # The most visited is the best: another whose few ways down were lucky is worth no more.
    worths = (mind.final_margin(min(each.value, found[0].value)) for each in found)
    hints = [Advice(each.move, worth) for each, worth in zip(found, worths, strict=True)]
    return sorted(hints, key=lambda advice: -advice.worth)


def _follows(before: rules.State, s: rules.State) -> bool:
    """Whether a position may be the one at a player's next turn: two more cells have cubes."""
    grown = zip(before.stacks, s.stacks, strict=True) if before.size == s.size else ()
    more = [bool(now) - bool(was) for was, now in grown]
    return before.turn == s.turn and min(more, default=-1) == 0 and sum(more) == 2


BOT = KewbzBot()
