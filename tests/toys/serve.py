"""`inglenook`, with the games for tests on the shelf."""

from importlib import import_module
from pathlib import Path

# Also in the bots' processes, which read this file again.
import_module("inglenook.games").__path__.append(str(Path(__file__).parent))

if __name__ == "__main__":
    from inglenook.cli import main

    main()
