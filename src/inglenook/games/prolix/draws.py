"""What NATURE may draw in Prolix: tiles, one by one."""

from collections import Counter
from collections.abc import Hashable, Sequence

from inglenook.core.game import Move, Parts
from inglenook.games.prolix import board
from inglenook.games.prolix.moves import Draw, Lots
from inglenook.games.prolix.state import State


def chances(s: State, parts: Parts) -> Sequence[tuple[Hashable, int]]:
    """`Game.chances`."""
    match s.phase:
        case "lots":
            if len(parts) == len(s.drawing):
                return ()
            return tuple((Counter(s.pool.bag) - Counter(map(str, parts))).items())
        case "draw":
            pool = s.pool
            for letter in parts:
                after = board.place(pool, str(letter))
                assert after
                pool = after
            if board.EMPTY not in pool.board:
                return ()
            pool = board.playable(pool)
            there, able = Counter(pool.bag).items(), board.fitting(pool.board, pool.bag)
            return tuple((tile, many) for tile, many in there if tile in able)
        case _:
            return ()


def drawn(s: State, parts: Parts) -> Move:
    """`Game.drawn`."""
    tiles = tuple(map(str, parts))
    if s.phase == "lots":
        return Lots({str(seat): tile for seat, tile in zip(s.drawing, tiles, strict=True)})
    return Draw(tiles)


def parts(s: State, move: Move) -> Parts:
    """`Game.parts`."""
    match move:
        case Lots(tiles):
            return tuple(tiles[str(seat)] for seat in s.drawing)
        case Draw(tiles):
            return tiles
        case _:
            return ()
