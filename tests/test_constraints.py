"""What is installed (constraints/*.txt) is what pyproject.toml asks for; if not: `make lock`."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS = PROJECT["project"]["optional-dependencies"]
GROUPS = PROJECT["dependency-groups"]
SERVED = [
    *PROJECT["project"]["dependencies"],
    *EXTRAS["client"],
    *EXTRAS["games"],
    *EXTRAS["server"],
    *GROUPS["build"],
]


@pytest.mark.parametrize("kind", ["play", "test", "bench"])
def test_the_constraints_are_those_of_the_project(kind: str) -> None:
    text = (ROOT / f"constraints/{kind}.txt").read_text()
    pinned: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)==([^\s;]+)", text, re.MULTILINE):
        pinned.setdefault(name.lower().replace("_", "-"), set()).add(version)
    for line in [*SERVED, *GROUPS.get(kind, ())]:
        wanted = Requirement(line)
        if wanted.name == PROJECT["project"]["name"]:
            continue
        versions = pinned.get(wanted.name.lower().replace("_", "-"), set())
        assert versions, f"{line} is not in constraints/{kind}.txt: make lock"
        assert all(map(wanted.specifier.contains, versions)), f"{line}: {versions}"
    assert "://" not in text, "the files name no index"


def test_what_only_tests_need_is_not_played_with() -> None:
    only = {Requirement(line).name for line in GROUPS["test"]}
    text = (ROOT / "constraints/play.txt").read_text()
    assert only & set(re.findall(r"^([\w.-]+)==", text, re.MULTILINE)) == set()
