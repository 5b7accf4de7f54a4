"""What the start of a server costs: `python -m bench.starting`.

Seconds from the command until the first page is there, and the processor time until then; and the
memory that the server holds a moment later with nobody there.
"""

import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from bench.serving import cpu, memory, serving

INGLENOOK = Path(sys.executable).parent / "inglenook"
RUNS = 5
LATER = 2.0
"""Seconds after the first page."""
LIMIT_S, LIMIT_MIB = 1.5, 150


def started() -> tuple[float, float, float]:
    """Seconds to the first page, of them at the processor, and MiB."""
    with TemporaryDirectory() as folder:
        began = time.perf_counter()
        with serving(INGLENOOK, "serve", "--port", "0", "--data", folder) as server:
            with urlopen(f"http://127.0.0.1:{server.port}/") as page:
                page.read()
            took, worked = time.perf_counter() - began, cpu(server.process)
            time.sleep(LATER)
            return took, worked, memory(server.process)


def main() -> None:
    runs = zip(*(started() for _ in range(RUNS)), strict=True)
    first, worked, held = (median(each) for each in runs)
    print(f"Median of {RUNS} starts of a server, with compiled code and bytecode from before:")
    print(f"first page after {first:.2f} s (limit {LIMIT_S}); {worked:.2f} s of CPU time by then")
    print(f"memory with nobody there: {held:.0f} MiB (limit {LIMIT_MIB})")


if __name__ == "__main__":
    main()
