"""Studies: a finished game played on from any of its positions, by one person or against bots."""

import json
from typing import Any

import pytest

from inglenook import loads, replay, rerun
from tests.web.people import FREE, GAME, SMALL, Person, Said, Socket, bot, me


def finished(person: Person) -> str:
    """A game of Kewbz in which seat 0 took its first move back, and then won."""
    table = person.open(me(), me("Bob"), **SMALL)
    with person.socket(table) as socket:
        socket.play(0, "a1")
        socket.ask("takeback", seat=0)
        for n, cell in enumerate(GAME):
            assert socket.play(n % 2, cell)["type"] == "ack"
    return table


@pytest.fixture
def game(ada: Person) -> str:
    return finished(ada)


def study(person: Person, table: str | None, seq: int, *seats: dict[str, Any], **more: Any) -> Said:
    new = {
        "game": "kewbz",
        "seats": seats or (me(), me("Eve")),
        "study": {"table": table, "seq": seq},
        **more,
    }
    said: Said = person.http.post("/api/tables", json=new).json()
    return said


def look(person: Person, table: str) -> Said:
    said: Said = person.http.get(f"/api/tables/{table}").json()
    return said


def play_on(socket: Socket, which: int = 0) -> Said:
    """The first legal move, or another one, of whoever is to move."""
    now = socket.news[-1]
    return socket.play(now["to_move"][0], now["view"]["legal"][which])


def undo(socket: Socket, to: int) -> Said:
    return socket.ask("play", seat=0, move={"type": "undo", "to": to})


def test_it_begins_as_the_game_went_and_goes_on_otherwise(ada: Person, game: str) -> None:
    original = look(ada, game)
    new = study(ada, game, 4)["id"]
    said = look(ada, new)
    assert said["study"] == {"table": game, "seq": 4}
    assert said["options"] == original["options"]
    assert said["entries"] == original["entries"][:5]
    assert (said["status"], said["to_move"], original["study"]) == ("playing", [1], None)
    with ada.socket(new) as socket:
        assert play_on(socket)["seq"] == 5
        assert play_on(socket)["seq"] == 6
    # Its clock goes on from there.
    times = [entry[1] for entry in look(ada, new)["entries"]]
    assert times == sorted(times)
    # The game itself stays as it was.
    assert look(ada, game)["entries"] == original["entries"]


def test_it_is_there_after_it_was_loaded_anew(ada: Person, game: str) -> None:
    table = study(ada, game, 6)["id"]
    with ada.socket(table) as socket:
        assert play_on(socket)["seq"] == 7
    record = loads(ada.http.get(f"/api/tables/{table}/record").content)
    # Its record folds like any other, and its chance is that of the game.
    assert len(replay(record).log) == 8
    assert rerun(record).record().digest == record.digest
    assert record.seed == loads(ada.http.get(f"/api/tables/{game}/record").content).seed


def test_its_log_is_a_tree(ada: Person, game: str) -> None:
    table = study(ada, game, 4)["id"]
    with ada.socket(table) as socket:
        start = look(ada, table)
        play_on(socket)
        play_on(socket)
        first = look(ada, table)
        # Back to where it began, another branch, and again to the end of the first.
        assert undo(socket, 4)["seq"] == 7
        assert look(ada, table)["view"] == start["view"]
        assert play_on(socket, -1)["seq"] == 8
        assert look(ada, table)["view"] != first["view"]
        assert undo(socket, 6)["seq"] == 9
        assert look(ada, table)["view"] == first["view"]


