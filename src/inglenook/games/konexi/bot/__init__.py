"""The six Konexi bots: the words they see, how true their eye is and how steady their hand."""

from typing import Literal

from msgspec.structs import replace

from inglenook.core.bot import Advice, Answer, Later, Level
from inglenook.core.game import NATURE, Entry, Move, Rng
from inglenook.core.units import Seat
from inglenook.games.konexi.bot.foresight import Foresight
from inglenook.games.konexi.bot.plan import Thought, Weighed, said, turn
from inglenook.games.konexi.bot.traits import Traits, noticed, recognises
from inglenook.games.konexi.rules import Konexi, offers
from inglenook.games.konexi.rules.moves import (
    Claim,
    Found,
    Join,
    MoveToken,
    Nothing,
    Options,
    Take,
    Vote,
)
from inglenook.games.konexi.rules.view import View

KONEXI = Konexi()
Side = Literal["left", "right"]
TRAITS = {
    "fumble": Traits(size=35, sees=0.2, looks=2, eye=0.3, hand=1.1),
    "fidget": Traits(size=35, sees=0.3, looks=4, eye=0.22, hand=1.05),
    "tinker": Traits(size=50, sees=0.45, looks=8, eye=0.16, hand=1.0),
    "juggler": Traits(size=60, sees=0.7, looks=25, eye=0.1, hand=0.85, ahead=0.4),
    "surgeon": Traits(size=60, sees=1.0, looks=10_000, eye=0.0, hand=0.65, ahead=0.8),
    "watchmaker": Traits(size=60, sees=1.0, looks=10_000, eye=0.0, hand=0.2, playouts=4608),
}
LEVELS = tuple(Level(name, number, 1.0) for number, name in enumerate(TRAITS, start=1))

PAUSES: dict[type[Move], tuple[int, int]] = {
    MoveToken: (900, 1800),
    Take: (700, 1400),
    Found: (900, 1800),
    Join: (1200, 2500),
    Claim: (500, 1800),
    Nothing: (500, 1800),
    Vote: (900, 2500),
}
"""ms that a bot takes for what it does, so that people can follow: at least, and at most."""
WATCH = 2200
"""ms more where a letter has just been placed: everybody watches the tower settle, or fall."""
WORTHY = 4
"""How many letters of the ring are looked at more closely, where any may be taken."""
HINTS = 5
ADVISER = "surgeon"
"""Whose hints are given: it thinks in points, which people can follow."""


class KonexiBot:
    """See `Adviser`."""

    def choose(self, view: View, seat: Seat, level: Level, rng: Rng) -> Answer:
        move = self._move(view, seat, TRAITS[level.name], rng)
        low, high = next(pause for kind, pause in PAUSES.items() if isinstance(move, kind))
        # After the first letter of a round, and after a fall, there is no word to say.
        begins = not view.hand and (len(view.tower) == 1 or (view.fall and not view.tower))
        watch = WATCH if view.phase == "claim" or begins else 0
        pause = watch + low + rng.below(high - low)
        if view.deadline is not None:
            pause = min(pause, view.options.word_ms // 2)
        return Later(move, pause, pause)

    def advise(self, view: View, seat: Seat, rng: Rng) -> list[Advice]:
        traits = TRAITS[ADVISER]
        if view.phase == "claim":
            words = noticed(traits, turn(view, seat), again=True)
            hints = [Advice(Claim(word), len(word)) for word in said(view, words)]
            return hints[:HINTS] or [Advice(Nothing(), 0)]
        if view.proposal:
            return [Advice(Vote(recognises(view.proposal.word)), 0)]
        thought = Thought(view, seat, traits, rng)
        match view.phase:
            case "token":
                return [Advice(MoveToken(gap), worth) for gap, worth in _gaps(thought)]
            case "take":
                return [Advice(Take(side), worth) for side, worth in _sides(thought)]
            case _:
                return [Advice(each.move, each.worth) for each in _placements(thought)][:HINTS]

    def warm(self) -> None:
        # A first letter is settled, too: the processes in which bots think serve NATURE as well.
        KONEXI.warm()
        # The strongest, for all that it calls; but it need not think for long.
        traits = replace(TRAITS[LEVELS[-1].name], playouts=1)
        s = KONEXI.setup(2, Options(first=0))
        while not s.tower:
            (seat,), rng = KONEXI.to_move(s), Rng("", 0)
            if seat == NATURE:
                move = KONEXI.nature(s, rng)
            else:
                move = self._move(KONEXI.view(s, seat), seat, traits, rng)
            s = KONEXI.apply(s, Entry(0, 0, seat, move))

    def _move(self, view: View, seat: Seat, traits: Traits, rng: Rng) -> Move:
        if view.phase == "claim":
            words = said(view, noticed(traits, turn(view, seat), again=True))
            return next((Claim(word) for word in words), Nothing())
        if view.proposal:
            return Vote(recognises(view.proposal.word))
        thought = Thought(view, seat, traits, rng)
        # Who plays alone spells no words.
        if traits.playouts and view.seats > 1:
            return _foreseen(thought)
        match view.phase:
            case "token":
                return MoveToken(_gaps(thought)[0][0])
            case "take":
                return Take(_sides(thought)[0][0])
            case _:
                return _let_go(thought, _placements(thought)[0].move)


def _foreseen(thought: Thought) -> Move:
    """What leads furthest, by playing on from it."""
    view = thought.view
    foresight = Foresight(thought.state, thought.seat, thought.traits, thought.rng)
    match view.phase:
        case "token":
            best = foresight.best(view.ring)
            return MoveToken(view.ring.index(best.letter) if best else 0)
        case "take":
            assert view.left
            assert view.right
            best = foresight.best((view.left, view.right))
            return Take("left" if best and best.letter == view.left else "right")
        case _:
            assert view.hand
            best = foresight.best((view.hand,))
            assert best
            return _let_go(thought, best.move)


def _let_go(thought: Thought, placement: Found | Join) -> Found | Join:
    return replace(placement, hand=thought.hand)


def _gaps(thought: Thought) -> list[tuple[int, float]]:
    """The best gaps for the token, best first: each is to the right of a letter worth having."""
    letters = thought.rng.shuffled(thought.view.ring)
    letters.sort(key=lambda letter: -thought.reach(letter).points())
    worths = [(thought.letter(letter), letter) for letter in letters[:WORTHY]]
    return [(thought.view.ring.index(letter), worth) for worth, letter in sorted(worths)[::-1]]


def _sides(thought: Thought) -> list[tuple[Side, float]]:
    """Which neighbour of the token to take: the better one first."""
    left, right = thought.view.left, thought.view.right
    assert left
    assert right
    worths: list[tuple[Side, float]] = [
        ("left", thought.letter(left)),
        ("right", thought.letter(right)),
    ]
    return sorted(worths, key=lambda side: -side[1])


def _placements(thought: Thought) -> list[Weighed]:
    # A bot has an eye for what views may leave out.
    letter, tower = thought.state.hand, thought.state.tower
    assert letter
    if tower:
        return thought.joins(letter, offers.places(tower, letter))
    return thought.best_rests(offers.rests(letter))


BOT = KonexiBot()
