"""Pictures of every screen, in five sizes, light and dark: `make shots`.

They lie in `shots/`, and all of them small on one sheet, `docs/screens.jpg`. With names of states
(`python -m tests.shots home conex-die`) only those are taken, and the sheet stays as it is.
"""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.browsers import chromium
from tests.browser.conftest import SETTLE_IN
from tests.serving import Server
from tests.shots import around, conex, kewbz, konexi, prolix
from tests.shots.states import STATES, Arrive

ROOT = Path(__file__).parents[2]
SHOTS, SHEET = ROOT / "shots", ROOT / "docs/screens.jpg"
SIZES = ((320, 640), (390, 844), (844, 390), (820, 1180), (1440, 900))
COLOURS = ("light", "dark")
PATIENCE = 180_000
"""ms: 3-D is drawn in software, and a machine may have other things to do."""
HIGH = 130
"""px of a picture on the sheet."""
GOOD = 62
"""Quality of the sheet, in percent."""
WEBGL = ("--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")
FINE = """{
  const ask = WebGL2RenderingContext.prototype.getExtension;
  WebGL2RenderingContext.prototype.getExtension = function (name) {
    return name === "WEBGL_debug_renderer_info" ? null : ask.call(this, name);
  };
}"""
"""Nobody is told that the processor draws: pictures are as fine as with a graphics card."""
PARTS = (around, kewbz, prolix, conex, konexi)
"""Each of them puts its states into `STATES`."""


@contextmanager
def people(browser: Browser, server: Server) -> Iterator[Arrive]:
    """Lets people arrive, each with a browser of their own, and leave in the end."""
    with ExitStack() as stack:

        def arrive(**how: Any) -> Page:
            width, height = SIZES[-1]
            how = {
                "viewport": {"width": width, "height": height},
                "reduced_motion": "reduce",
                **how,
            }
            context = browser.new_context(base_url=server.url, locale="en-GB", **how)
            stack.callback(context.close)
            context.set_default_timeout(PATIENCE)
            context.add_init_script(SETTLE_IN.format(pace="normal"))
            context.add_init_script(FINE)
            page = context.new_page()
            page.goto("/")
            return page

        yield arrive


def shoot(page: Page, name: str) -> None:
    stopped = page.evaluate("'__pwClock' in globalThis")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for colours in COLOURS:
            page.emulate_media(color_scheme="dark" if colours == "dark" else "light")
            page.wait_for_timeout(150)
            if stopped:
                # Another size is drawn once the page has heard of it.
                page.clock.run_for(20)
                page.wait_for_timeout(150)
            page.screenshot(
                path=SHOTS / picture(name, width, height, colours),
                animations="allow" if stopped else "disabled",
            )


def picture(name: str, width: int, height: int, colours: str) -> str:
    return f"{name}-{width}x{height}-{colours}.png"


def draw_sheet(browser: Browser) -> None:
    """All pictures, small, in a row for each state."""
    rows = []
    for name in STATES:
        pictures = "".join(
            f'<img src="{(SHOTS / picture(name, width, height, colours)).as_uri()}">'
            for colours in COLOURS
            for width, height in SIZES
        )
        rows.append(f"<h2>{name}</h2><p>{pictures}</p>")
    style = (
        "body { margin: 8px; width: max-content; background: #888 }"
        "h2 { font: 12px sans-serif; margin: 4px 0 0 } p { display: flex; gap: 4px; margin: 0 }"
        f"img {{ height: {HIGH}px }}"
    )
    html = SHOTS / "sheet.html"
    html.write_text(f"<!doctype html><style>{style}</style>{''.join(rows)}")
    page = browser.new_page()
    page.goto(html.as_uri())
    page.locator("body").screenshot(path=SHEET, type="jpeg", quality=GOOD)


def main(names: list[str]) -> None:
    SHOTS.mkdir(exist_ok=True)
    wanted = [name for name in STATES if not names or name in names]
    with TemporaryDirectory() as data, Server(Path(data)) as server:
        # Software draws 3-D slowly, and with it the whole page: so only where it is looked at.
        for args, chosen in (
            (("--disable-3d-apis",), [n for n in wanted if not n.startswith("konexi")]),
            (WEBGL, [n for n in wanted if n.startswith("konexi")]),
        ):
            if not chosen:
                continue
            with chromium(*args) as browser:
                for name in chosen:
                    sys.stdout.write(f"{name}\n")
                    sys.stdout.flush()
                    with people(browser, server) as arrive:
                        shoot(STATES[name](arrive), name)
    if not names:
        with chromium() as browser:
            draw_sheet(browser)


if __name__ == "__main__":
    main(sys.argv[1:])
