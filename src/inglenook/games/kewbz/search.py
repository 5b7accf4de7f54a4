"""Alpha-beta search of Kewbz, compiled: iterative deepening is up to the caller.

Principal-variation search with a transposition table, late moves searched less deep, killers and
history. The moves of a position are ordered by a look at each position they lead to.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from inglenook.games.kewbz.fast import Board, Position, legal, place_of, tops
from inglenook.games.kewbz.judge import WIN, judge, play
from inglenook.games.kewbz.mask import Mask, count, empty, lowest, rest, single, words
from inglenook.shared.compiled import compiled

INFINITY = 10 * WIN
DEEPEST = 64
SLOTS = 1 << 20
PLACES = 144
MIRRORED_UP_TO_CELLS = 6
"""Up to this many occupied cells, a position and its mirror images share a place in the table."""
NONE = 255
COMPLETE = 0xFFFF
"""In place of a depth: the value rests only on ends of the game."""
EXACT, AT_LEAST, AT_MOST = 1, 2, 3


class Memory(NamedTuple):
    """What a search writes down; one search at a time may use it."""

    keys: NDArray[np.uint64]
    notes: NDArray[np.int64]
    """value << 32 | depth or COMPLETE << 16 | kind << 8 | move."""
    order: NDArray[np.int64]
    """The moves at each ply, as rank << 8 | place."""
    killers: NDArray[np.int64]
    history: NDArray[np.int64]
    turned: NDArray[np.int64]
    """Where each place goes in the eight symmetries of the board, and in their inverses."""
    counts: NDArray[np.int64]
    """[0] positions looked at, [1] values that rest on a guess, not on the end of the game."""
    stop: NDArray[np.bool_]
    """Set from outside to end a search; its answer is then worthless."""


@cache
def memory(whose: str) -> Memory:  # noqa: ARG001 - there is one for each
    """A memory of this process, with what the last search wrote down."""
    return Memory(
        keys=np.zeros(SLOTS, np.uint64),
        notes=np.zeros(SLOTS, np.int64),
        order=np.zeros((DEEPEST, PLACES), np.int64),
        killers=np.zeros((DEEPEST, 2), np.int64),
        history=np.zeros((2, PLACES), np.int64),
        turned=np.zeros((2, 8, PLACES), np.int64),
        counts=np.zeros(2, np.int64),
        stop=np.zeros(1, np.bool_),
    )


@cache
def _symmetries(size: int) -> NDArray[np.int64]:
    turned = np.zeros((2, 8, PLACES), np.int64)
    for cell in range(size * size):
        r, f = divmod(cell, size)
        s, g = size - 1 - r, size - 1 - f
        images = ((r, f), (r, g), (s, f), (s, g), (f, r), (f, s), (g, r), (g, s))
        for turn, (rank, file) in enumerate(images):
            here, there = place_of(size, cell), place_of(size, rank * size + file)
            turned[0, turn, here] = there
            turned[1, turn, there] = here
    return turned


def blank(size: int, whose: str = "all") -> Memory:
    """A memory of this process, wiped for a new search on a board of this size."""
    m = memory(whose)
    for array in m:
        array.fill(0)
    m.killers.fill(NONE)
    m.turned[:] = _symmetries(size)
    return m


def refreshed(m: Memory) -> Memory:
    """The same for the next move of the game: what the table holds stays true."""
    for array in (m.order, m.history, m.counts, m.stop):
        array.fill(0)
    m.killers.fill(NONE)
    return m


@compiled
def mix(key: np.uint64, word: np.uint64) -> np.uint64:
    key = (key ^ word) * np.uint64(0x9E3779B97F4A7C15)
    return key ^ (key >> np.uint64(29))


@compiled
def key_of(p: Position, m: Memory) -> tuple[np.uint64, int]:
    """A number for all that matters of a position, and the symmetry it was seen through."""
    seat_1 = tops(p)
    start = mix(np.uint64(p.left[0] << 8 | p.left[1] << 1 | p.turn), np.uint64(0))
    key = start
    if count(p.high[0]) > MIRRORED_UP_TO_CELLS:
        for mask in p.high:
            for word in words(mask):
                key = mix(key, word)
        for word in words(seat_1):
            key = mix(key, word)
        return key, 0
    best, seen_through = ~np.uint64(0), 0
    for turn in range(8):
        key, cells = start, p.high[0]
        while not empty(cells):
            place = lowest(cells)
            cell = single(cells, place)
            cells = rest(cells)
            cube = m.turned[0, turn, place] << 4 | (not empty(seat_1 & cell))
            for mask in p.high:
                cube += 2 * (not empty(mask & cell))
            # A sum, because each symmetry meets the cubes in another order.
            key += mix(mix(start, np.uint64(cube)), np.uint64(1))
        if key < best:
            best, seen_through = key, turn
    return best, seen_through


@compiled
def _arrange(b: Board, p: Position, cells: Mask, first: int, ply: int, m: Memory) -> int:
    """Write down the moves of a ply with their ranks; returns how many there are."""
    n = 0
    while not empty(cells):
        place = lowest(cells)
        rank = 2 * WIN - judge(b, play(b, p, single(cells, place)))
        rank += min(m.history[p.turn, place] >> 4, 300)
        if place == m.killers[ply, 0] or place == m.killers[ply, 1]:
            rank += 100
        if place == first:
            rank += INFINITY
        m.order[ply, n] = rank << 8 | place
        cells = rest(cells)
        n += 1
    return n


@compiled
def next_move(n: int, done: int, ply: int, m: Memory) -> int:
    """The highest ranked of the moves not yet tried."""
    best = done
    for i in range(done + 1, n):
        if m.order[ply, i] > m.order[ply, best]:
            best = i
    chosen = m.order[ply, best]
    m.order[ply, best] = m.order[ply, done]
    return int(chosen & 255)


@compiled
def _last_move(b: Board, p: Position, cells: Mask, beta: int, m: Memory) -> int:
    """The value one move deep: ordering would cost more here than it saves."""
    best = -INFINITY
    while best < beta and not empty(cells):
        child = play(b, p, single(cells, lowest(cells)))
        cells = rest(cells)
        m.counts[0] += 1
        m.counts[1] += not empty(legal(b, child))
        best = max(best, -judge(b, child))
    return best


@compiled
def _cut(p: Position, move: int, depth: int, ply: int, m: Memory) -> None:
    """Remember a move that was too good for the other player to allow."""
    if move != m.killers[ply, 0]:
        m.killers[ply, 1] = m.killers[ply, 0]
        m.killers[ply, 0] = move
    m.history[p.turn, move] += depth * depth


@compiled
def settles(note: int, alpha: int, beta: int) -> bool:
    """Whether the value in a note is all that can be asked within a window."""
    value, kind = note >> 32, note >> 8 & 255
    at_least, at_most = kind == AT_LEAST and value >= beta, kind == AT_MOST and value <= alpha
    return bool(kind == EXACT or at_least or at_most)


@compiled
def search(b: Board, p: Position, depth: int, alpha: int, beta: int, ply: int, m: Memory) -> int:
    """The value of a position `depth` moves deep; a bound on it where it lies outside the window.

    To be called only from Python: Numba cannot link a cached recursive function into another one.
    """
    m.counts[0] += 1
    cells = legal(b, p)
    if depth <= 0 or ply >= DEEPEST or empty(cells):
        m.counts[1] += not empty(cells)
        return judge(b, p)
    if depth == 1:
        return _last_move(b, p, cells, beta, m)
    if m.stop[0]:
        return 0
    key, turn = key_of(p, m)
    slot = np.int64(key & np.uint64(SLOTS - 1))
    first = NONE
    if m.keys[slot] == key:
        note = m.notes[slot]
        known, first = note >> 16 & 0xFFFF, m.turned[1, turn, note & 255]
        if known >= depth and settles(note, alpha, beta):
            m.counts[1] += known < COMPLETE
            return int(note >> 32)
    n = _arrange(b, p, cells, first, ply, m)
    best, best_move, floor, guesses = -INFINITY, 0, alpha, m.counts[1]
    for i in range(n):
        move = next_move(n, i, ply, m)
        child = play(b, p, single(cells, move))
        if i == 0:
            value = -search(b, child, depth - 1, -beta, -alpha, ply + 1, m)
        else:
            # Later moves get less depth; one that proves better gets all of it.
            less = (i >= 2 and depth >= 3) + (i >= 5 and depth >= 4) + (i >= 11 and depth >= 6)
            value = -search(b, child, depth - 1 - less, -alpha - 1, -alpha, ply + 1, m)
            if less and value > alpha:
                value = -search(b, child, depth - 1, -alpha - 1, -alpha, ply + 1, m)
            if alpha < value < beta:
                value = -search(b, child, depth - 1, -beta, -alpha, ply + 1, m)
        if value > best:
            best, best_move = value, move
            alpha = max(alpha, value)
            if alpha >= beta:
                _cut(p, move, depth, ply, m)
                break
    if not m.stop[0]:
        kind = AT_LEAST if best >= beta else EXACT if best > floor else AT_MOST
        known = COMPLETE if m.counts[1] == guesses else depth
        m.keys[slot] = key
        m.notes[slot] = best << 32 | known << 16 | kind << 8 | m.turned[0, turn, best_move]
    return best
