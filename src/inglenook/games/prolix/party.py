"""Three to five players: turns and interrupts, ties, the timer, challenges and votes."""

from msgspec.structs import replace

from inglenook.core.deadlines import moment
from inglenook.core.game import Entry
from inglenook.core.units import PlayMs, Seat
from inglenook.games.prolix import board, scoring, wording
from inglenook.games.prolix.moves import Accept, Challenge, Flip, Say, Vote
from inglenook.games.prolix.state import (
    Ballot,
    State,
    add_word,
    finish,
    has_said,
    next_board,
    put_away,
    remember,
    shown,
    strike,
    with_sheet,
    write_line,
)
from inglenook.games.prolix.view import (
    Challenged,
    Deed,
    How,
    Line,
    Reason,
    Shown,
    Stake,
    Timer,
    Verdict,
)
from inglenook.words import is_accepted

INTERRUPTIONS = 2
"""The interruptions that end a turn."""


def begin(s: State, t: PlayMs) -> State:
    """The turn is open, for the first time or again."""
    until = s.timer.until
    still = until is None or until <= t
    return replace(put_away(s), phase="open", timer=Timer(None, None if still else until))


def can_speak(s: State, seat: Seat) -> bool:
    return not (s.sheets[seat].out or s.timer.holder == seat or has_said(s, seat))


def at_stake(s: State) -> frozenset[Seat]:
    """The seats whose words may still be challenged."""
    return frozenset(stake.seat for stake in s.stakes if not stake.settled)


def voters(s: State) -> frozenset[Seat]:
    """Everyone who is not involved in the challenge."""
    assert s.challenge
    return frozenset(range(s.seats)) - {s.challenge.by, s.challenge.seat}


def due(s: State) -> bool:
    """Nobody is left to wait for: NATURE need not wait for the end of the window."""
    match s.phase:
        case "window":
            return not any(can_speak(s, seat) for seat in range(s.seats))
        case "challenge":
            return at_stake(s) | set(s.accepted) == set(range(s.seats))
        case "vote":
            return len(s.ballots) == len(voters(s))
        case _:
            return False


def end(s: State) -> PlayMs | None:
    """When the present phase ends by itself, as players count it."""
    if s.phase == "open":
        return s.timer.until if s.timer.holder is not None else None
    return s.ends


def may(s: State, seat: Seat) -> tuple[Deed, ...]:
    match s.phase:
        case "open":
            flip = seat != s.active and s.timer.holder is None
            return (*(("say",) if can_speak(s, seat) else ()), *(("flip",) if flip else ()))
        case "window":
            return ("say",) if can_speak(s, seat) else ()
        case "challenge":
            if seat in s.accepted:
                return ()
            challenge = at_stake(s) - {seat}
            accept = seat not in at_stake(s)
            return (*(("challenge",) if challenge else ()), *(("accept",) if accept else ()))
        case _:
            return ("vote",) if seat in voters(s) and not _has_voted(s, seat) else ()


def _has_voted(s: State, seat: Seat) -> bool:
    return any(ballot.seat == seat for ballot in s.ballots)


def fault(s: State, entry: Entry) -> str | None:
    """Why a player may not do this now, or None. Whether it came in time is asked elsewhere."""
    seat = entry.seat
    match entry.move, s.phase:
        case Say(word), "open" | "window":
            return wording.fault(s, seat, word) or _silenced(s, seat)
        case Flip(), "open":
            if seat == s.active:
                return "not-yours-to-flip"
            until = s.timer.until
            return "timer-running" if until is not None and moment(entry) < until else None
        case Challenge(owner), "challenge":
            if owner not in at_stake(s):
                return "no-such-word"
            if owner == seat:
                return "own-word"
            return "already-accepted" if seat in s.accepted else None
        case Accept(), "challenge":
            if seat in at_stake(s):
                return "own-word"
            return "already-accepted" if seat in s.accepted else None
        case Vote(), "vote":
            if seat not in voters(s):
                return "involved"
            return "already-voted" if _has_voted(s, seat) else None
        case _:
            return "wrong-phase"


def _silenced(s: State, seat: Seat) -> str | None:
    if s.timer.holder == seat:
        return "holds-timer"
    if s.sheets[seat].out:
        return "out"
    return "already-said" if has_said(s, seat) else None


def play(s: State, entry: Entry) -> State:
    """The state after a player's move."""
    match entry.move:
        case Say(word):
            s = add_word(s, entry, word)
            # Lag may show that a word was said before one that arrived earlier.
            ends = s.said[0].at + s.options.tie_window_ms
            return replace(s, phase="window", ends=ends, verdict=None)
        case Flip():
            return replace(s, timer=Timer(entry.seat, entry.t + s.options.timer_ms))
        case Challenge(owner):
            (word,) = (stake.word for stake in s.stakes if stake.seat == owner)
            ends = entry.t + s.options.vote_window_ms
            return replace(
                s, phase="vote", challenge=Challenged(entry.seat, owner, word), ends=ends
            )
        case Vote(recognise):
            return replace(s, ballots=(*s.ballots, Ballot(entry.seat, recognise)))
        case _:
            return replace(s, accepted=(*s.accepted, entry.seat))


