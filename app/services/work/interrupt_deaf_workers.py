"""Ctrl+C kept from worker processes: a terminal sends it to every process, and only the one that a person started
obeys."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker


@contextmanager
def leaving_interrupts_to_us() -> Iterator[None]:
    """Threads and processes that are begun here, and by these later on, do not hear Ctrl+C: we do, and end them."""
    if sys.platform == "win32":  # its threads hear no signals, and its processes cannot be begun deaf
        yield
    else:
        resource_tracker.ensure_running()  # which lets signals through again when it is begun
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
