"""The player with a network: a tree of positions it judges, and endings counted out exactly."""

import os
import sys
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from inglenook.games.kewbz import fast, rules, sight, tree
from inglenook.games.kewbz.endings import count_out
from inglenook.games.kewbz.judge import POINT, WIN
from inglenook.games.kewbz.mask import Wide
from inglenook.games.kewbz.root_search import Option, options
from inglenook.games.kewbz.search import INFINITY, Memory

SIZES = range(6, 11)
"""The boards that the network was trained on."""
NEARLY_OVER = 10
"""With so few cubes left to a player, the search knows more than the network: there counting comes
far enough."""
COUNTED = 4
"""With so few cubes left to a player, a position is counted out instead of judged."""
EAGER = 48
"""After so many ways down, one position more is judged at a time."""
MAX_VISITS = 1 << 22
"""Ways down after which it stops in any case. Those to exact values take next to no time."""
CLOSE = 2.4
"""How far, by the network's word, games end from the margin that it expects: fitted to what it says
of 1,433 positions, early ones and late ones alike."""
LEADS = np.linspace(-60, 60, 2401)
WORTHS = 0.5 * np.tanh(LEADS / (2 * CLOSE)) + 0.5 * np.tanh(LEADS / tree.SPREAD)
"""What it is worth to expect such a lead in the end: to win, and by how much."""
SPARE = tree.TRIES * 128
"""Room for the moves of the positions that are come to between two looks at the clock."""


def runtime() -> Any:
    """Load `onnxruntime` with its telemetry switched off. ImportError if it cannot be loaded."""
    # It reads this once, while it is loaded: later it has a device id and asks for a host already.
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    import onnxruntime

    return onnxruntime


@cache
def network() -> Any:
    """The network, on one core; None where it cannot be had, which it says once: `onnxruntime` is
    not installed, or not made for this machine, or the network's file is damaged."""
    try:
        onnxruntime = runtime()
    except ImportError:
        return _do_without("without onnxruntime")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    try:
        model = (files(__package__) / "mind.onnx").read_bytes()
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as wrong:  # the runtime's errors have nothing else in common
        return _do_without(f"without its network ({' '.join(str(wrong).split())})")


def _do_without(what: str) -> None:
    sys.stderr.write(
        f"inglenook: {what}, Capstone plays Kewbz as Keystone does,"
        " and hints and the coach know less\n"
    )


def knows_boards(size: int) -> bool:
    """Whether there is a network, and it was trained on boards of this size."""
    return size in SIZES and network() is not None


def knows(s: rules.State) -> bool:
    """Whether the network is to be asked about a position: it was trained on such a board, and the
    end is not near."""
    return min(s.unplayed) > NEARLY_OVER and knows_boards(s.size)


class Found(NamedTuple):
    """A move that was considered."""

    place: int
    visits: int
    value: float
    """Its utility to who makes it, from -1 to 1."""


@cache
def _tree(size: int) -> tree.Tree:
    return tree.Tree(
        first=np.zeros(tree.NODES, np.int64),
        edges=np.zeros(tree.NODES, np.int64),
        visits=np.zeros(tree.NODES, np.int64),
        total=np.zeros(tree.NODES, np.float64),
        ended=np.zeros(tree.NODES, np.bool_),
        move=np.zeros(tree.EDGES, np.uint8),
        prior=np.zeros(tree.EDGES, np.float32),
        child=np.zeros(tree.EDGES, np.int32),
        waiting=np.zeros(tree.NODES, np.int64),
        path=np.zeros((tree.BATCH, tree.DEEPEST), np.int64),
        taken=np.zeros((tree.BATCH, tree.DEEPEST), np.int64),
        length=np.zeros(tree.BATCH, np.int64),
        used=np.zeros(2, np.int64),
        root=np.zeros(1, np.int64),
        keys=np.zeros(tree.SLOTS, np.uint64),
        nodes=np.zeros(tree.SLOTS, np.int32),
        planes=np.zeros((tree.BATCH, sight.PLANES, size, size), np.float32),
        facts=np.zeros((tree.BATCH, sight.FACTS), np.float32),
    )


