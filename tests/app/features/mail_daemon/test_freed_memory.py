"""The judge gives back the memory that reading a model takes, and does not search what stays for garbage."""

from __future__ import annotations

import ctypes
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from app.features.mail_daemon.daemon import configure_malloc, trim_memory
from app.store.workspace import Workspace
from tests.app.cli.killing import ROOT

HAS_TRIM = sys.platform == "linux" and hasattr(ctypes.CDLL(None), "malloc_trim")


@pytest.mark.skipif(not HAS_TRIM, reason="this system's C library gives memory back by itself")
def test_memory_that_many_small_things_took_is_given_back() -> None:
    pinned, waste = [], []
    for _ in range(2_000):
        waste.append(np.ones(3_000))  # small enough to lie on the heap, below something that stays
        pinned.append(np.ones(100))
    before_mb = resident_mb()
    del waste
    trim_memory("linux")

    assert resident_mb() < before_mb - 25
    assert len(pinned) == 2_000


def test_other_systems_need_not_be_told() -> None:
    assert trim_memory("win32") is False
    assert configure_malloc("darwin") is False


@pytest.mark.skipif(not HAS_TRIM, reason="this system's C library gives memory back by itself")
def test_a_large_piece_goes_back_as_soon_as_it_is_free() -> None:
    told = subprocess.run([sys.executable, "-c", AFTER_LARGE_PIECES], capture_output=True, text=True, check=True).stdout

    assert float(told) < 8


@pytest.mark.skipif(not HAS_TRIM, reason="this system's C library gives memory back by itself")
def test_no_page_is_larger_than_what_is_in_it() -> None:
    told = subprocess.run([sys.executable, "-c", WITH_SMALL_PAGES], capture_output=True, text=True, check=True).stdout

    assert told.split() == ["THP_enabled:", "0"]


@pytest.mark.skipif(not HAS_TRIM, reason="this system's C library gives memory back by itself")
def test_a_model_that_was_kept_is_not_held_by_the_connection_that_wrote_it(tmp_path: Path) -> None:
    with Workspace(tmp_path / "kept.bayleaf", create=True) as workspace:
        workspace.models.save("small", b"small", recipe="{}", change_number=0)
        before_mb = resident_mb()
        workspace.models.save("large", random.Random(1).randbytes(40 << 20), recipe="{}", change_number=0)
        workspace.free_page_cache()
        trim_memory(sys.platform)

        assert resident_mb() - before_mb < 20
        assert workspace.models.get("large").size_bytes == 40 << 20


AFTER_LARGE_PIECES = """
import sys
from pathlib import Path
from app.features.mail_daemon.daemon import configure_malloc

def resident_mb():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6

configure_malloc(sys.platform)
for _ in range(3):  # without being told, the C library keeps more and more of what it got back
    bytes_now = bytearray(20_000_000)
    del bytes_now
before = resident_mb()
pieces, pins = [], []
for _ in range(20):
    pieces.append(bytearray(b"x") * 3_000_000)
    pins.append(bytearray(b"x") * 100_000)
del pieces
print(resident_mb() - before)
"""


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6


WITH_SMALL_PAGES = """
import sys
from pathlib import Path
from app.features.mail_daemon.daemon import configure_malloc

configure_malloc(sys.platform)
for line in Path("/proc/self/status").read_text().splitlines():
    if line.startswith("THP_enabled"):
        print(line)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the socket's folder is that of Unix")
def test_a_full_garbage_collection_of_a_serving_daemon_skips_modules_and_model(runtime: Path, workspace: Path) -> None:
    command = [sys.executable, "-c", SERVE_AND_COUNT_OBJECTS, "serve", str(workspace), "--json"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        assert "lines" in process.stdout.readline()
        counted, _ = process.communicate("\n")

    assert int(counted) < 5_000  # of 50,000


SERVE_AND_COUNT_OBJECTS = """
import gc, os, sys, threading
from app.cli.__main__ import main

def count_objects():
    sys.stdin.readline()
    print(len(gc.get_objects()), flush=True)
    os._exit(0)

threading.Thread(target=count_objects, daemon=True).start()
sys.exit(main())
"""
