"""What the coach says about Prolix, where the truth is known."""

import json
from pathlib import Path

import pytest

from inglenook.contests.arena import step
from inglenook.core.insight import Insight
from inglenook.core.match import Match
from inglenook.games.prolix.analyse import USUAL
from inglenook.games.prolix.moves import Accept, Challenge, Say, Scratch, Vote, Write
from inglenook.words import is_coarse
from tests.games.prolix_loaded import PROLIX, Loaded

STRENGTHS = "SNGTHRBB"
"""Worth 4 4 4 4 3 3 2 2: `strengths` flips all but the B, for 22."""


TEXTS: dict[str, str] = json.loads(
    (Path(__file__).parents[2] / "client/src/games/prolix/i18n/en.json").read_text()
)


def insights(game: Loaded) -> list[Insight]:
    """What is said of a game so far, chance aside; a screen has a text for all of it."""
    found = list(PROLIX.analyse(game.states, game.entries, range(1, len(game.states))))
    assert {f"prolix.insight.{insight.name}" for insight in found} <= TEXTS.keys()
    return [insight for insight in found if insight.verdict != "chance"]


def finished(seats: int, seed: str) -> Match:
    match = Match("prolix", seats, seed=seed)
    while match.outcome() is None:
        step(match, ["murmur"] * seats, seed)
    return match


def test_the_words_there_were_are_named_best_first() -> None:
    game = Loaded(1, STRENGTHS)
    game.play(0, Write("bib"))
    (found,) = insights(game)
    assert (found.seat, found.name) == (0, "missed")
    assert found.verdict == "blunder"
    assert found.facts["n"] == 4
    assert found.facts["short"] == 15 - 4
    best = [str(move["word"]) for move in found.best]
    values = [value_of(word) for word in best]
    assert values == sorted(values, reverse=True)
    assert found.facts["most"] == values[0]
    assert found.facts["best"] == best[0]
    assert found.cost == values[0] - 4
    assert {move["type"] for move in found.best} == {"write"}


def value_of(word: str) -> int:
    tiles = Loaded(1, STRENGTHS).view(0)
    points = [tile.points for tile in tiles.tiles if tile]
    return sum(
        points[place]
        for letter, places in tiles.flips.items()
        for place in places[: word.upper().count(letter)]
    )


def test_the_best_word_costs_nothing_and_nothing_is_better() -> None:
    first = Loaded(1, STRENGTHS)
    first.play(0, Write("bib"))
    best = str(insights(first)[0].best[0]["word"])
    game = Loaded(1, STRENGTHS)
    game.play(0, Write(best))
    (found,) = insights(game)
    assert (found.verdict, found.quality, found.cost, found.best) == ("best", 1.0, 0.0, ())
    assert (found.name, found.facts["word"]) == ("word", best)


def test_better_words_are_none_that_was_barred_then() -> None:
    game = Loaded(3, STRENGTHS)
    game.word(0, "strengths", draw="BC")
    game.word(1, "bib")
    found = insights(game)[1]
    named = [move["word"] for move in found.best]
    assert named
    assert not any(str(word).startswith("strength") for word in named)


def test_sand_that_ran_out_is_told_to_whoever_had_no_word() -> None:
    alone = Loaded(1, STRENGTHS)
    alone.lapse()
    (found,) = insights(alone)
    assert (found.name, found.seat, found.quality, found.best[0]["type"]) == ("time", 0, 0, "write")
    noted = Loaded(1, STRENGTHS)
    noted.play(0, Scratch("strengths"))
    noted.lapse()
    (found,) = insights(noted)
    assert (found.name, found.facts["word"]) == ("word", "strengths")
    duel = Loaded(2, STRENGTHS)
    duel.play(1, Write("bib"))
    duel.lapse()
    assert [(each.name, each.seat) for each in insights(duel)] == [("mark", 1), ("time", 0)]
    table = Loaded(3, STRENGTHS)
    table.run_out(1)
    assert [(each.name, each.seat) for each in insights(table)] == [("time", 0)]


