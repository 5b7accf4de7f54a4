"""The checker finds what is wrong: it is shown true stories, and false ones."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from inglenook.core.game import NATURE
from inglenook.core.match import Match
from inglenook.core.record_io import dumps
from inglenook.server.store import EntryRow, SeatingRow, TableRow
from inglenook.server.table.events import Sat
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m
from tests.torture.checker import judge
from tests.torture.secrets import Scan
from tests.torture.story import Case, Event, Log, Story, What, WrongTime
from tests.torture.truth import Truth

GUESTS = ("ada", "bob", "eve")
MOVES = 12
encode = msgspec.json.encode


class Teller:
    """Plays a game and tells everyone at the table what a server should tell."""

    def __init__(self, game: str, seats: int, options: dict[str, Any]) -> None:
        self.match = Match(game, seats, options, seed="checker")
        self.asks: dict[int, tuple[str, str]] = {}
        self.events: dict[str, list[Event]] = {guest: [] for guest in GUESTS[: seats + 1]}
        self._told = -1
        for guest in self.events:
            self._add(guest, "opened", encode(-1))
            self._add(guest, "heard", encode(self._table(guest)))
        self._told = len(self.match.log) - 1

    def play(self) -> None:
        match = self.match
        due = match.next_nature()
        n = len(match.log)
        if due is not None and len(match.to_move()) > 1 and n % 3 == 0:
            match.advance(due)
            self._tell()
            return
        seat = match.mover()
        move = match.sample(seat)
        ask = asks.Play(f"ask{n}", seat, msgspec.to_builtins(move))
        self._add(GUESTS[seat], "sent", encode(ask))
        t = match.last_t + 100
        if code := match.submit(seat, move, t):
            self._add(GUESTS[seat], "heard", encode(m.Refusal(ask.id, code)))
            return
        mine = next(entry.seq for entry in match.log[n:] if entry.seat != NATURE)
        self.asks[mine] = GUESTS[seat], ask.id
        self._tell()
        self._add(GUESTS[seat], "heard", encode(m.Ack(ask.id, mine)))

    def case(self) -> Case:
        match = self.match
        row = TableRow(
            "t1",
            match.game.name,
            match.game.rules_version,
            match.seats,
            match.options,
            match.seed,
            "ada",
            created=0,
        )
        entries = tuple(
            EntryRow("t1", e.seq, e.t, e.seat, encode(e.move).decode(), e.lag, 0, *self._who(e.seq))
            for e in match.log
        )
        sat = tuple(
            SeatingRow("t1", seat, encode(Sat(seat, guest, "x")).decode(), 0, None, None)
            for seat, guest in enumerate(GUESTS[: match.seats])
        )
        stories = tuple(
            Story(guest, "t1", (*events, Event(0, -1, "ended", Raw(encode(len(match.log))))))
            for guest, events in self.events.items()
        )
        return Case(Log(row, entries, sat), stories)

    def _who(self, seq: int) -> tuple[str | None, str | None]:
        return self.asks.get(seq, (None, None))

    def _tell(self) -> None:
        for guest in self.events:
            news = self._news(guest)
            self._add(guest, "heard", encode(m.Moved(dwell=0, **news)))
        self._told = len(self.match.log) - 1

    def _news(self, guest: str) -> dict[str, Any]:
        match = self.match
        index = GUESTS.index(guest)
        seat = index if index < match.seats else None
        log = match.log[self._told + 1 :]
        return {
            "seq": len(match.log) - 1,
            "clock": match.last_t,
            "times": None,
            "time_off": None,
            "entries": tuple(
                Raw(encode([e.seq, e.t, e.seat, match.game.hide(e, seat), e.lag])) for e in log
            ),
            "view": Raw(encode(match.view(seat))),
            "to_move": tuple(sorted(match.to_move())),
            "outcome": match.outcome(),
        }

    def _table(self, guest: str) -> m.Table:
        seats = tuple(
            m.Seat("person", "x", None, here=True, yours=other == guest)
            for other in GUESTS[: self.match.seats]
        )
        return m.Table(
            id="t1",
            game=self.match.game.name,
            options=self.match.options,
            seats=seats,
            closed=(),
            reserved=(),
            host=False,
            status="playing",
            paused=False,
            resting=False,
            weekends_off=False,
            vacations=(),
            getting_ready=None,
            away=(None,) * self.match.seats,
            votes=(),
            invited=(),
            changes=(),
            watching=1,
            takeback=None,
            rematch=None,
            daily=None,
            study=None,
            rated=False,
            one_address=False,
            time_control=None,
            **self._news(guest),
        )

    def _add(self, guest: str, what: What, said: bytes) -> None:
        self.events[guest].append(Event(self.match.last_t, 0, what, Raw(said)))


def told(game: str = "conex", seats: int = 2, **options: Any) -> Teller:
    teller = Teller(game, seats, options)
    for _ in range(MOVES):
        teller.play()
    return teller


@pytest.mark.parametrize(("game", "seats"), [("conex", 2), ("kewbz", 2), ("prolix", 2)])
def test_a_true_story_has_nothing_wrong(game: str, seats: int) -> None:
    teller = told(game, seats)
    case = replace(teller.case(), record=dumps(teller.match.record()).encode())
    verdict = judge(case)
    assert verdict.problems == ()
    assert verdict.acked == len(teller.asks) > 3
    assert verdict.entries == len(teller.match.log)


def test_deadlines_are_counted_and_their_times_checked() -> None:
    case = told("prolix").case()
    assert judge(case).deadlines > 0
    late = next(e for e in case.log.entries if e.move in ('{"type":"time"}', '{"type":"settle"}'))
    entries = [replace(e, t=e.t + 1) if e.seq >= late.seq else e for e in case.log.entries]
    problems = judge(_with_entries(case, entries)).problems
    assert any("NATURE would have moved otherwise" in problem for problem in problems)


def _with_entries(case: Case, entries: list[EntryRow]) -> Case:
    return replace(case, log=replace(case.log, entries=tuple(entries)))


def _with_events(case: Case, events: list[Event], guest: str = "ada") -> Case:
    stories = (
        replace(story, events=tuple(events)) if story.guest == guest else story
        for story in case.stories
    )
    return replace(case, stories=tuple(stories))


def _events(case: Case, guest: str = "ada") -> list[Event]:
    return list(next(story.events for story in case.stories if story.guest == guest))


def _places(events: list[Event], kind: str) -> list[int]:
    """Where they heard, or sent, that kind of message."""
    start = f'{{"type":"{kind}"'.encode()
    return [place for place, event in enumerate(events) if bytes(event.said).startswith(start)]


def _changed(event: Event, **fields: Any) -> Event:
    said = msgspec.json.decode(event.said)
    return replace(event, said=Raw(encode({**said, **fields})))


def _lost_move(case: Case) -> Case:
    """The last move that was acked is gone, with all that came after."""
    last = max(e.seq for e in case.log.entries if e.ask)
    return _with_entries(case, list(case.log.entries[:last]))


def _played_twice(case: Case) -> Case:
    last = max(e.seq for e in case.log.entries if e.ask)
    again = replace(case.log.entries[last], seq=len(case.log.entries))
    return _with_entries(case, [*case.log.entries, again])


def _shared_seq(case: Case) -> Case:
    return _with_entries(case, [*case.log.entries, case.log.entries[-1]])


def _gap(case: Case) -> Case:
    return _with_entries(case, [e for e in case.log.entries if e.seq != 3])


def _swapped_seq(case: Case) -> Case:
    events = _events(case)
    place = _places(events, "ack")[1]
    seq = msgspec.json.decode(events[place].said)["seq"]
    events[place] = _changed(events[place], seq=seq - 1)
    return _with_events(case, events)


def _other_move(case: Case) -> Case:
    events = _events(case)
    place = _places(events, "play")[0]
    events[place] = _changed(events[place], move={"type": "pass"})
    return _with_events(case, events)


def _refused_and_done(case: Case) -> Case:
    events = _events(case)
    place = _places(events, "ack")[0]
    ask = msgspec.json.decode(events[place].said)["id"]
    events[place] = replace(events[place], said=Raw(encode(m.Refusal(ask, "not-your-turn"))))
    return _with_events(case, events)


def _refused_after_ack(case: Case) -> Case:
    events = _events(case)
    sent = events[_places(events, "play")[0]]
    ask = msgspec.json.decode(sent.said)["id"]
    refused = Event(0, 0, "heard", Raw(encode(m.Refusal(ask, "not-your-turn"))))
    return _with_events(case, [*events, sent, refused])


def _missed_news(case: Case) -> Case:
    events = _events(case)
    del events[_places(events, "moved")[2]]
    return _with_events(case, events)


def _doubled_news(case: Case) -> Case:
    events = _events(case)
    place = _places(events, "moved")[2]
    return _with_events(case, [*events[:place], events[place], *events[place:]])


def _went_back(case: Case) -> Case:
    events = _events(case)
    again = [Event(0, 1, "opened", Raw(b"5")), replace(events[1], line=1)]
    return _with_events(case, [*events, *again])


def _early_ack(case: Case) -> Case:
    events = _events(case)
    place = _places(events, "ack")[0]
    ack = events.pop(place)
    return _with_events(case, [*events[: place - 1], ack, *events[place - 1 :]])


def _leaked_hand(case: Case) -> Case:
    """Ada is shown what Bob sees."""
    events, other = _events(case), _events(case, "bob")
    place, theirs = _places(events, "moved")[2], _places(other, "moved")[2]
    view = msgspec.json.decode(other[theirs].said)["view"]
    events[place] = _changed(events[place], view=view)
    return _with_events(case, events)


def _leaked_card(case: Case) -> Case:
    """An onlooker is shown an entry as it is in the log."""
    events = _events(case, "eve")
    line = case.log.entries[1]
    said = msgspec.json.decode(events[1].said)
    said["entries"][1][3] = msgspec.json.decode(line.move)
    events[1] = _changed(events[1], entries=said["entries"])
    return _with_events(case, events, "eve")


def _not_all_heard(case: Case) -> Case:
    events = _events(case, "eve")
    del events[_places(events, "moved")[-1]]
    return _with_events(case, events, "eve")


def _anothers_seat(case: Case) -> Case:
    entries = [
        replace(e, guest="bob") if e.guest == "ada" and e.ask else e for e in case.log.entries
    ]
    return _with_entries(case, entries)


def _nobodys_move(case: Case) -> Case:
    entries = [replace(e, guest=None, ask=None) for e in case.log.entries]
    return _with_entries(case, entries)


def _other_times(case: Case) -> Case:
    """Ada's clock shows what nobody's does."""
    events = _events(case)
    place = _places(events, "moved")[0]
    times = m.Times((5_000, 5_000), 0, (0,))
    events[place] = _changed(events[place], times=times)
    return _with_events(case, events)


def _hurried(case: Case) -> Case:
    """Half a minute for the table is no time at all for the players."""
    events = _events(case)
    place = _places(events, "play")[0]
    events[place] = replace(events[place], at=events[place].at + 30_000)
    return _with_events(case, events)


def _gone_table(case: Case) -> Case:
    said = Raw(encode(m.Refusal(None, "unknown-table")))
    return _with_events(case, [*_events(case), Event(0, 2, "heard", said)])


def _other_record(case: Case) -> Case:
    match = Match("conex", 2, {}, seed="another")
    return replace(case, record=dumps(match.record()).encode())


@pytest.mark.parametrize(
    ("falsify", "said"),
    [
        (_lost_move, "and is not in the log"),
        (_played_twice, "done 2 times"),
        (_shared_seq, "not numbered from 0 without gaps and doubles"),
        (_gap, "not numbered from 0 without gaps and doubles"),
        (_swapped_seq, "was acked as entry"),
        (_other_move, "and the log has"),
        (_refused_and_done, "was refused each time, and done"),
        (_refused_after_ack, "sent again after its ack, and refused"),
        (_missed_news, "heard entries"),
        (_doubled_news, "heard entries"),
        (_went_back, "had been at 5 before"),
        (_early_ack, "before the news of it"),
        (_leaked_hand, "is not what it may see: the view"),
        (_leaked_card, "is not what it may see: entry 1"),
        (_not_all_heard, "at the end it knew entry"),
        (_anothers_seat, "moved for seat 0"),
        (_nobodys_move, "nobody asked for this move"),
        (_other_times, "times at"),
        (_hurried, "ms before its time"),
        (_gone_table, "refused with unknown-table"),
        (_other_record, "record is not that of the log"),
    ],
)
def test_a_false_story_is_found(falsify: Callable[[Case], Case], said: str) -> None:
    case = told().case()
    assert judge(case).problems == ()
    assert any(said in problem for problem in judge(falsify(case)).problems)


@pytest.mark.parametrize(("game", "seats"), [("conex", 2), ("prolix", 2)])
@pytest.mark.parametrize("what", ["heard", "told", "replayed"])
def test_a_secret_is_found_wherever_it_was_told(game: str, seats: int, what: What) -> None:
    case = told(game, seats).case()
    truth = Truth(case.log)
    assert list(Scan(truth, case).leaks()) == []
    # Whatever Ada was shown goes to Eve, who has no seat.
    shown = [replace(event, what=what) for event in _events(case) if event.what == "heard"]
    assert list(Scan(truth, _with_events(case, shown, "eve")).leaks()) != []


def test_the_seed_is_a_secret() -> None:
    case = told().case()
    seed = Event(0, 0, "heard", Raw(encode({"type": "moved", "note": case.log.row.seed})))
    (leak,) = Scan(Truth(case.log), _with_events(case, [seed], "eve")).leaks()
    assert "the seed" in leak


def test_a_wrong_clock_may_take_what_it_is_wrong_by_and_no_more() -> None:
    case = _hurried(told().case())
    for takes, found in ((40_000, False), (1000, True)):
        wrong = WrongTime(0, 10**6, takes)
        problems = judge(replace(case, wrong_times=(wrong,))).problems
        assert any("ms before its time" in problem for problem in problems) == found
