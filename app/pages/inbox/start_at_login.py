"""Starts this very program at login, in the notification area, or no more."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from app.services.connecting.file_managers import window_program
from app.services.connecting.program_start_at_login import LoginStart, is_on, login_start, switch

IN_TRAY = "--in-tray"


class LoginChoice:
    """Asks the system whether the program starts at login, for that is kept there and nowhere else."""

    def __init__(self, start: LoginStart | None = None) -> None:
        self._start = start or start_of_this_program()

    @property
    def is_on(self) -> bool:
        """Return whether it starts at login."""
        return is_on(self._start)

    def choose(self, *, is_wanted: bool) -> None:
        """Start at login from now on, or no more."""
        switch(self._start, is_wanted=is_wanted)


def start_of_this_program() -> LoginStart:
    """The way to start this very program at login."""
    config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return login_start(sys.platform, Path.home(), config, [*window_program(), IN_TRAY])
