"""Being someone, on the screen: two people, two devices, six words, a passkey, being forgotten."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import PATIENCE, PHONE
from tests.browser.steps import focus_is_kept, new_table, press, sit
from tests.browser.test_pages import check_accessible
from tests.receivers import Postbox, wait_for
from tests.serving import Server

People = Callable[..., Page]
ME = {"kind": "me", "name": "Typed"}
FREE = {"kind": "free"}
WIDE = "W" * 24


def ask_for_profile(page: Page, name: str, shape: str = "Leaf") -> None:
    page.goto("/me")
    fill_in(page, name, shape)


def fill_in(page: Page, name: str, shape: str = "Leaf") -> None:
    form = page.get_by_role("region", name="Your profile")
    form.get_by_label("Your name").fill(name)
    form.get_by_label(shape, exact=True).check()
    form.get_by_role("button", name="Make my profile").click()


def make_profile(page: Page, name: str) -> None:
    """And have it."""
    ask_for_profile(page, name)
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_enabled()


class SlowNetwork:
    """Keeps what the server answers to a page, until it is let go."""

    def __init__(self, page: Page, where: str) -> None:
        self._page = page
        self._kept: dict[str, list[Callable[[], None]]] = {"GET": [], "PUT": []}
        page.route(where, self._keep)

    def _keep(self, route: Route) -> None:
        answer = route.fetch()
        self._kept[route.request.method].append(lambda: route.fulfill(response=answer))

    def let_go(self, method: str) -> None:
        while not self._kept[method]:
            self._page.wait_for_timeout(20)
        for arrive in self._kept[method]:
            arrive()


def sideways(page: Page) -> int:
    """By how many pixels the page is too wide."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def test_a_name_that_is_mine(person: People) -> None:
    ann, ben = person(), person(viewport={"width": 320, "height": 640})
    # Nothing is asked of anybody who just wants to play.
    ann.goto("/play/kewbz")
    expect(ann.get_by_label("Your name")).to_be_visible()
    ann.get_by_role("link", name="You in this house").click()
    expect(ann.get_by_role("region", name="Your profile")).to_be_visible()
    make_profile(ann, WIDE)
    expect(ann.get_by_role("heading", level=1)).to_have_text(WIDE)
    expect(ann.locator("header [data-token^=leaf]")).to_be_visible()

    ask_for_profile(ben, WIDE.lower())
    expect(ben.get_by_text("already has that name").first).to_be_visible()
    # Somebody else may type that name at a seat, and is told from her all the same.
    table = new_table(ann, "kewbz", ME, FREE)
    ben.goto(f"/t/{table}")
    ben.get_by_label("Your name").fill(WIDE)
    ben.get_by_role("button", name="Sit here").first.click()
    mine = ben.get_by_role("region", name=f"{WIDE} 1", exact=False)
    other = ben.get_by_role("region", name=f"{WIDE} 2", exact=False)
    expect(mine.locator("[data-token^=leaf]")).to_be_visible()
    expect(other).to_be_visible()
    expect(other.locator("[data-token]")).to_have_count(0)
    assert sideways(ben) == 0
    for path in ("/", "/me"):
        ben.goto(path)
        expect(ben.get_by_role("heading", level=1)).to_be_visible()
        assert sideways(ben) == 0
    # The box and the invitation no longer ask her.
    ann.goto("/play/kewbz")
    expect(ann.get_by_text("You play as")).to_be_visible()
    expect(ann.get_by_label("Your name")).to_have_count(0)


