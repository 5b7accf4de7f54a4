"""Make Prolix' golden records anew: `python -m tests.games.golden_prolix`.

Needed when the rules version has gone up. The games are scripted, so that they keep showing what
they are for: every ending, a tie, a redrawn lot, votes both ways, sand that runs out, an undo.
"""

import inglenook
from inglenook.games.prolix import board, wording
from inglenook.games.prolix.moves import Accept, Challenge, Flip, Say, Scratch, Vote, Write
from inglenook.words import search
from tests.games.goldens import keep

COMMON = 35
"""Words of up to this size: everyone knows them, and every list has them."""


class Script:
    """A match in which the script says who does what, and when."""

    def __init__(self, seats: int, seed: str, **options: object) -> None:
        self.match = inglenook.Match("prolix", seats, options, seed)
        self.t = 0

    def play(self, seat: int, move: inglenook.Move, after: int = 1000, lag: int = 0) -> None:
        self.t = max(self.t, self.match.last_t) + after
        code = self.match.submit(seat, move, self.t, lag)
        assert code is None, (code, seat, move)

    def wait(self) -> None:
        """Nobody does anything until NATURE does."""
        due = self.match.next_nature()
        assert due is not None
        self.match.advance(due)

    def undo(self, to: int) -> None:
        self.play(0, self.match.game.decode_move({"type": "undo", "to": to}))

    def word(self, nth: int = 0, *, seat: int = 0) -> str:
        """The best word that a seat may use, or the nth after it."""
        state = self.match.state
        found = search.best(board.worths(state.pool.board), COMMON, limit=400)
        return [word for word, _ in found if not wording.fault(state, seat, word)][nth]

    @property
    def active(self) -> int:
        active: int | None = self.match.state.active
        assert active is not None
        return active

    def other(self, n: int = 1) -> int:
        return (self.active + n) % self.match.seats

    def accept(self) -> None:
        while self.match.state.phase == "challenge":
            seat = next(
                s for s in sorted(self.match.to_move()) if "accept" in self.match.view(s).may
            )
            self.play(seat, Accept(), after=300)

    def turn(self, seat: int | None = None) -> None:
        """A word that everyone accepts."""
        who = self.active if seat is None else seat
        self.play(who, Say(self.word(seat=who)), after=4000)
        self.wait()
        self.accept()


def table() -> Script:
    """Three players, two rounds: lots drawn again, sand, ties, challenges that fail and succeed."""
    seed = next(
        seed
        for seed in (f"golden {n}" for n in range(1000))
        if len(inglenook.Match("prolix", 3, {}, seed).view().lots) > 3
    )
    s = Script(3, seed, rounds=2)
    s.play(s.other(2), Flip())
    s.play(s.active, Say(s.word()), after=3000)
    s.play(s.other(1), Say(s.word(3)), after=300, lag=120)
    challenger, owner = s.other(1), s.active
    if s.match.state.stakes[0].seat != owner:
        challenger, owner = owner, challenger
    s.play(challenger, Challenge(owner))
    s.play(next(iter(s.match.to_move())), Vote(True))
    s.play(s.active, Say("grumblesnickt"))
    s.wait()
    s.play(s.other(1), Challenge(s.active))
    s.play(s.other(2), Vote(False))
    first, second, word = s.other(1), s.other(2), s.word()
    s.play(first, Say(word))
    s.play(second, Say(word), after=100)
    s.wait()
    s.accept()
    s.turn(s.other(2))
    before = len(s.match.log) - 1
    s.turn()
    s.undo(before)
    s.match.advance(s.match.last_t)
    while s.match.outcome() is None:
        s.turn()
    return s


def referee() -> Script:
    """Five players, one round, a referee; everyone interrupts once, and so does the sand."""
    s = Script(5, "golden five", rounds=1, challenges="referee")
    s.play(s.other(1), Flip())
    s.wait()
    while s.match.outcome() is None:
        other = s.other(2)
        if not s.match.state.interruptions and not s.match.state.sheets[other].interrupts:
            s.turn(other)
        s.turn()
    return s


def duel() -> Script:
    """Five Marks: one by challenge, one because the other wrote nothing, all others by value."""
    s = Script(2, "golden duel")
    for round_ in range(9):
        if s.match.outcome():
            return s
        first, second = round_ % 2, 1 - round_ % 2
        s.play(first, Write(s.word(round_, seat=first)), after=4000)
        if round_ == 2:
            s.wait()
        else:
            word = "squorm" if round_ == 1 else s.word(20 - round_, seat=second)
            s.play(second, Write(word), after=3000)
        if round_ == 1:
            s.play(first, Challenge(second))
        elif round_ % 2:
            s.accept()
        else:
            s.wait()
    return s


def target_met() -> Script:
    s = Script(1, "golden solo")
    s.play(0, Write(s.word()), after=5000)
    s.play(0, Scratch(s.word(5)), after=9000)
    s.play(0, Scratch(s.word()), after=0)
    s.wait()
    while s.match.outcome() is None:
        s.play(0, Write(s.word()), after=5000)
    return s


def target_missed() -> Script:
    s = Script(1, "golden missed", rounds=3)
    s.play(0, Write(s.word()), after=9000)
    s.play(0, Scratch(s.word()), after=9000)
    s.wait()
    s.wait()
    return s


def resigned() -> Script:
    s = Script(2, "golden resigned", timer_ms=30_000, marks=3)
    s.play(0, Write(s.word()), after=9000)
    s.play(1, s.match.game.decode_move({"type": "resign"}), after=3000)
    return s


SCRIPTS = {
    "rounds-complete": table,
    "referee": referee,
    "marks": duel,
    "target-met": target_met,
    "target-missed": target_missed,
    "resigned": resigned,
}


def main() -> None:
    for name, script in SCRIPTS.items():
        match = script().match
        outcome = match.outcome()
        assert outcome
        assert name in (outcome.reason, "referee")
        keep(f"prolix-{name}", match)


if __name__ == "__main__":
    main()
