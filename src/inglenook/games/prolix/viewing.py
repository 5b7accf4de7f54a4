"""From a state to what a seat may see of it, and back to a state that looks the same."""

from collections.abc import Iterator

from msgspec.structs import replace

from inglenook.core.game import Rng
from inglenook.core.units import PlayMs, Seat
from inglenook.games.prolix import board, duel, ready, scoring, solo, wording
from inglenook.games.prolix.board import EMPTY, NO_TILES, Pool
from inglenook.games.prolix.state import Ballot, State, Word
from inglenook.games.prolix.view import Crossing, Deed, Price, Said, View

HIDDEN = ("window", "write")
"""The phases in which words are their owner's secret."""


def see(s: State, seat: Seat | None, may: tuple[Deed, ...], scores: tuple[int, ...]) -> View:
    """All that a seat may know; None is a spectator."""
    alone, table = s.mode == "solo", s.mode == "table"
    secret = s.phase in HIDDEN
    # While not everybody is ready no tiles are shown; in solo some still lie from the last round.
    tiles = NO_TILES if s.phase == "ready" else s.pool.board
    return View(
        seat=seat,
        seats=s.seats,
        options=s.options,
        mode=s.mode,
        phase=s.phase,
        tiles=board.tiles(tiles),
        flips=board.flips(tiles),
        penalty=0 if seat is None else _penalty(s, seat),
        price=None if seat is None else _price(s, seat),
        risk=scoring.FAILED if table else 0,
        bag=len(s.pool.bag),
        lots=s.lots,
        active=s.active,
        interruptions=s.interruptions,
        round=_round(s),
        rounds=s.rounds,
        sheets=s.sheets,
        crossed=tuple(scoring.crossed_out(sheet, s.seats) if table else () for sheet in s.sheets),
        challenges=tuple(scoring.challenges(sheet) for sheet in s.sheets),
        interrupts=s.interrupts,
        timer=s.timer,
        deadline=s.timer.until if s.phase == "write" else s.ends,
        length=_length(s),
        said=tuple(
            Said(word.seat, None if secret and word.seat != seat else word.word) for word in s.said
        ),
        stakes=s.stakes,
        challenge=s.challenge,
        accepted=s.accepted,
        voted=tuple(ballot.seat for ballot in s.ballots),
        verdict=s.verdict,
        used=s.used,
        barred=() if seat is None else s.barred[seat],
        marks=s.marks,
        goal=s.options.marks if s.marks else 0,
        written=tuple(any(word.seat == n for word in s.said) for n in range(len(s.marks))),
        total=solo.total(s) if alone else 0,
        targets=s.targets,
        reached=solo.reached(s) if alone else (),
        missed=alone and solo.is_missed(s),
        scratched=s.scratched,
        mine=next((word.word for word in s.said if word.seat == seat), None),
        last=s.last,
        crossings=tuple(_crossings(s)) if table else (),
        may=may,
        scores=scores,
    )


def _round(s: State) -> int:
    if s.phase == "over":
        return max(len(sheet.regular) for sheet in s.sheets)
    return 1 + len(s.sheets[s.active or 0].regular)


def _penalty(s: State, seat: Seat) -> int:
    """What a word of this seat would lose now."""
    if s.mode == "duel":
        return duel.handicap(s, seat)
    return scoring.penalty(s.seats) if s.mode == "table" and seat != s.active else 0


def _price(s: State, seat: Seat) -> Price | None:
    """What an interrupt of this seat would cost now."""
    if s.mode != "table" or seat == s.active or s.sheets[seat].out or s.phase == "over":
        return None
    crosses, line = scoring.next_crossed_out(s.sheets[seat], s.seats)
    return Price(scoring.penalty(s.seats), crosses, line)


def _crossings(s: State) -> Iterator[Crossing]:
    """The regular words that count no longer because of the last turn's interrupts."""
    if s.last is None or s.last.reason not in ("interrupt", "zero"):
        return
    for shown in s.last.words:
        if not shown.won:
            continue
        sheet = s.sheets[shown.seat]
        before = replace(sheet, interrupts=sheet.interrupts[:-1])
        lines = set(scoring.crossed_out(sheet, s.seats))
        for line in sorted(lines - set(scoring.crossed_out(before, s.seats))):
            yield Crossing(shown.seat, sheet.regular[line].word, sheet.regular[line].value)


def _length(s: State) -> PlayMs | None:
    """How many ms the present window or writing time has in all."""
    lengths = {
        "ready": ready.READY_LIMIT_MS if s.ends is not None else None,
        "window": s.options.tie_window_ms,
        "challenge": s.options.challenge_window_ms,
        "vote": s.options.vote_window_ms,
        "write": s.options.timer_ms,
    }
    return lengths.get(s.phase)


def guess(view: View, rng: Rng) -> State:
    """A state that looks like this view: what is hidden in it is made up, and plausible."""
    tiles = "".join(EMPTY if tile is None else tile.letter for tile in view.tiles)
    rest = board.ALL
    for letter in tiles.replace(EMPTY, ""):
        rest = rest.replace(letter, "", 1)
    away = "".join(rng.shuffled(rest))
    bag, discards = away[: view.bag], away[view.bag :]
    s = State(
        options=view.options,
        sheets=view.sheets,
        barred=tuple(view.barred if seat == view.seat else () for seat in range(view.seats)),
        phase=view.phase,
        pool=Pool(tiles, "".join(sorted(bag)), discards),
        drawing=_drawing(view),
        lots=view.lots,
        active=view.active,
        interruptions=view.interruptions,
        timer=view.timer,
        ends=None if view.phase == "write" else view.deadline,
        stakes=view.stakes,
        challenge=view.challenge,
        accepted=view.accepted,
        ballots=tuple(Ballot(seat, rng.below(2) == 1) for seat in view.voted),
        verdict=view.verdict,
        used=view.used,
        marks=view.marks,
        scratched=view.scratched,
        last=view.last,
    )
    return replace(
        s,
        said=tuple(
            Word(said.seat, said.word or wording.sample(s, said.seat, rng), _since(view))
            for said in view.said
        ),
    )


def _drawing(view: View) -> tuple[Seat, ...]:
    lots = view.phase == "lots" or (view.phase == "ready" and view.mode == "table")
    return tuple(range(view.seats)) if lots else ()


def _since(view: View) -> PlayMs:
    """When the window began; the view tells only its end."""
    if view.deadline is None or view.phase not in HIDDEN:
        return 0
    return view.deadline - (view.length or 0)
