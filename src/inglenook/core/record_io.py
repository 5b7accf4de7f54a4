"""Records: their text and files, and what can be checked of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from os import PathLike
from pathlib import Path
from time import thread_time
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from inglenook.core.game import NATURE, Entry, Game, Move, Refused, Rng
from inglenook.core.known_types import known
from inglenook.core.match import Match, replay
from inglenook.core.record import Record
from inglenook.core.registry import find_game
from inglenook.core.time_control import TimeControl
from inglenook.core.units import PlayMs, Seat, Seq

File: TypeAlias = str | PathLike[str]


class BadRecord(ValueError):
    """The bytes are not a record, or not one that this version can read."""


class _RawEntry(Struct, frozen=True, array_like=True):
    seq: Seq
    t: PlayMs
    seat: Seat
    move: dict[str, Any]
    lag: PlayMs = 0


class _RawRecord(Struct, frozen=True):
    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    seed: str
    log: tuple[_RawEntry, ...] = ()
    digest: str = ""
    names: tuple[str, ...] = ()
    time_control: TimeControl | None = None


_decode = msgspec.json.Decoder(known(_RawRecord)).decode


def dumps(record: Record) -> str:
    """A record as JSON text."""
    if not isinstance(record, Record):
        raise TypeError(f"a Record is written, and a Match saved, not {record!r}")
    text = msgspec.json.encode(record).decode()
    # A record without a clock, or without names either, is written as before there were any.
    for nothing in (',"time_control":null}', ',"names":[]}'):
        if text.endswith(nothing):
            text = text.removesuffix(nothing) + "}"
    return text


def loads(text: str | bytes) -> Record:
    """A record from JSON text; BadRecord, with what and where, if it is not one."""
    with _bad_record():
        raw = _decode(text)
    with _bad_record():
        game = find_game(raw.game, raw.rules)
    entries = []
    for number, entry in enumerate(raw.log):
        with _bad_record(f" (log entry {number})"):
            move = game.decode_move(entry.move)
        entries.append(Entry(entry.seq, entry.t, entry.seat, move, entry.lag))
    if raw.names and len(raw.names) != raw.seats:
        raise BadRecord(f"{len(raw.names)} names for {raw.seats} seats")
    return Record(
        raw.game,
        raw.rules,
        raw.seats,
        raw.options,
        raw.seed,
        tuple(entries),
        raw.digest,
        raw.names,
        raw.time_control,
    )


@contextmanager
def _bad_record(where: str = "") -> Iterator[None]:
    try:
        yield
    except RecursionError:
        raise BadRecord(f"nested too deeply{where}") from None
    except (msgspec.DecodeError, UnicodeError, Refused) as e:
        raise BadRecord(f"{e}{where}") from None


def save(game: Record | Match, file: File) -> None:
    """Write a record, or that of a match, to a file."""
    record = game.record() if isinstance(game, Match) else game
    Path(file).write_text(f"{dumps(record)}\n", encoding="utf-8")


def load(file: File) -> Record:
    """The record in a file; BadRecord if it holds none, OSError if it cannot be read."""
    return loads(Path(file).read_bytes())


def rerun(record: Record) -> Match:
    """Play a record's player moves again, NATURE's anew from the seed.

    Refused `rerun-differs` at the first entry in which the new log is not the old one.
    """
    return rerun_by(find_game(record.game, record.rules), record)


def rerun_by(game: Game, record: Record) -> Match:
    """The same by the rules of a game that need not have a name on the shelf."""
    # A slow move took its time, in which someone may have resigned or gone back.
    match = Match(
        game,
        record.seats,
        record.options,
        record.seed,
        time_control=record.time_control,
        leaves_slow=True,
    )
    for entry in record.log:
        if entry.seat != NATURE:
            match.submit(entry.seat, entry.move, entry.t, entry.lag)
        elif match.owes():
            match.settle(_again(game, match.state, Rng(match.seed, match.draws), entry), entry.t)
    # Whoever gets the match can play on: it makes its own slow moves from here.
    match.leaves_slow = False
    if record.log:
        match.advance(record.log[-1].t)
    for old, new in zip(record.log, match.log, strict=False):
        if old != new:
            raise Refused("rerun-differs", seq=old.seq)
    if len(record.log) != len(match.log):
        raise Refused("rerun-differs", seq=min(len(record.log), len(match.log)))
    return match


def audit(match: Match) -> Iterator[tuple[Entry, Move]]:
    """NATURE's slow moves in a match: each as it is in the log, and as it is computed again."""
    for entry, before in zip(match.log, match.positions, strict=False):
        if entry.seat == NATURE and match.game.is_slow(before.state):
            yield entry, _again(match.game, before.state, Rng(match.seed, before.draws), entry)


def _again(game: Game, state: Any, rng: Rng, entry: Entry) -> Move:
    """The slow move of NATURE's that an entry has, computed again: filmed, unless it was not."""
    move = game.nature(state, rng)
    return move if move == entry.move else game.filmed(state, move)


def filmed(record: Record, seconds: float = inf) -> Record:
    """The same game, NATURE's slow moves with all there is to see of them.

    Falls of towers in Konexi have a film where they were seen, at tables, and none where a program
    played. Refused if the rules refuse an entry. It stops after so many seconds of processor time:
    the moves that are left stay as they are.
    """
    match, began, log = replay(record), thread_time(), list(record.log)
    for entry, before in zip(match.log, match.positions, strict=False):
        if entry.seat == NATURE and match.game.is_slow(before.state):
            log[entry.seq] = replace(entry, move=match.game.filmed(before.state, entry.move))
        if thread_time() - began > seconds:
            break
    return replace(record, log=tuple(log))
