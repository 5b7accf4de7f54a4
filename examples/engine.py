"""An engine for CONEX, in plain Python: it lays what scores most. See docs/engine.md.

inglenook arena conex --a "cmd:python examples/engine.py" --b greedy
"""

import json
import sys
from typing import Any


def choose(view: dict[str, Any]) -> dict[str, Any]:
    may = view["may"]
    if "give" in may:
        return {"type": "give", "card": view["hand"][0]}
    if "end" in may:
        return {"type": "end"}
    lays = view["legal"]["fixed"] + view["legal"]["slides"] if "lay" in may else []
    if not lays:
        return {"type": "draw" if "draw" in may else "pass"}
    best = max(lays, key=lambda lay: lay["points"])
    where = {name: best[name] for name in ("card", "corner", "target", "spot")}
    return {"type": "lay", **where, "slide": best.get("from", 0), "double": "double" in may}


for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "choose":
        answer = {"type": "move", "move": choose(asked["view"])}
    elif asked["game"] == "conex":
        answer = {"type": "ready"}
    else:
        answer = {"type": "error", "error": "this engine plays conex"}
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
