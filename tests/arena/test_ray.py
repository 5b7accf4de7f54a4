"""The same games on a cluster of machines, one of which dies."""

import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import psutil
import pytest

from inglenook.contests import arena

BOTS = Path(__file__).parent / "bots.py"
SMALL = {"size": 5, "cubes": 10}


def eventually(what: Callable[[], bool]) -> bool:
    end = time.monotonic() + 200
    while not what() and time.monotonic() < end:
        time.sleep(0.05)
    return what()


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_node_that_dies_costs_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Imported here: every worker would load it, only to collect the tests.
    import ray
    from ray.cluster_utils import Cluster

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    players = f"{BOTS}:Gated", f"{BOTS}:Dice"
    told, lost = list[int](), list[bool]()
    cluster = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    try:
        doomed = cluster.add_node(num_cpus=1)
        ray.init(address=cluster.address, log_to_driver=False)

        def lose_a_node() -> None:
            # Each node has a game under way by then, and one of them dies in it.
            assert eventually(lambda: len(workers()) == 2)
            cluster.remove_node(doomed, allow_graceful=False)
            lost.append(eventually(lambda: not all(map(psutil.pid_exists, workers()))))
            (tmp_path / "open").touch()

        def workers() -> list[int]:
            return [int(file.name.removeprefix("for-")) for file in tmp_path.glob("for-*")]

        killer = Thread(target=lose_a_node, daemon=True)
        killer.start()
        there = arena.play(
            "kewbz", players, 12, options=SMALL, seconds=30, on="ray", on_progress=told.append
        )
        killer.join()
    finally:
        ray.shutdown()
        cluster.shutdown()
    assert lost == [True]
    assert told == [2, 4, 6, 8, 10, 12]
    here = arena.play("kewbz", players, 12, options=SMALL, seconds=30, workers=1)
    assert there == here
