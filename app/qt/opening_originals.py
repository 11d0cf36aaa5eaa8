"""Original files, opened by the program that the system has for them, or shown where they lie."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

MAIL, PICTURES = {".eml", ".msg"}, {".jpg", ".jpeg", ".png"}
DOCUMENTS = {".txt", ".md", ".pdf", ".doc", ".docx", ".odt", ".rtf", ".epub", ".ppt", ".pptx", ".odp"}
TABLES = {".csv", ".tsv", ".xls", ".xlsx", ".ods"}
OPENED = frozenset(MAIL | PICTURES | DOCUMENTS | TABLES)
"""Kinds of files that are read by what opens them; anything else, such as a script, might be run."""


def can_open(path: str) -> bool:
    """Tell whether a file can be handed to another program without being run."""
    return Path(path).suffix.lower() in OPENED and Path(path).is_file()


def open_file(path: str) -> bool:
    """Open a file in the program that the system has for it."""
    return can_open(path) and QDesktopServices.openUrl(QUrl.fromLocalFile(path))


def show_in_folder(path: str) -> bool:
    """Show the folder that a file lies in."""
    folder = Path(path).parent
    return folder.is_dir() and QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
