"""Kewbz on JAX: many games at once, as pure functions on bit masks, on boards of 5x5 to 8x8.

    state = init(shape=(1024,))
    action = sample(state, bits)          # any legal one
    state = step(state, action)
    state = again(state)                  # games that are over begin anew

Every function works on arrays of any shape, element by element; `jax.vmap` and `jax.jit` apply as
to any other. An action is a cell, `rank * size + file`, or `size * size`: to take over the first
cube. Who is short of cubes places one and then names the corners that get the rest, one by one.

The module needs nothing but JAX: `rules.py` beside the other games is what it is tested against.
A mask is two words, as a GPU has no fast 64-bit ones; bit `8 * rank + file` stands for a cell.
Nothing here gathers, scatters or loops, so that XLA makes one kernel of a whole step.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

LARGEST = 8
TALLEST = 5
PLANES = (
    *(f"mine-{height}" for height in range(1, TALLEST + 1)),
    *(f"theirs-{height}" for height in range(1, TALLEST + 1)),
    "owed",
    "unplayed-mine",
    "unplayed-theirs",
    "swap",
)
"""What `observe` shows: whose cube is at which height of each cell; the corners that the mover
still has to name; and, the same on every cell, the unplayed cubes and whether the first cube may
be taken over."""


class Mask(NamedTuple):
    """A set of cells: those of ranks 1 to 4, and those of ranks 5 to 8."""

    low: Array
    high: Array

    def __and__(self, other: "Mask") -> "Mask":
        return Mask(self.low & other.low, self.high & other.high)

    def __or__(self, other: "Mask") -> "Mask":
        return Mask(self.low | other.low, self.high | other.high)

    def __invert__(self) -> "Mask":
        return Mask(~self.low, ~self.high)

    def __lshift__(self, n: int) -> "Mask":
        if n == 32:
            return Mask(jnp.zeros_like(self.low), self.low)
        return Mask(self.low << n, self.high << n | self.low >> (32 - n))

    def __rshift__(self, n: int) -> "Mask":
        if n == 32:
            return Mask(self.high, jnp.zeros_like(self.high))
        return Mask(self.low >> n | self.high << (32 - n), self.high >> n)

    def where(self, condition: Array) -> "Mask":
        """These cells where the condition holds, none elsewhere."""
        return Mask(jnp.where(condition, self.low, 0), jnp.where(condition, self.high, 0))

    def any(self) -> Array:
        return (self.low | self.high) != 0

    def size(self) -> Array:
        ones = lax.population_count(self.low) + lax.population_count(self.high)
        return ones.astype(jnp.int32)


Five = tuple[Mask, Mask, Mask, Mask, Mask]


class State(NamedTuple):
    """Games in any number.

    high    the cells with towers of at least 1, 2, .. 5 cubes
    ones    of those, the cells whose cube at that height is seat 1's
    owed    the corners that are to get at least 1, 2, 3, 4 more cubes, where the mover has too few
            and must choose; else empty
    left    the unplayed cubes of both seats
    turn    whose move it is
    swap    the right to take over the first cube still stands
    """

    high: Five
    ones: Five
    owed: tuple[Mask, Mask, Mask, Mask]
    left: tuple[Array, Array]
    turn: Array
    swap: Array


class _Board(NamedTuple):
    cells: Mask
    not_first: Mask
    not_last: Mask


def _constant(bits: int) -> Mask:
    return Mask(jnp.uint32(bits & 0xFFFFFFFF), jnp.uint32(bits >> 32))


def _board(size: int) -> _Board:
    if not 5 <= size <= LARGEST:
        raise ValueError(f"boards are 5x5 to {LARGEST}x{LARGEST} here, not {size}x{size}")

    def cells(files: range) -> Mask:
        return _constant(sum(1 << LARGEST * r + f for r in range(size) for f in files))

    return _Board(cells(range(size)), cells(range(1, size)), cells(range(size - 1)))


def init(
    size: int = LARGEST, cubes: int = 30, swap: bool = False, shape: tuple[int, ...] = ()
) -> State:
    """Games that are about to begin, in an array of that shape."""
    _board(size)

    def none() -> Mask:
        # Arrays of their own, so that a caller may donate them.
        return Mask(jnp.zeros(shape, jnp.uint32), jnp.zeros(shape, jnp.uint32))

    return State(
        (none(), none(), none(), none(), none()),
        (none(), none(), none(), none(), none()),
        (none(), none(), none(), none()),
        (jnp.full(shape, cubes, jnp.int8), jnp.full(shape, cubes, jnp.int8)),
        jnp.zeros(shape, jnp.int8),
        jnp.full(shape, swap),
    )


def _open(b: _Board, s: State) -> Mask:
    """The cells that can be chosen; none when the game is over."""
    here = s.high[0]
    west, east = (here << 1) & b.not_first, (here >> 1) & b.not_last
    line = here | west | east
    near = (line << 8) | (line >> 8) | line
    # Two cubes side by side in the next rank and one beside the cell make a square with it.
    pair_east, pair_west = here & east, here & west
    square = (east & ((pair_east << 8) | (pair_east >> 8))) | (
        west & ((pair_west << 8) | (pair_west >> 8))
    )
    bare, owes = ~here.any(), s.owed[0].any()
    free = (near | Mask(*(jnp.where(bare, jnp.uint32(0xFFFFFFFF), 0),) * 2)) & ~here & ~square
    playing = (s.left[0] > 0) & (s.left[1] > 0)
    return (b.cells & free).where(playing & ~owes) | s.owed[0]


def _swaps(s: State) -> Array:
    return s.swap & (s.turn == 1)


def legal(s: State, size: int = LARGEST) -> Array:
    """Which actions are legal, the last axis: none when the game is over."""
    cells = _bits(_open(_board(size), s), size)
    flat = cells.reshape(*cells.shape[:-2], size * size)
    return jnp.concatenate([flat != 0, _swaps(s)[..., None]], axis=-1)


def is_over(s: State, size: int = LARGEST) -> Array:
    return ~_open(_board(size), s).any()


def _bits(mask: Mask, size: int) -> Array:
    """A mask as 0 and 1 by rank and file: the last two axes."""
    place = jnp.arange(32, dtype=jnp.uint32)
    words = jnp.stack(mask, axis=-1)[..., None] >> place & 1
    board = words.reshape(*words.shape[:-2], LARGEST, LARGEST)
    return board[..., :size, :size].astype(jnp.int8)


def _nth(mask: Mask, n: Array) -> Array:
    """The place of the n-th bit of a mask, from the lowest (0): by halves."""
    below = lax.population_count(mask.low).astype(jnp.int32)
    up = n >= below
    word, n = jnp.where(up, mask.high, mask.low), n - jnp.where(up, below, 0)
    place = jnp.where(up, 32, 0)
    for width in (16, 8, 4, 2, 1):
        below = lax.population_count(word & ((1 << width) - 1)).astype(jnp.int32)
        up = n >= below
        word, n = jnp.where(up, word >> width, word), n - jnp.where(up, below, 0)
        place = place + jnp.where(up, width, 0)
    return place


def sample(s: State, bits: Array, size: int = LARGEST) -> Array:
    """A legal action of each game, all equally likely, from 32 random bits (uint32) for each.

    Where a game is over, any action: it changes nothing.
    """
    cells = _open(_board(size), s)
    count = cells.size()
    n = _share(bits, count + _swaps(s))
    place = _nth(cells, n)
    cell = place if size == LARGEST else (place >> 3) * size + (place & 7)
    return jnp.where(n == count, size * size, cell).astype(jnp.int32)


def _share(bits: Array, n: Array) -> Array:
    """A number from 0 to n - 1, for a small n: the top of bits * n, from 24 bits."""
    return ((bits >> 8).astype(jnp.uint32) * n.astype(jnp.uint32) >> 24).astype(jnp.int32)


def _up(start: Mask, along: Mask, step: int) -> Mask:
    """The unbroken line of cells in `along` that follows `start`, towards higher bits."""
    two = along & (along << step)
    four = two & (two << 2 * step)
    line = start | (along & (start << step))
    line = line | (two & (line << 2 * step))
    return (line | (four & (line << 4 * step))) & ~start


def _down(start: Mask, along: Mask, step: int) -> Mask:
    two = along & (along >> step)
    four = two & (two >> 2 * step)
    line = start | (along & (start >> step))
    line = line | (two & (line >> 2 * step))
    return (line | (four & (line >> 4 * step))) & ~start


def _due(b: _Board, s: State, cell: Mask) -> tuple[Mask, Mask, Mask]:
    """The cells that get at least one cube, at least two, and four, none above 5 high."""
    here = s.high[0]
    west, east = (here << 1) & b.not_first, (here >> 1) & b.not_last
    south, north = here << 8, here >> 8
    level = _up(cell, here & b.not_first, 1) | _down(cell, here & b.not_last, 1)
    upright = _up(cell, here, 8) | _down(cell, here, 8)
    once = (level & (north | south)) | (upright & (east | west))
    twice = (level & north & south) | (upright & east & west)
    beside, across = west | east, south | north
    both, above_and_below = west & east, south & north
    return (
        (once & ~s.high[4]) | (cell & beside & across),
        (twice & ~s.high[3]) | (cell & ((both & across) | (beside & above_and_below))),
        cell & both & above_and_below,
    )


def _cell(place: Array) -> Mask:
    bit = jnp.uint32(1) << (place & 31).astype(jnp.uint32)
    return Mask(jnp.where(place < 32, bit, 0), jnp.where(place >= 32, bit, 0))


def step(s: State, action: Array, size: int = LARGEST) -> State:
    """The games after an action each. One that is not legal changes nothing."""
    b = _board(size)
    swaps = (action == size * size) & _swaps(s)
    place = action if size == LARGEST else (action // size << 3) + action % size
    inside = (action >= 0) & (action < size * size)
    cell = _cell(place).where(inside) & _open(b, s)
    plays, owes = cell.any(), s.owed[0].any()
    turn_one = s.turn == 1
    mine = jnp.where(turn_one, s.left[1], s.left[0]).astype(jnp.int32)

    first, second, plus = _due(b, s, cell)
    wanted = first.size() + second.size() + 2 * plus.size()
    left = mine - 1
    short = (wanted > left) & ~owes & plays
    all_due = ~owes & ~short
    more = (
        (cell.where(owes)) | first.where(all_due),
        second.where(all_due),
        plus.where(all_due),
        plus.where(all_due),
    )
    spent = jnp.where(plays, 1 + jnp.where(all_due, wanted, 0), 0)

    a1, a2, a3, a4, a5 = s.high
    b1, b2, b3, b4, b5 = a1 | cell, a2, a3, a4, a5
    b5, b4, b3, b2 = b5 | (more[0] & b4), b4 | (more[0] & b3), b3 | (more[0] & b2), b2 | more[0]
    b5, b4, b3 = b5 | (more[1] & b4), b4 | (more[1] & b3), b3 | (more[1] & b2)
    b4, b5 = b4 | more[2], b5 | more[3]
    high = (b1, b2, b3, b4, b5)
    # Taking over makes the only cube there is seat 1's.
    ones = tuple(
        old | (now & ~was).where(turn_one) | now.where(swaps)
        for old, now, was in zip(s.ones, high, s.high, strict=True)
    )

    # Nothing is left to choose with the last cube; choosing goes on while there are more.
    chooses = (short | owes) & (left > 0)
    unnamed = ~cell
    named = (
        s.owed[0] & (unnamed | s.owed[1]),
        s.owed[1] & (unnamed | s.owed[2]),
        s.owed[2] & (unnamed | s.owed[3]),
        s.owed[3] & unnamed,
    )
    begun = (first, second, plus, plus)
    owed = tuple(
        go_on.where(owes & (chooses | ~plays)) | begin.where(short & chooses)
        for go_on, begin in zip(named, begun, strict=True)
    )

    zero, one = jnp.where(turn_one, 0, spent), jnp.where(turn_one, spent, 0)
    take = swaps.astype(jnp.int32)
    passes = (plays & ~chooses) | swaps
    return State(
        high,
        ones,  # type: ignore[arg-type] # five of them
        owed,  # type: ignore[arg-type] # four of them
        (
            (s.left[0] - zero + take).astype(jnp.int8),
            (s.left[1] - one - take).astype(jnp.int8),
        ),
        jnp.where(passes, 1 - s.turn, s.turn).astype(jnp.int8),
        # Seat 1 gives the right up by placing; before that there is nothing to take over.
        s.swap & ~(turn_one & (plays | swaps)),
    )


def scores(s: State) -> Array:
    """The scores of both seats as if the games ended now: the last axis."""
    top = s.ones[4]
    for below, above in ((3, 4), (2, 3), (1, 2), (0, 1)):
        top = top | (s.ones[below] & ~s.high[above])

    def points(cells: Mask) -> Array:
        heights = [(high & cells).size() for high in s.high[1:]]
        return 2 * heights[0] + heights[1] + heights[2] + heights[3]

    return jnp.stack([points(~top) - s.left[0], points(top) - s.left[1]], axis=-1)


def returns(s: State, size: int = LARGEST) -> Array:
    """What the games came to for both seats: 1 for a win, -1 for a loss, and 0 before the end."""
    points = scores(s)
    won = jnp.sign(points[..., 0] - points[..., 1]) * is_over(s, size)
    return jnp.stack([won, -won], axis=-1)


def again(s: State, cubes: int = 30, swap: bool = False, size: int = LARGEST) -> State:
    """Games that are over begin anew; the others stay as they are."""
    over = is_over(s, size)
    fresh = init(size, cubes, swap)
    begun: State = jax.tree.map(lambda old, new: jnp.where(over, new, old), s, fresh)
    return begun


def observe(s: State, size: int = LARGEST) -> Array:
    """What the mover sees, as int8: planes (see `PLANES`), ranks and files are the last axes."""
    second = s.turn == 1
    mine, theirs = [], []
    for high, ones in zip(s.high, s.ones, strict=True):
        zeros = high & ~ones
        own = Mask(*(jnp.where(second, o, z) for o, z in zip(ones, zeros, strict=True)))
        mine.append(own)
        theirs.append(high & ~own)
    sets = Mask(
        *(jnp.stack(words, axis=-1) for words in zip(*mine, *theirs, s.owed[0], strict=True))
    )
    flat = (
        jnp.where(second, s.left[1], s.left[0]),
        jnp.where(second, s.left[0], s.left[1]),
        _swaps(s).astype(jnp.int8),
    )
    levels = jnp.stack(flat, axis=-1).astype(jnp.int8)[..., None, None]
    plain = jnp.broadcast_to(levels, (*s.turn.shape, len(flat), size, size))
    return jnp.concatenate([_bits(sets, size), plain], axis=-3)
