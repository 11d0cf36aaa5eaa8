"""Looks at what a command uses: time, memory and the network, of itself and of all that it starts; Linux only."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
TICK_S = 1 / os.sysconf("SC_CLK_TCK") if sys.platform == "linux" else 0.0  # only there is /proc


@dataclass(slots=True)
class Used:
    """The time and memory that a process and all below it have used; memory by how far below it they are."""

    seconds: float = 0.0
    processor_s: float = 0.0
    moved_bytes: int = 0
    peak_mb: dict[int, float] = field(default_factory=dict)
    """The largest process of each storey: 0 the command, 1 what it started, 2 what that started."""
    storey_s: dict[int, float] = field(default_factory=dict)
    """Processor seconds of all processes of each storey."""
    told: dict[str, Any] = field(default_factory=dict)
    problem: str = ""
    """The last words of a command that failed; empty where it did not."""

    def peak_below_mb(self, storey: int) -> float:
        """Of the largest process so far below the command, or further."""
        return max((peak for own, peak in self.peak_mb.items() if own >= storey), default=0.0)


class Watch:
    """Looks at the processes below one, and at its loopback interface, until it is told to stop."""

    def __init__(self, pid: int) -> None:
        self._pid, self._cpu = pid, dict[int, tuple[int, float]]()
        self.peak_mb: dict[int, float] = {}
        self.moved_bytes = 0
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._look_often, daemon=True)
        self._thread.start()

    def stop(self) -> dict[int, float]:
        """End; return the processor seconds of each storey."""
        self._stopped.set()
        self._thread.join()
        spent: dict[int, float] = {}
        for storey, seconds in self._cpu.values():
            spent[storey] = spent.get(storey, 0.0) + seconds
        return spent

    def _look_often(self) -> None:
        while not self._stopped.wait(0.05):
            self.moved_bytes = loopback_bytes(self._pid) or self.moved_bytes
            for storey, pid in below(self._pid):
                with suppress(OSError):
                    self._look(storey, pid)

    def _look(self, storey: int, pid: int) -> None:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        status = Path(f"/proc/{pid}/status").read_text()
        self._cpu[pid] = storey, (int(fields[11]) + int(fields[12])) * TICK_S
        peak = next((int(line.split()[1]) / 1024 for line in status.splitlines() if line[:6] == "VmHWM:"), 0.0)
        self.peak_mb[storey] = max(peak, self.peak_mb.get(storey, 0.0))


def below(pid: int, storey: int = 0) -> Iterator[tuple[int, int]]:
    """A process and all that it started, with how far below it they are."""
    yield storey, pid
    try:
        children = [
            int(child)
            for task in Path(f"/proc/{pid}/task").iterdir()
            for child in (task / "children").read_text().split()
        ]
    except OSError:
        return
    for child in children:
        yield from below(child, storey + 1)


def loopback_bytes(pid: int | str = "self") -> int:
    """Received so far on the loopback interface that a process sees; 0 where it is gone."""
    with suppress(OSError):
        lines = Path(f"/proc/{pid}/net/dev").read_text().splitlines()
        return next(int(line.split(":")[1].split()[0]) for line in lines if line.strip().startswith("lo:"))
    return 0


@functools.cache
def own_network() -> tuple[str, ...]:
    """Return a prefix that gives a command a loopback interface of its own, so that no other bytes are counted; or
    nothing."""
    prefix = ("unshare", "-rn", "sh", "-c", 'ip link set lo up && exec "$@"', "sh")
    try:
        return prefix if subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode == 0 else ()
    except OSError:
        return ()


def measured(*command: object) -> Used:
    """Run a Python module and look at what it uses."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    began_s, before = time.perf_counter(), 0 if own_network() else loopback_bytes()
    with tempfile.TemporaryFile() as problems:
        process = subprocess.Popen(
            [*own_network(), sys.executable, "-m", *map(str, command)],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=problems,
        )
        watch = Watch(process.pid)
        try:
            out, _ = process.communicate()
        except KeyboardInterrupt:
            process.wait()
            raise
        storey_s = watch.stop()
        problems.seek(0)
        said = problems.read().decode(errors="replace").strip().splitlines()
    seconds, moved_bytes = time.perf_counter() - began_s, watch.moved_bytes - before
    used = Used(seconds, sum(storey_s.values()), moved_bytes, watch.peak_mb, storey_s)
    if process.returncode:
        used.problem = f"ended with {process.returncode}: {said[-1] if said else 'without a word'}"
    else:
        used.told = json.loads(out.splitlines()[-1])
    return used
