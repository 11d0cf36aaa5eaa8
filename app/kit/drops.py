"""The content of a drag that we can use: files, mails out of a mail program, or text.

Among them are files that a Windows program hands over without having them on disk, as Outlook does with a mail: a table
of names and sizes, and the bytes of each file, in formats of the shell that come through Qt under their own names.
"""

from __future__ import annotations

import re
import struct
from pathlib import Path

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QDropEvent

from nbengine.lazy_dataclasses import dataclass

DESCRIPTOR_TYPE = 'application/x-qt-windows-mime;value="FileGroupDescriptorW"'
CONTENTS_TYPE = 'application/x-qt-windows-mime;value="FileContents"'
ENTRY = struct.Struct("<I16s8s8sI8s8s8sII520s")
"""One FILEDESCRIPTORW: flags, class, size and point, attributes, three times, the size in two halves, the name."""
HAS_SIZE = 0x40
MOST_FILES = 10_000


@dataclass(frozen=True, slots=True)
class VirtualFile:
    """A file as the other program describes it; the size is None where it does not say."""

    name: str
    size_bytes: int | None


def described_files(table: bytes) -> tuple[VirtualFile, ...]:
    """Return the files of a FILEGROUPDESCRIPTORW; none where it is cut short or promises more than it has."""
    if len(table) < 4:
        return ()
    n_files = int.from_bytes(table[:4], "little")
    if n_files > MOST_FILES or len(table) < 4 + n_files * ENTRY.size:
        return ()
    files = []
    for at in range(4, 4 + n_files * ENTRY.size, ENTRY.size):
        flags, *_others, high, low, name = ENTRY.unpack_from(table, at)
        text = name.decode("utf-16-le", "replace").split("\0", 1)[0]
        files.append(VirtualFile(text, high << 32 | low if flags & HAS_SIZE else None))
    return tuple(files)


def only_virtual_file(data: QMimeData) -> bytes:
    """Return the bytes of the one file described; nothing where there are several or the bytes cannot be had.

    A stream may come padded: what lies behind the size that was told is cut off.
    """
    files = described_files(bytes(data.data(DESCRIPTOR_TYPE).data()))
    if len(files) != 1:
        return b""
    for media_type in (f"{CONTENTS_TYPE};index=0", CONTENTS_TYPE):
        content = bytes(data.data(media_type).data())
        if content:
            return content[: files[0].size_bytes]
    return b""


MESSAGE_TYPES = ("message/rfc822", "text/x-moz-message-data")
WORKSPACE_SUFFIX = ".bayleaf"
WEB_ADDRESS = re.compile(r"(?:https?|ftp)://\S{1,4096}", re.IGNORECASE)
ROWS_TYPE = "application/x-bayleaf-documents"
"""Rows of our own table on their way to a label."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """The content of a drop or a paste."""

    paths: tuple[Path, ...] = ()
    message: bytes = b""
    """One whole mail, where a mail program gives it."""
    text: str = ""
    has_link: bool = False
    """It is an address in the network, which is never followed."""
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
    if data.hasFormat(DESCRIPTOR_TYPE):  # its text would be the row of a list, not the mail
        return Dropped(message=only_virtual_file(data))
    if data.hasUrls() or (data.hasText() and WEB_ADDRESS.fullmatch(data.text().strip())):
        return Dropped(has_link=True)
    return Dropped(text=data.text()) if data.hasText() else Dropped()


def accept_copy(event: QDropEvent) -> None:
    """Take a drag as a copy, whatever was proposed: whoever hears that we moved a file may remove it."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
