"""The boards of the days over HTTP."""

from tests.web.people import Person, me


def test_todays_board_once_played_is_in_my_calendar(eve: Person) -> None:
    before = eve.http.get("/api/days").json()
    (lanterns,) = (game for game in before["games"] if game["game"] == "lanterns")
    assert (lanterns["table"], lanterns["score"], before["calendar"]) == (None, None, [])
    new = {"game": "lanterns", "seats": [me()], "daily": True}
    table = eve.http.post("/api/tables", json=new).json()["id"]
    with eve.socket(table) as socket:
        assert socket.ask("play", seat=0, move={"type": "resign"})["type"] == "ack"
        (score,) = socket.until(lambda said: said.get("outcome"))["outcome"]["scores"]
    after = eve.http.get("/api/days").json()
    (lanterns,) = (game for game in after["games"] if game["game"] == "lanterns")
    assert (lanterns["table"], lanterns["score"], lanterns["streak"]) == (table, score, 1)
    assert 0 < after["next_ms"] <= 86_400_000
    assert [(done["number"], done["games"]) for done in after["calendar"]] == [
        (before["number"], ["lanterns"])
    ]


def test_a_day_that_is_none(eve: Person) -> None:
    for day in ("2999-01-01", "2025-12-31", "soon"):
        new = {"game": "lanterns", "seats": [me()], "daily": True, "day": day}
        answer = eve.http.post("/api/tables", json=new)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-daily")
