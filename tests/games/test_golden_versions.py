"""Every version of the rules that was ever released still folds its golden records.

`golden/` has those of today's rules, `golden/past/` earlier ones, as `NAME-vN-….json`;
`released.json` the versions that releases had, by game.
"""

import json
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
