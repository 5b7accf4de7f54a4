"""A folder in the machine's memory, where there is one: nobody waits for a disk."""

import os
import shutil
from pathlib import Path

FOLDER = Path("/dev/shm")


def has_room(size: int) -> bool:
    """Whether so many bytes are free there."""
    return FOLDER.exists() and shutil.disk_usage(FOLDER).free >= size


def runs_programs() -> bool:
    """Whether a program that is written there can be run."""
    return not os.statvfs(FOLDER).f_flag & os.ST_NOEXEC
