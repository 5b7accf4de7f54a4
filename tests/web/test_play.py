"""Playing over the wire, as two browsers do it."""

import json
from typing import Any

import inglenook
from tests.web.people import FREE, GAME, LISTS, SMALL, Person, Said, bot, me


def is_(kind: str, **fields: Any) -> Any:
    return lambda said: said["type"] == kind and fields.items() <= said.items()


def play_out(ada: Person, bob: Person) -> str:
    """A whole game, Ada in seat 0 and Bob in seat 1; the table's id."""
    table = ada.open(me(), FREE, **SMALL)
    with ada.socket(table) as a, bob.socket(table) as b:
        assert b.ask("sit", seat=1, name="Bob")["type"] == "ack"
        for n, cell in enumerate(GAME):
            assert (a, b)[n % 2].play(n % 2, cell)["seq"] == n
        return table


def test_a_game_to_the_end(ada: Person, bob: Person) -> None:
    table = ada.open(me("Ada"), FREE, **SMALL)
    with ada.socket(table) as a, bob.socket(table) as b:
        first = a.until(is_("table"))
        assert (first["status"], first["seq"], first["entries"]) == ("waiting", -1, [])
        assert [seat["kind"] for seat in first["seats"]] == ["person", "free"]
        assert a.play(0, "c3")["code"] == "waiting"
        assert b.ask("sit", seat=1, name="Bob")["type"] == "ack"
        seated = a.until(is_("table", status="playing"))
        assert [(s["name"], s["yours"], s["here"]) for s in seated["seats"]] == [
            ("Ada", True, True),
            ("Bob", False, True),
        ]
        for n, cell in enumerate(GAME):
            mover, other = (a, b) if n % 2 == 0 else (b, a)
            assert mover.play(n % 2, cell)["seq"] == n
            told = [socket.until(is_("moved", seq=n)) for socket in (mover, other)]
            assert told[0] == told[1]
            assert told[0]["entries"][0][2:4] == [n % 2, {"type": "place", "cell": cell}]
        outcome = {"scores": [7, 1], "winners": [0], "reason": "last-cube"}
        assert told[0]["outcome"] == outcome
        assert told[0]["to_move"] == []
        assert b.until(is_("table", status="over"))["outcome"] == outcome
        assert b.play(1, "a1")["code"] == "game-over"
        assert b.ask("leave", seat=1)["code"] == "game-over"


def test_the_same_ask_is_done_once_and_answered_each_time(ada: Person) -> None:
    table = ada.open(me(), me("Eve"))
    with ada.socket(table) as a:
        once = a.play(0, "d4", id="x")
        assert once["seq"] == 0
        assert a.play(0, "d4", id="x") == once
        assert a.play(1, "d5", id="x") == once
        assert a.play(1, "d5")["seq"] == 1
        assert a.ask("leave", id="y", seat=1)["type"] == "ack"
        assert a.ask("sit", id="z", seat=1, name="Eve")["type"] == "ack"
        assert a.ask("leave", id="y", seat=1)["type"] == "ack"
        assert ada.http.get(f"/api/tables/{table}").json()["status"] == "playing"


def test_a_connection_resumes_after_what_it_has(ada: Person) -> None:
    table = ada.open(me(), me("Eve"), **SMALL)
    with ada.socket(table) as a:
        for n, cell in enumerate(GAME[:4]):
            a.play(n % 2, cell)
    for since, seqs in (
        (None, [0, 1, 2, 3]),
        (1, [2, 3]),
        (3, []),
        (99, [0, 1, 2, 3]),
        (-5, [0, 1, 2, 3]),
    ):
        with ada.socket(table, since) as again:
            first = again.until(is_("table"))
            assert [entry[0] for entry in first["entries"]] == seqs
            assert first["seq"] == 3
            assert first["view"]["to_move"] == 0


