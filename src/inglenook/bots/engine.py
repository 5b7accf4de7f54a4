"""Engines: players in processes of their own, who speak in lines of JSON (docs/engine.md)."""

import os
import shlex
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Any, TypeVar
from weakref import finalize

import msgspec
from msgspec import Struct

from inglenook.bots.player import BotFault, as_answer, own_seed, plain
from inglenook.core.bot import Answer
from inglenook.core.game import Game, Refused
from inglenook.core.units import PlayMs, Seat, Seq

PROTOCOL = 1
COMMAND = "cmd:"
"""What the name of a player begins with that is a program."""
STARTING_S = 60.0
"""Seconds in which an engine has to be ready."""
HANGS_AFTER_TIMES = 10
"""An engine hangs that takes so many times as long as it was given: machines are busy at times."""
MAX_LINE_BYTES = 1 << 20
"""Bytes of the longest line that is read."""
LEAVING_S = 2.0
"""Seconds for an engine to end by itself when its input does."""


class Hello(Struct, frozen=True, tag_field="type", tag="hello"):
    """The first line to an engine: what it will play. It answers when it is ready."""

    protocol: int
    game: str
    rules: int


class Choose(Struct, frozen=True, tag_field="type", tag="choose"):
    """A seat is to move.

    match  the same in all questions about one game
    seq    the number of the entry to come
    seat   who is asked
    ms     the time to answer in
    seed   whatever is left to chance should follow from it
    view   all that the seat may know
    """

    match: str
    seq: Seq
    seat: Seat
    ms: PlayMs
    seed: str
    view: Any


class Ready(Struct, frozen=True, tag_field="type", tag="ready"):
    """An engine has loaded what it needs."""


class Chosen(Struct, frozen=True, tag_field="type", tag="move"):
    """What an engine plays; no move: nothing in this position.

    later  in real time: so many ms after the position came about
    """

    move: Any
    later: PlayMs | None = None


class Failed(Struct, frozen=True, tag_field="type", tag="error"):
    """An engine says what went wrong: it loses that game, and is started anew for the next."""

    error: str


Said = TypeVar("Said", Ready, Chosen)
_ANSWER = msgspec.json.Decoder(Ready | Chosen | Failed)


class EnginePlayer:
    """A program, or a class that is run in a process of its own. See `Player`."""

    def __init__(self, game: Game, name: str, seconds: float, folder: str | None = None) -> None:
        self.name = name
        self._game = game
        self._ms = round(1000 * seconds)
        hello = Hello(PROTOCOL, game.name, game.rules_version)
        self._engine = Engine(command_of(name), hello, folder)
        try:
            self._engine.start()
        except BotFault as e:
            raise Refused("bad-player", detail=f"{name}: {e.detail}") from None

    def answer(
        self, view: Any, seat: Seat, seed: str, seq: Seq, left: PlayMs | None = None
    ) -> Answer:
        ms = self._ms if left is None else min(self._ms, left)
        match, chance = own_seed(seed, seat, -1), own_seed(seed, seat, seq)
        said = self._engine.ask(
            Choose(match, seq, seat, ms, chance, view), HANGS_AFTER_TIMES * ms / 1000
        )
        return as_answer(self._game, said.move, said.later)

    def close(self) -> None:
        self._engine.stop()


def command_of(name: str) -> list[str]:
    """The program behind the name of a player, with its arguments."""
    if not name.startswith(COMMAND):
        return [sys.executable, "-m", "inglenook.bots.engine_host", name]
    try:
        command = shlex.split(name.removeprefix(COMMAND))
    except ValueError as e:
        raise Refused("bad-player", detail=f"{name}: {e}") from None
    if not command:
        raise Refused("bad-player", detail=f"{name}: there is no program after {COMMAND}")
    return command


_running = set["subprocess.Popen[bytes]"]()
"""The engines of this process."""


def kill_engines() -> None:
    """Kill all engines of this process, without waiting for what they may still have to say."""
    for process in tuple(_running):
        _kill(process)


