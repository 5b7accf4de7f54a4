"""Kewbz on JAX: many games at once, as pure functions on bit masks, on boards of 5x5 to 12x12.

    state = init(shape=(1024,))
    action = sample(state, bits)          # any legal one
    state = step(state, action)
    state = again(state)                  # games that are over begin anew

Every function works on arrays of any shape, element by element; `jax.vmap` and `jax.jit` apply as
to any other. An action is a cell, `rank * size + file`, or `size * size`: to take over the first
cube. A player who is short of cubes places one and then names the corners that get the rest, one
by one.

`size=` is the size of all boards, or a `Board` for boards of several sizes in one batch.

The module needs nothing but JAX: `rules.py` beside the other games is what it is tested against.
A mask is a few words of 32 bits, as a GPU has no fast longer ones: one for 5x5, two up to 8x8.
Nothing here gathers, scatters or loops, so that XLA makes one kernel of a whole step.
"""

from collections.abc import Sequence
from operator import and_, invert, or_
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

STANDARD = 8
SMALLEST = 5
MAX_SIZE = 12
TALLEST = 5
WORD = 32
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
    """A set of cells. Bit `rank * side + file` stands for a cell; the lowest word comes first."""

    words: tuple[Array, ...]

    def __and__(self, other: "Mask") -> "Mask":
        return Mask(tuple(map(and_, self.words, other.words)))

    def __or__(self, other: "Mask") -> "Mask":
        return Mask(tuple(map(or_, self.words, other.words)))

    def __invert__(self) -> "Mask":
        return Mask(tuple(map(invert, self.words)))

    def __lshift__(self, n: int) -> "Mask":
        whole, part = divmod(n, WORD)
        zero = jnp.zeros_like(self.words[0])
        words = (*(zero,) * whole, *self.words[: len(self.words) - whole])
        if part:
            lower = (zero, *words[:-1])
            words = tuple(x << part | y >> WORD - part for x, y in zip(words, lower, strict=True))
        return Mask(words)

    def __rshift__(self, n: int) -> "Mask":
        whole, part = divmod(n, WORD)
        zero = jnp.zeros_like(self.words[0])
        words = (*self.words[whole:], *(zero,) * whole)
        if part:
            upper = (*words[1:], zero)
            words = tuple(x >> part | y << WORD - part for x, y in zip(words, upper, strict=True))
        return Mask(words)

    def where(self, condition: Array) -> "Mask":
        """These cells if the condition holds, else none."""
        return Mask(tuple(jnp.where(condition, word, 0) for word in self.words))

    def any(self) -> Array:
        found = self.words[0]
        for word in self.words[1:]:
            found |= word
        return found != 0

    def size(self) -> Array:
        return sum(map(_count, self.words), start=jnp.int32(0))


def _count(word: Array) -> Array:
    return lax.population_count(word).astype(jnp.int32)


Five = tuple[Mask, Mask, Mask, Mask, Mask]


