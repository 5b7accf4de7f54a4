"""A finished game of Konexi: points of words and points lost; the best word, or the great fall."""

from collections.abc import Sequence
from itertools import pairwise

from inglenook.core.summary import Keepsakes, Moment, Part, Summary, worthwhile
from inglenook.games.konexi.rules.state import State
from inglenook.games.konexi.rules.view import Fall, Word
from inglenook.words import is_coarse

GREAT = 8
"""With so many letters, a tower that falls is remembered longer than any word."""


def summary(states: Sequence[State]) -> Summary:
    """From all states of a game in turn."""
    falls = _falls(states)
    last = states[-1]
    if last.seats == 1:
        return Summary(((Part("height", last.scores[0], len(last.tower)),),), None)
    parts = tuple(
        _parts(last.words[seat], [fall for _, fall in falls if fall.seat == seat])
        for seat in range(last.seats)
    )
    return Summary(parts, _moment(states, falls))


def keepsakes(states: Sequence[State]) -> Keepsakes:
    """The words that may be shown, and the tallest tower, from all states of a game in turn."""
    words = (
        tuple(each.word for each in said if not is_coarse(each.word)) for said in states[-1].words
    )
    return Keepsakes(tuple(words), max(len(state.tower) for state in states))


def _falls(states: Sequence[State]) -> list[tuple[int, Fall]]:
    """Every penalty, with the step that it led to."""
    return [
        (step, after.fall)
        for step, (before, after) in enumerate(pairwise(states), 1)
        if after.fall is not None and after.fall is not before.fall
    ]


def _parts(words: Sequence[Word], falls: Sequence[Fall]) -> tuple[Part, ...]:
    fallen = [fall.lost for fall in falls if not fall.bumped]
    bumped = [fall.lost for fall in falls if fall.bumped]
    return worthwhile(
        Part("words", sum(word.points for word in words), len(words)),
        Part("falls", -sum(fallen), len(fallen)),
        Part("bumps", -sum(bumped), len(bumped)),
    )


def _moment(states: Sequence[State], falls: Sequence[tuple[int, Fall]]) -> Moment | None:
    if falls:
        step, fall = max(falls, key=lambda each: each[1].letters)
        if fall.letters >= GREAT and fall.verdict != "stands":
            return Moment(step, "fall", fall.seat, {"n": fall.letters})
    best: Moment | None = None
    most = 0
    for step, (before, after) in enumerate(pairwise(states), 1):
        for seat, words in enumerate(after.words):
            if len(words) > len(before.words[seat]) and words[-1].points > most:
                most = words[-1].points
                best = Moment(step, "word", seat, {"word": words[-1].word, "n": most})
    return None if best and is_coarse(str(best.facts["word"])) else best
