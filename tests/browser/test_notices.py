"""Being told that it is my turn: the page on which I say how, and what a push does in a browser."""

import json
from typing import Any

from playwright.sync_api import expect

from tests.browser.steps import focus_is_kept, press
from tests.browser.test_pages import People, check_accessible
from tests.serving import Server


def test_the_page_on_which_i_say_how(person: People) -> None:
    page = person()
    page.goto("/notices")
    press(page.get_by_role("button", name="Make an address"))
    field = page.get_by_label("Address of the calendar")
    address = field.input_value()
    assert page.request.get(address).headers["content-type"].startswith("text/calendar")
    press(page.get_by_role("button", name="Make a new one"))
    expect(field).not_to_have_value(address)
    assert page.request.get(address).status == 404
    # A webhook into the house's own network is not called, and nothing is kept.
    page.get_by_label("Address of the webhook").fill("http://127.0.0.1:1/")
    press(page.get_by_role("button", name="Try it and keep it"))
    expect(page.get_by_text("127.0.0.1 is not on the internet")).to_be_visible()
    check_accessible(page)
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    # Focus stays where something is, though the button is gone.
    press(page.get_by_role("button", name="End it"))
    expect(page.get_by_role("button", name="Make an address")).to_be_visible()
    focus_is_kept(page)
    # What was typed is still there, whatever else was changed meanwhile.
    expect(page.get_by_label("Address of the webhook")).to_have_value("http://127.0.0.1:1/")


def test_a_push_is_shown_once_a_table_and_gone_when_it_is_seen(
    person: People, server: Server
) -> None:
    page = person(service_workers="allow", permissions=["notifications"])
    devtools = page.context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"])
    )
    devtools.send("ServiceWorker.enable")
    page.goto("/notices")
    page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    while not (ours := [each for each in found if each["scopeURL"] == f"{server.url}/"]):
        page.wait_for_timeout(20)

    def push(table: str, title: str) -> None:
        data = json.dumps({"table": table, "title": title, "body": "with Ada", "lang": "en"})
        about = {"origin": server.url, "registrationId": ours[0]["registrationId"], "data": data}
        devtools.send("ServiceWorker.deliverPushMessage", about)

    def until(wanted: list[list[str]]) -> None:
        page.wait_for_function(
            """async (wanted) => JSON.stringify(
                (await (await navigator.serviceWorker.ready).getNotifications())
                    .map((each) => [each.tag, each.title, each.body, each.data]).sort()
            ) === JSON.stringify(wanted)""",
            arg=wanted,
        )

    made = page.request.post(
        "/api/tables", data={"game": "kewbz", "seats": [{"kind": "free"}, {"kind": "free"}]}
    )
    table = made.json()["id"]
    push(table, "First")
    push("another", "Other")
    push(table, "Second")
    second = [table, "Second", "with Ada", f"/t/{table}"]
    other = ["another", "Other", "with Ada", "/t/another"]
    until(sorted([second, other]))
    page.goto(f"/t/{table}")
    until([other])
