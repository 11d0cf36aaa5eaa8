"""Add an invisible text layer to scanned PDFs when they are filed, with OCRmyPDF if it is installed.

The new PDF is completed in a folder beside the workspace before any file is moved. Then it is moved to the target, and
the original is moved to the folder beside the workspace. So undo restores the original bytes, even after a crash. The
new PDF is identified by its digest, which is in the journal before the PDF gets its name. A new PDF that a person has
changed is never removed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
import time
import unicodedata
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from app.domain.documents import RecognisedPage
from app.domain.jobs import Cancelled
from app.domain.records import FileMove, MoveState
from app.features.filing import file_moves
from app.features.filing.file_moves import MTIME_TOLERANCE_NS, FileMark, MoveError, ReportBytes
from app.readers.paper.tesseract import (
    child_environment,
    find_program,
    find_tesseract,
    kill_process_group,
    limit_cpu_time,
)

OCRMYPDF = "ocrmypdf"
ORIGINALS_SUFFIX = "-originals"
"""Suffix of the folder beside the workspace that holds new files and originals."""
MADE_SUFFIX = "-made.pdf"
TEMPORARY_PREFIX = "making-"
PAGE_SECONDS = 60
MAX_SECONDS = 3_600
POLL_SECONDS = 0.1
HEAD_BYTES = 1_024
MAX_LETTERS = 2_000
SKIPPED = "[OCR skipped"
OPTION_SETS = (("--tesseract-thresholding", "sauvola"), ())
"""Extra options of OCRmyPDF. If OCRmyPDF fails with the first set, the second set is tried.

Sauvola thresholding keeps words in dark corners; old versions of OCRmyPDF do not know it.
"""
SCRIPT_OF_CHARACTER_NAME = {"Hiragana": "Japanese", "Katakana": "Japanese", "Cjk": "Han"}
"""First word of a Unicode character name to the name that Tesseract gives the script, where the two differ."""


def can_write_layers() -> bool:
    """Return whether OCRmyPDF and Tesseract are installed."""
    return find_program(OCRMYPDF) is not None and find_program() is not None


def most_frequent_script(pages: Sequence[RecognisedPage]) -> str:
    """Return the most frequent script of recognised pages, under its name in Tesseract; empty without pages."""
    letters = "".join(page.text for page in pages)[:MAX_LETTERS]
    names = Counter(unicodedata.name(letter, "Latin").split()[0].capitalize() for letter in letters if letter.isalpha())
    return next((SCRIPT_OF_CHARACTER_NAME.get(name, name) for name, _ in names.most_common(1)), "")


class TextLayers:
    """The folder beside a workspace with PDFs that got a text layer and are not filed yet, and the originals of filed
    PDFs.
    """

    def __init__(self, workspace: Path) -> None:
        self.folder = Path(os.path.realpath(workspace.parent), workspace.name + ORIGINALS_SUFFIX)

    def _new_file(self, move: FileMove) -> str:
        return str(self.folder / f"{move.number}{MADE_SUFFIX}")

    def _original(self, move: FileMove) -> str:
        return str(self.folder / f"{move.number}.pdf")

    def remove_unfiled(self) -> None:
        """Remove PDFs with a new text layer that were not filed. The caller must hold the filing lock."""
        for path in self.folder.glob(f"{TEMPORARY_PREFIX}*"):
            shutil.rmtree(path, ignore_errors=True)
        for path in self.folder.glob(f"*{MADE_SUFFIX}"):
            path.unlink(missing_ok=True)
        with suppress(OSError):
            self.folder.rmdir()

    def make_layered_file(self, move: FileMove, script: str, tick: ReportBytes) -> FileMove:
        """Make a copy of the PDF with a text layer.

        Returns the move with the digest of the copy; if no such copy can be made, the unchanged move.
        """
        if not script or (program := find_program(OCRMYPDF)) is None or not is_plain_pdf(move.source):
            return move
        try:
            self.folder.mkdir(mode=0o700, exist_ok=True)
            status = os.stat(move.source)
            with tempfile.TemporaryDirectory(
                prefix=TEMPORARY_PREFIX, dir=self.folder, ignore_cleanup_errors=True
            ) as name:
                new_path = Path(name) / "made.pdf"
                if not run_ocrmypdf(program, move.source, new_path, script, tick):
                    return move
                os.utime(new_path, ns=(status.st_atime_ns, status.st_mtime_ns))
                os.chmod(new_path, status.st_mode & 0o777)
                os.replace(new_path, self._new_file(move))
            return replace(move, text_layer_hash=digest_of(self._new_file(move)))
        except OSError:  # for example a full disk: file it without a layer
            return move

    def carry_out(self, move: FileMove, tick: ReportBytes) -> None:
        """Move the PDF with the text layer to the target, and the original to the folder beside the workspace.

        If one of these moves fails, both are undone.
        """
        new_path = self._new_file(move)
        with file_moves.move_errors():
            if abs(os.lstat(move.source).st_mtime_ns - os.stat(new_path).st_mtime_ns) > MTIME_TOLERANCE_NS:
                raise MoveError("changed")
        file_moves.move_file(new_path, move.target, tick)
        try:
            if move.action == "move":
                file_moves.move_file(move.source, self._original(move), tick)
        except (MoveError, Cancelled):
            with file_moves.move_errors():
                self._remove_if_ours(move)
            raise

    def take_back(self, move: FileMove, tick: ReportBytes) -> FileMove:
        """Undo `carry_out`: move the original back. Remove the PDF with the text layer, unless a person has
        changed it.
        """
        if move.action == "move":
            file_moves.move_back(self._original(move), move.source, tick)
        with file_moves.move_errors():
            was_ours = self._remove_if_ours(move)
        reason = "" if was_ours else "changed" if os.path.lexists(move.target) else "vanished"
        if reason and move.action == "copy":
            raise MoveError(reason)
        return replace(move, reason=reason)

    def finish_interrupted_move(self, move: FileMove) -> tuple[MoveState, str]:
        """Finish or undo a move that a crash interrupted. Return its new state, and a reason if it failed, else ""."""
        file_moves.restore_name(self._new_file(move))
        file_moves.restore_name(self._original(move))
        if not os.path.lexists(move.target):
            if os.path.lexists(self._original(move)) and not os.path.lexists(move.source):
                file_moves.move_back(self._original(move), move.source, lambda _: None)
            return "failed", "interrupted" if os.path.lexists(move.source) else "vanished"
        target_mark = file_moves.mark_of_path(move.target)
        if not self._is_ours(move):
            new_path = self._new_file(move)
            if not (os.path.lexists(new_path) and file_moves.compare_paths(new_path, move.target) == "part"):
                return "failed", "exists"
            file_moves.remove_filed(move.target, target_mark)
            return "failed", "interrupted"
        if move.action == "copy" or not os.path.lexists(move.source):
            return "done", ""
        source_mark = file_moves.mark_of_path(move.source)
        likeness, original_mark = self._compare_original(move)
        if likeness == "equal":
            file_moves.remove_source(move.source, source_mark)
            return "done", ""
        file_moves.remove_filed(move.target, target_mark)
        if likeness == "part" and original_mark is not None:
            file_moves.remove_filed(self._original(move), original_mark)
        return "failed", "interrupted"

    def finish_interrupted_undo(self, move: FileMove) -> tuple[MoveState, str]:
        """Finish or revert an undo that a crash interrupted.

        Returns the new state of the move, and a reason if it failed, else "".
        """
        file_moves.restore_name(self._original(move))
        if move.action == "move" and os.path.lexists(self._original(move)):
            if not os.path.lexists(move.source):
                return "done", ""
            original_mark = file_moves.mark_of_path(self._original(move))
            source_mark = file_moves.mark_of_path(move.source)
            likeness = file_moves.compare_paths(self._original(move), move.source)
            if likeness != "equal":
                if likeness == "part":
                    file_moves.remove_source(move.source, source_mark)
                return "done", "exists" if likeness == "else" else ""
            file_moves.remove_filed(self._original(move), original_mark)
        self._remove_if_ours(move)
        return "undone", ""

    def _is_ours(self, move: FileMove) -> bool:
        return os.path.lexists(move.target) and digest_of(move.target) == move.text_layer_hash

    def _remove_if_ours(self, move: FileMove) -> bool:
        """Remove the PDF with the text layer, unless a person has changed it. Return whether it was removed."""
        if not os.path.lexists(move.target):
            return False
        mark = file_moves.mark_of_path(move.target)
        if not self._is_ours(move):
            return False
        file_moves.remove_filed(move.target, mark)
        return True

    def _compare_original(self, move: FileMove) -> tuple[str, FileMark | None]:
        """Compare the original with the source. Return the likeness and the original's FileMark at that time."""
        original = self._original(move)
        if not os.path.lexists(original):
            return "", None
        mark = file_moves.mark_of_path(original)
        return file_moves.compare_paths(move.source, original), mark


