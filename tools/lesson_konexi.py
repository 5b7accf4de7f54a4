"""Write the lesson of Konexi, `lessons.json` beside its rules: `python tools/lesson_konexi.py`.

Towers are built up to here, letter by letter; the texts are in the client's catalogues.
"""

from pathlib import Path
from typing import Any

import msgspec

from inglenook.coach.exercises import Ask, Exercise, FirstGame, Lesson, Reply
from inglenook.core.game import NATURE, Entry, Move, Rng
from inglenook.core.match import Match
from inglenook.core.record_io import dumps
from inglenook.games.konexi.mine import lean
from inglenook.games.konexi.rules import vocabulary
from inglenook.games.konexi.rules.moves import (
    Claim,
    Found,
    Join,
    MoveToken,
    Nothing,
    Ring,
    Rolled,
    Take,
)
from inglenook.games.konexi.tower.building import joined, links
from inglenook.shared.first_player import Lots

FOLDER = Path(__file__).parents[1] / "src/inglenook/games/konexi"
ME, OTHER = range(2)
OPTIONS = {"suspense": False, "word_ms": 0}


def table(first: int, ring: str = vocabulary.LETTERS, *, steady: bool = True) -> Match:
    match = Match("konexi", 2, {**OPTIONS, "steady": steady, "first": first}, "", started=False)
    nature(match, Lots(first))
    nature(match, Ring(ring))
    return match


def nature(match: Match, move: Move) -> None:
    match.follow(Entry(len(match.log), match.last_t, NATURE, move))


def play(match: Match, move: Move) -> None:
    """Whose turn it is plays that."""
    match.follow(Entry(len(match.log), match.last_t, match.state.active, move))


def take(match: Match, letter: str) -> None:
    """The die says *any*, and this letter is taken. The needle begins in the middle."""
    if match.state.phase == "claim":
        play(match, Nothing())
    nature(match, Rolled("any", 0))
    play(match, MoveToken(match.state.ring.index(letter)))
    play(match, Take("left"))


def lay(match: Match, letter: str) -> None:
    """The first letter, as it lies most steadily."""
    take(match, letter)
    rest = max(match.view().rests, key=lambda each: each.gauge)
    settle(match, Found(rest.pose))


def join(match: Match, letter: str, to: str) -> None:
    """A letter where it stands most steadily on another, and touches no third one."""
    take(match, letter)
    ways = (
        (way.gauge, Join(way.own, to, place.at, way.roll))
        for place in match.view().places
        for way in place.ways
        if place.to == to
    )
    standing = match.state.tower
    settle(
        match,
        next(
            move
            for _, move in sorted(ways, key=lambda each: -each[0])
            if len(links((*standing, joined(standing, letter, move.own, to, move.at, move.roll))))
            == len(standing)
        ),
    )


def settle(match: Match, move: Move) -> None:
    play(match, move)
    nature(match, match.game.nature(match.state, Rng("", 0)))


def tower(first: int, *letters: str, **how: Any) -> Match:
    """`tower(ME, "C", "AC")`: I lay C, the other joins A to it."""
    match = table(first, **how)
    lay(match, letters[0])
    for pair in letters[1:]:
        join(match, pair[0], pair[1])
    return match


def offered(left: str, right: str) -> Match:
    """C and A stand, and after an 8 the token is between these letters."""
    ring = vocabulary.LETTERS
    for _ in range(2):
        match = tower(ME, "C", "AC", ring=ring)
        play(match, Nothing())
        nature(match, Rolled("8", 0))
        view = match.view()
        # Letters that nobody has taken can change places.
        for lies, wanted in ((view.left, left), (view.right, right)):
            ring = ring.translate(str.maketrans(lies + wanted, wanted + lies))
    assert (match.view().left, match.view().right) == (left, right)
    return match


def any_letter() -> Match:
    """C, A and T stand, and the die says *any*."""
    match = tower(OTHER, "C", "AC", "TA")
    play(match, Nothing())
    nature(match, Rolled("any", 0))
    return match


def in_hand(letter: str, match: Match) -> Match:
    take(match, letter)
    return match


def crooked() -> Match:
    """C, A and T brought "cat", then F was put where it leans out; H is in hand."""
    match = tower(ME, "C", "AC", "TA")
    play(match, Claim("cat"))
    take(match, "F")
    settle(match, Join(own=2, to="T", at=6, roll=0))
    return in_hand("H", match)


def step(name: str, match: Match, *asks: Ask) -> Exercise:
    seat = match.state.active
    return Exercise(name, msgspec.Raw(dumps(lean(match).record())), seat, asks)


def said(ask: str, points: int, such_as: str) -> Ask:
    """Say a word of so many letters."""
    return Ask(
        ask,
        (
            Reply("said", {"type": "claim", "word": such_as}, points, right=True),
            Reply("said", {"type": "claim"}, points, right=True),
            Reply("short", {"type": "claim"}),
            Reply("none"),
        ),
    )


def beside(letter: str, match: Match) -> list[int]:
    """The gaps on either side of a letter."""
    ring = match.state.ring
    return [ring.index(letter), (ring.index(letter) - 1) % len(ring)]


def shakiest(match: Match) -> dict[str, Any]:
    """The join that falls for sure."""
    ways = ((way, place) for place in match.view().places for way in place.ways)
    way, place = min(ways, key=lambda each: each[0].gauge)
    return {"type": "join", "own": way.own, "to": place.to, "at": place.at, "roll": way.roll}


ANY = any_letter()
CROOKED = crooked()
LESSON = Lesson(
    steps=(
        step(
            "take",
            offered("T", "Q"),
            Ask(
                "letter",
                (Reply("taken", {"type": "take", "side": "left"}, right=True), Reply("other")),
            ),
        ),
        step(
            "join",
            in_hand("T", tower(ME, "A", "CA")),
            Ask("place", (Reply("placed", {"type": "join"}, right=True), Reply("placed"))),
        ),
        step("word", tower(ME, "C", "AC", "TA"), said("three", 3, "cat")),
        step("order", tower(OTHER, "S", "TS", "AT", "EA"), said("four", 4, "east")),
        step(
            "safe",
            CROOKED,
            Ask("green", (Reply("stood", {"type": "join"}, 0, right=True), Reply("fell"))),
        ),
        step(
            "fall",
            CROOKED,
            Ask(
                "red",
                (
                    Reply("fell", shakiest(CROOKED), right=True),
                    Reply("stood", gains=0),
                    Reply("fell", right=True),
                ),
            ),
        ),
        step(
            "needle",
            in_hand("T", tower(ME, "S", "AS", steady=False)),
            Ask("middle", (Reply("gone", {"type": "join"}, right=True), Reply("gone"))),
        ),
        step(
            "any",
            ANY,
            Ask(
                "anywhere",
                (
                    *(
                        Reply("there", {"type": "move", "gap": gap}, right=True)
                        for gap in beside("H", ANY)
                    ),
                    Reply("elsewhere"),
                ),
            ),
        ),
    ),
    game=FirstGame(2, "fumble", {"goal": 10, "steady": True, "suspense": False}),
)

if __name__ == "__main__":
    lines = ",\n".join(msgspec.json.encode(each).decode() for each in LESSON.steps)
    game = msgspec.json.encode(LESSON.game).decode()
    (FOLDER / "lessons.json").write_text(f'{{"steps":[\n{lines}\n],\n"game":{game}}}\n')
