"""Why an entry may not come next: the first fault is the code."""

from math import hypot, isfinite
from typing import get_args

from msgspec import UNSET

from inglenook.core.deadlines import has_lapsed, is_late
from inglenook.core.game import NATURE, Entry
from inglenook.core.units import Seat
from inglenook.games.konexi.box import box
from inglenook.games.konexi.rules import hand, vocabulary
from inglenook.games.konexi.rules.moves import (
    Bump,
    Claim,
    Error,
    Found,
    Join,
    LetGo,
    MoveToken,
    Nothing,
    Propose,
    Ring,
    Rolled,
    Settled,
    Take,
    Time,
    Verdict,
    Vote,
)
from inglenook.games.konexi.rules.state import LARGEST_ERROR, State, near, raised
from inglenook.games.konexi.tower import joins
from inglenook.games.konexi.tower.letters import letters
from inglenook.shared import first_player
from inglenook.shared.first_player import Lots
from inglenook.shared.phases import Phases

PHASES = Phases(
    nature={
        "lots": Lots,
        "ring": Ring,
        "roll": Rolled,
        "settle": Settled,
        "claim": Time,
        "vote": Time,
    },
    players={
        "token": (MoveToken, Bump),
        "take": (Take, Bump),
        "place": (Found, Join, Bump),
        "claim": (Claim, Nothing, Propose, Bump),
        "vote": (Vote,),
    },
)


def fault(s: State, entry: Entry) -> str | None:
    """None, or a reason code. How a letter is let go is not looked at."""
    if entry.seat == s.timed_out and isinstance(entry.move, Claim | Nothing | Propose):
        return "too-late"
    if code := PHASES.fault(s.phase, s.seats, entry):
        return code
    if entry.seat == NATURE:
        return _nature_fault(s, entry)
    if isinstance(entry.move, Bump):
        return _bump_fault(s, entry.seat, entry.move)
    if isinstance(entry.move, Vote):
        return _vote_fault(s, entry)
    # The first letter is laid on the table, the others are joined to it.
    if isinstance(entry.move, Join if not s.tower else Found):
        return "wrong-phase"
    if entry.seat != s.active:
        return "not-your-turn"
    match entry.move:
        case MoveToken(gap):
            return None if 0 <= gap < len(s.ring) else "bad-gap"
        case Found(pose):
            assert s.hand
            return None if 0 <= pose < len(letters()[s.hand].rests) else "no-rest"
        case Join(own, to, at, roll):
            assert s.hand
            return joins.fault(s.tower, s.hand, own, to, at, roll)
        case Claim() | Nothing() | Propose() if is_late(entry, s.ends):
            return "too-late"
        case Claim(word):
            return word_fault(s, word)
        case Propose(word):
            return _proposal_fault(s, word)
        case _:
            return None


def _nature_fault(s: State, entry: Entry) -> str | None:
    match entry.move:
        case Lots():
            return first_player.fault(entry.move, s.options.first, s.seats)
        case Ring(ring):
            return None if sorted(ring) == list(vocabulary.LETTERS) else "bad-ring"
        case Rolled(face, swing):
            if face not in box().die.faces:
                return "bad-face"
            return None if 0 <= swing < hand.WHOLE else "bad-swing"
        case Settled(engine, verdict, poses, _, let_go):
            fair = (
                engine.strip() != ""
                and verdict in get_args(Verdict)
                and set(poses) == {piece.letter for piece in raised(s)}
                and all(isfinite(number) for pose in poses.values() for number in pose)
                and (let_go is UNSET or _may_be_drawn(s, let_go))
            )
            return None if fair else "bad-verdict"
        case _:
            return None if has_lapsed(entry, s.ends) else "too-early"


def _may_be_drawn(s: State, let_go: LetGo) -> bool:
    """Whether NATURE may have drawn this for the hand whose letter settles: a bot's."""
    assert s.settling
    move = s.settling.move
    bots = isinstance(move, Found | Join) and move.hand is not None and not s.options.steady
    return bots and abs(let_go.needle) <= 1 and error_fault(let_go.error) is None


def _bump_fault(s: State, seat: Seat, bump: Bump) -> str | None:
    if not s.options.bumps:
        return "no-bumps"
    if seat == s.active:
        return "your-own-turn"
    if all(piece.letter != bump.letter for piece in s.tower):
        return "no-such-letter"
    return error_fault(bump.error)


def _vote_fault(s: State, entry: Entry) -> str | None:
    assert s.proposal
    if entry.seat == s.active:
        return "involved"
    if entry.seat not in s.proposal.waiting:
        return "already-voted"
    return "too-late" if is_late(entry, s.ends) else None


def error_fault(error: Error) -> str | None:
    """Why no hand moves like that."""
    # Each by itself first: what is not a number, or too large for one, fails here at the latest.
    small = all(abs(speed) <= LARGEST_ERROR for speed in error) and hypot(*error) <= LARGEST_ERROR
    return None if small else "bad-error"


def word_fault(s: State, word: str) -> str | None:
    """Why the player may not claim a word, in small letters."""
    return _spelling_fault(s, word) if vocabulary.known(word) else "unknown-word"


def _proposal_fault(s: State, word: str) -> str | None:
    if s.rejected is not None:
        return "already-proposed"
    return _spelling_fault(s, word) or ("known-word" if vocabulary.known(word) else None)


def _spelling_fault(s: State, word: str) -> str | None:
    """Why the tower does not spell a word with the new letter, be it a word or not."""
    if _repeated(word):
        return "repeated-letter"
    if _missing(s, word):
        return "not-in-tower"
    if len(vocabulary.pieces(near(s.tower), word)) > 1:
        return "not-connected"
    assert s.new
    if s.new.lower() not in word:
        return "without-new-letter"
    return "too-short" if len(word) < 2 else None


def about_word(s: State, word: str) -> str:
    """The letters that are to blame where the tower does not spell a word."""
    match _spelling_fault(s, word):
        case "repeated-letter":
            return _repeated(word)
        case "not-in-tower":
            return _missing(s, word)
        case "not-connected":
            return " ".join(vocabulary.pieces(near(s.tower), word))
        case "without-new-letter":
            assert s.new
            return s.new
        case _:
            return ""


def _repeated(word: str) -> str:
    return "".join(letter for letter in sorted(set(word.upper())) if word.upper().count(letter) > 1)


def _missing(s: State, word: str) -> str:
    standing = {piece.letter for piece in s.tower}
    return "".join(letter for letter in word.upper() if letter not in standing)
