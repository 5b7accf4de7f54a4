"""The CONEX bots play legal moves to the end, by what their seat may know, and do what they say."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from statistics import mean

import numpy as np
import pytest
from msgspec.structs import replace

from inglenook import Match
from inglenook.bots.find_player import advice
from inglenook.contests import arena
from inglenook.core.bot import Adviser, Answer, Later
from inglenook.core.game import NATURE, Entry, Move, Refused, Rng
from inglenook.core.registry import find_bot, find_level, levels
from inglenook.games.conex.bot import BOT, CAREFUL, CUNNING, PLAYOUTS
from inglenook.games.conex.bot.field import (
    COVER,
    GONE,
    GROUND,
    NAME,
    ON,
    POINTS,
    TURN,
    Field,
    blank,
    come,
    field,
    put,
    tables,
    take,
)
from inglenook.games.conex.bot.mind import mind
from inglenook.games.conex.bot.mindful import blank_thought
from inglenook.games.conex.bot.plan import (
    BRISK,
    QUICK,
    THRIFTY,
    WIDEST,
    foresee,
    game_of,
    lays,
    ponder,
    position,
    weigh,
)
from inglenook.games.conex.bot.playout import (
    ACTIVE,
    HEAD,
    OVER,
    PILE,
    TAIL,
    Game,
    Way,
    deal_out,
    draw,
    play_out,
    sit_down,
)
from inglenook.games.conex.bot.search import STRIKE, imagine
from inglenook.games.conex.bot.sight import (
    EACH,
    HAND,
    MINDS,
    NOTHING,
    blank_sight,
    look,
    tell,
    width,
)
from inglenook.games.conex.bot.trials import Head, first_sight
from inglenook.games.conex.cards import deck
from inglenook.games.conex.geometry import placing, room
from inglenook.games.conex.geometry.lays import NAMES as CARDS
from inglenook.games.conex.geometry.lays import lays as every_lay
from inglenook.games.conex.rules.moves import (
    Draw,
    Drew,
    End,
    Give,
    Lay,
    Lightning,
    Pass,
    PlayerMove,
    Rolled,
)
from inglenook.games.conex.rules.state import State
from inglenook.games.conex.rules.view import Fixed, Laid, Slide, Stars, View
from tests.games.conex_loaded import CONEX, Dealt

NAMES = ["hasty", "dreamy", "curious", "greedy", "patient", "careful", "cunning", "farsighted"]


def ask(view: View, seat: int, name: str, seq: int = 0) -> Answer:
    return BOT.choose(view, seat, find_level("conex", name), Rng("ask", seq))


def turns(seats: int, names: list[str], seed: str, **options: object) -> Iterator[tuple[View, int]]:
    """What each seat sees whenever it is to move, in a game that those levels play."""
    match = Match("conex", seats, dict(options), seed)
    while match.outcome() is None:
        for seat in match.to_move():
            yield match.view(seat), seat
        arena.step(match, names, seed)  # fails if a move is refused, or nobody moves


def legal(view: View) -> list[Fixed | Slide]:
    found: list[Fixed | Slide] = [*view.legal.fixed]
    return [*found, *view.legal.slides]


def rows_of(f: Field) -> set[tuple[int, ...]]:
    return {tuple(map(int, row)) for row in f.rows[: f.used[1]]}


def test_eight_levels_by_name() -> None:
    assert [(found.name, found.number) for found in levels("conex")] == [
        (name, number) for number, name in enumerate(NAMES, start=1)
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("table", ["small", "medium", "large"])
@pytest.mark.long
def test_every_level_plays_to_the_end(seats: int, table: str) -> None:
    for first in range(0, len(NAMES), 2 if seats == 2 else 3):
        names = [NAMES[(first + n) % len(NAMES)] for n in range(seats)]
        assert len(list(turns(seats, names, "whole", table=table, goal=25))) > seats


def test_every_level_plays_where_spots_are_hidden_as_where_they_are_shown() -> None:
    for seed in ("one", "two"):
        logs = [
            [ask(view, seat, NAMES[seat]) for view, seat in turns(4, NAMES[:4], seed, spots=spots)]
            for spots in ("shown", "hidden")
        ]
        assert logs[0] == logs[1]
        views = turns(2, ["cunning"] * 2, seed, spots="hidden", goal=10)
        assert all(BOT.advise(view, seat, Rng("", 0)) for view, seat in views)


def test_same_chance_same_move() -> None:
    for seats in (2, 3, 4):
        for view, seat in list(turns(seats, ["patient"] * seats, "same", goal=20))[::6]:
            for name in NAMES[:-1]:
                assert ask(view, seat, name) == ask(view, seat, name)
            # Without its clock, which on a busy machine ends its games sooner.
            once, again = (foresee(view, seat, CUNNING, Rng("", 0), 300, 600) for _ in range(2))
            assert once == again


def test_who_sees_more_of_the_lays_takes_better_ones() -> None:
    taken = dict.fromkeys(NAMES[:4], 0)
    for view, seat in list(turns(2, ["patient"] * 2, "seen"))[::3]:
        points = {(lay.card, lay.corner, lay.target): lay.points for lay in legal(view)}
        if "lay" in view.may:
            for name in taken:
                move = ask(view, seat, name)
                assert isinstance(move, Lay)
                taken[name] += points[move.card, move.corner, move.target]
    assert sorted(taken, key=lambda name: taken[name]) == [*taken]


def test_greedy_takes_the_most() -> None:
    laid = 0
    for view, seat in turns(2, ["greedy", "hasty"], "most"):
        move = ask(view, seat, "greedy")
        points = [lay.points for lay in legal(view)]
        if "lay" in view.may:
            assert isinstance(move, Lay)
            assert max(points) == next(
                lay.points
                for lay in legal(view)
                if (lay.card, lay.corner, lay.target) == (move.card, move.corner, move.target)
            )
            assert move.double == ("double" in view.may)
            laid += 1
        elif "draw" in view.may:
            assert move == Draw()
    assert laid > 10


def test_patient_draws_for_little_until_the_end_is_near() -> None:
    drew = Counter[int]()
    for view, seat in turns(2, ["patient", "patient"], "little"):
        best = max((lay.points for lay in legal(view)), default=0)
        if {"lay", "draw"} <= set(view.may):
            far = max(view.points) < view.goal - 6 and not view.last_round
            little = far and best < (4 if len(view.hand) < 5 else 3)
            assert isinstance(ask(view, seat, "patient"), Draw) == little
            drew[best] += little
    assert drew[3]
    assert drew[2]


def points_of(view: View, move: Lay) -> int:
    found = [row[POINTS] for lay, row in lays(view) if lay == replace(move, double=False)]
    return found[0] * (2 if move.double else 1)


def test_nothing_is_kept_for_after_the_last_turn() -> None:
    seen = 0
    for seed in range(4):
        for view, seat in turns(2, ["patient", "careful"], f"last {seed}", goal=15):
            if view.last_round and "lay" in view.may and "lightning" not in view.may:
                (best, _), *_ = weigh(view, seat, CUNNING, Rng("", 0))
                assert isinstance(best, Lay)
                most = max(lay.points for lay in legal(view))
                assert points_of(view, best) == most * (2 if "double" in view.may else 1)
                seen += 1
    assert seen


def test_careful_counts_what_it_leaves() -> None:
    """All hands the other may hold are equally likely: the most they score counts against."""
    play = Dealt("R01 R10 P12", "T01 T02")
    view, taste = play.view(0), CUNNING._replace(die=0.0, plus=0.0, own=0.0)
    for option in position(view, 0, taste, Rng("", 0))[1]:
        if not isinstance(option.move, Lay):
            continue
        after = Dealt("R01 R10 P12", "T01 T02")
        after.play(0, option.move)
        best = {card: 0 for card in CARDS if card not in view.hand}
        there = every_lay("large", after.s.laid, best)
        for lay in legal(replace(view, legal=there)):
            best[lay.card] = max(best[lay.card], lay.points)
        expected = mean(max(pair) for pair in combinations(best.values(), 2))
        left = points_of(view, option.move) - taste.others * expected
        assert option.judged == pytest.approx(left, abs=1e-9)


def test_careful_minds_only_the_player_after_it() -> None:
    """However many cards the one after that has; Cunning's judgement minds them all."""
    judged = []
    for taste in (CAREFUL, CUNNING):
        for last in ("T03", "T03 T04 T05"):
            view = Dealt("R01 R10 P12", "T01 T02", last).view(0)
            found = position(view, 0, taste, Rng("", 0))[1]
            judged.append({option.move: option.judged for option in found})
    assert judged[0] == judged[1]
    assert all(judged[3][move] < worth for move, worth in judged[2].items())


