"""What a coach says about a game of Konexi: the risk of each letter, and words passed over."""

from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple, TypeAlias

from msgspec import UNSET, to_builtins

from inglenook.core.game import NATURE, Entry, Rng
from inglenook.core.insight import Insight, Verdict
from inglenook.core.units import Seat
from inglenook.games.konexi.bot import TRAITS
from inglenook.games.konexi.bot.plan import Thought
from inglenook.games.konexi.bot.risk import at_speed, risk
from inglenook.games.konexi.rules import offers, vocabulary
from inglenook.games.konexi.rules.hand import Release
from inglenook.games.konexi.rules.moves import (
    Bump,
    Claim,
    Found,
    Join,
    LetGo,
    MoveToken,
    Nothing,
    Settled,
    Take,
    Time,
)
from inglenook.games.konexi.rules.state import PENALTY, State, beside, near
from inglenook.games.konexi.rules.viewing import see
from inglenook.games.konexi.tower.building import joined
from inglenook.words import repeated

HAND = 1.0
"""The risk of a place is that with a hand of people: see `rules.hand.spread`."""
COSTS: tuple[tuple[float, Verdict], ...] = (
    (0.05, "best"),
    (0.4, "good"),
    (1.2, "slip"),
    (2.5, "mistake"),
)
"""Points given away, up to which a move is no worse than that; beyond, it is a blunder."""
WORST = 4.0
"""Points given away with which a move has no quality left."""
LUCK = 0.25
"""A chance that small is told when it came about."""


Facts: TypeAlias = dict[str, str | int | float]


class Option(NamedTuple):
    """A join that was possible."""

    move: Join
    gauge: int


def analyse(states: Sequence[State], entries: Sequence[Entry], steps: range) -> Iterator[Insight]:
    """See `Game.analyse`."""
    for step in steps:
        if 0 < step < len(states):
            told = _told(states, entries, step)
            if told:
                yield told


def _told(states: Sequence[State], entries: Sequence[Entry], step: int) -> Insight | None:
    before, entry = states[step - 1], entries[step - 1]
    match entry.move:
        case Take() if before.seats > 1:
            return _took(before, entry, entry.move, step)
        case MoveToken() if before.seats > 1:
            return _moved(before, entry, entry.move, step)
        case Join():
            return _joined(states, entries, step)
        case Found():
            return _founded(before, entry, entry.move, step)
        case Settled():
            return _settled(before, entry.move, step)
        case Claim() | Nothing() if entry.seat == before.active:
            return _worded(before, entry.seat, entry.move, step)
        case Time() if before.phase == "claim" and before.active is not None:
            return _worded(before, before.active, None, step)
        case _:
            return None


def _thought(before: State, seat: Seat) -> Thought:
    """What the strongest bot makes of a position."""
    return Thought(see(before, exact=True), seat, TRAITS["surgeon"], Rng("", 0))


def _took(before: State, entry: Entry, move: Take, step: int) -> Insight:
    """A letter taken, against the other."""
    thought = _thought(before, entry.seat)
    left, right = beside(before)
    mine, other = (left, right) if move.side == "left" else (right, left)
    more = thought.letter(other) - thought.letter(mine)
    facts: Facts = {"letter": mine, "better": other if more > 0 else mine}
    return _judged(
        step, entry.seat, more, "took", facts, Take("right" if move.side == "left" else "left")
    )


def _moved(before: State, entry: Entry, move: MoveToken, step: int) -> Insight:
    """A gap, against the one beside which the longest word lay."""
    thought, ring = _thought(before, entry.seat), before.ring
    longest = [thought.reach(letter).points() for letter in ring]
    there = [max(pair) for pair in zip(longest, longest[1:] + longest[:1], strict=True)]
    best = there.index(max(there))
    facts: Facts = {"n": there[move.gap], "most": there[best]}
    cost = there[best] - there[move.gap]
    return _judged(step, entry.seat, cost, "token", facts, MoveToken(best))


def _founded(before: State, entry: Entry, move: Found, step: int) -> Insight:
    assert before.hand
    gauges = {rest.pose: rest.gauge for rest in offers.rests(before.hand)}
    best = max(gauges, key=lambda pose: gauges[pose])
    mine, safest = (_risk(before, gauges[pose]) for pose in (move.pose, best))
    cost = (mine - safest) * _stake(before, entry.seat, 0)
    facts: Facts = {"risk": _percent(mine), "safest": _percent(safest)}
    return _judged(step, entry.seat, cost, "founded", facts, Found(best))


def _joined(states: Sequence[State], entries: Sequence[Entry], step: int) -> Insight:
    """The risk taken with a letter, against the safest join for the same word."""
    before, entry = states[step - 1], entries[step - 1]
    move = entry.move
    assert isinstance(move, Join)
    gauge = _gauge(before, move)
    word = "" if before.seats == 1 else _word_of(states, entries, step) or _best_word(before, move)
    steadiest = sorted(_options(before), key=lambda each: -each.gauge)
    safest = next(each for each in steadiest if not word or _makes(before, each.move, word))
    mine, least = _risk(before, gauge), _risk(before, max(gauge, safest.gauge))
    facts: Facts = {
        "letter": before.hand or "",
        "risk": _percent(mine),
        "safest": _percent(least),
        "word": repeated(word),
    }
    name = ("fell" if _fell(entries, step) else "joined") + ("-word" if word else "")
    cost = (mine - least) * _stake(before, entry.seat, len(word))
    return _judged(step, entry.seat, cost, name, facts, safest.move)


