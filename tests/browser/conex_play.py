"""What people do at a CONEX table, in the words of the screen."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.steps import Json, press, tab_to


class Plan:
    """Plays for whoever is to move, so that everything in the game happens as soon as it can.

    It goes for the die until both stars have been won and used, lays a card along an edge, and then
    for points.
    """

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def next(self, view: Json) -> Json:
        """A move for the seat whose view it is."""
        if view["rolled"]:
            self.seen.add("rolled")
        may = view["may"]
        if "give" in may:
            return {"type": "give", "card": view["hand"][0]}
        if view["phase"] == "closing" and "lightning" in may and view["free"]:
            self.seen.add("lightning")
            return {"type": "lightning", "card": view["free"][0]}
        if "lay" in may and (lay := self._lay(view)):
            return lay
        return {"type": next(deed for deed in ("draw", "pass", "end") if deed in may)}

    def _lay(self, view: Json) -> Json | None:
        starry = {"lightning", "double"} <= self.seen
        double = "double" in view["may"]
        slides = view["legal"]["slides"]
        if starry and slides and "slide" not in self.seen:
            self.seen.add("slide")
            return lay(slides[0], double)
        fixed = sorted(view["legal"]["fixed"], key=lambda spot: -spot["points"])
        if not starry and not double and view["pile"]:
            fixed = [spot for spot in fixed if int(spot["card"][1:]) > 10]
        if not fixed:
            return lay(slides[0], double) if slides and not view["pile"] else None
        self.seen |= {"double"} if double else set()
        return lay(fixed[0], double)


def lay(spot: Json, double: bool = False) -> Json:
    """The lay at a spot, halfway along where it slides: where the arrow keys end up."""
    slide = (spot.get("from", 0) + spot.get("to", 0) + 1) // 2
    named = {key: spot[key] for key in ("card", "corner", "target", "spot")}
    return {"type": "lay", **named, "slide": slide, "double": double}


def hand(page: Page) -> Locator:
    return page.get_by_role("toolbar", name="Your cards").get_by_role("button")


def in_hand(page: Page, card: str) -> Locator:
    return page.get_by_role("toolbar", name="Your cards").locator(f"[data-card={card}]")


def on_table(page: Page, card: str) -> Locator:
    return felt(page).locator(f"[data-card={card}]")


def laid(page: Page) -> Locator:
    """All cards on the table."""
    return felt(page).locator("[data-card]")


def felt(page: Page) -> Locator:
    return page.get_by_role("application", name="Table")


def deed(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="What you can do").get_by_role(
        "button", name=re.compile(f"^{name}")
    )


def result(page: Page) -> Locator:
    return page.get_by_role("dialog", name=re.compile("won|win"))


def aim(page: Page, move: Json) -> None:
    """Take a card and go through its spots to the right one."""
    in_hand(page, move["card"]).click()
    wanted = f"{move['card']}.{move['corner']}.{move['target']}.{move['spot']}."
    ghost = page.locator("[data-ghost]")
    for _ in range(200):
        deed(page, "Next spot").click()
        if str(ghost.get_attribute("data-ghost")).startswith(wanted):
            return
    raise AssertionError(f"no spot {wanted}")


def do_by_keys(page: Page, view: Json, move: Json) -> None:
    """Make a move with the keyboard, and see that it was made."""
    held = hand(page).count()
    by_keys(page, view, move)
    match move["type"]:
        case "lay":
            expect(in_hand(page, move["card"])).to_be_hidden()
            expect(on_table(page, move["card"])).to_be_visible()
        case "lightning":
            expect(on_table(page, move["card"])).to_be_hidden()
        case "give":
            expect(in_hand(page, move["card"])).to_be_hidden()
        case "draw":
            expect(hand(page)).not_to_have_count(held)


def by_keys(page: Page, view: Json, move: Json) -> None:
    """Make a move with the keyboard."""
    keys = page.keyboard
    match move["type"]:
        case "lay":
            if move.get("double"):
                press(deed(page, "Double this lay"))
            to_card(page, move["card"])
            keys.press("Enter")
            # The first of its spots; a lay along an edge is in the middle of it.
            expect(felt(page)).to_be_focused()
            wanted = f"{move['card']}.{move['corner']}.{move['target']}.{move['spot']}."
            ghost = page.locator("[data-ghost]")
            while not str(ghost.get_attribute("data-ghost")).startswith(wanted):
                keys.press("ArrowRight")
            keys.press("Enter")
        case "lightning":
            press(deed(page, "Strike a card"))
            expect(felt(page)).to_be_focused()
            for _ in range(view["free"].index(move["card"]) + 1):
                keys.press("ArrowRight")
            keys.press("Enter")
        case "give":
            to_card(page, move["card"])
            keys.press("Enter")
            press(deed(page, "Put it under"))
        case "draw":
            press(deed(page, "Draw two"))
        case "pass":
            press(deed(page, "Pass"))
        case "end":
            press(deed(page, "End turn"))


def to_card(page: Page, card: str) -> None:
    tab_to(page, hand(page).and_(page.locator("[tabindex='0']")))
    page.keyboard.press("Home")
    while in_hand(page, card).evaluate("card => card !== document.activeElement"):
        page.keyboard.press("ArrowRight")
