"""What the README and the pages about the library show is run as it stands there."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import inglenook

ROOT = Path(__file__).parent.parent
LIBRARY = (ROOT / "docs/library.md").read_text()
EXAMPLES = "\n".join(re.findall(r"^(?:>>>|\.\.\.) (.*)$", LIBRARY, re.MULTILINE))
PROSE = re.sub(r"^```.*?^```", "", LIBRARY, flags=re.MULTILINE | re.DOTALL)
EXPLAINED = "\n".join(re.findall(r"`([^`\n]+)`", PROSE))


def public_names() -> list[str]:
    """The names of the library, and of what it gives you."""
    parts = {
        name
        for kind in (inglenook.Match, inglenook.Record, inglenook.Game, inglenook.Rng)
        for name in (*vars(kind), *getattr(kind, "__annotations__", ()))
        if not name.startswith("_")
    }
    return sorted({*inglenook.__all__, *parts})


@pytest.mark.parametrize("page", ["README.md", "docs/library.md", "src/inglenook/__init__.py"])
def test_the_examples_run(page: str) -> None:
    # In its own process: the games that only tests have are not on the shelf there.
    done = subprocess.run(
        [sys.executable, "-m", "doctest", "-v", str(ROOT / page)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed
    assert int(passed[1]) >= 9


@pytest.mark.parametrize("name", public_names())
def test_every_public_name_has_an_example(name: str) -> None:
    assert re.search(rf"\b{name}\b", EXAMPLES), f"docs/library.md has no example of {name}"
    if name != "__version__":
        assert re.search(rf"\b{name}\b", EXPLAINED), f"docs/library.md does not explain {name}"


def test_every_public_name_helps() -> None:
    for name in set(inglenook.__all__) - {"NATURE", "__version__"}:
        assert len(getattr(inglenook, name).__doc__ or "") > 20, name
