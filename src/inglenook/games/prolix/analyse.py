"""What a coach has to say about a game of Prolix: the words there were, and what paid."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

from msgspec.structs import replace

from inglenook import words
from inglenook.core.game import NATURE, Entry
from inglenook.core.insight import Insight, Verdict
from inglenook.core.units import Seat
from inglenook.games.prolix import board, duel, scoring, wording
from inglenook.games.prolix.moves import Accept, Challenge, Draw, Say, Time, Write
from inglenook.games.prolix.state import State
from inglenook.games.prolix.view import Line

KNOWN = 50
"""The words that a move is held against: SCOWL's up to this size, those of a well-read friend."""
NAMED = 3
"""How many better words are named."""
SOUGHT = 100
"""Among how many they are looked for: some are barred by words that were used before."""
USUAL = 17
"""What a regular word still to come is taken to be worth: the mean of the middle bots' words."""
SHARES: tuple[tuple[float, Verdict], ...] = (
    (0.95, "best"),
    (0.7, "good"),
    (0.45, "slip"),
    (0.25, "mistake"),
)
"""By the share of the best word's points that a word has, at least; below, it is a blunder."""
LARGE = 4
"""The points in the end from which an interrupt that lost them was a mistake."""

Fate = Literal["won", "beaten", "struck", "open"]
Facts = dict[str, str | int | float]


def analyse(states: Sequence[State], entries: Sequence[Entry], steps: range) -> Iterator[Insight]:
    """See `Game.analyse`."""
    for step in steps:
        if step < 1:
            continue
        before, entry = states[step - 1], entries[step - 1]
        found = _insight(states, step, before, entry)
        if found:
            after = states[step] if found.verdict == "chance" else _decided(states, step)
            yield replace(found, margins=margins(after))


def _decided(states: Sequence[State], step: int) -> State:
    """Where it is known what came of a step: a word is written down only when its window is over,
    or its round."""
    if states[step].phase in ("open", "ready", "draw", "over"):
        return states[step]
    start = states[step - 1]
    return next((state for state in states[step:] if state.last != start.last), states[-1])


def margins(s: State) -> tuple[float, ...]:
    """The scores, every regular word still to come taken for a usual one; in a duel the Marks."""
    if s.mode == "duel":
        return tuple(map(float, s.marks))
    if s.phase == "over":
        full = list(s.sheets)
    else:
        full = [
            replace(
                sheet,
                regular=(
                    *sheet.regular,
                    *(Line("", USUAL),) * (0 if sheet.out else s.rounds - len(sheet.regular)),
                ),
            )
            for sheet in s.sheets
        ]
    if s.mode == "solo":
        return (float(sum(line.value for line in full[0].regular)),)
    return tuple(float(scoring.total(sheet, s.seats)) for sheet in full)


def _insight(states: Sequence[State], step: int, before: State, entry: Entry) -> Insight | None:
    match entry.move:
        case Say(word) if entry.seat == before.active:
            return _said(states, step, entry.seat, word)
        case Say(word):
            return _interrupted(states, step, entry.seat, word)
        case Write(word) if before.mode == "duel":
            return _dueled(states, step, entry, word)
        case Write(word):
            return _wrote(states, step, word)
        case Time() if before.phase in ("open", "write"):
            return _ran_out(states, step)
        case Challenge(owner):
            return _challenged(states, step, entry.seat, owner)
        case Accept() if before.mode == "duel":
            return _accepted(before, step, entry.seat)
        case Draw():
            _, most = _best(states[step])
            return Insight(step, NATURE, "chance", name="draw", facts={"most": most})
    return None


def _said(states: Sequence[State], step: int, seat: Seat, word: str) -> Insight:
    """The active player's word."""
    before, fate = states[step - 1], _fate(states, step, seat, word)
    if fate == "struck":
        return _struck(before, step, seat, word)
    value = board.value(before.pool.board, word)
    found = _valued(before, step, seat, "say", word, value)
    if fate == "beaten":
        return replace(found, name="beaten")
    earlier = _earlier(states, step, seat, word)
    if earlier and (not found.best or earlier[1] > int(found.facts["most"])):
        ago, then = earlier
        return replace(found, name="earlier", facts={**found.facts, "then": then, "ago": ago})
    return found


