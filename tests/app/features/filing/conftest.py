"""An empty workspace, three files to file away, and other disks where the system has them."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.empty_workspace import workspace
from tests.systems import disk_of

__all__ = ["workspace"]

DISKS = (Path("/dev/shm"), Path(tempfile.gettempdir()))


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    """Three files: two spam, one ham."""
    folder = tmp_path / "inbox"
    folder.mkdir()
    for name in ("a.eml", "b.eml", "c.eml"):
        (folder / name).write_text(f"Subject: {name}\n\n{name * 100}")
    return folder


@pytest.fixture
def other_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on another disk."""
    others = [disk for disk in DISKS if disk.is_dir() and disk.stat().st_dev != tmp_path.stat().st_dev]
    if not others:
        pytest.skip("there is no second disk here")
    folder = others[0] / f"bayleaf-{os.getpid()}-{tmp_path.name}"
    folder.mkdir()
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 64 kilobytes, where the system lets us make one."""
    with disk_of("64k", tmp_path / "disk") as disk:
        yield disk
