"""Prolix as numbers: real time in ticks, and words by their rank.

In every tick each seat waits or does something; what several do in the same tick happens in any
order. A word is named by its rank among the best that the seat may say on this board, which are
handed out. So what the fit leaves out is finding words, and saying what is no word: every challenge
is wrong. Notes on scratch paper are left out too.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Any, get_args

import numpy as np
from msgspec import Meta, Struct

from inglenook import words
from inglenook.core.encoding import Fit, Floats, Limits, Part, Prefix, json_text
from inglenook.core.game import Game
from inglenook.core.units import PlayMs, Seat
from inglenook.games.prolix import board, wording
from inglenook.games.prolix.moves import (
    Accept,
    Challenge,
    Flip,
    Options,
    PlayerMove,
    Ready,
    Say,
    Vote,
    Write,
)
from inglenook.games.prolix.rules import stage_of
from inglenook.games.prolix.state import State
from inglenook.games.prolix.view import Deed, Phase

WAIT, READY, FLIP, ACCEPT, YES, NO, CHALLENGE = range(7)
"""The actions. Whose word is challenged is counted clockwise from oneself."""
SIMPLE: dict[Deed, tuple[int, ...]] = {
    "ready": (READY,),
    "flip": (FLIP,),
    "accept": (ACCEPT,),
    "vote": (YES, NO),
}
PHASES: tuple[Phase, ...] = get_args(Phase)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
RICHEST = 34
"""More than all tiles of a board can be worth."""
ORDERS = 120
"""In how many ways five can come one after the other."""


class Choices(Struct, frozen=True, forbid_unknown_fields=True):
    tick_ms: Annotated[PlayMs, Meta(ge=100, le=10_000)] = 1_000
    """The time between two moments at which everybody may act."""
    words: Annotated[int, Meta(ge=1, le=wording.SAMPLED)] = 16
    """How many of the best words a seat can choose from."""
    longest: Annotated[int, Meta(ge=10, le=100_000)] = 3_000
    """Ticks after which a game ends as it stands: nobody has to say anything."""


class ProlixFit(Fit[State, PlayerMove]):
    choices_type = Choices

    def __init__(
        self, game: Game[State, Any, PlayerMove], seats: int, options: Options, choices: Choices
    ) -> None:
        super().__init__(game, seats, options, choices)
        self.tick = choices.tick_ms
        self.words = CHALLENGE + seats
        self.actions = self.words + choices.words
        self.parts = (
            Part("board", (board.PLACES, len(LETTERS))),
            Part("points", (board.PLACES,)),
            Part("words", (choices.words,)),
            Part("phase", (len(PHASES),)),
            Part("seconds", (2,)),
            Part("scores", (seats,)),
            Part("lines", (seats,)),
            Part("interrupts", (seats,)),
            Part("out", (seats,)),
            Part("active", (seats,)),
            Part("holder", (seats,)),
            Part("said", (seats,)),
            Part("accepted", (seats,)),
            Part("stakes", (seats,)),
            Part("challenger", (seats,)),
            Part("challenged", (seats,)),
            Part("bag", (1,)),
            Part("interruptions", (1,)),
        )
        rounds = game.setup(seats, options).rounds
        longest = choices.longest
        self.limits = Limits(
            longest=longest,
            draws=9 * (longest + 2) + 100,
            outcomes=ORDERS,
            least=0 if seats < 3 else -3 * longest,
            most=RICHEST * (rounds + longest if seats > 2 else rounds),
        )

    def next_actions(self, s: State, seat: Seat, prefix: Prefix, t: PlayMs) -> tuple[int, ...]:
        found = [WAIT]
        for deed in stage_of(s).may(s, seat):
            if deed == "flip" and s.timer.until is not None and t < s.timer.until:
                continue
            found += SIMPLE.get(deed, ())
            if deed == "challenge":
                found += [CHALLENGE + self._from(seat, owner) for owner in _at_stake(s, seat)]
            elif deed in ("say", "write"):
                found += range(self.words, self.words + len(self._words(s, seat)))
        return tuple(sorted(found))

    def _from(self, seat: Seat, other: Seat) -> int:
        """How far another seat is from one, clockwise."""
        return (other - seat) % self.seats

    def _words(self, s: State, seat: Seat) -> tuple[str, ...]:
        return _best(s.pool.board, s.used, s.barred[seat], self.choices.words)

    def move(self, s: State, seat: Seat, prefix: Prefix) -> PlayerMove | None:
        (action,) = prefix
        if action >= self.words:
            word = self._words(s, seat)[action - self.words]
            return Say(word) if s.mode == "table" else Write(word)
        if action >= CHALLENGE:
            return Challenge((seat + action - CHALLENGE) % self.seats)
        return (None, Ready(), Flip(), Accept(), Vote(True), Vote(False))[action]

    def name(self, s: State, seat: Seat, prefix: Prefix, action: int) -> str:
        if action >= self.words:
            return f"say {self._words(s, seat)[action - self.words]}"
        if action >= CHALLENGE:
            return f"challenge {(seat + action - CHALLENGE) % self.seats}"
        return ("wait", "ready", "flip", "accept", "yes", "no")[action]

    def array(self, s: State, seat: Seat, prefix: Prefix, t: PlayMs) -> Floats:
        found = np.zeros(self.size, np.float32)
        part = self.split(found)
        tiles = s.pool.board
        for place, letter in enumerate(tiles):
            if letter != board.EMPTY:
                part["board"][place, LETTERS.index(letter)] = 1
                part["points"][place] = board.points(tiles, place)
        if board.EMPTY not in tiles:
            worth = [board.value(tiles, word) for word in self._words(s, seat)]
            part["words"][: len(worth)] = worth
        part["phase"][PHASES.index(s.phase)] = 1
        left = (s.ends, s.timer.until)
        part["seconds"][:] = [0 if end is None else max(0, end - t) / 1000 for end in left]
        order = [(seat + step) % self.seats for step in range(self.seats)]
        scores, spoke = self.game.scores(s), {word.seat for word in s.said}
        stakes = {stake.seat: stake.value for stake in s.stakes}
        part["scores"][:] = [scores[other] for other in order]
        part["lines"][:] = [len(s.sheets[other].regular) for other in order]
        part["interrupts"][:] = [len(s.sheets[other].interrupts) for other in order]
        part["out"][:] = [s.sheets[other].out for other in order]
        part["active"][:] = [other == s.active for other in order]
        part["holder"][:] = [other == s.timer.holder for other in order]
        part["said"][:] = [other in spoke for other in order]
        part["accepted"][:] = [other in s.accepted for other in order]
        part["stakes"][:] = [stakes.get(other, 0) for other in order]
        if s.challenge:
            part["challenger"][self._from(seat, s.challenge.by)] = 1
            part["challenged"][self._from(seat, s.challenge.seat)] = 1
        part["bag"][0] = len(s.pool.bag)
        part["interruptions"][0] = s.interruptions
        return found

    def text(self, s: State, seat: Seat | None) -> str:
        return json_text(self.game.view(s, seat))


def _at_stake(s: State, seat: Seat) -> Iterator[Seat]:
    return (stake.seat for stake in s.stakes if stake.seat != seat and not stake.settled)


# Every seat is asked in every tick, mostly about the same board.
@lru_cache(maxsize=256)
def _best(tiles: str, used: tuple[str, ...], barred: tuple[str, ...], most: int) -> tuple[str, ...]:
    """The best words on a board that may be said."""
    found: list[str] = []
    for word in wording.best(tiles):
        if word not in barred and not any(words.clash(word, other) for other in used):
            found.append(word)
            if len(found) == most:
                break
    return tuple(found)


FIT = ProlixFit
