"""A finished game of Prolix: what the words, interrupts and challenges came to; the best word."""

from collections.abc import Iterator, Sequence

from inglenook.core.summary import Keepsakes, Moment, Part, Summary, worthwhile
from inglenook.core.units import Seat
from inglenook.games.prolix import scoring
from inglenook.games.prolix.state import State
from inglenook.games.prolix.view import Shown
from inglenook.words import is_coarse


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


def keepsakes(states: Sequence[State]) -> Keepsakes:
    """The words that counted and may be shown, from all states of a game in turn."""
    words: list[list[str]] = [[] for _ in range(states[-1].seats)]
    for _, word in _counted(states):
        if not is_coarse(word.word):
            words[word.seat].append(word.word)
    return Keepsakes(tuple(map(tuple, words)))


def _counted(states: Sequence[State]) -> Iterator[tuple[int, Shown]]:
    """Every word that counted, with the step that told of it."""
    told = None
    for step, state in enumerate(states):
        if state.last is None or state.last is told:
            continue
        told = state.last
        yield from ((step, word) for word in told.words if word.won and word.word)


def _moment(states: Sequence[State]) -> Moment | None:
    best = max(_counted(states), key=lambda each: each[1].value, default=None)
    if best is None or is_coarse(best[1].word):
        return None
    step, shown = best
    return Moment(step, "word", shown.seat, {"word": shown.word, "n": shown.value})