def _interrupted(states: Sequence[State], step: int, seat: Seat, word: str) -> Insight:
    """An interrupt pays by what it adds to the last sheet, the word it crosses out gone."""
    before, fate = states[step - 1], _fate(states, step, seat, word)
    if fate == "struck":
        return _struck(before, step, seat, word)
    value = board.value(before.pool.board, word)
    facts: Facts = {"word": words.repeated(word), "n": value - scoring.penalty(before.seats)}
    if fate != "won":
        return Insight(
            step, seat, "slip", 0.5, name="interrupt-beaten", facts={**facts, "n": value}
        )
    gain = _gain(states[-1], seat, word)
    if gain >= 0:
        paid = gain > 0
        return Insight(
            step,
            seat,
            "best" if paid else "good",
            quality=1.0 if paid else 0.8,
            name="interrupt" if paid else "interrupt-even",
            facts={**facts, "gain": gain},
        )
    slight = gain > -LARGE
    return Insight(
        step,
        seat,
        "slip" if slight else "mistake",
        quality=0.5 if slight else 0.2,
        cost=float(-gain),
        name="interrupt-loss",
        facts={**facts, "gain": -gain},
    )


def _gain(last: State, seat: Seat, word: str) -> int:
    """What one interrupt added to the total in the end."""
    sheet = last.sheets[seat]
    without = tuple(line for line in sheet.interrupts if line.word != word)
    less = replace(sheet, interrupts=without)
    return scoring.total(sheet, last.seats) - scoring.total(less, last.seats)


def _dueled(states: Sequence[State], step: int, entry: Entry, word: str) -> Insight:
    """A word in a duel is good if it takes the Mark."""
    before, seat = states[step - 1], entry.seat
    fate = _fate(states, step, seat, word)
    if fate == "struck":
        return _struck(before, step, seat, word)
    value = board.value(before.pool.board, word) - duel.handicap(before, seat)
    found = _valued(before, step, seat, "write", word, value)
    if fate != "beaten":
        return replace(found, verdict="best", quality=1.0, cost=0.0, best=(), name="mark")
    most = int(found.facts["most"])
    theirs = _theirs(states, step, seat)
    first = not before.said
    could = most > theirs or (most == theirs and first)
    if not could:
        return replace(
            found, verdict="good", cost=0.0, best=(), name="outdone", facts=_with(found, theirs)
        )
    verdict: Verdict = "slip" if found.verdict in ("best", "good") else found.verdict
    return replace(found, verdict=verdict, cost=1.0, name="lost", facts=_with(found, theirs))


def _with(found: Insight, theirs: int) -> Facts:
    return {**found.facts, "theirs": theirs}


def _theirs(states: Sequence[State], step: int, seat: Seat) -> int:
    """What the other's word in the same round of a duel was worth."""
    last = _decided(states, step).last
    return next((word.value for word in last.words if word.seat != seat), 0) if last else 0


def _wrote(states: Sequence[State], step: int, word: str) -> Insight:
    """A word of the solo game."""
    before, after = states[step - 1], states[step]
    value = board.value(before.pool.board, word)
    found = _valued(before, step, 0, "write", word, value)
    short = _short(after)
    if short:
        return replace(found, name="missed", facts={**found.facts, "short": short})
    return found


def _short(after: State) -> int:
    """By how many points a target of the solo game was missed."""
    lines = after.sheets[0].regular
    total = sum(line.value for line in lines)
    return max(0, after.targets[len(lines) - 1] - total) if lines else 0


def _ran_out(states: Sequence[State], step: int) -> Insight | None:
    """The sand ran out before somebody had a word."""
    before = states[step - 1]
    if before.mode == "solo" and before.scratched:
        word = before.scratched[-1]
        return _wrote(states, step, word)
    late = before.active
    if before.mode == "solo":
        late = 0
    elif before.mode == "duel":
        late = next(n for n in range(2) if all(said.seat != n for said in before.said))
    if late is None:
        return None
    moves, most = _best(before)
    kind = "say" if before.mode == "table" else "write"
    facts: Facts = {"most": most}
    if moves:
        facts["best"] = moves[0][0]
    return Insight(
        step,
        late,
        "blunder",
        quality=0.0,
        cost=1.0 if before.mode == "duel" else float(most),
        best=tuple({"type": kind, "word": word} for word, _ in moves),
        name="time",
        facts=facts,
    )


