"""What goes on, for whoever runs the server: one JSON object per line on standard error.

Nothing in it may tell what is hidden at a table or who a guest is. So an exception is shown only by
its type and place, as its text may quote anything; and so are the words of other libraries.
"""

import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any

import msgspec

OURS = "inglenook"
FIELDS = ("address", "table", "code", "pid", "status", "seconds", "workers")
"""What a line may hold besides its words: given as `extra`."""
NONSENSE = frozenset(
    {
        "Invalid HTTP request received.",
        "Invalid UTF-8 sequence received from client.",
        "Unsupported upgrade request.",
    }
)
"""What uvicorn says of visitors who talk nonsense: with it they could fill the log."""


class _Lines(logging.Formatter):
    def __init__(self, worker: int | None) -> None:
        super().__init__()
        self._worker = worker

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "worker": self._worker,
            "what": _words(record),
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info and record.exc_info[1]:
            line["trace"] = _trace(record.exc_info[1])
        return msgspec.json.encode(line, enc_hook=str).decode()


def start(worker: int | None = None) -> None:
    """Write what this process has to say; `worker` is its number, None for the supervisor."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines(worker))
    handler.addFilter(lambda record: str(record.msg) not in NONSENSE)
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger(OURS).setLevel(logging.INFO)


def _words(record: logging.LogRecord) -> str:
    if record.name.partition(".")[0] == OURS:
        return record.getMessage()
    return f"{record.name}: {str(record.msg).partition(chr(10))[0]}"


def _trace(e: BaseException | None) -> list[str]:
    """The exception and those it came from, the original last, each with where it was raised."""
    lines = []
    while e is not None:
        kind = type(e)
        name = kind.__qualname__ if kind.__module__ == "builtins" else _qualified(kind)
        lines.append(f"{name} ({e.strerror})" if isinstance(e, OSError) and e.strerror else name)
        frames = traceback.extract_tb(e.__traceback__)
        lines += [f"  {at.filename}:{at.lineno} {at.name}" for at in reversed(frames)]
        e = e.__cause__ or (None if e.__suppress_context__ else e.__context__)
    return lines


def _qualified(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"
