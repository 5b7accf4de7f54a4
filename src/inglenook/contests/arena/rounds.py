"""Rounds of games: from one opening, with every player in every seat once."""

from typing import Any

from msgspec import Struct

from inglenook.bots.find_player import find_player
from inglenook.bots.player import Player
from inglenook.contests.arena.duel import Forfeit, play_out
from inglenook.core.match import Match
from inglenook.core.registry import find_bot

OPENING = 4
"""Random moves before the players take over."""

_ready: dict[tuple[str, str, float, str], Player] = {}
"""Who stays in this process, by game, name, seconds and folder."""


class Company(Struct, frozen=True):
    """Who plays what.

    game     its name
    players  their names
    options  of the game
    seconds  for a move of bots that are no levels
    folder   where paths in the players' names begin
    """

    game: str
    players: tuple[str, ...]
    options: dict[str, Any]
    seconds: float
    folder: str


class Finished(Struct, frozen=True):
    """What came of one game, by player and not by seat.

    shares    of the win
    scores    in the points of the game
    entries   how long it was
    forfeits  who lost without being beaten, and why
    """

    shares: tuple[float, ...]
    scores: tuple[int, ...]
    entries: int
    forfeits: tuple[Forfeit, ...] = ()


def play_round(company: Company, seed: str) -> tuple[Finished, ...]:
    """As many games from one opening as there are players, who move on by one seat each time."""
    return tuple(play_game(company, seed, turn) for turn in range(len(company.players)))


def play_game(company: Company, seed: str, turn: int) -> Finished:
    """One game of a round: the first player sits in seat `turn`, the next beside it."""
    names = company.players
    seats = [(place + turn) % len(names) for place in range(len(names))]
    match = _opening(company.game, len(names), company.options, seed)
    seated = [_kept(company, names[seats.index(seat)]) for seat in range(len(names))]
    forfeits = play_out(match, seated)
    outcome = match.outcome()
    assert outcome
    # Where nobody won, nobody was better.
    winners = outcome.winners or tuple(seats)
    return Finished(
        tuple((seat in winners) / len(winners) for seat in seats),
        tuple(outcome.scores[seat] for seat in seats),
        len(match.log),
        tuple(forfeits),
    )


def _kept(company: Company, name: str) -> Player:
    """A player who stays for the next games in this process."""
    key = (company.game, name, company.seconds, company.folder)
    if key not in _ready:
        _ready[key] = find_player(
            company.game, name, seconds=company.seconds, folder=company.folder
        )
        if ":" not in name:
            # A bot's time is for thinking: what it has to load or compile is not counted.
            find_bot(company.game).warm()
    return _ready[key]


def dismiss() -> None:
    """Let the players who stayed in this process go."""
    while _ready:
        _ready.popitem()[1].close()


def _opening(game: str, seats: int, options: dict[str, Any], seed: str) -> Match:
    """A match after some random moves, fewer where the game would be over by then.

    Where chance has begun it, no two games begin alike: there it is left as it is.
    """
    for moves in range(OPENING, -1, -1):
        match = Match(game, seats, options, seed)
        if match.log:
            return match
        while not match.outcome():
            if len(match.log) >= moves:
                return match
            match.play(match.sample())
    raise AssertionError(f"{game} is over before it begins")
