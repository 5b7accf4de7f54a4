"""What can be reached by guessing or bending addresses."""

import math
from collections import Counter

import pytest

from tests.web.people import FREE, LISTS, Person, me

PASSWD = "root:"


@pytest.mark.parametrize(
    "path",
    [
        *("/../../../etc/passwd", "/..%2f..%2f..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd"),
        *("/assets/../../../../etc/passwd", "/assets/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd"),
        *("/assets/..%5c..%5cetc", "/assets//etc/passwd", "//etc/passwd", "/assets/%00"),
        *("/%00", "/index.html%00.js", "/assets/" + "a" * 5000, "/" + "a/" * 2000, "/%ff%fe"),
        *("/assets/.", "/assets/..", "/assets", "/./secret", "/%2e%2e%2fserver.py", "/C:/x"),
        *("/assets/%2e%2e%2f%2e%2e%2fguard.py", "/..%c0%af..%c0%afetc/passwd", "/?%00=%ff"),
    ],
)
def test_no_address_leads_out_of_the_pages(ada: Person, path: str) -> None:
    answer = ada.http.get(path, follow_redirects=False)
    assert answer.status_code in (200, 404)
    assert PASSWD not in answer.text
    assert "import" not in answer.text.split("<script")[0]


def test_ids_cannot_be_guessed(ada: Person) -> None:
    ids = [ada.open(me(), FREE) for _ in range(50)]
    assert len(set(ids)) == len(ids)
    assert {len(table) for table in ids} == {12}
    # 72 bits, evenly spread: of 600 characters, each of the 64 comes about 9 times.
    letters = Counter("".join(ids))
    entropy = -sum(n / 600 * math.log2(n / 600) for n in letters.values())
    assert entropy > 5.7
    for place in range(12):
        assert len({table[place] for table in ids}) > 20


def test_all_tables_that_are_not_there_are_answered_alike(ada: Person, eve: Person) -> None:
    table = ada.open(me(), FREE)
    swapped = table[::-1] if table[::-1] != table else "x" * 12
    guesses = [swapped, table[:-1], table + "A", table.swapcase(), "A" * 12, "%00", "a" * 3000, "*"]
    for path in ("", "/record", "/replay", "/review", "/stream", "/hints?seat=0"):
        answers = {
            (answer.status_code, answer.json()["code"])
            for guess in guesses
            if (answer := eve.http.get(f"/api/tables/{guess}{path}"))
        }
        assert answers == {(404, "unknown-table")}, path
    for guess in guesses[:-3]:
        with eve.socket(guess) as socket:
            assert socket.news[0]["code"] == "unknown-table"
            assert socket.end() == 4404


def test_the_board_of_the_day_is_nobody_elses_to_find(ada: Person, eve: Person) -> None:
    new = {"game": "prolix", "seats": [me()], "daily": True}
    mine = ada.http.post("/api/tables", json=new).json()["id"]
    lobby = eve.http.get("/api/tables").json()
    assert mine not in {line["id"] for name in LISTS for line in lobby[name]}
    assert mine in {line["id"] for line in ada.http.get("/api/tables").json()["mine"]}
    assert eve.http.post("/api/tables", json=new).json()["id"] != mine