def test_lightning_is_judged_by_what_it_opens() -> None:
    """At the start of a turn a strike is worth the best that can then be done, by the rules."""
    taste, opened = CUNNING._replace(own=0.0, others=0.0, later=0.0), 0
    match = Match("conex", 2, {"table": "small"}, "opens")
    while match.outcome() is None:
        seat = match.mover()
        if match.state.phase == "turn" and len(match.state.laid) > 8:
            s = replace(match.state, stars=Stars(lightning=seat))
            before = position(CONEX.view(s, seat), seat, taste, Rng("", 0))[1]
            best = max(option.judged for option in before if option.kind != STRIKE)
            for option in before:
                if isinstance(option.move, Lightning):
                    after = CONEX.apply(s, Entry(0, 0, seat, option.move))
                    if after.owing:
                        after = CONEX.apply(
                            after, Entry(0, 0, 1 - seat, Give(after.hands[1 - seat][0]))
                        )
                    then = position(CONEX.view(after, seat), seat, taste, Rng("", 0))[1]
                    assert option.judged == pytest.approx(then[0].judged)
                    opened += option.judged > best
        arena.step(match, ["patient"] * 2, "opens")
    assert opened


def test_gives_what_it_can_best_do_without() -> None:
    # R03 scores 3 at most, R05 and R09 up to 5, and R11 shows a die.
    play = Dealt("T01", "R03 R05 R09 R11", phase="giving", owing=(1,), ends=30_000)
    for name in ("careful", "cunning", "farsighted"):
        answer = ask(play.view(1), 1, name)
        assert isinstance(answer, Later)
        assert answer.move == Give("R03")
        assert answer.pause == answer.ms


