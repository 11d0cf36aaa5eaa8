"""The start of `bayleaf-cli`; everything it needs is imported late, so that Ctrl+C ends it without a word even then.

One mail is judged in less time than a program takes to come and go. Nothing that is made at the start is rubbish, and
none is worth looking for in what ends with the process. Threads for large matrices wait by turning in circles, and our
matrices are small.
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
    gc.disable()  # until a command begins
    os.environ["PYTHONSAFEPATH"] = "1"  # workers never import from the folder a person happens to be in
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy reads it when it is imported
    is_ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_ours:  # and not whoever's that told us to ignore it
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    end_in_order_on_signals()
    from app.cli.command_group import run  # noqa: PLC0415 - the entry imports late

    if is_ours:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return run()
    finally:
        gc.freeze()


def end_in_order_on_signals() -> None:
    """Make SIGTERM and SIGHUP end the program by an exception, as Ctrl+C does, so that temporary folders are removed.

    A signal that is ignored, as by `nohup`, stays ignored. The second one ends the program at once.
    """
    for number in filter(None, (signal.SIGTERM, getattr(signal, "SIGHUP", None))):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)


def _end(number: int, _frame: object) -> None:
    signal.signal(number, signal.SIG_DFL)
    raise SystemExit(128 + number)


if __name__ == "__main__":
    sys.exit(main())
