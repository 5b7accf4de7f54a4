"""docs/limits.md says what the code does: each number in its table is that of its constant."""

import re
from importlib import import_module
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[1] / "docs/limits.md").read_text()
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("|") and "`" in line and not line.startswith("| what")
]
UNITS = {"KiB": 1024, "MiB": 1024 * 1024}


def numbers(text: str) -> list[float]:
    found = re.findall(r"(\d[\d,]*(?:\.\d+)?)(?: (KiB|MiB))?", text)
    return [float(number.replace(",", "")) * UNITS.get(unit, 1) for number, unit in found]


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_the_code_keeps_to_the_table(row: list[str]) -> None:
    _, *budgets, _, constants = row
    said = [number for budget in budgets for number in numbers(budget)]
    held = []
    for name in re.findall(r"`([\w.]+)`", constants):
        module, _, constant = name.rpartition(".")
        held.append(float(getattr(import_module(f"inglenook.{module}"), constant)))
    assert said == held


def test_every_limit_of_the_wire_is_in_the_table() -> None:
    limits = import_module("inglenook.server.http.limits")
    budgets = {
        name
        for name, value in vars(limits).items()
        if name.isupper() and isinstance(value, int | float)
    }
    named = {name.rpartition(".")[2] for row in ROWS for name in re.findall(r"`([\w.]+)`", row[-1])}
    # Units, and how the counting itself is done.
    assert budgets - named == {
        *("HOUR", "DAY_S", "MEGABYTE"),
        *("SWEEP_ABOVE_BUCKETS", "HOPELESS", "OTHER_FILES"),
    }
