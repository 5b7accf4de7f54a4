"""What many games came to that were played to the end from one position."""

from msgspec import Struct


class Playouts(Struct, frozen=True):
    """Games that were played out.

    games   how many
    moves   how many moves of players they took, all together
    wins    each seat's share of them; those who won together share a game
    scores  each seat's mean score
    """

    games: int
    moves: int
    wins: tuple[float, ...]
    scores: tuple[float, ...]
