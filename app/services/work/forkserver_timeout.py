"""A limit for the process that others are forked from: Python waits for its answers without one."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import forkserver
from threading import Timer

KILL = getattr(signal, "SIGKILL", signal.SIGTERM)


@contextmanager
def ending_a_silent_server(seconds: float) -> Iterator[None]:
    """Kill the server if it has not answered for so long: whoever waits for it finds that out, and the next is new."""
    watch = Timer(seconds, _kill_server)
    watch.daemon = True
    watch.start()
    try:
        yield
    finally:
        watch.cancel()


def _kill_server() -> None:
    server: int | None = getattr(forkserver._forkserver, "_forkserver_pid", None)
    if server is not None:
        with suppress(ProcessLookupError):
            os.kill(server, KILL)
