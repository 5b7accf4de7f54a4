"""Kewbz for training: games on boards of 6x6 to 10x10, of any sizes, in one batch.

The rules are those of `inglenook.envs.jax.kewbz`. Three things differ here. A state is two arrays.
Every action passes the turn: a player who is short of cubes stacks in the best way at once, as the
compiled twin does (`judge.spend`). The game is over with that move, and there is nothing to learn
from the choice. And what the network sees is made here. A test holds this file equal to the twin.

An action is `10 * rank + file`, or `SWAP`: to take over the first cube.
"""

from typing import NamedTuple

import jax.numpy as jnp
from jax import Array, lax

from inglenook.envs.jax import kewbz
from inglenook.envs.jax.kewbz import TALLEST, Board, Mask

SIDE = 10
SIZES = (6, 7, 8, 9, 10)
SWAP = SIDE * SIDE
ACTIONS = SWAP + 1


class State(NamedTuple):
    """Games in any number: two arrays, so that a search tree has little to look after.

    towers  six masks of four words: the cells with towers of at least 1, .. 5 cubes, and those
            whose top cube is seat 1's. Whose the cubes below are never matters.
    facts   unplayed cubes of seat 0 and of seat 1; whose move it is; whether the right to take
            over the first cube still stands; the size of the board; and what seat 0's lead grew by
            when somebody ended the game short of cubes: which towers got them is not written down
    """

    towers: Array
    facts: Array


_CELLS = jnp.array(
    [kewbz.rectangle(SIDE, size, range(size)).words for size in range(SIDE + 1)], jnp.uint32
)
"""The cells of a board, by its size."""


def _mask(words: Array) -> Mask:
    return Mask(tuple(words[..., n] for n in range(_CELLS.shape[-1])))


def _read(s: State) -> tuple[kewbz.State, Board]:
    """The games as the environment has them. All cubes of a tower are its owner's there."""
    one, two, three, four, five, top = (_mask(s.towers[..., n, :]) for n in range(6))
    left0, left1, turn, swap, size, _ = (s.facts[..., n] for n in range(6))
    none = _mask(jnp.zeros_like(s.towers[..., 0, :]))
    high = one, two, three, four, five
    ones = (one & top, two & top, three & top, four & top, five & top)
    games = kewbz.State(high, ones, (none,) * 4, (left0, left1), turn, swap != 0)
    return games, Board(SIDE, _mask(_CELLS[size]))


def _written(s: kewbz.State, size: Array, extra: Array) -> State:
    words = [word for mask in (*s.high, kewbz.tops(s)) for word in mask.words]
    facts = [*s.left, s.turn, s.swap, size, extra]
    return State(
        jnp.stack(words, axis=-1).reshape(*size.shape, 6, -1),
        jnp.stack([fact.astype(jnp.int8) for fact in facts], axis=-1),
    )


def init(size: Array, cubes: Array, swap: Array) -> State:
    """Games that are about to begin; the three are arrays of one shape."""
    return _written(kewbz.init(SIDE, cubes, swap, size.shape), size, jnp.zeros_like(size))


def _gain(s: kewbz.State) -> Array:
    """What the best choice gains a player who owes more cubes than there are: see `judge.spend`.

    Taking a tower over gains twice its height and one; raising a single cube two; all else one.
    """
    cubes = jnp.where(s.turn == 1, s.left[1], s.left[0]).astype(jnp.int32)
    gain, two, three, four = jnp.zeros_like(cubes), *s.high[1:4]
    top = kewbz.tops(s)
    theirs = two & (top.where(s.turn == 0) | (~top).where(s.turn == 1))
    groups = (theirs & four, theirs & three & ~four, theirs & ~three, ~two)
    for group, points in zip(groups, (9, 7, 5, 2), strict=True):
        taken = jnp.minimum((s.owed[0] & group).size(), cubes)
        gain, cubes = gain + points * taken, cubes - taken
    return gain + cubes


def step(s: State, action: Array) -> State:
    """The games after an action each. One that is not legal changes nothing."""
    games, board = _read(s)
    after = kewbz.step(games, action, board)
    # A player who would have to name corners stacks all that is left instead.
    short, second_seat = after.owed[0].any(), after.turn == 1
    left = (
        jnp.where(short & ~second_seat, 0, after.left[0]),
        jnp.where(short & second_seat, 0, after.left[1]),
    )
    extra = jnp.where(short, _gain(after), 0) * (1 - 2 * after.turn)
    turn = jnp.where(short, 1 - after.turn, after.turn)
    ended = after._replace(left=left, turn=turn)
    return _written(ended, s.facts[..., 4], s.facts[..., 5] + extra)


def legal(s: State) -> Array:
    """Which actions are legal, the last axis: none when the game is over."""
    return kewbz.legal(*_read(s))


def is_over(s: State) -> Array:
    return kewbz.is_over(*_read(s))


def margin(s: State) -> Array:
    """Seat 0's points less seat 1's, as if the games ended now."""
    scores = kewbz.scores(_read(s)[0])
    return scores[..., 0] - scores[..., 1] + s.facts[..., 5]


