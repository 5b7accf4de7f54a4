"""By which names a house may be called.

A page of somebody else can give its own name this machine's address, and then speak to it as if it
were at home. A host who names the house keeps such pages out. Addresses and this machine's own name
are always right: nobody can give these to a page of theirs.
"""

import re

from starlette.datastructures import Headers

from inglenook.server.http.addresses import is_address, is_this_machine


class AllowedHosts:
    def __init__(self, names: tuple[str, ...] = ()) -> None:
        """Without names any will do; `.example.org` stands for all names that end so."""
        self._names = tuple(name.lower().rstrip(".") for name in names)

    def allow(self, headers: Headers) -> bool:
        """Whether a request names this house."""
        name = re.sub(r":\d+$", "", headers.get("host", "")).lower().rstrip(".")
        if not any(self._names) or is_this_machine(name) or is_address(name):
            return True
        return any(
            name == each or (each.startswith(".") and name.endswith(each)) for each in self._names
        )