@pytest.mark.parametrize("table", ["small", "medium", "large"])
def test_the_field_holds_what_the_enumerator_finds(table: str) -> None:
    """All fixed lays, and the slide ends that the target allows; also after cards come and go."""
    t = tables()
    for n, (view, _) in enumerate(turns(2, ["hasty", "hasty"], f"field {table}", table=table)):
        if n % 5:
            continue
        f = field(table, view.laid)
        down = [card.card for card in view.laid]
        there = every_lay(table, view.laid, [card for card in CARDS if card not in down])
        slots = {"board": -1} | {card: slot for slot, card in enumerate(down)}
        fixed = {
            (CARDS.index(lay.card), lay.x, lay.y, lay.d, lay.points, slots[lay.target])
            for lay in there.fixed
        }
        found = rows_of(f)
        assert fixed <= found
        spans = {(CARDS.index(lay.card), slots[lay.target], lay.d) for lay in there.slides}
        assert all((row[NAME], row[ON], row[TURN]) in spans for row in found - fixed)
        # Lay a card and take it away again: the lays it was in the way of are back.
        if found:
            away = np.array([card in down for card in CARDS])
            card, x, y, d, _, on = min(found)
            put(t, f, card, x, y, d, on, away)
            at = placing.Pose(x, y, d)
            more = (*view.laid, Laid(CARDS[card], *at, [*down, "board"][on]))
            assert rows_of(f) == rows_of(field(table, more))
            take(t, f, len(view.laid), away)
            come(t, f, card, away)
            assert rows_of(f) == found


