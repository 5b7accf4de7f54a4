"""A view of Konexi as plain text."""

from inglenook.games.konexi.rules.view import Link, Standing, View


def show(view: View) -> str:
    """Points, ring, the tower letter by letter from the table up, and what comes next."""
    parts = [_points(view), _ring(view), *_tower(view), _next(view)]
    return "\n".join(part for part in parts if part)


def _points(view: View) -> str:
    seats = "  ".join(f"seat {seat}: {points}" for seat, points in enumerate(view.scores))
    return f"round {view.round}, to {view.options.goal} points   {seats}"


def _ring(view: View) -> str:
    """The letters that are left, with the token in its gap, and the die."""
    if not view.ring:
        return ""
    before, after = view.ring[: view.token + 1], view.ring[view.token + 1 :]
    die = f"   die: {view.rolled}" if view.rolled else ""
    return f"ring: {' '.join(before)} * {' '.join(after)}".rstrip() + die


def _tower(view: View) -> list[str]:
    """Each letter indented below the one it hangs on."""
    if not view.tower:
        return ["tower: none"]
    gauge = "" if view.steady is None else f", steady {view.steady}"
    lines = [f"tower: {len(view.tower)} letters{gauge}"]
    base = next(each for each in view.tower if each.parent is None)
    _branch(view, base, 1, lines)
    return lines


def _branch(view: View, standing: Standing, depth: int, lines: list[str]) -> None:
    """A letter, the others it happens to be joined to, and those that hang on it."""
    mates = {link.b if link.a == standing.letter else link.a for link in _links(view, standing)}
    hanging = [each for each in view.tower if each.parent == standing.letter]
    others = sorted(mates - {standing.parent} - {each.letter for each in hanging})
    also = f" (also joined to {', '.join(others)})" if others else ""
    new = " new" if standing.letter == view.new else ""
    lines.append(f"{'  ' * depth}{standing.letter}{also}{new}")
    for each in hanging:
        _branch(view, each, depth + 1, lines)


def _links(view: View, standing: Standing) -> list[Link]:
    return [link for link in view.links if standing.letter in (link.a, link.b)]


def _next(view: View) -> str:
    due = f" until {view.deadline / 1000:.1f} s" if view.deadline is not None else ""
    match view.phase:
        case "over":
            return "over"
        case "token":
            return f"seat {view.active} moves the token to any gap"
        case "take":
            return f"seat {view.active} takes {view.left} or {view.right}"
        case "place":
            return f"seat {view.active} places {view.hand}"
        case "claim":
            return f"seat {view.active} may claim a word with {view.new}{due}"
        case "vote":
            assert view.proposal
            seats = ", ".join(map(str, view.proposal.waiting))
            return f"seat {view.active} proposes {view.proposal.word}: to vote: {seats}{due}"
        case _:
            return f"NATURE: {view.phase}"
