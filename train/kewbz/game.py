"""Kewbz for training: games on boards of 6x6 to 10x10, of any sizes, in one batch.

`inglenook.envs.jax.kewbz` plays one size at a time, up to 8x8, and lets a player who is short of
cubes name the corners one by one. Training needs all sizes at once and every action to pass the
turn, so whoever is short stacks in the best way, as the compiled twin does (`judge.spend`): the
game is over with that move, and there is nothing to learn from the choice. A test holds this file
equal to the twin.

A mask is four words; bit `11 * rank + file` stands for a cell. Nobody ever stands on the eleventh
file, which keeps what is shifted from one rank to the next from being taken for a neighbour. An
action is `10 * rank + file`, or `SWAP`: to take over the first cube.
"""

from collections.abc import Sequence
from typing import NamedTuple

import jax.numpy as jnp
from jax import Array, lax

SIDE = 10
SIZES = (6, 7, 8, 9, 10)
ROW = SIDE + 1
WORDS = 4
SWAP = SIDE * SIDE
ACTIONS = SWAP + 1
TALLEST = 5


class Mask(NamedTuple):
    """A set of cells, as four words of 32 bits, lowest first."""

    a: Array
    b: Array
    c: Array
    d: Array

    def __and__(self, other: "Mask") -> "Mask":
        return Mask(*(x & y for x, y in zip(self, other, strict=True)))

    def __or__(self, other: "Mask") -> "Mask":
        return Mask(*(x | y for x, y in zip(self, other, strict=True)))

    def __invert__(self) -> "Mask":
        return Mask(*(~x for x in self))

    def __lshift__(self, n: int) -> "Mask":
        whole, part = divmod(n, 32)
        words = [jnp.zeros_like(self.a)] * whole + list(self)[: WORDS - whole]
        if not part:
            return Mask(*words)
        carried = [jnp.zeros_like(self.a), *words[:-1]]
        return Mask(*(x << part | y >> 32 - part for x, y in zip(words, carried, strict=True)))

    def __rshift__(self, n: int) -> "Mask":
        whole, part = divmod(n, 32)
        words = list(self)[whole:] + [jnp.zeros_like(self.a)] * whole
        if not part:
            return Mask(*words)
        carried = [*words[1:], jnp.zeros_like(self.a)]
        return Mask(*(x >> part | y << 32 - part for x, y in zip(words, carried, strict=True)))

    def where(self, condition: Array) -> "Mask":
        """These cells where the condition holds, none elsewhere."""
        return Mask(*(jnp.where(condition, x, 0) for x in self))

    def any(self) -> Array:
        return (self.a | self.b | self.c | self.d) != 0

    def size(self) -> Array:
        return sum((_ones(x) for x in self), start=jnp.int32(0))


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


class _Read(NamedTuple):
    """A state taken apart."""

    high: tuple[Mask, Mask, Mask, Mask, Mask]
    top: Mask
    left: tuple[Array, Array]
    turn: Array
    swap: Array
    size: Array
    extra: Array
    cells: Mask


def _ones(word: Array) -> Array:
    return lax.population_count(word).astype(jnp.int32)


def _constant(bits: int) -> list[int]:
    return [bits >> 32 * n & 0xFFFFFFFF for n in range(WORDS)]


_CELLS = jnp.array(
    [
        _constant(sum(1 << ROW * r + f for r in range(size) for f in range(size)))
        for size in range(SIDE + 1)
    ],
    jnp.uint32,
)


def _read(s: State) -> _Read:
    masks = [Mask(*(s.towers[..., n, w] for w in range(WORDS))) for n in range(6)]
    left0, left1, turn, swap, size, extra = (s.facts[..., n].astype(jnp.int32) for n in range(6))
    cells = _CELLS[size]
    return _Read(
        (masks[0], masks[1], masks[2], masks[3], masks[4]),
        masks[5],
        (left0, left1),
        turn,
        swap != 0,
        size,
        extra,
        Mask(*(cells[..., w] for w in range(WORDS))),
    )


def init(size: Array, cubes: Array, swap: Array) -> State:
    """Games that are about to begin; the three are arrays of one shape."""
    none = jnp.zeros_like(size)
    facts = jnp.stack([cubes, cubes, none, swap.astype(size.dtype), size, none], axis=-1)
    return State(jnp.zeros((*size.shape, 6, WORDS), jnp.uint32), facts.astype(jnp.int8))


