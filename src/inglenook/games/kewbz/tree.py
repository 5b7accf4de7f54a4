"""The search tree of the network's player, compiled: PUCT, several positions judged at a time.

`gather` goes from the root to positions that have not been judged; whoever called it has them
judged and tells the tree by `grow`, or by `finish` where a value is exact. Until then each of them
counts as lost for whoever went there, so that the next way down is another one.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from inglenook.games.compiled import compiled
from inglenook.games.kewbz.fast import Board, Position, legal, scores, take_over
from inglenook.games.kewbz.judge import play
from inglenook.games.kewbz.mask import empty, lowest, rest, single
from inglenook.games.kewbz.sight import see

NODES, EDGES, DEEPEST = 1 << 17, 1 << 21, 128
BATCH = 8
"""The most positions that are judged at a time."""
TRIES = 64
"""Ways down to the end of a game in a row, after which the clock is to be looked at."""
SWAP = 255
"""In place of a move's place: to take over the first cube."""
CURIOSITY = 1.4
"""How much a move's prior counts against what has been found of it."""
DOUBT = 0.25
"""How much worse than its parent a move is thought to be that was never tried, at most."""
SPREAD = 15.0


class Tree(NamedTuple):
    """Node 0 is the root. Values are utilities from -1 to 1, to who is to move there."""

    first: NDArray[np.int64]
    """The first of a node's edges."""
    edges: NDArray[np.int64]
    """How many it has; none before it is judged."""
    visits: NDArray[np.int64]
    total: NDArray[np.float64]
    ended: NDArray[np.bool_]
    """Nothing is left to find out: its value is exact."""
    move: NDArray[np.uint8]
    """Of an edge: the place of the cube, or SWAP."""
    prior: NDArray[np.float32]
    child: NDArray[np.int32]
    """The node it leads to; 0 if it was never tried."""
    waiting: NDArray[np.int64]
    """Of a node: how many ways down through it wait for a judgement."""
    path: NDArray[np.int64]
    """The nodes on each way down..."""
    taken: NDArray[np.int64]
    """...and the edges to them, from the second on."""
    length: NDArray[np.int64]
    used: NDArray[np.int64]
    """[0] nodes, [1] edges."""
    planes: NDArray[np.float32]
    facts: NDArray[np.float32]


@compiled
def utility(p: Position) -> float:
    """What a finished game is worth to the player who would move: to win, and by how much."""
    blue, amber = scores(p)
    lead = amber - blue if p.turn else blue - amber
    return float(0.5 * np.sign(lead) + 0.5 * np.tanh(lead / SPREAD))


@compiled
def _choose(t: Tree, node: int) -> int:
    """The edge that promises most: by its prior, and by what was found of it."""
    first, mean = t.first[node], t.total[node] / t.visits[node]
    tried = 0.0
    for edge in range(first, first + t.edges[node]):
        if t.child[edge]:
            tried += t.prior[edge]
    untried = mean - DOUBT * np.sqrt(tried)
    root = np.sqrt(t.visits[node] + t.waiting[node])
    best, chosen = -np.inf, first
    for edge in range(first, first + t.edges[node]):
        child = t.child[edge]
        waiting = t.waiting[child] if child else 0
        n = t.visits[child] + waiting if child else 0
        value = -(t.total[child] + waiting) / n if n else untried
        score = value + CURIOSITY * t.prior[edge] * root / (1 + n)
        if score > best:
            best, chosen = score, edge
    return int(chosen)


@compiled
def _settle(t: Tree, way: int, value: float) -> None:
    """Tell all nodes on a way down what the last one is worth to who is to move there."""
    for n in range(t.length[way] - 1, -1, -1):
        t.visits[t.path[way, n]] += 1
        t.total[t.path[way, n]] += value
        value = -value


@compiled
def _wait(t: Tree, way: int, more: int) -> None:
    for n in range(t.length[way]):
        t.waiting[t.path[way, n]] += more


@compiled
def _moved(b: Board, p: Position, move: int) -> Position:
    return take_over(p) if move == SWAP else play(b, p, single(b.cells, move))


@compiled
def at(b: Board, p: Position, t: Tree, way: int) -> Position:
    """The position at the end of a way down from `p`."""
    for n in range(1, t.length[way]):
        p = _moved(b, p, t.move[t.taken[way, n]])
    return p


@compiled
def _descend(b: Board, p: Position, t: Tree, way: int) -> Position:
    """Go down to a node that has no moves yet, or whose value is exact."""
    node, t.path[way, 0], t.length[way] = 0, 0, 1
    while t.edges[node] and not t.ended[node]:
        edge = _choose(t, node)
        p = _moved(b, p, t.move[edge])
        if not t.child[edge]:
            t.child[edge] = t.used[0]
            t.used[0] += 1
        node = t.child[edge]
        t.taken[way, t.length[way]], t.path[way, t.length[way]] = edge, node
        t.length[way] += 1
    return p


@compiled
def gather(
    b: Board, root: Position, size: int, t: Tree, found: int, most: int, few: int
) -> tuple[int, bool]:
    """Positions to be judged, with their planes and facts, as ways 0 to `found` - 1.

    True if the way after them came to one with few cubes left to a player, which is to be counted
    out and finished before this is called again.
    """
    for _ in range(TRIES):
        if found >= most:
            break
        p = _descend(b, root, t, found)
        node = t.path[found, t.length[found] - 1]
        if t.waiting[node]:
            break  # All that is worth looking at is being judged.
        if t.ended[node]:
            _settle(t, found, t.total[node] / t.visits[node])
        elif empty(legal(b, p)):
            t.ended[node] = True
            _settle(t, found, utility(p))
        elif node and min(p.left[0], p.left[1]) <= few and not p.swap:
            return found, True
        else:
            see(b, p, size, t.planes[found], t.facts[found])
            _wait(t, found, 1)
            found += 1
    return found, False


@compiled
def finish(t: Tree, way: int, value: float) -> None:
    """The position that a way came to is worth exactly this."""
    t.ended[t.path[way, t.length[way] - 1]] = True
    _settle(t, way, value)


@compiled
def grow(
    b: Board,
    root: Position,
    size: int,
    t: Tree,
    found: int,
    logits: NDArray[np.float32],
    values: NDArray[np.float32],
) -> None:
    """The network judged the positions that `gather` came to: give them their moves."""
    row = int(b.row)
    for way in range(found):
        p, node, first = at(b, root, t, way), t.path[way, t.length[way] - 1], t.used[1]
        edge, cells = first, legal(b, p)
        while not empty(cells):
            place = lowest(cells)
            cells = rest(cells)
            t.move[edge], t.child[edge] = place, 0
            t.prior[edge] = logits[way, place // row * size + place % row]
            edge += 1
        if p.swap and p.turn == 1:
            t.move[edge], t.child[edge], t.prior[edge] = SWAP, 0, values[way, 3]
            edge += 1
        priors = t.prior[first:edge]
        priors[:] = np.exp(priors - priors.max())
        priors /= priors.sum()
        t.first[node], t.edges[node], t.used[1] = first, edge - first, edge
        _wait(t, way, -1)
        _settle(t, way, 0.5 * np.tanh(values[way, 0] / 2) + 0.5 * np.tanh(values[way, 1]))
