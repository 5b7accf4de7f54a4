"""Key frames of a settling, packed for the wire: see docs/protocol.md, "Motions of Konexi".

Only for the eye: the rules never look at them.
"""

import zlib
from base64 import b64encode
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

RATE = 30
"""Frames a second."""
STEP = 0.05
"""mm."""
WHOLE = 32767


def pack(frames: Sequence[NDArray[np.float64]]) -> str:
    """Frames of shape (letters, 7): mm and a quaternion. The still ones at the end are left out."""
    shown = np.array(frames)
    # A quaternion and its opposite are the same turn: the one nearer to the frame before is taken.
    flips = np.sign(np.einsum("flq,flq->fl", shown[1:, :, 3:], shown[:-1, :, 3:]))
    shown[1:, :, 3:] *= np.cumprod(np.where(flips < 0, -1.0, 1.0), axis=0)[:, :, None]
    whole = np.rint(shown * ([1 / STEP] * 3 + [WHOLE] * 4))
    whole = np.clip(whole, -WHOLE, WHOLE).astype(np.int32)
    moving = np.flatnonzero((whole != whole[-1]).any(axis=(1, 2)))
    whole = whole[: moving[-1] + 2 if len(moving) else 1]
    steps = np.diff(whole, axis=0, prepend=0).astype("<u2")
    header = np.array(whole.shape[:2], dtype="<u2")
    return b64encode(zlib.compress(header.tobytes() + steps.tobytes(), 9)).decode()
