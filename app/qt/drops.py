"""The content of a drag that we can use: files, mails out of a mail program, or text."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QDropEvent

from app.qt.virtual_files import has_virtual_files, only_virtual_file
from nbengine.lazy_dataclasses import dataclass

MESSAGE_TYPES = ("message/rfc822", "text/x-moz-message-data")
WORKSPACE_SUFFIX = ".bayleaf"
ROWS_TYPE = "application/x-bayleaf-documents"
"""Rows of our own table on their way to a label."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """The content of a drop or a paste."""

    paths: tuple[Path, ...] = ()
    message: bytes = b""
    """One whole mail, where a mail program gives it."""
    text: str = ""
    only: tuple[tuple[str, str], ...] = ()
    """The places meant, path and member, where not all of the files are."""

    @property
    def is_empty(self) -> bool:
        """Nothing that we can use."""
        return not (self.paths or self.message or self.text.strip())

    @property
    def workspace(self) -> Path | None:
        """A workspace that came by itself: it is meant to be opened, and not read like a document."""
        return self.paths[0] if len(self.paths) == 1 and self.paths[0].suffix == WORKSPACE_SUFFIX else None


def dropped_from(data: QMimeData) -> Dropped:
    """Return the files of a drag, else its mail, else its text; links to the network are never followed."""
    if data.hasFormat(ROWS_TYPE):
        return Dropped()
    paths = tuple(Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())
    if paths:
        return Dropped(paths)
    for media_type in MESSAGE_TYPES:
        if data.hasFormat(media_type):
            return Dropped(message=bytes(data.data(media_type).data()))
    if has_virtual_files(data):  # its text would be the row of a list, not the mail
        return Dropped(message=only_virtual_file(data))
    return Dropped(text=data.text()) if data.hasText() and not data.hasUrls() else Dropped()


def accept_copy(event: QDropEvent) -> None:
    """Take a drag as a copy, whatever was proposed: whoever hears that we moved a file may remove it."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
