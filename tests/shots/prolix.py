"""Tables of Prolix."""

import re

from playwright.sync_api import Page, expect

from tests.browser import test_prolix
from tests.browser.steps import new_table
from tests.shots.states import ANN, Arrive, at, state


def prolix_three(arrive: Arrive) -> list[Page]:
    people = {name: arrive() for name in ("Ann", "Bob", "Cid")}
    test_prolix.gather(people, rounds=1, **test_prolix.PATIENT)
    return test_prolix.seated_by_turn(list(people.values()))


@state("prolix-ready")
def prolix_ready(arrive: Arrive) -> Page:
    page = arrive()
    at(page, f"/t/{new_table(page, 'prolix', ANN, ready=True)}")
    page.get_by_role("button", name="I am ready").wait_for()
    return page


@state("prolix-alone")
def prolix_alone(arrive: Arrive) -> Page:
    page = arrive()
    at(page, f"/t/{new_table(page, 'prolix', ANN, timer_ms=600_000)}")
    test_prolix.say(page, "horse")
    return page


@state("prolix-my-turn")
def prolix_my_turn(arrive: Arrive) -> Page:
    active, second, _ = prolix_three(arrive)
    second.get_by_role("button", name="Flip", exact=True).click()
    test_prolix.field(active).fill("strengths")
    return active


@state("prolix-doubt")
def prolix_doubt(arrive: Arrive) -> Page:
    """A word that is not in the list is asked about before it is said."""
    active, *_ = prolix_three(arrive)
    test_prolix.say(active, "zzzqq")
    expect(active.get_by_role("button", name="Say it anyway")).to_be_visible()
    return active


@state("prolix-at-stake")
def prolix_at_stake(arrive: Arrive) -> Page:
    active, _, third = prolix_three(arrive)
    test_prolix.say(active, "strengths")
    expect(test_prolix.stakes(third)).to_contain_text("strengths")
    return third


@state("prolix-vote")
def prolix_vote(arrive: Arrive) -> Page:
    active, second, third = prolix_three(arrive)
    test_prolix.say(active, "strengths")
    third.get_by_role("button", name=re.compile("^Challenge")).click()
    expect(second.get_by_text("Do you know it?")).to_be_visible()
    return second


@state("prolix-verdict")
def prolix_verdict(arrive: Arrive) -> Page:
    second = prolix_vote(arrive)
    second.get_by_role("button", name="Yes, I know it").click()
    expect(second.locator(".verdict")).to_be_visible()
    return second


@state("prolix-result")
def prolix_result(arrive: Arrive) -> Page:
    page = arrive()
    at(page, f"/t/{new_table(page, 'prolix', ANN, timer_ms=600_000)}")
    for word in (test_prolix.best(page), "oi"):
        test_prolix.field(page).fill(word)
        page.get_by_role("button", name="Write it down").click()
        page.wait_for_timeout(500)
    expect(page.get_by_role("dialog")).to_be_visible()
    return page
