"""Recognised text written into a PDF as it is filed, as a layer that nobody sees, by OCRmyPDF where it is installed.

The new file is made beside the workspace, whole, before anything is moved. It then takes its place like any other file,
and the original goes to where the new one was made: so undo gives its very bytes back, also after a crash. What is
made is known by its digest, which the journal has before the file has its name; what a person changed since stays.
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
from app.features.filing.file_moves import MoveError, Tick
from app.readers.paper.tesseract import child_environment, end_all, end_by_itself, found_program, installed_tesseract

OCRMYPDF = "ocrmypdf"
SUFFIX = "-originals"
MADE = "-made.pdf"
MAKING = "making-"
PAGE_SECONDS = 60
MOST_SECONDS = 3_600
POLL_SECONDS = 0.1
HEAD_BYTES = 1_024
SAME_TIME_S = 2.0
"""Disks keep the moment of a change to two seconds, some of them."""
MOST_LETTERS = 2_000
SKIPPED = "[OCR skipped"
WAYS = (("--tesseract-thresholding", "sauvola"), ())
"""Dark corners hide no words that way; programs that do not know it yet are asked without."""
KANA = {"Hiragana": "Japanese", "Katakana": "Japanese", "Cjk": "Han"}
"""First words of letters' names in Unicode, where Tesseract calls their script otherwise."""


def can_write_layers() -> bool:
    """Tell whether what writes layers of text is installed."""
    return found_program(OCRMYPDF) is not None and found_program() is not None


def script_of(pages: Sequence[RecognisedPage]) -> str:
    """Return the script of pages that were recognised, as Tesseract calls it; nothing where there are none."""
    letters = "".join(page.text for page in pages)[:MOST_LETTERS]
    names = Counter(unicodedata.name(letter, "Latin").split()[0].capitalize() for letter in letters if letter.isalpha())
    return next((KANA.get(name, name) for name, _ in names.most_common(1)), "")


class TextLayers:
    """Files with layers, and their originals, beside a workspace."""

    def __init__(self, workspace: Path) -> None:
        self.folder = workspace.absolute().with_name(workspace.name + SUFFIX)

    def _made(self, move: FileMove) -> str:
        return str(self.folder / f"{move.number}{MADE}")

    def _kept(self, move: FileMove) -> str:
        return str(self.folder / f"{move.number}.pdf")

    def sweep(self) -> None:
        """Remove what was made and never filed; nobody else may be filing."""
        for path in self.folder.glob(f"{MAKING}*"):
            shutil.rmtree(path, ignore_errors=True)
        for path in self.folder.glob(f"*{MADE}"):
            path.unlink(missing_ok=True)
        with suppress(OSError):
            self.folder.rmdir()

    def make(self, move: FileMove, script: str, tick: Tick) -> FileMove:
        """Make the file that is to lie at the target; the move stays what it was where there can be none."""
        if not script or (program := found_program(OCRMYPDF)) is None or not is_plain_pdf(move.source):
            return move
        try:
            self.folder.mkdir(mode=0o700, exist_ok=True)
            before = os.stat(move.source)
            with tempfile.TemporaryDirectory(prefix=MAKING, dir=self.folder, ignore_cleanup_errors=True) as name:
                made = Path(name) / "made.pdf"
                if not written(program, move.source, made, script, tick):
                    return move
                os.utime(made, ns=(before.st_atime_ns, before.st_mtime_ns))
                os.chmod(made, before.st_mode & 0o777)
                os.replace(made, self._made(move))
            return replace(move, layer=digest_of(self._made(move)))
        except OSError:  # no room, say: what has no layer is filed as it is
            return move

    def carry_out(self, move: FileMove, tick: Tick) -> None:
        """Give the new file its place, then keep the original; either both happen or nothing does."""
        made = self._made(move)
        with file_moves.move_errors():
            if abs(os.lstat(move.source).st_mtime - os.stat(made).st_mtime) > SAME_TIME_S:
                raise MoveError("changed")
        file_moves.move_file(made, move.target, tick)
        try:
            if move.action == "move":
                file_moves.move_file(move.source, self._kept(move), tick)
        except (MoveError, Cancelled):
            file_moves.remove_file(move.target)
            raise

    def take_back(self, move: FileMove, tick: Tick) -> FileMove:
        """Bring the original back and remove the file with the layer, unless somebody has changed that since."""
        if move.action == "move":
            file_moves.move_back(self._kept(move), move.source, tick)
        with file_moves.move_errors():
            is_ours = self._is_ours(move)
            if is_ours:
                file_moves.remove_file(move.target)
        reason = "" if is_ours else "changed" if os.path.lexists(move.target) else "vanished"
        if reason and move.action == "copy":
            raise MoveError(reason)
        return replace(move, reason=reason)

    def settle(self, move: FileMove) -> tuple[MoveState, str]:
        """Finish or take back what was interrupted; return the state and the reason if it failed."""
        if not os.path.lexists(move.target):
            if os.path.lexists(self._kept(move)) and not os.path.lexists(move.source):
                file_moves.move_back(self._kept(move), move.source, lambda _: None)
            return "failed", "interrupted" if os.path.lexists(move.source) else "vanished"
        if not self._is_ours(move):
            made = self._made(move)
            if not (os.path.lexists(made) and file_moves.compared_paths(made, move.target) == "part"):
                return "failed", "exists"
            file_moves.remove_file(move.target)
            return "failed", "interrupted"
        if move.action == "copy" or not os.path.lexists(move.source):
            return "done", ""
        if self._likeness_of_kept(move) == "equal":
            os.unlink(move.source)
            return "done", ""
        file_moves.remove_file(move.target)
        if self._likeness_of_kept(move) == "part":
            file_moves.remove_file(self._kept(move))
        return "failed", "interrupted"

    def settle_undoing(self, move: FileMove) -> tuple[MoveState, str]:
        """Finish or take back what was interrupted while it was brought back."""
        if move.action == "move" and os.path.lexists(self._kept(move)):
            if not os.path.lexists(move.source):
                return "done", ""
            likeness = file_moves.compared_paths(self._kept(move), move.source)
            if likeness != "equal":
                if likeness == "part":
                    os.unlink(move.source)
                return "done", "exists" if likeness == "else" else ""
            file_moves.remove_file(self._kept(move))
        if self._is_ours(move):
            file_moves.remove_file(move.target)
        return "undone", ""

    def _is_ours(self, move: FileMove) -> bool:
        return os.path.lexists(move.target) and digest_of(move.target) == move.layer

    def _likeness_of_kept(self, move: FileMove) -> str:
        return file_moves.compared_paths(move.source, self._kept(move)) if os.path.lexists(self._kept(move)) else ""


