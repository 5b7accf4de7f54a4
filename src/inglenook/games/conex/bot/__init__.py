"""The CONEX bots, from one that lays whatever it can to one that plays games out."""

from math import inf

from msgspec.structs import replace

from inglenook.core.bot import Advice, Answer, Later, Level
from inglenook.core.game import NATURE, Entry, Move, Rng
from inglenook.core.units import Seat
from inglenook.games.conex.bot.forecast import forecast
from inglenook.games.conex.bot.judge import Taste
from inglenook.games.conex.bot.plan import CONEX, Weighed, foresee, ponder, weigh
from inglenook.games.conex.bot.sight import MINDS
from inglenook.games.conex.geometry import lays
from inglenook.games.conex.rules.moves import Draw, End, Give, Lay, Lightning, Options, Pass
from inglenook.games.conex.rules.view import Fixed, Laid, Slide, Stars, View
from inglenook.games.conex.rules.viewing import may

NAMES = ("hasty", "dreamy", "curious", "greedy", "patient", "careful", "cunning", "farsighted")
LEVELS = tuple(Level(name, number, 1.0) for number, name in enumerate(NAMES, start=1))

NOTICED = {"dreamy": 2, "curious": 6}
"""Of the lays there are, how many those see who do not see them all."""
ENOUGH = 3
"""Points below which Patient would rather draw; one more while it has few cards."""
FEW_CARDS = 5
NEAR = 6
"""Points from the goal: when somebody is so near, Patient draws no more."""
CUNNING = Taste(
    draw=3.4,
    short=0.25,
    die=0.6,
    plus=0.85,
    star=2.0,
    own=0.03,
    fade=0.3,
    others=0.34,
    later=0.34,
    card=1.0,
)
"""What Cunning begins with."""
CAREFUL = CUNNING._replace(die=0.75, later=0.0)
"""Careful minds only what it leaves to the player after it, and is fonder of the die."""
PLAYOUTS = 400
"""Short ones, of Cunning."""
TRIALS = 1500
"""Of Farsighted with two and three: each a game that goes on for some turns, and whole ones."""
WHOLE = 6000
"""Games that it plays to their end, alone and with four."""
SHARE = 0.7
"""The share of a bot's time for playouts; the rest is for ending in time on a busy machine."""
PAUSE = 1000
"""ms after which a bot gives a card, so that people can follow."""
HINTS = 5


class ConexBot:
    """See `Adviser`. One at a time in a process: the search has one place to work in."""

    def __init__(self, careful: Taste = CAREFUL) -> None:
        self._careful = careful

    def choose(self, view: View, seat: Seat, level: Level, rng: Rng) -> Answer:
        # Seats that give at the same time must not think alike.
        rng = Rng(f"{seat} {rng.bits()}", 0)
        view = _looked_at(view, seat)
        match level.name:
            case "hasty" | "dreamy" | "curious" | "greedy" | "patient":
                move = _simple(view, level.name, rng)
            case "careful":
                move = weigh(view, seat, self._careful, rng)[0].move
            case "cunning":
                move = self._ponder(view, seat, level, rng)[0].move
            case _:
                most = TRIALS if view.seats in MINDS else WHOLE
                move = foresee(view, seat, CUNNING, rng, most, level.seconds * SHARE)
        return Later(move, PAUSE, PAUSE) if isinstance(move, Give) else move

    def advise(self, view: View, seat: Seat, rng: Rng) -> list[Advice]:
        view = _looked_at(view, seat)
        found: dict[Move, Advice] = {}
        least = inf
        for move, worth in self._ponder(view, seat, LEVELS[-1], rng):
            # What was given up early was tried less: it is worth no more than what outlived it.
            least = min(least, worth)
            # Of a slide, and of a lay with the star and without, the best is enough.
            alike = replace(move, slide=0, double=False) if isinstance(move, Lay) else move
            found.setdefault(alike, Advice(move, least))
        return [*found.values()][:HINTS]

    def warm(self) -> None:
        s = CONEX.setup(2, Options(first=0))
        while CONEX.to_move(s) == {NATURE}:
            s = CONEX.apply(s, Entry(0, 0, NATURE, CONEX.nature(s, Rng("", 0))))
        struck = replace(s, laid=(Laid(s.pile[0], 200_000, 0, 0, "board"),), stars=Stars(0, 0))
        for position in (s, struck, replace(s, phase="giving", owing=(0,))):
            for level in LEVELS[-2:]:
                hurried = replace(level, seconds=0.01)
                self.choose(CONEX.view(position, 0), 0, hurried, Rng("", 0))
        # Where whole games are all there is.
        alone = CONEX.setup(1, Options(first=0))
        while CONEX.to_move(alone) == {NATURE}:
            alone = CONEX.apply(alone, Entry(0, 0, NATURE, CONEX.nature(alone, Rng("", 0))))
        self.choose(CONEX.view(alone, 0), 0, replace(LEVELS[-1], seconds=0.01), Rng("", 0))
        # The coach's.
        forecast(s, Rng("", 0), 1)

    def _ponder(self, view: View, seat: Seat, level: Level, rng: Rng) -> list[Weighed]:
        return ponder(view, seat, CUNNING, rng, PLAYOUTS, level.seconds * SHARE)


def _looked_at(view: View, seat: Seat) -> View:
    """The view with what fits in it, also where players are not told: a bot sees that at once."""
    if view.options.spots == "shown":
        return view
    legal = lays.lays(view.options.table, view.laid, view.hand)
    return replace(
        view, legal=legal, may=may(CONEX.determinize(view, Rng("", 0)), seat, bool(legal.lays))
    )


def _simple(view: View, name: str, rng: Rng) -> Move:
    """A lay chosen only by its points, or none."""
    if "give" in view.may:
        return Give(rng.choice(view.hand))
    if "end" in view.may:
        return End() if name == "hasty" else Lightning(rng.choice(view.free))
    found: list[Fixed | Slide] = []
    if "lay" in view.may:
        found += view.legal.lays
    if found and name in NOTICED:
        found = [rng.choice(found) for _ in range(NOTICED[name])]
    if found and name != "hasty":
        best = max(lay.points for lay in found)
        found = [lay for lay in found if lay.points == best]
        if name == "patient" and best < _enough(view) and "draw" in view.may:
            return Draw()
    if not found:
        return Draw() if "draw" in view.may else Pass()
    lay = rng.choice(found)
    slide = lay.start + rng.below(lay.to - lay.start + 1) if isinstance(lay, Slide) else 0
    double = "double" in view.may
    return Lay(lay.card, lay.corner, lay.target, lay.spot, slide, double)


def _enough(view: View) -> int:
    """The points with which Patient is content."""
    # Alone, the goal ends nothing.
    near = view.seats > 1 and view.goal - max(view.points) <= NEAR
    if near or view.last_round:
        return 0
    return ENOUGH + (len(view.hand) < FEW_CARDS)


BOT = ConexBot()