def towers(s: State) -> Array:
    """What each tower scores, to seat 0: the last axes are ranks and files."""
    masks = [_mask(s.towers[..., n, :]) for n in range(6)]
    one, two, three, four, five, top = jnp.moveaxis(kewbz.planes(masks, SIDE), -3, 0)
    points = (one + two + three + four + five) * two
    signed: Array = points * (1 - 2 * top)
    return signed.astype(jnp.int8)


PLANES = (
    "board",
    "single",
    *(f"mine-{height}" for height in range(2, TALLEST + 1)),
    *(f"theirs-{height}" for height in range(2, TALLEST + 1)),
    "legal",
    "open",
    "open-twice",
    "gain",
    "their-gain",
    "stacked",
)
"""What the network sees of each cell. An *open* tower lies on a line that some legal placement
lengthens. *gain* is what the mover's lead grows by at once by placing there, *their-gain* what the
other's would, both in tens of points; *stacked* counts, in eighths, the cubes that would be."""

FACTS = (
    "left-mine",
    "left-theirs",
    "left-more",
    "few-mine",
    "few-theirs",
    "lead",
    "swap-now",
    "swap-later",
    "size",
    "choices",
)
"""What it sees of the whole."""


def _along(here: Array, worth: Array) -> Array:
    """For each cell, the sum of `worth` over the unbroken line of cubes after it, last axis."""

    def shifted(x: Array, n: int) -> Array:
        pad = [(0, 0)] * (x.ndim - 1) + [(0, n)]
        return jnp.pad(x[..., n:], pad)

    line, total = shifted(here, 1), shifted(here * worth, 1)
    for n in (1, 2, 4, 8):
        total = total + line * shifted(total, n)
        line = line * shifted(line, n)
    return total


def _from_all_sides(here: Array, level: Array, upright: Array) -> Array:
    """The sums over all four lines out of each cell: `level` along ranks, `upright` along files."""
    flip = slice(None, None, -1)
    turned, worth = here.swapaxes(-1, -2), upright.swapaxes(-1, -2)
    east, west = _along(here, level), _along(here[..., flip], level[..., flip])[..., flip]
    north, south = _along(turned, worth), _along(turned[..., flip], worth[..., flip])[..., flip]
    return east + west + (north + south).swapaxes(-1, -2)


def observe(s: State) -> tuple[Array, Array]:
    """What the mover sees, as float32: `PLANES` (the last axes: rank, file, plane) and `FACTS`."""
    games, there = _read(s)
    cells = kewbz.open_cells(games, there)
    once, twice = kewbz.passed(there, games.high[0], cells)
    top, second_seat = kewbz.tops(games), games.turn == 1
    mine = top.where(second_seat) | (~top).where(~second_seat)
    masks = [there.cells, *games.high, mine, cells, once, twice]
    bits = kewbz.planes(masks, SIDE).astype(jnp.float32)
    board, one, two, three, four, five, own, free, open_once, open_twice = (
        bits[..., n, :, :] for n in range(10)
    )
    exact = (one - two, two - three, three - four, four - five, five)
    height = one + two + three + four + five

    def beside(axis: int) -> Array:
        before = [(0, 0)] * one.ndim
        before[axis] = (1, 1)
        wide = jnp.pad(one, before)
        first = lax.slice_in_dim(wide, 0, SIDE, axis=one.ndim + axis)
        return first + lax.slice_in_dim(wide, 2, SIDE + 2, axis=one.ndim + axis)

    across, upright = beside(-1), beside(-2)
    room = TALLEST - height

    def worth(k: Array, keeps: Array) -> Array:
        """What k more cubes on each tower gain whoever puts them there; a cube less to keep too."""
        taken = jnp.where(one - two > 0, 1.0, 2 * height * two * (1 - keeps))
        return jnp.where(k > 0, 2 * k + taken, 0.0)

    level_k, upright_k = jnp.minimum(upright, room), jnp.minimum(across, room)
    corner = across * upright
    itself = 1 + jnp.where(corner > 0, 2 * corner + 1, 0.0)
    gains = [
        free * (itself + _from_all_sides(one, worth(level_k, keeps), worth(upright_k, keeps)))
        for keeps in (own, 1 - own)
    ]
    stacked = free * (corner + _from_all_sides(one, level_k, upright_k))
    planes = jnp.stack(
        [
            board,
            exact[0],
            *(height_is * own for height_is in exact[1:]),
            *(height_is * (1 - own) for height_is in exact[1:]),
            free,
            open_once,
            open_twice,
            gains[0] / 10,
            gains[1] / 10,
            stacked / 8,
        ],
        axis=-1,
    )
    left = jnp.where(second_seat, games.left[1], games.left[0]).astype(jnp.float32)
    other = jnp.where(second_seat, games.left[0], games.left[1]).astype(jnp.float32)
    lead = jnp.where(second_seat, -margin(s), margin(s)).astype(jnp.float32)
    facts = jnp.stack(
        [
            left / 30,
            other / 30,
            (left - other) / 10,
            jnp.exp(-left / 4),
            jnp.exp(-other / 4),
            lead / 20,
            (games.swap & second_seat).astype(jnp.float32),
            (games.swap & ~second_seat).astype(jnp.float32),
            s.facts[..., 4].astype(jnp.float32) / SIDE,
            cells.size().astype(jnp.float32) / 20,
        ],
        axis=-1,
    )
    return planes, facts
