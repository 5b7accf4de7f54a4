"""What a finished game comes to: the parts add up, and the moment is one of the game."""

import json
from pathlib import Path

import pytest

import inglenook
from inglenook.core.match import Match
from inglenook.core.summary import Summary

HERE = Path(__file__).parent
CLIENT = HERE.parents[1] / "client/src/games"
RECORDS = sorted((HERE / "golden").glob("*.json"))


def summed(match: Match) -> Summary:
    states = match.history()
    played = [states[0], *(states[seq + 1] for seq in match.line())]
    return match.game.summary(played)


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_the_parts_add_up_and_have_texts(file: Path) -> None:
    match = inglenook.replay(inglenook.load(file))
    summary = summed(match)
    scores = match.game.scores(match.state)
    assert tuple(sum(part.points for part in parts) for parts in summary.parts) == scores
    name = match.game.name
    texts = json.loads((CLIENT / name / "i18n/en.json").read_text())
    for part in (part for parts in summary.parts for part in parts):
        assert f"{name}.part.{part.name}" in texts
    if moment := summary.moment:
        assert 0 < moment.step <= len(match.line())
        assert f"{name}.moment.{moment.name}" in texts
        assert moment.seat in range(match.seats)


def test_a_fall_is_listed_and_the_best_word_remembered() -> None:
    goal = inglenook.replay(inglenook.load(HERE / "golden/konexi-goal.json"))
    summary = summed(goal)
    words = [word for mine in goal.state.words for word in mine]
    assert summary.moment
    assert summary.moment.facts["n"] == max(word.points for word in words)
    falls = [s.fall for s in goal.history() if s.fall]
    listed = [part for parts in summary.parts for part in parts if part.name == "falls"]
    assert bool(listed) == bool(falls)
