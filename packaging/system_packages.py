"""The Debian packages that Bayleaf needs: missing ones are found, and installed if no password is needed."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

from environment import PYTHON, Trouble, run_command, say, succeeds

if TYPE_CHECKING:
    Packages = dict[str, str]  # a library or program, and the package of Debian that it is in

QT_LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libglib-2.0.so.0": "libglib2.0-0",
}
WINDOW_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb-randr.so.0": "libxcb-randr0",
}
WALK_PROGRAMS = {
    "Xvfb": "xvfb",
    "xdotool": "xdotool",
    "import": "imagemagick",
    "openbox": "openbox",
    "xprop": "x11-utils",
}


def missing_packages(libraries: Packages, programs: Packages) -> list[str]:
    """Return the Debian names of packages that are missing on Linux."""
    if not sys.platform.startswith("linux"):
        return []
    known = known_libraries() if libraries else ""
    missing = [package for library, package in libraries.items() if library not in known]
    missing += [package for program, package in programs.items() if shutil.which(program) is None]
    # Debian's Python comes without what makes environments with pip, which uv makes without.
    if not PYTHON.exists() and shutil.which("uv") is None and importlib.util.find_spec("ensurepip") is None:
        missing.append(f"python{sys.version_info.major}.{sys.version_info.minor}-venv")
    return missing


def shared_python() -> dict[str, str]:
    """Return Python's shared library, which Debian has in a separate package."""
    library = sysconfig.get_config_var("INSTSONAME") or ""
    if ".so" not in library or Path(sysconfig.get_config_var("LIBDIR"), library).exists():
        return {}
    return {library: f"libpython{sys.version_info.major}.{sys.version_info.minor}"}


def known_libraries() -> str:
    """Return the names of all libraries that the dynamic linker finds, as one text."""
    ldconfig = shutil.which("ldconfig") or "/sbin/ldconfig"
    if not Path(ldconfig).exists():
        return " ".join([*QT_LIBRARIES, *WINDOW_LIBRARIES])  # no glibc's tool, no way to tell: let Qt speak
    return subprocess.run([ldconfig, "-p"], capture_output=True, text=True, check=False).stdout


def install_packages(packages: list[str]) -> None:
    """Install Debian packages if that needs no password; otherwise raise `Trouble` with the command."""
    command = "apt-get install -y --no-install-recommends " + " ".join(packages)
    if shutil.which("apt-get") is None:
        raise Trouble(f"some system packages are missing; install what your system calls: {' '.join(packages)}")
    prefix = administrator()
    if prefix is None:
        raise Trouble(f"some system packages are missing. Run this once, then again:\n  sudo {command}")
    say(f"Installing system packages: {' '.join(packages)}")
    quietly = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive"]  # sudo drops the environment
    run_command([*quietly, "apt-get", "update", "-qq"], to_stderr=True)  # if it fails, older package lists may do
    # Its exit status is trusted: a later release may install the files under another package name.
    if run_command([*quietly, *command.split(), "-qq"], to_stderr=True):
        raise Trouble(
            f"the system packages could not be installed; the lines above say why. The command was:\n  {command}"
        )


def administrator() -> list[str] | None:
    """Return the prefix of commands that need an administrator; None if a password would be needed."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and succeeds(["sudo", "-n", "true"]):
        return ["sudo", "-n"]
    return None