class State(NamedTuple):
    """Games in any number.

    high    the cells with towers of at least 1, 2, .. 5 cubes
    ones    of those, the cells whose cube at that height is seat 1's
    owed    the corners that are to get at least 1, 2, 3, 4 more cubes, if the mover has too few
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


class Board(NamedTuple):
    """The cells that there are, out of `side` ranks and files: all, or those of a smaller board.

    Give a `Board` as `size=` to play boards of several sizes in one batch: `cells` then differs
    from game to game. Actions and planes are those of a board of the size `side`.
    """

    side: int
    cells: Mask

    @property
    def not_first(self) -> Mask:
        """The cells that can have a neighbour to the west."""
        return rectangle(self.side, self.side, range(1, self.side))

    @property
    def not_last(self) -> Mask:
        return rectangle(self.side, self.side, range(self.side - 1))


Size = int | Board


def rectangle(side: int, ranks: int, files: range) -> Mask:
    """The cells of the first ranks on these files of a board."""
    bits = sum(1 << rank * side + file for rank in range(ranks) for file in files)
    words = -(-side * side // WORD)
    return Mask(tuple(jnp.uint32(bits >> WORD * n & 0xFFFFFFFF) for n in range(words)))


def _board(size: Size) -> Board:
    if isinstance(size, Board):
        return size
    if not SMALLEST <= size <= MAX_SIZE:
        raise ValueError(
            f"boards are {SMALLEST}x{SMALLEST} to {MAX_SIZE}x{MAX_SIZE} here, not {size}x{size}"
        )
    return Board(size, rectangle(size, size, range(size)))


def init(
    size: Size = STANDARD,
    cubes: int | Array = 30,
    swap: bool | Array = False,
    shape: tuple[int, ...] = (),
) -> State:
    """Games that are about to begin, in an array of that shape."""
    words = len(_board(size).cells.words)

    def none() -> Mask:
        # Arrays of their own, so that a caller may donate them.
        return Mask(tuple(jnp.zeros(shape, jnp.uint32) for _ in range(words)))

    return State(
        (none(), none(), none(), none(), none()),
        (none(), none(), none(), none(), none()),
        (none(), none(), none(), none()),
        (jnp.full(shape, cubes, jnp.int8), jnp.full(shape, cubes, jnp.int8)),
        jnp.zeros(shape, jnp.int8),
        jnp.full(shape, swap, bool),
    )


def open_cells(s: State, size: Size = STANDARD) -> Mask:
    """The cells that can be chosen; none when the game is over."""
    b, here = _board(size), s.high[0]
    row = b.side
    west, east = (here << 1) & b.not_first, (here >> 1) & b.not_last
    line = here | west | east
    near = (line << row) | (line >> row) | line
    # Two cubes side by side in the next rank and one beside the cell make a square with it.
    pair_east, pair_west = here & east, here & west
    square = (east & ((pair_east << row) | (pair_east >> row))) | (
        west & ((pair_west << row) | (pair_west >> row))
    )
    bare, owes = ~here.any(), s.owed[0].any()
    free = b.cells & (near | b.cells.where(bare)) & ~here & ~square
    playing = (s.left[0] > 0) & (s.left[1] > 0)
    return free.where(playing & ~owes) | s.owed[0]


def _swaps(s: State) -> Array:
    return s.swap & (s.turn == 1)


def legal(s: State, size: Size = STANDARD) -> Array:
    """Which actions are legal, the last axis: none when the game is over."""
    b = _board(size)
    cells = planes([open_cells(s, b)], b.side)
    flat = cells.reshape(*s.turn.shape, b.side**2)
    return jnp.concatenate([flat != 0, _swaps(s)[..., None]], axis=-1)


def is_over(s: State, size: Size = STANDARD) -> Array:
    return ~open_cells(s, size).any()


def planes(masks: Sequence[Mask], side: int) -> Array:
    """Masks as 0 and 1 by mask, rank and file: the last three axes."""
    words = jnp.stack([jnp.stack(mask.words, axis=-1) for mask in masks], axis=-2)
    spread = words[..., None] >> jnp.arange(WORD, dtype=jnp.uint32) & 1
    flat = spread.reshape(*spread.shape[:-2], -1)[..., : side * side]
    return flat.reshape(*flat.shape[:-1], side, side).astype(jnp.int8)


def _nth(mask: Mask, n: Array) -> Array:
    """The place of the n-th bit of a mask, from the lowest (0): by words, then by halves."""
    word, place = mask.words[0], jnp.zeros_like(n)
    for number, following in enumerate(mask.words[1:], 1):
        below = _count(word)
        up = n >= below
        word, n = jnp.where(up, following, word), n - jnp.where(up, below, 0)
        place = jnp.where(up, number * WORD, place)
    for width in (16, 8, 4, 2, 1):
        below = _count(word & ((1 << width) - 1))
        up = n >= below
        word, n = jnp.where(up, word >> width, word), n - jnp.where(up, below, 0)
        place = place + jnp.where(up, width, 0)
    return place


def sample(s: State, bits: Array, size: Size = STANDARD) -> Array:
    """A legal action of each game, all equally likely, from 32 random bits (uint32) for each.

    If a game is over, any action: it changes nothing.
    """
    b = _board(size)
    cells = open_cells(s, b)
    count = cells.size()
    n = _share(bits, count + _swaps(s))
    return jnp.where(n == count, b.side**2, _nth(cells, n)).astype(jnp.int32)


def _share(bits: Array, n: Array) -> Array:
    """A number from 0 to n - 1, for a small n: the top of bits * n, from 24 bits."""
    return ((bits >> 8).astype(jnp.uint32) * n.astype(jnp.uint32) >> 24).astype(jnp.int32)


def _up(start: Mask, along: Mask, step: int, side: int) -> Mask:
    """The unbroken line of cells in `along` that follows `start`, towards higher bits."""
    two = along & (along << step)
    four = two & (two << 2 * step)
    line = start | (along & (start << step))
    line = line | (two & (line << 2 * step))
    line = line | (four & (line << 4 * step))
    if side > 8:  # 1 + 2 + 4 steps are the longest line up to 8x8, and 4 more on 12x12
        line = line | (four & (line << 4 * step))
    return line & ~start


def _down(start: Mask, along: Mask, step: int, side: int) -> Mask:
    two = along & (along >> step)
    four = two & (two >> 2 * step)
    line = start | (along & (start >> step))
    line = line | (two & (line >> 2 * step))
    line = line | (four & (line >> 4 * step))
    if side > 8:
        line = line | (four & (line >> 4 * step))
    return line & ~start


def passed(b: Board, here: Mask, start: Mask) -> tuple[Mask, Mask]:
    """The cubes on the lines out from some cells that branch off them: all, and to both sides."""
    west, east = (here << 1) & b.not_first, (here >> 1) & b.not_last
    south, north = here << b.side, here >> b.side
    level = _up(start, here & b.not_first, 1, b.side) | _down(start, here & b.not_last, 1, b.side)
    upright = _up(start, here, b.side, b.side) | _down(start, here, b.side, b.side)
    return (
        (level & (north | south)) | (upright & (east | west)),
        (level & north & south) | (upright & east & west),
    )


def _due(b: Board, s: State, cell: Mask) -> tuple[Mask, Mask, Mask]:
    """The cells that get at least one cube, at least two, and four, none above 5 high."""
    here = s.high[0]
    west, east = (here << 1) & b.not_first, (here >> 1) & b.not_last
    south, north = here << b.side, here >> b.side
    once, twice = passed(b, here, cell)
    beside, across = west | east, south | north
    both, above_and_below = west & east, south & north
    return (
        (once & ~s.high[4]) | (cell & beside & across),
        (twice & ~s.high[3]) | (cell & ((both & across) | (beside & above_and_below))),
        cell & both & above_and_below,
    )


def _cell(place: Array, like: Mask) -> Mask:
    bit = jnp.uint32(1) << (place & WORD - 1).astype(jnp.uint32)
    return Mask(tuple(jnp.where(place >> 5 == n, bit, 0) for n in range(len(like.words))))


def step(s: State, action: Array, size: Size = STANDARD) -> State:
    """The games after an action each. One that is not legal changes nothing."""
    b = _board(size)
    swaps = (action == b.side**2) & _swaps(s)
    cell = _cell(action, b.cells) & open_cells(s, b)
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


def tops(s: State) -> Mask:
    """The cells whose top cube is seat 1's."""
    top = s.ones[4]
    for below, above in ((3, 4), (2, 3), (1, 2), (0, 1)):
        top = top | (s.ones[below] & ~s.high[above])
    return top


