"""Draw the kit and every page with made-up data into PNG files, to be looked at beside the pictures they follow.

python -m tests.app.shell.gallery FOLDER [--language zh] [--size 900x600] [page …]
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_SCALE_FACTOR", "2")

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QWidget

from app.kit.look.theme import Theme, ThemeChoice
from app.kit.wording import Language
from tests.app.kit.kit_sheet import KitSheet
from tests.app.shell.made_up import PAGES, made_up_window


def main(arguments: list[str]) -> None:
    """Draw what was asked for, in light and in dark."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", default="en")
    parser.add_argument("--size", default="1180x760")
    parser.add_argument("--theme", default="light,dark")
    parser.add_argument("pages", nargs="*")
    chosen = parser.parse_intermixed_args(arguments)
    application = QApplication([])
    Language(application).choose(chosen.language)
    theme = Theme(application)
    width, height = (int(part) for part in chosen.size.split("x"))
    for name in chosen.theme.split(","):
        theme.choose(ThemeChoice(name))
        for page in chosen.pages or ["kit", *PAGES]:
            widget = KitSheet() if page == "kit" else made_up_window(page)
            size = QSize(1180, 710) if page == "kit" else QSize(width, height)
            suffix = "" if chosen.language == "en" else f"-{chosen.language}"
            suffix += "" if chosen.size == "1180x760" else f"-{width}"
            save(widget, size, chosen.folder / f"{page}-{name}{suffix}.png")


def save(widget: QWidget, size: QSize, path: Path) -> None:
    """Show a widget, let it settle, and write what it looks like."""
    widget.resize(size)
    widget.show()
    QApplication.processEvents()
    getattr(widget, "pose", lambda: None)()
    QApplication.processEvents()
    path.parent.mkdir(parents=True, exist_ok=True)
    widget.grab().save(str(path))
    widget.close()
    widget.deleteLater()
    QApplication.processEvents()


if __name__ == "__main__":
    main(sys.argv[1:])