def test_the_finished_game_can_be_had_and_looked_at(ada: Person, bob: Person) -> None:
    playing = ada.open(me(), me("Eve"))
    refused = ada.http.get(f"/api/tables/{playing}/record")
    assert (refused.status_code, refused.json()["code"]) == (409, "not-over")
    so_far = ada.http.get(f"/api/tables/{playing}/replay").json()
    assert (len(so_far["views"]), so_far["outcome"]) == (1, None)
    table = play_out(ada, bob)
    download = bob.http.get(f"/api/tables/{table}/record")
    assert download.headers["content-disposition"].startswith("attachment")
    match = inglenook.rerun(inglenook.loads(download.content))
    assert match.outcome() == inglenook.Outcome((7, 1), (0,), "last-cube")
    replay = bob.http.get(f"/api/tables/{table}/replay").json()
    assert [entry[3]["cell"] for entry in replay["entries"]] == GAME
    assert len(replay["views"]) == len(GAME) + 1
    assert replay["views"][0]["stacks"] == {}
    assert [seat["yours"] for seat in replay["seats"]] == [False, True]
    assert bob.http.get(f"/api/tables/{table}/review").json() is None


def test_resigning(ada: Person, bob: Person) -> None:
    table = ada.open(me(), FREE)
    with ada.socket(table) as a, bob.socket(table) as b:
        b.ask("sit", seat=1, name="Bob")
        assert a.ask("play", seat=0, move={"type": "resign"})["type"] == "ack"
        assert b.until(is_("table", status="over"))["outcome"]["reason"] == "resigned"


def test_a_preview_says_what_each_move_would_do(ada: Person, bob: Person) -> None:
    table = ada.open(me(), FREE)
    with ada.socket(table) as a, bob.socket(table) as b:
        b.ask("sit", seat=1, name="Bob")
        preview = a.ask("preview", seat=0)
        assert preview["type"] == "previewed"
        assert preview["seq"] == -1
        assert len(preview["preview"]["cells"]) == 64
        assert b.ask("preview", seat=0)["code"] == "not-your-seat"
        assert b.ask("ping")["type"] == "ack"


def test_a_bot_plays_its_seat(ada: Person) -> None:
    table = ada.open(bot("pebble"), me(), **SMALL)
    with ada.socket(table) as a:
        # It may have moved before this connection was there to hear of it.
        assert a.until(lambda said: said.get("entries"))["entries"][0][2] == 0
        assert a.ask("play", seat=0, move={"type": "resign"})["code"] == "not-your-seat"
        while True:
            view = ada.http.get(f"/api/tables/{table}").json()["view"]
            done = a.ask("play", seat=1, move=first_move(a.ask("preview", seat=1), view))
            assert done["type"] == "ack"
            after = a.until(lambda said: said.get("outcome") or said.get("to_move") == [1])
            if after["outcome"]:
                break
        assert a.until(is_("table", status="over"))["seats"][0]["level"] == "pebble"


def first_move(previewed: Said, view: Said) -> Said:
    """Some legal move, only by what the wire tells."""
    cell = view["legal"][0]
    prospect = previewed["preview"]["cells"][cell]
    due = [corner for corner, cubes in prospect["stacked"].items() for _ in range(cubes)]
    move = {"type": "place", "cell": cell}
    return {**move, "stack": due[: prospect["choose"]]} if prospect["choose"] else move


def test_bots_are_put_and_sent_away_by_those_at_the_table(ada: Person, bob: Person) -> None:
    table = ada.open(me(), FREE)
    with ada.socket(table) as a, bob.socket(table) as b:
        assert b.ask("bot", seat=1, level="pebble")["code"] == "not-seated"
        assert a.ask("bot", seat=1, level="nobody")["code"] == "unknown-level"
        assert a.ask("bot", seat=0, level="pebble")["code"] == "seat-taken"
        assert a.ask("bot", seat=1, level="pebble")["type"] == "ack"
        assert b.ask("free", seat=1)["code"] == "not-seated"
        assert b.ask("sit", seat=1, name="Bob")["code"] == "seat-taken"
        assert a.ask("free", seat=1)["type"] == "ack"
        assert a.ask("free", seat=1)["code"] == "seat-free"
        assert b.ask("sit", seat=1, name="Bob")["type"] == "ack"


