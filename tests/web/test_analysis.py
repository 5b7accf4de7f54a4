"""The coach over HTTP: progress, then the analysis; done once, and only while somebody waits."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.people import Person, Said, me
from tests.web.test_settling import open_anvil, play_out, until_there


def analysis(person: Person, table: str) -> list[Said]:
    answer = person.http.get(f"/api/tables/{table}/analysis")
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def lanterns(person: Person) -> str:
    """A finished game: seat 0 threw, and seat 1 was silent, but for what it took back."""
    new = {"game": "lanterns", "seats": [me(), me("Bob")]}
    table = str(person.http.post("/api/tables", json=new).json()["id"])
    with person.socket(table) as socket:
        said = socket.news[0]
        while not said["outcome"]:
            seat = said["to_move"][0]
            if said["seq"] == 2:
                socket.ask("play", seat=seat, move={"type": "silent"})
                socket.ask("takeback", seat=seat)
            socket.ask("play", seat=seat, move={"type": ("throw", "silent")[seat]})
            said = person.http.get(f"/api/tables/{table}").json()
    return table


def steps(gate: Path) -> dict[str, str]:
    """The strikes whose analysis has begun, with an x for each time."""
    return {file.name: file.read_text() for file in gate.glob("step *")}


@pytest.fixture
def gates(tmp_path: Path) -> Iterator[list[Path]]:
    """Two, which are open in the end, lest a process of the bots wait for ever."""
    gates = [tmp_path / "one", tmp_path / "two"]
    for gate in gates:
        gate.mkdir()
    yield gates
    for gate in gates:
        (gate / "open").touch()


def anvil(person: Person, gate: Path) -> str:
    """A finished game of the anvil, whose analysis waits at a closed gate."""
    (gate / "open").touch()
    table = open_anvil(person, gate, me(), me("Bob"))
    play_out(person, table)
    (gate / "open").unlink()
    return table


def test_it_says_how_far_it_is_and_then_what_it_found(eve: Person) -> None:
    table = lanterns(eve)
    *progress, found = analysis(eve, table)
    line = [entry[0] for entry in eve.http.get(f"/api/tables/{table}").json()["entries"]]
    assert {said["type"] for said in progress} == {"progress"}
    assert all(0 <= said["done"] <= said["of"] == len(found["line"]) for said in progress)
    assert found["type"] == "analysis"
    assert found["report"]["accuracy"] == [1.0, 0.0]
    assert len(found["report"]["moments"]) == 3
    assert [insight["step"] for insight in found["insights"]] == [
        n + 1 for n in range(len(found["line"]))
    ]
    # What was taken back is no part of the line.
    assert set(line) - set(found["line"]) == {3, 4}


def test_it_is_done_once_for_all_who_wait_and_kept(eve: Person, gates: list[Path]) -> None:
    gate = gates[0]
    table, answers = anvil(eve, gate), list[Any]()
    waiting = [threading.Thread(target=lambda: answers.append(analysis(eve, table))) for _ in "ab"]
    for each in waiting:
        each.start()
    until_there(gate / "step 1")
    (gate / "open").touch()
    for each in waiting:
        each.join()
    (found,) = {json.dumps(answer[-1]) for answer in answers}
    once = {"step 1": "x", "step 3": "x", "step 5": "x"}
    assert steps(gate) == once
    # It comes from the store now, and there is nothing to wait for.
    assert [json.dumps(said) for said in analysis(eve, table)] == [found]
    assert steps(gate) == once


def test_it_ends_when_nobody_waits_and_can_begin_again(eve: Person, gates: list[Path]) -> None:
    gate, other = gates
    table, another = anvil(eve, gate), anvil(eve, other)
    with eve.http.stream("GET", f"/api/tables/{table}/analysis") as answer:
        # Kept, as the connection is closed with it.
        lines = answer.iter_lines()
        assert json.loads(next(lines)) == {"type": "progress", "done": 0, "of": 6}
        until_there(gate / "step 1")
    for each in gates:
        (each / "open").touch()
    # It would have had its turns in between.
    assert analysis(eve, another)[-1]["type"] == "analysis"
    assert "step 5" not in steps(gate)
    assert analysis(eve, table)[-1]["type"] == "analysis"
    assert {"step 1", "step 3", "step 5"} == set(steps(gate))


def test_one_that_fails_says_so_and_can_be_tried_again(eve: Person, gates: list[Path]) -> None:
    gate = gates[0]
    table = anvil(eve, gate)
    for name in ("broken", "open"):
        (gate / name).touch()
    assert analysis(eve, table)[-1]["code"] == "no-analysis"
    (gate / "broken").unlink()
    assert analysis(eve, table)[-1]["type"] == "analysis"


def test_only_of_a_finished_game(eve: Person) -> None:
    new = {"game": "lanterns", "seats": [me(), me("Bob")]}
    table = eve.http.post("/api/tables", json=new).json()["id"]
    answer = eve.http.get(f"/api/tables/{table}/analysis")
    assert (answer.status_code, answer.json()["code"]) == (409, "not-over")
    assert eve.http.get("/api/tables/none/analysis").json()["code"] == "unknown-table"


def test_the_board_of_the_day_is_nobody_elses(ada: Person, bob: Person) -> None:
    new = {"game": "prolix", "seats": [me()], "daily": True}
    table = ada.http.post("/api/tables", json=new).json()["id"]
    answer = bob.http.get(f"/api/tables/{table}/analysis")
    assert (answer.status_code, answer.json()["code"]) == (403, "day-not-over")
