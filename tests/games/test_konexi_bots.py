"""The Konexi bots play whole games by what they see, and their hands keep within bounds."""

from collections.abc import Iterator
from math import hypot
from statistics import mean

import numpy as np
import pytest
from msgspec.structs import replace

from inglenook import Match
from inglenook.bots.find_player import advice
from inglenook.contests import arena
from inglenook.core.bot import Advice, Answer, Later
from inglenook.core.game import Move, Rng
from inglenook.core.registry import find_level, levels
from inglenook.games.konexi.bot import BOT, PAUSES, TRAITS, WATCH, closer
from inglenook.games.konexi.bot.drift import drift
from inglenook.games.konexi.bot.foresight import BOLD
from inglenook.games.konexi.bot.plan import Thought, reach, said, turn
from inglenook.games.konexi.bot.risk import at_speed, risk
from inglenook.games.konexi.bot.spelling import ALL, LONG, MAX_SETS, hang, words
from inglenook.games.konexi.bot.traits import noticed
from inglenook.games.konexi.rules import vocabulary
from inglenook.games.konexi.rules.hand import FASTEST, shake
from inglenook.games.konexi.rules.moves import Claim, Found, Join, MoveToken, Nothing, Take, Vote
from inglenook.games.konexi.rules.view import Proposal, View
from inglenook.words import is_shown
from tests.games.konexi_loaded import KONEXI

NAMES = ["fumble", "fidget", "tinker", "juggler", "surgeon", "watchmaker"]


def ask(view: View, seat: int, name: str, seq: int = 0) -> Move:
    answer: Answer = BOT.choose(view, seat, find_level("konexi", name), Rng("ask", seq))
    assert isinstance(answer, Later)
    low, high = next(pause for kind, pause in PAUSES.items() if isinstance(answer.move, kind))
    assert low <= answer.ms == answer.pause <= high + WATCH
    return answer.move


def seen(names: list[str], seed: str, **options: object) -> Iterator[tuple[View, int]]:
    """What each seat sees whenever it is to move, in a game that those levels play."""
    match = Match("konexi", len(names), dict(options), seed)
    while match.outcome() is None:
        (seat,) = match.to_move()
        yield match.view(seat), seat
        arena.step(match, names, seed)  # fails if a move is refused, or nobody moves


@pytest.fixture(scope="module")
def views() -> list[tuple[View, int]]:
    """A game of two good bots, phase by phase."""
    return list(seen(["juggler", "surgeon"], "views", goal=12, suspense=False))


def of(views: list[tuple[View, int]], phase: str) -> list[tuple[View, int]]:
    found = [(view, seat) for view, seat in views if view.phase == phase]
    assert found
    return found


def test_six_levels_by_name() -> None:
    assert [(found.name, found.number) for found in levels("konexi")] == [
        (name, number) for number, name in enumerate(NAMES, start=1)
    ]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.long
def test_every_level_plays_to_the_end(seats: int) -> None:
    names = [NAMES[(seats + n) % len(NAMES)] for n in range(seats)]
    assert len(list(seen(names, "whole", goal=4))) > seats


def test_same_chance_same_move(views: list[tuple[View, int]]) -> None:
    for view, seat in views[::4]:
        for name in NAMES:
            assert ask(view, seat, name) == ask(view, seat, name)


@pytest.mark.parametrize("letters", [1, 8, 26])
def test_the_error_of_a_hand_keeps_within_bounds(letters: int) -> None:
    means = []
    for hand in (0.0, 0.5, 1.0, 50.0):
        speeds = [hypot(*shake(hand, letters, Rng("shake", n))) for n in range(400)]
        assert max(speeds) <= FASTEST + 0.02
        means.append(mean(speeds))
    assert means[0] == 0
    # The mean of the magnitude of a normal deviate is √(2/π) of its spread.
    assert means[1] == pytest.approx(0.8 * 20 * min(1, letters / 8), rel=0.15)
    assert means[1] < means[2] < means[3]


