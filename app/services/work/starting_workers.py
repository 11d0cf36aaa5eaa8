"""Starting workers: a limit for the process that they are forked from, and Ctrl+C kept from them.

Python waits for that process's answers without a limit. A terminal sends Ctrl+C to every process, and only the one that
a person started obeys.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import forkserver, resource_tracker
from threading import Timer

LOOK_S, MOMENT_S = 0.005, 0.05
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)


@contextmanager
def ending_a_silent_server(seconds: float) -> Iterator[None]:
    """Kill the server if it has not answered for so long: whoever waits for it finds that out, and the next is new."""

    def kill_server() -> None:
        server = _server()
        if server is not None:
            with suppress(ProcessLookupError):
                os.kill(server, KILL)

    watch = Timer(seconds, kill_server)
    watch.daemon = True
    watch.start()
    try:
        yield
    finally:
        watch.cancel()


def see_the_server_gone(seconds: float = 1.0) -> None:
    """Wait until a server that no longer answers can be seen to be gone.

    It stops answering a moment before that, and whoever asks for a server in this moment is given the dead one.
    """
    server, latest_s = _server(), time.monotonic() + seconds
    while server is not None and not _is_gone(server) and time.monotonic() < latest_s:
        time.sleep(LOOK_S)


def _server() -> int | None:
    server: int | None = getattr(forkserver._forkserver, "_forkserver_pid", None)
    return server


def _is_gone(process: int) -> bool:
    """Look whether it ended, and leave it to Python to be told so; where that cannot be looked at, give it a moment."""
    if sys.platform != "win32" and hasattr(os, "waitid"):
        try:
            return os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        except ChildProcessError:
            return True
    time.sleep(MOMENT_S)
    return True


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