def is_plain_pdf(path: str) -> bool:
    """Return whether a file is a PDF without a signature. A text layer would invalidate a signature."""
    try:
        with open(path, "rb") as file:
            if b"%PDF-" not in file.read(HEAD_BYTES):
                return False
            file.seek(0)
            previous_end = b""
            while chunk := file.read(file_moves.CHUNK_BYTES):
                if b"/ByteRange" in previous_end + chunk:
                    return False
                previous_end = chunk[-HEAD_BYTES:]
    except OSError:
        return False
    return True


def run_ocrmypdf(program: str, source: str, target: Path, script: str, tick: ReportBytes) -> bool:
    """Run OCRmyPDF on a file. Return False if it fails, exceeds the time limit, or finds no text."""
    tesseract = find_tesseract()
    if tesseract is None:
        return False
    sidecar = target.with_suffix(".txt")
    arguments = [
        *("--skip-text", "--rotate-pages", "--quiet", "--output-type", "pdf", "--optimize", "0", "--jobs", "1"),
        *("--tesseract-timeout", str(PAGE_SECONDS), "--max-image-mpixels", "120"),
        *(
            "-l",
            "+".join(tesseract.languages_for(script)),
            "--sidecar",
            str(sidecar),
            os.path.abspath(source),
            str(target),
        ),
    ]
    has_run = any(run_program([program, *options, *arguments], target.parent, tick) for options in OPTION_SETS)
    if not has_run or not target.is_file():
        return False
    lines = sidecar.read_text("utf-8", "replace").splitlines()
    return any(map(str.isalnum, "".join(line for line in lines if SKIPPED not in line)))


def run_program(command: Sequence[str], folder: Path, tick: ReportBytes) -> bool:
    """Run a program; return whether it succeeded within the time limit. Cancellation by `tick` kills it."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env={**child_environment(), "TMPDIR": str(folder), "TEMP": str(folder), "TMP": str(folder)},
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    limit_cpu_time(process.pid, MAX_SECONDS)
    deadline_s = time.monotonic() + MAX_SECONDS
    try:
        while time.monotonic() < deadline_s:
            tick(0)
            with suppress(subprocess.TimeoutExpired):
                return process.wait(POLL_SECONDS) == 0
        return False
    finally:
        kill_process_group(process)
        process.wait()


def digest_of(path: str) -> str:
    """Return the BLAKE2b digest of a file's content, as 32 hexadecimal digits."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "blake2b").hexdigest()[:32]