def _settled(before: State, move: Settled, step: int) -> Insight | None:
    """What the odds were, where the unlikely came about."""
    assert before.settling
    placed = before.settling.move
    if isinstance(placed, Bump):
        return None
    release = move.let_go if move.let_go is not UNSET else before.release
    if not isinstance(release, LetGo | Release):
        return None
    gauge = _gauge(before, placed)
    fell = at_speed(gauge / 100, hypot(*release.error))
    stood = move.verdict == "stands"
    if (1 - fell if stood else fell) > LUCK:
        return None
    facts: Facts = {"risk": _percent(fell), "letter": before.hand or ""}
    return Insight(step, NATURE, "chance", name="held" if stood else "unlucky", facts=facts)


def _worded(before: State, seat: Seat, said: Claim | Nothing | None, step: int) -> Insight:
    """The word that was said, against the best there was; None: the time ran out."""
    assert before.new
    words = vocabulary.shown(near(before.tower), before.new)
    mine = said.word if isinstance(said, Claim) else ""
    if not words:
        return Insight(step, seat, "forced", name="no-word")
    # One that is not shown may be as long.
    cost = max(0, len(words[0]) - len(mine))
    facts: Facts = {
        "word": repeated(mine),
        "best": words[0],
        "got": len(mine),
        "there": max(len(words[0]), len(mine)),
    }
    name = "word" if mine else ("passed" if said else "timed-out")
    return _judged(step, seat, cost, name, facts, Claim(words[0]))


def _judged(step: int, seat: Seat, cost: float, name: str, facts: Facts, best: object) -> Insight:
    cost = round(max(0.0, cost), 2)
    verdict: Verdict = next((each for most, each in COSTS if cost <= most), "blunder")
    better = () if verdict == "best" else (_plain(best),)
    quality = round(max(0.0, 1 - cost / WORST), 3)
    return Insight(step, seat, verdict, quality, cost, best=better, name=name, facts=facts)


def _plain(move: object) -> dict[str, object]:
    """Without what nobody chose: when it is let go, and by which hand."""
    plain: dict[str, object] = to_builtins(move)
    return {name: value for name, value in plain.items() if name not in ("released", "hand")}


def _options(before: State) -> Iterator[Option]:
    assert before.hand
    for place in offers.places(before.tower, before.hand):
        for way in place.ways:
            yield Option(Join(way.own, place.to, place.at, way.roll), way.gauge)


def _gauge(before: State, placed: Found | Join) -> int:
    assert before.hand
    if isinstance(placed, Found):
        return next(r.gauge for r in offers.rests(before.hand) if r.pose == placed.pose)
    same = (placed.own, placed.to, placed.at, placed.roll)
    return next(
        each.gauge
        for each in _options(before)
        if (each.move.own, each.move.to, each.move.at, each.move.roll) == same
    )


def _risk(before: State, gauge: int) -> float:
    hand = 0.0 if before.options.steady else HAND
    return risk(gauge, len(before.tower) + 1, hand)


def _stake(before: State, seat: Seat, points: int) -> float:
    """What a fall costs: the penalty, and the word that could have been said."""
    return min(PENALTY, before.scores[seat]) + max(1, points)


def _percent(share: float) -> int:
    return round(100 * share)


def _word_of(states: Sequence[State], entries: Sequence[Entry], step: int) -> str:
    """The word that was said after this letter; none where it fell, or nothing was said."""
    seat = states[step - 1].active
    assert seat is not None
    for before, entry, after in zip(
        states[step:], entries[step:], states[step + 1 :], strict=False
    ):
        if entry.seat == NATURE and not isinstance(entry.move, Settled | Time):
            return ""
        if after.words != before.words:
            return after.words[seat][-1].word
    return ""


def _fell(entries: Sequence[Entry], step: int) -> bool:
    """Whether the letter brought the tower down."""
    return (
        step < len(entries)
        and isinstance(settled := entries[step].move, Settled)
        and settled.verdict != "stands"
    )


def _best_word(before: State, move: Join) -> str:
    assert before.hand
    piece = joined(before.tower, before.hand, move.own, move.to, move.at, move.roll)
    return next(iter(vocabulary.shown(near((*before.tower, piece)), before.hand)), "")


def _makes(before: State, move: Join, word: str) -> bool:
    """Whether the tower would spell a word with that join."""
    assert before.hand
    piece = joined(before.tower, before.hand, move.own, move.to, move.at, move.roll)
    return len(vocabulary.pieces(near((*before.tower, piece)), word)) == 1
