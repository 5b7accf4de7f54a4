"""Builds the browser client into the package, so that the wheel carries it.

And refuses to build with a lesson or a puzzle that breaks a rule.
"""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "tools"))
from npm import npm

ROOT = Path(__file__).parent
BUILT = ROOT / "src/inglenook/server/pages/static/index.html"


class ClientBuild(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - Hatch prescribes it
        check_exercises(ROOT)
        if client_is_built():
            return
        for step in (["ci"], ["run", "build"]):
            if npm(*step) != 0:
                raise SystemExit(f"building the client failed: npm {' '.join(step)}")


def client_is_built() -> bool:
    """Whether the built client is there, and newer than all that it is made of."""
    sources = [
        *(
            path
            for path in (ROOT / "client").rglob("*")
            if path.is_file() and "node_modules" not in path.parts
        ),
        *(ROOT / "src/inglenook").glob("games/*/*.json"),
        *(ROOT / "src/inglenook").glob("words/*.json"),
    ]
    return BUILT.exists() and all(s.stat().st_mtime <= BUILT.stat().st_mtime for s in sources)


def check_exercises(root: Path) -> None:
    """SystemExit if a lesson or a puzzle breaks a rule, which is told by name and line.

    Only where what the games need is installed: a build by itself has none of it.
    """
    if find_spec("msgspec") is None:
        return
    env = {**os.environ, "PYTHONPATH": str(root / "src")}
    checked = subprocess.run([sys.executable, root / "tools/check_exercises.py"], env=env)
    if checked.returncode != 0:
        raise SystemExit("a lesson or a puzzle breaks a rule")