def test_an_interrupt_paid_if_it_added_to_the_last_total() -> None:
    """Two rounds of three: it replaces the lower of the regular words, whatever it is worth."""
    for interrupt, name in (("bcdf", "interrupt"), ("m", "interrupt-loss")):
        game = Loaded(3, rounds=2)
        game.word(1, interrupt)
        for word in ("garden", "strengths", "kitchen", "window", "begrudging", "blanket"):
            assert game.s.active is not None
            game.word(game.s.active, word)
        (found,) = (each for each in insights(game) if each.name.startswith("interrupt"))
        mine = game.s.sheets[1]
        gain = mine.interrupts[0].value - min(line.value for line in mine.regular)
        assert (found.seat, found.name) == (1, name)
        assert found.facts["gain"] == abs(gain)
        assert found.cost == max(0, -gain)
        assert (gain > 0) == (name == "interrupt")


def test_a_word_beaten_at_the_same_time() -> None:
    game = Loaded(3)
    game.words((0, "lm"), (1, "bcdf"))
    assert [(each.name, each.seat) for each in insights(game)] == [
        ("beaten", 0),
        ("interrupt", 1),
    ]


def test_a_word_that_made_more_on_an_earlier_board() -> None:
    game = Loaded(3, "SSTTRNGH", challenges="referee")
    game.word(0, "bib", draw="PP")
    game.word(1, "fox", draw="BB")
    game.word(2, "strengths")
    found = insights(game)[-1]
    assert (found.name, found.facts["n"]) == ("earlier", 10)
    assert (found.facts["ago"], found.facts["then"]) == (2, 26 - 2)


def test_challenges() -> None:
    game = Loaded(3, STRENGTHS)
    game.say((0, "strengths"))
    game.play(1, Challenge(0))
    game.play(2, Vote(True))
    game.lapse()
    game.accept()
    wrong = insights(game)[-1]
    assert (wrong.seat, wrong.name, wrong.cost) == (1, "challenge-wrong", 2)

    game = Loaded(3, STRENGTHS)
    game.say((0, "strngth"))
    game.play(1, Challenge(0))
    game.play(2, Vote(False))
    game.lapse()
    struck, right = insights(game)
    assert (struck.seat, struck.name, struck.quality) == (0, "struck", 0)
    assert (right.seat, right.name, right.verdict) == (1, "challenge-right", "best")


def test_in_a_duel_only_the_mark_counts() -> None:
    game = Loaded(2, STRENGTHS)
    game.play(0, Write("strengths"))
    game.play(1, Write("bib"))
    game.accept()
    won, lost = insights(game)
    assert (won.seat, won.name, won.quality, won.cost) == (0, "mark", 1, 0)
    assert (lost.seat, lost.name, lost.cost, lost.facts["theirs"]) == (1, "lost", 1, 22)
    assert lost.best


def test_in_a_duel_a_word_that_is_none_should_not_be_believed() -> None:
    game = Loaded(2, STRENGTHS)
    game.play(0, Write("strngthb"))
    game.play(1, Write("bib"))
    game.play(0, Accept())
    game.play(1, Accept())
    believed = insights(game)[-1]
    assert (believed.seat, believed.name) == (1, "believed")
    assert believed.best == ({"type": "challenge", "seat": 0},)


def test_a_coarse_word_is_not_repeated() -> None:
    coarse = next(word for word in ("shit", "shits") if is_coarse(word))
    game = Loaded(1, STRENGTHS)
    game.play(0, Write(coarse))
    (found,) = insights(game)
    assert found.facts["word"] == "…"


def test_margins_take_words_to_come_for_usual_ones() -> None:
    game = Loaded(3, rounds=2)
    game.word(0, "bcdf")
    (found,) = insights(game)
    assert found.margins == (16 + USUAL, 2 * USUAL, 2 * USUAL)


@pytest.mark.parametrize("seats", [1, 2, 3, 5])
def test_whole_games_in_parts_without_coarse_words(seats: int) -> None:
    match = finished(seats, f"coach {seats}")
    states, entries = match.history(), [match.log[seq] for seq in match.line()]
    whole = list(PROLIX.analyse(states, entries, range(1, len(states))))
    parts = [
        insight
        for start in range(1, len(states), 7)
        for insight in PROLIX.analyse(states, entries, range(start, min(start + 7, len(states))))
    ]
    assert parts == whole
    said = [entry for entry in entries if isinstance(entry.move, (Say, Write))]
    assert {entry.seq for entry in said} <= {insight.step - 1 for insight in whole}
    for insight in whole:
        assert 0 <= insight.quality <= 1
        assert insight.cost >= 0
        for move in insight.best:
            assert not is_coarse(str(move.get("word", "")))
            assert PROLIX.decode_move(move)
