"""A game that breaks a law is refused by name, with the law it breaks."""

import re
from collections.abc import Hashable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest
from msgspec import Struct
from msgspec.structs import replace

from inglenook import NATURE, Entry, Game, Insight, Move, Outcome, Refused, Rng
from inglenook import testing as laws
from inglenook.core.game import Parts
from inglenook.testing import LAWS, Law, check_game, check_law
from tests.core.test_registry import RULES, Shelf


class Take(Move, frozen=True):
    stones: int


class Leave(Move, frozen=True, tag="take"):
    pass


class Options(Struct, frozen=True):
    heap: int = 7


class State(Struct, frozen=True):
    heap: int
    turn: int


class Nim(Game[State, State, Take]):
    """A game that keeps all laws; those below each break one."""

    name = "nim"
    rules_version = 1
    seats = (2,)
    options_type = Options
    moves: ClassVar[tuple[type[Move], ...]] = (Take,)
    view_type: ClassVar[type[Struct]] = State
    shared_view = True
    endings = ("last-stone",)

    def setup(self, _seats: int, options: Options) -> State:
        return State(options.heap, 0)

    def to_move(self, s: State) -> frozenset[int]:
        return frozenset((s.turn,) if s.heap else ())

    def check(self, s: State, entry: Entry) -> str | None:
        if not s.heap:
            return "game-over"
        if entry.seat != s.turn:
            return "not-your-turn"
        fits = isinstance(entry.move, Take) and 1 <= entry.move.stones <= min(3, s.heap)
        return None if fits else "bad-move"

    def apply(self, s: State, entry: Entry) -> State:
        assert isinstance(entry.move, Take)
        return State(s.heap - entry.move.stones, 1 - s.turn)

    def view(self, s: State, _seat: int | None) -> State:
        return s

    def outcome(self, s: State) -> Outcome | None:
        return None if s.heap else Outcome(self.scores(s), (1 - s.turn,), "last-stone")

    def scores(self, s: State) -> tuple[int, ...]:
        return tuple(int(not s.heap and seat != s.turn) for seat in range(2))

    def legal(self, s: State, seat: int) -> list[Take]:
        return [Take(n) for n in (1, 2, 3) if n <= s.heap and seat == s.turn]

    def determinize(self, view: State, _rng: Rng) -> State:
        return view


def nim(**broken: Any) -> Game:
    """Nim with some of its answers replaced."""
    game: Game = type("Broken", (Nim,), broken)()
    return game


def test_a_game_that_keeps_the_laws_passes() -> None:
    check_game(Nim())


def never_over(_: Nim, s: State) -> frozenset[int]:
    return frozenset((s.turn,))


def too_many(_: Nim, s: State, seat: int) -> list[Take]:
    return [Take(n) for n in (1, 2, 3) if seat == s.turn]


def raises(_: Nim, s: State, entry: Entry) -> str | None:
    if entry.move.stones > 10**6:  # type: ignore[attr-defined] # its only move
        raise OverflowError("too many stones")
    return Nim().check(s, entry)


def stands_still(_: Nim, s: State, _entry: Entry) -> State:
    return State(s.heap, 1 - s.turn)


class Listed(Struct, frozen=True):
    heap: int
    turn: int
    taken: list[int]


def unhashable(_: Nim, _seats: int, options: Options) -> Any:
    return Listed(options.heap, 0, [])


def listed(_: Nim, s: Any, entry: Entry) -> Any:
    after = Nim().apply(s, entry)
    return Listed(after.heap, after.turn, [*s.taken, after.heap])


def another_view(_: Nim, s: State, seat: int | None) -> State:
    return State(s.heap, s.turn if seat is None else seat)


def elsewhere(_: Nim, s: State) -> Outcome | None:
    return None if s.heap else Outcome((0, 1), (5,), "last-stone")


def unnamed(_: Nim, s: State) -> Outcome | None:
    return None if s.heap else Outcome((0, 1), (1,), "bored")


def unscored(_: Nim, s: State) -> Outcome | None:
    return None if s.heap else Outcome((0, 0), (1,), "last-stone")


def lists_too_much(_: Nim, s: State, seat: int) -> list[Take]:
    return [Take(n) for n in (1, 2, 3, 4) if seat == s.turn and s.heap]