def lapse(s: State, t: PlayMs) -> State:
    """NATURE ends the present phase: the window, the challenge, the vote or the sand."""
    match s.phase:
        case "open":
            return _interrupted(replace(s, timer=Timer(), verdict=None), (), "timer")
        case "window":
            return _close(s, t)
        case "challenge":
            return _score(replace(s, verdict=None))
        case _:
            return _decide(s, t)


def _close(s: State, t: PlayMs) -> State:
    """The words of the window are shown, and are used from now on."""
    assert s.ends is not None
    # A window shorter than the lag granted can have moved so far that a word is no longer in it.
    said = tuple(word for word in s.said if word.at <= s.ends)
    if len(said) > 1:
        for word in said:
            sheet = s.sheets[word.seat]
            line = Line(word.word, board.value(s.pool.board, word.word))
            s = with_sheet(s, word.seat, replace(sheet, ties=(*sheet.ties, line)))
    return _weigh(
        replace(
            s,
            said=said,
            used=(*s.used, *(word.word for word in said)),
            timer=Timer(None, s.timer.until),
        ),
        t,
    )


def _weigh(s: State, t: PlayMs) -> State:
    """Put at stake what wins as things stand; what has been challenged before stays settled."""
    if not s.said:
        return begin(s, t)
    settled = {stake.seat for stake in s.stakes if stake.settled}
    values = {word.seat: board.value(s.pool.board, word.word) for word in s.said}
    best = max(values.values())
    winners = {seat for seat, value in values.items() if value == best}
    if s.active in winners:
        winners = {s.active}
    stakes = tuple(
        Stake(word.seat, word.word, best, word.seat in settled)
        for word in s.said
        if word.seat in winners
    )
    s = replace(s, stakes=stakes, challenge=None, accepted=(), ballots=())
    if s.options.challenges == "referee" or winners <= settled:
        return _score(s)
    return replace(s, phase="challenge", ends=t + s.options.challenge_window_ms)


def _decide(s: State, t: PlayMs) -> State:
    """The challenge fails if half of the voters know the word, or else if the reference does."""
    assert s.challenge
    by, owner, word = s.challenge.by, s.challenge.seat, s.challenge.word
    knew, asked = sum(ballot.recognise for ballot in s.ballots), len(voters(s))
    recognised = 2 * knew >= asked
    stands = recognised or is_accepted(word)
    how: How = "vote" if recognised else "reference"
    s = replace(s, verdict=Verdict(by, owner, word, stands, how, knew, asked))
    if not stands:
        return _weigh(strike(s, owner, word), t)
    stakes = tuple(
        replace(stake, settled=stake.settled or stake.seat == owner) for stake in s.stakes
    )
    s = with_sheet(s, by, replace(s.sheets[by], failed=s.sheets[by].failed + 1))
    return _weigh(replace(s, stakes=stakes), t)


def _score(s: State) -> State:
    """Write down what stands, and go on to the next board."""
    winners = {stake.seat for stake in s.stakes}
    words = tuple(
        shown(s, word.seat, word.word, board.value(s.pool.board, word.word), word.seat in winners)
        for word in s.said
    )
    if s.active in winners:
        (stake,) = s.stakes
        s = write_line(s, stake.seat, Line(stake.word, stake.value))
        return _next_turn(remember(s, words, "word"))
    for stake in s.stakes:
        sheet = s.sheets[stake.seat]
        line = Line(stake.word, stake.value - scoring.penalty(s.seats))
        interrupts = (*sheet.interrupts, line)
        out = len(interrupts) >= s.interrupts
        s = with_sheet(s, stake.seat, replace(sheet, interrupts=interrupts, out=out))
    return _interrupted(s, words, "interrupt")


def _interrupted(s: State, words: tuple[Shown, ...], reason: Reason) -> State:
    """The active player was interrupted: a second chance, or a zero."""
    interruptions = s.interruptions + 1
    if interruptions < INTERRUPTIONS:
        return next_board(remember(replace(s, interruptions=interruptions), words, reason), 1)
    assert s.active is not None
    return _next_turn(remember(write_line(s, s.active, Line("", 0)), words, "zero"))


def _next_turn(s: State) -> State:
    assert s.active is not None
    for step in range(1, s.seats + 1):
        seat = (s.active + step) % s.seats
        if not s.sheets[seat].out and len(s.sheets[seat].regular) < s.rounds:
            return next_board(replace(s, active=seat, interruptions=0), 1)
    return finish(s)
