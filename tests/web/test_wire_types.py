"""The client's types are those of the server."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_wire_ts_is_what_the_structs_say(tmp_path: Path) -> None:
    # In its own process: here the games for tests are installed, too.
    fresh = tmp_path / "wire.ts"
    subprocess.run([sys.executable, ROOT / "tools/wire_types.py", fresh], check=True)
    assert fresh.read_text() == (ROOT / "client/src/net/wire.ts").read_text(), "run `make types`"
