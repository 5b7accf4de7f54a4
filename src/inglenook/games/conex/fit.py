"""CONEX as numbers. A lay is spelt: the 2x star if it is used, the card, its target, its place.

A place is a corner of the card, a spot of the target, and how far it slides: of a slide, which may
have 50,000 places, only `grid` are offered, spread evenly over all that is free. Nothing else is
left out. Time stands still: everybody gives in time.
"""

from functools import lru_cache
from typing import Annotated, Any

import numpy as np
from msgspec import Meta, Struct

from inglenook.core.encoding import Fit, Floats, Limits, Part, Prefix, json_text
from inglenook.core.game import Game
from inglenook.core.units import PlayMs, Seat
from inglenook.games.conex.cards import board, deck
from inglenook.games.conex.geometry import lays
from inglenook.games.conex.geometry.lays import NAMES, NUMBER
from inglenook.games.conex.geometry.plane import AROUND
from inglenook.games.conex.rules.moves import (
    Draw,
    End,
    Give,
    Lay,
    Lightning,
    Options,
    Pass,
    PlayerMove,
)
from inglenook.games.conex.rules.state import DOUBLE as TIMES
from inglenook.games.conex.rules.state import HAND, PLUS, Alone, State, free
from inglenook.games.conex.rules.view import Laid, Phase, Slide
from inglenook.games.conex.rules.viewing import may

CARDS = len(NAMES)
BOARD, DRAW, PASS, LIGHTNING, END, DOUBLE, PLACES = range(CARDS, CARDS + 7)
"""The actions after those that name a card; from PLACES on they name places."""
CORNERS = max(len(card.patches) for card in deck().values())
SPOTS = 4
MOST = max(patch.value for card in deck().values() for patch in card.patches)
PHASES: tuple[Phase, ...] = (
    "lots",
    "deal",
    "turn",
    "rolling",
    "drawing",
    "closing",
    "giving",
    "over",
)
POSE = 6
"""What an array tells of a card on the table: that it lies there, x, y, the cosine and the sine of
its direction, and whether it is free."""


class Choices(Struct, frozen=True, forbid_unknown_fields=True):
    grid: Annotated[int, Meta(ge=1, le=16)] = 3
    """How many places of a slide are offered: its ends and those between; with 1, the middle."""
    longest: Annotated[int, Meta(ge=10, le=100_000)] = 2_000
    """Actions after which a game ends as it stands: with lightning, cards could come round for
    ever."""


