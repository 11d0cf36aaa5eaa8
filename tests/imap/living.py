"""The program as a process of its own, as it runs on a person's computer."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-P", "-m", "bayleaf_imap"]


def environment(**more: str) -> dict[str, str]:
    """Return the environment in which the package is found."""
    return {**os.environ, "PYTHONPATH": f"{ROOT / 'packaging' / 'imap'}{os.pathsep}{ROOT}", **more}


def started(*arguments: str) -> subprocess.Popen[bytes]:
    """Start it."""
    return subprocess.Popen(
        [*COMMAND, *arguments], env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd="/"
    )


def waited(until: Callable[[], bool], seconds: float = 30.0) -> bool:
    """Wait until something is so; tell whether it is."""
    ends_s = time.monotonic() + seconds
    while time.monotonic() < ends_s:
        if until():
            return True
        time.sleep(0.1)
    return until()


def wake_ups(number: int) -> int:
    """Return how often the threads of a process have gone to sleep, which a busy machine does not change."""
    statuses = (path.read_text() for path in Path(f"/proc/{number}/task").glob("*/status"))
    return sum(
        int(line.split(":")[1])
        for status in statuses
        for line in status.splitlines()
        if line.startswith("voluntary_ctxt_switches")
    )


def processor_s(number: int) -> float:
    """Return the processor time that a process has used."""
    return int(Path(f"/proc/{number}/schedstat").read_text().split()[0]) / 1e9


def memory_mb(number: int) -> float:
    """Return the most memory that a process has had."""
    lines = dict(line.split(":", 1) for line in Path(f"/proc/{number}/status").read_text().splitlines() if ":" in line)
    return int(lines["VmHWM"].split()[0]) / 1024
