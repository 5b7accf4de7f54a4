"""Makes sure that the browser tests have a Chromium: Debian's, or else Playwright's own.

Best is the headless shell: the same Chromium without the windows around the page, so that a page
costs it less.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

SHELL = "chromium-headless-shell"


def playwrights_own() -> bool:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        folder = Path(playwright.chromium.executable_path).parents[1]
    # The browser lies in chromium-1234, and its shell beside it.
    shell = folder.with_name(folder.name.replace("chromium", "chromium_headless_shell"))
    return shell.exists()


def attempt(*command: str) -> bool:
    sys.stdout.write(f"installing a Chromium: {' '.join(command)}\n")
    sys.stdout.flush()
    try:
        return subprocess.run(command, stdout=subprocess.DEVNULL, timeout=600).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def from_debian() -> bool:
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return False
    install = ("apt-get", "install", "--yes", "--quiet")
    return attempt("apt-get", "update", "--quiet") and any(
        attempt(*install, package) for package in (SHELL, "chromium")
    )


def main() -> None:
    if shutil.which(SHELL) or shutil.which("chromium") or playwrights_own():
        return
    if from_debian():
        return
    playwright = (sys.executable, "-m", "playwright", "install", "--only-shell", "chromium")
    if attempt(*playwright, "--with-deps") or attempt(*playwright):
        return
    sys.exit(
        f"The browser tests need Chromium: install Debian's `{SHELL}` package, "
        "or run `.venv/bin/playwright install --only-shell chromium`."
    )


if __name__ == "__main__":
    main()
