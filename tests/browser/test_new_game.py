"""`inglenook new-game`: a fifth game in a scratch copy, with no line touched elsewhere."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.serving import Server

ROOT = Path(__file__).parents[2]
NAME = "pebbles"
AMONG_OTHERS = ("boxes_stand", "first_opponent", "lesson_texts")
"""Parts of the names of tests that look at all games, and bear the name of none."""


class Checkout:
    """A copy of this repository, with a Python that runs what is in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
        for name in subprocess.check_output(listed, cwd=ROOT, text=True).splitlines():
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        # Machine code of the other games: compiling it again would take minutes.
        for compiled in (ROOT / "src").rglob("*.nb[ci]"):
            target = folder / compiled.relative_to(ROOT)
            target.parent.mkdir(exist_ok=True)
            shutil.copy2(compiled, target)
        (folder / "client/node_modules").symlink_to(ROOT / "client/node_modules")
        self.before = self.files()
        self.env = {**os.environ, "PYTHONPATH": str(folder / "src")}

    def files(self) -> dict[str, bytes]:
        return {
            str(path.relative_to(self.folder)): path.read_bytes()
            for part in ("src", "client/src", "docs", "tests", "tools")
            for path in (self.folder / part).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts and "static" not in path.parts
        }

    def run(self, *command: str) -> str:
        done = subprocess.run(
            [sys.executable, *command],
            cwd=self.folder,
            env=self.env,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.mark.long
def test_a_fifth_game(tmp_path: Path, person: Callable[..., Page]) -> None:
    checkout = Checkout(tmp_path / "checkout")
    checkout.run("-m", "inglenook", "new-game", NAME)
    after = checkout.files()
    # The types of the wire are generated.
    changed = {name for name, text in checkout.before.items() if after.get(name) != text}
    assert changed == {"client/src/net/wire.ts"}
    assert all(NAME in name for name in set(after) - set(checkout.before))

    checkout.run("-m", "ruff", "check", "--quiet", "src", "tests")
    checkout.run("-m", "ruff", "format", "--check", "--quiet", "src", "tests")
    theirs = (f"src/inglenook/games/{NAME}", f"tests/games/test_{NAME}.py")
    checkout.run("-m", "mypy", "--follow-imports", "silent", *theirs)
    # As `npm run check`, less what nobody changed: that would take many seconds.
    new = checkout.folder / "client/tsconfig.new.json"
    included = [f"src/games/{NAME}/**/*", "src/*.d.ts"]
    new.write_text(json.dumps({"extends": "./tsconfig.json", "include": included}))
    checked = ("svelte-check", "--fail-on-warnings", "--tsconfig", new.name)
    checkout.run("tools/npm.py", "exec", "--", *checked)
    written = (name for name in {*set(after) - set(checkout.before), *changed} if "client" in name)
    layout = sorted(name.removeprefix("client/") for name in written)
    checkout.run("tools/npm.py", "exec", "--", "prettier", "--check", *layout)

    checkout.run("tools/npm.py", "run", "--silent", "build")
    named = " or ".join((NAME, *AMONG_OTHERS))
    passed = checkout.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", named, "tests")
    counted = re.search(r"(\d+) passed", passed)
    assert counted
    assert int(counted[1]) > 80
    command = (sys.executable, "-m", "inglenook")
    with Server(tmp_path / "data", *command, env=checkout.env) as server:
        page = person(server.url)
        page.goto("/")
        page.get_by_role("link", name="Pebbles").first.click()
        page.get_by_role("button", name="Start").click()
        take = page.get_by_role("button", name="Take 1")
        over = page.get_by_role("dialog")
        while not over.is_visible():
            expect(take.or_(over).first).to_be_visible()
            if take.is_visible():
                take.click(timeout=5000)
        expect(over).to_contain_text("The last stone has been taken.")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("kewbz", "game-exists: there is a game kewbz already"),
        ("Nim!", "bad-name: 'Nim!': a game's name has 2 to 20 small letters or digits"),
        ("nim", "no-checkout:"),
    ],
)
def test_what_cannot_be_a_game_is_said_in_one_line(name: str, said: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "inglenook", "new-game", name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert said in done.stderr
