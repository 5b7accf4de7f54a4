"""Write the lesson of Prolix, `lessons.json` beside its rules: `python tools/lesson_prolix.py`.

Positions are played up to here, on boards that were chosen for what they show; the texts are in
the client's catalogues.
"""

from pathlib import Path
from typing import Any

import msgspec

from inglenook.coach.exercises import Ask, Exercise, FirstGame, Lesson, Reply
from inglenook.core.game import NATURE, Entry, Move
from inglenook.core.match import Match
from inglenook.core.record_io import dumps
from inglenook.games.prolix.moves import Draw, Lots

FILE = Path(__file__).parents[1] / "src/inglenook/games/prolix/lessons.json"
ME, NEXT, LAST = range(3)
OPTIONS = {"challenges": "referee", "tie_window_ms": 0}
# A word is written down when the window for others is over.
SPOKEN = 1_000
SAND_RUN = 46_000


def table(board: str, first: int = ME, **options: Any) -> Match:
    """Three players; one of them begins, on this board."""
    match = Match("prolix", 3, {**OPTIONS, **options}, "lesson", started=False)
    lots = {str(seat): "B" if seat == first else "T" for seat in range(3)}
    for move in (Lots(lots), Draw(tuple(board))):
        nature(match, move)
    return match


def nature(match: Match, move: Move) -> None:
    match.follow(Entry(len(match.log), match.last_t, NATURE, move))


def said(match: Match, seat: int, word: str) -> Match:
    """Somebody has said a word, and its window is over."""
    match.play({"type": "say", "word": word}, seat)
    match.advance(match.last_t + SPOKEN)
    return match


def step(name: str, match: Match, ask: Ask) -> Exercise:
    return Exercise(name, msgspec.Raw(dumps(match.record())), ME, (ask,))


def points(name: str, wanted: int, right: str, such_as: str, *, turn: bool = True) -> Ask:
    """Say a word worth so many points, at least; on one's own turn, or as an interrupt."""
    return Ask(
        name,
        (
            Reply(right, {"type": "say", "word": such_as}, right=True),
            *(() if turn else (Reply("flip", {"type": "flip"}),)),
            Reply(right, gains=wanted, right=True),
            *((Reply("poor", gains=1),) if wanted > 1 else ()),
            Reply("nothing"),
        ),
        after=SPOKEN,
    )


LESSON = Lesson(
    (
        step("letters", table("STRNGHBB"), points("any", 1, "scored", "strong")),
        step("columns", table("BDLMSTRN"), points("twelve", 12, "rich", "blade")),
        step("bonus", table("SVLRTKND"), points("fourteen", 14, "rich", "silver")),
        step("twice", table("TTBBPPFF"), points("both", 12, "rich", "bottle")),
        step(
            "repeats",
            said(table("PLNTSRGC", LAST), LAST, "plant"),
            points("other", 1, "new", "bank"),
        ),
        step(
            "interrupt",
            table("RSTLNDGM", NEXT),
            points("first", 8, "spoken", "garden", turn=False),
        ),
        step(
            "price",
            said(table("STRNGHBB"), ME, "go"),
            points("pays", 5, "paid", "strength", turn=False),
        ),
        step(
            "timer",
            table("FFHHVWGG", NEXT),
            Ask(
                "flip",
                (Reply("flipped", {"type": "flip"}, right=True), Reply("spoken")),
                after=SAND_RUN,
            ),
        ),
        step(
            "doubt",
            said(
                table(
                    "SNRBLTCD",
                    NEXT,
                    challenges="rulebook",
                    challenge_window_ms=60_000,
                    vote_window_ms=60_000,
                ),
                NEXT,
                "snorbly",
            ),
            Ask(
                "word",
                (
                    Reply("struck", {"type": "challenge", "seat": NEXT}, right=True),
                    Reply("believed"),
                ),
                then=((LAST, {"type": "vote", "recognise": False}),),
            ),
        ),
    ),
    FirstGame(3, "murmur", {"challenges": "referee", "rounds": 2}),
)


def main() -> None:
    game = msgspec.json.encode(LESSON.game).decode()
    steps = ",\n".join(msgspec.json.encode(step).decode() for step in LESSON.steps)
    FILE.write_text(f'{{"steps":[\n{steps}\n],"game":{game}}}\n')


if __name__ == "__main__":
    main()