class Engine:
    """A process that is asked one line and answers with one.

    After it failed in any way it is started anew for the next question: who knows what it still
    has to say to the last one.
    """

    def __init__(self, command: list[str], hello: Hello, folder: str | None) -> None:
        self._command = command
        self._hello = hello
        self._folder = folder
        self._talk: _Talk | None = None

    def start(self) -> None:
        """Start it and wait until it is ready; BotFault if it does not come to that."""
        try:
            self._talk = _Talk(self._command, self._folder)
        except (OSError, ValueError) as e:
            reason = getattr(e, "strerror", None) or str(e)
            raise BotFault("bot-crashed", f"cannot run {self._command[0]}: {reason}") from None
        self._exchange(self._talk, self._hello, Ready, STARTING_S)

    def ask(self, question: Choose, limit_s: float) -> Chosen:
        """Its answer, for which it has so many seconds; BotFault if there is none."""
        if self._talk is None:
            self.start()
        assert self._talk
        return self._exchange(self._talk, question, Chosen, limit_s)

    def stop(self) -> None:
        if self._talk:
            self._talk.end()
            self._talk = None

    def _exchange(
        self, talk: "_Talk", line: Hello | Choose, wanted: type[Said], limit_s: float
    ) -> Said:
        try:
            said = talk.ask(msgspec.json.encode(line) + b"\n", limit_s)
            if isinstance(said, Failed):
                raise BotFault("bot-crashed", said.error)
            if not isinstance(said, wanted):
                raise BotFault(
                    "bad-answer",
                    f"a line of type {wanted.__struct_config__.tag!r} is due",
                    plain(said),
                )
        except BotFault:
            talk.kill()
            self.stop()
            raise
        return said


class _Talk:
    """A running process, and the thread that talks to it: both ways of a pipe can block."""

    def __init__(self, command: list[str], folder: str | None) -> None:
        self._chatter = tempfile.TemporaryFile()  # noqa: SIM115 - closed in `end`
        try:
            self._process = subprocess.Popen(
                command,
                cwd=folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._chatter,
                # A group of its own: what it starts ends with it, and not when somebody presses ^C.
                start_new_session=True,
            )
        except BaseException:  # whatever it is, the file is not left open
            self._chatter.close()
            raise
        _running.add(self._process)
        self._questions = SimpleQueue[bytes | None]()
        self._answers = SimpleQueue[bytes]()
        talker = Thread(
            target=_talk, args=(self._process, self._questions, self._answers), daemon=True
        )
        talker.start()
        self.end = finalize(self, _end, self._process, self._questions, talker, self._chatter)

    def kill(self) -> None:
        _kill(self._process)

    def ask(self, line: bytes, limit_s: float) -> Any:
        self._questions.put(line)
        try:
            answer = self._answers.get(timeout=limit_s)
        except Empty:
            raise BotFault("bot-hangs", f"no answer within {limit_s:g} s") from None
        if not answer.endswith(b"\n"):
            raise self._broken(answer)
        try:
            return _ANSWER.decode(answer)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as e:
            text = answer.decode(errors="replace").rstrip("\n")
            raise BotFault("bad-answer", str(e), text[:1000]) from None

    def _broken(self, answer: bytes) -> BotFault:
        if len(answer) > MAX_LINE_BYTES:
            text = answer[:1000].decode(errors="replace")
            return BotFault("bad-answer", f"a line of more than {MAX_LINE_BYTES} bytes", text)
        try:
            status = f"it ended with status {self._process.wait(LEAVING_S)}"
        except subprocess.TimeoutExpired:
            status = "it closed its output"
        self._chatter.seek(max(0, self._chatter.seek(0, os.SEEK_END) - 4000))
        last = self._chatter.read().decode(errors="replace").strip().splitlines()[-1:]
        return BotFault("bot-crashed", ": ".join([status, *last]))


def _talk(
    process: "subprocess.Popen[bytes]",
    questions: "SimpleQueue[bytes | None]",
    answers: "SimpleQueue[bytes]",
) -> None:
    assert process.stdin
    assert process.stdout
    while (line := questions.get()) is not None:
        try:
            # It may have ended without listening: what it said before counts all the same.
            with suppress(BrokenPipeError):
                process.stdin.write(line)
                process.stdin.flush()
            answers.put(process.stdout.readline(MAX_LINE_BYTES + 1))
        except (OSError, ValueError):
            answers.put(b"")
    with suppress(OSError):  # it did not read all
        process.stdin.close()


def _end(
    process: "subprocess.Popen[bytes]",
    questions: "SimpleQueue[bytes | None]",
    talker: Thread,
    chatter: IO[bytes],
) -> None:
    """Close its input, and kill it if that does not end it."""
    questions.put(None)
    with suppress(subprocess.TimeoutExpired):
        process.wait(LEAVING_S)
    _kill(process)
    process.wait()
    _running.discard(process)
    talker.join(LEAVING_S)
    # Something that left its group may still hold the other end, and would be waited for.
    if process.stdout and not talker.is_alive():
        process.stdout.close()
    chatter.close()


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process, and what it has started, where the system knows groups of processes."""
    if os.name != "posix":
        process.kill()
        return
    with suppress(ProcessLookupError, PermissionError):  # all of them are gone
        os.killpg(process.pid, signal.SIGKILL)
