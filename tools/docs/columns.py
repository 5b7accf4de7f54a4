"""Our docstrings list names in a column and say what each is in another: here they become a list.

An extension of Griffe, which reads the docstrings for the reference.
"""

import re
from typing import Any

from griffe import Extension, Object

ENTRY = re.compile(r"^(?P<names>[\w.]+(?:, [\w.]+)*) {2,}(?P<text>\S.*)$")


class Columns(Extension):
    def on_instance(self, *, obj: Object, **_: Any) -> None:
        if obj.docstring:
            obj.docstring.value = with_lists(obj.docstring.value)


def with_lists(text: str) -> str:
    """A docstring with its columns as a Markdown list."""
    lines: list[str] = []
    column = 0
    for line in text.splitlines():
        entry = ENTRY.match(line)
        if entry and not column:
            column = entry.start("text")
            lines.append("")
        # The longest name has only one space beside it.
        names = line[:column].strip().split(", ")
        if column and line and all(name.replace(".", "").isidentifier() for name in names):
            shown = ", ".join(f"`{name}`" for name in names)
            lines.append(f"- {shown}: {line[column:]}")
        elif column and line.startswith(" " * column):
            lines.append(f"  {line.strip()}")
        else:
            column = 0
            lines.append(line)
    return "\n".join(lines)
