"""Entry point of `bayleaf-cli`.

Classifying one mail takes less time than starting Python, so the start is kept short:

* Imports are late, so that Ctrl+C during them ends the process without a traceback.
* The garbage collector is off during the start, whose objects all stay alive, and at exit.
* OpenBLAS gets one thread: its idle threads busy-wait, and our matrices are small.
"""

from __future__ import annotations

import gc
import os
import signal
import sys


def main() -> int:
    """Run the command line; return its exit status."""
    if getattr(sys, "frozen", False):
        from multiprocessing import freeze_support  # noqa: PLC0415 - the entry imports late

        freeze_support()
    gc.disable()  # `LateCommands.get_command` turns it on again
    os.environ["PYTHONSAFEPATH"] = "1"  # worker processes must not import modules from the current folder
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when NumPy is imported
    has_default_handler = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if has_default_handler:  # not if the parent process made us ignore SIGINT (nohup)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    exit_cleanly_on_signals()
    from app.cli.command_group import run  # noqa: PLC0415 - the entry imports late

    if has_default_handler:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return run()
    finally:
        gc.freeze()


def exit_cleanly_on_signals() -> None:
    """Make SIGTERM and SIGHUP raise SystemExit, so that temporary folders are removed, as after Ctrl+C.

    A signal that was ignored, as with `nohup`, stays ignored. A second signal ends the program at once.
    """
    for number in filter(None, (signal.SIGTERM, getattr(signal, "SIGHUP", None))):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _exit_on_signal)


def _exit_on_signal(number: int, _frame: object) -> None:
    signal.signal(number, signal.SIG_DFL)
    raise SystemExit(128 + number)


if __name__ == "__main__":
    sys.exit(main())