def test_playouts_keep_every_card_and_imagine_only_the_unseen() -> None:
    match = Match("conex", 3, {}, "cards")
    for _ in range(12):
        arena.step(match, ["greedy"] * 3, "cards")
    view = match.view(seat := match.mover())
    g = game_of(match.game.determinize(view, Rng("", 0)), Rng("", 0))
    hand = {CARDS[card] for card in np.flatnonzero(g.where == seat)}
    assert hand == set(view.hand)
    hands = set()
    for _ in range(5):
        imagine(g, seat)
        assert {CARDS[card] for card in np.flatnonzero(g.where == seat)} == hand
        assert tuple(np.bincount(g.where, minlength=5)[:3]) == view.hands
        assert set(g.pile[g.now[HEAD] : g.now[TAIL]]) == set(np.flatnonzero(g.where == PILE))
        hands.add(tuple(g.where))
    assert len(hands) == 5


def test_what_is_dealt_out_to_a_seat_is_the_same_whatever_the_others_draw() -> None:
    """And in the end every card of the pile was drawn once."""
    state = Match("conex", 3, {}, "cards").state
    whole, drawn = field(state.options.table, state.laid), []
    for others in (0, 3):
        f, g = blank(), game_of(state, Rng("", 0))
        pile = set(g.pile[: g.now[TAIL]])
        deal_out(g)
        sit_down(whole, f, g)
        before = set(np.flatnonzero(g.where == 0))
        draw(tables(), f, g, 1, others)
        draw(tables(), f, g, 0, 4)
        drawn.append(set(np.flatnonzero(g.where == 0)) - before)
        draw(tables(), f, g, 2, len(pile))
        assert not (g.where == PILE).any()
        assert tuple(g.held[:3]) == tuple(np.bincount(g.where, minlength=3)[:3])
    assert len(drawn[0]) == 4
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_playouts_are_games_by_the_rules(seats: int) -> None:
    """Turn by turn, what a playout did is played by the rules: all is allowed and comes out so."""
    seen = Counter[str]()
    for table in ("small", "medium", "large"):
        match = Match("conex", seats, {"table": table, "turns": 40}, f"law {table}")
        rng, whole = Rng("law", seats), field(table, match.state.laid)
        for way in (QUICK, THRIFTY, BRISK):
            followed, f, g = match.copy(), blank(), game_of(match.state, rng)
            g.pile[: g.now[TAIL]] = rng.shuffled(g.pile[: g.now[TAIL]])
            sit_down(whole, f, g)
            while not g.now[OVER]:
                seen.update(turn_by_the_rules(followed, f, g, way))
            assert followed.outcome()
    kinds = {"Lay", "double", "Draw", "Drew", "Rolled", "Lightning"}
    assert kinds | ({"Give"} if seats > 1 else set()) <= set(seen)