class ConexFit(Fit[State, PlayerMove]):
    choices_type = Choices

    def __init__(
        self, game: Game[State, Any, PlayerMove], seats: int, options: Options, choices: Choices
    ) -> None:
        super().__init__(game, seats, options, choices)
        self.grid = choices.grid
        self.actions = PLACES + CORNERS * SPOTS * choices.grid
        self.parts = (
            Part("table", (CARDS, POSE)),
            Part("hand", (CARDS,)),
            Part("spelt-card", (CARDS,)),
            Part("spelt-target", (CARDS + 1,)),
            Part("spelt-double", (1,)),
            Part("points", (seats,)),
            Part("held", (seats,)),
            Part("active", (seats,)),
            Part("owing", (seats,)),
            Part("stars", (2, seats)),
            Part("fresh", (2,)),
            Part("phase", (len(PHASES),)),
            Part("pile", (2,)),
            Part("played", (1,)),
            Part("last-round", (1,)),
            Part("turns-left", (1,)),
        )
        best = (MOST + PLUS) * TIMES
        goal = game.setup(seats, options).goal
        # Nobody lays again who has reached the goal.
        self.limits = Limits(
            longest=choices.longest,
            draws=1 + HAND * seats + 3 * choices.longest,
            outcomes=CARDS,
            least=0,
            most=best * options.turns if seats == 1 else goal - 1 + best,
        )
        self._half = np.array(board().tables_mm[options.table], np.float32) * 500

    def next_actions(self, s: State, seat: Seat, prefix: Prefix, t: PlayMs) -> tuple[int, ...]:
        if s.phase == "giving":
            return tuple(sorted(NUMBER[card] for card in s.hands[seat]))
        ways = _ways(s.options.table, s.laid, s.hands[seat], self.grid)
        match prefix:
            case ():
                return self._first(s, seat, ways)
            case (only,) if only == LIGHTNING:
                return tuple(sorted(NUMBER[card] for card in free(s)))
            case (only,) if only == DOUBLE:
                return tuple(sorted({card for card, _ in ways}))
            case (*_, card) if len(prefix) == 1 + (prefix[0] == DOUBLE):
                return tuple(sorted(target for each, target in ways if each == card))
            case (*_, card, target):
                return tuple(sorted(PLACES + place for place in ways[card, target]))
        raise AssertionError(prefix)

    def _first(self, s: State, seat: Seat, ways: "_Ways") -> tuple[int, ...]:
        deeds = may(s, seat, bool(ways))
        found = {card for card, _ in ways} if "lay" in deeds else set()
        named = {
            "double": DOUBLE,
            "draw": DRAW,
            "pass": PASS,
            "lightning": LIGHTNING,
            "end": END,
        }
        return tuple(sorted(found | {named[deed] for deed in deeds if deed in named}))

    def move(self, s: State, seat: Seat, prefix: Prefix) -> PlayerMove | None:
        if s.phase == "giving":
            return Give(NAMES[prefix[0]])
        match prefix:
            case (action,) if action == DRAW:
                return Draw()
            case (action,) if action == PASS:
                return Pass()
            case (action,) if action == END:
                return End()
            case (action, card) if action == LIGHTNING:
                return Lightning(NAMES[card])
        if prefix[-1] < PLACES:
            return None
        *_, card, target, place = prefix
        ways = _ways(s.options.table, s.laid, s.hands[seat], self.grid)
        corner, spot = divmod(place - PLACES, SPOTS * self.grid)
        return Lay(
            NAMES[card],
            corner,
            "board" if target == BOARD else NAMES[target],
            spot // self.grid,
            ways[card, target][place - PLACES],
            prefix[0] == DOUBLE,
        )

    def name(self, s: State, seat: Seat, prefix: Prefix, action: int) -> str:
        if action < CARDS:
            return NAMES[action]
        if action < PLACES:
            return ("board", "draw", "pass", "lightning", "end", "double")[action - CARDS]
        corner, rest = divmod(action - PLACES, SPOTS * self.grid)
        return f"corner {corner} on {rest // self.grid} at {rest % self.grid}"

    def array(self, s: State, seat: Seat, prefix: Prefix, t: PlayMs) -> Floats:
        found = np.zeros(self.size, np.float32)
        part = self.split(found)
        open_to_all = set(free(s))
        for laid in s.laid:
            turn = 2 * np.pi * laid.d / AROUND
            part["table"][NUMBER[laid.card]] = (
                1,
                laid.x / self._half[0],
                laid.y / self._half[1],
                np.cos(turn),
                np.sin(turn),
                laid.card in open_to_all,
            )
        part["hand"][[NUMBER[card] for card in s.hands[seat]]] = 1
        cards = [action for action in prefix if action <= BOARD]
        if cards:
            part["spelt-card"][cards[0]] = 1
        if len(cards) > 1:
            part["spelt-target"][cards[1]] = 1
        part["spelt-double"][0] = DOUBLE in prefix
        order = [(seat + step) % self.seats for step in range(self.seats)]
        part["points"][:] = [s.points[other] for other in order]
        part["held"][:] = [len(s.hands[other]) for other in order]
        part["active"][:] = [other == s.active for other in order]
        part["owing"][:] = [other in s.owing for other in order]
        holders = (s.stars.star2x, s.stars.lightning)
        part["stars"][:] = [[holder == other for other in order] for holder in holders]
        part["fresh"][:] = ["star2x" in s.fresh, "lightning" in s.fresh]
        part["phase"][PHASES.index(s.phase)] = 1
        under = len(s.under) + len(s.gifts)
        part["pile"][:] = len(s.pile) + under, under
        part["played"][0] = s.played
        part["last-round"][0] = s.last_round
        part["turns-left"][0] = s.turns_left if isinstance(s, Alone) else 0
        return found

    def text(self, s: State, seat: Seat | None) -> str:
        under = len(s.under) + len(s.gifts)
        return json_text(
            {
                "phase": s.phase,
                "active": s.active,
                "first": s.first,
                "laid": s.laid,
                "hand": () if seat is None else s.hands[seat],
                "hands": tuple(map(len, s.hands)),
                "pile": (len(s.pile) + under, under),
                "points": s.points,
                "stars": s.stars,
                "fresh": s.fresh,
                "played": s.played,
                "owing": s.owing,
                "rolled": s.rolled,
                "scored": s.scored,
                "turns_left": s.turns_left if isinstance(s, Alone) else None,
            }
        )


_Ways = dict[tuple[int, int], dict[int, int]]
"""By card and target the places, each with its slide."""


# The same position is asked about for every action of a move.
@lru_cache(maxsize=256)
def _ways(table: str, laid: tuple[Laid, ...], hand: tuple[str, ...], grid: int) -> _Ways:
    windows: dict[tuple[int, int], dict[int, list[tuple[int, int]]]] = {}
    for lay in lays.lays(table, laid, hand).lays:
        there = NUMBER[lay.card], NUMBER.get(lay.target, BOARD)
        ends = (lay.start, lay.to) if isinstance(lay, Slide) else (0, 0)
        row = (lay.corner * SPOTS + lay.spot) * grid
        windows.setdefault(there, {}).setdefault(row, []).append(ends)
    return {
        there: {
            row + step: slide
            for row, spans in rows.items()
            for step, slide in enumerate(_spread(spans, grid))
        }
        for there, rows in windows.items()
    }


def _spread(spans: list[tuple[int, int]], grid: int) -> list[int]:
    """So many places of all in these spans, evenly; fewer where there are fewer."""
    room = sum(last - first + 1 for first, last in spans)
    count = min(grid, room)
    found = []
    for step in range(count):
        at = (room - 1) // 2 if count == 1 else step * (room - 1) // (count - 1)
        for first, last in spans:
            if at <= last - first:
                found.append(first + at)
                break
            at -= last - first + 1
    return found


FIT = ConexFit
