"""OCR by the program Tesseract, if it is installed. It runs in a child process, which may hang or crash.

Tesseract gets an uncompressed grey picture. It first detects the orientation and script, then reads the page with the
languages of that script only. With all languages it would take three times as long and confuse them.
"""

from __future__ import annotations

import math
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from app.domain.documents import RecognisedPage
from app.readers.paper.recognised_words import RecognisedWord, join_words

GreyPixels = npt.NDArray[np.uint8]
PageImage = GreyPixels | bytes
"""A page as grey pixels, or the bytes of a picture file that nothing here can decode."""
TESSERACT = "tesseract"
LISTING_SECONDS = 15.0
MAX_OUTPUT_BYTES = 16 << 20
"""Maximum output for one page. No page has that much text."""
MAX_LANGUAGES = 3  # four languages at once took two to three times as long, and Chinese was recognised worse
MIN_ORIENTATION_CONFIDENCE = 2.0
"""Confidence from which Tesseract's orientation is used; upright and rotated text have 5 or more."""
WALL_PER_CPU_TIME = 3
"""Wall time allowed per CPU time, because other programs may be running.

With a load of 18 on two cores, finding the orientation took over five seconds of wall time; a page on its side was then
read as rubbish.
"""
NON_LANGUAGE_DATA = ("osd", "equ", "snum")
CYRILLIC = frozenset(["rus", "ukr", "bel", "bul", "srp", "mkd", "kaz", "kir", "mon", "tgk", "uzb_cyrl", "aze_cyrl"])
CHINESE = frozenset(["chi_sim", "chi_tra", "chi_sim_vert", "chi_tra_vert"])
LANGUAGES_OF_OTHER_SCRIPTS = frozenset(
    ["jpn", "kor", "ara", "fas", "heb", "ell", "hin", "tha", "kat", "hye", "ben", "tam", "tel"]
)
"""Languages that are used only if their script is on the page, and not for Latin text."""
CHINESE_SCRIPT = "Han"
SCRIPTS: dict[str, Collection[str]] = {
    "Cyrillic": CYRILLIC, CHINESE_SCRIPT: CHINESE,
    "Japanese": ("jpn",), "Hangul": ("kor",), "Korean": ("kor",), "Arabic": ("ara", "fas"), "Hebrew": ("heb",),
    "Greek": ("ell",), "Devanagari": ("hin",), "Thai": ("tha",), "Georgian": ("kat",), "Armenian": ("hye",),
}  # fmt: skip


class OrientationAndScript(NamedTuple):
    """Script of a page, and clockwise rotation in degrees that sets it upright.

    They are "" and 0 if Tesseract cannot detect them.
    """

    rotation: int = 0
    script: str = ""


UNKNOWN = OrientationAndScript()


def usual_program_paths(system: str = sys.platform, name: str = TESSERACT) -> Iterator[Path]:
    """Yield the paths at which installers on Windows and macOS put a program, outside of the folders in `PATH`."""
    if system == "win32" and name == TESSERACT:
        names = ("ProgramFiles", "ProgramW6432", "ProgramFiles(x86)", "LOCALAPPDATA")
        for folder in map(Path, filter(None, map(os.environ.get, names))):
            yield folder / "Tesseract-OCR" / "tesseract.exe"
            yield folder / "Programs" / "Tesseract-OCR" / "tesseract.exe"
    elif system == "darwin":
        yield from (Path(folder) / name for folder in ("/opt/homebrew/bin", "/usr/local/bin", "/opt/local/bin"))


def find_program(name: str = TESSERACT) -> str | None:
    """Return the path of an installed program; None if it is not found.

    The folders of `usual_program_paths` are searched, then `PATH`, but never the current folder.
    """
    installed = next((str(path) for path in usual_program_paths(name=name) if path.is_file()), None)
    path = installed or shutil.which(name)
    return path if path is not None and os.path.dirname(os.path.abspath(path)) != os.getcwd() else None


def find_tesseract() -> Tesseract | None:
    """Return Tesseract if it is installed, works, and has language data; else None."""
    program = find_program()
    tesseract = None if program is None else Tesseract(program)
    return tesseract if tesseract is not None and tesseract.languages else None


