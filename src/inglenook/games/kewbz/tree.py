"""The search tree of the network's player, compiled: PUCT, several positions judged at a time.

`gather` goes from the root to positions that have not been judged; whoever called it has them
judged and tells the tree by `grow`, or by `finish` where a value is exact. Until then each of them
counts as partly lost for whoever went there, so that the next way down is another one.

A position that was judged elsewhere in the tree, after the same moves in another order, takes over
what is known of it there. A node all of whose moves are exact is exact itself.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from inglenook.games.kewbz.fast import Board, Position, legal, scores, take_over, tops
from inglenook.games.kewbz.judge import play
from inglenook.games.kewbz.mask import empty, lowest, rest, single, words
from inglenook.games.kewbz.search import mix
from inglenook.games.kewbz.sight import see
from inglenook.shared.compiled import compiled

NODES, EDGES, SLOTS, DEEPEST = 1 << 17, 1 << 21, 1 << 18, 128
BATCH = 8
"""The most positions that are judged at a time."""
TRIES = 64
"""Ways down to the end of a game in a row, after which the clock is to be looked at."""
AGAIN = 8
"""A way to an exact value counts for one, and one more for each of so many that ended there."""
SWAP = 255
"""In place of a move's place: to take over the first cube."""
CURIOSITY = 1.4
"""How much a move's prior counts against what has been found of it."""
DOUBT = 0.25
"""How much worse than its parent a move is thought to be that was never tried, at most. At the root
nothing is doubted: there a good move that the network overlooks would be lost for ever."""
WIDER, WIDER_AT_ROOT = 1.3, 1.5
"""What the logits of the priors are divided by: the network is surer of them than it should be."""
LOST = 0.3
"""How much of a way down that waits counts as lost; the rest counts as what was found so far."""
SPREAD = 15.0


class Tree(NamedTuple):
    """Nodes are numbered from 1. Values are utilities from -1 to 1, to who is to move there."""

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
    root: NDArray[np.int64]
    """[0] the node that is the root: never 0."""
    keys: NDArray[np.uint64]
    """Of positions that were judged, by the end of the key..."""
    nodes: NDArray[np.int32]
    """...and the nodes they are."""
    planes: NDArray[np.float32]
    facts: NDArray[np.float32]


@compiled
def utility(p: Position) -> float:
    """What a finished game is worth to the player who would move: to win, and by how much."""
    blue, amber = scores(p)
    lead = amber - blue if p.turn else blue - amber
    return float(0.5 * np.sign(lead) + 0.5 * np.tanh(lead / SPREAD))


@compiled
def key_of(p: Position) -> np.uint64:
    """A number for all that matters of a position."""
    facts = p.left[0] << 16 | p.left[1] << 8 | p.swap << 1 | p.turn
    key = mix(np.uint64(facts), np.uint64(0))
    for mask in p.high:
        for word in words(mask):
            key = mix(key, word)
    for word in words(tops(p)):
        key = mix(key, word)
    return key


@compiled
def _choose(t: Tree, node: int) -> int:
    """The edge that promises most: by its prior, and by what was found of it."""
    first, untried = t.first[node], t.total[node] / t.visits[node]
    if node != t.root[0]:
        tried = 0.0
        for edge in range(first, first + t.edges[node]):
            if t.child[edge]:
                tried += t.prior[edge]
        untried -= DOUBT * np.sqrt(tried)
    curiosity = CURIOSITY * np.sqrt(t.visits[node] + t.waiting[node])
    best, chosen = -np.inf, first
    for edge in range(first, first + t.edges[node]):
        child, n, value = t.child[edge], 0, untried
        if child:
            n = t.visits[child]
            if n:
                value = -t.total[child] / n
            if t.waiting[child]:
                n += t.waiting[child]
                value -= t.waiting[child] / n * LOST * (value + 1)
        score = value + t.prior[edge] * curiosity / (1 + n)
        if score > best:
            best, chosen = score, edge
    return int(chosen)


@compiled
def _settle(t: Tree, way: int, value: float, times: int = 1) -> None:
    """Tell all nodes on a way down what the last one is worth to who is to move there, as if the
    way had been gone so many times."""
    for n in range(t.length[way] - 1, -1, -1):
        t.visits[t.path[way, n]] += times
        t.total[t.path[way, n]] += times * value
        value = -value


@compiled
def finish(t: Tree, way: int, value: float) -> None:
    """The position that a way came to is worth exactly this; so are those above it, if all is
    known."""
    t.ended[t.path[way, t.length[way] - 1]] = True
    _settle(t, way, value)
    for n in range(t.length[way] - 2, -1, -1):
        node, best = t.path[way, n], -np.inf
        for edge in range(t.first[node], t.first[node] + t.edges[node]):
            child = t.child[edge]
            if not child or not t.ended[child]:
                return
            best = max(best, -t.total[child] / t.visits[child])
        t.ended[node] = True
        t.total[node] = best * t.visits[node]


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
    node = t.root[0]
    t.path[way, 0], t.length[way] = node, 1
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
def _known(t: Tree, p: Position) -> int:
    """The node of the same position that was judged; 0 if there is none."""
    key = key_of(p)
    slot = np.int64(key & np.uint64(SLOTS - 1))
    return int(t.nodes[slot]) if t.keys[slot] == key else 0


@compiled
def _copy(t: Tree, node: int, twin: int) -> None:
    """Give a node the moves of another one that is the same position."""
    first, n, new = t.first[twin], t.edges[twin], t.used[1]
    t.move[new : new + n] = t.move[first : first + n]
    t.prior[new : new + n] = t.prior[first : first + n]
    t.child[new : new + n] = 0
    t.first[node], t.edges[node], t.used[1] = new, n, new + n


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
            # It would be come to again and again, and nothing is learned there: so it is counted
            # for several times.
            times = 1 + t.visits[node] // AGAIN
            _settle(t, found, t.total[node] / t.visits[node], times)
        elif empty(legal(b, p)):
            finish(t, found, utility(p))
        elif node != t.root[0] and min(p.left[0], p.left[1]) <= few and not p.swap:
            return found, True
        else:
            twin = _known(t, p)
            if twin:
                _copy(t, node, twin)
                _settle(t, found, t.total[twin] / t.visits[twin])
            else:
                see(b, p, size, t.planes[found], t.facts[found])
                _wait(t, found, 1)
                found += 1
    return found, False


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
        wider = WIDER_AT_ROOT if node == t.root[0] else WIDER
        priors[:] = np.exp((priors - priors.max()) / wider)
        priors /= priors.sum()
        t.first[node], t.edges[node], t.used[1] = first, edge - first, edge
        key = key_of(p)
        slot = np.int64(key & np.uint64(SLOTS - 1))
        t.keys[slot], t.nodes[slot] = key, node
        _wait(t, way, -1)
        _settle(t, way, 0.5 * np.tanh(values[way, 0] / 2) + 0.5 * np.tanh(values[way, 1]))


@compiled
def two_moves_on(b: Board, p: Position, t: Tree, key: np.uint64) -> int:
    """The node of the position with this key two moves after the root, `p`; 0 if there is none."""
    root = t.root[0]
    for edge in range(t.first[root], t.first[root] + t.edges[root]):
        child = t.child[edge]
        if not child:
            continue
        after = _moved(b, p, t.move[edge])
        for reply in range(t.first[child], t.first[child] + t.edges[child]):
            node = t.child[reply]
            if node and t.edges[node] and key_of(_moved(b, after, t.move[reply])) == key:
                return int(node)
    return 0
