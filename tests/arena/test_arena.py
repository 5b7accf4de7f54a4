"""Duels are fair, repeatable and honestly counted."""

import pytest

from inglenook.contests import arena
from inglenook.contests.arena import Result, elo
from inglenook.core.game import Refused


def duel(a: str, b: str, games: int, workers: int = 1, **options: int) -> Result:
    results = arena.play(
        "kewbz",
        (a, b),
        games,
        options=options,
        seed="t",
        workers=workers,
        on_progress=lambda _: None,
    )
    assert results[1].rate == pytest.approx(1 - results[0].rate)
    return results[0]


def of_pairs(*pairs: tuple[float, float]) -> Result:
    return Result(pairs, score=0)


def test_stronger_level_wins_and_a_duel_repeats() -> None:
    told: list[int] = []
    options = {"size": 6, "cubes": 16, "swap": True}
    first, other = arena.play(
        "kewbz",
        ("arch", "pebble"),
        12,
        options=options,
        seed="t",
        workers=2,
        on_progress=told.append,
    )
    assert told == [2, 4, 6, 8, 10, 12]
    assert first.wins + first.draws + first.losses == 12
    assert first.rate > 0.8
    assert (first.wins, first.losses) == (other.losses, other.wins)
    assert first.score > other.score
    assert first == duel("arch", "pebble", 12, **options)


def test_a_level_against_itself_splits_every_pair() -> None:
    # Lintel overlooks nothing and both games begin alike: only the seats change.
    result = duel("lintel", "lintel", 6, size=5, cubes=10)
    assert result.rate == 0.5
    assert all(sum(pair) == 1 for pair in result.rounds)


def company(*levels: str, games: int) -> tuple[Result, ...]:
    return arena.play(
        "conex",
        levels,
        games,
        options={"goal": 30},
        seed="t",
        workers=1,
        on_progress=lambda _: None,
    )


def test_every_bot_sits_everywhere() -> None:
    # Three identical bots play the same game three times, so each has every seat's result once.
    results = company("hasty", "hasty", "hasty", games=6)
    assert [result.rate for result in results] == [pytest.approx(1 / 3)] * 3
    assert len({result.score for result in results}) == 1
    for round_ in zip(*(result.rounds for result in results), strict=True):
        assert len({tuple(sorted(shares)) for shares in round_}) == 1
        assert [sum(shares) for shares in zip(*round_, strict=True)] == [1, 1, 1]


def test_the_strongest_of_three_and_of_four() -> None:
    for others in (2, 3):
        best, *rest = company("patient", *["hasty"] * others, games=10 * (others + 1))
        assert best.rate > 0.7
        assert best.score > max(result.score for result in rest)


def test_company_needs_whole_rounds() -> None:
    with pytest.raises(Refused, match="multiple of 3"):
        company("hasty", "hasty", "hasty", games=4)


@pytest.mark.parametrize(
    ("a", "games", "options", "code"),
    [
        ("boulder", 2, {}, "unknown-level"),
        ("pebble", 3, {}, "bad-games"),
        ("pebble", 0, {}, "bad-games"),
        ("pebble", 2, {"size": 99}, "bad-options"),
    ],
)
def test_bad_input_is_refused(a: str, games: int, options: dict[str, int], code: str) -> None:
    with pytest.raises(Refused) as refused:
        duel(a, "pebble", games, **options)
    assert refused.value.code == code
    assert refused.value.detail


def test_interval_counts_pairs() -> None:
    even = of_pairs(*[(1.0, 0.0)] * 20)
    swinging = of_pairs(*[(1.0, 1.0), (0.0, 0.0)] * 10)
    assert even.rate == swinging.rate == 0.5

    def width(result: Result) -> float:
        low, high = result.interval
        assert low < result.rate < high
        return high - low

    # Pairs that always split say more about two equal players than pairs won whole by either.
    assert width(even) < width(swinging)
    # Twenty coins: Wilson's interval for 10 of 20 is 29.9 % to 70.1 %.
    assert swinging.interval == pytest.approx((0.299, 0.701), abs=0.001)
    # All won is not certainty: for 20 of 20 it is 83.9 % to 100 %.
    assert of_pairs(*[(1.0, 1.0)] * 20).interval == pytest.approx((0.839, 1.0), abs=0.001)


def test_elo() -> None:
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(1.0) == -elo(0.0) == float("inf")


def test_report_names_the_players_and_the_score() -> None:
    from rich.console import Console

    console = Console(width=100, record=True)
    console.print(arena.report(("arch", "pebble"), [of_pairs((1.0, 1.0), (1.0, 0.5))]))
    text = console.export_text()
    for part in ("arch against pebble", "87.5%", "Elo"):
        assert part in text


def test_report_of_a_company_has_a_line_for_each() -> None:
    from rich.console import Console

    console = Console(width=100, record=True)
    results = [
        Result(((1.0, 0.5, 1.0),), 51.5),
        Result(((0.0, 0.5, 0.0),), 40),
        Result(((0,) * 3,), 12),
    ]
    console.print(arena.report(("cunning", "greedy", "hasty"), results))
    text = console.export_text()
    for part in ("3 games of 3", "an even share is 33.3%", "83.3%", "16.7%", "51.5", "hasty"):
        assert part in text