class Tesseract:
    """The program Tesseract, its version and its languages."""

    def __init__(self, program: str) -> None:
        self._program = program

    @cached_property
    def name(self) -> str:
        """The program with its version."""
        lines = self._run(["--version"], b"", LISTING_SECONDS).split("\n")
        return f"Tesseract {lines[0].rpartition(' ')[2].strip()}"[:40]

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """Languages with installed data."""
        lines = self._run(["--list-langs"], b"", LISTING_SECONDS).splitlines()[1:]
        names = [line.strip() for line in lines if line.strip().replace("_", "").isalnum()]
        return tuple(name for name in names if name not in NON_LANGUAGE_DATA)

    def languages_for(self, script: str) -> tuple[str, ...]:
        """Return the languages to use for a script.

        For an unknown script, these are one language in Latin script (English if installed), and all languages in
        Cyrillic or Chinese script.
        """
        chosen = [name for name in self.languages if name in SCRIPTS.get(script, ())]
        latin = [name for name in self.languages if name not in CYRILLIC | CHINESE | LANGUAGES_OF_OTHER_SCRIPTS]
        latin.sort(key=lambda name: name != "eng")
        if script in SCRIPTS:
            chosen += latin[:1] if script == "Cyrillic" else []
        elif script:
            chosen = latin
        else:
            chosen = [*latin[:1], *(name for name in self.languages if name in CYRILLIC | CHINESE)]
        return tuple((chosen or list(self.languages))[:MAX_LANGUAGES])

    def lacks_languages_for(self, script: str) -> bool:
        """Return whether a script is known, but none of its languages is installed."""
        return script in SCRIPTS and set(SCRIPTS[script]).isdisjoint(self.languages)

    def detect_script(self, image: PageImage, seconds: float) -> OrientationAndScript:
        """Return the orientation and script of a page; UNKNOWN if there is too little text."""
        output = self._run(["stdin", "stdout", "--psm", "0"], to_picture_file(image), seconds)
        facts = dict(line.split(": ", 1) for line in output.splitlines() if ": " in line)
        try:
            turn, confidence = int(facts["Rotate"]), float(facts["Orientation confidence"])
        except (KeyError, ValueError):
            return UNKNOWN
        is_believed = confidence >= MIN_ORIENTATION_CONFIDENCE and turn in (90, 180, 270)
        return OrientationAndScript(turn if is_believed else 0, facts.get("Script", ""))

    def read(self, image: PageImage, seconds: float, on_page: OrientationAndScript = UNKNOWN) -> RecognisedPage:
        """Recognise a page, after rotating it upright."""
        segmentation, turn = ("1", 0) if isinstance(image, bytes) else ("3", on_page.rotation)
        upright = image if isinstance(image, bytes) else np.rot90(image, -turn // 90)
        languages = "+".join(self.languages_for(on_page.script))
        table = self._run(
            ["stdin", "stdout", "-l", languages, "--psm", segmentation, "tsv"], to_picture_file(upright), seconds
        )
        return join_words(parse_tsv(table), self.name, turn)

    def _run(self, arguments: Sequence[str], stdin_bytes: bytes, seconds: float) -> str:
        """Return the output of the program; empty if it fails, times out or prints too much."""
        try:
            process = start_process([self._program, *arguments], child_environment())
        except OSError:
            return ""
        limit_cpu_time(process.pid, math.ceil(seconds))
        timer = threading.Timer(max(seconds * WALL_PER_CPU_TIME, 0.1), kill_process_group, [process])
        feeder = threading.Thread(target=feed_stdin, args=(process, stdin_bytes), daemon=True)
        timer.start()
        feeder.start()
        assert process.stdout is not None
        with process.stdout:
            output = process.stdout.read(MAX_OUTPUT_BYTES + 1)
        if len(output) > MAX_OUTPUT_BYTES:
            kill_process_group(process)
        status = process.wait()
        timer.cancel()
        timer.join()
        feeder.join()
        return output.decode("utf-8", "replace") if status == 0 else ""


def start_process(command: Sequence[str], environment: dict[str, str]) -> subprocess.Popen[bytes]:
    """Start a program in a process group of its own, so that it can be killed with its children."""
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


def feed_stdin(process: subprocess.Popen[bytes], stdin_bytes: bytes) -> None:
    """Write the picture to the program; ignore it if the program closes its stdin."""
    assert process.stdin is not None
    with suppress(OSError), process.stdin:
        process.stdin.write(stdin_bytes)


def kill_process_group(process: subprocess.Popen[bytes]) -> None:
    """Kill the program and its children."""
    with suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, 9)


def limit_cpu_time(process_id: int, seconds: int) -> None:
    """Limit the CPU time of a process to `seconds`, in case this process dies before it can end that process.

    Linux only; other systems cannot limit another process, and rely on the timer.
    """
    with suppress(ImportError, AttributeError, OSError):
        resource = import_module("resource")
        resource.prlimit(process_id, resource.RLIMIT_CPU, (seconds, seconds))


def child_environment() -> dict[str, str]:
    """Return the environment variables for a program of the system.

    The library paths of the packaged Bayleaf are removed, and OpenMP is limited to one thread.
    """
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    if getattr(sys, "frozen", False):
        for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
            original = environment.pop(f"{name}_ORIG", None)
            environment.pop(name, None)
            if original:
                environment[name] = original
    return environment


def to_picture_file(image: PageImage) -> bytes:
    """Return a page as a picture file (PGM) for the program."""
    if isinstance(image, bytes):
        return image
    height, width = image.shape
    return b"P5 %d %d 255\n" % (width, height) + np.ascontiguousarray(image).tobytes()


def parse_tsv(table: str) -> list[RecognisedWord]:
    """Return the words of Tesseract's TSV output in reading order; invalid lines are skipped."""
    words: list[RecognisedWord] = []
    width = height = 0
    for row in (line.split("\t") for line in table.splitlines()):
        try:
            level, _, block, paragraph, line, _, left, top, word_width, word_height = map(int, row[:10])
            sureness = float(row[10])
        except (ValueError, IndexError):
            continue
        if level == 1:
            width, height = word_width, word_height
        elif level == 5 and width > 0 and height > 0 and row[11:] and row[11].strip():
            box = (left / width, top / height, (left + word_width) / width, (top + word_height) / height)
            words.append(RecognisedWord(row[11].strip(), sureness / 100, box, (block, paragraph), line))
    return words
