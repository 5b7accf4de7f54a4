"""Every version of the rules that was ever released still folds its golden records.

`golden/` has those of today's rules, `golden/past/` earlier ones, as `NAME-vN-….json`;
`released.json` the versions that releases had, by game.
"""

import json
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import pytest
from typer.testing import CliRunner

import inglenook
from inglenook.cli import app
from inglenook.games.konexi.rules.dwell import film_ms
from inglenook.games.konexi.rules.moves import Settled
from inglenook.registry import past_rules

GOLDEN = Path(__file__).parent / "golden"
RELEASED: dict[str, list[int]] = json.loads((GOLDEN.parent / "released.json").read_text())
TODAY = sorted(GOLDEN.glob("*.json"))
PAST = sorted((GOLDEN / "past").glob("*.json"))
GAMES = sorted({path.name.partition("-")[0] for path in TODAY})
WORDS = {
    ("konexi", 5): {
        "lexicon.bin": "8ac55ba8b7c62f274952c45f8b4d32afc0c18daf89d2064344f374115fb08bf5",
    },
    ("prolix", 2): {
        "lexicon.bin": "8ac55ba8b7c62f274952c45f8b4d32afc0c18daf89d2064344f374115fb08bf5",
        "stems.txt": "b8f7214f221ab95d92c0048d60ab4f24b3b9eff52f8d6b8b56f413cb5a774b44",
    },
}
"""What the words of a game and version of its rules are: accepted (lexicon) and barred (stems)."""


@pytest.mark.parametrize("name", GAMES)
def test_every_version_has_golden_records(name: str) -> None:
    today = inglenook.find_game(name).rules_version
    kept = {json.loads(path.read_text())["rules"] for path in TODAY if path.name.startswith(name)}
    assert kept == {today}, "records of an older version belong into golden/past"
    past = {json.loads(path.read_text())["rules"] for path in PAST if path.name.startswith(name)}
    assert past == set(past_rules(name))
    assert set(RELEASED.get(name, ())) <= {today, *past}, "what was released stays playable"


def test_records_of_the_past_fold_as_they_did() -> None:
    for path in PAST:
        record = inglenook.load(path)
        assert path.name.startswith(f"{record.game}-v{record.rules}-")
        result = CliRunner().invoke(app, ["replay", str(path)])
        assert (result.exit_code, result.output) == (0, path.with_suffix(".out").read_text())


@pytest.mark.parametrize("path", [path for path in PAST if path.name.startswith("konexi")])
def test_towers_of_the_past_are_judged_as_they_were(path: Path) -> None:
    judged = list(inglenook.audit(inglenook.replay(inglenook.load(path))))
    assert judged
    for entry, again in judged:
        assert isinstance(entry.move, Settled)
        assert isinstance(again, Settled)
        # By their own physics, steps and all; the last digits may be another processor's.
        assert again.verdict == entry.move.verdict
        if again.verdict == "stands":
            assert film_ms(again.motion) == film_ms(entry.move.motion)


@pytest.mark.parametrize("name", ["konexi", "prolix"])
def test_the_words_are_those_of_the_rules_version(name: str) -> None:
    """Another word list is another version of the rules (docs/architecture.md, "Records").

    Until a version is released (`released.json`) its list may still change: then put the new sums
    here. After that a new list needs a new version of both games, and the old list goes to `past`.
    """
    listed = WORDS[name, inglenook.find_game(name).rules_version]
    folder = files("inglenook.words")
    assert {
        file: sha256(folder.joinpath(file).read_bytes()).hexdigest() for file in listed
    } == listed