def test_steadier_hands_at_higher_levels(views: list[tuple[View, int]]) -> None:
    view, seat = of(views, "place")[-1]
    hands = []
    for name in NAMES:
        move = ask(view, seat, name)
        assert isinstance(move, Join)
        assert move.released is None
        assert move.hand
        hands.append(move.hand)
    assert hands == [TRAITS[name].hand for name in NAMES]
    assert hands == sorted(hands, reverse=True)


def test_steady_hands_make_no_error(views: list[tuple[View, int]]) -> None:
    for view, seat in of(views, "place"):
        steady = replace(view, options=replace(view.options, steady=True))
        move = ask(steady, seat, "fumble")
        assert isinstance(move, (Found, Join))
        assert move.hand == 0


def test_suspense_hides_nothing_from_a_bot(views: list[tuple[View, int]]) -> None:
    for view, seat in of(views, "place")[::3]:
        state = KONEXI.determinize(view, Rng("", 0))
        hushed = replace(state, options=replace(state.options, suspense=True))
        less = KONEXI.view(hushed, seat)
        assert view.steady is not None
        assert less.steady is None
        assert ask(less, seat, "surgeon") == ask(view, seat, "surgeon")


def test_a_shaky_tower_and_a_fast_hand_are_risks() -> None:
    assert at_speed(-0.1, 0) > 0.99
    assert at_speed(0.8, 0) < 0.01
    assert risk(30, 10, 0.3) < risk(30, 10, 1.0)
    assert risk(30, 2, 1.0) < risk(30, 10, 1.0)
    assert risk(60, 10, 1.0) < risk(30, 10, 1.0) < risk(5, 10, 1.0)


def test_a_closer_look_trusts_gentle_hands_and_dreads_shaky_towers() -> None:
    assert closer.risk(-10, 8, 0.2) > 0.99
    assert closer.risk(60, 8, 0.2) < 0.005 < risk(60, 8, 0.2)
    assert closer.risk(8, 8, 0.2) < 0.03 < 0.1 < closer.risk(8, 8, 0.65)
    risks = [closer.risk(steady, 8, 0.65) for steady in range(101)]
    assert risks == sorted(risks, reverse=True)


def test_the_gauge_drifts_within_its_bounds() -> None:
    after = drift()
    assert after.shape[0] == 101
    assert after.min() == 0
    assert after.max() <= 100
    # A shaky tower rather stays so than that it gets worse; a steady one gets worse.
    assert np.median(after[6]) == 6
    assert after[95].mean() < 95


def test_the_strongest_leaves_others_a_shaky_tower(views: list[tuple[View, int]]) -> None:
    """Not the steadiest way to the letter it chooses, here and there; but none that it fears."""
    shaken = 0
    for view, seat in of(views, "place"):
        if view.tower:
            move = ask(view, seat, "watchmaker")
            assert isinstance(move, Join)
            ways = {
                (place.at, way.own, way.roll): way.gauge
                for place in view.places
                for way in place.ways
                if place.to == move.to
            }
            gauge, most = ways[move.at, move.own, move.roll], max(ways.values())
            assert gauge >= min(BOLD[0], most)
            shaken += gauge < most
    assert shaken


def test_what_a_letter_reaches_is_what_its_joins_spell(views: list[tuple[View, int]]) -> None:
    """The points foreseen at each letter of the tower are those of what it spells then."""
    everything = noticed(TRAITS["surgeon"], "", again=False)
    for view, _ in of(views, "place")[2::3]:
        tower = "".join(each.letter for each in view.tower)
        assert view.hand
        found = reach(view.links, tower, view.hand, everything)
        most = []
        for to in tower:
            pairs = [(link.a, link.b) for link in view.links]
            near = vocabulary.neighbours([*pairs, (view.hand, to)])
            polite = vocabulary.shown(near, view.hand)
            most.append(len(polite[0]) if polite else 0)
            assert found.points(to) == most[-1]
        assert found.points() == max(most)


