"""Logging of the program with the standard library's `logging`, to a rotating file in the data folder.

Each module logs under its own name: starts, jobs with their durations, retries, refused files with the reason. A record
never contains texts, subjects, addresses or passwords, so that a person can attach the file to a bug report.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TextIO

PROGRAM = __name__.partition(".domain")[0]
"""Name of the parent logger of all modules: `app` in the source tree, `bayleaf.app` in an installed program."""
FILE_NAME = "bayleaf.log"
MAX_BYTES = 1 << 20
N_OLD_FILES = 3
FORMAT = "%(asctime)s %(levelname)s %(process)d %(name)s: %(message)s"
LEVELS = ("debug", "info", "warning", "error")


class PrivateRotatingFile(RotatingFileHandler):
    """A rotating log file that only its owner can read. Errors while writing to the file are ignored.

    Log records are lost if the disk is full, or on Windows if another window has the file open.
    """

    def _open(self) -> TextIOWrapper:
        descriptor = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        return TextIOWrapper(os.fdopen(descriptor, "ab", buffering=0), encoding=self.encoding, write_through=True)

    def doRollover(self) -> None:
        """Start a new log file. If the present one cannot be renamed, keep writing to it."""
        try:
            super().doRollover()
        except OSError:
            self.stream = self._open()

    def handleError(self, record: logging.LogRecord) -> None:
        """Ignore a record that could not be written."""


def make_log_formatter() -> logging.Formatter:
    """Return the formatter for all records. Times are in UTC."""
    utc_formatter = logging.Formatter(FORMAT, "%Y-%m-%dT%H:%M:%SZ")
    utc_formatter.converter = time.gmtime
    return utc_formatter


def log_to_file(folder: Path, level: str = "info") -> Path:
    """Write log records to a file in `folder` from now on; return the file's path.

    Raises nothing if the folder is not writable: log records are then lost.
    """
    path = folder / FILE_NAME
    stop_logging()
    handler = PrivateRotatingFile(path, maxBytes=MAX_BYTES, backupCount=N_OLD_FILES, encoding="utf-8", delay=True)
    _attach_handler(handler, level)
    return path


def log_to_stream(stream: TextIO | None = None, level: str = "info") -> None:
    """Write log records to a stream, by default standard error."""
    _attach_handler(logging.StreamHandler(stream or sys.stderr), level)


def write_no_log() -> None:
    """Drop log records. Without any handler, Python would print warnings among the program's own sentences."""
    logging.getLogger(PROGRAM).addHandler(logging.NullHandler())


def stop_logging() -> None:
    """Close and detach all handlers."""
    logger = logging.getLogger(PROGRAM)
    for handler in list(logger.handlers):
        logger.removeHandler(handler)
        handler.close()


def _attach_handler(handler: logging.Handler, level: str) -> None:
    handler.setFormatter(make_log_formatter())
    logger = logging.getLogger(PROGRAM)
    logger.addHandler(handler)
    logger.setLevel(level.upper())
    logger.propagate = False
