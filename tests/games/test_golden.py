"""Golden records: what was played once must fold to the same end for ever.

`NAME.json` is a record, `NAME.out` what `inglenook replay NAME.json` printed.
"""

from pathlib import Path

import pytest
from typer.testing import CliRunner

import inglenook
from inglenook.cli import app
from inglenook.games.kewbz.rules import Place, due, grid
from inglenook.games.konexi.rules.moves import Settled
from tests.every_game import GAMES

GOLDEN = Path(__file__).parent / "golden"
RECORDS = sorted(path.stem for path in GOLDEN.glob("*.json"))


@pytest.mark.parametrize("name", RECORDS)
def test_golden(name: str) -> None:
    result = CliRunner().invoke(app, ["replay", str(GOLDEN / f"{name}.json")])
    assert result.output == (GOLDEN / f"{name}.out").read_text()
    assert result.exit_code == 0
    record = inglenook.loads((GOLDEN / f"{name}.json").read_text())
    assert record.digest
    if record.game != "konexi":
        assert inglenook.rerun(record).record() == record


@pytest.mark.parametrize("name", [name for name in RECORDS if name.startswith("konexi")])
def test_golden_towers_are_judged_alike_everywhere(name: str) -> None:
    # Where they come to rest may differ in the last digits from one processor to another.
    record = inglenook.loads((GOLDEN / f"{name}.json").read_text())
    judged = list(inglenook.audit(inglenook.replay(record)))
    assert len(judged) > 5
    for entry, again in judged:
        assert isinstance(entry.move, Settled)
        assert isinstance(again, Settled)
        assert again.verdict == entry.move.verdict


@pytest.mark.parametrize("game", GAMES)
def test_it_has_a_golden_record_of_every_ending(game: str) -> None:
    found = set()
    for path in GOLDEN.glob(f"{game}-*.json"):
        outcome = inglenook.replay(inglenook.load(path)).outcome()
        if outcome:
            found.add(outcome.reason)
    assert found == {*inglenook.find_game(game).endings, "resigned"}


@pytest.mark.parametrize(
    ("name", "seq", "stacked"),
    [
        ("kewbz-plus", 4, {"c3": 4}),
        ("kewbz-t-bar", 3, {"c3": 2}),
        ("kewbz-t-bar", 4, {"c3": 1}),
        ("kewbz-t-stem", 4, {"c3": 2}),
        ("kewbz-capped", 5, {"c3": 1}),
        ("kewbz-capped", 6, {}),
    ],
)
def test_what_golden_moves_stack(name: str, seq: int, stacked: dict[str, int]) -> None:
    match = inglenook.replay(inglenook.loads((GOLDEN / f"{name}.json").read_text()))
    last = match._positions[seq + 1].state.last
    assert last.stacked == stacked


def test_the_golden_shortage_is_one() -> None:
    match = inglenook.replay(inglenook.loads((GOLDEN / "kewbz-shortage.json").read_text()))
    before, move = match._positions[-2].state, match.log[-1].move
    assert isinstance(move, Place)
    assert move.stack
    demand = due(before, grid(before.size).cells[move.cell])
    assert sum(demand.values()) > len(move.stack) == before.unplayed[before.turn] - 1
    assert match.state.last.stacked == {c: move.stack.count(c) for c in move.stack}
