"""The rules of Kewbz, in their obvious form. `fast.py` is the compiled twin for search."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, compress, pairwise, product
from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from inglenook.core.daily import DailyBoard
from inglenook.core.game import Entry, Game, Move, Outcome, Refused, Rng
from inglenook.core.insight import Insight
from inglenook.core.summary import Moment, Part, Summary, worthwhile
from inglenook.core.units import Seat
from inglenook.games.kewbz import text
from inglenook.games.kewbz.view import Last, Preview, Prospect, View

TALLEST = 5
MAX_SIZE = 12


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """A board set up by hand, and who is to move there."""

    stacks: Annotated[
        dict[str, list[Annotated[Seat, Meta(ge=0, le=1)]]], Meta(max_length=MAX_SIZE**2)
    ]
    """Owners bottom to top, by cell; each of them has one cube less in the pile.

    Lists, as in JSON: so options are equal to those that a record is read with.
    """
    turn: Annotated[Seat, Meta(ge=0, le=1)] = 0


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    size: Annotated[int, Meta(ge=5, le=MAX_SIZE)] = 8
    cubes: Annotated[int, Meta(ge=8, le=60)] = 30
    swap: bool = False
    """Seat 1 may take over the first cube instead of placing its own."""
    position: Position | UnsetType = UNSET
    """Where the game begins, if not with an empty board and seat 0."""


class Place(Move, frozen=True, omit_defaults=True):
    cell: str
    stack: tuple[str, ...] | None = None
    """Only when short of cubes: the corners that get them, one cell per cube."""


class Swap(Move, frozen=True):
    pass


PlayerMove: TypeAlias = Place | Swap


Stacks: TypeAlias = tuple[tuple[Seat, ...], ...]
"""Owners bottom to top, one tuple per cell; cell = rank * size + file."""


class State(Struct, frozen=True, eq=False, gc=False):
    """A position. Equal positions play on alike: how one came about, `last`, is only for people."""

    size: int
    stacks: Stacks
    unplayed: tuple[int, int]
    turn: Seat
    swap: bool
    """The right to take over the first cube still stands."""
    last: Last | None = None

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, State) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        return self.size, self.stacks, self.unplayed, self.turn, self.swap


class Grid:
    """The fixed geometry of a board of one size."""

    def __init__(self, size: int) -> None:
        self.names = [f"{chr(ord('a') + f)}{r + 1}" for r in range(size) for f in range(size)]
        self.cells = {name: cell for cell, name in enumerate(self.names)}

        def at(f: int, r: int) -> int | None:
            return r * size + f if 0 <= f < size and 0 <= r < size else None

        def all_of(*spots: tuple[int, int]) -> list[int]:
            return [cell for f, r in spots if (cell := at(f, r)) is not None]

        places = [(f, r) for r in range(size) for f in range(size)]
        self.beside = [all_of((f - 1, r), (f + 1, r)) for f, r in places]
        """Horizontal neighbours."""
        self.above_below = [all_of((f, r - 1), (f, r + 1)) for f, r in places]
        self.around = [
            frozenset(all_of(*((f + i, r + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)))
            for f, r in places
        ]
        self.squares = [
            [
                frozenset(others)
                for i in (-1, 1)
                for j in (-1, 1)
                if len(others := all_of((f + i, r), (f, r + j), (f + i, r + j))) == 3
            ]
            for f, r in places
        ]
        """For each cell, the three other cells of every 2x2 block it lies in."""
        row = size + 1
        self.bits = tuple(1 << r * row + f for f, r in places)
        """For each cell a bit; ranks are one bit apart."""
        self.board = sum(self.bits)
        self.cells_of_bits = [
            cell for r in range(size) for cell in (*range(r * size, r * size + size), -1)
        ]
        """The cell of each bit; -1 between ranks."""
        self.names_of_bits = [self.names[cell] if cell >= 0 else "" for cell in self.cells_of_bits]
        self.bits_beside = [sum(self.bits[c] for c in cells) for cells in self.beside]
        self.bits_above_below = [sum(self.bits[c] for c in cells) for cells in self.above_below]
        self.rays = [
            [
                (
                    all_of(*((f + i * n, r + j * n) for n in range(1, size))),
                    self.bits_above_below if i else self.bits_beside,
                )
                for i, j in ((-1, 0), (1, 0), (0, -1), (0, 1))
            ]
            for f, r in places
        ]
        """For each cell, the four lines out from it, each with the neighbours *across* it."""


grid = lru_cache(maxsize=None)(Grid)


def taken(stacks: Stacks) -> frozenset[int]:
    """The cells with cubes on them."""
    return frozenset(cell for cell, stack in enumerate(stacks) if stack)


def fault(g: Grid, filled: frozenset[int], cell: int) -> str | None:
    """Why no cube may be placed on this cell while those are filled, or None."""
    if cell in filled:
        return "occupied"
    if filled and filled.isdisjoint(g.around[cell]):
        return "not-adjacent"
    if any(square <= filled for square in g.squares[cell]):
        return "square"
    return None


def set_up(options: Options, position: Position) -> State:
    """The state that a board set up by hand stands for.

    Refused where no game could come to it, as far as that can be seen. With the cell at fault as
    detail: `bad-cell`, `too-tall`, `square`, `not-adjacent`, and `no-corner` for a tower where none
    can grow. With both numbers: `too-few-cubes`. And `nothing-to-play`.
    """
    g = grid(options.size)
    stacks: list[tuple[Seat, ...]] = [()] * options.size**2
    for name, stack in position.stacks.items():
        if name not in g.cells:
            raise Refused("bad-cell", detail=name)
        if len(stack) > TALLEST:
            raise Refused("too-tall", detail=name)
        stacks[g.cells[name]] = tuple(stack)
    s = State(options.size, tuple(stacks), (options.cubes, options.cubes), position.turn, False)
    if wrong := next(_misplaced(g, s.stacks), None):
        raise Refused(wrong[0], detail=g.names[wrong[1]])
    there = [sum(stack.count(seat) for stack in s.stacks) for seat in (0, 1)]
    if max(there) > options.cubes:
        raise Refused("too-few-cubes", detail=f"{max(there)} > {options.cubes}")
    s = replace(s, unplayed=(options.cubes - there[0], options.cubes - there[1]))
    if is_over(s):
        raise Refused("nothing-to-play")
    return s


def _misplaced(g: Grid, stacks: Stacks) -> Iterator[tuple[str, int]]:
    """What is wrong with a board, and on which cell."""
    filled = taken(stacks)
    for cell in sorted(filled):
        if any(square <= filled for square in g.squares[cell]):
            yield "square", cell
    together, reached = set[int](), set(sorted(filled)[:1])
    while reached:
        together |= reached
        reached = set().union(*(g.around[cell] for cell in reached)) & filled - together
    for cell in sorted(filled - together):
        yield "not-adjacent", cell
    for cell in sorted(filled):
        bent = not filled.isdisjoint(g.beside[cell]) and not filled.isdisjoint(g.above_below[cell])
        if len(stacks[cell]) > 1 and not bent:
            yield "no-corner", cell


def due(s: State, cell: int) -> dict[int, int]:
    """The cubes to be stacked after placing on this cell: corner -> how many, none above 5 high."""
    # A move is chosen, checked and made: all ask this of the same cell.
    global _demanded
    known, there, demand = _demanded
    if known is not s or there != cell:
        demand = _due(s, cell)
        _demanded = s, cell, demand
    return demand


_demanded: tuple[object, int, dict[int, int]] = None, -1, {}


def _due(s: State, cell: int) -> dict[int, int]:
    if s.unplayed[s.turn] == 1:  # the last cube leaves none to stack
        return {}
    g, stacks = grid(s.size), s.stacks
    filled = board(s).filled
    beside, above_below = filled & g.bits_beside[cell], filled & g.bits_above_below[cell]
    if not beside and not above_below:
        return {}
    wanted = {cell: beside.bit_count() * above_below.bit_count()}
    for line, across in g.rays[cell]:
        for passed in line:
            if not stacks[passed]:
                break
            wanted[passed] = (filled & across[passed]).bit_count()
    # The cube being placed is not there yet, but counts for the height of its tower.
    return {
        c: most for c in sorted(wanted) if (most := min(wanted[c], TALLEST - (len(stacks[c]) or 1)))
    }


def shortage(s: State, demand: dict[int, int]) -> int:
    """How many cubes the player must choose corners for, being short of them; 0 if not short."""
    left = s.unplayed[s.turn] - 1
    return left if left < sum(demand.values()) else 0


def choices(demand: dict[int, int], cubes: int) -> list[tuple[int, ...]]:
    """All different ways to spend too few cubes on the corners due, each in cell order."""
    each = [cell for cell, n in demand.items() for _ in range(n)]
    return sorted(set(combinations(each, cubes)))


def _spend(demand: dict[int, int], cubes: int, rng: Rng) -> list[int]:
    """One way to spend too few cubes on the corners due, in cell order."""
    each = [cell for cell, n in demand.items() for _ in range(n)]
    return sorted(rng.shuffled(each)[:cubes])


def open_cells(s: State) -> tuple[int, ...]:
    """The cells on which a cube may be placed."""
    return tuple(compress(grid(s.size).cells_of_bits, _picked(board(s).open)))


class Board(Struct, frozen=True, gc=False):
    """What follows from where the cubes lie."""

    stacks: Stacks
    filled: int
    """The cells with cubes on them, a bit for each."""
    open: int
    """Those on which one may be placed."""
    towers: tuple[int, int]
    """What their towers count for both."""


def board(s: State) -> Board:
    """What follows from where the cubes lie in a position, worked out once."""
    # Whether it is over, whose turn it is, which moves are legal: all ask this of the same board,
    # and a server asks again when the next move comes.
    known = _asked.get(id(s.stacks))
    if known is None or known.stacks is not s.stacks:
        g = grid(s.size)
        filled = sum(compress(g.bits, s.stacks))
        known = _remember(Board(s.stacks, filled, _open(g, s.size, filled), towers(s)))
    return known


def _remember(known: Board) -> Board:
    if len(_asked) >= CACHED_BOARDS:
        _asked.clear()  # in one step: other threads may be here
    _asked[id(known.stacks)] = known
    return known


def _carry_on(before: State, cell: int, after: State) -> None:
    """Remember the board after a cube was placed: little of it is new."""
    g, known, turn = grid(before.size), board(before), before.turn
    filled = known.filled | g.bits[cell]
    points = list(known.towers)
    for name in after.last.stacked if after.last else ():
        corner = g.cells[name]
        was = before.stacks[corner]
        if len(was) > 1:
            points[was[-1]] -= len(was)
        points[turn] += len(after.stacks[corner])
    opens = _open(g, before.size, filled)
    _remember(Board(after.stacks, filled, opens, (points[0], points[1])))


CACHED_BOARDS = 4_000
"""Boards that are remembered, in about half a KB each."""
_asked: dict[int, Board] = {}
"""By the identity of their stacks, and with these: so nothing else can have the same."""


def _open(g: Grid, size: int, here: int) -> int:
    """All cells without a `fault` while those are filled, worked out at once."""
    if not here:
        return g.board
    row = size + 1  # one bit more than a rank has cells: nothing comes round at its end
    west, east = here << 1, here >> 1
    line = here | west | east
    near = line | line << row | line >> row
    pair_east, pair_west = here & east, here & west
    square = east & (pair_east << row | pair_east >> row)
    square |= west & (pair_west << row | pair_west >> row)
    return near & g.board & ~here & ~square


def _picked(bits: int) -> Iterator[int]:
    """For each bit, from the lowest to the highest that is set, whether it is."""
    return reversed(f"{bits:b}".encode().translate(_DIGITS))


_DIGITS = bytes.maketrans(b"01", b"\0\1")
"""Makes numbers of binary digits."""


def is_over(s: State) -> bool:
    return 0 in s.unplayed or not board(s).open


def swap_now(s: State) -> bool:
    return s.swap and s.turn == 1


def count(s: State) -> tuple[int, int]:
    """Both scores as if the game ended now."""
    blue, amber = towers(s)
    return blue - s.unplayed[0], amber - s.unplayed[1]


def towers(s: State) -> tuple[int, int]:
    """What their towers count for both."""
    points = [0, 0]
    for stack in filter(None, s.stacks):
        if len(stack) > 1:
            points[stack[-1]] += len(stack)
    return points[0], points[1]


_SHARED = {
    stack: stack for height in range(TALLEST + 1) for stack in product((0, 1), repeat=height)
}
"""Every stack there can be, once: where all boards have the same ones, they stay at hand."""


def place(s: State, cell: int, stack: tuple[int, ...] | None) -> State:
    """Place a cube and stack what is due, or `stack` where the player had to choose."""
    demand = {c: stack.count(c) for c in stack} if stack else due(s, cell)
    stacks = list(s.stacks)
    stacks[cell] = _SHARED[(s.turn,)]
    for corner, n in demand.items():
        stacks[corner] = _SHARED[stacks[corner] + (s.turn,) * n]
    names = grid(s.size).names
    return State(
        size=s.size,
        stacks=tuple(stacks),
        unplayed=_less(s.unplayed, s.turn, 1 + sum(demand.values())),
        turn=1 - s.turn,
        # Seat 1 gives the right up by placing; before that there is nothing to take over.
        swap=s.swap and s.turn == 0,
        last=Last(s.turn, names[cell], {names[c]: n for c, n in demand.items()}),
    )


def take_over(s: State) -> State:
    """Seat 1 makes the first cube its own; seat 0 has its cube back and is to move."""
    cell = next(c for c, stack in enumerate(s.stacks) if stack)
    stacks = list(s.stacks)
    stacks[cell] = (1,)
    return State(
        size=s.size,
        stacks=tuple(stacks),
        unplayed=(s.unplayed[0] + 1, s.unplayed[1] - 1),
        turn=0,
        swap=False,
        last=Last(1, grid(s.size).names[cell], {}),
    )


def _less(unplayed: tuple[int, int], seat: Seat, n: int) -> tuple[int, int]:
    return (unplayed[0] - n, unplayed[1]) if seat == 0 else (unplayed[0], unplayed[1] - n)


_ALONE = (frozenset((0,)), frozenset((1,)))
"""Each seat by itself."""


class Kewbz(Game[State, View, PlayerMove]):
    name = "kewbz"
    rules_version = 1
    seats = (2,)
    options_type = Options
    moves = (Place, Swap)
    view_type = View
    endings = ("last-cube", "blocked")
    extremes = (
        {},
        {"size": 5, "cubes": 8, "swap": True},
        {"size": 5, "cubes": 52},
        {"size": 12, "cubes": 10, "swap": True},
        {"size": 6, "cubes": 9, "position": {"stacks": {"c3": [0, 1], "d3": [0], "c4": [1]}}},
    )
    shared_view = True

    def setup(self, seats: int, options: Options) -> State:
        n = options.size
        # Of every 2x2 block one cell stays empty, and no tower is higher than 5.
        most = TALLEST * (n * n - (n // 2) ** 2) // 2
        if options.cubes > most:
            raise Refused("bad-options", detail=f"a {n}x{n} board holds at most {most} cubes each")
        if options.position is not UNSET:
            if options.swap:
                raise Refused("bad-options", detail="no first cube to take over on a board by hand")
            return set_up(options, options.position)
        return State(n, ((),) * (n * n), (options.cubes, options.cubes), 0, options.swap)

    def to_move(self, s: State) -> frozenset[Seat]:
        return frozenset() if is_over(s) else _ALONE[s.turn]

    def check(self, s: State, entry: Entry) -> str | None:
        if is_over(s):
            return "game-over"
        if entry.seat != s.turn:
            return "not-your-turn"
        match entry.move:
            case Place(name, stack):
                g = grid(s.size)
                cell = g.cells.get(name)
                if cell is None:
                    return "bad-cell"
                if not board(s).open & g.bits[cell]:
                    return fault(g, taken(s.stacks), cell)
                return self._check_stack(s, cell, stack)
            case Swap():
                return None if swap_now(s) else "no-swap"
            case _:
                return "bad-move"

    def _check_stack(self, s: State, cell: int, stack: tuple[str, ...] | None) -> str | None:
        demand = due(s, cell)
        needed = shortage(s, demand)
        if not needed:
            return "stack-wrong" if stack else None
        if stack is None:
            return "stack-needed"
        cells = grid(s.size).cells
        chosen = [cells.get(name, -1) for name in stack]
        if len(chosen) != needed or any(chosen.count(c) > demand.get(c, 0) for c in chosen):
            return "stack-wrong"
        return None

    def apply(self, s: State, entry: Entry) -> State:
        if isinstance(entry.move, Swap):
            return take_over(s)
        assert isinstance(entry.move, Place)
        cells = grid(s.size).cells
        stack = entry.move.stack
        chosen = tuple(cells[name] for name in stack) if stack else None
        cell = cells[entry.move.cell]
        after = place(s, cell, chosen)
        _carry_on(s, cell, after)
        return after

    def view(self, s: State, seat: Seat | None) -> View:
        g = grid(s.size)
        names = g.names
        known = board(s)
        over = 0 in s.unplayed
        legal = () if over else tuple(compress(g.names_of_bits, _picked(known.open)))
        blue, amber = known.towers
        return View(
            size=s.size,
            stacks=dict(compress(zip(names, s.stacks, strict=True), s.stacks)),
            unplayed=s.unplayed,
            towers=known.towers,
            scores=(blue - s.unplayed[0], amber - s.unplayed[1]),
            to_move=s.turn if legal else None,
            legal=legal,
            last=s.last,
            swap="no" if not s.swap else "now" if s.turn == 1 else "later",
        )

    def outcome(self, s: State) -> Outcome | None:
        if not is_over(s):
            return None
        scores = count(s)
        winners = tuple(seat for seat in (0, 1) if scores[seat] == max(scores))
        return Outcome(scores, winners, "last-cube" if 0 in s.unplayed else "blocked")

    def scores(self, s: State) -> tuple[int, int]:
        return count(s)

    def legal(self, s: State, seat: Seat) -> Iterator[PlayerMove]:
        if seat != s.turn or is_over(s):
            return
        names = grid(s.size).names
        for cell in open_cells(s):
            demand = due(s, cell)
            if short := shortage(s, demand):
                for chosen in choices(demand, short):
                    yield Place(names[cell], tuple(names[c] for c in chosen))
            else:
                yield Place(names[cell])
        if swap_now(s):
            yield Swap()

    def sample(self, s: State, seat: Seat, rng: Rng) -> PlayerMove:
        """First the cell, each equally likely, then what follows from it."""
        self._require_to_move(s, seat)
        cells = open_cells(s)
        # Taking over is one choice among the cells.
        picked = rng.below(len(cells) + swap_now(s))
        if picked == len(cells):
            return Swap()
        names, cell = grid(s.size).names, cells[picked]
        demand = due(s, cell)
        if short := shortage(s, demand):
            return Place(names[cell], tuple(names[c] for c in _spend(demand, short, rng)))
        return Place(names[cell])

    def determinize(self, view: View, rng: Rng) -> State:
        cells = grid(view.size).cells
        stacks: list[tuple[Seat, ...]] = [()] * len(cells)
        for name, stack in view.stacks.items():
            stacks[cells[name]] = stack
        # When the game is over the view does not tell whose turn it was: it no longer matters.
        turn = view.to_move or 0
        return State(view.size, tuple(stacks), view.unplayed, turn, view.swap != "no", view.last)

    def analyse(
        self, states: Sequence[State], entries: Sequence[Entry], steps: range
    ) -> Iterator[Insight]:
        # The engine is compiled and takes long to load: here and below, only when it is needed.
        from inglenook.games.kewbz.analyse import analyse

        return analyse(states, entries, steps)

    def daily(self, rng: Rng) -> DailyBoard:
        from inglenook.games.kewbz.daily import daily

        return daily(rng)

    def scale(self, seats: int, options: Options) -> str | None:
        """None where the board was set up by hand."""
        return self.name if options.position is UNSET else None

    def summary(self, states: Sequence[State]) -> Summary:
        return Summary(tuple(_parts(states[-1], seat) for seat in (0, 1)), _turning_point(states))

    def show(self, view: View) -> str:
        return text.show(view)

    def preview(self, s: State, seat: Seat) -> Preview:
        names = grid(s.size).names
        if seat != s.turn or is_over(s):
            return Preview({})
        cells = {}
        for cell in open_cells(s):
            demand = due(s, cell)
            short = shortage(s, demand)
            cells[names[cell]] = Prospect(
                stacked={names[c]: n for c, n in demand.items()},
                choose=short,
                scores=None if short else count(place(s, cell, None)),
            )
        return Preview(cells)


def _parts(s: State, seat: Seat) -> tuple[Part, ...]:
    heights = [len(stack) for stack in s.stacks if len(stack) > 1 and stack[-1] == seat]
    return worthwhile(
        Part("towers", sum(heights), len(heights)),
        Part("unplayed", -s.unplayed[seat], s.unplayed[seat]),
    )


def _turning_point(states: Sequence[State]) -> Moment | None:
    """The placement that gained most on the other; a mere cube, which is worth one, is none."""
    most, best = 2, None
    for step, (before, after) in enumerate(pairwise(states), 1):
        last = after.last
        if last is None or last is before.last:
            continue
        gain = _lead(after, last.seat) - _lead(before, last.seat)
        if gain > most:
            most, best = gain, Moment(step, "swing", last.seat, {"cell": last.cell, "n": gain})
    return best


def _lead(s: State, seat: Seat) -> int:
    scores = count(s)
    return scores[seat] - scores[1 - seat]
