"""Drive Thunderbird, and say of each thing that was to come about whether it did."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.imap.servers import dovecot, free_port
from tests.thunderbird.profile import make_profile
from tests.thunderbird.program import running
from tests.thunderbird.walk import Walk
from tests.walk.display import virtual_display

PACKAGES = ("thunderbird", "dovecot-imapd", "dovecot-sieve", "xvfb", "openbox", "xdotool", "imagemagick", "dbus")


def main() -> int:
    """Walk through it all; the exit code counts what did not come about."""
    parser = argparse.ArgumentParser(prog="python -m tests.thunderbird")
    parser.add_argument("--install", action="store_true", help="install Debian's packages that it needs")
    parser.add_argument("--to", type=Path, default=Path("walk"), help="where the pictures go")
    chosen = parser.parse_args()
    if chosen.install:
        subprocess.run(["apt-get", "install", "-y", *PACKAGES], check=True)
    home = Path(tempfile.mkdtemp(prefix="tb"))
    try:
        return walked(home, chosen.to)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def walked(home: Path, pictures: Path) -> int:
    """Walk in a home of its own; return how many things did not come about."""
    home.chmod(0o755)
    (home / "run").mkdir(mode=0o700)
    (home / "home").mkdir()
    os.environ["XDG_RUNTIME_DIR"] = str(home / "run")
    with virtual_display(home) as display, dovecot() as server:
        walk = Walk(home / "mail.bayleaf", server, pictures)
        walk.learn_first()
        port = free_port()
        make_profile(home / "home", server, walk.workspace, port)
        try:
            with running(home / "home", display, port, home / "log") as program:
                walk.while_it_runs(program)
                program.kill()
            walk.while_it_is_closed()
            with running(home / "home", display, port, home / "log") as program:
                walk.after_its_return(program)
        finally:
            walk.end_judge()
    return walk.n_failed


if __name__ == "__main__":
    sys.exit(main())
