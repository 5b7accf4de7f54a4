"""The examples of the rulebook, in one game of Max, Nele and Felix; kept as a golden record too."""

from pathlib import Path

from inglenook import Match, Move, loads
from inglenook.games.conex.rules.moves import Draw, End, Give, Lay, Lightning
from inglenook.games.conex.rules.view import Scored, Stars

MAX, NELE, FELIX = range(3)
GOLDEN = Path(__file__).parent / "golden" / "conex-examples.json"


class Evening:
    """A real match, played move by move; chance comes from the seed."""

    def __init__(self) -> None:
        self.match = Match("conex", 3, {"goal": 50, "first": MAX}, seed="rulebook 5491")

    def play(self, seat: int, move: Move) -> None:
        assert self.match.submit(seat, move, self.match.last_t + 1_000) is None

    def points(self) -> tuple[int, ...]:
        return self.match.view().points

    def scored(self) -> Scored:
        scored = self.match.view().scored
        assert scored
        return scored


def play_the_examples() -> Match:
    evening = Evening()
    for _ in range(4):
        for seat in (MAX, NELE, FELIX):
            evening.play(seat, Draw())

    # A purple card with its red 4 on the board.
    evening.play(MAX, Lay("P06", 1, "board", 0))
    assert evening.points() == (4, 0, 0)
    # A red card with its purple 4 on the card just laid.
    evening.play(NELE, Lay("R06", 1, "P06", 2))
    assert evening.points() == (4, 4, 0)

    # Both stars are won for later.
    evening.play(FELIX, Lay("Y11", 0, "R06", 2))
    evening.play(MAX, Lay("T11", 0, "board", 2))
    assert evening.match.view().stars == Stars(star2x=MAX, lightning=FELIX)
    assert evening.points() == (8, 4, 4)
    evening.play(NELE, Draw())

    # The yellow Plus-2 card brings its corner's 5 to its layer, and nothing when it is lain on.
    evening.play(FELIX, Lay("Y09", 0, "board", 3))
    evening.play(FELIX, End())
    assert evening.points() == (8, 4, 9)
    evening.play(MAX, Lay("R08", 0, "Y09", 1))
    assert evening.scored() == Scored(MAX, "R08", 0, 3, 2, False, 5)
    assert evening.points() == (13, 4, 9)

    # A purple Plus-2 card.
    evening.play(NELE, Lay("P10", 0, "board", 1))
    assert evening.points() == (13, 9, 9)

    # Lightning frees the yellow Plus-2 card again; the others give a card each.
    assert "Y09" not in evening.match.view().free
    evening.play(FELIX, Lightning("R08"))
    assert "Y09" in evening.match.view().free
    evening.play(NELE, Give("P11"))
    evening.play(MAX, Give("Y02"))
    assert evening.match.state.under == ("R08", "Y02", "P11")
    evening.play(FELIX, Lay("T01", 1, "Y09", 1))
    assert evening.scored() == Scored(FELIX, "T01", 1, 4, 2, False, 6)
    assert evening.points() == (13, 9, 15)

    # The 2x star on a Plus-2 card.
    evening.play(MAX, Lay("T07", 2, "P10", 2, double=True))
    assert evening.scored() == Scored(MAX, "T07", 2, 4, 2, True, 12)
    assert evening.points() == (25, 9, 15)
    assert evening.match.view().stars == Stars()

    return evening.match


def test_the_examples_of_the_rulebook() -> None:
    assert play_the_examples().record() == loads(GOLDEN.read_text())
