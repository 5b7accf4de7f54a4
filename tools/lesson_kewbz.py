"""Write the lesson of Kewbz: `python tools/lesson_kewbz.py`.

Each step is a position that was really played to, and what is said to the moves there. The texts
are in the client's catalogues, as `kewbz.lesson.<step>.<what is asked or said>`.
"""

from collections.abc import Callable
from pathlib import Path

import msgspec

from inglenook import Match, dumps
from inglenook.coach.exercises import Ask, Exercise, FirstGame, Lesson, Reply
from inglenook.games.kewbz import rules

FILE = Path(__file__).parents[1] / "src/inglenook/games/kewbz/lessons.json"
KEWBZ = rules.Kewbz()
FIRST = FirstGame(seats=2, level="pebble", options={"size": 6, "cubes": 14})


def right(say: str, *cells: str) -> list[Reply]:
    return [_placed(say, cell, True) for cell in cells]


def wrong(say: str, *cells: str) -> list[Reply]:
    return [_placed(say, cell, False) for cell in cells]


def _placed(say: str, cell: str, is_right: bool) -> Reply:
    return Reply(say, move={"type": "place", "cell": cell}, right=is_right)


def step(
    name: str,
    ask: str,
    cells: str,
    replies: Callable[[dict[str, int]], list[Reply]],
    size: int = 6,
    cubes: int = 20,
) -> Exercise:
    """A step that begins after these placements; `replies` is told what each cell would stack."""
    match = Match("kewbz", 2, {"size": size, "cubes": cubes}, "lesson")
    for cell in cells.split():
        match.play({"type": "place", "cell": cell})
    return _exercise(match, name, ask, replies(_stacks(match)))


def _stacks(match: Match) -> dict[str, int]:
    """For each cell that is open, how many cubes a placement there would stack."""
    prospects = KEWBZ.preview(match.state, match.state.turn).cells
    return {cell: sum(prospect.stacked.values()) for cell, prospect in prospects.items()}


def _exercise(match: Match, name: str, ask: str, replies: list[Reply]) -> Exercise:
    record = msgspec.Raw(dumps(match.record()).encode())
    return Exercise(name, record, match.mover(), (Ask(ask, tuple(replies)),))


def corners(stacks: dict[str, int], besides: str = "") -> list[str]:
    return [cell for cell, n in stacks.items() if n and cell != besides]


def even_game() -> Exercise:
    match = Match("kewbz", 2, {"size": 6, "cubes": 20, "swap": True}, "lesson")
    match.play({"type": "place", "cell": "c3"})
    taken = Reply("well", move={"type": "swap"}, right=True)
    return _exercise(match, "swap", "take", [taken, Reply("keep")])


def lesson() -> Lesson:
    steps = (
        step(
            "place",
            "touch",
            "c3 d3",
            lambda stacks: [*right("corner", *corners(stacks)), Reply("well", right=True)],
        ),
        step(
            "corner",
            "bend",
            "c3 c4",
            lambda stacks: [
                *right("well", *corners(stacks)),
                *wrong("straight", "c2", "c5"),
                Reply("apart"),
            ],
        ),
        step(
            "take",
            "take",
            "c3 c4 d5 d3",
            lambda _: [
                *right("well", "c2", "b3", "e3"),
                *right("double", "c5"),
                *wrong("own", "d2", "b4"),
                Reply("apart"),
            ],
        ),
        step(
            "square",
            "around",
            "c3 d3 c2 b1",
            lambda stacks: [*right("well", *corners(stacks)), Reply("apart")],
        ),
        step(
            "line",
            "row",
            "f2 e2 e1 f3 d2 d3",
            lambda stacks: [
                *right("well", "c2"),
                *wrong("some", *corners(stacks, besides="c2")),
                Reply("none"),
            ],
        ),
        step(
            "five",
            "fill",
            "e3 d2 e2 e4 d4 e1",
            lambda _: [
                *right("both", "e5"),
                *right("well", "c2"),
                *wrong("four", "c4", "d5"),
                Reply("none"),
            ],
            size=5,
            cubes=9,
        ),
        step(
            "bait",
            "leave",
            "c5 c4 d4 e4",
            lambda _: [
                *right("well", "e3", "e5", "b5"),
                *wrong("fourth", "c3", "b4", "f4", "c6"),
                *wrong("two", "d3"),
                Reply("quiet"),
            ],
        ),
        step(
            "end",
            "out",
            "a1 b2 a2 c2 c1 b3",
            lambda stacks: [
                *right("well", "d2"),
                *wrong("more", *corners(stacks, besides="d2")),
                Reply("none"),
            ],
            cubes=9,
        ),
        even_game(),
    )
    return Lesson(steps, FIRST)


def main() -> None:
    whole = lesson()
    lines = ",\n".join(msgspec.json.encode(found).decode() for found in whole.steps)
    game = msgspec.json.encode(whole.game).decode()
    FILE.write_text(f'{{"steps":[\n{lines}\n],\n"game":{game}}}\n')


if __name__ == "__main__":
    main()
