"""Draw the letters of Konexi: `python tools/konexi_letters.py`.

Writes the contact sheet `docs/games/konexi-letters.svg` and, for the client to extrude,
`client/src/games/konexi/outlines.json`. Given a folder, it writes both files there instead.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import shapely

from inglenook.games.konexi.tower.letters import Connector, Letter, letters

ROOT = Path(__file__).resolve().parent.parent
SHEET = ROOT / "docs/games/konexi-letters.svg"
OUTLINES = ROOT / "client/src/games/konexi/outlines.json"

COLUMNS, ROWS, CELL, TOP = 6, 5, (150, 92), 46
"""A cell holds a letter twice, from the front and from behind."""
BODY, TOOTH, NOTCH, FACE = "#c9432f", "#6d1f17", "#8fc1f2", "#ffd24d"
STYLE = (
    "text{font:600 4.6px system-ui,sans-serif;fill:#2b211b;text-anchor:middle}"
    "text.name{font-size:9px}text.key{font-size:7px;text-anchor:start}"
)


def rings(letter: Letter) -> list[list[list[float]]]:
    """The outline of a letter in mm: counter-clockwise, then clockwise around each hole."""
    parts = [shapely.Polygon(box.outline) for box in letter.boxes]
    # On a grid of 1 µm, no slivers are left where strokes end in a block.
    whole = shapely.normalize(shapely.union_all(parts, grid_size=1).simplify(0))
    around = shapely.geometry.polygon.orient(whole)
    return [
        [[x / 1000 + 0.0, y / 1000 + 0.0] for x, y in ring.coords[:-1]]
        for ring in (around.exterior, *around.interiors)
    ]


def outline(letter: Letter) -> dict[str, Any]:
    return {
        "rings": rings(letter),
        "connectors": [
            {
                "kind": each.kind,
                "x": each.x / 1000,
                "y": each.y / 1000,
                "z": each.z / 1000,
                "normal": each.normal,
            }
            for each in letter.connectors
        ],
        "width": letter.width / 1000,
    }


def outlines() -> str:
    """The whole text of the file, a line for each letter."""
    lines = (f"{json.dumps(name)}: {json.dumps(outline(each))}" for name, each in letters().items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def mark(each: Connector, number: int, mirror: int) -> str:
    """A connector and its number: a tooth stands outside the outline, a notch lies within it."""
    nx, ny, nz = each.normal
    nx, x, y = nx * mirror, each.x / 1000 * mirror, -each.y / 1000
    wide, high = (4, 6) if nz else (3, 4) if nx else (4, 3)
    tooth = each.kind == "tooth"
    colour = TOOTH if tooth else FACE if nz else NOTCH
    out = 1.5 if tooth else -1.5
    x, y = x + out * nx, y - out * ny
    beside = 3.6 if tooth else 0
    return (
        f'<rect x="{x - wide / 2:g}" y="{y - high / 2:g}" width="{wide}" height="{high}"'
        f' fill="{colour}"/>'
        f'<text x="{x + beside * nx:g}" y="{y - beside * ny + 1.6:g}">{number}</text>'
    )


def drawn(letter: Letter, mirror: int) -> Iterator[str]:
    """A letter from the front (mirror 1) or from behind (-1)."""
    path = "".join(
        "M" + "L".join(f"{x * mirror:g} {-y:g}" for x, y in ring) + "Z" for ring in rings(letter)
    )
    yield f'<path d="{path}" fill="{BODY}" fill-rule="evenodd"/>'
    for number, each in enumerate(letter.connectors):
        if each.normal[2] != -mirror:
            yield mark(each, number, mirror)


def sheet() -> str:
    """The whole text of the picture."""
    width, height = COLUMNS * CELL[0], ROWS * CELL[1] + TOP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
        "<title>The 26 letters of Konexi, from the front and from behind</title>",
        f"<style>{STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#f6efe4"/>',
    ]
    keys = ((TOOTH, "tooth"), (NOTCH, "notch in an edge"), (FACE, "notch in the face"))
    for i, (colour, said) in enumerate(keys):
        parts.append(f'<rect x="{20 + 110 * i}" y="16" width="8" height="8" fill="{colour}"/>')
        parts.append(f'<text class="key" x="{32 + 110 * i}" y="22.5">{said}</text>')
    parts.append(
        '<text class="key" x="390" y="22.5">left: from the front; right: from behind</text>'
    )
    for i, letter in enumerate(letters().values()):
        x, y = i % COLUMNS * CELL[0], i // COLUMNS * CELL[1] + TOP
        parts.append(f'<text class="name" x="{x + CELL[0] / 2:g}" y="{y + 4}">{letter.name}</text>')
        for mirror, across in ((1, 40), (-1, 110)):
            parts.append(f'<g transform="translate({x + across} {y + 42})">')
            parts += [*drawn(letter, mirror), "</g>"]
    return "\n".join((*parts, "</svg>\n"))


if __name__ == "__main__":
    for target, text in ((SHEET, sheet()), (OUTLINES, outlines())):
        (Path(sys.argv[1]) / target.name if len(sys.argv) > 1 else target).write_text(text)
