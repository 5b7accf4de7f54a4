"""Makes sure that the browser tests have a Chromium: Playwright's own, or else Debian's."""

import os
import shutil
import subprocess
import sys


def installed() -> bool:
    if shutil.which("chromium"):
        return True
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return os.path.exists(playwright.chromium.executable_path)  # noqa: PTH110


def attempt(*command: str) -> bool:
    print("installing a Chromium:", " ".join(command), flush=True)  # noqa: T201
    try:
        return subprocess.run(command, timeout=600).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def main() -> int:
    if installed():
        return 0
    if attempt(sys.executable, "-m", "playwright", "install", "--with-deps", "chromium"):
        return 0
    if attempt("apt-get", "update") and attempt("apt-get", "install", "--yes", "chromium"):
        return 0
    print("The browser tests need Chromium: install Debian's `chromium` package, "  # noqa: T201
          "or run `.venv/bin/playwright install chromium`.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
