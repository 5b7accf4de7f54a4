"""Every sound has something that is seen with it, and is made where it happens."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
CLIENT = ROOT / "client/src"


SOURCE = (CLIENT / "browser/sound.ts").read_text()


def named() -> set[str]:
    """The sounds that are played by name; "none" is silence."""
    union = re.search(r"export type Sound =(.*?);", SOURCE, re.DOTALL)
    assert union
    return set(re.findall(r'"([a-z-]+)"', union[1])) - {"none"}


def test_every_sound_has_a_visible_twin() -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in (ROOT / "docs/sounds.md").read_text().splitlines()
        if line.startswith("| `")
    ]
    # Besides, there are functions that each make one sound.
    made = named() | set(re.findall(r"^export function (\w+)", SOURCE, re.MULTILINE)) - {"play"}
    assert made <= {row[0].strip("`") for row in rows}
    for name, *cells in rows:
        assert len(cells) == 3, name
        assert all(cells), name


def test_every_sound_is_heard_somewhere() -> None:
    players = [
        path.read_text()
        for path in (*CLIENT.rglob("*.ts"), *CLIENT.rglob("*.svelte"))
        if path.name != "sound.ts" and "sound" in path.read_text()
    ]
    for sound in named():
        assert any(f'"{sound}"' in text for text in players), sound
