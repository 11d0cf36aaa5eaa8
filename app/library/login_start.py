"""Turn starting the program at login on and off: by an autostart file, or by a registry value on Windows."""

from __future__ import annotations

import plistlib
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from app.domain.whole_files import write_atomically


def window_command() -> list[str]:
    """Return the command line that opens the window, in a packaged or an installed program."""
    if getattr(sys, "frozen", False):
        return [str(Path(sys.executable).with_name(f"bayleaf{Path(sys.executable).suffix}"))]
    return [sys.executable, "-m", __name__.partition(".library")[0]]


NAME, LABEL = "Bayleaf", "org.bayleaf.Bayleaf"
RUN_KEY = r"Software\Microsoft\Windows\CurrentVersion\Run"


@dataclass(frozen=True, slots=True)
class LoginStart:
    """The autostart file or registry value by which the system starts the program at login.

    `content` is the content of the file at `path`. If `path` is None, `content` is the command for the Windows
    registry.
    """

    path: Path | None
    content: bytes


def login_start(system: str, home: Path, config: Path, command: Sequence[str]) -> LoginStart:
    """Return the file or registry value that makes an operating system start a command at login."""
    if system == "win32":
        return LoginStart(None, " ".join(f'"{part}"' for part in command).encode("utf-8"))
    if system == "darwin":
        properties = {
            "Label": LABEL,
            "ProgramArguments": list(command),
            "RunAtLoad": True,
            "ProcessType": "Interactive",
        }
        return LoginStart(home / "Library" / "LaunchAgents" / f"{LABEL}.plist", plistlib.dumps(properties))
    lines = ["[Desktop Entry]", "Type=Application", f"Name={NAME}", f"Exec={quote_for_desktop_file(command)}"]
    lines += ["Terminal=false", "X-GNOME-Autostart-enabled=true", ""]
    return LoginStart(config / "autostart" / f"{LABEL}.desktop", "\n".join(lines).encode("utf-8"))


def quote_for_desktop_file(command: Sequence[str]) -> str:
    """Quote a command for the `Exec` key of a desktop file."""
    escaped = ("".join(f"\\{letter}" if letter in '"`$\\' else letter for letter in part) for part in command)
    return " ".join('"' + part.replace("\\", "\\\\").replace("%", "%%") + '"' for part in escaped)


def is_login_start_enabled(start: LoginStart) -> bool:
    """Return whether the program starts at login."""
    return has_login_command() if start.path is None else start.path.is_file()


def set_login_start(start: LoginStart, *, is_wanted: bool) -> None:
    """Turn starting at login on or off."""
    if start.path is None:
        set_login_command(start.content.decode("utf-8") if is_wanted else None)
    elif is_wanted:
        start.path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(start.path, start.content)
    else:
        start.path.unlink(missing_ok=True)


if sys.platform == "win32":
    import winreg

    def set_login_command(command: str | None) -> None:
        """Set the command that runs at login, or remove it."""
        with winreg.CreateKey(winreg.HKEY_CURRENT_USER, RUN_KEY) as key:
            if command is not None:
                winreg.SetValueEx(key, NAME, 0, winreg.REG_SZ, command)
                return
            with suppress(FileNotFoundError):
                winreg.DeleteValue(key, NAME)

    def has_login_command() -> bool:
        """Return whether a login command is set."""
        try:
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, RUN_KEY) as key:
                winreg.QueryValueEx(key, NAME)
        except FileNotFoundError:
            return False
        return True

else:

    def set_login_command(command: str | None) -> None:
        """Write the registry value for the command that runs at login. None deletes the value."""

    def has_login_command() -> bool:
        """Return False: only Windows uses the registry."""
        return False
