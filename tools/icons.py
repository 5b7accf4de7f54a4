"""Draw the icons of the installed app from `client/public/icon.svg`: `python tools/icons.py`."""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).resolve().parent.parent / "client/public"
WOOD = "#8A5A33"
ICONS = {"192": (192, 1.0), "512": (512, 1.0), "maskable": (512, 0.8), "apple-touch": (180, 0.9)}
"""Pixels, and how much of them the drawing takes: phones cut off the edges of the last two, which
have no corners of their own."""


def main() -> None:
    drawing = (PUBLIC / "icon.svg").read_text()
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, (pixels, part) in ICONS.items():
            page = browser.new_page(viewport={"width": pixels, "height": pixels})
            ground = WOOD if part < 1 else "transparent"
            page.set_content(
                f"<style>body {{ margin: 0; background: {ground} }} svg {{ display: block;"
                f" width: {part:.0%}; margin: {(1 - part) / 2:.0%} }}</style>{drawing}"
            )
            icon = PUBLIC / f"icons/{name}.png"
            page.screenshot(path=icon, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
