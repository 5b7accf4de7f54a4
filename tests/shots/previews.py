"""The pictures of link previews, drawn from the shelf: `python -m tests.shots.previews`.

They lie in `client/public/preview`, one a game and one of them all.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser

from inglenook.core.registry import playable_games
from tests.browser.browsers import chromium
from tests.serving import Server

FOLDER = Path(__file__).parents[2] / "client/public/preview"
WIDE, HIGH = 1200, 630
"""px, as those who show previews ask for."""
GOOD = 82
"""Quality in percent."""

DRAW = """(wanted) => {
  const covers = [...document.querySelectorAll("li:has(h2 a[href^='/play/'])")]
    .filter((box) => !wanted || box.querySelector(`a[href="/play/${wanted}"]`))
    .map((box) => box.querySelector(".cover svg").outerHTML);
  const wide = wanted ? 400 : 250;
  document.body.innerHTML = `<main class="picture">
    <div class="boxes">${covers.map((cover) => `<div>${cover}</div>`).join("")}</div>
    <div class="shelf"></div>
    <h1>Inglenook</h1>
  </main>
  <style>
    .picture { display: grid; grid-template-rows: 1fr 22px auto; width: 1200px; height: 630px }
    .boxes { display: flex; justify-content: center; align-items: end; gap: 28px; min-height: 0;
      padding-top: 24px }
    .boxes div { width: ${wide}px; filter: drop-shadow(0 6px 10px #0005) }
    .boxes svg { display: block; width: 100%; height: auto; max-height: 470px }
    .shelf { background: linear-gradient(var(--wood), var(--wood-deep)) }
    h1 { margin: 0; padding: 14px; font-size: 64px; text-align: center }
  </style>`;
}"""


def draw(browser: Browser, server: Server, game: str) -> None:
    page = browser.new_page(
        base_url=server.url, bypass_csp=True, viewport={"width": WIDE, "height": HIGH}
    )
    page.goto("/")
    page.get_by_role("link", name="Kewbz", exact=True).wait_for()
    page.evaluate(DRAW, game)
    page.evaluate("document.fonts.ready")
    path = FOLDER / f"{game or 'home'}.jpg"
    page.screenshot(path=path, type="jpeg", quality=GOOD)
    page.close()


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as data, Server(Path(data)) as server, chromium() as browser:
        for game in ("", *playable_games()[0]):
            draw(browser, server, game)


if __name__ == "__main__":
    main()
