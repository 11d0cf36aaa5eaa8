"""The command by which the program starts its own command line, such as at login."""

from __future__ import annotations

import subprocess

from app.domain.streams import command_line_arguments


def test_the_own_command_starts_the_command_line() -> None:
    result = subprocess.run(
        [*command_line_arguments(), "--help"], capture_output=True, text=True, encoding="utf-8", check=False
    )

    assert result.returncode == 0, result.stderr
    assert "Usage" in result.stdout
