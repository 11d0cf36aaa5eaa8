"""The command line of this very program, for programs that are told to start it."""

from __future__ import annotations

import sys
from pathlib import Path

COMMAND_LINE = __name__.removesuffix("domain.own_command_line") + "cli"
"""An installed program has its modules under another name than its source."""


def this_program() -> list[str]:
    """The words that start the command line, packaged, installed or from its source."""
    if getattr(sys, "frozen", False):
        suffix = Path(sys.executable).suffix
        return [str(Path(sys.executable).with_name(f"bayleaf-cli{suffix}"))]
    return [sys.executable, "-m", COMMAND_LINE]
