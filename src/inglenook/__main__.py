"""The `inglenook` command, also as `python -m inglenook`."""

import sys

WITHOUT_SERVER = frozenset(
    [
        "analyse",
        "arena",
        "audit",
        "bench",
        "games",
        "league",
        "new-game",
        "puzzles",
        "replay",
        "study",
    ]
)
"""Commands that need no server, but only the games, and at most an extra that they name."""


def main() -> None:
    """Run the command; say in one line what to install if something it needs is missing."""
    try:
        from inglenook.cli import main as command

        command()
    except ModuleNotFoundError as missing:
        module = (missing.name or "").partition(".")[0]
        if module in ("", "inglenook"):
            raise
        needed = str(missing) if "pip install" in str(missing) else ""
        extra = "games" if WITHOUT_SERVER & {*sys.argv[1:2]} else "server"
        line = needed or f'this needs {module}: pip install "inglenook[{extra}]"'
        sys.stderr.write(f"inglenook: {line}\n")
        sys.exit(2)


if __name__ == "__main__":
    main()
