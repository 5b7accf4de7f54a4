"""What stands for a person beside their name: a shape in a colour, each with its own drawing.

The client draws them (client/src/ui/token.ts), so that every one can be told from every other
without its colour.
"""

import hashlib

from inglenook.server.wire.account_messages import COLOURS, SHAPES

TOKENS = frozenset(f"{shape}-{colour}" for shape in SHAPES for colour in COLOURS)


def usual_token(guest: str) -> str:
    """The token of somebody who has not chosen one. It says nothing about the guest's id."""
    n = int.from_bytes(hashlib.sha256(guest.encode()).digest()[:4])
    return f"{SHAPES[n % len(SHAPES)]}-{COLOURS[n // len(SHAPES) % len(COLOURS)]}"