def test_it_goes_on_from_its_end_as_well(ada: Person, game: str) -> None:
    last = look(ada, game)["seq"]
    table = study(ada, game, last - 1)["id"]
    with ada.socket(table) as socket:
        before = look(ada, table)["view"]
        assert socket.play(0, GAME[-1])["type"] == "ack"
        assert look(ada, table)["status"] == "over"
        told = coach(ada, table)
        assert undo(socket, last - 1)["type"] == "ack"
        said = look(ada, table)
        assert (said["status"], said["outcome"], said["view"]) == ("playing", None, before)
        # Another end, by a takeback from it, and the end before: each is analysed for itself.
        assert socket.ask("play", seat=1, move={"type": "resign"})["type"] == "ack"
        assert socket.ask("takeback", seat=1)["type"] == "ack"
        assert look(ada, table)["view"] == before
        assert undo(socket, 0)["type"] == "ack"
        assert socket.ask("play", seat=1, move={"type": "resign"})["type"] == "ack"
        assert len(coach(ada, table)["line"]) < len(told["line"])
    record = loads(ada.http.get(f"/api/tables/{table}/record").content)
    assert replay(record).record().digest == rerun(record).record().digest == record.digest
    # The law of all other tables stays.
    with ada.socket(game) as socket:
        assert socket.ask("takeback", seat=0)["code"] == "game-over"
        assert undo(socket, 0)["code"] == "ask-first"


def coach(person: Person, table: str) -> Said:
    lines = person.http.get(f"/api/tables/{table}/analysis", timeout=120).text.splitlines()
    said: Said = json.loads(lines[-1])
    assert said["type"] == "analysis"
    return said


BY_HAND = {"stacks": {"c3": [0, 1], "d3": [0], "c4": [1]}, "turn": 1}


def set_up(person: Person, *seats: dict[str, Any], seq: int = -1, **position: Any) -> Said:
    return study(person, None, seq, *seats, options={**SMALL, "position": BY_HAND | position})


def test_it_begins_with_a_board_set_up_by_hand(ada: Person, bob: Person) -> None:
    table = set_up(ada)["id"]
    said = look(bob, table)
    assert said["study"] == {"table": None, "seq": -1}
    assert (said["to_move"], said["view"]["stacks"]) == ([1], BY_HAND["stacks"])
    assert said["view"]["unplayed"] == [6, 6]
    with ada.socket(table) as socket:
        assert play_on(socket)["seq"] == 0
        assert undo(socket, -1)["type"] == "ack"
        assert look(ada, table)["view"] == said["view"]
    assert ada.http.get(f"/api/tables/{table}/hints", params={"seat": 1}).json()["hints"]
    # Its record tells where it began, and comes back as a study with the same tree.
    text = ada.http.get(f"/api/tables/{table}/record").text
    headers = {"content-type": "application/json"}
    again = bob.http.post("/api/records", content=text, headers=headers).json()
    back = look(bob, again["id"])
    assert [entry[3] for entry in back["entries"]] == [
        entry[3] for entry in look(ada, table)["entries"]
    ]
    assert (back["view"], back["study"]) == (said["view"], said["study"])
    # A bot answers from there, too.
    against = set_up(ada, me(), bot("pebble"))["id"]
    with ada.socket(against) as socket:
        assert socket.until(lambda said: said["type"] == "moved")["entries"][0][2] == 1


def test_how_a_game_would_begin_and_what_is_wrong_with_it(ada: Person) -> None:
    def start(**new: Any) -> Said:
        said: Said = ada.http.post("/api/starts", json={"game": "kewbz", "seats": 2, **new}).json()
        return said

    assert start(options={**SMALL, "position": BY_HAND})["view"]["to_move"] == 1
    assert start()["view"]["unplayed"] == [30, 30]
    wrong = start(options={**SMALL, "position": BY_HAND | {"stacks": {"a1": [0], "e5": [1]}}})
    assert (wrong["code"], wrong["detail"]) == ("not-adjacent", "e5")
    assert start(options={"position": {"turn": 0}})["code"] == "bad-options"
    assert start(game="chess")["code"] == "unknown-game"
    assert start(seats=3)["code"] == "bad-seats"
    # At a table the same is refused; and without a game there are no entries to begin after.
    assert set_up(ada, stacks={"a1": [0, 0]})["code"] == "no-corner"
    assert set_up(ada, seq=0)["code"] == "bad-study"


