"""What a survey is of."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from inglenook import __version__
from inglenook.bots.find_player import find_player
from inglenook.core.game import Refused
from inglenook.core.match import Match
from inglenook.core.registry import find_game

RANDOM = "random"
"""The player that makes random legal moves."""


class Settings(Struct, frozen=True):
    """All that the games of a survey follow from; it is kept in the file.

    game, rules, seats, options  what is played, by which version of the rules
    players                      who sits where in the first game, by name or `random`. From game to
                                 game they move on by one seat
    games                        how many
    seed                         all chance follows from it
    coach                        whether the coach's opinion is there too
    version                      that of the program
    """

    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    players: tuple[str, ...]
    games: int
    seed: str
    coach: bool
    version: str

    def seated(self, number: int) -> tuple[str, ...]:
        """Who sits where in the game of this number."""
        turn = number % self.seats
        return self.players[turn:] + self.players[:turn]


def settings(
    game: str,
    players: Sequence[str],
    games: int,
    *,
    seats: int | None = None,
    options: dict[str, Any] | None = None,
    seed: str = "study",
    coach: bool = False,
) -> Settings:
    """With everything filled in: one player is in all seats, and without any they play at random.

    Refused for an unknown game or player, seats or options that cannot be.
    """
    if len(players) > 1:
        if seats not in (None, len(players)):
            raise Refused("bad-players", detail=f"{len(players)} players for {seats} seats")
        seats = len(players)
    match = Match(game, seats, options)
    everyone = tuple(players or (RANDOM,)) * (1 if len(players) > 1 else match.seats)
    for name in set(everyone) - {RANDOM}:
        find_player(game, name).close()
    return Settings(
        game=game,
        rules=find_game(game).rules_version,
        seats=match.seats,
        options=match.options,
        players=everyone,
        games=games,
        seed=seed,
        coach=coach,
        version=__version__,
    )
