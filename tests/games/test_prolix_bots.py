"""The Prolix bots play every mode to its end in good time, and only by what their seat may know."""

import pytest
from msgspec.structs import replace

from inglenook import Match
from inglenook.contests import arena
from inglenook.core.bot import Answer, Later
from inglenook.core.game import Move, Rng
from inglenook.core.registry import find_level, levels
from inglenook.games.prolix import prospects
from inglenook.games.prolix.bot import BOT, TRAITS
from inglenook.games.prolix.moves import Accept, Challenge, Flip, Say, Scratch, Vote, Write
from inglenook.games.prolix.plan import CONTENT_AFTER_MS, ease, free, think, tiles, worth
from inglenook.games.prolix.view import Challenged, Line, Sheet, Stake, Timer, View
from inglenook.words import best, is_shown, size_of, value

NAMES = [
    *("murmur", "prattle", "chatter", "gossip", "banter", "anecdote", "ballad"),
    *("orator", "rhetoric", "epigram", "thesaurus", "lexicon", "repartee"),
]


def ask(view: View, seat: int, name: str, seq: int = 0) -> Answer:
    return BOT.choose(view, seat, find_level("prolix", name), Rng("ask", seq))


def answers(view: View, seat: int, name: str, count: int = 40) -> list[Later]:
    """What a level does in a position, over and over again; without the times it does nothing."""
    found = [ask(view, seat, name, seq) for seq in range(count)]
    return [answer for answer in found if isinstance(answer, Later)]


def word_of(move: Move) -> str:
    assert isinstance(move, (Say, Write))
    return move.word


def seen(match: Match, seat: int) -> View:
    view = match.view(seat)
    assert isinstance(view, View)
    return view


def opened(seats: int, **options: object) -> Match:
    return Match("prolix", seats, dict(options), seed="bots")


def others(match: Match) -> list[int]:
    """The seats whose turn it is not."""
    return [seat for seat in range(match.seats) if seat != match.view().active]


def test_thirteen_levels_by_name() -> None:
    assert [(found.name, found.number) for found in levels("prolix")] == [
        (name, number) for number, name in enumerate(NAMES, start=1)
    ]


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"challenges": "referee"},
        {"timer_ms": 1000, "tie_window_ms": 0, "challenge_window_ms": 0, "vote_window_ms": 0},
    ],
    ids=["rulebook", "referee", "in haste"],
)
@pytest.mark.long
def test_legal_to_the_end_in_every_mode(seats: int, options: dict[str, object]) -> None:
    for first in (0, 3):
        match = Match("prolix", seats, options, seed=f"game {first}")
        company = [NAMES[(first + 2 * seat) % len(NAMES)] for seat in range(seats)]
        while match.outcome() is None:
            arena.step(match, company, "bots")  # fails if a move is refused, or nobody moves
        words = [line for s in match.view().sheets for line in (*s.regular, *s.interrupts)]
        assert sum(line.value for line in words) > 0


def test_a_game_takes_as_long_as_with_people() -> None:
    match = opened(3)
    while match.outcome() is None:
        arena.step(match, ["orator"] * 3, "bots")
    said = [entry for entry in match.log if isinstance(entry.move, Say)]
    assert 3 * 60_000 < match.last_t < 30 * 60_000
    assert any(entry.t - match.log[entry.seq - 1].t > 5_000 for entry in said)
    assert all(sheet.regular for sheet in match.view().sheets)


@pytest.mark.parametrize("name", NAMES)
def test_same_seed_same_answer(name: str) -> None:
    view = seen(opened(2), 0)
    assert ask(view, 0, name) == ask(view, 0, name)
    assert len({word_of(answer.move) for answer in answers(view, 0, name)}) > 1
    assert ask(view, 0, name) != ask(view, 1, name)


def test_what_another_seat_said_does_not_reach_a_bot() -> None:
    heard = []
    for word in ("jewelers", "zzz"):
        match = opened(3)
        listener = match.view().active
        assert match.submit(others(match)[0], Say(word), 4000) is None
        heard.append([ask(seen(match, listener), listener, "lexicon", seq) for seq in range(20)])
    assert heard[0] == heard[1]
    assert any(heard[0])


@pytest.mark.parametrize("name", NAMES)
def test_words_are_in_its_vocabulary_free_and_polite(name: str) -> None:
    view = seen(opened(2), 0)
    top = [word for word, _ in best(tiles(view), limit=40)]
    used = replace(view, used=tuple(top[::2]), barred=tuple(top[1::8]))
    for answer in answers(used, 0, name):
        word = word_of(answer.move)
        assert is_shown(word, TRAITS[name].size)
        assert free(used, word)
        assert 1500 < answer.ms <= CONTENT_AFTER_MS


