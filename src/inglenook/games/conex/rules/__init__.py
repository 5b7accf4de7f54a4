"""The rules of CONEX. What may not be done is in `faults`, what follows in `state`."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from inglenook.core import deadlines
from inglenook.core.daily import DailyBoard
from inglenook.core.game import NATURE, Entry, Game, Move, Outcome, Parts, Rng
from inglenook.core.insight import Insight
from inglenook.core.summary import Summary
from inglenook.core.units import PlayMs, Seat
from inglenook.games.conex import draws
from inglenook.games.conex.cards import board, deck
from inglenook.games.conex.geometry import lays, placing
from inglenook.games.conex.rules import state, text
from inglenook.games.conex.rules.dwell import dwell
from inglenook.games.conex.rules.faults import fault
from inglenook.games.conex.rules.judging import judge
from inglenook.games.conex.rules.moves import (
    MOVES,
    Deal,
    Draw,
    Drew,
    End,
    Gave,
    Give,
    Lay,
    Lightning,
    Options,
    Pass,
    PlayerMove,
    Rolled,
)
from inglenook.games.conex.rules.state import DOUBLE, DRAW, HAND, PLUS, Alone, State
from inglenook.games.conex.rules.summary import summary
from inglenook.games.conex.rules.view import Fixed, Laid, Place, Scored, Slide, Verdict, View
from inglenook.games.conex.rules.viewing import guess, may, see
from inglenook.shared import first_player
from inglenook.shared.first_player import Lots


class Conex(Game[State, View, PlayerMove]):
    name = "conex"
    rules_version = 1
    seats: ClassVar[tuple[int, ...]] = (1, 2, 3, 4)
    options_type: ClassVar[type[Struct]] = Options
    moves = MOVES
    view_type = View
    place_type = Place
    endings: ClassVar[tuple[str, ...]] = ("goal", "no-room", "turns")
    extremes: ClassVar[tuple[dict[str, Any], ...]] = (
        {},
        {"table": "small", "first": 0, "turns": 3},
        {"table": "small", "goal": 200},
        {"table": "large", "goal": 10},
        {"spots": "hidden", "give_ms": 0},
    )
    lists_all = False
    information = "imperfect"
    chance = "listed"

    def setup(self, seats: int, options: Options) -> State:
        first_player.refuse_absent(options.first, seats)
        return state.start(seats, options)

    def to_move(self, s: State) -> frozenset[Seat]:
        match s.phase:
            case "over":
                return frozenset()
            case "giving":
                return frozenset(s.owing)
            case "turn" | "closing":
                assert s.active is not None
                return frozenset((s.active,))
            case _:
                return frozenset((NATURE,))

    def check(self, s: State, entry: Entry) -> str | None:
        return fault(s, entry)

    def apply(self, s: State, entry: Entry) -> State:
        match entry.move:
            case Lots(seat):
                return replace(s, phase="deal", first=seat, active=seat)
            case Deal(hands):
                return _dealt(s, hands)
            case Drew(cards):
                return state.drawn(s, cards)
            case Rolled(face):
                return state.rolled(s, face)  # type: ignore[arg-type] # checked
            case Gave(cards):
                for seat in s.owing:
                    s = state.give(s, seat, cards[str(seat)])
                return s
            case Give(card):
                return state.give(s, entry.seat, card)
            case Lay():
                return _lay(s, entry.seat, entry.move)
            case Draw():
                return state.drawing(replace(s, played=True, passes=0), DRAW)
            case Pass():
                return state.close(replace(s, played=True, passes=s.passes + 1))
            case Lightning(card):
                return state.strike(s, card, entry.t)
            case _:
                return state.end_turn(s)

    def view(self, s: State, seat: Seat | None) -> View:
        return see(s, seat)

    def outcome(self, s: State) -> Outcome | None:
        if s.phase != "over":
            return None
        best = max(s.points)
        winners = tuple(seat for seat, points in enumerate(s.points) if points == best)
        if isinstance(s, Alone):
            return Outcome(s.points, winners, "no-room" if s.turns_left else "turns")
        return Outcome(s.points, winners, "goal" if s.last_round else "no-room")

    def scores(self, s: State) -> tuple[int, ...]:
        return s.points

    def nature(self, s: State, rng: Rng) -> Move:
        match s.phase:
            case "lots":
                return first_player.draw(s.options.first, s.seats, rng)
            case "deal":
                cards = rng.shuffled(s.pile)
                return Deal(
                    {str(n): tuple(cards[HAND * n : HAND * (n + 1)]) for n in range(s.seats)}
                )
            case "drawing":
                return Drew((*rng.shuffled(s.pile), *s.under)[: s.due])
            case "rolling":
                return Rolled(rng.choice(board().die))
            case _:
                return Gave({str(seat): rng.choice(s.hands[seat]) for seat in s.owing})

    def chances(self, s: State, parts: Parts = ()) -> Sequence[tuple[Hashable, int]]:
        return draws.chances(s, parts)

    def drawn(self, s: State, parts: Parts) -> Move:
        return draws.drawn(s, parts)

    def parts(self, s: State, move: Move) -> Parts:
        return draws.parts(s, move)

    def deadline(self, s: State) -> PlayMs | None:
        return deadlines.lapse(s.ends)

    def dwell(self, entry: Entry) -> PlayMs:
        return dwell(entry)

    def hide(self, entry: Entry, seat: Seat | None) -> Move:
        match entry.move:
            case Deal(hands):
                return Deal(
                    {n: cards if n == str(seat) else _blank(cards) for n, cards in hands.items()}
                )
            case Drew(cards):
                # An entry does not tell whose they are; their owner finds them in the view.
                return Drew(_blank(cards))
            case Gave(given):
                return Gave({n: card if n == str(seat) else "" for n, card in given.items()})
            case Give() if entry.seat != seat:
                return Give("")
            case move:
                return move

    def legal(self, s: State, seat: Seat) -> Iterator[PlayerMove]:
        """All legal moves; of a slide, which may have 50,000 places, only both ends and the middle.

        Every whole µm between its ends is a legal lay too, and `sample` takes any of them.
        """
        if seat not in self.to_move(s) - {NATURE}:
            return
        legal = lays.lays(s.options.table, s.laid, s.hands[seat])
        deeds = may(s, seat, bool(legal.lays))
        if "lay" in deeds:
            for double in (False, True) if "double" in deeds else (False,):
                for fixed in legal.fixed:
                    yield _move(fixed, 0, double)
                for slide in legal.slides:
                    for place in sorted({slide.start, (slide.start + slide.to) // 2, slide.to}):
                        yield _move(slide, place, double)
        if "draw" in deeds:
            yield Draw()
        if "pass" in deeds:
            yield Pass()
        if "lightning" in deeds:
            yield from map(Lightning, state.free(s))
        if "end" in deeds:
            yield End()
        if "give" in deeds:
            yield from map(Give, s.hands[seat])

    def sample(self, s: State, seat: Seat, rng: Rng) -> PlayerMove:
        """First what to do, each deed equally likely, then how to do it."""
        self._require_to_move(s, seat)
        deeds = may(s, seat, s.phase == "turn" and state.can_lay(s, seat))
        double = "double" in deeds and rng.below(2) == 1
        match rng.choice([deed for deed in deeds if deed != "double"]):
            case "lay":
                here = s.options.table, s.laid, s.hands[seat]
                card, corner, target, spot, first, last = lays.one_of(*here, rng.below)
                slide = first + rng.below(last - first + 1) if last else 0
                return Lay(card, corner, target, spot, slide, double)
            case "draw":
                return Draw()
            case "pass":
                return Pass()
            case "lightning":
                return Lightning(rng.choice(state.free(s)))
            case "end":
                return End()
            case _:
                return Give(rng.choice(s.hands[seat]))

    def summary(self, states: Sequence[State]) -> Summary:
        return summary(states)

    def analyse(
        self, states: Sequence[State], entries: Sequence[Entry], steps: range
    ) -> Iterator[Insight]:
        # The bots that it asks are made of these rules.
        from inglenook.games.conex.analyse import analyse

        return analyse(states, entries, steps)

    def daily(self, rng: Rng) -> DailyBoard:
        """As many points as possible alone, with the cards and dice of the day."""
        return DailyBoard(options={"table": "medium", "first": 0, "turns": 12})

    def judge(self, s: State, seat: Seat, place: Place) -> Verdict:
        return judge(s, seat, place)

    def show(self, view: View) -> str:
        return text.show(view)

    def determinize(self, view: View, rng: Rng) -> State:
        return guess(view, rng)

    def warm(self) -> None:
        first = lays.lays("small", (), deck()).fixed[0]
        lays.fits("small", (), deck())
        lay = Lay(first.card, first.corner, first.target, first.spot)
        placing.fault("small", (), lay)
        lays.stands("small", (), lay)


def _dealt(s: State, hands: Mapping[str, tuple[str, ...]]) -> State:
    dealt = {card for hand in hands.values() for card in hand}
    return replace(
        s,
        phase="turn",
        hands=tuple(hands[str(seat)] for seat in range(s.seats)),
        pile=tuple(card for card in s.pile if card not in dealt),
    )


def _lay(s: State, seat: Seat, lay: Lay) -> State:
    card = deck()[lay.card]
    on = placing.Pose(0, 0, 0)
    plus = 0
    for laid in s.laid:
        if laid.card == lay.target:
            on = placing.Pose(laid.x, laid.y, laid.d)
            plus = PLUS if deck()[laid.card].symbol == "plus2" else 0
    x, y, d = placing.pose(lay.card, lay.corner, lay.target, on, lay.spot, lay.slide)
    value = card.patches[lay.corner].value
    points = (value + plus) * (DOUBLE if lay.double else 1)
    s = state.with_hand(s, seat, state.without(s.hands[seat], lay.card))
    s = replace(
        s,
        laid=(*s.laid, Laid(lay.card, x, y, d, lay.target)),
        points=(*s.points[:seat], s.points[seat] + points, *s.points[seat + 1 :]),
        stars=replace(s.stars, star2x=None) if lay.double else s.stars,
        scored=Scored(seat, lay.card, lay.corner, value, plus, lay.double, points),
        played=True,
        passes=0,
    )
    return replace(s, phase="rolling") if card.symbol == "die" else state.close(s)


def _move(lay: Fixed | Slide, place: int, double: bool) -> Lay:
    return Lay(lay.card, lay.corner, lay.target, lay.spot, place, double)


def _blank(cards: tuple[str, ...]) -> tuple[str, ...]:
    return ("",) * len(cards)
