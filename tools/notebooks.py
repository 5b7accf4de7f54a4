"""Run every notebook in docs/notebooks, from top to bottom: `make notebooks`.

One that fails is named, with what it said. With `--write` what they print is kept in them.
"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

FOLDER = Path(__file__).parents[1] / "docs/notebooks"
PATIENCE = 600
"""Seconds that a cell may take on a busy machine."""


def run(path: Path, write: bool) -> str | None:
    """None, or what went wrong."""
    notebook = nbformat.read(path, as_version=4)
    try:
        NotebookClient(notebook, timeout=PATIENCE, record_timing=False).execute()
    except CellExecutionError as e:
        return str(e)
    if write:
        # What only says by which program it was run changes with every run.
        notebook.metadata = {"language_info": {"name": "python"}}
        text: str = nbformat.writes(notebook)
        path.write_text(text + "\n")
    return None


if __name__ == "__main__":
    failed = False
    for notebook in sorted(FOLDER.glob("*.ipynb")):
        fault = run(notebook, "--write" in sys.argv[1:])
        failed |= bool(fault)
        print(f"{notebook.name}: {fault or 'runs'}")  # noqa: T201
    sys.exit(failed)