def _typed(p: fast.Position) -> fast.Position:
    """A position as compiled code takes it, from one that it gave back: see `fast.py`."""

    def word(mask: Any) -> Any:
        if isinstance(mask, tuple):
            return Wide(*map(np.uint64, mask))
        return np.uint64(mask)

    high, ones = ([word(mask) for mask in masks] for masks in (p.high, p.ones))
    return p._replace(
        high=(high[0], high[1], high[2], high[3], high[4]),
        ones=(ones[0], ones[1], ones[2], ones[3], ones[4]),
    )


def exactly(value: int) -> float:
    """The utility of a value of the search that rests only on ends of the game."""
    lead = (value - WIN * np.sign(value)) / POINT
    return float(0.5 * np.sign(value) + 0.5 * np.tanh(lead / tree.SPREAD))


def final_margin(value: float) -> float:
    """The lead that is to be expected in the end, where a position has this utility."""
    return float(np.interp(value, WORTHS, LEADS))


_roots: dict[int, fast.Position] = {}
"""What was thought about last, on each size of board."""


def forget() -> None:
    """What is thought next does not depend on what was thought before."""
    _roots.clear()


def _begin(size: int, root: fast.Position) -> tree.Tree:
    """The tree of a size with this position at its root. What was found of it stays, if the tree
    was about the position two moves before: so a bot goes on from its last move."""
    t, before, node = _tree(size), _roots.get(size), 0
    if before and t.used[0] < tree.NODES // 2 and t.used[1] < tree.EDGES // 2:
        node = tree.two_moves_on(fast.board(size), before, t, np.uint64(tree.key_of(root)))
    if not node:
        used = int(t.used[0])
        for part in (t.first, t.edges, t.visits, t.total, t.ended, t.waiting):
            part[:used] = 0
        t.keys.fill(0)
        t.nodes.fill(0)
        node, t.used[:] = 1, (2, 0)
    t.root[0], _roots[size] = node, root
    return t


def _full(t: tree.Tree) -> bool:
    return bool(t.used[0] > tree.NODES - 2 * tree.TRIES or t.used[1] > tree.EDGES - SPARE)


def think(size: int, root: fast.Position, m: Memory, most: int = MAX_VISITS) -> list[Found]:
    """Search until `m.stop` is set or so many ways were gone; the moves, best first."""
    net, b, t = network(), fast.board(size), _begin(size, root)
    top = int(t.root[0])
    while (gone := int(t.visits[top])) < most and not t.ended[top]:
        if (gone and m.stop[0]) or _full(t):
            break
        # While little is known, each judgement should choose the next way down.
        n, wanted, counts = 0, min(tree.BATCH, 1 + gone // EAGER), True
        while counts and not _full(t):
            n, counts = tree.gather(b, root, size, t, n, wanted, COUNTED)
            if counts:
                p = _typed(tree.at(b, root, t, n))
                value = count_out(b, p, -INFINITY, INFINITY, 0, m)
                if m.stop[0]:
                    return found(t)
                tree.finish(t, n, exactly(value))
        if n:
            logits, values = net.run(None, {"planes": t.planes[:n], "facts": t.facts[:n]})
            tree.grow(b, root, size, t, n, logits, values)
    return found(t)


def found(t: tree.Tree) -> list[Found]:
    """What the tree says of the moves at its root, the most visited first; where all of them are
    exact, the best."""
    moves, top = [], int(t.root[0])
    for edge in range(int(t.first[top]), int(t.first[top] + t.edges[top])):
        child = int(t.child[edge])
        visits = int(t.visits[child]) if child else 0
        value = -float(t.total[child]) / visits if visits else -1.0
        rank = value if t.ended[top] else visits
        moves.append((rank, value, float(t.prior[edge]), visits, int(t.move[edge])))
    moves.sort(reverse=True)
    return [Found(place, visits, value) for _, value, _, visits, place in moves]


class Ranked(NamedTuple):
    """A move, and its utility to who makes it, from -1 to 1."""

    move: rules.PlayerMove
    value: float


def ranked(s: rules.State, m: Memory, most: int = MAX_VISITS) -> list[Ranked]:
    """The moves of a position, best first: see `think`."""
    there = {_place(s.size, choice): choice.move for choice in options(s)}
    return [
        Ranked(rules.Swap() if each.place == tree.SWAP else there[each.place], each.value)
        for each in think(s.size, fast.from_state(s), m, most)
    ]


def _place(size: int, choice: Option) -> int:
    return fast.place_of(size, rules.grid(size).cells[choice.move.cell])
