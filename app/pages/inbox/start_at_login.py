"""The way to start this very program at login, in the notification area; the system keeps whether it does."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from app.services.connecting.file_managers import window_program
from app.services.connecting.program_start_at_login import LoginStart as LoginStart
from app.services.connecting.program_start_at_login import is_on as is_on
from app.services.connecting.program_start_at_login import login_start
from app.services.connecting.program_start_at_login import switch as switch


def start_of_this_program() -> LoginStart:
    """Return the way to start this very program at login."""
    config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return login_start(sys.platform, Path.home(), config, [*window_program(), "--in-tray"])
