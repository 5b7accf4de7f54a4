"""What `import inglenook` costs, and a first move of Kewbz: `python -m bench.importing`."""

import subprocess
import sys

RUNS = 9
HEAVY = ("mujoco", "numba", "numpy", "lemminflect", "typer", "starlette")
MEASURED = f"""
import sys
from time import process_time
begun = process_time()
import inglenook
imported = process_time()
match = inglenook.Match("kewbz")
match.play(match.sample())
played = process_time()
from resource import RUSAGE_SELF, getrusage
megabytes = getrusage(RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
print(imported - begun, played - imported, megabytes, [n for n in {HEAVY} if n in sys.modules])
"""


def main() -> None:
    runs = [
        subprocess.check_output([sys.executable, "-c", MEASURED], text=True).split(maxsplit=3)
        for _ in range(RUNS)
    ]
    imported, played, megabytes = (
        sorted(float(run[at]) for run in runs)[RUNS // 2] for at in (0, 1, 2)
    )
    print(f"import inglenook: {imported * 1000:.0f} ms of CPU time (median of {RUNS} processes)")
    print(f"a match of Kewbz and its first move: {played * 1000:.0f} ms more")
    print(f"memory by then: {megabytes:.0f} MB")
    print(f"heavy modules loaded by then: {runs[0][3].strip()}")


if __name__ == "__main__":
    main()