def test_letters_that_hang_together_spell_the_same_words(views: list[tuple[View, int]]) -> None:
    """Towers are built up letter by letter, as playouts do, and compared with the words there."""
    table, letters = words(60), vocabulary.LETTERS
    for view, _ in of(views, "place")[2::3]:
        hung, points, kept = np.zeros(MAX_SETS, np.uint32), np.zeros((ALL, ALL), np.int64), 0
        pairs = [(link.a, link.b) for link in view.links]
        standing = [each.letter for each in view.tower]
        for n, letter in enumerate(standing):
            mates = vocabulary.neighbours(pairs)[letters.index(letter)]
            near = np.uint32(mates & vocabulary.mask(standing[:n]))
            kept = hang(table, hung, kept, letters.index(letter), near, points)
        for new in set(letters) - set(standing):
            for to in standing:
                near_all = vocabulary.neighbours([*pairs, (new, to)])
                fitting = (len(word) for word in vocabulary.shown(near_all, new))
                most = max((length for length in fitting if length <= LONG + 1), default=0)
                assert points[letters.index(new), letters.index(to)] == most


def test_the_strongest_says_the_word_that_wins(views: list[tuple[View, int]]) -> None:
    view, seat = of(views, "place")[-1]
    assert view.hand
    tower = "".join(each.letter for each in view.tower)
    found = reach(view.links, tower, view.hand, noticed(TRAITS["watchmaker"], "", again=False))
    best = max(found.points(place.to) for place in view.places)
    assert best
    goal = view.scores[seat] + best
    move = ask(replace(view, options=replace(view.options, goal=goal)), seat, "watchmaker")
    assert isinstance(move, Join)
    assert found.points(move.to) == best


@pytest.mark.parametrize("name", NAMES)
def test_words_are_in_its_vocabulary_and_polite(name: str) -> None:
    book, traits = vocabulary.book(), TRAITS[name]
    first, again = (noticed(traits, "0 1 ABC", again) for again in (False, True))
    assert all(again[first])
    assert all(is_shown(book.words[i]) for i in again.nonzero()[0])
    assert max(book.sizes[again]) <= traits.size


def test_weaker_levels_see_fewer_words_and_long_ones_least() -> None:
    book = vocabulary.book()
    counts = [sum(noticed(TRAITS[name], "turn", again=False)) for name in NAMES]
    assert counts == sorted(counts)
    words = [book.words[i] for i in noticed(TRAITS["fidget"], "turn", again=False).nonzero()[0]]
    shares = [
        sum(len(word) == n for word in words) / sum(len(word) == n for word in book.words)
        for n in (3, 5, 7)
    ]
    assert shares == sorted(shares, reverse=True)


def test_the_strongest_says_the_best_word_there_is(views: list[tuple[View, int]]) -> None:
    for view, seat in of(views, "claim"):
        assert view.new
        near = vocabulary.neighbours((link.a, link.b) for link in view.links)
        best = vocabulary.shown(near, view.new)
        assert ask(view, seat, "surgeon") == (Claim(best[0]) if best else Nothing())


def test_a_word_that_a_letter_was_placed_for_is_remembered() -> None:
    match = Match("konexi", 2, {"steady": True}, "remember")
    kept = 0
    while kept < 3:
        (seat,) = match.to_move()
        view: View = match.view(seat)
        if view.phase == "place" and view.tower and view.hand:
            move = ask(view, seat, "tinker")
            assert isinstance(move, Join)
            thought = Thought(view, seat, TRAITS["tinker"], Rng("", 0))
            hoped = thought.reach(view.hand).points(move.to)
            assert match.submit(seat, move, match.last_t) is None
            after: View = match.view(seat)
            if after.phase == "claim" and hoped:
                words = said(after, noticed(TRAITS["tinker"], turn(after, seat), again=True))
                assert len(next(words)) >= hoped
                kept += 1
        else:
            arena.step(match, ["tinker"] * 2, "remember")


