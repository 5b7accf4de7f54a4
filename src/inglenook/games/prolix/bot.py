"""The Prolix bots: how many words they know, what they overlook, and what satisfies them.

They play in real time: an answer says what to do and when. Asked again because something else has
happened, they think anew; thoughts come at random times, so a fresh start is no loss.
"""

from collections.abc import Sequence

from inglenook import words
from inglenook.core.bot import Advice, Answer, Later, Level
from inglenook.core.game import MAX_LAG, Rng
from inglenook.core.units import PlayMs, Seat
from inglenook.games.prolix import prospects
from inglenook.games.prolix.moves import Accept, Challenge, Flip, Ready, Say, Scratch, Vote, Write
from inglenook.games.prolix.plan import (
    CONTENT_AFTER_MS,
    ROOM,
    Traits,
    free,
    interrupt,
    pick,
    think,
    tiles,
)
from inglenook.games.prolix.view import Stake, View

TRAITS = {
    "murmur": Traits(
        size=35,
        deep=4500,
        pace=6000,
        content=(20, 74),
        overlooks=38,
        dares=8,
        courtesy=12_000,
        doubt=5,
    ),
    "prattle": Traits(
        size=35,
        deep=2600,
        pace=5300,
        content=(29, 82),
        overlooks=34,
        dares=7,
        courtesy=11_000,
        doubt=8,
        reflex=5,
        flips=45_000,
    ),
    "chatter": Traits(
        size=35,
        deep=1300,
        pace=4300,
        content=(39, 89),
        overlooks=28,
        dares=6,
        courtesy=10_000,
        doubt=10,
        reflex=10,
        flips=42_000,
    ),
    "gossip": Traits(
        size=50,
        deep=950,
        pace=3900,
        content=(39, 92),
        overlooks=29,
        dares=5,
        courtesy=8000,
        doubt=15,
        reflex=15,
        flips=38_000,
    ),
    "banter": Traits(
        size=50,
        deep=450,
        pace=3100,
        content=(49, 97),
        overlooks=23,
        dares=4,
        courtesy=7000,
        doubt=20,
        reflex=20,
        flips=35_000,
    ),
    "anecdote": Traits(
        size=60,
        deep=280,
        pace=2700,
        content=(54, 98),
        overlooks=22,
        dares=3,
        courtesy=6000,
        doubt=26,
        reflex=26,
        flips=33_000,
    ),
    "ballad": Traits(
        size=60,
        deep=160,
        pace=2150,
        content=(63, 100),
        overlooks=18,
        dares=2,
        courtesy=5500,
        doubt=30,
        reflex=30,
        flips=31_000,
    ),
    "orator": Traits(
        size=60,
        deep=85,
        pace=1650,
        content=(75, 100),
        overlooks=15,
        dares=2,
        courtesy=5000,
        doubt=35,
        reflex=35,
        flips=30_000,
    ),
    "rhetoric": Traits(
        size=70,
        deep=45,
        pace=1350,
        content=(82, 100),
        overlooks=13,
        dares=2,
        courtesy=4500,
        doubt=45,
        reflex=38,
        flips=29_000,
    ),
    "epigram": Traits(
        size=70,
        deep=28,
        pace=1100,
        content=(90, 100),
        overlooks=9,
        dares=1,
        courtesy=4000,
        doubt=60,
        reflex=40,
        flips=28_000,
    ),
    "thesaurus": Traits(
        size=70,
        deep=15,
        pace=850,
        content=(95, 100),
        overlooks=4,
        dares=1,
        courtesy=3500,
        doubt=80,
        reflex=45,
        flips=26_000,
    ),
    "lexicon": Traits(
        size=70,
        deep=10,
        pace=700,
        content=(100, 100),
        dares=1,
        courtesy=3000,
        doubt=100,
        reflex=50,
        flips=25_000,
    ),
    "repartee": Traits(
        size=70,
        deep=10,
        pace=300,
        content=(100, 100),
        dares=1,
        courtesy=1250,
        doubt=100,
        reflex=90,
        flips=25_000,
        weighs=True,
    ),
}
LEVELS = tuple(Level(name, number, 1.0) for number, name in enumerate(TRAITS, start=1))

REACTION, LATE = 120, 80
"""ms: the quickest to break in; what is kept in reserve for a busy machine."""
IN_MIND = 3000
"""ms of thought that are taken to have passed when another begins to speak."""
BREATH, NOD = 400, 60
"""ms after which the first bot says yes or no, and each further one after it: nobody waits for
them."""
HINTED, HINTS = 35, 3
"""Hints are words that everybody knows, SCOWL's up to this size; and so many of them."""
UNASKED = 300_000
"""ms after which a bot begins although nobody has said that they are ready."""


