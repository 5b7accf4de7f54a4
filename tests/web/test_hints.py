"""Hints: for one person among bots, and only when it is their turn."""

from typing import Any

import pytest

from tests.web.people import FREE, Person, Said, bot, me


def conex(person: Person, *seats: dict[str, Any], first: int = 0) -> str:
    new = {"game": "conex", "seats": seats, "options": {"table": "small", "first": first}}
    return str(person.http.post("/api/tables", json=new).json()["id"])


def hints(person: Person, table: str, seat: Any = 0) -> tuple[int, Said]:
    # If the bots were never compiled before, the first to ask waits for that, too.
    answer = person.http.get(f"/api/tables/{table}/hints", params={"seat": seat}, timeout=120)
    return answer.status_code, answer.json()


def test_they_are_moves_that_can_be_made_best_first(ada: Person) -> None:
    table = conex(ada, me(), bot("greedy"))
    with ada.socket(table) as a:
        status, said = hints(ada, table)
        assert (status, said["seq"]) == (200, a.news[0]["seq"])
        worths = [hint["worth"] for hint in said["hints"]]
        assert worths == sorted(worths, reverse=True)
        assert 1 <= len(worths) <= 5
        # The same position has the same answer.
        assert hints(ada, table) == (status, said)
        answer = a.ask("play", seat=0, move=said["hints"][0]["move"])
        assert answer["type"] == "ack"


@pytest.mark.parametrize("seat", ["", "x", "-1", "2", "99999999999999999999"])
def test_a_seat_that_is_not_there(ada: Person, seat: str) -> None:
    table = conex(ada, me(), bot("greedy"))
    status, said = hints(ada, table, seat)
    assert (status, said["code"]) == (409, "no-such-seat")


def test_they_are_for_one_person_among_bots_who_is_to_move(ada: Person, bob: Person) -> None:
    alone = conex(ada, me(), bot("greedy"), bot("greedy"))
    assert hints(bob, alone)[1]["code"] == "not-your-seat"
    assert hints(ada, alone, 1)[1]["code"] == "not-your-seat"
    with_people = [conex(ada, me(), FREE), conex(ada, me("A"), me("B")), conex(ada, me(), FREE)]
    with bob.socket(with_people[2]) as b:
        b.ask("sit", seat=1, name="Bob")
    for table in with_people:
        assert hints(ada, table)[1]["code"] == "not-practice"
    with ada.socket(alone) as a:
        a.ask("play", seat=0, move={"type": "draw"})
        assert hints(ada, alone)[1]["code"] == "not-your-turn"
        a.ask("play", seat=0, move={"type": "resign"})
    assert hints(ada, conex(ada, me(), bot("greedy")))[0] == 200


def test_a_finished_game_and_the_board_of_the_day_have_none(ada: Person) -> None:
    over = conex(ada, me(), bot("greedy"))
    with ada.socket(over) as a:
        a.ask("play", seat=0, move={"type": "resign"})
    assert hints(ada, over)[1]["code"] == "game-over"
    new = {"game": "prolix", "seats": [me()], "daily": True}
    daily = ada.http.post("/api/tables", json=new).json()["id"]
    assert hints(ada, daily)[1]["code"] == "daily-board"


def test_a_game_whose_bots_give_none(eve: Person) -> None:
    new = {"game": "lanterns", "seats": [me(), bot("wick")]}
    status, said = hints(eve, eve.http.post("/api/tables", json=new).json()["id"])
    assert (status, said["code"]) == (409, "no-hints")
