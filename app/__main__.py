"""The window's entry: lean, because every worker process imports this module again.

`freeze_support` comes first so that a packaged program can spawn workers; PYTHONSAFEPATH keeps them from importing a
`signal.py` that lies in the person's folder. Qt is imported only by the process that shows the window. Nothing that is
made at the start is rubbish, so nobody looks for any before the first job, which takes the looking over.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.shell.application import Program
    from app.shell.pages import ViewModels

IN_TRAY = "--in-tray"
"""Begin without a window, as at login."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the window; arguments are files to classify, or a workspace to open."""
    if getattr(sys, "frozen", False):
        from multiprocessing import freeze_support

        freeze_support()
    from app.domain.streams import speak_plainly

    speak_plainly()
    os.environ["PYTHONSAFEPATH"] = "1"
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads for large matrices wait by turning in circles
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given and given[0] in ("--version", "-V"):
        from app.domain.version import VERSION

        sys.stdout.write(f"bayleaf {VERSION}\n")
        return 0
    from importlib.util import find_spec

    if not find_spec("PySide6"):
        sys.stderr.write('bayleaf: the window is not installed; pip install "bayleaf[window]", or use `bayleaf-cli`.\n')
        return 1
    if given and given[0] == "--self-check":
        from app.self_check import self_check

        if not _has_display():
            os.environ["QT_QPA_PLATFORM"] = "offscreen"  # everything but the display can be tried
        return self_check()
    if not _has_display():
        sys.stderr.write("bayleaf: there is no display to show a window on; `bayleaf-cli` works without one.\n")
        return 1
    files = [Path(each) for each in given if not each.startswith("-")]
    return _show_window(files, is_in_tray=IN_TRAY in given)


def _has_display() -> bool:
    """Return whether there is a display; Qt ends the program where it finds none."""
    named = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return any(os.environ.get(name) for name in named) or sys.platform != "linux"


def _show_window(files: Sequence[Path], *, is_in_tray: bool) -> int:
    gc.disable()
    from PySide6.QtWidgets import QApplication

    from app.shell.application import Program

    application = QApplication(sys.argv[:1])
    application.setApplicationName("Bayleaf")
    application.setDesktopFileName("org.bayleaf.Bayleaf")
    program = Program(application, _settings_folder() / "window.ini", files, _connected)
    sys.excepthook = program.report_crash
    if is_in_tray:
        program.start_in_tray()
    else:
        program.show()
    return application.exec()


def _settings_folder() -> Path:
    """Return the settings folder that platformdirs names; on Linux without importing it before the window shows."""
    if sys.platform == "linux":
        folder = Path(os.environ.get("XDG_CONFIG_HOME", "").strip() or "~/.config").expanduser() / "bayleaf"
    else:
        from platformdirs import user_config_path

        folder = user_config_path("bayleaf", appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _connected(program: Program) -> ViewModels:
    """Make the view-models, once the window shows."""
    from app.shell.wiring import connected

    return connected(program)


if __name__ == "__main__":
    sys.exit(main())
