"""Makes sure that the browser tests have a Chromium: Playwright's own, or else Debian's."""

import shutil
import subprocess
import sys
from pathlib import Path


def installed() -> bool:
    if shutil.which("chromium"):
        return True
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path).exists()


def attempt(*command: str) -> bool:
    sys.stdout.write(f"installing a Chromium: {' '.join(command)}\n")
    sys.stdout.flush()
    try:
        return subprocess.run(command, timeout=600).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def main() -> None:
    if installed():
        return
    if attempt(sys.executable, "-m", "playwright", "install", "--with-deps", "chromium"):
        return
    if attempt("apt-get", "update") and attempt("apt-get", "install", "--yes", "chromium"):
        return
    sys.exit(
        "The browser tests need Chromium: install Debian's `chromium` package, "
        "or run `.venv/bin/playwright install chromium`."
    )


if __name__ == "__main__":
    main()