def test_six_words_bring_me_back(person: People) -> None:
    ann, elsewhere = person(), person(locale="de-DE", viewport=PHONE)
    make_profile(ann, "Wordy")
    check_accessible(ann)
    press(ann.get_by_role("button", name="Show me six words"))
    words = ann.locator(".code")
    expect(words).to_have_text(re.compile(r"^(\w+ ){5}\w+$"))
    code = words.inner_text()
    press(ann.get_by_role("button", name="I have written them down"))
    expect(words).to_have_count(0)
    focus_is_kept(ann)

    elsewhere.goto("/me")
    expect(elsewhere.get_by_label("Deine sechs Wörter")).to_be_visible()
    check_accessible(elsewhere)
    elsewhere.get_by_label("Deine sechs Wörter").fill("falsch geraten")
    elsewhere.get_by_role("button", name="Das bin ich").click()
    expect(elsewhere.get_by_text("Der Code stimmt nicht").first).to_be_visible()
    elsewhere.get_by_label("Deine sechs Wörter").fill(code.upper().replace(" ", "-"))
    elsewhere.get_by_role("button", name="Das bin ich").click()
    expect(elsewhere.get_by_role("heading", level=1)).to_have_text("Wordy")
    # What can be saved now is hers, and not what was typed before she came.
    expect(elsewhere.get_by_label("Dein Name")).to_have_value("Wordy")
    expect(elsewhere.get_by_label("Blatt", exact=True)).to_be_checked()
    # What had the focus is gone.
    expect(elsewhere.get_by_role("heading", level=1)).to_be_focused()


def test_a_second_device_by_its_link(person: People, server: Server) -> None:
    old, new, thief = person(), person(viewport=PHONE), person()
    make_profile(old, "Two Hands")
    table = new_table(old, "kewbz", ME, FREE)
    new_table(new, "kewbz", ME, FREE)
    old.get_by_role("button", name="Show a QR code").click()
    expect(old.get_by_alt_text("QR code")).to_be_visible()
    address = old.get_by_label("The same as a link").input_value()
    assert address.startswith(f"{server.url}/link#")

    new.goto(address)
    number = new.locator(".number")
    expect(number).to_be_visible()
    expect(new.get_by_text("they stay with that guest", exact=False)).to_be_visible()
    assert new.url == f"{server.url}/link"  # the secret is not left lying about
    expect(old.locator(".number")).to_have_text(number.inner_text())
    focus_is_kept(old)
    check_accessible(new)
    thief.goto(address)
    expect(thief.get_by_role("alert")).to_contain_text("used already")
    press(old.get_by_role("button", name="Yes, it is mine"))
    expect(old.get_by_text("you are yourself on that device")).to_be_visible()
    focus_is_kept(old)
    # There is something to lose here: nobody's link takes it without a word.
    assert new.request.get("/api/me").json()["profile"] is None
    press(new.get_by_role("button", name="Yes, be Two Hands here"))
    expect(new.locator("p", has_text="Welcome, Two Hands.")).to_be_visible()
    focus_is_kept(new)

    # Both sit at the same table now, and both may move.
    for device in (old, new):
        device.goto(f"/t/{table}")
        expect(device.get_by_role("heading", name="Waiting")).to_be_visible()
    thief.goto("/me")
    expect(thief.get_by_role("button", name="Make my profile")).to_be_visible()

    # Whoever opens it by mistake can stay who they are, and so can whoever is told no.
    old.goto("/me")
    old.get_by_role("button", name="Show a QR code").click()
    thief.goto("/")
    thief.goto(old.get_by_label("The same as a link").input_value())
    thief.get_by_role("button", name="No, go on as before").click()
    expect(thief.get_by_text("All is as it was.")).to_be_visible()
    old.get_by_role("button", name="No", exact=True).click()
    expect(old.get_by_text("turned away")).to_be_visible()


def test_my_data_and_goodbye(person: People) -> None:
    ann, ben = person(), person()
    make_profile(ann, "Gone Tomorrow")
    table = new_table(ann, "kewbz", ME, FREE)
    sit(ben, "Ben", f"/t/{table}")
    expect(ben.get_by_role("region", name="Gone Tomorrow", exact=False)).to_be_visible()
    resign = {"id": "r", "seat": 0, "move": {"type": "resign"}}
    assert ann.request.post(f"/api/tables/{table}/moves", data=resign).ok

    with ann.expect_download() as download:
        ann.get_by_role("link", name="Download everything").click()
    data = json.loads(download.value.path().read_text())
    assert data["profile"][0]["name"] == "Gone Tomorrow"

    ann.get_by_role("button", name="Forget me").click()
    dialog = ann.get_by_role("dialog")
    sure = dialog.get_by_role("button", name="Forget me")
    expect(sure).to_be_disabled()
    dialog.get_by_label("To be sure").fill("gone tomorrow")
    sure.click()
    expect(ann.get_by_text("You are forgotten").first).to_be_visible()
    expect(ann.get_by_role("link", name="You in this house", exact=True)).to_be_visible()
    # At the table nobody knows who it was, without loading it again.
    expect(ben.get_by_role("region", name="Someone", exact=False)).to_be_visible()
    expect(ben.locator(".layout").get_by_text("Gone Tomorrow")).to_have_count(0)


