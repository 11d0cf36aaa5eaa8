"""Leases of imports: they tell whether the process that began an import is still there to finish it.

A run names its host, its process and when that process began. On the same host the operating system knows; from another
host, or where it does not say, the age of the last sign of life decides.
"""

from __future__ import annotations

import os
import socket
import sys
import time
from pathlib import Path

from nbengine.lazy_dataclasses import dataclass

HELD_HERE: set[tuple[Path, int]] = set()
"""The runs that this process works on, by workspace and number: nobody else could tell that it gave one up."""
SILENCE_S = 600.0
"""A run on another machine that gave no sign of life for so long is taken for abandoned."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The process that holds an import run, and its last sign of life."""

    run: tuple[Path, int]

    host: str
    process: int
    process_started: str
    beat_at: float


def own_lease() -> tuple[str, int, str, float]:
    """Return what a run of this process says of its holder: host, process, when it began, the last sign of life."""
    process = os.getpid()
    return host_name(), process, started(process), time.time()


def host_name() -> str:
    """Return a name of this machine since it was last started: process numbers mean something only there."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        boot = ""
    return f"{socket.gethostname()} {boot}".strip()


def started(process: int) -> str:
    """Return when a process began, in the unit of its system; empty if it is gone or the system does not say."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return ""
    return fields[19] if fields[0] not in "ZX" else ""


def is_held(lease: Lease) -> bool:
    """Return whether the holder is there; False once it is certainly, or very probably, gone."""
    is_recent = abs(time.time() - lease.beat_at) < SILENCE_S
    if lease.host != host_name():
        same_machine = lease.host.split(" ")[0] == socket.gethostname()
        return is_recent and not same_machine  # the same machine, started anew since
    if lease.process == os.getpid() and lease.process_started == started(lease.process):
        return lease.run in HELD_HERE
    if lease.process_started:
        return started(lease.process) == lease.process_started
    return is_recent if sys.platform == "win32" else is_recent and _exists(lease.process)


def _exists(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
