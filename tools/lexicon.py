"""Makes the reference: `python tools/lexicon.py [folder [target]]` writes the lexicon's data file.

It reads SCOWL's lists as Debian's package `scowl` installs them (made with 2020.12.07-2). Nothing
but this script needs them: the data file and SCOWL's licence lie in the repository.
"""

import re
import sys
from pathlib import Path

SPELLINGS = ("english", "american", "british", "british_z")
SIZES = (10, 20, 35, 40, 50, 55, 60, 70)
# Proper nouns, apostrophes and accents fall out here; no game takes a word of more letters.
WORD = re.compile("[a-z]{1,40}")
TARGET = Path(__file__).parent.parent / "src" / "inglenook" / "words" / "lexicon.bin"


def collected(folder: Path) -> dict[str, int]:
    """Every word with the smallest size it is listed in."""
    found: dict[str, int] = {}
    for size in SIZES:
        for spelling in SPELLINGS:
            for word in (folder / f"{spelling}-words.{size}").read_text("latin-1").splitlines():
                if WORD.fullmatch(word):
                    found.setdefault(word, size)
    return found


def packed(sizes: dict[str, int]) -> bytes:
    """The words in order, each followed by one byte, its size: no size is a letter's code."""
    return b"".join(word.encode() + bytes([sizes[word]]) for word in sorted(sizes))


def main(folder: str = "/usr/share/dict/scowl", target: str = str(TARGET)) -> None:
    if not Path(folder).is_dir():
        sys.exit(f"no SCOWL lists in {folder}: install Debian's package scowl, or name a folder")
    Path(target).write_bytes(packed(collected(Path(folder))))


if __name__ == "__main__":
    main(*sys.argv[1:])