def test_a_passkey_needs_no_name_and_no_word(browser: Browser, server: Server) -> None:
    # By an IP address there are none, and the page says what to do.
    context = browser.new_context(base_url=server.url, locale="en-GB")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/")
    make_profile(page, "By Number")
    expect(page.get_by_text(f"http://localhost:{server.port}/me", exact=False)).to_be_visible()
    expect(page.get_by_role("button", name="Make a passkey")).to_have_count(0)
    context.close()

    local = server.url.replace("127.0.0.1", "localhost")
    context = browser.new_context(base_url=local, locale="en-GB")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    cdp = context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    authenticator = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    cdp.send("WebAuthn.addVirtualAuthenticator", {"options": authenticator})
    page.goto("/")
    make_profile(page, "Key Holder")
    page.get_by_role("button", name="Make a passkey").click()
    expect(page.get_by_text("localhost, since")).to_be_visible()
    # The browser has forgotten who it was.
    context.clear_cookies()
    page.goto("/me")
    page.get_by_role("button", name="Come in with a passkey").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Key Holder")
    # A passkey that was removed opens nothing.
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("localhost, since")).to_have_count(0)
    context.clear_cookies()
    page.goto("/me")
    page.get_by_role("button", name="Come in with a passkey").click()
    expect(page.get_by_text("This passkey is not known here.").first).to_be_visible()
    context.close()


def test_a_code_by_mail(person: People, tmp_path: Path) -> None:
    with Postbox() as postbox:
        env = {
            **os.environ,
            "INGLENOOK_SMTP": f"smtp://127.0.0.1:{postbox.port}",
            "INGLENOOK_MAIL_FROM": "house@example.org",
        }
        with Server(tmp_path, env=env) as house:
            ann, elsewhere = person(at=house.url), person(at=house.url, viewport=PHONE)
            ann.goto("/")
            link = ann.get_by_role("link", name="You in this house")
            expect(link).to_be_visible()
            network = SlowNetwork(ann, "**/api/me")
            link.click()
            fill_in(ann, "By Mail")
            address = ann.get_by_label("Your mail address")
            address.fill("ann@example.org")
            # What was typed before the profile came stays, and what the page was told before it
            # was saved is not believed when it comes.
            network.let_go("PUT")
            expect(ann.get_by_role("button", name="Send me a code")).to_be_visible()
            expect(address).to_have_value("ann@example.org")
            network.let_go("GET")
            prove(ann, postbox, "Send me a code")
            expect(ann.locator("b", has_text="ann@example.org")).to_be_visible()
            check_accessible(ann)
            elsewhere.goto("/me")
            prove(elsewhere, postbox, "Mail me a code")
            expect(elsewhere.get_by_role("heading", level=1)).to_have_text("By Mail")
            for page in (ann, elsewhere):
                page.context.close()


def prove(page: Page, postbox: Postbox, verb: str) -> None:
    """Have a code sent, and type it in."""
    before = len(postbox.mails)
    page.get_by_label("Your mail address").fill("ann@example.org")
    page.get_by_role("button", name=verb).click()
    expect(page.get_by_text("a code is on its way")).to_be_visible()
    wait_for(lambda: len(postbox.mails) > before)
    code = re.search(r"\b[A-Z2-9]{6}\b", postbox.mails[-1].get_content())
    assert code
    page.get_by_label("The six characters").fill(code[0])
    page.get_by_role("button", name="Enter", exact=True).click()