def test_leaving_and_coming_back(ada: Person, bob: Person) -> None:
    table = ada.open(me(), FREE)
    with ada.socket(table) as a:
        with bob.socket(table) as b:
            b.ask("sit", seat=1, name="Bob")
            a.play(0, "d4")
        # Closing the browser keeps the seat.
        a.until(
            lambda said: (
                said["type"] == "table"
                and said["seats"][1]["name"] == "Bob"
                and not said["seats"][1]["here"]
            )
        )
        with bob.socket(table, since=0) as b:
            assert b.until(is_("table"))["seats"][1]["yours"]
            assert b.play(1, "d5")["seq"] == 1
            # Leaving gives it up, in the middle of the game, to whoever takes it.
            assert b.ask("leave", seat=1)["type"] == "ack"
            assert b.play(1, "d6")["code"] == "not-your-seat"
            assert a.play(0, "d6")["code"] == "waiting"
            assert a.ask("sit", seat=1, name="Eve")["type"] == "ack"
            assert a.play(0, "d6")["seq"] == 2
            assert a.play(1, "d7")["seq"] == 3


def test_the_others_are_asked_before_a_move_is_taken_back(ada: Person, bob: Person) -> None:
    table = ada.open(me(), FREE)
    with ada.socket(table) as a, bob.socket(table) as b:
        assert a.ask("takeback", seat=0)["code"] == "waiting"
        b.ask("sit", seat=1, name="Bob")
        assert a.ask("takeback", seat=0)["code"] == "nothing-to-take-back"
        assert a.ask("play", seat=0, move={"type": "undo", "to": -1})["code"] == "ask-first"
        assert b.ask("answer", seat=1, agree=True)["code"] == "no-takeback"
        a.play(0, "d4")
        b.play(1, "d5")

        assert a.ask("takeback", seat=0)["type"] == "ack"
        asked = b.until(lambda said: said.get("takeback"))
        assert asked["takeback"] == {"seat": 0, "to": -1, "agreed": [0]}
        assert a.ask("takeback", seat=0)["code"] == "takeback-pending"
        assert a.ask("answer", seat=0, agree=True)["code"] == "no-takeback"
        assert b.ask("answer", seat=1, agree=False)["type"] == "ack"
        a.until(lambda said: said.get("takeback"))
        # Who is here may be told in between, with the question still open.
        a.until(is_("table", takeback=None))

        a.ask("takeback", seat=0)
        assert b.ask("answer", seat=1, agree=True)["type"] == "ack"
        undone = b.until(is_("moved", seq=2))
        assert undone["entries"][0][2:4] == [0, {"type": "undo", "to": -1}]
        assert undone["view"]["stacks"] == {}
        # What was taken back is not in force any more: there is nothing before it.
        assert a.ask("takeback", seat=0)["code"] == "nothing-to-take-back"

        a.play(0, "e5")
        a.ask("takeback", seat=0)
        b.play(1, "e6")
        assert b.ask("answer", seat=1, agree=True)["code"] == "no-takeback"
        assert ada.http.get(f"/api/tables/{table}").json()["takeback"] is None


def test_bots_and_ones_own_seats_agree_at_once(ada: Person) -> None:
    table = ada.open(me(), me("Eve"))
    with ada.socket(table) as a:
        for n, cell in enumerate(("d4", "d5", "d6")):
            a.play(n % 2, cell)
        assert a.ask("takeback", seat=1)["type"] == "ack"
        assert a.until(is_("moved", seq=3))["view"]["stacks"] == {"d4": [0]}
        # Seat 0's last move in force is now its first.
        assert a.ask("takeback", seat=0)["type"] == "ack"
        assert a.until(is_("moved", seq=4))["view"]["stacks"] == {}


def test_a_rematch_has_the_seats_moved_on(ada: Person, bob: Person) -> None:
    table = play_out(ada, bob)
    with ada.socket(table) as a, bob.socket(table) as b:
        again = a.ask("rematch")
        assert b.until(lambda said: said.get("rematch"))["rematch"] == again["table"]
        assert b.ask("rematch")["table"] == again["table"]
        with ada.socket(again["table"]) as new:
            assert new.play(0, "c3")["code"] == "not-your-seat"
        with bob.socket(again["table"]) as new:
            first = new.until(is_("table"))
            assert [seat["name"] for seat in first["seats"]] == ["Bob", "Ada"]
            assert first["options"] == {**SMALL, "swap": False}
            assert new.play(0, "c3")["seq"] == 0
            assert new.ask("rematch")["code"] == "not-over"


