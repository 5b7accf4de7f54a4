"""QR codes."""

import io

import segno

MARGIN = 4
"""Modules of white around a code, as its standard asks for."""


def drawn(text: str) -> bytes:
    """A QR code as an SVG, as large as the place it is put in."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", border=MARGIN, light="#fff", omitsize=True, xmldecl=False
    )
    return out.getvalue()