def twice(_: Nim, s: State, seat: int) -> list[Take]:
    return Nim().legal(s, seat) * 2


def another_one(_: Nim, raw: Any) -> Move:
    move = Nim().decode_move(raw)
    return Take(move.stones % 3 + 1) if isinstance(move, Take) else move


def takes_one(_: Nim, _s: State, _seat: int, _rng: Rng) -> Take:
    return Take(1)


def takes_one_in_turn(_: Nim, s: State, seat: int, rng: Rng) -> Take:
    Nim().sample(s, seat, rng)
    return Take(1)


def takes_half(_: Nim, s: State, seat: int) -> list[Take]:
    return [Take(n) for n in (2, 3) if n <= s.heap and seat == s.turn] or Nim().legal(s, seat)


def for_an_hour(_: Nim, _entry: Entry) -> int:
    return 3_600_000


def secretly(_: Nim, entry: Entry, seat: int | None) -> Move:
    return entry.move if seat == entry.seat or not isinstance(entry.move, Take) else Take(0)


def by_stones(_: Nim, entry: Entry) -> int:
    return 1000 * entry.move.stones if isinstance(entry.move, Take) else 0


class Blow(Move, frozen=True):
    """NATURE's wind takes a stone, or none."""

    stones: int


class Windy(Struct, frozen=True):
    heap: int
    turn: int
    seq: int = -1
    blowing: bool = False


class WindyNim(Nim):
    """After each move NATURE may take a stone. It keeps all laws, too."""

    moves = (Take, Blow)
    view_type = Windy
    chance = "listed"

    def setup(self, _seats: int, options: Options) -> Any:
        return Windy(options.heap, 0)

    def to_move(self, s: Any) -> frozenset[int]:
        return frozenset((NATURE,)) if s.blowing else super().to_move(s)

    def check(self, s: Any, entry: Entry) -> str | None:
        if s.blowing and s.heap:
            blows = isinstance(entry.move, Blow) and entry.move.stones in (0, 1)
            fits = entry.seat == NATURE and blows
            return None if fits else "wrong-phase"
        return super().check(s, entry)

    def apply(self, s: Any, entry: Entry) -> Any:
        if isinstance(entry.move, Blow):
            return Windy(s.heap - entry.move.stones, s.turn)
        after = super().apply(s, entry)
        return Windy(after.heap, after.turn, blowing=after.heap > 1)

    def nature(self, _s: Any, rng: Rng) -> Move:
        return Blow(rng.below(2))

    def chances(self, s: Any, parts: Parts = ()) -> Sequence[tuple[Hashable, int]]:
        return [(0, 1), (1, 1)] if s.blowing and not parts else []

    def drawn(self, _s: Any, parts: Parts) -> Move:
        (stones,) = parts
        assert isinstance(stones, int)
        return Blow(stones)

    def parts(self, _s: Any, move: Move) -> Parts:
        return (move.stones,) if isinstance(move, Blow) else ()

    def legal(self, s: Any, seat: int) -> list[Take]:
        return [] if s.blowing else super().legal(s, seat)


class Counting(WindyNim):
    """What it draws depends on how long the log is, and not on the line in force."""

    def apply(self, s: Any, entry: Entry) -> Any:
        after: Windy = super().apply(s, entry)
        return replace(after, seq=entry.seq) if after.blowing else after

    def nature(self, s: Any, _rng: Rng) -> Move:
        return Blow(s.seq % 2)


