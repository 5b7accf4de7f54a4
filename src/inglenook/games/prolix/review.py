"""A game of Prolix looked back on: every board, what was said there, and what could have been."""

from collections.abc import Sequence
from itertools import islice

from msgspec import Struct

from inglenook import words
from inglenook.games.prolix import wording
from inglenook.games.prolix.state import State
from inglenook.games.prolix.view import Last, Line, Shown, Tile

BEST = 5
"""How many of the best words are named."""
SOUGHT = 100
"""Among how many they are looked for: some are barred by words that were used before."""


class Board(Struct, frozen=True):
    tiles: tuple[Tile | None, ...]
    said: tuple[Shown, ...]
    best: tuple[Line, ...]
    """The best words that were allowed then, best first."""


class Review(Struct, frozen=True):
    boards: tuple[Board, ...]


def review(states: Sequence[State]) -> Review:
    """From all states of a game in turn."""
    boards = []
    before = states[0]
    for state in states:
        if state.last and state.last is not before.last:
            boards.append(Board(state.last.board, state.last.words, _best(before, state.last)))
            before = state
    return Review(tuple(boards))


def _best(before: State, last: Last) -> tuple[Line, ...]:
    """The best words of a board; `before` knows the words that were used when it came."""
    worths: dict[str, list[int]] = {}
    for tile in last.board:
        if tile:
            worths.setdefault(tile.letter.lower(), []).append(tile.points)
    found = words.best(
        {letter: sorted(each, reverse=True) for letter, each in worths.items()}, limit=SOUGHT
    )
    allowed = (Line(word, value) for word, value in found if not wording.clash(before, word))
    return tuple(islice(allowed, BEST))
