"""Types that several threads may be the first to use.

msgspec works out how a type is decoded when it is first asked to, and keeps what it has of that
where everyone finds it. A thread that decodes the same type in this moment finds a part, and brings
the whole process down (msgspec 0.22).
"""

import threading
from typing import TypeVar

import msgspec

T = TypeVar("T")
_lock = threading.Lock()


def known(kind: T) -> T:
    """The same type, once msgspec knows all of it."""
    with _lock:
        msgspec.json.Decoder(kind)
    return kind
