"""Bytes as text that may stand in an address, as browsers write keys: base64url without padding."""

import base64


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """ValueError if it is none."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
