"""What takes long to load keeps nobody waiting."""

import asyncio
import threading
from importlib import import_module
from pathlib import Path

import pytest

from inglenook.server.outbound.lazy_import import load


def test_it_is_loaded_once_and_in_another_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = "import threading\nwhere = threading.get_ident()\n"
    tmp_path.joinpath("loaded_late.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)

    async def twice() -> None:
        await asyncio.gather(load("loaded_late"), load("loaded_late"))
        await load("loaded_late")

    asyncio.run(twice())
    assert import_module("loaded_late").where != threading.get_ident()
