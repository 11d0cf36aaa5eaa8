"""Failures of reading: one exception with a reason code, and the reason codes of foreign errors."""

from __future__ import annotations

import errno
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from typing import TypeVar

from app.domain.documents import Failure
from app.domain.errors import SourceError

OS_REASONS = {
    errno.ENOENT: "vanished", errno.ENOTDIR: "vanished", errno.ESTALE: "vanished", errno.EACCES: "no-permission",
    errno.EPERM: "no-permission", errno.ELOOP: "not-a-file", errno.ENXIO: "not-a-file", errno.EISDIR: "not-a-file",
    errno.ENOMEM: "memory",
}  # fmt: skip
DAMAGE = (EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, tarfile.TarError, UnicodeDecodeError)
"""Errors of the standard library's unpackers on broken input; the last is of a name that is not in its own encoding."""


class Unreadable(Exception):
    """This file, or this part of one, cannot become a document; `reason` is a code of FAILURE_REASONS."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason, self.detail = reason, detail


def failure_of(error: Exception, path: str, member: str) -> Failure:
    """Name what went wrong while reading hostile bytes: no error of a parser is worth more than one file."""
    reason, detail = reason_of(error)
    return Failure(path, member, reason, detail[:500])


def reason_of(error: Exception) -> tuple[str, str]:
    """The reason code and a detail for the curious."""
    if isinstance(error, (Unreadable, SourceError)):
        return error.reason, error.detail
    if isinstance(error, MemoryError):
        return "memory", ""
    if isinstance(error, RecursionError):
        return "too-deep", ""
    if isinstance(error, OSError):
        return OS_REASONS.get(error.errno or 0, "damaged"), error.strerror or str(error)
    if isinstance(error, NotImplementedError):
        return "unsupported", str(error)
    if isinstance(error, DAMAGE):
        return "damaged", str(error)
    return "parser", f"{type(error).__name__}: {error}"


Result = TypeVar("Result")


def spared(action: Callable[[], Result], otherwise: Result, flaws: list[str]) -> Result:
    """Return what an action gives; where it fails, note `unreadable-` and why, and return the other."""
    try:
        return action()
    except Exception as error:
        reason = error.reason if isinstance(error, Unreadable) else type(error).__name__.lower()
        flaws.append(f"unreadable-{reason}")
        return otherwise
