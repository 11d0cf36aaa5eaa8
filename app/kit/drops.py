"""Read drops and pastes: files, mails from a mail program, or text.

Outlook and other Windows programs offer virtual files, which are not on disk. Windows describes them in a
FILEGROUPDESCRIPTORW (names and sizes) with the bytes in FileContents. Qt passes both formats through unchanged.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QDropEvent

DESCRIPTOR_TYPE = 'application/x-qt-windows-mime;value="FileGroupDescriptorW"'
CONTENTS_TYPE = 'application/x-qt-windows-mime;value="FileContents"'
FILE_DESCRIPTOR = struct.Struct("<I16s8s8sI8s8s8sII520s")
"""FILEDESCRIPTORW: flags, class id, icon size and point, attributes, three times, size (high, low), name in UTF-16."""
FD_FILESIZE = 0x40
"""FD_FILESIZE: the size fields are valid."""
MAX_FILES = 10_000


@dataclass(frozen=True, slots=True)
class VirtualFile:
    """A file as another program describes it; `size_bytes` is None if the program gives no size."""

    name: str
    size_bytes: int | None


def parse_file_descriptors(table: bytes) -> tuple[VirtualFile, ...]:
    """Parse a FILEGROUPDESCRIPTORW. Return an empty tuple if it is truncated or its count is too large."""
    if len(table) < 4:
        return ()
    n_files = int.from_bytes(table[:4], "little")
    if n_files > MAX_FILES or len(table) < 4 + n_files * FILE_DESCRIPTOR.size:
        return ()
    files = []
    for offset in range(4, 4 + n_files * FILE_DESCRIPTOR.size, FILE_DESCRIPTOR.size):
        flags, *_others, high, low, name = FILE_DESCRIPTOR.unpack_from(table, offset)
        text = name.decode("utf-16-le", "replace").split("\0", 1)[0]
        files.append(VirtualFile(text, high << 32 | low if flags & FD_FILESIZE else None))
    return tuple(files)


def read_virtual_file(data: QMimeData) -> bytes:
    """Return the bytes of the virtual file in a drag; b"" if it has no content, or if there is not exactly one file.

    Some programs pad the stream, so the bytes are cut to the size in the descriptor.
    """
    files = parse_file_descriptors(bytes(data.data(DESCRIPTOR_TYPE).data()))
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
"""Drag format of rows of our own table, which are dropped on a label."""


@dataclass(frozen=True, slots=True)
class DropContent:
    """The content of a drop or a paste, as far as the program can use it."""

    paths: tuple[Path, ...] = ()
    message: bytes = b""
    """Source of one mail, as offered by a mail program."""
    text: str = ""
    has_web_address: bool = False
    """True if a web address was dropped. It is never opened."""
    chosen_documents: tuple[tuple[str, str], ...] = ()
    """Documents to classify as (path, member) pairs; empty for all documents in the files."""

    @property
    def is_empty(self) -> bool:
        """True if the drop has no usable content."""
        return not (self.paths or self.message or self.text.strip())

    @property
    def workspace(self) -> Path | None:
        """The path of the workspace, if a single workspace file was dropped. A workspace is opened, not imported."""
        return self.paths[0] if len(self.paths) == 1 and self.paths[0].suffix == WORKSPACE_SUFFIX else None


def read_drop(data: QMimeData) -> DropContent:
    """Return the files of a drag; without files its mail, and without a mail its text. Web links are never opened."""
    if data.hasFormat(ROWS_TYPE):
        return DropContent()
    paths = tuple(Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())
    if paths:
        return DropContent(paths)
    for media_type in MESSAGE_TYPES:
        if data.hasFormat(media_type):
            return DropContent(message=bytes(data.data(media_type).data()))
    if data.hasFormat(DESCRIPTOR_TYPE):  # Outlook's text format holds the row of its list, not the mail
        return DropContent(message=read_virtual_file(data))
    if data.hasUrls() or (data.hasText() and WEB_ADDRESS.fullmatch(data.text().strip())):
        return DropContent(has_web_address=True)
    return DropContent(text=data.text()) if data.hasText() else DropContent()


def accept_copy(event: QDropEvent) -> None:
    """Accept a drag as a copy. After a move action the source program may delete the file."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
