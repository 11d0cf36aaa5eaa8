"""Measure and limit the memory of processes, and limit how many counts are loaded at once.

Documents, counts and verdicts contain no reference cycles, so the cycle collector finds nothing in them. Each
collection costs time in proportion to all live objects. Work that creates many objects therefore raises the threshold.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class EntryBudget:
    """Limits on the count entries in memory. An entry is the count of one distinct word in one document."""

    max_held_entries: int = 1 << 25
    """Size of the largest corpus that is held in memory as one matrix, in entries.

    The documents of such a corpus can be judged at once under a new smoothing. 110,000 mails with 300 distinct words
    each take 256 MB, and about 1.2 GB while they are judged. Larger corpora are streamed in each pass.
    """
    piece_entries: int = 1 << 23
    """Entries per piece of a streamed pass. One piece takes 64 MB, and about 300 MB while it is judged."""


COUNT_BUDGET = EntryBudget()

if sys.platform == "linux":
    import resource

    def resident_bytes(process_id: int) -> int:
        """Return the resident memory of a process in bytes; 0 if it is unknown or the process has ended."""
        return _pages(process_id, 1)

    def limit_address_space(further_bytes: int) -> None:
        """Allow this process to map `further_bytes` more than now; beyond that, allocations raise MemoryError."""
        limit = _pages("self", 0) + further_bytes
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        if hard != resource.RLIM_INFINITY:
            limit = min(limit, hard)
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))

    def _pages(process: int | str, column: int) -> int:
        """Return column `column` of /proc/PROCESS/statm in bytes; 0 if the process has ended."""
        try:
            return int(Path(f"/proc/{process}/statm").read_bytes().split()[column]) * resource.getpagesize()
        except (OSError, IndexError):
            return 0

elif sys.platform == "win32":
    from ctypes import wintypes

    QUERY_LIMITED_INFORMATION = 0x1000
    EXTENDED_LIMITS = 9
    LIMIT_OF_EACH_PROCESS = 0x100

    class _Counters(ctypes.Structure):
        """The Windows structure PROCESS_MEMORY_COUNTERS."""

        _fields_ = (
            ("size", wintypes.DWORD),
            ("page_faults", wintypes.DWORD),
            ("peak_working_set", ctypes.c_size_t),
            ("working_set", ctypes.c_size_t),
            ("pools", ctypes.c_size_t * 4),
            ("committed", ctypes.c_size_t),
            ("peak_committed", ctypes.c_size_t),
        )

    class _WindowsJobLimits(ctypes.Structure):
        """The Windows structure JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

        _fields_ = (
            ("process_time", ctypes.c_int64),
            ("job_time", ctypes.c_int64),
            ("flags", wintypes.DWORD),
            ("least_working_set", ctypes.c_size_t),
            ("most_working_set", ctypes.c_size_t),
            ("processes", wintypes.DWORD),
            ("affinity", ctypes.c_size_t),
            ("priority", wintypes.DWORD),
            ("scheduling", wintypes.DWORD),
            ("transfers", ctypes.c_uint64 * 6),
            ("process_memory", ctypes.c_size_t),
            ("job_memory", ctypes.c_size_t),
            ("peak_process_memory", ctypes.c_size_t),
            ("peak_job_memory", ctypes.c_size_t),
        )

    def resident_bytes(process_id: int) -> int:
        """Return the resident memory of a process; 0 if it is gone or the figure is not available."""
        counters = _read_memory_counters(process_id)
        return int(counters.working_set) if counters is not None else 0

    def limit_address_space(further_bytes: int) -> None:
        """Allow this process to commit `further_bytes` more than now; beyond that, allocations raise MemoryError.

        Windows limits jobs, so the process puts itself into a new job. If that is not allowed, only the parent's
        memory check remains.
        """
        counters = _read_memory_counters(os.getpid())
        if counters is None:
            return
        kernel = ctypes.windll.kernel32
        kernel.CreateJobObjectW.restype = kernel.GetCurrentProcess.restype = wintypes.HANDLE
        job = wintypes.HANDLE(kernel.CreateJobObjectW(None, None))
        limits = _WindowsJobLimits(flags=LIMIT_OF_EACH_PROCESS, process_memory=int(counters.committed) + further_bytes)
        if kernel.SetInformationJobObject(job, EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)):
            kernel.AssignProcessToJobObject(job, wintypes.HANDLE(kernel.GetCurrentProcess()))
        kernel.CloseHandle(job)

    def _read_memory_counters(process_id: int) -> _Counters | None:
        kernel = ctypes.windll.kernel32
        kernel.OpenProcess.restype = wintypes.HANDLE
        handle = wintypes.HANDLE(kernel.OpenProcess(QUERY_LIMITED_INFORMATION, False, process_id))
        if not handle:
            return None
        counters = _Counters(size=ctypes.sizeof(_Counters))
        is_known = kernel.K32GetProcessMemoryInfo(handle, ctypes.byref(counters), counters.size)
        kernel.CloseHandle(handle)
        return counters if is_known else None

elif sys.platform == "darwin":
    TASK_INFORMATION = 4
    TASK_INFORMATION_BYTES = 96

    def resident_bytes(process_id: int) -> int:
        """Return the resident memory of a process; 0 if it is gone or the figure is not available."""
        library = ctypes.CDLL("/usr/lib/libproc.dylib")
        figures = (ctypes.c_uint64 * (TASK_INFORMATION_BYTES // 8))()
        n_bytes = library.proc_pidinfo(
            process_id, TASK_INFORMATION, ctypes.c_uint64(0), figures, TASK_INFORMATION_BYTES
        )
        return int(figures[1]) if n_bytes == TASK_INFORMATION_BYTES else 0

    def limit_address_space(further_bytes: int) -> None:
        """No-op: macOS accepts RLIMIT_AS but does not enforce it. Only the parent's memory check remains."""

else:

    def resident_bytes(process_id: int) -> int:
        """Return 0: this system is not supported."""
        return 0 * process_id

    def limit_address_space(further_bytes: int) -> None:
        """No-op: this system is not supported."""


GARBAGE_THRESHOLD = 50_000
"""Allocations before a garbage collection; Python's default is 700."""


@contextmanager
def rare_garbage_collection() -> Iterator[None]:
    """Context manager: raise the threshold of the cycle collector, for work that makes many objects and no cycles."""
    before = gc.get_threshold()
    gc.set_threshold(GARBAGE_THRESHOLD, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
