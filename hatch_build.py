"""Builds the browser client into the package, so that the wheel carries it."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "tools"))
from npm import npm


class ClientBuild(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - Hatch prescribes it
        for step in (["ci"], ["run", "build"]):
            if npm(*step) != 0:
                raise SystemExit(f"building the client failed: npm {' '.join(step)}")
