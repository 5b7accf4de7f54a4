"""What the README and the pages about the library show is run as it stands there."""

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import inglenook.contests.arena
import inglenook.contests.league
import inglenook.testing

ROOT = Path(__file__).parent.parent
LIBRARY = (ROOT / "docs/library.md").read_text()
EXAMPLES = "\n".join(re.findall(r"^(?:>>>|\.\.\.) (.*)$", LIBRARY, re.MULTILINE))
PROSE = re.sub(r"^```.*?^```", "", LIBRARY, flags=re.MULTILINE | re.DOTALL)
EXPLAINED = "\n".join(re.findall(r"`([^`\n]+)`", PROSE))


def public_names() -> list[str]:
    """The names of the library, and of what it gives you."""
    modules = inglenook, inglenook.contests.arena, inglenook.contests.league, inglenook.testing
    names = {name for module in modules for name in module.__all__}
    public = (getattr(module, name) for module in modules for name in module.__all__)
    kinds = {kind for each in public if isinstance(each, type) for kind in each.__mro__}
    parts = {
        name for kind in kinds if kind.__module__.startswith("inglenook.") for name in own(kind)
    }
    return sorted({*names, *parts})


def own(kind: type) -> set[str]:
    """The public names that a class itself brings along: its own, and those of its instances."""
    given = re.findall(r"\bself\.(\w+)(?:: [^=\n]+)? = ", inspect.getsource(kind))
    names = {*vars(kind), *vars(kind).get("__annotations__", ()), *given}
    return {name for name in names if not name.startswith("_")}


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "docs/environments.md",
        "docs/library.md",
        "docs/survey.md",
        "src/inglenook/__init__.py",
    ],
)
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


def parts(folder: Path) -> set[str]:
    """The modules and packages in a folder, as a map writes them."""
    packages = {f"{init.parent.name}/" for init in folder.glob("*/__init__.py")}
    return packages | {path.name for path in folder.glob("*.py")} - {"__init__.py"}


def test_the_map_shows_every_package() -> None:
    page = (ROOT / "docs/architecture.md").read_text()
    listed = page.partition("## The packages\n")[2].split("```")[1]
    library, _, server = listed.partition("src/inglenook/server/\n")
    for folder, text in (("src/inglenook", library), ("src/inglenook/server", server)):
        shown = re.findall(r"(?:^ {4}|, )(\w+(?:\.py|/))", text, re.MULTILINE)
        assert sorted(shown) == sorted(parts(ROOT / folder))


def test_the_glossary_is_short_and_has_every_term_once_and_in_order() -> None:
    page = (ROOT / "docs/architecture.md").read_text()
    glossary = page.partition("## Glossary\n")[2]
    terms = [term.lower() for term in re.findall(r"^\| \*\*([^*]+)\*\*", glossary, re.MULTILINE)]
    assert 30 < len(terms) <= 60
    assert terms == sorted(set(terms))


@pytest.mark.parametrize("name", public_names())
def test_every_public_name_has_an_example(name: str) -> None:
    assert re.search(rf"\b{name}\b", EXAMPLES), f"docs/library.md has no example of {name}"
    if name != "__version__":
        assert re.search(rf"\b{name}\b", EXPLAINED), f"docs/library.md does not explain {name}"


def test_all_that_is_public_in_testing_is_said_to_be() -> None:
    laws = {law.__name__ for law in inglenook.testing.LAWS}
    functions = {
        name
        for name, each in vars(inglenook.testing).items()
        if inspect.isfunction(each) and each.__module__ == "inglenook.testing" and name[0] != "_"
    }
    assert functions - laws == {*inglenook.testing.__all__} - {"LAWS", "Law"}


def test_every_public_name_helps() -> None:
    for name in set(inglenook.__all__) - {"NATURE", "__version__"}:
        assert len(getattr(inglenook, name).__doc__ or "") > 20, name


def test_the_page_about_the_screens_names_tests_that_exist() -> None:
    page = (ROOT / "docs/screens.md").read_text()
    rows = [line for line in page.splitlines() if re.match(r"\| \d", line)]
    tests = "".join(file.read_text() for file in (ROOT / "tests/browser").glob("test_*.py"))
    modules = {file.stem.removeprefix("test_") for file in (ROOT / "tests/browser").glob("test_*")}
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)} - modules
    assert len(rows) == 11 + 10
    for name in named:
        assert f"def test_{name}(" in tests, name
