"""Files that lie ready, also as small as can be: nothing is compressed while somebody waits."""

import mimetypes
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import brotli
from starlette.datastructures import Headers
from starlette.responses import Response, StreamingResponse
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

CODINGS = {"br": ".br", "gzip": ".gz"}
"""What lies beside the larger files, the smallest first."""
ONLY_SMALL = ".wasm"
"""What ends so is large, and lies here as brotli alone."""
PIECE = 1 << 16


class SmallFiles(StaticFiles):
    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        full_path, found = super().lookup_path(path)
        if found is None and path.endswith(ONLY_SMALL):
            small, found = super().lookup_path(f"{path}.br")
            full_path = small.removesuffix(".br")
        return full_path, found

    def file_response(
        self,
        full_path: Any,
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        accepted = re.split(r"[ ,;]+", Headers(scope=scope).get("accept-encoding", ""))
        for coding, ending in CODINGS.items():
            small = f"{full_path}{ending}"
            if coding in accepted and os.path.isfile(small):  # noqa: PTH113 - as Starlette has it
                response = super().file_response(small, os.stat(small), scope, status_code)  # noqa: PTH116
                response.headers["content-encoding"] = coding
                kind = mimetypes.guess_type(full_path)[0] or "text/plain"
                response.headers["content-type"] = kind
                response.headers.add_vary_header("accept-encoding")
                return response
        if str(full_path).endswith(ONLY_SMALL):
            # Browsers take brotli over https, and from their own machine; this is for the others.
            return StreamingResponse(
                _unpacked(Path(f"{full_path}.br")), media_type="application/wasm"
            )
        return super().file_response(full_path, stat_result, scope, status_code)


def _unpacked(file: Path) -> Iterator[bytes]:
    """Bit by bit: Starlette asks for each in a thread."""
    unpack = brotli.Decompressor()
    with file.open("rb") as packed:
        while piece := packed.read(PIECE):
            yield unpack.process(piece)
