"""What a tower offers to the letter in hand. Answers are kept: views and legal moves ask again."""

from functools import lru_cache

from inglenook.games.konexi.rules.view import Place, Rest
from inglenook.games.konexi.tower import joins
from inglenook.games.konexi.tower.building import Tower, founded, nominal
from inglenook.games.konexi.tower.letters import letters

CACHED_TOWERS = 64


@lru_cache(CACHED_TOWERS)
def places(tower: Tower, letter: str) -> tuple[Place, ...]:
    """All legal joins of a letter."""
    return joins.places(tower, letter)


@lru_cache(CACHED_TOWERS)
def steadiness(tower: Tower) -> tuple[int, tuple[float, ...]]:
    """The gauge in hundredths, and the stress of each letter; a bare table is as steady as can be.

    Rounded, so that a view is the same text on every machine.
    """
    if not tower:
        return 100, ()
    gauge, stress = joins.steadiness(tower)
    return joins.hundredths(gauge), tuple(round(each, 3) for each in stress)


@lru_cache(CACHED_TOWERS)
def rests(letter: str) -> tuple[Rest, ...]:
    """All poses in which a letter may be laid on the table."""
    found = []
    for pose, rest in enumerate(letters()[letter].rests):
        piece = founded(letter, pose)
        *_, w, x, y, z = nominal(piece)
        steady, _ = steadiness((piece,))
        found.append(Rest(pose, rest.name, (w, x, y, z), rest.z / 1000, steady))
    return tuple(found)
