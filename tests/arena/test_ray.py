"""The same games on a cluster of machines, one of which dies."""

import time
from pathlib import Path
from threading import Thread

import pytest
import ray
from ray.cluster_utils import Cluster

from inglenook import arena

BOTS = Path(__file__).parent / "bots.py"
SMALL = {"size": 5, "cubes": 10}


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_node_that_dies_costs_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    players, told = (f"{BOTS}:Gated", "pebble"), list[int]()
    cluster = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    try:
        doomed = cluster.add_node(num_cpus=1)
        ray.init(address=cluster.address, log_to_driver=False)

        def lose_a_node() -> None:
            # Each node has one game under way by then.
            end = time.monotonic() + 200
            while len(list(tmp_path.glob("waiting-*"))) < 2 and time.monotonic() < end:
                time.sleep(0.05)
            cluster.remove_node(doomed, allow_graceful=False)
            (tmp_path / "open").touch()

        killer = Thread(target=lose_a_node, daemon=True)
        killer.start()
        there = arena.play(
            "kewbz", players, 12, options=SMALL, seconds=30, on="ray", on_progress=told.append
        )
        killer.join()
        assert len(ray.nodes()) == 2
        assert [node["Alive"] for node in ray.nodes()].count(True) == 1
    finally:
        ray.shutdown()
        cluster.shutdown()
    assert told == [2, 4, 6, 8, 10, 12]
    here = arena.play("kewbz", players, 12, options=SMALL, seconds=30, workers=1)
    assert there == here
    assert all(result.forfeits == () for result in here)