def test_the_strongest_finds_the_best_word_and_the_weaker_find_less() -> None:
    view = seen(opened(2), 0)
    board = tiles(view)
    (_, most), *_ = best(board, limit=1)
    means = []
    for name in ("murmur", "gossip", "ballad", "epigram", "lexicon"):
        values = [value(word_of(a.move), board) for a in answers(view, 0, name, 60)]
        means.append(sum(values) / len(values))
    assert means == sorted(means)
    assert means[-1] > most - 0.5
    assert means[0] < 0.7 * most


def test_hints_are_the_best_words_that_everybody_knows_and_only_for_a_word_of_ones_own() -> None:
    match = opened(3)
    active = seen(match, 0).active
    assert active is not None
    view = seen(match, active)
    told = BOT.advise(view, active, Rng("", 0))
    values = [advice.worth for advice in told]
    assert len(told) == 3
    assert values == sorted(values, reverse=True)
    assert values[0] == best(tiles(view), 35, limit=1)[0][1]
    for advice in told:
        match.copy().play(advice.move, active)
    for seat in others(match):
        assert not BOT.advise(seen(match, seat), seat, Rng("", 0))
    duel = opened(2)
    assert all(isinstance(a.move, Write) for a in BOT.advise(seen(duel, 1), 1, Rng("", 0)))


def test_long_and_rare_words_come_less_readily() -> None:
    short, long, rare = "chat", "straightforwardly", "nth"
    assert (size_of(long) or 0) <= 35 < (size_of(rare) or 0)
    assert ease(short) > ease(long)
    assert ease(short) > ease(rare)


@pytest.mark.parametrize(
    ("seats", "regular", "interrupts", "expected"),
    [
        (3, (15, 0, 12), (), 18),  # replaces the zero
        (3, (15, 0, 12), (10,), 6),  # replaces the 12
        (3, (), (), 2),  # replaces a word that is still to come, of 16
        (4, (15, 0, 12), (), 17),  # the first interrupt of four or five players replaces nothing
        (5, (15, 0, 12), (10,), 17),
        (5, (15, 0, 12), (10, 11), 5),
    ],
)
def test_what_an_interrupt_is_worth(
    seats: int, regular: tuple[int, ...], interrupts: tuple[int, ...], expected: int
) -> None:
    sheet = Sheet(
        tuple(Line("word", value) for value in regular),
        tuple(Line("word", value) for value in interrupts),
    )
    view = replace(seen(opened(seats), 0), sheets=(sheet,) * seats)
    assert worth(view, 0, 20, usual=16) == expected


def test_interrupts_to_replace_a_lost_turn_and_not_a_good_word() -> None:
    match = opened(3)
    seat = others(match)[0]
    view = seen(match, seat)
    (_, most), *_ = best(tiles(view), limit=1)

    def with_sheet(value: int) -> View:
        sheet = Sheet((Line("word", value),) * view.rounds)
        return replace(view, sheets=(sheet,) * 3)

    lost = answers(with_sheet(0), seat, "lexicon")
    assert all(isinstance(answer.move, Say) for answer in lost)
    assert min(answer.ms for answer in lost) > TRAITS["lexicon"].courtesy
    good = answers(with_sheet(most), seat, "lexicon")
    assert good
    assert all(isinstance(answer.move, Flip) for answer in good)


def test_who_weighs_is_choosier_while_much_is_to_come_and_takes_a_second_chance_away() -> None:
    match = opened(3)
    seat = others(match)[0]
    view = seen(match, seat)

    def brings(value: int, *regular: int, interruptions: int = 0) -> float:
        sheets = list(view.sheets)
        sheets[seat] = Sheet(tuple(Line("word", each) for each in regular))
        now = replace(view, sheets=tuple(sheets), interruptions=interruptions)
        return prospects.gain(now, seat, value)

    assert brings(20) < 0 < brings(27)
    assert brings(20, 0, 0, 0, 0, 0, 0) > brings(20, 15, 15, 15, 15, 15, 15) > 0
    assert brings(20, *[30] * 6) < 0
    # The second interruption costs another their turn.
    assert brings(22, interruptions=1) > brings(22)


def test_what_a_challenge_may_bring_is_less_when_others_knew_the_words_before() -> None:
    view, listener, speaker = challenged("jewelrys")
    # Whose word is struck says another: a poor one is better left to them.
    assert {a.move for a in answers(view, listener, "repartee")} == {Accept()}
    view = replace(view, stakes=(Stake(speaker, "jewelrys", 32, False),))
    assert {a.move for a in answers(view, listener, "repartee")} == {Challenge(speaker)}
    sheets = list(view.sheets)
    sheets[listener] = Sheet(failed=8)
    wary = replace(view, sheets=tuple(sheets))
    assert {a.move for a in answers(wary, listener, "repartee")} == {Accept()}