def is_plain_pdf(path: str) -> bool:
    """Tell whether a file is a PDF that nobody has signed: a signature would not outlive the layer."""
    try:
        with open(path, "rb") as file:
            if b"%PDF-" not in file.read(HEAD_BYTES):
                return False
            file.seek(0)
            before = b""
            while part := file.read(file_moves.CHUNK_BYTES):
                if b"/ByteRange" in before + part:
                    return False
                before = part[-HEAD_BYTES:]
    except OSError:
        return False
    return True


def written(program: str, source: str, made: Path, script: str, tick: Tick) -> bool:
    """Run OCRmyPDF over a file; false where it fails, takes too long, or has nothing to add."""
    tesseract = installed_tesseract()
    if tesseract is None:
        return False
    told = made.with_suffix(".txt")
    arguments = [
        *("--skip-text", "--rotate-pages", "--quiet", "--output-type", "pdf", "--optimize", "0", "--jobs", "1"),
        *("--tesseract-timeout", str(PAGE_SECONDS), "--max-image-mpixels", "120"),
        *("-l", "+".join(tesseract.languages_for(script)), "--sidecar", str(told), os.path.abspath(source), str(made)),
    ]
    if not any(ran([program, *way, *arguments], made.parent, tick) for way in WAYS) or not made.is_file():
        return False
    lines = told.read_text("utf-8", "replace").splitlines()
    return any(map(str.isalnum, "".join(line for line in lines if SKIPPED not in line)))


def ran(command: Sequence[str], folder: Path, tick: Tick) -> bool:
    """Run a program until it ends well, or the time is over, or a person stops it."""
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
    end_by_itself(process.pid, MOST_SECONDS)
    until_s = time.monotonic() + MOST_SECONDS
    try:
        while time.monotonic() < until_s:
            tick(0)
            with suppress(subprocess.TimeoutExpired):
                return process.wait(POLL_SECONDS) == 0
        return False
    finally:
        end_all(process)
        process.wait()


def digest_of(path: str) -> str:
    """Return what a file's bytes are known by."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "blake2b").hexdigest()[:32]