class Forgetful(WindyNim):
    """What it draws does not follow from the seed."""

    times = 0

    def nature(self, _s: Any, _rng: Rng) -> Move:
        type(self).times += 1
        return Blow(self.times // 3 % 2)


def windy(**broken: Any) -> Game:
    """The same with some of its answers replaced."""
    game: Game = type("Broken", (WindyNim,), broken)()
    return game


def test_one_with_chance_passes_too() -> None:
    check_game(WindyNim())


def by_company(
    _self: Nim, _states: Sequence[State], entries: Sequence[Entry], steps: range
) -> Iterator[Insight]:
    for step in steps:
        yield Insight(step, entries[step - 1].seat, "good", cost=len(steps))


def of_another(
    _self: Nim, _states: Sequence[State], entries: Sequence[Entry], steps: range
) -> Iterator[Insight]:
    for step in steps:
        yield Insight(1, entries[step - 1].seat, "good")


def blows_hard(_: WindyNim, _s: Any, _rng: Rng) -> Move:
    return Blow(-1)


class StillBlowing(WindyNim):
    """Its wind does not stop."""

    def apply(self, s: Any, entry: Entry) -> Any:
        after: Windy = super().apply(s, entry)
        return replace(after, blowing=after.blowing or isinstance(entry.move, Blow))

    def nature(self, _s: Any, _rng: Rng) -> Move:
        return Blow(0)


class Gusty(WindyNim):
    """NATURE takes stones it must not take, when a player is late."""

    def deadline(self, _s: Any) -> int | None:
        return 0

    def nature(self, s: Any, rng: Rng) -> Move:
        return super().nature(s, rng) if s.blowing else Take(1)


def takes_whom(_: Nim, s: State, entry: Entry) -> str | None:
    return Nim().check(s, replace(entry, seat=s.turn))


def by_object(_: Nim, _s: State) -> object:
    return object()


def in_a_list(_: Nim, s: State) -> Any:
    return [s.heap]


def one_for_all(_: Nim, s: State) -> tuple[int, ...]:
    return (s.heap,)


def by_thirds(_: Nim, s: State) -> Any:
    return (s.heap / 3, 0.0)


def lists_one(_: WindyNim, s: Any, parts: Parts = ()) -> Sequence[tuple[Hashable, int]]:
    return [(0, 1)] if s.blowing and not parts else []


def weighs_nothing(_: WindyNim, s: Any, parts: Parts = ()) -> Sequence[tuple[Hashable, int]]:
    return [(0, 0), (1, 1)] if s.blowing and not parts else []


def goes_on(_: WindyNim, s: Any, _parts: Parts = ()) -> Sequence[tuple[Hashable, int]]:
    return [(0, 1), (1, 1)] if s.blowing else []


def draws_two(_: WindyNim, _s: Any, _parts: Parts) -> Move:
    return Blow(2)


def cannot(_: Nim, *_asked: Any) -> Any:
    raise ValueError("it cannot")


BROKEN: list[tuple[Law, Game, str]] = [
    (laws.says_what_it_is, nim(moves=(Take, Leave)), "moves with names of their own"),
    (laws.says_what_it_is, nim(rules_version=0), "a version"),
    (laws.says_what_it_is, nim(name="Nim 2"), "It has a name"),
    (laws.samples_end, nim(legal=too_many), "every sample is legal"),
    (laws.samples_end, nim(apply=stands_still), "A loop of samples ends"),
    (laws.samples_end, windy(nature=blows_hard), "NATURE's move was refused: wrong-phase"),
    (laws.samples_end, StillBlowing(), "A loop of samples ends"),
    (laws.samples_end, Gusty(), "NATURE's move was refused: not-your-turn"),
    (laws.ends_as_it_says, nim(outcome=elsewhere), "winners who sit there"),
    (laws.ends_as_it_says, nim(outcome=unnamed), "ends for a reason it names"),
    (laws.scores_every_seat, nim(scores=one_for_all, outcome=unscored), "scores (7,)"),
    (laws.scores_every_seat, nim(scores=by_thirds, outcome=unscored), "a whole number"),
    (laws.draws_what_it_says, windy(chance="none"), "only where the game says so"),
    (laws.draws_what_it_says, windy(chances=lists_one), "1 is not listed"),
    (laws.draws_what_it_says, windy(chances=weighs_nothing), "the weights [0, 1]"),
    (laws.draws_what_it_says, windy(chances=goes_on), "is complete, and more is listed"),
    (laws.draws_what_it_says, windy(drawn=draws_two), "make Blow(stones=2)"),
    (laws.only_the_seated_move, nim(check=takes_whom), "whoever does not sit at the table"),
    *[
        (laws.tells_when_asked, nim(**{hook: cannot}), "is there whenever it is asked for")
        for hook in ("explain", "preview", "review", "summary", "keepsakes", "daily")
    ],
    (laws.tells_when_asked, nim(summary=lambda _self, _states: "well"), "'well' is no Summary"),
    (laws.records_replay, nim(decode_move=another_one), "survives writing and reading"),
    (laws.records_replay, Forgetful(), "reruns to the same game"),
    (laws.states_are_values, nim(setup=unhashable, apply=listed), "a state can be hashed"),
    (laws.states_are_values, nim(key=by_object), "another key after entry -1"),
    (laws.states_are_values, nim(key=in_a_list), "unhashable type: 'list'"),
    (laws.chance_and_time_follow_the_line, Counting(), "the same draws"),
    (laws.views_hide, nim(view=another_view), "no more than the seat may know"),
    (laws.views_hide, nim(determinize=Game.determinize), "nim has no `determinize`"),
    (laws.legal_moves_are_legal, nim(to_move=never_over), "Whoever is to move has legal moves"),
    (laws.legal_moves_are_legal, nim(legal=twice), "a legal move twice"),
    (
        laws.legal_moves_are_legal,
        nim(legal=lists_too_much, sample=takes_one_in_turn),
        "all that are listed are taken",
    ),
    (
        laws.legal_moves_are_legal,
        nim(legal=takes_half, sample=takes_one_in_turn),
        "Take(stones=1) is a sample, and not listed",
    ),
    (laws.legal_moves_are_legal, nim(legal=takes_half), "is taken, and not listed"),
    (laws.legal_moves_are_legal, nim(sample=takes_one), "has a sample"),
    (laws.refusing_changes_nothing, nim(check=raises), "answers every move with a code"),
    (laws.dwells_on_what_is_seen, nim(dwell=for_an_hour), "is looked at for 3600000 ms"),
    (laws.dwells_on_what_is_seen, nim(hide=secretly, dwell=by_stones), "is told by how long"),
    (laws.insights_stand_alone, nim(analyse=by_company), "differ from each by itself"),
    (laws.insights_stand_alone, nim(analyse=of_another), "step 1 was not asked for"),
    (laws.shows_as_text, nim(show=lambda _self, _view: " "), "Every position can be printed"),
]


@pytest.mark.parametrize(("law", "game", "said"), BROKEN, ids=[said for _, _, said in BROKEN])
def test_one_that_breaks_a_law_is_told_which(law: Law, game: Game, said: str) -> None:
    with pytest.raises(Refused, match=rf"breaks-law: {game.name}, 2 seats: .*{re.escape(said)}"):
        check_law(game, law, 2)
    # All laws together find a fault as well, though another law may see it first.
    with pytest.raises(Refused, match=rf"breaks-law: {game.name}(, 2 seats)?: "):
        check_game(game)


@pytest.mark.parametrize("seats", [2, [2], ("2",)])
def test_facts_come_before_all_that_is_asked_for_every_number_of_seats(seats: Any) -> None:
    with pytest.raises(Refused, match=r"breaks-law: nim: It has a name, .*its seats should be"):
        check_game(nim(seats=seats))


def test_every_law_can_be_broken() -> None:
    """That bots play legal moves is shown below: only games on the shelf have bots."""
    assert {law for law, _, _ in BROKEN} == {*LAWS} - {laws.bots_play_legal_moves}


BOT = """
from inglenook import Level, Undo


class Cheat:
    def choose(self, view, seat, level, rng):
        return Undo(-7)

    def warm(self):
        pass


BOT = Cheat()
LEVELS = (Level("cheat", 1, 1.0),)
"""


def test_a_bot_that_cheats_is_told_so(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    rules = RULES.format(version=1, end=3)
    shelf.put("counting", "counting", {"counting/__init__.py": rules, "counting/bot.py": BOT})
    said = shelf.python(
        """
        import inglenook
        from inglenook.testing import bots_play_legal_moves, check_law
        try:
            check_law(inglenook.find_game("counting"), bots_play_legal_moves, 2)
        except inglenook.Refused as refused:
            print(refused)
        """
    )
    law = "Every bot answers a view with a legal move"
    assert said == (
        f"breaks-law: counting, 2 seats: {law} (cheat was refused: bad-undo, Undo(to=-7))"
    )
