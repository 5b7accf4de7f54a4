"""The `inglenook` command, also as `python -m inglenook`."""

import sys


def main() -> None:
    """Run the command; say in one line what to install if something it needs is missing."""
    try:
        from inglenook.cli import main as command

        command()
    except ModuleNotFoundError as missing:
        if not missing.name or missing.name.partition(".")[0] == "inglenook":
            raise
        needed = str(missing) if "pip install" in str(missing) else ""
        line = needed or f'this needs {missing.name}: pip install "inglenook[server]"'
        sys.stderr.write(f"inglenook: {line}\n")
        sys.exit(2)


if __name__ == "__main__":
    main()