def _open(r: _Read) -> Mask:
    """The cells where a cube may be placed; none when the game is over."""
    here = r.high[0]
    west, east = here << 1, here >> 1
    line = here | west | east
    near = (line << ROW) | (line >> ROW) | line
    # Two cubes side by side in the next rank and one beside the cell make a square with it.
    pair_east, pair_west = here & east, here & west
    square = (east & ((pair_east << ROW) | (pair_east >> ROW))) | (
        west & ((pair_west << ROW) | (pair_west >> ROW))
    )
    bare = ~here.any()
    near = near | r.cells.where(bare)
    return (near & r.cells & ~here & ~square).where((r.left[0] > 0) & (r.left[1] > 0))


def _up(start: Mask, along: Mask, step: int) -> Mask:
    """The unbroken line of cells in `along` that follows `start`, towards higher bits."""
    two = along & (along << step)
    four = two & (two << 2 * step)
    line = start | (along & (start << step))
    line = line | (two & (line << 2 * step))
    line = line | (four & (line << 4 * step))
    return (line | (four & (line << 4 * step))) & ~start


def _down(start: Mask, along: Mask, step: int) -> Mask:
    two = along & (along >> step)
    four = two & (two >> 2 * step)
    line = start | (along & (start >> step))
    line = line | (two & (line >> 2 * step))
    line = line | (four & (line >> 4 * step))
    return (line | (four & (line >> 4 * step))) & ~start


def _passed(here: Mask, start: Mask) -> tuple[Mask, Mask]:
    """The cubes on the lines out from some cells that branch off them: all, and to both sides."""
    west, east, south, north = here << 1, here >> 1, here << ROW, here >> ROW
    level = _up(start, here, 1) | _down(start, here, 1)
    upright = _up(start, here, ROW) | _down(start, here, ROW)
    return (
        (level & (north | south)) | (upright & (east | west)),
        (level & north & south) | (upright & east & west),
    )


def _spent(r: _Read, first: Mask, cubes: Array) -> Array:
    """What the best choice gains whoever has fewer cubes than are due: see `judge.spend`.

    Taking a tower over gains twice its height and one; raising a single cube two; all else one.
    """
    second_seat = r.turn == 1
    two, three, four = r.high[1], r.high[2], r.high[3]
    theirs = (two & ~r.top).where(second_seat) | (two & r.top).where(~second_seat)
    gain = jnp.zeros_like(cubes)
    groups = (theirs & four, theirs & three & ~four, theirs & ~three, ~two)
    for group, points in zip(groups, (9, 7, 5, 2), strict=True):
        taken = jnp.minimum((first & group).size(), cubes)
        gain, cubes = gain + points * taken, cubes - taken
    return gain + cubes


def _cell(place: Array) -> Mask:
    bit = jnp.uint32(1) << (place & 31).astype(jnp.uint32)
    return Mask(*(jnp.where(place >> 5 == w, bit, 0) for w in range(WORDS)))


