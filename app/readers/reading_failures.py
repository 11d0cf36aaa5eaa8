"""The exception `Unreadable` with a reason code, and the reason codes of errors of libraries and the system."""

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
"""Reason codes of operating system errors."""
DAMAGE = (EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, tarfile.TarError, UnicodeDecodeError)
"""Errors of the standard library's unpackers on broken input. UnicodeDecodeError is for member names in a wrong
charset."""


class Unreadable(Exception):
    """Raised if a file, or a part of one, cannot be read as a document. `reason` is a code of FAILURE_REASONS."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason, self.detail = reason, detail


def failure_of(error: Exception, path: str, member: str) -> Failure:
    """Return a Failure record for any error that was raised while a file was read."""
    reason, detail = reason_of(error)
    return Failure(path, member, reason, detail[:500])


def reason_of(error: Exception) -> tuple[str, str]:
    """Return the reason code of an error, and a technical detail."""
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


def result_or_flaw(action: Callable[[], Result], default: Result, flaws: list[str]) -> Result:
    """Return the result of an action. If it raises, add `unreadable-REASON` to `flaws` and return `default`."""
    try:
        return action()
    except Exception as error:
        reason = error.reason if isinstance(error, Unreadable) else type(error).__name__.lower()
        flaws.append(f"unreadable-{reason}")
        return default
