"""Alpha-beta search of Kewbz, compiled.

Values are for the player to move, in hundredths of a point; a finished game is worth its margin and
`WIN` besides, so that a sure win outweighs every hope of points.

A player short of cubes ends the game with that move, so only the best choice of corners has to be
looked at, and `spend` finds it without search.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from inglenook.games.kewbz.fast import Board, Due, Position, board, demand, due, legal, put, scores
from inglenook.games.kewbz.fast import passed, tops
from inglenook.games.kewbz.mask import Mask, compiled, count, empty, lowest, rest, single

POINT = 100
WIN = 100_000
INFINITY = 10_000_000
DEEPEST = 64
SLOTS = 1 << 20
PLACES = 192
EXACT, AT_LEAST, AT_MOST = 1, 2, 3


class Memory(NamedTuple):
    """What a search writes down. Arrays, because compiled code shares those and nothing else."""

    keys: NDArray[np.uint64]
    notes: NDArray[np.int64]
    """value << 32 | depth << 16 | kind << 8 | move."""
    order: NDArray[np.int64]
    """The moves at each ply, as rank << 8 | place."""
    killers: NDArray[np.int64]
    history: NDArray[np.int64]
    counts: NDArray[np.int64]
    """[0] positions visited, [1] positions that were judged before their end."""
    stop: NDArray[np.bool_]
    """Set from outside to end the search; its answer is then worthless."""


@cache
def memory() -> Memory:
    return Memory(
        keys=np.zeros(SLOTS, np.uint64),
        notes=np.zeros(SLOTS, np.int64),
        order=np.zeros((DEEPEST, PLACES), np.int64),
        killers=np.zeros((DEEPEST, 2), np.int64),
        history=np.zeros((2, PLACES), np.int64),
        counts=np.zeros(2, np.int64),
        stop=np.zeros(1, np.bool_),
    )


@compiled
def take(cells: Mask, n: int) -> Mask:
    """At most n cells of a mask."""
    left = cells
    for _ in range(n):
        if empty(left):
            break
        left = rest(left)
    return cells & ~left


@compiled
def spend(p: Position, d: Due, cubes: int) -> Due:
    """The most valuable way to stack fewer cubes than are due."""
    seat_1 = tops(p)
    theirs = p.high[1] & (~seat_1 if p.turn else seat_1)
    chosen = d.first & ~d.first
    # Taking a tower over gains twice its height and one; raising a single cube two; all else one.
    for group in (theirs & p.high[3], theirs & p.high[2], theirs, ~p.high[1], d.first):
        more = take(d.first & group & ~chosen, cubes)
        chosen = chosen | more
        cubes -= count(more)
    second = take(d.second, cubes)
    third = take(d.third, cubes - count(second))
    return Due(chosen, second, third, take(d.fourth, cubes - count(second) - count(third)))


@compiled
def play(b: Board, p: Position, cell: Mask) -> Position:
    """Place a cube on a cell; short of cubes, stack them in the best way."""
    d = due(b, p, cell)
    cubes = p.left[p.turn] - 1
    if demand(d) > cubes:
        d = spend(p, d, cubes)
    return put(p, cell, d)


@compiled
def margin(p: Position) -> int:
    """By how much the player to move leads."""
    blue, amber = scores(p)
    return amber - blue if p.turn else blue - amber


@compiled
def final(p: Position) -> int:
    """The value of a finished game."""
    lead = margin(p)
    return lead * POINT + WIN * ((lead > 0) - (lead < 0))


@compiled
def judge(b: Board, p: Position, cells: Mask) -> int:
    """A guess at the value of a game that goes on: its final margin, fitted to played games.

    A tower that some legal placement would raise is worth less to its owner, the more so when it
    is not the owner's turn.
    """
    open_, _ = passed(b, p, cells)
    seat_1 = tops(p)
    mine, theirs = (seat_1, ~seat_1) if p.turn else (~seat_1, seat_1)
    value = 57 + 165 * (p.left[1 - p.turn] - p.left[p.turn])
    two, three, four, five = p.high[1], p.high[2], p.high[3], p.high[4]
    value += 460 * (count(five & mine) - count(five & theirs))
    two, three, four = two & ~three, three & ~four, four & ~five
    shut = ~open_
    for tower, closed, ours, other in (
        (two, 155, 38, 0),
        (three, 230, 118, 37),
        (four, 355, 280, -280),
    ):
        value += closed * (count(tower & mine & shut) - count(tower & theirs & shut))
        value += ours * count(tower & mine & open_) - other * count(tower & theirs & open_)
    return value


@compiled
def mix(key: np.uint64, word: np.uint64) -> np.uint64:
    key = (key ^ word) * np.uint64(0x9E3779B97F4A7C15)
    return key ^ (key >> np.uint64(29))


@compiled
def key_of(p: Position) -> np.uint64:
    key = np.uint64(p.left[0] << 8 | p.left[1] << 1 | p.turn)
    for mask in p.high:
        key = mix(key, mask)
    return mix(key, tops(p))


@compiled
def arrange(b: Board, p: Position, cells: Mask, first: int, ply: int, m: Memory) -> int:
    """Write the moves of a ply down, with a rank each; how many there are."""
    n = 0
    base = margin(p)
    while not empty(cells):
        place = lowest(cells)
        cells = rest(cells)
        gain = -margin(play(b, p, single(cells, place))) - base
        rank = (gain + 64 << 16) + min(m.history[p.turn, place], 65535)
        if place == m.killers[ply, 0] or place == m.killers[ply, 1]:
            rank += 2 << 16
        if place == first:
            rank += 1 << 30
        m.order[ply, n] = rank << 8 | place
        n += 1
    return n


@compiled
def next_move(n: int, done: int, ply: int, m: Memory) -> int:
    """The best ranked of the moves not yet tried."""
    best = done
    for i in range(done + 1, n):
        if m.order[ply, i] > m.order[ply, best]:
            best = i
    chosen = m.order[ply, best]
    m.order[ply, best] = m.order[ply, done]
    return chosen & 255


@compiled
def search(
    b: Board, p: Position, depth: int, alpha: int, beta: int, ply: int, m: Memory
) -> int:
    """The value of a position, so many moves deep; a bound where it lies outside the window."""
    m.counts[0] += 1
    cells = legal(b, p)
    if empty(cells):
        return final(p)
    if depth <= 0 or ply >= DEEPEST:
        m.counts[1] += 1
        return judge(b, p, cells)
    if m.stop[0]:
        return 0
    key = key_of(p)
    slot = np.int64(key & np.uint64(SLOTS - 1))
    first = 255
    if m.keys[slot] == key:
        note = m.notes[slot]
        value, kind, first = note >> 32, note >> 8 & 255, note & 255
        if note >> 16 & 0xFFFF >= depth and (
            kind == EXACT
            or (kind == AT_LEAST and value >= beta)
            or (kind == AT_MOST and value <= alpha)
        ):
            return value
    n = arrange(b, p, cells, first, ply, m)
    best, best_move, floor = -INFINITY, 255, alpha
    for i in range(n):
        move = next_move(n, i, ply, m)
        child = play(b, p, single(cells, move))
        if i == 0:
            value = -search(b, child, depth - 1, -beta, -alpha, ply + 1, m)
        else:
            value = -search(b, child, depth - 1, -alpha - 1, -alpha, ply + 1, m)
            if alpha < value < beta:
                value = -search(b, child, depth - 1, -beta, -alpha, ply + 1, m)
        if value > best:
            best, best_move = value, move
            alpha = max(alpha, value)
            if alpha >= beta:
                if move != m.killers[ply, 0]:
                    m.killers[ply, 1] = m.killers[ply, 0]
                    m.killers[ply, 0] = move
                m.history[p.turn, move] += depth * depth
                break
    if not m.stop[0]:
        kind = AT_LEAST if best >= beta else EXACT if best > floor else AT_MOST
        m.keys[slot] = key
        m.notes[slot] = best << 32 | depth << 16 | kind << 8 | best_move
    return best
