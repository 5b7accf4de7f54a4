"""What people call themselves is shown as they wrote it, and never run."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.steps import new_table
from tests.serving import Server

NAMES = [
    "<script>x()</script>",
    '"><svg onload=x()>',
    "<u onclick=x()>bold</u>",
    "{{x()}} ${x()} {@html}",
    "&lt;i&gt; &amp; &#60;",
    "javascript:x()//",
    "'; DROP TABLE tables;--",
    "../../etc/passwd%00",
]
MARKS = "script:not([src]), u, svg[onload], [onclick], [onload], [onerror]"
"""What the names would be if they were taken for markup; the client has none of these itself."""


def open_table(page: Page, *names: str) -> str:
    """A table of two people on one screen."""
    return new_table(page, "kewbz", *({"kind": "me", "name": name} for name in names))


def test_markup_in_names_is_text(person: Callable[..., Page]) -> None:
    page = person()
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    for names in zip(NAMES[::2], NAMES[1::2], strict=True):
        table = open_table(page, *names)
        page.goto(f"/t/{table}")
        for name in names:
            expect(page.get_by_text(name, exact=True).first).to_be_visible()
        assert page.locator(MARKS).count() == 0
        page.goto("/")
        expect(page.locator(f'a[href="/t/{table}"]').first).to_be_visible()
        assert page.locator(MARKS).count() == 0


def test_control_characters_are_left_out_of_names(person: Callable[..., Page]) -> None:
    page = person()
    table = open_table(page, "A\u202ed\u0007\u2066a\u200f \n\tB\u0000", "Bob")
    page.goto(f"/t/{table}")
    expect(page.get_by_text("Ada B", exact=True).first).to_be_visible()


def test_no_script_runs_that_is_not_ours(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text))
    page.goto("/")
    page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "window.ran = 'a script'";
            document.body.append(script);
            const frame = document.createElement("div");
            frame.innerHTML = '<img src="/no.png" onerror="window.ran = 1">';
            document.body.append(frame);
            const elsewhere = document.createElement("script");
            elsewhere.src = "http://elsewhere.example/x.js";
            document.body.append(elsewhere);
        }"""
    )
    page.wait_for_timeout(300)
    assert page.evaluate("window.ran") is None
    assert sum("Content Security Policy" in each for each in complaints) >= 3
    context.close()
