"""CONEX: what others hold, what lies in the pile and what was given stays hidden."""

import re
from collections.abc import Iterable

import msgspec
import pytest

from inglenook import NATURE, Entry, Match, Move, Rng
from inglenook.games.conex.cards import deck
from inglenook.games.conex.rules.moves import Deal, Drew, Gave, Give, Lay, Lightning
from inglenook.games.conex.rules.state import State
from inglenook.server.live.publish import LookingOn, moved_message, sight, table_message
from inglenook.server.table.events import Sat
from inglenook.server.table.opening import open_table
from tests.games.conex_loaded import CONEX

TABLES = ("small", "medium", "large")
GAMES = [(seats, table, n) for seats in (2, 3, 4) for table in TABLES for n in range(4)]


def named(text: bytes) -> set[str]:
    """All cards that are named anywhere in a text."""
    found = {name.decode() for name in re.findall(rb"[RYPT]\d\d", text)}
    return found & deck().keys()


def open_to(s: State, seat: int | None) -> set[str]:
    """The cards whose place a seat may know: those on the table and its own."""
    return {*(laid.card for laid in s.laid), *(() if seat is None else s.hands[seat])}


def own(entry: Entry, seat: int | None) -> set[str]:
    """The cards that an entry may name to a seat because they were its own."""
    match entry.move:
        case Deal(hands):
            return set(hands.get(str(seat), ()))
        case Gave(cards):
            return {cards[str(seat)]} if str(seat) in cards else set()
        case Give(card) if entry.seat == seat:
            return {card}
        case _:
            return set()


def play(match: Match, seed: str) -> Iterable[int]:
    """Play at random to the end, some too slow to give; says where each batch of moves begins."""
    yield 0
    while not match.outcome():
        first = len(match.log)
        rng = Rng(f"players of {seed}", first)
        seat = rng.choice(sorted(match.to_move()))
        t = match.last_t + (30_000 if rng.below(3) == 0 else 1_000)
        match.advance(t)
        if len(match.log) == first:
            assert match.submit(seat, CONEX.sample(match.state, seat, rng), t) is None
        yield first


@pytest.mark.parametrize(("seats", "table", "n"), GAMES)
@pytest.mark.long
def test_nobody_is_told_of_other_hands_the_pile_or_given_cards(
    seats: int, table: str, n: int
) -> None:
    people = [Sat(seat, f"guest {seat}", "") for seat in range(seats)]
    state, _ = open_table("conex", {"table": table}, seats, people, "guest 0", "table", f"{n}")
    match = state.match
    kinds: set[type[Move]] = set()
    for first in play(match, f"secrets {table} {n}"):
        batch = match.log[first:]
        kinds |= {type(entry.move) for entry in batch}
        for seat in (None, *range(seats)):
            known = open_to(match.state, seat)
            view = msgspec.json.encode(match.view(seat))
            assert named(view) <= known
            if seat is not None and not match.outcome():
                # The search does find what is there.
                assert set(match.state.hands[seat]) <= named(view)
            for entry in batch:
                shown = msgspec.json.encode(match.game.hide(entry, seat))
                assert named(shown) <= own(entry, seat) | public(entry)
            guest = "watching" if seat is None else f"guest {seat}"
            told = moved_message(state, first, sight(state, guest))
            check_message(told, batch, known, seat)
            whole = table_message(state, guest, LookingOn(set(), (), ()), -1)
            check_message(whole, match.log, known, seat)
    assert {Deal, Drew} <= kinds


def public(entry: Entry) -> set[str]:
    """What everyone saw: cards that are laid, lain on or struck."""
    match entry.move:
        case Lay(card, target=target):
            return {card, target}
        case Lightning(card):
            return {card}
        case _:
            return set()


def check_message(told: bytes, log: Iterable[Entry], known: set[str], seat: int | None) -> None:
    # Taken apart, not decoded and encoded again: there are tens of thousands of them.
    parts = msgspec.json.decode(told, type=dict[str, msgspec.Raw])
    entries = msgspec.json.decode(parts.pop("entries"), type=list[msgspec.Raw])
    assert named(b" ".join(map(bytes, parts.values()))) <= known
    for entry, shown in zip(log, entries, strict=True):
        assert named(bytes(shown)) <= own(entry, seat) | public(entry)


def test_the_games_above_have_gifts_late_gifts_and_strikes_in_them() -> None:
    kinds: set[type[Move]] = set()
    for seats, table, n in GAMES:
        match = Match("conex", seats, {"table": table}, f"{n}")
        for _ in play(match, f"secrets {table} {n}"):
            pass
        kinds |= {type(entry.move) for entry in match.log}
    assert {Give, Gave, Lightning} <= kinds


def test_the_deal_shows_a_seat_its_own_cards() -> None:
    move = Deal({"0": ("R01", "R02"), "1": ("P01", "P02")})
    entry = Entry(1, 0, NATURE, move)
    assert CONEX.hide(entry, 1) == Deal({"0": ("", ""), "1": ("P01", "P02")})
    assert CONEX.hide(entry, None) == Deal({"0": ("", ""), "1": ("", "")})


def test_a_draw_shows_nobody_its_cards_and_everybody_their_number() -> None:
    entry = Entry(5, 0, NATURE, Drew(("R01", "P02")))
    for seat in (None, 0, 1):
        assert CONEX.hide(entry, seat) == Drew(("", ""))


def test_what_is_given_is_shown_to_the_giver_alone() -> None:
    entry = Entry(5, 0, 1, Give("R01"))
    assert CONEX.hide(entry, 1) == Give("R01")
    assert CONEX.hide(entry, 0) == CONEX.hide(entry, None) == Give("")
    late = Entry(6, 0, NATURE, Gave({"1": "R01", "2": "P01"}))
    assert CONEX.hide(late, 2) == Gave({"1": "", "2": "P01"})
    assert CONEX.hide(late, None) == Gave({"1": "", "2": ""})
