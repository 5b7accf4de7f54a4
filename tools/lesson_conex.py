"""Makes CONEX' lesson, `lessons.json` beside its rules: `python tools/lesson_conex.py`.

Each step is a game of two that was played up to a position; chance did as it was told.
"""

from itertools import count
from pathlib import Path

import msgspec

from inglenook.coach.exercises import Ask, Exercise, FirstGame, Lesson, Reply, Tried, attempt
from inglenook.core.game import NATURE, Entry, Move
from inglenook.core.record import Record
from inglenook.core.record_io import dumps
from inglenook.core.units import Seat
from inglenook.games.conex import GAME
from inglenook.games.conex.geometry import lays
from inglenook.games.conex.rules.moves import Deal, Draw, Drew, Lay, Rolled
from inglenook.games.conex.rules.view import Slide
from inglenook.shared.first_player import Lots

WHERE = Path(__file__).parents[1] / "src/inglenook/games/conex/lessons.json"
ME, OTHER = 0, 1
FIRST_GAME = FirstGame(2, "hasty", {"table": "small", "goal": 20, "first": 0})


class Story:
    """A game that is played as it should be."""

    def __init__(self, mine: str, theirs: str, first: Seat = ME, goal: int = 35) -> None:
        self.options = {"table": "small", "goal": goal, "first": first, "give_ms": 0}
        self.state = GAME.setup(2, GAME.decode_options(self.options))
        self.log: list[Entry] = []
        self.play(NATURE, Lots(first))
        self.play(NATURE, Deal({"0": tuple(mine.split()), "1": tuple(theirs.split())}))

    def play(self, seat: Seat, move: Move) -> None:
        entry = Entry(len(self.log), 5000 * len(self.log), seat, move)
        assert (code := GAME.check(self.state, entry)) is None, (code, move)
        self.state = GAME.apply(self.state, entry)
        self.log.append(entry)

    def lay(
        self, seat: Seat, card: str, corner: int, target: str = "board", roll: str = ""
    ) -> None:
        """At the first place for this corner; where the die rolls, it shows this."""
        found = lays.lays(self.state.options.table, self.state.laid, (card,)).lays
        place = next(lay for lay in found if (lay.corner, lay.target) == (corner, target))
        slide = place.start if isinstance(place, Slide) else 0
        self.play(seat, Lay(card, corner, target, place.spot, slide))
        if roll:
            self.play(NATURE, Rolled(roll))

    def draw(self, seat: Seat, cards: str) -> None:
        self.play(seat, Draw())
        self.play(NATURE, Drew(tuple(cards.split())))

    def exercise(self, name: str, *asks: Ask, seed: str = "") -> Exercise:
        record = Record("conex", GAME.rules_version, 2, self.options, seed or name, tuple(self.log))
        return Exercise(name, msgspec.Raw(dumps(record).encode()), ME, asks)


def lay_anything() -> Exercise:
    story = Story("R06 Y03 P06 T01 Y08", "R01 P02 T06 Y05 R12")
    done = Reply("done", {"type": "lay"}, right=True)
    return story.exercise("lay", Ask("ask", (done, Reply("draw"))))


def most_points() -> Exercise:
    story = Story("R05 Y03 P03 T03 R03", "R01 P02 T06 Y05 R12")
    replies = (
        Reply("most", {"type": "lay"}, gains=5, right=True),
        Reply("less", {"type": "lay"}),
        Reply("draw"),
    )
    return story.exercise("points", Ask("ask", replies))


def on_a_card() -> Exercise:
    story = Story("P06 Y03 T08 R07 T03", "R01 P02 T06 Y05 R12")
    story.lay(ME, "P06", 0)
    story.lay(OTHER, "R01", 1)
    replies = (
        Reply("board", {"type": "lay", "target": "board"}),
        Reply("done", {"type": "lay"}, right=True),
        Reply("draw"),
    )
    return story.exercise("card", Ask("ask", replies))


