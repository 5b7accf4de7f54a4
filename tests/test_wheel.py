"""The wheel: small by itself, and with its extras a working server with the client inside."""

import os
import shutil
import subprocess
import sys
import venv
from importlib.metadata import distribution
from pathlib import Path

import httpx
import pytest

from tests.serving import Server

ROOT = Path(__file__).parents[1]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
SLIM = """
import sys
import inglenook

match = inglenook.Match("kewbz", seed="slim")
while not match.outcome():
    match.play(match.sample())
assert inglenook.replay(inglenook.loads(inglenook.dumps(match.record()))).outcome()
assert inglenook.__version__
heavy = {"numpy", "numba", "mujoco", "lemminflect", "typer"}
assert not heavy & set(sys.modules)
for game in inglenook.game_names():
    for ask in (inglenook.Match, inglenook.levels):
        try:
            ask(game)
        except inglenook.Refused as refused:
            print(refused)
try:
    from inglenook.testing import check_game
    check_game("kewbz")
except inglenook.Refused as refused:
    print(refused)
"""


def take_machine_code(package: Path) -> None:
    """Compiling the games again would take half a minute: give it what is compiled here."""
    source = ROOT / "src/inglenook"
    for compiled in source.rglob("*.nb[ci]"):
        target = package / compiled.relative_to(source)
        target.parent.mkdir(exist_ok=True)
        shutil.copy2(compiled, target)
    # Numba takes it for that of a file with the same time.
    for installed in package.rglob("*.py"):
        shutil.copystat(source / installed.relative_to(package), installed)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    # Built from a copy, in which no file of this machine can be packed by mistake. The client that
    # is served to other tests was built from the same files, and is taken along.
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.check_output(listed, cwd=ROOT, text=True).splitlines():
        if (ROOT / name).is_file():
            (folder / "copy" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / "copy" / name)
    static = "src/inglenook/server/pages/static"
    shutil.copytree(ROOT / static, folder / "copy" / static)
    # A build plays every lesson and puzzle.
    take_machine_code(folder / "copy/src/inglenook")
    build = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder)]
    subprocess.run([*PIP, *build, folder / "copy"], check=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.mark.long
def test_the_wheel_carries_the_client(wheel: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    subprocess.run([*PIP, "install", "--quiet", "--no-deps", "--target", site, wheel], check=True)
    take_machine_code(site / "inglenook")
    path = {**os.environ, "PYTHONPATH": str(site)}
    where = [sys.executable, "-c", "import inglenook; print(inglenook.__file__)"]
    assert subprocess.check_output(where, env=path, text=True).startswith(str(site))
    with Server(tmp_path / "data", site / "bin/inglenook", env=path) as server:
        page = httpx.get(server.url)
        assert page.status_code == 200
        script = page.text.split('src="')[1].split('"')[0]
        assert httpx.get(server.url + script).status_code == 200


@pytest.mark.long
def test_msgspec_is_all_the_library_needs(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=False)
    (site,) = (tmp_path / "venv").glob("lib/python*/site-packages")
    msgspec = distribution("msgspec")
    for name in {file.parts[0] for file in msgspec.files or ()}:
        shutil.copytree(Path(str(msgspec.locate_file(name))), site / name)
    python = tmp_path / "venv/bin/python"
    install = ["--python", str(python), "install", "--quiet", "--no-index", str(wheel)]
    subprocess.run([*PIP, *install], check=True)
    said = subprocess.check_output([python, "-c", SLIM], text=True, cwd=tmp_path)
    # Only Kewbz' rules are there, and not its bots; the laws ask for these last.
    refused = ("conex", "conex", "kewbz", "konexi", "konexi", "prolix", "prolix", "kewbz")
    needs = 'needs numpy, which is not installed: pip install "inglenook[games]"'
    assert said.splitlines() == [f"missing-extra: {game} {needs}" for game in refused]
    done = subprocess.run([tmp_path / "venv/bin/inglenook"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == 'inglenook: this needs typer: pip install "inglenook[server]"\n'