def turn_by_the_rules(
    match: Match[State, View, PlayerMove], f: Field, g: Game, way: Way
) -> Iterator[str]:
    """Play a turn of a playout, follow it in a match, and compare: the kinds of its moves."""
    s, seat = match.state, match.mover()
    head, tail, slots = g.now[HEAD], g.now[TAIL], f.used[0]
    points = g.points[seat]
    gone = set(np.flatnonzero(f.laid[:slots, COVER] == GONE))
    play_out(tables(), f, g, way, 1)
    drew = tuple(CARDS[card] for card in g.pile[head : g.now[HEAD]])
    under = [CARDS[card] for card in g.pile[tail : g.now[TAIL]]]

    def follow(who: int, move: Move) -> str:
        match.follow(Entry(len(match.log), match.last_t, who, move))
        return type(move).__name__

    if f.used[0] > slots:
        lay = lay_of(s, f, slots, g.points[seat] - points)
        yield follow(seat, lay)
        yield "double" if lay.double else "single"
    else:
        yield follow(seat, Draw() if drew else Pass())
    if match.state.phase == "rolling":
        holders = {"star2x": g.stars[0], "lightning": g.stars[1]}
        before = {face: getattr(match.state.stars, face) for face in holders}
        won = [face for face in holders if before[face] != holders[face] == seat]
        # Otherwise it was a star that the seat had already, or there was no card left.
        held = [face for face in holders if before[face] == seat]
        yield follow(NATURE, Rolled([*won, *([f"draw{len(drew)}"] if drew else held), "draw1"][0]))
    if match.state.phase == "drawing":
        yield follow(NATURE, Drew(drew))
    if match.state.phase == "closing":
        (slot,) = set(np.flatnonzero(f.laid[: f.used[0], COVER] == GONE)) - gone
        yield follow(seat, Lightning(CARDS[f.laid[slot, 0]]))
        for card in under[1:]:
            giver = next(n for n, hand in enumerate(match.state.hands) if card in hand)
            yield follow(giver, Give(card))
    now = match.state
    assert now.points == tuple(g.points[: now.seats])
    assert [set(hand) for hand in now.hands] == [
        {CARDS[card] for card in np.flatnonzero(g.where == n)} for n in range(now.seats)
    ]
    there = [tuple(row[:4]) for row in f.laid[: f.used[0]] if row[COVER] != GONE]
    assert [(CARDS.index(card.card), card.x, card.y, card.d) for card in now.laid] == there
    assert [now.stars.star2x, now.stars.lightning] == [None if n == -1 else n for n in g.stars]
    assert (now.left, now.phase == "over") == (g.now[TAIL] - g.now[HEAD], bool(g.now[OVER]))
    assert now.active in (None, g.now[ACTIVE])


