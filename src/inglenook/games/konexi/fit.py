"""Konexi as numbers. A join is spelt: the letter, its connector, one's own connector, the roll.

What a hand does when it lets go is drawn from `slips` equally likely ways, by a hand as unsteady as
`hand` says; with the option `steady` there is nothing to draw. The fit leaves out letting go at a
moment of one's choice, proposing words that the list lacks, and bumps. Time stands still.
"""

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Annotated, Any, get_args

import numpy as np
from msgspec import Meta, Struct
from msgspec.structs import replace

from inglenook.core.encoding import Fit, Floats, Limits, Part, Prefix, json_text
from inglenook.core.game import Game, Move, Parts, Rng
from inglenook.core.units import PlayMs, Seat
from inglenook.games.konexi.rules import hand, judged, offers, vocabulary
from inglenook.games.konexi.rules.hand import SHAKIEST
from inglenook.games.konexi.rules.moves import (
    Claim,
    Error,
    Found,
    Join,
    MoveToken,
    Nothing,
    Options,
    PlayerMove,
    Rolled,
    Settled,
    Take,
    Vote,
)
from inglenook.games.konexi.rules.state import State, near
from inglenook.games.konexi.rules.view import Phase
from inglenook.games.konexi.tower.letters import letters

LETTERS = vocabulary.LETTERS
CONNECTORS = max(len(letter.connectors) for letter in letters().values())
POSES = max(len(letter.rests) for letter in letters().values())
ROLLS = 4
GAP = 0
LEFT = GAP + len(LETTERS)
RIGHT = LEFT + 1
NOTHING, YES, NO = range(RIGHT + 1, RIGHT + 4)
POSE = NO + 1
TO = POSE + POSES
AT = TO + len(LETTERS)
OWN = AT + CONNECTORS
ROLL = OWN + CONNECTORS
WORD = ROLL + ROLLS
"""Where each kind of action begins."""
PHASES: tuple[Phase, ...] = get_args(Phase)
PLACED = 8
"""What an array tells of a letter in the tower: that it stands there, and its pose."""
TALLEST = 10_000
"""mm: more than all letters on top of each other."""


class Choices(Struct, frozen=True, forbid_unknown_fields=True):
    hand: Annotated[float, Meta(ge=0, le=SHAKIEST)] = 0.3
    """How unsteady all hands are, where they are not steady."""
    slips: Annotated[int, Meta(ge=1, le=1_000)] = 16
    """How many things such a hand may do, each as likely."""
    words: Annotated[int, Meta(ge=1, le=1_000)] = 32
    """How many words one can choose from, the longest first."""
    longest: Annotated[int, Meta(ge=10, le=100_000)] = 2_000
    """Actions after which a game ends as it stands: towers that fall bring nobody nearer."""


