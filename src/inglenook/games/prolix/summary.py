"""A finished game of Prolix: what the words, interrupts and challenges came to; the best word."""

from collections.abc import Sequence

from inglenook.games.prolix import scoring
from inglenook.games.prolix.state import State
from inglenook.games.prolix.view import Shown
from inglenook.summary import Moment, Part, Summary, worthwhile
from inglenook.units import Seat


def summary(states: Sequence[State]) -> Summary:
    """From all states of a game in turn."""
    last = states[-1]
    return Summary(tuple(_parts(last, seat) for seat in range(last.seats)), _moment(states))


def _parts(s: State, seat: Seat) -> tuple[Part, ...]:
    sheet = s.sheets[seat]
    if s.mode == "duel":
        return worthwhile(Part("marks", s.marks[seat], s.marks[seat]))
    regular = scoring.regular(sheet, s.seats)
    return worthwhile(
        Part("words", sum(regular), sum(1 for value in regular if value)),
        Part("interrupts", sum(line.value for line in sheet.interrupts), len(sheet.interrupts)),
        Part("challenges", scoring.challenges(sheet), sheet.failed),
    )


def _moment(states: Sequence[State]) -> Moment | None:
    best: tuple[int, Shown] | None = None
    told = None
    for step, state in enumerate(states):
        if state.last is None or state.last is told:
            continue
        told = state.last
        for word in told.words:
            if word.won and word.word and (best is None or word.value > best[1].value):
                best = step, word
    if best is None:
        return None
    step, shown = best
    return Moment(step, "word", shown.seat, {"word": shown.word, "n": shown.value})
