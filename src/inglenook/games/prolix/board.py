"""The board, the bag, and what a word is worth.

A board is a string of eight letters, index = 2 * column + row, `.` for an empty place; bag and
discards are strings of letters too. Tiles and points are data, in `tiles.json`.
"""

import pkgutil
from collections import Counter

import msgspec
from msgspec import Struct

from inglenook.core.game import Rng
from inglenook.games.prolix.view import Tile

ROWS = 2
MOST_RARE = 2
MOST_ALIKE = 2
EMPTY = "."


class Kind(Struct, frozen=True):
    letters: str
    each: int
    bonus: int


class Box(Struct, frozen=True):
    """What is in the box."""

    columns: tuple[int, ...]
    kinds: tuple[Kind, ...]
    rounds: dict[int, int]
    """By the number of players, unless something else was chosen."""
    targets: tuple[int, ...]


BOX = msgspec.json.decode(pkgutil.get_data(__name__, "tiles.json") or b"", type=Box)
BONUS = {letter: kind.bonus for kind in BOX.kinds for letter in kind.letters}
RARE = frozenset(letter for letter, bonus in BONUS.items() if bonus)
ALL = "".join(sorted(letter * kind.each for kind in BOX.kinds for letter in kind.letters))
"""Every tile there is."""
PLACES = ROWS * len(BOX.columns)
NO_TILES = EMPTY * PLACES


class Pool(Struct, frozen=True, gc=False):
    """Where the tiles are."""

    board: str = NO_TILES
    bag: str = ALL
    discards: str = ""


def points(board: str, place: int) -> int:
    """What the tile on a place scores when it is flipped."""
    return BOX.columns[place // ROWS] + BONUS[board[place]]


def flips(board: str) -> dict[str, tuple[int, ...]]:
    """For each letter on the board the places it flips, one each time it occurs, the best first."""
    best = sorted(
        (place for place, tile in enumerate(board) if tile != EMPTY),
        key=lambda place: -points(board, place),
    )
    found: dict[str, tuple[int, ...]] = {}
    for place in best:
        found[board[place]] = (*found.get(board[place], ()), place)
    return found


def flipped(board: str, word: str) -> tuple[int, ...]:
    """The places a word flips: each letter flips one tile of that letter, the best first."""
    here = flips(board)
    times = Counter(word.upper())
    return tuple(
        sorted(place for letter in times for place in here.get(letter, ())[: times[letter]])
    )


def value(board: str, word: str) -> int:
    return sum(points(board, place) for place in flipped(board, word))


def worths(board: str) -> dict[str, tuple[int, ...]]:
    """For each letter on the board its tiles' points, best first, as the word search wants them."""
    return {
        letter.lower(): tuple(points(board, place) for place in places)
        for letter, places in flips(board).items()
    }


def tiles(board: str) -> tuple[Tile | None, ...]:
    return tuple(
        None if letter == EMPTY else Tile(letter, points(board, place), BONUS[letter])
        for place, letter in enumerate(board)
    )


def fits(board: str, letter: str) -> bool:
    """Whether this tile may join the board: not too many rare ones, nor too many alike."""
    rare = sum(BONUS.get(tile, 0) > 0 for tile in board)
    too_rare = BONUS[letter] > 0 and rare >= MOST_RARE
    return not too_rare and board.count(letter) < MOST_ALIKE


def fitting(board: str, bag: str) -> set[str]:
    """The letters of a bag whose tiles `fit` the board."""
    letters = set(bag) - {letter for letter in board if board.count(letter) >= MOST_ALIKE}
    if sum(letter in RARE for letter in board) < MOST_RARE:
        return letters
    return letters - RARE


def playable(pool: Pool) -> Pool:
    """The pool with the discards back in the bag if no tile in it could be played."""
    if fitting(pool.board, pool.bag):
        return pool
    return Pool(pool.board, "".join(sorted(pool.bag + pool.discards)))


def place(pool: Pool, letter: str) -> Pool | None:
    """Put a tile from the bag on the first empty place; None if it may not go there."""
    pool = playable(pool)
    if len(letter) != 1 or letter not in pool.bag or not fits(pool.board, letter):
        return None
    board, bag = pool.board.replace(EMPTY, letter, 1), pool.bag.replace(letter, "", 1)
    return Pool(board, bag, pool.discards)


def draw(pool: Pool, letters: tuple[str, ...]) -> Pool | None:
    """Fill the empty places with these tiles; None if they may not be drawn like that."""
    if len(letters) != pool.board.count(EMPTY):
        return None
    for letter in letters:
        after = place(pool, letter)
        if after is None:
            return None
        pool = after
    return pool


def chance(pool: Pool, rng: Rng) -> tuple[str, ...]:
    """Tiles to fill the empty places with.

    A tile that cannot be played is set aside and goes back, so all that can are equally likely.
    """
    drawn: list[str] = []
    while EMPTY in pool.board:
        pool = playable(pool)
        able = fitting(pool.board, pool.bag)
        letter = rng.choice([tile for tile in pool.bag if tile in able])
        drawn.append(letter)
        after = place(pool, letter)
        assert after
        pool = after
    return tuple(drawn)


def advance(pool: Pool, columns: int) -> Pool:
    """Every tile moves `columns` columns right; those that leave the board are discarded."""
    gone = ROWS * columns
    board = EMPTY * gone + pool.board[:-gone]
    return Pool(board, pool.bag, pool.discards + pool.board[-gone:])
