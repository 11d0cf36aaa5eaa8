"""Export formats of a feature: each has a name, a sentence about its purpose, and a function that writes the file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from app.domain.jobs import JobContext

ExportKind = Literal["model", "words", "evaluation", "documents"]
"""What is exported."""


@dataclass(frozen=True, slots=True)
class ExportTarget:
    """Where an export is written."""

    path: Path
    base: Path | None = None
    """The file that the format adds to, if it needs one."""


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format in which something can be exported."""

    kind: ExportKind
    key: str
    """Name of the format on the command line."""
    name: str
    """Name of the format, for instance "ONNX"."""
    purpose: str
    """One sentence on what the format is for."""
    file_name: str
    """Suggested name, with its suffix."""
    write: Callable[[ExportTarget, JobContext], str]
    """Writes the file and returns a sentence to show, or "". Called in a worker thread."""
    finish: Callable[[ExportTarget], None] | None = None
    """Called in the main thread after `write`, for files that are painted with Qt."""
    base: str = ""
    """Name of the existing file to add to, for instance "manifest.json"; empty if there is none."""
    is_folder: bool = False
    """Whether a folder is written instead of a file."""
    is_existing_folder: bool = False
    """Whether the target is a folder that exists already, which gets changed."""
