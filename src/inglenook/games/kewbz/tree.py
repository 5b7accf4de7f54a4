"""The search tree of the network's player, compiled: PUCT, one position judged at a time.

`descend` goes from the root to a position that has not been judged; whoever called it has it judged
and tells the tree by `grow` or `settle`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from inglenook.games.compiled import compiled
from inglenook.games.kewbz.fast import Board, Position, legal, scores, take_over
from inglenook.games.kewbz.judge import play
from inglenook.games.kewbz.mask import empty, lowest, rest, single
from inglenook.games.kewbz.sight import see

NODES, EDGES, DEEPEST = 1 << 16, 1 << 21, 128
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
    path: NDArray[np.int64]
    used: NDArray[np.int64]
    """[0] nodes, [1] edges, [2] the length of the path."""
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
    root, best, chosen = np.sqrt(t.visits[node]), -np.inf, first
    for edge in range(first, first + t.edges[node]):
        child = t.child[edge]
        n = t.visits[child] if child else 0
        value = -t.total[child] / n if n else untried
        score = value + CURIOSITY * t.prior[edge] * root / (1 + n)
        if score > best:
            best, chosen = score, edge
    return int(chosen)


@compiled
def settle(t: Tree, value: float) -> None:
    """Tell all nodes on the path what the last one is worth to who is to move there."""
    for n in range(t.used[2] - 1, -1, -1):
        t.visits[t.path[n]] += 1
        t.total[t.path[n]] += value
        value = -value


@compiled
def descend(b: Board, p: Position, size: int, t: Tree) -> tuple[bool, Position]:
    """Go down to a position: whether it is to be judged, and which it is.

    Where it is, its planes and facts are written down; where a game is over there, all is done.
    """
    node, t.used[2] = 0, 0
    while True:
        t.path[t.used[2]] = node
        t.used[2] += 1
        if t.ended[node]:
            settle(t, t.total[node] / t.visits[node])
            return False, p
        if not t.edges[node]:
            break
        edge = _choose(t, node)
        move = t.move[edge]
        p = take_over(p) if move == SWAP else play(b, p, single(b.cells, move))
        if not t.child[edge]:
            t.child[edge] = t.used[0]
            t.used[0] += 1
        node = t.child[edge]
    if empty(legal(b, p)):
        t.ended[node] = True
        settle(t, utility(p))
        return False, p
    see(b, p, size, t.planes[0], t.facts[0])
    return True, p


@compiled
def finish(t: Tree, value: float) -> None:
    """The position that `descend` came to is worth exactly this."""
    t.ended[t.path[t.used[2] - 1]] = True
    settle(t, value)


@compiled
def grow(
    b: Board,
    p: Position,
    size: int,
    t: Tree,
    logits: NDArray[np.float32],
    value: NDArray[np.float32],
) -> None:
    """The network judged the position that `descend` came to: give it its moves."""
    node, first, row = t.path[t.used[2] - 1], t.used[1], int(b.row)
    edge, cells = first, legal(b, p)
    while not empty(cells):
        place = lowest(cells)
        cells = rest(cells)
        t.move[edge], t.child[edge] = place, 0
        t.prior[edge] = logits[place // row * size + place % row]
        edge += 1
    if p.swap and p.turn == 1:
        t.move[edge], t.child[edge], t.prior[edge] = SWAP, 0, value[3]
        edge += 1
    found = t.prior[first:edge]
    found[:] = np.exp(found - found.max())
    found /= found.sum()
    t.first[node], t.edges[node], t.used[1] = first, edge - first, edge
    settle(t, 0.5 * np.tanh(value[0] / 2) + 0.5 * np.tanh(value[1]))
