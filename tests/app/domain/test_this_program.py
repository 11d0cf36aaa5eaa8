"""The command that starts this program again, for daemons and for the start at login."""

from __future__ import annotations

import subprocess

from app.domain.streams import command_line_arguments


def test_this_program_starts_the_command_line() -> None:
    done = subprocess.run([*command_line_arguments(), "--version"], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout
