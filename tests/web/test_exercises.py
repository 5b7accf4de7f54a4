"""Lessons and puzzles over HTTP: the server keeps nothing, and says all that there is to see."""

from typing import Any

import pytest

from tests.web.people import Person, Said

THROW, SILENT = {"type": "throw"}, {"type": "silent"}
GOAL = "/api/lessons/lanterns/goal"
TWICE = "/api/lessons/lanterns/twice"
PUZZLE = "/api/puzzles/lanterns/p1/try"
SOLUTION = "/api/puzzles/lanterns/p1/solution"


def attempt(person: Person, address: str, *moves: dict[str, Any], **more: Any) -> tuple[int, Said]:
    tried = [{"move": move, "t": 1000 * n} for n, move in enumerate(moves)]
    answer = person.http.post(address, json={"moves": tried, **more})
    return answer.status_code, answer.json()


def test_a_lesson_says_what_it_consists_of(eve: Person) -> None:
    assert eve.http.get("/api/lessons/lanterns").json() == {
        "steps": [
            {"name": "goal", "asks": ["throw"]},
            {"name": "twice", "asks": ["throw", "again"]},
        ],
        "game": {"seats": 2, "level": "wick", "options": {}},
    }
    listed = {game["name"]: game for game in eve.http.get("/api/games").json()}
    assert (listed["lanterns"]["lesson"], listed["lanterns"]["puzzles"]) == (True, 4)
    assert (listed["snap"]["lesson"], listed["snap"]["puzzles"]) == (False, 0)


def test_it_begins_with_what_the_seat_sees_and_nothing_said(eve: Person) -> None:
    status, page = attempt(eve, GOAL)
    assert status == 200
    assert (page["game"], page["seats"], page["seat"], page["to_move"]) == ("lanterns", 2, 0, [0])
    assert (page["ask"], page["asks"], page["reply"]) == (0, ["throw"], None)
    assert (page["entries"], page["dwells"]) == ([], [])
    (view,) = page["views"]
    # Its own lantern, and no other.
    assert view["mine"] in range(1, 7)
    assert view["over"] is None


def test_a_right_move_is_played_with_what_follows(eve: Person) -> None:
    status, page = attempt(eve, TWICE, THROW)
    assert status == 200
    assert page["reply"] == {"say": "thrown", "right": True}
    assert (page["ask"], page["asks"]) == (1, ["throw", "again"])
    # My throw and its die, then what the other plays.
    assert [(seat, move["type"]) for _, _, seat, move, _ in page["entries"]] == [
        (0, "throw"),
        (-1, "rolled"),
        (1, "throw"),
        (-1, "rolled"),
    ]
    assert len(page["views"]) == len(page["entries"]) + 1 == len(page["dwells"]) + 1
    face = page["entries"][1][3]["face"]
    assert page["views"][2]["points"][0] == page["views"][0]["points"][0] + face
    _, done = attempt(eve, TWICE, THROW, THROW)
    assert (done["ask"], done["reply"]["right"]) == (2, True)
    # The times are those of the exercise's own clock.
    assert done["entries"][4][1] - done["entries"][0][1] == 1000


def test_a_wrong_move_is_answered_and_ends_the_attempt(eve: Person) -> None:
    _, page = attempt(eve, GOAL, SILENT)
    assert page["reply"] == {"say": "nothing-gained", "right": False}
    assert page["ask"] == 0
    status, refused = attempt(eve, GOAL, SILENT, THROW)
    assert (status, refused["code"]) == (400, "bad-attempt")


def test_a_wrong_answer_to_a_puzzle_is_refuted_on_the_board(eve: Person) -> None:
    _, page = attempt(eve, PUZZLE, SILENT)
    assert page["reply"]["right"] is False
    _, told = attempt(eve, SOLUTION, SILENT)
    assert told["best"] == [THROW]
    line = told["refutation"]
    assert [(seat, move["type"]) for _, _, seat, move, _ in line["entries"]] == [
        (1, "throw"),
        (-1, "rolled"),
    ]
    assert line["views"][-1]["turn"] == page["views"][-1]["turn"] + 1
    _, nothing = attempt(eve, SOLUTION, THROW)
    assert (nothing["refutation"], nothing["best"]) == (None, [])


def test_it_can_be_shown(eve: Person) -> None:
    _, told = attempt(eve, f"{GOAL}/solution")
    assert told == {"best": [THROW], "refutation": None}
    _, again = attempt(eve, f"{TWICE}/solution", THROW)
    assert again["best"] == [THROW]


@pytest.mark.parametrize(
    ("address", "moves", "status", "code"),
    [
        ("/api/lessons/lanterns/none", [], 404, "unknown-exercise"),
        ("/api/lessons/snap/goal", [], 404, "unknown-exercise"),
        ("/api/lessons/nothing/goal", [], 400, "unknown-game"),
        ("/api/puzzles/lanterns/none/try", [], 404, "unknown-exercise"),
        ("/api/puzzles/lanterns/none/solution", [], 404, "unknown-exercise"),
        (SOLUTION, [THROW] * 51, 400, "bad-attempt"),
        (GOAL, [{"type": "jump"}], 400, "bad-move"),
        (GOAL, [{"type": "rolled", "face": 6}], 409, "bad-face"),
        (GOAL, [THROW] * 51, 400, "bad-attempt"),
        (GOAL, [{"type": "resign"}], 400, "bad-attempt"),
    ],
)
def test_what_is_refused(
    eve: Person, address: str, moves: list[dict[str, Any]], status: int, code: str
) -> None:
    said, refused = attempt(eve, address, *moves)
    assert (refused["type"], refused["code"], said) == ("refused", code, status)


def test_a_game_without_a_lesson(eve: Person) -> None:
    assert eve.http.get("/api/lessons/snap").json()["code"] == "unknown-exercise"
    assert eve.http.get("/api/lessons/nothing").json()["code"] == "unknown-game"


def answer(person: Person, name: str, *moves: dict[str, Any]) -> Said:
    tried = [{"move": move} for move in moves]
    said = person.http.post(f"/api/puzzles/lanterns/{name}", json={"moves": tried})
    assert said.status_code == 200, said.text
    found: Said = said.json()
    return found


def test_answers_to_puzzles_make_a_rating_and_a_streak(eve: Person) -> None:
    first = eve.http.get("/api/puzzles/lanterns").json()
    assert first["me"] == {"rating": 1000, "tried": 0, "solved": 0, "streak": 0, "best_streak": 0}
    # The same until it is tried.
    assert eve.http.get("/api/puzzles/lanterns").json() == first
    name = first["puzzle"]["name"]
    right = answer(eve, name, THROW)
    assert (right["solved"], right["counted"]) == (True, True)
    assert right["gained"] > 0
    assert right["me"]["rating"] == 1000 + right["gained"]
    assert (right["me"]["tried"], right["me"]["streak"]) == (1, 1)
    # Whoever has seen the answer does not get better by it.
    again = answer(eve, name, SILENT)
    assert (again["solved"], again["counted"], again["gained"]) == (False, False, 0)
    assert again["me"] == right["me"]
    second = eve.http.get("/api/puzzles/lanterns").json()
    assert second["puzzle"]["name"] != name
    assert second["me"] == right["me"]
    # To give up counts as wrong.
    wrong = answer(eve, second["puzzle"]["name"])
    assert (wrong["solved"], wrong["counted"]) == (False, True)
    assert wrong["gained"] < 0
    assert (wrong["me"]["streak"], wrong["me"]["best_streak"]) == (0, 1)


def test_when_all_were_tried_they_come_again(eve: Person) -> None:
    seen = set()
    for _ in range(5):
        name = eve.http.get("/api/puzzles/lanterns").json()["puzzle"]["name"]
        answer(eve, name, THROW)
        seen.add(name)
    assert seen == {"p0", "p1", "p2", "p3"}


def test_a_run_becomes_harder_and_harder(eve: Person) -> None:
    puzzles = eve.http.get("/api/runs/lanterns").json()["puzzles"]
    assert [puzzle["rating"] for puzzle in puzzles] == [1000, 1200, 1400, 1600]
    assert eve.http.get("/api/runs/snap").json()["code"] == "unknown-exercise"
    assert eve.http.get("/api/puzzles/snap").json()["code"] == "unknown-exercise"
