"""The start of `bayleaf-cli`; everything it needs is imported late, so that Ctrl+C ends it without a word even then."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys


def main() -> int:
    """Run the command line; return its exit status."""
    multiprocessing.freeze_support()
    os.environ["PYTHONSAFEPATH"] = "1"  # workers never import from the folder a person happens to be in
    is_ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_ours:  # and not whoever's that told us to ignore it
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from app.cli.command_group import run  # noqa: PLC0415 - the entry imports late

    if is_ours:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return run()


if __name__ == "__main__":
    sys.exit(main())
