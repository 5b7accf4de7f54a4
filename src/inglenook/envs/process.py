"""A game as a decision process, which is what every adapter here is made of.

A node is a moment at which somebody has to choose: a player the next action of a move, NATURE the
next part of a draw, or, where the game is simultaneous, everybody at once. Nodes are frozen, and a
process only says what follows from them, so that a node can be kept, compared and gone back to.
"""

from collections.abc import Hashable, Sequence
from itertools import permutations
from operator import index
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from inglenook.core.encoding import Fit, Floats, json_text
from inglenook.core.game import MAX_LAG, NATURE, Entry, Game, Move, Outcome, Parts, Refused, Rng
from inglenook.core.registry import find_game, part_of
from inglenook.core.units import PlayMs, Seat

EVERYBODY: Seat = -2
"""Whose turn it is when all choose at once."""
OVER: Seat = -4
"""Whose turn it is when the game is over. (These are OpenSpiel's numbers.)"""
WAIT = 0
"""The action of doing nothing for a tick; only where the game is simultaneous."""


class Link(Struct, frozen=True, gc=False):
    """The log so far: its last entry, and what came before."""

    before: "Link | None"
    entry: Entry


class Node(Struct, frozen=True, eq=False, gc=False):
    """A moment at which somebody has to choose."""

    state: Any
    t: PlayMs = 0
    turn: Seat = NATURE
    prefix: tuple[int, ...] = ()
    """What the seat in turn has spelt so far."""
    parts: Parts = ()
    """What NATURE has drawn so far."""
    deeds: tuple[tuple[Seat, Move], ...] = ()
    """What several did in the same tick: NATURE says in which order."""
    log: Link | None = None
    taken: int = 0
    """How many actions players have taken, or ticks."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "Node":
        return self


class Process:
    """A game of so many seats, with its options and its fit, as nodes.

    Refused as `Match` does, and `no-fit` for a game that has none, `bad-fit` for choices that it
    does not have.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        fit: dict[str, Any] | None = None,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.seats = seats if seats is not None else (2 if 2 in self.game.seats else 1)
        if self.seats not in self.game.seats:
            counts = ", ".join(map(str, self.game.seats))
            raise Refused("bad-seats", detail=f"{self.game.name} is for {counts}, not {seats}")
        module = part_of(self.game.name, "fit")
        if module is None:
            raise Refused("no-fit", detail=f"{self.game.name} has no module `fit`")
        decoded = self.game.decode_options(options or {})
        kind: type[Fit] = module.FIT
        self.fit = kind(self.game, self.seats, decoded, kind.decode(fit or {}))
        self._start = Node(self.game.setup(self.seats, decoded))
        self._all_at_once = self.game.dynamics == "simultaneous"

    def start(self) -> Node:
        return self._settled(self._start)

    def legal(self, n: Node, seat: Seat) -> tuple[int, ...]:
        """The actions of a seat, in ascending order; none where it has nothing to choose."""
        if n.turn not in (seat, EVERYBODY):
            return ()
        return self.fit.next_actions(n.state, seat, n.prefix, n.t)

    def chances(self, n: Node) -> Sequence[tuple[Hashable, int]]:
        """What NATURE may draw where it is in turn, with weights; an action is its place here."""
        if n.deeds:
            return [(order, 1) for order in permutations(seat for seat, _ in n.deeds)]
        return self.fit.chances(n.state, n.parts)

    def draw(self, n: Node, rng: Rng) -> int:
        """What NATURE draws, by chance."""
        weights = [weight for _, weight in self.chances(n)]
        at = rng.below(sum(weights))
        for outcome, weight in enumerate(weights):
            at -= weight
            if at < 0:
                return outcome
        raise AssertionError("weights are whole and positive")

    def step(self, n: Node, action: int) -> Node:
        """The node after an action of the seat in turn, or of NATURE's; it must be legal.

        Refused `bad-action` for a number that stands for no action at all.
        """
        chances = self.chances(n) if n.turn == NATURE else ()
        action = _number_below(len(chances) if n.turn == NATURE else self.fit.actions, action)
        if n.turn == NATURE:
            label = chances[action][0]
            if n.deeds:
                deeds = dict(n.deeds)
                # Where several act at once, what NATURE draws is their order.
                ordered = [(seat, deeds[seat]) for seat in label]  # type: ignore[attr-defined] # seats
                return self._done(replace(n, deeds=()), ordered)
            return self._settled(replace(n, parts=(*n.parts, label)))
        if self._all_at_once:
            return self.step_all(n, {n.turn: action})
        prefix = (*n.prefix, action)
        n = replace(n, taken=n.taken + 1)
        move = self.fit.move(n.state, n.turn, prefix)
        if move is not None:
            return self._settled(self._played(n, n.turn, move))
        if n.taken >= self.fit.limits.longest:
            return replace(n, prefix=prefix, turn=OVER)
        return replace(n, prefix=prefix)

    def step_all(self, n: Node, actions: dict[Seat, int]) -> Node:
        """The node after everybody has chosen at once. What is not legal counts as waiting."""
        deeds = []
        for seat, action in sorted(actions.items()):
            if action != WAIT and action in self.legal(n, seat):
                move = self.fit.move(n.state, seat, (action,))
                assert move is not None
                deeds.append((seat, move))
        return self.act(n, deeds)

    def act(self, n: Node, deeds: Sequence[tuple[Seat, Move]]) -> Node:
        """The node after these moves, all made in the same tick. (They need not be spelt: so bots
        can take part.)"""
        n = replace(n, taken=n.taken + 1)
        if len(deeds) > 1:
            return replace(n, turn=NATURE, deeds=tuple(deeds))
        return self._done(n, deeds)

    def play(self, n: Node, move: Move) -> Node:
        """The node after a whole move of the seat in turn; it need not be one that can be spelt."""
        if self._all_at_once:
            return self.act(n, [(n.turn, move)])
        return self._settled(self._played(replace(n, taken=n.taken + 1), n.turn, move))

    def _done(self, n: Node, deeds: Sequence[tuple[Seat, Move]]) -> Node:
        """What was done in a tick, one after the other; then time goes on to the next.

        What somebody else's deed has made impossible meanwhile is left out.
        """
        for seat, move in deeds:
            if self._must_draw(n):
                break
            if self.game.check(n.state, Entry(0, n.t, seat, move)) is None:
                n = self._lapsed(self._played(n, seat, move))
        return self._settled(replace(n, t=n.t + self.fit.tick))

    def _played(self, n: Node, seat: Seat, move: Move) -> Node:
        entry = Entry(n.log.entry.seq + 1 if n.log else 0, n.t, seat, move)
        return Node(
            self.game.apply(n.state, entry), n.t, n.turn, log=Link(n.log, entry), taken=n.taken
        )

    def _must_draw(self, n: Node) -> bool:
        return self.game.to_move(n.state) == {NATURE} and bool(self.fit.chances(n.state, n.parts))

    def _lapsed(self, n: Node) -> Node:
        """NATURE's moves in which there is no choice, as far as they are due."""
        while True:
            movers = self.game.to_move(n.state)
            if movers == {NATURE}:
                chances = self.fit.chances(n.state, n.parts)
                if n.parts and not chances:
                    n = self._played(n, NATURE, self.fit.drawn(n.state, n.parts))
                elif not chances:
                    n = self._played(n, NATURE, self.fit.nature(n.state))
                elif len(chances) == 1:
                    n = replace(n, parts=(*n.parts, chances[0][0]))
                else:
                    return n
                continue
            deadline = self.game.deadline(n.state) if movers and self._all_at_once else None
            # The grace for what is on its way over a network is waited for, as nobody can act.
            if deadline is None or deadline - MAX_LAG > n.t:
                return n
            n = self._played(replace(n, t=max(n.t, deadline)), NATURE, self.fit.nature(n.state))

    def _settled(self, n: Node) -> Node:
        """Go on to where somebody has to choose."""
        while True:
            n = self._lapsed(n)
            movers = self.game.to_move(n.state)
            if not movers:
                return replace(n, turn=OVER)
            if movers == {NATURE}:
                return replace(n, turn=NATURE)
            if n.taken >= self.fit.limits.longest:
                return replace(n, turn=OVER)
            if not self._all_at_once:
                return replace(n, turn=min(movers))
            if self._can_act(n):
                return replace(n, turn=EVERYBODY if self.seats > 1 else 0)
            deadline = self.game.deadline(n.state)
            assert deadline is not None, "nobody can do anything, and nothing is due"
            n = replace(n, t=deadline)

    def _can_act(self, n: Node) -> bool:
        nexts = (self.fit.next_actions(n.state, seat, (), n.t) for seat in range(self.seats))
        return any(actions != (WAIT,) for actions in nexts)

    def outcome(self, n: Node) -> Outcome | None:
        """How it ended; `too-long` where it went to its limit, and the best scores win."""
        if n.turn != OVER:
            return None
        if outcome := self.game.outcome(n.state):
            return outcome
        scores = self.game.scores(n.state)
        best = max(scores)
        winners = tuple(seat for seat, score in enumerate(scores) if score == best)
        return Outcome(scores, winners, "too-long")

    def returns(self, n: Node) -> tuple[float, ...]:
        """What it came to for each seat: 0 until the end.

        Alone, the score. Else -1 for those who lost, and what they lost for the winners to share;
        so they add up to nothing.
        """
        outcome = self.outcome(n)
        if outcome is None or (not outcome.winners and self.seats > 1):
            return (0.0,) * self.seats
        if self.seats == 1:
            return (float(outcome.scores[0]),)
        share = (self.seats - len(outcome.winners)) / len(outcome.winners)
        return tuple(share if seat in outcome.winners else -1.0 for seat in range(self.seats))

    def array(self, n: Node, seat: Seat) -> Floats:
        """What a seat may know, as numbers; what is being spelt is known to whoever spells it, and
        to all where nothing is secret."""
        return self.fit.array(n.state, seat, self._seen_prefix(n, seat), n.t)

    def observation(self, n: Node, seat: Seat | None) -> str:
        """What a seat may know now, as text; None: what everybody may."""
        prefix = self._seen_prefix(n, seat)
        text = self.fit.text(n.state, seat)
        return f"{text} {prefix}" if prefix else text

    def information(self, n: Node, seat: Seat) -> str:
        """All that a seat has ever been told: every entry of the log as it may see it, and what it
        may know now."""
        entries, link = [], n.log
        while link:
            entry = link.entry
            shown = (entry.t, entry.seat, self.game.hide(entry, seat))
            entries.append(json_text(shown))
            link = link.before
        return "\n".join([*reversed(entries), self.observation(n, seat)])

    def _seen_prefix(self, n: Node, seat: Seat | None) -> tuple[int, ...]:
        return n.prefix if self.game.information == "perfect" or n.turn == seat else ()

    def key(self, n: Node) -> Hashable:
        """The same for nodes that go on alike."""
        return self.game.key(n.state), n.t, n.turn, n.prefix, n.parts, n.deeds


def _number_below(many: int, action: Any) -> int:
    """An action as a number from 0 on; Refused `bad-action` if there are not so many."""
    try:
        number = index(action)
    except TypeError:
        number = -1
    if not 0 <= number < many:
        detail = f"{action!r} is none of {many} actions, which are numbered from 0"
        raise Refused("bad-action", detail=detail)
    return number
