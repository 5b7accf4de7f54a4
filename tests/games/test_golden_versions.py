"""Golden records and word lists belong to the version of the rules that is played today."""

import json
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import pytest

import inglenook

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.json"))
GAMES = sorted({path.name.partition("-")[0] for path in GOLDEN})
LEXICON = "8ac55ba8b7c62f274952c45f8b4d32afc0c18daf89d2064344f374115fb08bf5"
STEMS = "b8f7214f221ab95d92c0048d60ab4f24b3b9eff52f8d6b8b56f413cb5a774b44"
WORDS = {
    ("konexi", 1): {"lexicon.bin": LEXICON},
    ("prolix", 1): {"lexicon.bin": LEXICON, "stems.txt": STEMS},
}
"""The accepted words (lexicon) and barred words (stems), by game and version of its rules."""


@pytest.mark.parametrize("name", GAMES)
def test_golden_records_are_of_the_rules_of_today(name: str) -> None:
    kept = {json.loads(path.read_text())["rules"] for path in GOLDEN if path.name.startswith(name)}
    assert kept == {inglenook.find_game(name).rules_version}


@pytest.mark.parametrize("name", ["konexi", "prolix"])
def test_the_words_are_those_of_the_rules_version(name: str) -> None:
    """Another word list is another version of the rules (docs/architecture.md, "Records").

    Before version 1.0 of the program a list may still change: then put the new sums here.
    """
    listed = WORDS[name, inglenook.find_game(name).rules_version]
    folder = files("inglenook.words")
    assert {
        file: sha256(folder.joinpath(file).read_bytes()).hexdigest() for file in listed
    } == listed
