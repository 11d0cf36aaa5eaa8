"""Differences between systems: marks that say why a test is skipped, and names that mean the same on all."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest

IS_WINDOWS = sys.platform == "win32"
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
"""The signal that ends a process at once, whatever it does; on Windows every signal does that."""

with_pipes = pytest.mark.skipif(IS_WINDOWS, reason="on Windows a pipe is no file in a folder")
with_devices = pytest.mark.skipif(IS_WINDOWS, reason="Windows has no /dev")
with_shell = pytest.mark.skipif(IS_WINDOWS, reason="Windows has no sh")
with_groups = pytest.mark.skipif(IS_WINDOWS, reason="Windows has no process groups that a signal reaches as one")
with_signals = pytest.mark.skipif(IS_WINDOWS, reason="on Windows no signal is sent to one process")
with_names_of_bytes = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a name is text")
with_moving_of_what_is_open = pytest.mark.skipif(IS_WINDOWS, reason="Windows keeps a file that is open where it is")
with_sockets = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="a socket is no file in a folder here")
with_proc = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells in /proc what became of a process")


def _can_link() -> bool:
    """Windows lets only some make links, and Wine makes what it does not find again."""
    with tempfile.TemporaryDirectory() as folder:
        link = Path(folder, "link")
        try:
            link.symlink_to(folder)
        except OSError:
            return False
        return link.is_symlink()


with_links = pytest.mark.skipif(not _can_link(), reason="this person may not make links")


def _is_administrator() -> bool:
    return not IS_WINDOWS and os.geteuid() == 0


IS_ADMINISTRATOR = _is_administrator()
"""The tests run as root."""


as_a_person = pytest.mark.skipif(
    IS_WINDOWS or IS_ADMINISTRATOR, reason="an administrator, and on Windows everybody, may read all"
)


def ended(target: Callable[..., None], *arguments: object) -> int | None:
    """Run a function in a process of its own, and return how that ended; a fork of this one, where there are forks, has
    loaded everything already."""
    ways = multiprocessing.get_all_start_methods()
    context: Any = multiprocessing.get_context("fork" if "fork" in ways else "spawn")
    process: BaseProcess = context.Process(target=target, args=arguments)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forking beside a thread, which is the tests' own here
        process.start()
    process.join()
    return process.exitcode


@contextmanager
def disk_of(size: str, folder: Path) -> Iterator[Path]:
    """A disk of this size, such as 64k or 3m, where the system lets us make one; else the test is skipped."""
    if sys.platform != "linux" or not IS_ADMINISTRATOR:
        pytest.skip("only root may mount a small disk")
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", folder], check=False).returncode:
        pytest.skip("this system does not mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)