def lay_of(s: State, f: Field, slot: int, points: int) -> Lay:
    """The lay by which a card came to lie in a slot, and score so much."""
    seat = s.active
    assert seat is not None
    number, x, y, d, on, _ = map(int, f.laid[slot])
    card, target = CARDS[number], "board" if on == GROUND else CARDS[f.laid[on, 0]]
    ways = (
        Lay(card, corner, target, spot, slide, double)
        for corner in range(len(deck()[card].patches))
        for spot in range(4)
        for low, high in room.slides(card, corner, target, spot)
        for slide in (low, (low + high) // 2, high)
        for double in (False, True)
    )
    for lay in ways:
        after = CONEX.apply(s, Entry(0, 0, seat, lay))
        scored = after.points[seat] - s.points[seat]
        if after.laid[-1] == Laid(card, x, y, d, target) and scored == points:
            return lay
    raise AssertionError((card, target))


def test_cunning_spends_its_playouts_and_stops_when_told() -> None:
    view, seat = next(turns(2, ["greedy"] * 2, "budget"))
    whole = ponder(view, seat, CUNNING, Rng("", 0), PLAYOUTS, 60)
    assert 1 < len(whole) <= WIDEST
    assert whole == ponder(view, seat, CUNNING, Rng("", 0), PLAYOUTS, 60)
    # With no time at all it still has its judgement.
    judged = weigh(view, seat, CUNNING, Rng("", 0))
    assert [move for move, _ in ponder(view, seat, CUNNING, Rng("", 0), PLAYOUTS, 0)] == [
        move for move, _ in judged[: len(whole)]
    ]


def test_farsighted_ends_a_game_that_it_wins_so() -> None:
    """Three points reach the goal, and nobody scores seven in one lay: Careful draws all the same,
    for a better lay some day.
    """
    view = Dealt("R03", "T01 T02 T03 T04", points=(48, 44)).view(0)
    assert weigh(view, 0, CUNNING, Rng("", 0))[0].move == Draw()
    best = foresee(view, 0, CUNNING, Rng("", 0), 400, 600)
    assert isinstance(best, Lay)
    assert points_of(view, best) == 3


def test_farsighted_takes_a_lay_that_wins_at_once() -> None:
    """Who is last in the round and so far ahead that nobody comes near."""
    for points in ((48, 20), (48, 20, 20)):
        others = ("T01 T02", "T03 T04")[: len(points) - 1]
        view = Dealt("R03 R10", *others, points=points, first=1).view(0)
        best = foresee(view, 0, CUNNING, Rng("", 0), 200, 600)
        assert isinstance(best, Lay)
        assert points[0] + points_of(view, best) >= view.goal


def test_with_no_time_farsighted_has_its_judgement_or_what_the_network_says() -> None:
    for seats in (2, 3, 4):
        view, seat = next(turns(seats, ["greedy"] * seats, "budget"))
        root, found = position(view, seat, CUNNING, Rng("", 0))
        first = found[0].move
        if seats in MINDS:
            head = Head(mind(seats), CUNNING, blank_sight(), blank_thought())
            first = found[int(first_sight(tables(), root, head).argmax())].move
        assert foresee(view, seat, CUNNING, Rng("", 0), PLAYOUTS, 0) == first


@pytest.mark.parametrize("seats", MINDS)
def test_a_seat_sees_its_hand_and_counts_what_it_has_not_seen(seats: int) -> None:
    """After a lay, and as things are: by the enumerator, the most that each card scores."""
    t, s = tables(), blank_sight()
    for view, seat in list(turns(seats, ["greedy"] * seats, "sight", table="small"))[3:20:8]:
        f, g = field("small", view.laid), game_of(CONEX.determinize(view, Rng("", 0)), Rng("", 0))
        for lay, row in [(None, None), *lays(view)[:2]]:
            laid, gone = view.laid, NOTHING
            if row:
                at, gone = placing.Pose(*row[1:4]), row[0]
                laid = (*laid, Laid(CARDS[gone], *at, "board"))
            look(t, f, g, seat, np.array(row or [0] * (ON + 1)), row is not None, s)
            down = {card.card for card in laid}
            most = dict.fromkeys((card for card in CARDS if card not in down), 0)
            there = every_lay("small", laid, most)
            for found in legal(replace(view, legal=there)):
                most[found.card] = max(most[found.card], found.points)
            assert {card: s.best[CARDS.index(card)] for card in most} == most, lay
            unseen = Counter(points for card, points in most.items() if card not in view.hand)
            assert {k: n for k, n in enumerate(s.unseen) if n} == unseen
            # The own cards are told best first, and those that fit nowhere only counted.
            tell(t, g, seat, gone, 0, False, False, s)
            hand = sorted((most[card] for card in view.hand if card in most), reverse=True)
            start = 6 + seats + 7 + 9 * (seats - 1)
            told = s.inputs[start : start + EACH * HAND : EACH] * 5
            assert told == pytest.approx((hand + [0] * HAND)[:HAND])
            assert s.inputs[start + EACH * HAND] == hand.count(0) / 4


def test_the_network_is_there_for_two_and_three_and_for_nobody_else() -> None:
    for seats in MINDS:
        m = mind(seats)
        assert m.in_[: width(seats)].any(axis=1).all()
        assert not m.in_[width(seats) :].any()
    with pytest.raises(KeyError):
        mind(4)


def test_hints_are_legal_and_differ() -> None:
    for view, seat in list(turns(2, ["cunning", "greedy"], "hints", goal=30))[::3]:
        hints = advice("conex", view, seat, "hints", 0)
        assert 1 <= len(hints) <= 5
        assert len({hint.move for hint in hints}) == len(hints)
        kinds = {Lay: "lay", Draw: "draw", Pass: "pass", End: "end", Lightning: "lightning"}
        assert all((kinds | {Give: "give"})[type(hint.move)] in view.may for hint in hints)
        spots = [
            (hint.move.card, hint.move.corner, hint.move.target, hint.move.spot)
            for hint in hints
            if isinstance(hint.move, Lay)
        ]
        assert len(set(spots)) == len(spots)


def test_games_without_hints_say_so() -> None:
    assert isinstance(find_bot("conex"), Adviser)
    with pytest.raises(Refused) as refused:
        advice("lanterns", None, 0, "", 0)
    assert refused.value.code == "no-hints"


@pytest.mark.long
def test_stronger_level_wins() -> None:
    result, _ = arena.play(
        "conex",
        ("careful", "hasty"),
        12,
        options={"goal": 30},
        seed="t",
        workers=1,
        on_progress=lambda _: None,
    )
    assert result.rate > 0.8
