"""The start of a command takes nothing along that it does not need."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

THREADS = """
import gc, os, sys
from app.cli.__main__ import main
status = main()
assert "numpy" in sys.modules and gc.isenabled()
print(len(os.listdir("/proc/self/task")), file=sys.stderr)
sys.exit(status)
"""
N_ASKED_FOR = 2


def threads_at_the_end(workspace: Path, **more: str) -> int:
    """Judge one mail in a process of its own, and return how many threads it had in the end."""
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"} | more
    command = [sys.executable, "-c", THREADS, "classify", str(workspace), "-"]
    done = subprocess.run(
        command, input=b"buy a watermelon", capture_output=True, env=environment, check=True, timeout=60
    )
    assert done.stdout
    return int(done.stderr)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows a process's threads as a folder")
def test_one_mail_is_judged_in_one_thread_unless_more_are_asked_for(trained: Path) -> None:
    assert threads_at_the_end(trained) == 1
    if (os.cpu_count() or 1) >= N_ASKED_FOR:
        assert threads_at_the_end(trained, OPENBLAS_NUM_THREADS=str(N_ASKED_FOR)) == N_ASKED_FOR


@pytest.mark.parametrize(
    ("arguments", "is_written"),
    [(["info", "{}"], False), (["--log-level", "warning", "info", "{}"], True), (["serve", "--help"], True)],
)
def test_log_records_appear_among_the_sentences_only_if_they_are_asked_for_or_the_command_is_a_service(
    trained: Path, arguments: list[str], is_written: bool
) -> None:
    logging_command = (
        "import atexit, logging, sys; from app.cli.__main__ import main;"
        "atexit.register(logging.getLogger('app.library').warning, 'worker lost'); sys.exit(main())"
    )
    command = [sys.executable, "-c", logging_command, *(each.format(trained) for each in arguments)]
    done = subprocess.run(command, capture_output=True, check=True, timeout=60, text=True)

    assert ("worker lost" in done.stderr) is is_written
