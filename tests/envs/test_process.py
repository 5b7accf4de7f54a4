"""The games as decision processes: what they play is what the rules allow, and nothing leaks."""

import pickle
from collections import Counter

import msgspec
import numpy as np
import pytest

from inglenook import NATURE, Match, Refused, Rng
from inglenook.core.fold import Fold
from inglenook.core.game import Entry
from inglenook.envs.process import EVERYBODY, OVER, Node, Process
from tests.envs.games import SETTINGS, SHORT, Setting, nodes

SEEDS = 1500
"""Draws of one kind that are compared with their weights."""
UNLIKELY = 1e-4
"""So unlikely a difference counts as a fault. Seeds are fixed: what passes once passes always."""


def log(n: Node) -> list[Entry]:
    entries, link = [], n.log
    while link:
        entries.append(link.entry)
        link = link.before
    return entries[::-1]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_whole_games_keep_the_rules_and_their_limits(setting: Setting) -> None:
    process = setting.process()
    played = nodes(process, "whole")
    limits, last = process.fit.limits, played[-1]
    for n in played:
        for seat in range(process.seats):
            actions = process.legal(n, seat)
            assert list(actions) == sorted(set(actions))
            assert all(0 <= action < process.fit.actions for action in actions)
            assert bool(actions) == (n.turn in (seat, EVERYBODY))
            names = [process.fit.name(n.state, seat, n.prefix, each) for each in actions]
            assert len(set(names)) == len(names)
            array = process.array(n, seat)
            assert array.dtype == np.float32
            assert array.shape == (process.fit.size,)
            assert np.isfinite(array).all()
        if n.turn == NATURE:
            assert 1 < len(process.chances(n)) <= limits.outcomes
        assert process.outcome(n) is None or n is last
        assert n is last or process.returns(n) == (0,) * process.seats
    fold = Fold(process.game, setting.seats, setting.options)
    for entry in log(last):
        fold.follow(entry)
    outcome = process.outcome(last)
    assert outcome
    assert fold.state == last.state
    assert outcome.reason == "too-long" or fold.outcome() == outcome
    assert all(limits.least <= score <= limits.most for score in outcome.scores)
    assert last.taken <= limits.longest
    assert sum(n.turn == NATURE for n in played) <= limits.draws
    if setting.seats > 1:
        assert sum(process.returns(last)) == pytest.approx(0)
        assert outcome.reason == "too-long" or len(set(process.returns(last))) > 1


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_nobody_is_told_what_they_may_not_know(setting: Setting) -> None:
    """Whatever is hidden from a seat can be something else without it noticing."""
    process = setting.process()
    game = process.game
    checked = 0
    for n in nodes(process, "secrets")[::3]:
        for seat in range(process.seats):
            if n.turn in (OVER, NATURE):
                continue
            guessed = game.determinize(game.view(n.state, seat), Rng("guess", checked))
            other = Node(guessed, n.t, n.turn, n.prefix, n.parts, n.deeds, n.log, n.taken)
            assert (process.array(n, seat) == process.array(other, seat)).all()
            if game.name != "konexi":  # its text is the whole state, and nothing in it is secret
                assert process.information(n, seat) == process.information(other, seat)
            checked += 1
    assert checked


@pytest.mark.parametrize("setting", SHORT.values(), ids=str)
def test_nodes_can_be_kept_compared_and_gone_back_to(setting: Setting) -> None:
    process = setting.process()
    one, other = nodes(process, "again"), nodes(process, "again")
    assert [process.key(n) for n in one] == [process.key(n) for n in other]
    assert len({process.key(n) for n in one}) > len(one) // 2
    n = one[len(one) // 2]
    kept = pickle.loads(pickle.dumps(n))
    assert process.key(kept) == process.key(n)
    assert process.information(kept, 0) == process.information(n, 0)


@pytest.mark.parametrize("game", ["conex", "prolix", "konexi"])
def test_chances_are_what_nature_draws(game: str) -> None:
    """Every draw is among its chances, and comes as often as they say: once for each phase."""
    match = Match(game, 3, seed="law")
    while len(match.log) < 80 and not match.outcome():
        match.play(match.sample())
    seen = set[str]()
    for state in match.history():
        if state.phase not in seen and match.game.chances(state):
            seen.add(state.phase)
            _compare(match.game, state)
    wanted = {"conex": {"lots", "deal", "drawing", "rolling"}, "prolix": {"lots", "draw"}}
    assert seen >= wanted.get(game, {"lots", "ring", "roll"})


def _compare(rules, state) -> None:  # type: ignore[no-untyped-def] # of any game
    # Imported here: it takes most of a second, which every worker would spend to collect the tests.
    from scipy.stats import chisquare

    first, last = Counter(), Counter()  # type: ignore[var-annotated] # parts are of any kind
    for seed in range(SEEDS):
        move = rules.nature(state, Rng("chances", seed))
        parts = rules.parts(state, move)
        for place, part in enumerate(parts if seed < 20 else ()):
            assert part in dict(rules.chances(state, parts[:place]))
        assert rules.drawn(state, parts) == move
        assert rules.chances(state, parts) == ()
        first[parts[0]] += 1
        last[parts[-1]] += 1
    chances = dict(rules.chances(state))
    total = sum(chances.values())
    assert len(chances) == len(rules.chances(state))
    expected = [SEEDS * weight / total for weight in chances.values()]
    assert chisquare([first[part] for part in chances], expected).pvalue > UNLIKELY
    if len(parts) > 1 and len(last) < 100:
        # What comes last is as likely as what comes first, where all is drawn from one heap.
        heap = [last[part] for part in chances]
        if sum(heap) == SEEDS and state.phase != "draw":
            assert chisquare(heap, expected).pvalue > UNLIKELY


def test_facts_say_what_the_games_are() -> None:
    facts = {
        name: (p.game.dynamics, p.game.information, p.game.chance)
        for name, setting in SHORT.items()
        for p in (setting.process(),)
    }
    assert facts == {
        "kewbz": ("sequential", "perfect", "none"),
        "conex": ("sequential", "imperfect", "listed"),
        "prolix": ("simultaneous", "imperfect", "listed"),
        "konexi": ("sequential", "perfect", "sampled"),
    }


def test_what_does_not_fit_is_refused() -> None:
    for refusal, arguments in (
        ("bad-fit", ("conex", 2, {}, {"grid": 0})),
        ("bad-fit", ("kewbz", 2, {}, {"grid": 3})),
        ("bad-seats", ("kewbz", 3)),
        ("bad-options", ("kewbz", 2, {"size": 4})),
        ("unknown-game", ("chess",)),
        ("no-fit", ("snap",)),
    ):
        with pytest.raises(Refused) as refused:
            Process(*arguments)
        assert refused.value.code == refusal


def test_the_log_as_a_seat_may_see_it() -> None:
    match = Match("conex", 2, seed="log")
    own, theirs, watcher = match.information(0), match.information(1), match.information()
    deal = next(n for n, entry in enumerate(match.log) if hasattr(entry.move, "hands"))
    mine, others, nobodys = (msgspec.to_builtins(log[deal].move) for log in (own, theirs, watcher))
    assert tuple(mine["hands"]["0"]) == match.state.hands[0]
    assert set(others["hands"]["0"]) == {""}
    assert set(nobodys["hands"]["1"]) == {""}
    with pytest.raises(Refused, match="no-such-seat"):
        match.information(2)
