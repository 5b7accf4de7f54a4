"""How long people need to see what was done, in ms."""

import zlib
from base64 import b64decode
from binascii import Error

from inglenook.core.game import DWELL, Entry, Move
from inglenook.core.units import PlayMs
from inglenook.games.konexi.rules.moves import (
    Claim,
    Found,
    Join,
    MoveToken,
    Ring,
    Rolled,
    Settled,
    Take,
    Vote,
)
from inglenook.shared.first_player import Lots

DWELLS: dict[type[Move], PlayMs] = {
    Lots: 1200,
    Ring: 800,
    # The token walks on, too.
    Rolled: 1200,
    MoveToken: 700,
    Take: 700,
    # What comes of it is a film of its own.
    Found: 200,
    Join: 200,
    Claim: 1600,
    Vote: 500,
}
SWAYS, FALLS = 0.6, 0.75
"""How fast a screen shows the film of a tower that stands, and of one that falls."""
STANDS: PlayMs = 300
"""After the film of a tower that stands."""
FALLEN: PlayMs = 4500
"""Besides the film of one that fell: the moment at which it gives way is slower still."""
RATE = 30
"""Frames a second of a motion."""
LONGEST: PlayMs = 15_000
FRAMES = 2 * 60 * RATE
"""More than any motion has."""
FRAME = 14
"""Bytes of a letter in a frame."""


def dwell(entry: Entry) -> PlayMs:
    if not isinstance(entry.move, Settled):
        return DWELLS.get(type(entry.move), DWELL)
    stands = entry.move.verdict == "stands"
    shown = round(film_ms(entry.move.motion) / (SWAYS if stands else FALLS))
    return min(LONGEST, shown) + (STANDS if stands else FALLEN)


def film_ms(motion: str) -> PlayMs:
    """How long a motion lasts (docs/protocol.md); 0 for none, and for what is no motion."""
    try:
        frames = zlib.decompressobj().decompress(b64decode(motion), 2)
    except (Error, ValueError, zlib.error):
        return 0
    return max(0, int.from_bytes(frames, "little") - 1) * 1000 // RATE


def is_film(motion: str, letters: int) -> bool:
    """Whether a motion is one of so many letters (docs/protocol.md); it may be none.

    It is unpacked no further than that: a few bytes could become any number.
    """
    if not motion:
        return True
    most = 4 + FRAMES * letters * FRAME
    try:
        unpacked = zlib.decompressobj().decompress(b64decode(motion, validate=True), most + 1)
    except (Error, ValueError, zlib.error):
        return False
    frames, count = (int.from_bytes(unpacked[at : at + 2], "little") for at in (0, 2))
    return count == letters and len(unpacked) == 4 + frames * count * FRAME <= most
