"""Dask's schedulers and workers, forked from one process that has loaded what they need: starting Python and loading
it all is most of what a small cluster costs.

A process that is started so is what its command starts, but for modules of Bayleaf being there already: whoever tests
what a fresh process finds, or runs where there is no fork, starts the command itself.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import signal
import subprocess
import sys
import time
import traceback
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).parents[4]
COMMANDS = {"scheduler": "distributed.cli.dask_scheduler", "worker": "distributed.cli.dask_worker"}
NEEDED = (
    *COMMANDS.values(),
    "app.features.cluster.training",
    "app.features.cluster.judging",
    "tests.app.features.cluster.odd_tasks",
)
HAS_FORKS = hasattr(os, "fork")
CHECK_S = 0.01


class ForkedProcess:
    """Process as `subprocess` has them, as far as tests of clusters use it."""

    def __init__(self, what: str, options: list[str], folder: Path, environment: dict[str, str]) -> None:
        order = {"what": what, "options": options, "folder": str(folder), "environment": environment}
        self.pid: int = _asked({"do": "start", **order})
        self._status: int | None = None

    def poll(self) -> int | None:
        """Return the exit status; None while it lives."""
        if self._status is None:
            self._status = _asked({"do": "look", "pid": self.pid})
        return self._status

    def wait(self, seconds: float = 120.0) -> int:
        """Wait until it has ended."""
        latest_s = time.monotonic() + seconds
        while (status := self.poll()) is None:
            if time.monotonic() > latest_s:
                raise subprocess.TimeoutExpired(str(self.pid), seconds)
            time.sleep(CHECK_S)
        return status

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it lives: nobody else has its number before its end was looked at."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)


@cache
def _server() -> subprocess.Popen[str]:
    """The process that is forked, one for all tests of this one."""
    program = f"from {__name__} import serve; serve()"
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(process.kill)
    return process


def _asked(order: dict[str, Any]) -> Any:
    server = _server()
    into, out = _both_ends(server)
    into.write(json.dumps(order) + "\n")
    into.flush()
    return json.loads(out.readline())


def _both_ends(server: subprocess.Popen[str]) -> tuple[IO[str], IO[str]]:
    assert server.stdin is not None
    assert server.stdout is not None
    return server.stdin, server.stdout


def serve() -> None:
    """Fork what is asked for on standard input, line by line, and tell how it ended."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what processes say goes to where their complaints go
    for module in NEEDED:
        importlib.import_module(module)
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        order = json.loads(line)
        answer = _started(order) if order["do"] == "start" else _ended(order["pid"])
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def _started(order: dict[str, Any]) -> int:
    pid = os.fork()
    if not pid:
        _become(order)
    return pid


def _ended(pid: int) -> int | None:
    ended, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def _become(order: dict[str, Any]) -> None:
    """Be the command; this does not return."""
    status = 1
    try:
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.environ.clear()
        os.environ.update(order["environment"])
        os.chdir(order["folder"])
        importlib.import_module("dask.config").refresh()
        command = importlib.import_module(COMMANDS[order["what"]]).main
        command(order["options"], prog_name=f"dask {order['what']}", standalone_mode=False)
        status = 0
    except SystemExit as ending:
        status = ending.code if isinstance(ending.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
