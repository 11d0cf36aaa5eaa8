"""Walk through the program and leave pictures."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.walk.display import virtual_display
from tests.walk.inbox import DAYS
from tests.walk.places import PLACES
from tests.walk.scenes import PARTS, TOURS

USUAL = {**PARTS, **PLACES, **DAYS}
ALL = {**USUAL, **TOURS}


def main() -> int:
    """Walk through all parts, or those that were asked for; the exit code counts those that could not be walked."""
    parser = argparse.ArgumentParser(prog="python -m tests.walk")
    parser.add_argument("--to", type=Path, default=Path("walk"), help="where the pictures go")
    parser.add_argument("--only", nargs="+", choices=list(ALL), default=list(USUAL), help="TOUR is LANGUAGE-THEME-SIZE")
    chosen = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory(prefix="bayleaf-walk-") as folder, virtual_display(Path(folder)) as display:
        for name in chosen.only:
            sys.stdout.write(f"{name} ")
            sys.stdout.flush()
            try:
                ALL[name](display, Path(folder), chosen.to)
                sys.stdout.write("walked\n")
            except (TimeoutError, AssertionError, OSError, subprocess.SubprocessError) as error:
                failed += 1
                sys.stdout.write(f"FAILED: {error!r}\n")
    return failed


if __name__ == "__main__":
    sys.exit(main())