def step(s: State, action: Array) -> State:
    """The games after an action each. One that is not legal changes nothing."""
    r = _read(s)
    swaps = (action == SWAP) & r.swap & (r.turn == 1)
    place = action // SIDE * ROW + action % SIDE
    cell = _cell(place).where((action >= 0) & (action < SWAP)) & _open(r)
    plays, second_seat = cell.any(), r.turn == 1

    here = r.high[0]
    once, twice = _passed(here, cell)
    west, east, south, north = here << 1, here >> 1, here << ROW, here >> ROW
    plus = cell & west & east & south & north
    beside, across = west | east, south | north
    due = (
        (once & ~r.high[4]) | (cell & beside & across),
        (twice & ~r.high[3]) | (cell & west & east & across) | (cell & beside & south & north),
        plus,
        plus,
    )
    cubes = jnp.where(second_seat, r.left[1], r.left[0]) - 1
    wanted = due[0].size() + due[1].size() + 2 * plus.size()
    short = (wanted > cubes) & plays
    one, two, three, four = (mask.where(~short) for mask in due)
    extra = jnp.where(short, _spent(r, due[0], cubes), 0) * (1 - 2 * r.turn)

    a1, a2, a3, a4, a5 = r.high
    b1, b2, b3, b4, b5 = a1 | cell, a2, a3, a4, a5
    b5, b4, b3, b2 = b5 | (one & b4), b4 | (one & b3), b3 | (one & b2), b2 | one
    b5, b4, b3 = b5 | (two & b4), b4 | (two & b3), b3 | (two & b2)
    b4, b5 = b4 | three, b5 | four
    grown = cell | one
    # Taking over makes the only cube there is seat 1's.
    top = (r.top | grown).where(second_seat) | (r.top & ~grown).where(~second_seat)
    top = top.where(~swaps) | here.where(swaps)

    spent = jnp.where(plays, 1 + jnp.minimum(wanted, cubes), 0)
    take = swaps.astype(jnp.int32)
    left0 = r.left[0] - jnp.where(second_seat, 0, spent) + take
    left1 = r.left[1] - jnp.where(second_seat, spent, 0) - take
    turn = jnp.where(plays | swaps, 1 - r.turn, r.turn)
    swap = r.swap & ~(second_seat & (plays | swaps))
    towers = jnp.stack([word for mask in (b1, b2, b3, b4, b5, top) for word in mask], axis=-1)
    facts = jnp.stack(
        [left0, left1, turn, swap.astype(jnp.int32), r.size, r.extra + extra], axis=-1
    )
    return State(towers.reshape(s.towers.shape), facts.astype(jnp.int8))


def _bits(masks: Sequence[Mask]) -> Array:
    """Masks as 0 and 1: the last three axes are the masks, ranks and files."""
    words = jnp.stack([jnp.stack(mask, axis=-1) for mask in masks], axis=-2)
    spread = words[..., None] >> jnp.arange(32, dtype=jnp.uint32) & 1
    flat = spread.reshape(*spread.shape[:-2], WORDS * 32)[..., : SIDE * ROW]
    return flat.reshape(*flat.shape[:-1], SIDE, ROW)[..., :SIDE].astype(jnp.int8)


def legal(s: State) -> Array:
    """Which actions are legal, the last axis: none when the game is over."""
    r = _read(s)
    cells = _bits([_open(r)])
    flat = cells.reshape(*cells.shape[:-3], SWAP) != 0
    return jnp.concatenate([flat, (r.swap & (r.turn == 1))[..., None]], axis=-1)


def is_over(s: State) -> Array:
    return ~_open(_read(s)).any()


def margin(s: State) -> Array:
    """Seat 0's points less seat 1's, as if the games ended now."""
    r = _read(s)

    def points(cells: Mask) -> Array:
        two, three, four, five = ((high & cells).size() for high in r.high[1:])
        return 2 * two + three + four + five

    return points(~r.top) - r.left[0] - points(r.top) + r.left[1] + r.extra


def towers(s: State) -> Array:
    """What each tower scores, to seat 0: the last axes are ranks and files."""
    r = _read(s)
    one, two, three, four, five, top = jnp.moveaxis(_bits([*r.high, r.top]), -3, 0)
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
    r = _read(s)
    cells = _open(r)
    once, twice = _passed(r.high[0], cells)
    second_seat = r.turn == 1
    mine = r.top.where(second_seat) | (~r.top).where(~second_seat)
    bits = _bits([r.cells, *r.high, mine, cells, once, twice]).astype(jnp.float32)
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
    left = jnp.where(second_seat, r.left[1], r.left[0]).astype(jnp.float32)
    other = jnp.where(second_seat, r.left[0], r.left[1]).astype(jnp.float32)
    lead = jnp.where(second_seat, -margin(s), margin(s)).astype(jnp.float32)
    facts = jnp.stack(
        [
            left / 30,
            other / 30,
            (left - other) / 10,
            jnp.exp(-left / 4),
            jnp.exp(-other / 4),
            lead / 20,
            (r.swap & second_seat).astype(jnp.float32),
            (r.swap & ~second_seat).astype(jnp.float32),
            r.size.astype(jnp.float32) / SIDE,
            cells.size().astype(jnp.float32) / 20,
        ],
        axis=-1,
    )
    return planes, facts
