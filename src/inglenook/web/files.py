"""Files that lie ready, also as small as can be: nothing is compressed while somebody waits."""

import mimetypes
import os
import re
from typing import Any

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

CODINGS = {"br": ".br", "gzip": ".gz"}
"""What lies beside the larger files, the smallest first."""


class SmallFiles(StaticFiles):
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
        return super().file_response(full_path, stat_result, scope, status_code)
