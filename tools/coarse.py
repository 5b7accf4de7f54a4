"""Makes the list of coarse words: `python tools/coarse.py [target]` writes words/coarse.txt.

It reads two public lists (their licences are in LICENSE.coarse, beside the target), words and slurs
they lack, and words they list that have a clean sense, all in tools/words. Of these it takes the
words of the lexicon and all their forms. Run it after tools/families.py.
"""

import sys
from pathlib import Path

from inglenook.words.families import stems
from inglenook.words.lexicon import book

LISTS = Path(__file__).parent / "words"
TARGET = Path(__file__).parent.parent / "src" / "inglenook" / "words" / "coarse.txt"


def listed(name: str) -> set[str]:
    return set((LISTS / name).read_text().split())


def coarse() -> list[str]:
    tame = listed("tame.txt")
    meant = (listed("ldnoobw.txt") | listed("cuss.txt") | listed("coarse.txt")) - tame
    words = map(book().word, range(len(book().ends)))
    return [word for word in words if word not in tame and stems(word) & meant]


def main(target: str = str(TARGET)) -> None:
    Path(target).write_text("".join(word + "\n" for word in coarse()))


if __name__ == "__main__":
    main(*sys.argv[1:])
