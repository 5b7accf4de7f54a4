"""Capstone against plain UCT on the compiled twin of the rules, which has ten times its time.

    python -m bench.kewbz_uct --level capstone --seconds 1 --times 10 --pairs 50 --seed NAME

UCT is what a library of search for games would bring: a tree by UCB1, a random game to the end from
each new position, the mean result as its value, the most visited move. Openings are those of
`bench.kewbz_pairs`; each is played twice, seats swapped. `--cpu` as there.
"""

import argparse
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.kewbz_pairs import KEWBZ, opening, use_processor_time
from inglenook.core.bot import Level
from inglenook.core.game import Entry, Move, Rng
from inglenook.games.kewbz import bot, fast, rules
from inglenook.games.kewbz.fast import Board, Position, below, legal, nth, playouts, scores
from inglenook.games.kewbz.judge import play
from inglenook.games.kewbz.mask import count, empty
from inglenook.games.kewbz.root_search import options
from inglenook.shared.compiled import compiled
from inglenook.shared.xorshift import step

NODES = 1 << 23
CURIOSITY = 0.7
AT_ONCE = 2000
"""Playouts between two looks at the clock."""


class Tree(NamedTuple):
    """Node 0 is the root. A node's children stand side by side, in the order of their places."""

    first: NDArray[np.int32]
    """The first of a node's children; 0 while it has none."""
    children: NDArray[np.int32]
    visits: NDArray[np.int32]
    won: NDArray[np.float32]
    """To whoever moved to the node."""
    used: NDArray[np.int64]


@compiled
def _best(t: Tree, node: int) -> int:
    best, chosen, more = -1.0, 0, np.log(t.visits[node])
    for n in range(t.children[node]):
        child = t.first[node] + n
        if not t.visits[child]:
            return int(n)
        value = t.won[child] / t.visits[child] + CURIOSITY * np.sqrt(more / t.visits[child])
        if value > best:
            best, chosen = value, n
    return int(chosen)


@compiled
def search(b: Board, root: Position, t: Tree, games: int, seed: int) -> None:
    """So many playouts more."""
    path = np.zeros(128, np.int64)
    random = np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15) | np.uint64(1)
    for _ in range(games):
        p, node, deep = root, 0, 1
        while t.first[node]:
            n = _best(t, node)
            p, node = play(b, p, nth(legal(b, p), n)), t.first[node] + n
            path[deep] = node
            deep += 1
        cells = legal(b, p)
        if empty(cells):
            blue, amber = scores(p)
            result = 0.5 + 0.5 * np.sign(blue - amber)
        else:
            if t.visits[node] and t.used[0] + count(cells) < len(t.first):
                t.first[node], t.children[node] = t.used[0], count(cells)
                t.used[0] += count(cells)
                random = step(random)
                n = below(random, count(cells))
                p, node = play(b, p, nth(cells, n)), t.first[node] + n
                path[deep] = node
                deep += 1
            random = step(random)
            _, won, lost, _, _ = playouts(b, p, 1, int(random >> np.uint64(8)))
            result = 0.5 + 0.5 * (won - lost)
        for n in range(deep):
            # Seat 0 moved to every other node.
            t.visits[path[n]] += 1
            t.won[path[n]] += result if (n + root.turn) % 2 else 1 - result


def choose(
    s: rules.State, seconds: float, t: Tree, seed: int, clock: Callable[[], float]
) -> tuple[Move, int]:
    """The most visited move, and how many playouts were made."""
    until, b, root = clock() + seconds, fast.board(s.size), fast.from_state(s)
    for part in t[:4]:
        part[: t.used[0]] = 0
    t.used[0], games = 1, 0
    while clock() < until:
        search(b, root, t, AT_ONCE, seed + games)
        games += AT_ONCE
    first = t.first[0]
    return options(s)[int(t.visits[first : first + t.children[0]].argmax())].move, games


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.kewbz_uct", description=__doc__)
    parser.add_argument("--level", default="capstone")
    parser.add_argument("--seconds", type=float, default=1.0, help="of the level, a move")
    parser.add_argument("--times", type=float, default=10.0, help="as much for UCT")
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--seed", default="uct")
    parser.add_argument("--cpu", action="store_true")
    given = parser.parse_args()
    clock = time.process_time if given.cpu else time.perf_counter
    if given.cpu:
        use_processor_time()
    level = Level(given.level, 0, given.seconds)
    bot.BOT.warm()
    t = Tree(
        np.zeros(NODES, np.int32),
        np.zeros(NODES, np.int32),
        np.zeros(NODES, np.int32),
        np.zeros(NODES, np.float32),
        np.ones(1, np.int64),
    )
    won, played, made, moves, pairs = 0.0, 0, 0, 0, 0.0
    for pair in range(given.pairs):
        both = 0
        for ours in (0, 1):
            s, rng = opening(rules.Options(), given.seed, pair), Rng(given.seed, pair)
            while not KEWBZ.outcome(s):
                if s.turn == ours:
                    move = bot.BOT.choose(KEWBZ.view(s, s.turn), s.turn, level, rng)
                else:
                    move, games = choose(s, given.seconds * given.times, t, 1 + played, clock)
                    made, moves = made + games, moves + 1
                s = KEWBZ.apply(s, Entry(0, 0, s.turn, move))
            blue, amber = KEWBZ.scores(s)
            lead = blue - amber if ours == 0 else amber - blue
            won, played, both = won + (lead > 0) + 0.5 * (lead == 0), played + 1, both + lead
            print(
                f"{pair}: {lead:+d}; {won / played:.1%} of {played} games,"
                f" {made // max(moves, 1)} playouts a move",
                flush=True,
            )
        pairs += (both > 0) + 0.5 * (both == 0)
        print(f"{pairs / (pair + 1):.1%} of {pair + 1} pairs by total margin", flush=True)


if __name__ == "__main__":
    main()