def test_everybody_watches_the_tower_first(views: list[tuple[View, int]]) -> None:
    for view, seat in of(views, "claim"):
        answer = BOT.choose(view, seat, find_level("konexi", "tinker"), Rng("watch", 0))
        assert isinstance(answer, Later)
        assert WATCH < answer.ms < view.options.word_ms
        hasty = replace(view, options=replace(view.options, word_ms=1000))
        hurried = BOT.choose(hasty, seat, find_level("konexi", "tinker"), Rng("watch", 0))
        assert isinstance(hurried, Later)
        assert hurried.ms <= 500


@pytest.mark.parametrize(
    ("word", "recognised"),
    # The first is in SCOWL, beyond the size that counts.
    [("bosky", True), ("lucer", False), ("cu", False), ("re", False)],
)
def test_bots_recognise_what_a_large_dictionary_has(
    views: list[tuple[View, int]], word: str, recognised: bool
) -> None:
    view, seat = of(views, "claim")[0]
    asked = replace(view, phase="vote", proposal=Proposal(word, (1 - seat,), 9000), may=("vote",))
    for name in NAMES:
        assert ask(asked, 1 - seat, name) == Vote(recognised)
    assert [hint.move for hint in advice("konexi", asked, 1 - seat, "", 0)] == [Vote(recognised)]


def test_the_strongest_would_rather_not_fall(views: list[tuple[View, int]]) -> None:
    view, seat = of(views, "place")[-1]
    # Nobody is about to win: that would be a reason to let the tower fall.
    view = replace(view, options=replace(view.options, goal=200))
    move = ask(view, seat, "surgeon")
    assert isinstance(move, Join)
    gauge = {
        (place.to, place.at, way.own, way.roll): way.gauge
        for place in view.places
        for way in place.ways
    }
    assert gauge[move.to, move.at, move.own, move.roll] > 0
    # Where every join but one is bound to fall, it takes that one.
    falling = tuple(
        replace(place, ways=tuple(replace(way, steady=-10) for way in place.ways))
        for place in view.places
    )
    first = falling[0]
    saved = replace(first, ways=(replace(first.ways[0], steady=60), *first.ways[1:]))
    thought = Thought(view, seat, TRAITS["surgeon"], Rng("saved", 0))
    assert view.hand
    chosen = thought.joins(view.hand, (saved, *falling[1:]))[0].move
    assert isinstance(chosen, Join)
    assert (chosen.to, chosen.at) == (saved.to, saved.at)
    assert (chosen.own, chosen.roll) == (saved.ways[0].own, saved.ways[0].roll)


def test_the_token_goes_where_a_letter_is_worth_having(views: list[tuple[View, int]]) -> None:
    view, seat = of(views, "take")[-1]
    free = replace(view, phase="token", left=None, right=None, may=("move",))
    move = ask(free, seat, "surgeon")
    assert isinstance(move, MoveToken)
    thought = Thought(free, seat, TRAITS["surgeon"], Rng("", 0))
    points = {letter: thought.reach(letter).points() for letter in view.ring}
    assert points[view.ring[move.gap]] >= sorted(points.values())[-4]


def test_hints_are_legal_and_differ(views: list[tuple[View, int]]) -> None:
    for phase, kind in (("take", Take), ("place", (Found, Join)), ("claim", (Claim, Nothing))):
        for view, seat in of(views, phase)[::4]:
            hints: tuple[Advice, ...] = advice("konexi", view, seat, "hints", 0)
            assert 1 <= len(hints) <= 5
            assert all(isinstance(hint.move, kind) for hint in hints)
            assert len({hint.move for hint in hints}) == len(hints)
            worths = [hint.worth for hint in hints]
            assert worths == sorted(worths, reverse=True)


@pytest.mark.long
def test_stronger_level_wins() -> None:
    result, _ = arena.play(
        "konexi",
        ("surgeon", "fumble"),
        6,
        options={"goal": 10},
        seed="t",
        workers=1,
        on_progress=lambda _: None,
    )
    assert result.rate > 0.6
