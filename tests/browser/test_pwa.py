"""The client as an app: installed, without a server, and when the server gets a new version."""

import re
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Page, expect

from inglenook.server.pages import link_previews
from tests.browser.play import place, placed
from tests.browser.test_pages import check_accessible
from tests.browser.test_shell import BESIDE, ME, People, open_table
from tests.serving import Server

SERVE = """
from pathlib import Path

from inglenook import __main__
from inglenook.server.pages import link_previews, pages, resource_hints

if __name__ == "__main__":
    pages.STATIC = resource_hints.STATIC = link_previews.STATIC = Path({!r})
    __main__.main()
"""
"""A server of a client that is elsewhere."""


def another_build(static: Path) -> None:
    """Give the client's first script another name, as a build does after any change of it."""
    [script] = (static / "assets").glob("index-*.js")
    another = script.with_name("index-another.js")
    script.rename(another)
    for file in [*static.rglob("*.js"), *static.glob("*.html"), static / "manifest.json"]:
        file.write_text(file.read_text().replace(script.name, another.name))
    for small in static.rglob("*.br"):
        small.unlink()


def has_the_app(page: Page) -> None:
    """The service worker is at work, and this page is under its care."""
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    assert page.evaluate("navigator.serviceWorker.controller !== null")


def test_the_page_comes_before_the_app(person: People) -> None:
    page = person(service_workers="allow")
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.goto("/")
    expect(page.get_by_role("heading", name="Kewbz")).to_be_visible()
    found = "navigator.serviceWorker.getRegistration().then((found) => !!found)"
    assert not page.evaluate(found)
    page.clock.run_for(5000)
    page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    assert page.evaluate(found)


def test_a_new_version_waits_and_loses_no_game(person: People, tmp_path: Path) -> None:
    static, serve = tmp_path / "static", tmp_path / "serve.py"
    shutil.copytree(link_previews.STATIC, static)
    serve.write_text(SERVE.format(str(static)))
    with Server(tmp_path / "data", sys.executable, serve) as server:
        page = person(server.url, service_workers="allow")
        has_the_app(page)
        open_table(page, ME, BESIDE)
        place(page, "c3")
        page.evaluate("window.before = true")
        server.kill()
        another_build(static)
        server.start()

        newer = page.get_by_text("A new version is ready.")
        expect(newer).to_be_visible()
        check_accessible(page)
        # The page goes on as it is, with all its parts, though the server no longer has them.
        place(page, "c4")
        assert page.evaluate("window.before")
        old = page.evaluate("document.querySelector('script[src]').src")
        assert page.request.get(old).status == 404
        assert page.evaluate("fetch(document.querySelector('script[src]').src).then((r) => r.ok)")

        page.get_by_role("button", name="Load it").click()
        expect(page.locator("script[src*=index-another]")).to_have_count(1)
        expect(placed(page, "c4")).to_be_visible()
        place(page, "d4")
        expect(newer).to_be_hidden()


def test_without_the_server(person: People, tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        page = person(server.url, service_workers="allow", locale="de-DE")
        has_the_app(page)
        manifest = page.request.get("/manifest.webmanifest")
        assert manifest.headers["content-type"] == "application/manifest+json"
        for icon in manifest.json()["icons"]:
            assert page.request.get(icon["src"]).headers["content-type"] == icon["type"]
        kept = page.evaluate(
            "caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name))))"
            ".then((found) => Promise.all(found.map((cache) => cache.keys())))"
            ".then((requests) => requests.flat().map(({ url }) => new URL(url).pathname))"
        )
        assert "/offline.html" in kept
        assert not [path for path in kept if path.startswith("/api/") or "Scene" in path]

        server.kill()
        page.goto("/play/kewbz")
        expect(page.get_by_role("heading", name="Keine Verbindung")).to_be_visible()
        check_accessible(page)
        page.get_by_role("link", name="Kewbz").click()
        expect(page.get_by_role("heading", level=1, name=re.compile("Kewbz"))).to_be_visible()
        page.go_back()
        expect(page.get_by_role("heading", name="Keine Verbindung")).to_be_visible()
        server.start()
        expect(page.get_by_role("button", name="Los geht’s")).to_be_visible()
