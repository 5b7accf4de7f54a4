"""Konexi over the wire: a game between two on one screen, judged in the pool, with bad input."""

from typing import Any

import msgspec

import inglenook
from inglenook.games.konexi.rules import vocabulary
from inglenook.games.konexi.rules.view import View
from tests.web.people import Person, Said, Socket, me


def open_table(person: Person, **options: Any) -> str:
    options = {"suspense": False, **options}
    new = {"game": "konexi", "seats": [me("Ada"), me("Eve")], "options": options}
    answer = person.http.post("/api/tables", json=new)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


class Player:
    """Plays for whoever is to move, and keeps what was heard."""

    def __init__(self, socket: Socket) -> None:
        self._socket = socket
        self.heard = [socket.news.pop(0)]

    @property
    def view(self) -> View:
        return msgspec.convert(self.heard[-1]["view"], View)

    def play(self, **move: Any) -> Said:
        """Play, and wait until someone is to move again; the answer to the move."""
        answer = self._socket.ask("play", seat=self.view.active, move=move)
        if answer["type"] == "ack":
            self._hear(answer["seq"])
        return answer

    def _hear(self, seq: int) -> None:
        said = self._socket.until(lambda said: said["type"] == "moved" and said["seq"] >= seq)
        self.heard.append(said)
        while said["to_move"] == [inglenook.NATURE]:
            said = self._socket.until(lambda said: said["type"] == "moved")
            self.heard.append(said)

    def refused(self, **move: Any) -> str:
        answer = self.play(**move)
        assert answer["type"] == "refused"
        return f"{answer['code']} {answer['detail']}".strip()

    def place(self) -> None:
        """Take a letter and place it where it stands best."""
        if self.view.phase == "token":
            self.play(type="move", gap=0)
        self.play(type="take", side="left")
        if self.view.rests:
            best = max(self.view.rests, key=lambda rest: rest.gauge)
            self.play(type="found", pose=best.pose)
        else:
            ways = [(way, place) for place in self.view.places for way in place.ways]
            way, place = max(ways, key=lambda each: each[0].gauge)
            self.play(type="join", own=way.own, to=place.to, at=place.at, roll=way.roll)

    def words(self) -> list[str]:
        near = vocabulary.neighbours((link.a, link.b) for link in self.view.links)
        return vocabulary.words(near, self.view.new or "")


def test_a_game_is_played_judged_and_looked_back_on(ada: Person) -> None:
    table = open_table(ada, goal=2, first=0)
    with ada.socket(table) as socket:
        player = Player(socket)
        player.place()
        while not player.heard[-1]["outcome"]:
            if player.view.phase != "claim":
                player.place()
            elif words := player.words():
                player.play(type="claim", word=words[0])
            else:
                player.play(type="none")
    entries = [entry for said in player.heard for entry in said["entries"]]
    settled = [move for _, _, _, move, *_ in entries if move["type"] == "settled"]
    assert settled
    for move in settled:
        assert move["engine"].startswith("mujoco ")
        assert move["motion"]
    turns = ada.http.get(f"/api/tables/{table}/review").json()["turns"]
    assert len(turns) == len(settled)
    assert turns[-1]["word"] == turns[-1]["best"][0]
    record = inglenook.loads(ada.http.get(f"/api/tables/{table}/record").content)
    assert tuple(inglenook.rerun(record).log) == record.log


def test_a_word_that_comes_late_is_too_late_whatever_has_happened_since(ada: Person) -> None:
    with ada.socket(open_table(ada, first=0, word_ms=1)) as socket:
        player = Player(socket)
        player.place()
        player.place()
        late = {"seat": 1, "move": {"type": "claim", "word": "rule"}}
        socket.until(lambda said: said["type"] == "moved" and said["view"]["timed_out"] == 1)
        assert socket.ask("play", **late)["code"] == "too-late"


def test_bad_input_is_refused_and_the_table_goes_on(ada: Person) -> None:
    with ada.socket(open_table(ada, first=0)) as socket:
        player = Player(socket)
        assert player.refused(type="join", own=0, to="A", at=0, roll=0) == "wrong-phase"
        player.place()
        player.place()
        assert player.refused(type="claim", word="zyx") == "unknown-word"
        three = ("quick", "jumps", "vixen")
        absent = next(word for word in three if word[0].upper() in player.view.ring)
        assert player.refused(type="claim", word=absent).startswith("not-in-tower ")
        player.play(type="none")
        if player.view.phase == "token":
            assert player.refused(type="move", gap=24) == "bad-gap"
            player.play(type="move", gap=3)
        player.play(type="take", side="right")
        link, place = player.view.links[0], player.view.places[0]
        own, roll = place.ways[0].own, place.ways[0].roll
        good = {"type": "join", "own": own, "to": place.to, "at": place.at, "roll": roll}
        assert player.refused(**{**good, "to": link.b, "at": link.at_b}) == "connector-used"
        assert player.refused(**{**good, "roll": 4}) == "bad-roll"
        assert player.refused(**good, error=[0, 0, 0]).startswith("bad-move")
        for moment in ("now", 1.5, [0]):
            assert player.refused(**good, released=moment).startswith("bad-move")
        # A hand is for bots: a guest tells the moment.
        for hand in (0, 0.3, 1e300, "steady"):
            assert player.refused(**good, hand=hand) == "not-yours only bots may do that"
        assert player.play(**good, released=-(10**12))["type"] == "ack"