def test_what_it_overlooks_is_worth_nothing_to_it() -> None:
    view = seen(opened(2), 0)
    sharp = replace(TRAITS["murmur"], overlooks=0, content=(100, 100), deep=1)
    (_, most), *_ = best(tiles(view), sharp.size, limit=1)
    aims = [think(view, replace(sharp, overlooks=40), Rng("look", n)).aim for n in range(40)]
    assert think(view, sharp, Rng("look", 0)).aim == most
    assert max(aims) == most > min(aims)


def test_flips_only_when_the_sand_in_the_middle_has_run_out() -> None:
    match = opened(3)
    seat = others(match)[0]
    full = replace(seen(match, seat), sheets=(Sheet((Line("word", 40),) * 6),) * 3)
    running = replace(full, timer=Timer(None, match.last_t + 45_000))
    still, busy = answers(full, seat, "lexicon"), answers(running, seat, "lexicon")
    assert all(isinstance(answer.move, Flip) for answer in still + busy)
    assert min(answer.ms for answer in still) >= 25_000
    assert min(answer.ms for answer in busy) >= 70_000
    assert not answers(replace(full, may=()), seat, "lexicon")
    assert not answers(full, seat, "murmur")


def challenged(word: str, seats: int = 3) -> tuple[View, int, int]:
    """The view of a seat that hears another's word, and the two seats."""
    match = opened(seats)
    if seats == 2:
        match.submit(0, Write(word), 4000)
        match.submit(1, Write("a"), 5000)
        return seen(match, 1), 1, 0
    speaker, listener = match.view().active, others(match)[0]
    assert match.submit(speaker, Say(word), 4000) is None
    match.advance(6000)
    view = seen(match, listener)
    assert view.phase == "challenge"
    return view, listener, speaker


def test_challenges_what_it_does_not_know() -> None:
    view, listener, speaker = challenged("jewelrys")
    assert {a.move for a in answers(view, listener, "lexicon")} == {Challenge(speaker)}
    view, listener, _ = challenged("rhombencephalon")
    assert {a.move for a in answers(view, listener, "lexicon")} == {Accept()}
    # It is asked again as others accept: in one game it must come to one answer.
    assert all(len({a.move for a in answers(view, listener, name)}) == 1 for name in NAMES)


@pytest.mark.parametrize("seats", [3, 5])
@pytest.mark.parametrize("name", NAMES)
def test_bots_believe_a_word_within_a_second_and_nobody_waits_for_them(
    name: str, seats: int
) -> None:
    match = opened(seats)
    assert match.submit(match.view().active, Say("garden"), 4000) is None
    match.advance(6000)
    asked_at = match.last_t
    assert match.view().phase == "challenge"
    while match.view().phase == "challenge":
        arena.step(match, [name] * seats, "bots")
    assert match.view().last
    assert match.last_t - asked_at < 1000


def test_in_a_duel_only_a_loser_challenges() -> None:
    view, seat, other = challenged("rhombencephalon", seats=2)
    assert {a.move for a in answers(view, seat, "murmur")} == {Challenge(other)}
    ahead = replace(
        view, stakes=(Stake(other, "rhombencephalon", 5, False), Stake(seat, "a", 9, False))
    )
    assert {a.move for a in answers(ahead, seat, "murmur")} == {Accept()}


def test_votes_by_its_vocabulary() -> None:
    view = replace(
        seen(opened(4), 0),
        phase="vote",
        may=("vote",),
        challenge=Challenged(1, 2, "rhombencephalon"),
    )
    assert {a.move for a in answers(view, 0, "lexicon")} == {Vote(True)}
    assert {a.move for a in answers(view, 0, "murmur")} == {Vote(False)}


def test_alone_it_scratches_a_word_and_writes_the_better_one() -> None:
    view = seen(opened(1), 0)
    found = [answer.move for answer in answers(view, 0, "orator", 100)]
    (scratched, *_) = [move.word for move in found if isinstance(move, Scratch)]
    board = tiles(view)
    again = replace(view, scratched=(scratched,))
    written = [word_of(answer.move) for answer in answers(again, 0, "orator")]
    assert all(value(word, board) >= value(scratched, board) for word in written)
    assert len(set(written)) > 1


@pytest.mark.long
def test_stronger_level_wins() -> None:
    result, _ = arena.play(
        "prolix",
        ("orator", "murmur"),
        8,
        options={},
        seed="t",
        workers=1,
        on_progress=lambda _: None,
    )
    assert result.rate > 0.8
