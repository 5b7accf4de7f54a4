"""The Kewbz bots play legal moves everywhere, and their search finds what brute force finds."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from inglenook import Match
from inglenook.core.bot import Level
from inglenook.core.game import Entry, Rng
from inglenook.core.registry import find_level, levels
from inglenook.games.kewbz import fast, mind, rules
from inglenook.games.kewbz.bot import BOT
from inglenook.games.kewbz.endings import best_to_the_end, count_out
from inglenook.games.kewbz.judge import WIN, judge
from inglenook.games.kewbz.root_search import best, options
from inglenook.games.kewbz.search import DEEPEST, INFINITY, blank, key_of, search

KEWBZ = rules.Kewbz()


def game(size: int, cubes: int, seed: str) -> list[rules.State]:
    """The positions of a random game in which there is a move."""
    s, rng, states = KEWBZ.setup(2, rules.Options(size, cubes)), Rng(seed, 0), []
    while not KEWBZ.outcome(s):
        states.append(s)
        s = KEWBZ.apply(s, Entry(0, 0, s.turn, KEWBZ.sample(s, s.turn, rng)))
    return states


def final_value(s: rules.State) -> int:
    """Of a finished game, to the player who would move."""
    scores = KEWBZ.scores(s)
    lead = scores[s.turn] - scores[1 - s.turn]
    return 100 * lead + (WIN if lead > 0 else -WIN if lead < 0 else 0)


def brute(s: rules.State, depth: int) -> int:
    """Plain minimax over every legal move, choices of corners included."""
    moves = list(KEWBZ.legal(s, s.turn))
    if not moves:
        return final_value(s)
    if depth == 0:
        return judge(fast.board(s.size), fast.from_state(s))
    return max(-brute(KEWBZ.apply(s, Entry(0, 0, s.turn, move)), depth - 1) for move in moves)


def at(name: str) -> int:
    """Where a cell of the standard board is in a mask."""
    return fast.place_of(8, rules.grid(8).cells[name])


def test_ten_levels_by_name() -> None:
    names = [
        "pebble",
        "flint",
        "cobble",
        "brick",
        "lintel",
        "pillar",
        "arch",
        "buttress",
        "keystone",
        "capstone",
    ]
    assert [(found.name, found.number) for found in levels("kewbz")] == [
        (name, number) for number, name in enumerate(names, start=1)
    ]


@pytest.mark.parametrize("size", range(5, 13))
@pytest.mark.parametrize("swap", [False, True])
def test_legal_to_the_end_on_every_size(size: int, swap: bool) -> None:
    match = Match("kewbz", options={"size": size, "cubes": 8 + size, "swap": swap})
    players = ("pebble", "keystone") if size % 2 else ("keystone", "cobble")
    while match.outcome() is None:
        (seat,) = match.to_move()
        # So little time that most searches are stopped half-way.
        quick = Level(players[seat], find_level("kewbz", players[seat]).number, 0.02)
        move = BOT.choose(match.view(seat), seat, quick, Rng("bots", len(match.log)))
        assert match.submit(seat, move, 0) is None


@pytest.mark.parametrize("name", ["pebble", "brick", "pillar", "arch"])
def test_same_seed_same_move(name: str) -> None:
    s = game(8, 30, "same")[9]
    view = KEWBZ.view(s, s.turn)
    first, again = (
        BOT.choose(view, s.turn, find_level("kewbz", name), Rng("same", 1)) for _ in "12"
    )
    assert first == again


def test_short_of_cubes_the_best_choice_is_found() -> None:
    compared = 0
    for seed in range(25):
        for s in game(6, 10, f"short {seed}"):
            for option in options(s):
                entry = Entry(0, 0, s.turn, option.move)
                assert KEWBZ.check(s, entry) is None
                chosen = KEWBZ.apply(s, entry)
                assert fast.from_state(chosen) == option.after
                if option.move.stack:
                    all_choices = [
                        KEWBZ.apply(s, Entry(0, 0, s.turn, move))
                        for move in KEWBZ.legal(s, s.turn)
                        if isinstance(move, rules.Place) and move.cell == option.move.cell
                    ]
                    assert final_value(chosen) == min(map(final_value, all_choices))
                    compared += 1
    assert compared > 50


@pytest.mark.parametrize(("size", "moves"), [(5, 1), (6, 7), (8, 12), (9, 8)])
@pytest.mark.parametrize("depth", [1, 2])
def test_search_is_minimax(size: int, moves: int, depth: int) -> None:
    s = game(size, 20, "minimax")[moves]
    found = search(fast.board(size), fast.from_state(s), depth, -INFINITY, INFINITY, 0, blank(size))
    assert found == brute(s, depth)


@pytest.mark.parametrize("seed", range(12))
def test_endgames_are_exact(seed: int) -> None:
    # Every move takes a cube: where one player has few, brute force can manage.
    s = next(s for s in game(5, 12, f"endgame {seed}") if min(s.unplayed) <= 3)
    choice, value = best(5, options(s), DEEPEST, blank(5))
    assert value == brute(s, 99)
    assert KEWBZ.check(s, Entry(0, 0, s.turn, choice.move)) is None


@pytest.mark.parametrize("size", [8, 9])
@pytest.mark.parametrize("seed", range(4))
def test_endings_are_counted_out(size: int, seed: int) -> None:
    s = next(s for s in game(size, 20, f"ending {seed}") if min(s.unplayed) <= 5)
    counted = best_to_the_end(s, blank(size))
    _, value = best(size, options(s), DEEPEST, blank(size))
    assert counted
    # As good as the best that the search finds, which is held to brute force.
    b, m = fast.board(size), blank(size)
    assert -search(b, counted.after, DEEPEST - 1, -INFINITY, INFINITY, 0, m) == value
    assert count_out(b, fast.from_state(s), -INFINITY, INFINITY, 0, blank(size)) == value
    m.stop[0] = True
    assert best_to_the_end(s, m) is None


def mirrored(s: rules.State) -> rules.State:
    n = s.size
    stacks = tuple(s.stacks[f * n + (n - 1 - r)] for r in range(n) for f in range(n))
    return rules.State(n, stacks, s.unplayed, s.turn, s.swap)


@pytest.mark.parametrize("size", [8, 9])
def test_mirror_images_share_the_table(size: int) -> None:
    m, s = blank(size), game(size, 30, "mirror")[5]
    keys = set()
    for _ in range(4):
        keys.add(key_of(fast.from_state(s), m)[0])
        s = mirrored(s)
    assert len(keys) == 1
    assert key_of(fast.from_state(game(size, 30, "other")[5]), m)[0] not in keys
    # Found through its mirror image, a position has the same value and needs no search.
    b = fast.board(size)
    value = search(b, fast.from_state(s), 5, -INFINITY, INFINITY, 0, m)
    m.counts.fill(0)
    assert search(b, fast.from_state(mirrored(s)), 5, -INFINITY, INFINITY, 0, m) == value
    assert m.counts[0] == 1


def test_the_strong_overlook_nothing() -> None:
    match = Match("kewbz")
    for n, cell in enumerate(("c2", "b3", "c4", "d3")):
        assert match.submit(n % 2, {"type": "place", "cell": cell}, 0) is None
    plus = rules.Place("c3")
    for n in range(60):
        assert BOT.choose(match.view(0), 0, find_level("kewbz", "pillar"), Rng("plus", n)) == plus
    missed = [
        BOT.choose(match.view(0), 0, find_level("kewbz", "pebble"), Rng("", n)) for n in range(60)
    ]
    assert any(move != plus for move in missed)


@pytest.mark.long
@pytest.mark.parametrize(("size", "swap"), [(6, True), (9, False)])
def test_the_network_plays_legal_moves_to_the_end(size: int, swap: bool) -> None:
    match = Match("kewbz", options={"size": size, "cubes": 20, "swap": swap})
    quick = Level("capstone", 9, 0.03)
    while match.outcome() is None:
        (seat,) = match.to_move()
        move = BOT.choose(match.view(seat), seat, quick, Rng("", len(match.log)))
        assert match.submit(seat, move, 0) is None


def test_the_network_takes_what_is_there_to_take() -> None:
    match = Match("kewbz")
    for n, cell in enumerate(("c2", "b3", "c4", "d3")):
        assert match.submit(n % 2, {"type": "place", "cell": cell}, 0) is None
    s = rules.Kewbz().determinize(match.view(0), Rng("", 0))
    found = mind.think(8, fast.from_state(s), blank(8), 50)
    assert found[0].place == at("c3")
    assert found[0].value > 0


def test_a_move_that_the_network_overlooks_is_found_all_the_same() -> None:
    towers = (
        "b1 001, c1 0, d1 1, e1 110, a2 1, b2 001, e2 01, f2 1, b3 10, c3 010, a4 0, c4 1,"
        " a5 101, b5 0, c5 0011, d5 1"
    )
    owners = dict(tower.split() for tower in towers.split(","))
    stacks = tuple(tuple(map(int, owners.get(name, ""))) for name in rules.grid(8).names)
    s = rules.State(8, stacks, (15, 14), 0, False)
    found = mind.think(8, fast.from_state(s), blank(8), 4000)
    # All others lose; the network gives this one no chance in a thousand.
    assert found[0].place == at("c6")
    assert found[0].value > 0 > found[1].value


def test_the_network_goes_on_from_what_it_found_at_its_last_move() -> None:
    s = game(8, 30, "goes on")[6]
    place = mind.think(8, fast.from_state(s), blank(8), 300)[0].place
    (mine,) = (choice for choice in options(s) if at(choice.move.cell) == place)
    s = KEWBZ.apply(s, Entry(0, 0, s.turn, mine.move))
    reply, _ = best(8, options(s), 3, blank(8))
    s = KEWBZ.apply(s, Entry(0, 0, s.turn, reply.move))
    assert sum(move.visits for move in mind.think(8, fast.from_state(s), blank(8), 1)) > 1
    # Nothing is known of a position that does not follow.
    other = fast.from_state(game(8, 30, "another")[8])
    assert sum(move.visits for move in mind.think(8, other, blank(8), 1)) == 0


@pytest.fixture
def no_network() -> Iterator[None]:
    """Whether there is a network is found out anew, now and after the test."""
    mind.network.cache_clear()
    yield
    mind.network.cache_clear()


def says_once(said: str, what: str) -> bool:
    return said.count("\n") == 1 and said.startswith(f"inglenook: {what}")


def play_twice() -> None:
    view = KEWBZ.view(KEWBZ.setup(2, rules.Options()), 0)
    for n in range(2):
        assert BOT.choose(view, 0, Level("capstone", 9, 0.03), Rng("", n))


@pytest.mark.usefixtures("no_network")
def test_without_a_runtime_for_the_network_the_search_plays_and_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    play_twice()
    assert says_once(capsys.readouterr().err, "without onnxruntime")


@pytest.mark.usefixtures("no_network")
def test_so_it_does_where_the_runtime_is_not_made_for_the_machine(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "onnxruntime.py").write_text("raise ImportError('no such symbol')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "onnxruntime", raising=False)
    play_twice()
    assert says_once(capsys.readouterr().err, "without onnxruntime")


@pytest.mark.usefixtures("no_network")
@pytest.mark.parametrize("left", [b"\x08\x09 half of it", None])
def test_so_it_does_where_the_file_of_the_network_is_damaged(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    left: bytes | None,
) -> None:
    if left:
        (tmp_path / "mind.onnx").write_bytes(left)
    monkeypatch.setattr(mind, "files", lambda _: tmp_path)
    play_twice()
    assert says_once(capsys.readouterr().err, "without its network (")
