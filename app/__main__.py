"""Entry point of the window. It imports little, because every worker process imports this module again.

`freeze_support` comes first so that a packaged program can spawn workers. PYTHONSAFEPATH keeps workers from importing,
for example, a `signal.py` in the current folder. Only the process with the window imports Qt. The garbage collector is
off until the first job, because startup objects all stay alive. From then on, `app.kit.jobs` decides when it runs.
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
"""Option to start without a window, used at login."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the window. Arguments are files to classify or a workspace to open. Return the exit status."""
    if getattr(sys, "frozen", False):
        from multiprocessing import freeze_support

        freeze_support()
    from app.domain.streams import use_utf8_streams

    use_utf8_streams()
    os.environ["PYTHONSAFEPATH"] = "1"
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its idle threads would busy-wait
    options = list(sys.argv[1:] if arguments is None else arguments)
    if options and options[0] in ("--version", "-V"):
        from app.domain import VERSION

        sys.stdout.write(f"bayleaf {VERSION}\n")
        return 0
    from importlib.util import find_spec

    if not find_spec("PySide6"):
        sys.stderr.write('bayleaf: the window is not installed; pip install "bayleaf[window]", or use `bayleaf-cli`.\n')
        return 1
    if options and options[0] == "--self-check":
        from app.self_check import self_check

        if not _has_display():
            os.environ["QT_QPA_PLATFORM"] = "offscreen"  # the check needs no display
        return self_check()
    if not _has_display():
        sys.stderr.write("bayleaf: there is no display to show a window on; `bayleaf-cli` works without one.\n")
        return 1
    files = [Path(argument) for argument in options if not argument.startswith("-")]
    return _show_window(files, is_in_tray=IN_TRAY in options)


def _has_display() -> bool:
    """Return whether there is a display. Qt aborts the process if there is none."""
    variables = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return any(os.environ.get(name) for name in variables) or sys.platform != "linux"


def _show_window(files: Sequence[Path], *, is_in_tray: bool) -> int:
    gc.disable()
    from PySide6.QtWidgets import QApplication

    from app.shell.application import Program

    application = QApplication(sys.argv[:1])
    application.setApplicationName("Bayleaf")
    application.setDesktopFileName("org.bayleaf.Bayleaf")
    program = Program(application, _settings_folder() / "window.ini", files, _connect)
    sys.excepthook = program.report_crash
    if is_in_tray:
        program.start_in_tray()
    else:
        program.show()
    return application.exec()


def _settings_folder() -> Path:
    """Return the settings folder of the program, which is created if it is missing.

    The path is the one of platformdirs. On Linux it is computed here, because importing platformdirs delays the start.
    """
    if sys.platform == "linux":
        folder = Path(os.environ.get("XDG_CONFIG_HOME", "").strip() or "~/.config").expanduser() / "bayleaf"
    else:
        from platformdirs import user_config_path

        folder = user_config_path("bayleaf", appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _connect(program: Program) -> ViewModels:
    """Create the view models, and connect them with the window. The program calls this after the first paint."""
    from app.shell.wiring import connect_program

    return connect_program(program)


if __name__ == "__main__":
    sys.exit(main())