def scores(s: State) -> Array:
    """The scores of both seats as if the games ended now: the last axis."""
    top = tops(s)

    def points(cells: Mask) -> Array:
        heights = [(high & cells).size() for high in s.high[1:]]
        return 2 * heights[0] + heights[1] + heights[2] + heights[3]

    return jnp.stack([points(~top) - s.left[0], points(top) - s.left[1]], axis=-1)


def returns(s: State, size: Size = STANDARD) -> Array:
    """What the games came to for both seats: 1 for a win, -1 for a loss, and 0 before the end."""
    points = scores(s)
    won = jnp.sign(points[..., 0] - points[..., 1]) * is_over(s, size)
    return jnp.stack([won, -won], axis=-1)


def again(s: State, cubes: int = 30, swap: bool = False, size: Size = STANDARD) -> State:
    """Games that are over begin anew; the others stay as they are."""
    over = is_over(s, size)
    fresh = init(size, cubes, swap)
    begun: State = jax.tree.map(lambda old, new: jnp.where(over, new, old), s, fresh)
    return begun


def observe(s: State, size: Size = STANDARD) -> Array:
    """What the mover sees, as int8: planes (see `PLANES`), ranks and files are the last axes."""
    side, second = _board(size).side, s.turn == 1
    mine, theirs = [], []
    for high, ones in zip(s.high, s.ones, strict=True):
        own = ones.where(second) | (high & ~ones).where(~second)
        mine.append(own)
        theirs.append(high & ~own)
    sets = planes([*mine, *theirs, s.owed[0]], side)
    flat = (
        jnp.where(second, s.left[1], s.left[0]),
        jnp.where(second, s.left[0], s.left[1]),
        _swaps(s).astype(jnp.int8),
    )
    levels = jnp.stack(flat, axis=-1).astype(jnp.int8)[..., None, None]
    plain = jnp.broadcast_to(levels, (*s.turn.shape, len(flat), side, side))
    return jnp.concatenate([sets, plain], axis=-3)
