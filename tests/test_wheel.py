"""`pip install .` gives a working command with the client inside."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.serving import Server

ROOT = Path(__file__).parents[1]


@pytest.mark.long
def test_the_wheel_carries_the_client(tmp_path: Path) -> None:
    # Built from a copy: the client that other tests are served must not change under them.
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.check_output(listed, cwd=ROOT, text=True).splitlines():
        if (ROOT / name).is_file():
            (tmp_path / "copy" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tmp_path / "copy" / name)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    quiet = ["--quiet", "--no-deps"]
    site = tmp_path / "site"
    subprocess.run(
        [*pip, "install", *quiet, "--no-build-isolation", "--target", site, tmp_path / "copy"],
        check=True,
    )
    assert not (tmp_path / "copy/src/inglenook/__pycache__").exists()
    path = {**os.environ, "PYTHONPATH": str(site)}
    where = [sys.executable, "-c", "import inglenook; print(inglenook.__file__)"]
    assert subprocess.check_output(where, env=path, text=True).startswith(str(site))
    with Server(tmp_path / "data", site / "bin/inglenook", env=path) as server:
        page = httpx.get(server.url)
        assert page.status_code == 200
        script = page.text.split('src="')[1].split('"')[0]
        assert httpx.get(server.url + script).status_code == 200
