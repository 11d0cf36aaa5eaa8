"""`kill -9` at any moment leaves the last whole state. `python -m tests.benchmarks.crashes` does it 200 times."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from tests.app.store.killing import LONGEST_S, killed_after, prepared, verified


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("work", LONGEST_S)
def test_a_program_killed_at_any_moment_leaves_a_whole_workspace(path: Path, work: str, seed: int) -> None:
    prepared(path, work)
    moment = random.Random(f"{work} {seed}").uniform(0, LONGEST_S[work])

    promises = killed_after(path, work, moment)

    verified(path, work, promises)
