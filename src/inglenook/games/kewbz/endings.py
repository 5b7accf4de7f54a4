"""Endings counted out, compiled: what a position is worth if nobody makes a mistake any more.

Alpha-beta over whole games. Unlike `search.py` it guesses at nothing but the order in which moves
are tried, so it needs no depth and is several times as fast to the end. What it finds stands in the
same table, as values that rest only on ends of the game.
"""

import numpy as np

from inglenook.games.kewbz import fast, rules
from inglenook.games.kewbz.fast import Board, Position, legal
from inglenook.games.kewbz.judge import WIN, final, hope, judge, play
from inglenook.games.kewbz.mask import empty, lowest, rest, single
from inglenook.games.kewbz.root_search import Option, options
from inglenook.games.kewbz.search import (
    AT_LEAST,
    AT_MOST,
    COMPLETE,
    EXACT,
    INFINITY,
    NONE,
    SLOTS,
    Memory,
    key_of,
    next_move,
    settles,
)
from inglenook.shared.compiled import compiled


@compiled
def count_out(b: Board, p: Position, alpha: int, beta: int, ply: int, m: Memory) -> int:
    """The exact value of a position; a bound on it where it lies outside the window.

    To be called only from Python: Numba cannot link a cached recursive function into another one.
    """
    m.counts[0] += 1
    cells = legal(b, p)
    if empty(cells):
        return final(p)
    if p.left[p.turn] == 1:
        # Wherever the last cube goes, all it does is not to be left over.
        return final(p, 1)
    if m.stop[0]:
        return 0
    key, turn = key_of(p, m)
    slot = np.int64(key & np.uint64(SLOTS - 1))
    first = NONE
    if m.keys[slot] == key:
        note = m.notes[slot]
        known, first = note >> 16 & 0xFFFF, m.turned[1, turn, note & 255]
        if known == COMPLETE and settles(note, alpha, beta):
            return int(note >> 32)
    best, best_move, floor, n, untried = -INFINITY, 0, alpha, 0, cells
    while best < beta and not empty(untried):
        place = lowest(untried)
        untried = rest(untried)
        child = play(b, p, single(cells, place))
        then = legal(b, child)
        if empty(then) or child.left[child.turn] == 1:
            value = -final(child, 0 if empty(then) else 1)
            if value > best:
                best, best_move = value, place
        else:
            rank = INFINITY if place == first else 2 * WIN - hope(b, child, then)
            m.order[ply, n] = rank << 8 | place
            n += 1
    alpha = max(alpha, best)
    for i in range(n):
        if alpha >= beta:
            break
        move = next_move(n, i, ply, m)
        child = play(b, p, single(cells, move))
        value = -count_out(b, child, -alpha - 1 if i else -beta, -alpha, ply + 1, m)
        if i and alpha < value < beta:
            value = -count_out(b, child, -beta, -alpha, ply + 1, m)
        if value > best:
            best, best_move = value, move
            alpha = max(alpha, value)
    if not m.stop[0]:
        kind = AT_LEAST if best >= beta else EXACT if best > floor else AT_MOST
        m.keys[slot] = key
        m.notes[slot] = best << 32 | COMPLETE << 16 | kind << 8 | m.turned[0, turn, best_move]
    return best


def best_to_the_end(s: rules.State, m: Memory) -> Option | None:
    """The best move of a position, if the game is counted out before `m.stop` is set."""
    b, leader, alpha = fast.board(s.size), None, -INFINITY
    for choice in sorted(options(s), key=lambda choice: judge(b, choice.after)):
        found = -count_out(b, choice.after, -alpha - 1 if leader else -INFINITY, -alpha, 1, m)
        if leader and found > alpha:
            found = -count_out(b, choice.after, -INFINITY, -alpha, 1, m)
        if m.stop[0]:
            return None
        if found > alpha:
            alpha, leader = found, choice
    return leader