class ProlixBot:
    """See `Adviser`."""

    def choose(self, view: View, seat: Seat, level: Level, rng: Rng) -> Answer:
        # Seats that are asked in the same position must not think alike.
        rng, traits = Rng(f"{seat} {rng.bits()}", 0), TRAITS[level.name]
        match view.phase:
            case "ready" if "ready" in view.may:
                # People begin: to them it is the first to be ready who sets the others a time.
                asked = view.mode == "solo" or view.accepted
                return Later(Ready(), NOD if asked else UNASKED)
            case "open" if view.active == seat:
                return self._turn(view, traits, rng)
            case "open":
                return self._other_turn(view, seat, traits, rng)
            case "window" if "say" in view.may:
                return self._break_in(view, seat, traits, rng)
            case "challenge":
                return self._hear(view, seat, traits)
            case "vote" if view.challenge and "vote" in view.may:
                recognise = words.is_accepted(view.challenge.word, traits.size)
                return Later(Vote(recognise), _pause(view.voted))
            case "write" if "write" in view.may:
                return self._write(view, traits, rng)
        return None

    def advise(self, view: View, seat: Seat, _: Rng) -> Sequence[Advice]:
        """The best words that everybody knows; none where no word of one's own is due."""
        writes = "write" in view.may
        if not writes and not (view.phase == "open" and view.active == seat):
            return ()
        known = words.best(tiles(view), HINTED, limit=HINTS + ROOM)
        some = [(word, value) for word, value in known if free(view, word)][:HINTS]
        return tuple(Advice(Write(word) if writes else Say(word), value) for word, value in some)

    def warm(self) -> None:
        words.best({"w": (4,)}, limit=1)
        words.clash("warm", "warmed")

    def _turn(self, view: View, traits: Traits, rng: Rng) -> Answer:
        time = view.options.timer_ms if view.timer.holder is not None else None
        idea = pick(think(view, traits, rng), time)
        return Later(Say(idea.word), idea.ms) if idea else None

    def _other_turn(self, view: View, seat: Seat, traits: Traits, rng: Rng) -> Answer:
        thought = think(view, traits, rng)
        if "say" in view.may and (idea := interrupt(view, seat, thought, traits, CONTENT_AFTER_MS)):
            return Later(Say(idea.word), traits.courtesy + idea.ms)
        if traits.flips is None or "flip" not in view.may:
            return None
        # Whatever sand still runs in the middle has run out after a whole turn of the timer.
        sand = view.options.timer_ms if view.timer.until is not None else 0
        return Later(Flip(), sand + traits.flips + rng.below(traits.flips // 2))

    def _break_in(self, view: View, seat: Seat, traits: Traits, rng: Rng) -> Answer:
        """Say what was on the tip of its tongue, in what is left of the window."""
        slot = view.options.tie_window_ms - MAX_LAG - REACTION - LATE
        # After a second word it is too late to tell how much of the window is left.
        if slot <= 0 or len(view.said) > 1 or rng.below(100) >= traits.reflex:
            return None
        thought = think(view, traits, rng)
        if view.active == seat:
            idea = pick(thought, IN_MIND)
        else:
            idea = interrupt(view, seat, thought, traits, IN_MIND)
        return Later(Say(idea.word), REACTION + rng.below(slot)) if idea else None

    def _hear(self, view: View, seat: Seat, traits: Traits) -> Answer:
        ms = _pause(view.accepted)
        if "challenge" in view.may:
            for stake in view.stakes:
                if stake.seat != seat and not stake.settled and _doubts(view, seat, stake, traits):
                    return Later(Challenge(stake.seat), ms)
        return Later(Accept(), ms) if "accept" in view.may else None

    def _write(self, view: View, traits: Traits, rng: Rng) -> Answer:
        thought = think(view, traits, rng)
        if view.mode == "duel":
            time = view.options.timer_ms if view.deadline is not None else None
            idea = pick(thought, time)
            return Later(Write(idea.word), idea.ms) if idea else None
        # Half the time for a first word, which may do; the other half for a better one.
        idea = pick(thought, view.options.timer_ms // 2)
        if idea is None:
            return None
        if not view.scratched:
            content = idea.value >= thought.aim
            return Later(Write(idea.word) if content else Scratch(idea.word), idea.ms)
        board = tiles(view)
        best = max(view.scratched[-1], idea.word, key=lambda word: words.value(word, board))
        return Later(Write(best), idea.ms)


def _pause(answered: tuple[Seat, ...]) -> PlayMs:
    """ms for a yes or no. A bot is asked again after every answer, and needs no breath then."""
    return NOD if answered else BREATH


def _ahead(stakes: tuple[Stake, ...]) -> Seat | None:
    """Who has the Mark as it stands; the first to write is first among equals."""
    return max(stakes, key=lambda stake: stake.value).seat if stakes else None


def _doubts(view: View, seat: Seat, stake: Stake, traits: Traits) -> bool:
    """Whether to challenge a word. In a duel it costs nothing to those who would lose anyway."""
    if words.is_accepted(stake.word, traits.size):
        return False
    if view.mode == "duel":
        return _ahead(view.stakes) != seat
    if traits.weighs:
        return prospects.challenge(view, seat, stake) > 0
    # The word decides, not the moment: the bot is asked again whenever another player accepts.
    return Rng(stake.word, seat).below(100) < traits.doubt


BOT = ProlixBot()
