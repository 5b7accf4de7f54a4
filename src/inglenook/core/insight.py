"""What a coach has to say about the moves of a game."""

from typing import Any, Literal

from msgspec import Struct

from inglenook.core.units import Seat

Verdict = Literal["best", "good", "slip", "mistake", "blunder", "forced", "chance"]
"""How good a move was. `forced`: there was no choice; `chance`: NATURE's doing."""


class Insight(Struct, frozen=True):
    """What there is to say about one step of a game.

    step     the state that it led to, counted from the start, which is 0
    seat     whose step it was; NATURE's where it was chance
    verdict  how good it was
    quality  the same from 0 to 1: a seat's accuracy is the mean of its steps that were no `forced`
    cost     the points it gave away against the best that was found, in those of the game
    chances  how likely each seat is to win after it, from 0 to 1; none where the game cannot say
    margins  the points expected for each seat at the end, after it: its score, or what it is ahead
             by where there are two; none where the game cannot say
    best     what would have been better, as plain moves, best first; none where nothing was
    name     a stable code; a screen has a text for it, besides the one for the verdict
    facts    what that text leaves open; a report adds up `got` and `there` (the points that a step
             made, and the most it could have), and `luck` (of chance: the points that it brought
             `seat` beyond what is usual)
    places   for each of `best` what a board needs to draw it besides; none where its view says it
    """

    step: int
    seat: Seat
    verdict: Verdict
    quality: float = 1.0
    cost: float = 0.0
    chances: tuple[float, ...] = ()
    margins: tuple[float, ...] = ()
    best: tuple[dict[str, Any], ...] = ()
    name: str = ""
    facts: dict[str, str | int | float] = {}
    places: tuple[dict[str, Any], ...] = ()
