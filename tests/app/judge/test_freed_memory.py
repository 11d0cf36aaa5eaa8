"""The judge gives back the memory that reading a model takes."""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

import numpy as np
import pytest

from app.judge.mail_judge import give_back_memory

HAS_TRIM = sys.platform == "linux" and hasattr(ctypes.CDLL(None), "malloc_trim")


@pytest.mark.skipif(not HAS_TRIM, reason="this system's C library gives memory back by itself")
def test_memory_that_many_small_things_took_is_given_back() -> None:
    pinned, waste = [], []
    for _ in range(2_000):
        waste.append(np.ones(3_000))  # small enough to lie on the heap, below something that stays
        pinned.append(np.ones(100))
    before_mb = resident_mb()
    del waste
    give_back_memory("linux")

    assert resident_mb() < before_mb - 25
    assert len(pinned) == 2_000


def test_other_systems_need_not_be_told() -> None:
    assert give_back_memory("win32") is False


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6