def test_nobody_has_to_agree_to_a_takeback(ada: Person, bob: Person, game: str) -> None:
    table = study(ada, game, 4, me(), FREE)["id"]
    with ada.socket(table) as a, bob.socket(table) as b:
        assert b.ask("sit", seat=1, name="Bob")["type"] == "ack"
        assert play_on(b)["type"] == "ack"
        assert b.ask("takeback", seat=1)["type"] == "ack"
        said = look(ada, table)
        assert (said["takeback"], said["to_move"]) == (None, [1])
        assert undo(a, 2)["type"] == "ack"


def test_bots_may_sit_there(ada: Person, game: str) -> None:
    table = study(ada, game, 4, me(), bot("pebble"))["id"]
    with ada.socket(table) as socket:
        said = socket.until(lambda said: said["type"] == "moved")
        assert said["entries"][0][2] == 1


def test_only_its_maker_has_its_record_before_its_end(ada: Person, bob: Person, game: str) -> None:
    table = study(ada, game, 4)["id"]
    assert ada.http.get(f"/api/tables/{table}/record").status_code == 200
    assert bob.http.get(f"/api/tables/{table}/record").json()["code"] == "not-over"
    assert ada.http.get(f"/api/tables/{table}/replay").json()["record"]
    assert not bob.http.get(f"/api/tables/{table}/replay").json()["record"]
    # Anyone with the link may look, and play on from there at a table of their own.
    assert look(bob, table)["study"] == {"table": game, "seq": 4}
    assert "id" in study(bob, table, 3)


def test_it_is_shown_as_a_study_and_only_to_its_maker(ada: Person, bob: Person, game: str) -> None:
    table, waiting = study(ada, game, 4)["id"], study(ada, game, 4, me(), FREE)["id"]
    mine = {each["id"]: each["study"] for each in ada.http.get("/api/tables").json()["mine"]}
    assert (mine[table], mine[waiting], mine[game]) == (True, True, False)
    lobby = bob.http.get("/api/tables").json()
    assert not {table, waiting} & {each["id"] for each in lobby["waiting"] + lobby["playing"]}


def test_hints_may_be_had_for_both_sides(ada: Person) -> None:
    new = {"game": "conex", "seats": [me(), me("Eve")], "options": {"table": "small", "first": 0}}
    table = ada.http.post("/api/tables", json=new).json()["id"]
    with ada.socket(table) as socket:
        socket.ask("play", seat=0, move={"type": "resign"})
    start = {"table": table, "seq": look(ada, table)["seq"] - 1}
    again = {"game": "conex", "seats": [me(), me("Eve")], "study": start}
    table = ada.http.post("/api/tables", json=again).json()["id"]
    answer = ada.http.get(f"/api/tables/{table}/hints", params={"seat": 0}, timeout=120)
    assert answer.status_code == 200, answer.text
    assert answer.json()["hints"]


def test_what_is_refused(ada: Person, game: str) -> None:
    going = ada.open(me(), me("Bob"), **SMALL)
    last = look(ada, game)["seq"]
    for said, code in (
        (study(ada, going, -1), "not-over"),
        (study(ada, "none", 0), "unknown-table"),
        (study(ada, game, last + 1), "bad-study"),
        (study(ada, game, last), "game-over"),
        (study(ada, game, -2), "bad-message"),
        (study(ada, game, 0, me()), "bad-study"),
        (study(ada, game, 0, options=SMALL), "bad-study"),
        (study(ada, game, 0, game="conex"), "bad-study"),
        (study(ada, game, 0, me(), bot("none")), "unknown-level"),
    ):
        assert said.get("code") == code, said
    # From the very start, too.
    assert look(ada, study(ada, game, -1)["id"])["entries"] == []


def test_a_board_of_today_cannot_be_tried_out(ada: Person) -> None:
    new = {"game": "prolix", "seats": [me()], "daily": True}
    table = ada.http.post("/api/tables", json=new).json()["id"]
    with ada.socket(table) as socket:
        socket.ask("play", seat=0, move={"type": "resign"})
    again = {"game": "prolix", "seats": [me()], "study": {"table": table, "seq": 0}}
    answer = ada.http.post("/api/tables", json=again)
    assert (answer.status_code, answer.json()["code"]) == (403, "day-not-over")
