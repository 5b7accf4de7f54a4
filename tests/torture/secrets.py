"""What somebody was told, held against what they cannot know: cards, words and seeds.

`hearing` compares every view with what the game says a seat may see; if the game itself said too
much, that would not be seen there. So here the bare text of every message is looked through for
what lies in others' hands and in the pile, for words that are still a secret, and for the seed. All
of it is worked out from the positions, without any view. Pure functions of the evidence.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from inglenook.core.game import Move
from inglenook.games.conex.rules.state import State as Conex
from inglenook.games.prolix.moves import MOVES, Say, Write
from inglenook.games.prolix.state import State as Prolix
from inglenook.games.prolix.view import View
from inglenook.server.wire import table_messages as m
from tests.torture.story import Case, Event, Story
from tests.torture.truth import Truth

TOLD = ("heard", "told", "replayed")
"""Events in which somebody is told something."""
QUOTED = re.compile(rb'"((?:[^"\\]|\\.)*)"')


def _quoted(text: bytes) -> set[str]:
    return {quoted.decode() for quoted in QUOTED.findall(text)}


OWN = _quoted(msgspec.json.encode(msgspec.json.schema_components([View, *MOVES, m.Table, m.Moved])))
"""What messages say anyway, such as "challenge": no word of a player among these is looked for."""


class Scan:
    """Of all stories of a table."""

    def __init__(self, truth: Truth, case: Case) -> None:
        self._truth = truth
        self._case = case
        self._seed = case.log.row.seed.encode()
        self.messages = 0
        """How many were looked through."""

    def leaks(self) -> Iterator[str]:
        for told in self._case.stories:
            for event in told.events:
                if event.what in TOLD:
                    self.messages += 1
                    yield from self._look(told, event)

    def _look(self, told: Story, event: Event) -> Iterator[str]:
        text = bytes(event.said)
        if self._seed in text:
            yield f"guest {told.guest[:6]} was told the seed"
        seq = _seq(msgspec.json.decode(text))
        if seq is None or seq >= len(self._truth.match.log):
            return
        for leak in sorted(_quoted(text) & self._secret(told.guest, seq)):
            yield f"guest {told.guest[:6]} was told {leak!r} at {seq} ({event.what})"

    def _secret(self, guest: str, seq: int) -> set[str]:
        """What nobody but others knows after entry `seq`."""
        states = self._truth.states[: seq + 2]
        mine = self._truth.sat.get(guest, set())
        match states[-1]:
            case Conex():
                return _unseen(states, mine)
            case Prolix():
                return self._unheard(states, mine, seq)
        return set()

    def _unheard(self, states: Sequence[Prolix], mine: set[int], seq: int) -> set[str]:
        """Words of others in a window, or of a round in which the other has not written.

        What was shown and undone, and is now said again, was seen all the same.
        """
        state = states[-1]
        if state.phase not in ("window", "write"):
            return set()
        spoken = {word.word for word in state.said if word.seat not in mine}
        known = {
            word
            for entry in self._truth.match.log[: seq + 1]
            if entry.seat in mine and (word := _word(entry.move))
        }
        shown = {word for earlier in states for word in earlier.used}
        return spoken - known - shown - OWN


def _unseen(states: Sequence[Conex], mine: set[int]) -> set[str]:
    """Cards in others' hands, in the pile and under it, that were never theirs, nor on the table.

    What was undone was seen all the same.
    """
    last = states[-1]
    seen = {card for state in states for seat in mine for card in state.hands[seat]}
    seen |= {laid.card for state in states for laid in state.laid}
    hidden = {card for seat, hand in enumerate(last.hands) if seat not in mine for card in hand}
    return (hidden | set(last.pile) | set(last.under)) - seen


def _word(move: Move) -> str | None:
    return move.word if isinstance(move, (Say, Write)) else None


def _seq(said: Any) -> int | None:
    """The entry after which something was said; None if it is about no position.

    What was answered later than that is about what was known then.
    """
    match said:
        case {"type": "table" | "moved" | "previewed" | "judged" | "turn", "seq": int(seq)}:
            return seq
        case {"entries": list(entries), "views": list()}:
            return len(entries) - 1
    return None
