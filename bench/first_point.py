"""How long a newcomer takes to their first point: `python -m bench.first_point [seconds]`.

From the shelf, by what the screen says and without the rules page, as the tests do it
(`tests/browser/newcomer.py`): in the lesson that is offered, and in a real game. Before each press
somebody thinks for 3 seconds, before each letter of a word a third of that. In Prolix bots may be
faster, and in Konexi letters may come that make no word: there a game needs luck.
"""

import sys
import tempfile
import time
from pathlib import Path

from tests.browser.browsers import chromium
from tests.browser.newcomer import DEVICES, TITLES, WAYS, Newcomer
from tests.serving import Server

SECONDS = 3.0


def main(seconds: float) -> None:
    with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server, chromium() as browser:
        for way in WAYS:
            for game in TITLES:
                for device, how in DEVICES.items():
                    context = browser.new_context(base_url=server.url, locale="en-GB", **how)
                    page = context.new_page()
                    page.goto("/")
                    newcomer = Newcomer(
                        page, lambda letter: time.sleep(seconds / (3 if letter else 1))
                    )
                    began = time.perf_counter()
                    newcomer.first_point(game, way)
                    took = time.perf_counter() - began
                    print(f"{way} {game} {device}: {newcomer.presses} presses, {took:.0f} s")
                    context.close()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