class KonexiFit(Fit[State, PlayerMove]):
    choices_type = Choices

    def __init__(
        self, game: Game[State, Any, PlayerMove], seats: int, options: Options, choices: Choices
    ) -> None:
        super().__init__(game, seats, options, choices)
        self.actions = WORD + choices.words
        many = len(LETTERS)
        self.parts = (
            Part("ring", (many, many)),
            Part("token", (many,)),
            Part("hand", (many,)),
            Part("new", (many,)),
            Part("tower", (many, PLACED)),
            Part("parent", (many, many)),
            Part("spelt-to", (many,)),
            Part("spelt-at", (CONNECTORS,)),
            Part("spelt-own", (CONNECTORS,)),
            Part("words", (choices.words,)),
            Part("phase", (len(PHASES),)),
            Part("scores", (seats,)),
            Part("active", (seats,)),
            Part("goal", (1,)),
        )
        self.limits = Limits(
            longest=choices.longest,
            # A whole ring is drawn at most for every letter that is placed.
            draws=(many + 3) * (choices.longest + 1),
            outcomes=max(many, choices.slips),
            least=0,
            most=TALLEST if seats == 1 else options.goal - 1 + many,
        )

    def next_actions(self, s: State, seat: Seat, prefix: Prefix, t: PlayMs) -> tuple[int, ...]:
        match s.phase:
            case "token":
                return tuple(range(GAP, GAP + len(s.ring)))
            case "take":
                return LEFT, RIGHT
            case "claim":
                return (NOTHING, *range(WORD, WORD + len(self._words(s))))
            case "vote":
                return YES, NO
        assert s.hand
        if not s.tower:
            return tuple(sorted(POSE + rest.pose for rest in offers.rests(s.hand)))
        found = set()
        for place in offers.places(s.tower, s.hand):
            for way in place.ways:
                spelt = _spelt(place.to, place.at, way.own, way.roll)
                if spelt[: len(prefix)] == prefix:
                    found.add(spelt[len(prefix)])
        return tuple(sorted(found))

    def _words(self, s: State) -> list[str]:
        assert s.new
        found = vocabulary.words(near(s.tower), s.new)
        best: list[str] = sorted(found, key=lambda word: (-len(word), word))[: self.choices.words]
        return best

    def move(self, s: State, seat: Seat, prefix: Prefix) -> PlayerMove | None:
        action = prefix[-1]
        unsteady = None if s.options.steady else self.choices.hand
        match s.phase:
            case "token":
                return MoveToken(action - GAP)
            case "take":
                return Take("left" if action == LEFT else "right")
            case "claim":
                return Nothing() if action == NOTHING else Claim(self._words(s)[action - WORD])
            case "vote":
                return Vote(action == YES)
        if not s.tower:
            return Found(action - POSE, hand=unsteady)
        if len(prefix) < 4:
            return None
        to, at, own, roll = prefix
        return Join(own - OWN, LETTERS[to - TO], at - AT, roll - ROLL, hand=unsteady)

    def name(self, s: State, seat: Seat, prefix: Prefix, action: int) -> str:
        simple = {LEFT: "left", RIGHT: "right", NOTHING: "nothing", YES: "yes", NO: "no"}
        if action in simple:
            return simple[action]
        if action >= WORD:
            return f"say {self._words(s)[action - WORD]}"
        if TO <= action < AT:
            return f"to {LETTERS[action - TO]}"
        kinds = ((ROLL, "roll"), (OWN, "own"), (AT, "at"), (POSE, "pose"), (GAP, "gap"))
        return next(f"{kind} {action - first}" for first, kind in kinds if action >= first)

    def array(self, s: State, seat: Seat, prefix: Prefix, t: PlayMs) -> Floats:
        found = np.zeros(self.size, np.float32)
        part = self.split(found)
        number = {letter: place for place, letter in enumerate(LETTERS)}
        for place, letter in enumerate(s.ring):
            part["ring"][place, number[letter]] = 1
        part["token"][s.token] = 1
        for name, one in (("hand", s.hand), ("new", s.new)):
            if one:
                part[name][number[one]] = 1
        for piece, pose in zip(s.tower, s.poses, strict=True):
            x, y, z, *turned = pose
            row = (1, x / 100, y / 100, z / 100, *turned)
            part["tower"][number[piece.letter]] = row
            if piece.parent:
                part["parent"][number[piece.letter], number[piece.parent]] = 1
        for action, (name, first) in zip(
            prefix, (("spelt-to", TO), ("spelt-at", AT), ("spelt-own", OWN)), strict=False
        ):
            part[name][action - first] = 1
        if s.phase == "claim":
            lengths = list(map(len, self._words(s)))
            part["words"][: len(lengths)] = lengths
        part["phase"][PHASES.index(s.phase)] = 1
        order = [(seat + step) % self.seats for step in range(self.seats)]
        part["scores"][:] = [s.scores[other] for other in order]
        part["active"][:] = [other == s.active for other in order]
        part["goal"][0] = s.options.goal
        return found

    def text(self, s: State, seat: Seat | None) -> str:
        return json_text(s)

    def chances(self, s: State, parts: Parts) -> Sequence[tuple[Hashable, int]]:
        if s.phase == "settle":
            drawn = parts or s.options.steady
            return () if drawn else tuple((slip, 1) for slip in range(self.choices.slips))
        # Where the needle stands matters only to whoever lets go at a moment.
        return () if s.phase == "roll" and parts else super().chances(s, parts)

    def drawn(self, s: State, parts: Parts) -> Move:
        match s.phase, parts:
            case "roll", (str(face),):
                return Rolled(face, 0)
            case "settle", (int(slip),):
                rng = Rng(f"slip of {self.choices.slips}", slip)
                assert s.settling
                # A bot that takes part has a hand of its own.
                unsteady = getattr(s.settling.move, "hand", None)
                let_go = hand.drawn(unsteady or self.choices.hand, len(s.tower) + 1, rng)
                return replace(_settled(s, let_go.error), let_go=let_go)
            case _:
                return super().drawn(s, parts)

    def nature(self, s: State) -> Move:
        return _settled(s, (0, 0, 0)) if s.phase == "settle" else super().nature(s)


# Searches, and OpenSpiel when it reads a game back, come to the same tower again and again.
@lru_cache(maxsize=512)
def _settled(s: State, error: Error) -> Settled:
    return judged(s, error)


def _spelt(to: str, at: int, own: int, roll: int) -> Prefix:
    return TO + LETTERS.index(to), AT + at, OWN + own, ROLL + roll


FIT = KonexiFit