def slide() -> Exercise:
    # The first corner of each of these is a triangle at a corner of the card.
    story = Story("R05 Y05 P05 T05 Y03", "R01 P02 T06 Y08 R12")
    replies = (
        Reply("done", {"type": "lay", "corner": 0}, right=True),
        Reply("fixed", {"type": "lay"}),
        Reply("draw"),
    )
    return story.exercise("slide", Ask("ask", replies))


def draw_two() -> Exercise:
    story = Story("R01 P01 T12 Y03 R03", "R06 P02 T06 Y05 R12")
    story.lay(ME, "R01", 0)
    story.lay(OTHER, "R06", 0)
    replies = (Reply("done", {"type": "draw"}, right=True), Reply("lay"))
    return story.exercise("draw", Ask("ask", replies))


def plus_two() -> Exercise:
    story = Story("R06 Y02 P08 P06 T03", "T10 R01 P02 Y05 R12")
    story.lay(ME, "P06", 0)
    story.lay(OTHER, "T10", 0)
    replies = (
        Reply("done", {"type": "lay", "target": "T10"}, right=True),
        Reply("elsewhere", {"type": "lay"}),
        Reply("draw"),
    )
    return story.exercise("plus", Ask("ask", replies))


def die_and_double() -> Exercise:
    roll = Ask(
        "roll",
        (
            Reply("rolled", {"type": "lay", "card": "P13"}, right=True),
            Reply("plain", {"type": "lay"}),
            Reply("draw"),
        ),
        then=((OTHER, {"type": "draw"}),),
    )
    double = Ask(
        "double",
        (
            Reply("doubled", {"type": "lay", "double": True}, right=True),
            Reply("single", {"type": "lay"}),
            Reply("draw"),
        ),
    )
    for n in count():
        story = Story("P13 R05 Y03 T01 Y08", "R01 P02 T06 Y05 R12")
        exercise = story.exercise("die", roll, double, seed=f"die {n}")
        place = next(lay for lay in GAME.view(story.state, ME).legal.fixed if lay.card == "P13")
        move = Lay(place.card, place.corner, place.target, place.spot)
        match = attempt(exercise, (Tried(msgspec.to_builtins(move)),)).match
        # Whichever way that card is laid, the die is the same.
        if match.state.stars.star2x == ME:
            return exercise
    raise AssertionError


def lightning() -> Exercise:
    story = Story("R12 R05 Y03 T01 Y08", "P02 R01 T06 Y05 R08")
    story.lay(ME, "R12", 0, roll="lightning")
    story.lay(OTHER, "P02", 0)
    replies = (
        Reply("struck", {"type": "lightning"}, right=True),
        Reply("lay", {"type": "lay"}),
        Reply("draw"),
    )
    given = ((OTHER, {"type": "give", "card": "R08"}),)
    return story.exercise("lightning", Ask("ask", replies, then=given))


def last_round() -> Exercise:
    story = Story("Y02 P06 R04 T03 Y03", "R06 P02 Y08 T05 R12", first=OTHER, goal=10)
    story.lay(OTHER, "R06", 0)
    story.lay(ME, "Y02", 1)
    story.lay(OTHER, "P02", 0)
    story.lay(ME, "P06", 0)
    story.lay(OTHER, "Y08", 2, "R06")
    assert story.state.last_round
    assert story.state.points == (7, 10)
    replies = (
        Reply("won", {"type": "lay"}, gains=4, right=True),
        Reply("shared", {"type": "lay"}, gains=3),
        Reply("short", {"type": "lay"}),
        Reply("draw"),
    )
    return story.exercise("last", Ask("ask", replies))


def main() -> None:
    steps = (
        lay_anything(),
        most_points(),
        on_a_card(),
        slide(),
        draw_two(),
        plus_two(),
        die_and_double(),
        lightning(),
        last_round(),
    )
    lines = ",\n".join(msgspec.json.encode(step).decode() for step in steps)
    game = msgspec.json.encode(FIRST_GAME).decode()
    WHERE.write_text(f'{{"steps": [\n{lines}\n],\n"game": {game}}}\n')
    msgspec.json.decode(WHERE.read_bytes(), type=Lesson)


if __name__ == "__main__":
    main()