def test_the_lobby(ada: Person, bob: Person) -> None:
    waiting, playing = (
        ada.http.post("/api/tables", json={"game": "kewbz", "seats": seats, "listed": True}).json()[
            "id"
        ]
        for seats in ([me(), FREE], [me(), me("Eve")])
    )
    private = ada.open(me(), FREE)
    over = play_out(ada, bob)
    lobby = bob.http.get("/api/tables").json()
    lists = {name: {line["id"]: line for line in lobby[name]} for name in LISTS}
    assert waiting in lists["waiting"]
    assert playing in lists["playing"]
    # Whoever has the link finds it all the same.
    assert private not in lists["waiting"]
    assert bob.http.get(f"/api/tables/{private}").status_code == 200
    assert list(lists["mine"]) == [over]
    assert lists["mine"][over]["moves"] == len(GAME)
    assert lists["mine"][over]["status"] == "over"
    assert [line["id"] for line in ada.http.get("/api/tables").json()["mine"]] == [
        private,
        playing,
        waiting,
        over,
    ]


def test_games_are_listed_with_their_levels(ada: Person) -> None:
    listed = ada.http.get("/api/games").json()
    seats = {game["name"]: game["seats"] for game in listed}
    assert seats == {
        "conex": [1, 2, 3, 4],
        "kewbz": [2],
        "konexi": [1, 2, 3, 4, 5, 6],
        "prolix": [1, 2, 3, 4, 5],
    }
    for game in listed:
        shown = [(level["number"], level["level"]) for level in game["levels"]]
        names = (level.name for level in inglenook.levels(game["name"]))
        assert shown == list(enumerate(names, 1))


def test_the_same_over_plain_http(ada: Person, bob: Person) -> None:
    table = ada.open(me(), FREE, **SMALL)
    asks, moves = f"/api/tables/{table}/asks", f"/api/tables/{table}/moves"
    sit = {"type": "sit", "id": "1", "seat": 1, "name": "Bob"}
    assert bob.http.post(asks, json=sit).json()["type"] == "ack"
    with ada.http.stream("GET", f"/api/tables/{table}/stream?since=-1") as stream:
        lines = stream.iter_lines()
        assert json.loads(next(lines))["type"] == "table"
        place = {"id": "2", "seat": 0, "move": {"type": "place", "cell": GAME[0]}}
        refused = bob.http.post(moves, json=place)
        assert (refused.status_code, refused.json()["code"]) == (403, "not-your-seat")
        assert ada.http.post(moves, json=place).json()["seq"] == 0
        moved = next(said for line in lines if (said := json.loads(line))["type"] == "moved")
        assert moved["seq"] == 0
    refused = ada.http.post(moves, json={**place, "id": "3"})
    assert (refused.status_code, refused.json()["code"]) == (409, "not-your-turn")
    assert refused.json()["id"] == "3"


def test_a_place_is_judged_for_a_seat_of_ones_own(ada: Person, bob: Person) -> None:
    new = {"game": "conex", "seats": (me(), FREE), "options": {"first": 0}}
    table = str(ada.http.post("/api/tables", json=new).json()["id"])
    with ada.socket(table) as a, bob.socket(table) as b:
        assert b.ask("sit", seat=1, name="Bob")["type"] == "ack"
        dealt = a.until(lambda said: said.get("view", {}).get("hand"))
        place = {"card": dealt["view"]["hand"][0], "x": 400_000, "y": 250_000}
        judged = a.ask("judge", seat=0, place=place)
        assert (judged["type"], judged["verdict"]["code"]) == ("judged", "nowhere")
        assert b.ask("judge", seat=0, place=place)["code"] == "not-your-seat"
        # Not even whether somebody else holds a card is told.
        assert b.ask("judge", seat=1, place=place)["code"] == "not-in-hand"
        assert a.ask("judge", seat=0, place={"card": 5})["code"] == "bad-message"
    with ada.socket(ada.open(me(), FREE, **SMALL)) as a:
        assert a.ask("judge", seat=0, place={})["code"] == "bad-message"