def _challenged(states: Sequence[State], step: int, by: Seat, owner: Seat) -> Insight | None:
    """A challenge is good if the word is struck."""
    (word,) = (stake.word for stake in states[step - 1].stakes if stake.seat == owner)
    verdict = next(
        (
            state.verdict
            for state in states[step:]
            if state.verdict and state.verdict.word == word and state.verdict.by == by
        ),
        None,
    )
    if verdict is None:
        return None
    facts: Facts = {"word": words.repeated(word)}
    if not verdict.stands:
        return Insight(step, by, "best", name="challenge-right", facts=facts)
    in_duel = states[step].mode == "duel"
    return Insight(
        step,
        by,
        "mistake",
        quality=0.0,
        cost=1.0 if in_duel else float(scoring.FAILED),
        name="challenge-mark" if in_duel else "challenge-wrong",
        facts=facts,
    )


def _accepted(before: State, step: int, seat: Seat) -> Insight | None:
    """In a duel the reference decides: whoever believes a word it lacks gives a Mark away."""
    theirs = next((stake for stake in before.stakes if stake.seat != seat), None)
    mine = next((stake for stake in before.stakes if stake.seat == seat), None)
    if theirs is None or words.is_accepted(theirs.word):
        return None
    if mine and duel.better(before) == seat:
        return None
    return Insight(
        step,
        seat,
        "mistake",
        quality=0.0,
        cost=1.0,
        best=({"type": "challenge", "seat": theirs.seat},),
        name="believed",
        facts={"word": words.repeated(theirs.word)},
    )


def _struck(before: State, step: int, seat: Seat, word: str) -> Insight:
    moves, most = _best(before)
    kind = "write" if before.mode == "duel" else "say"
    return Insight(
        step,
        seat,
        "mistake",
        quality=0.0,
        cost=1.0 if before.mode == "duel" else float(most),
        best=tuple({"type": kind, "word": better} for better, _ in moves),
        name="struck",
        facts={"word": words.repeated(word)},
    )


def _valued(
    before: State, step: int, seat: Seat, kind: Literal["say", "write"], word: str, value: int
) -> Insight:
    """A word against the best that was to be found on its board."""
    moves, most = _best(before)
    less = duel.handicap(before, seat) if before.mode == "duel" else 0
    most -= less
    share = 1.0 if value >= most or most <= 0 else max(0.0, value / most)
    verdict: Verdict = next((verdict for least, verdict in SHARES if share >= least), "blunder")
    better = [(found, worth - less) for found, worth in moves if worth - less > value]
    facts: Facts = {"word": words.repeated(word), "n": value, "most": most}
    if better:
        facts["best"] = better[0][0]
    return Insight(
        step,
        seat,
        verdict,
        quality=round(share, 3),
        cost=float(max(0, most - value)),
        best=tuple({"type": kind, "word": found} for found, _ in better),
        name="word",
        facts=facts,
    )


def _best(before: State) -> tuple[tuple[tuple[str, int], ...], int]:
    """The best words that were allowed on a board, and what the first is worth."""
    found = tuple(
        (word, value)
        for word, value in _known(before.pool.board)
        if not wording.clash(before, word)
    )[:NAMED]
    return found, found[0][1] if found else 0


# A step after the other is looked at on the same board.
@lru_cache(maxsize=16)
def _known(tiles: str) -> tuple[tuple[str, int], ...]:
    """Of equal ones the short and common first: those one could have thought of."""
    found = words.best(board.worths(tiles), KNOWN, limit=SOUGHT)
    return tuple(sorted(found, key=lambda each: (-each[1], words.size_of(each[0]), len(each[0]))))


def _fate(states: Sequence[State], step: int, seat: Seat, word: str) -> Fate:
    """What became of a word that was said at this step."""
    start = states[step - 1]
    for state in states[step:]:
        if word in state.barred[seat]:
            return "struck"
        if state.last and state.last != start.last:
            won = any(shown.seat == seat and shown.won for shown in state.last.words)
            return "won" if won else "beaten"
    return "open"


def _earlier(states: Sequence[State], step: int, seat: Seat, word: str) -> tuple[int, int] | None:
    """How many boards ago, since one's last turn, this word would have made more as an interrupt.

    And how much. Tiles lose as they move to the right, so it often would have.
    """
    before = states[step - 1]
    now, less = board.value(before.pool.board, word), scoring.penalty(before.seats)
    best: tuple[int, int] | None = None
    ago, tiles = 0, before.pool.board
    for state in reversed(states[:step]):
        if state.phase != "open" or state.pool.board == tiles:
            continue
        if state.active == seat or state.sheets[seat].out or state.timer.holder == seat:
            break
        ago, tiles = ago + 1, state.pool.board
        then = board.value(tiles, word) - less
        if then > now and (best is None or then > best[1]) and not wording.clash(state, word):
            best = ago, then
    return best
