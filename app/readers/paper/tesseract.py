"""Pages read by the program Tesseract, where it is installed: a child process that may hang, crash or print rubbish.

It gets a picture as simple as there is, looks at how the page lies and what script is on it, then reads it with the
languages of that script alone: in all languages at once it takes three times as long and confuses them.
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
from app.readers.paper.word_places import Place, page_of

Grey = npt.NDArray[np.uint8]
Sheet = Grey | bytes
"""A page as grey pixels; bytes are a picture file as it is, which nothing here can open."""
TESSERACT = "tesseract"
LISTING_SECONDS = 15.0
MOST_OUTPUT_BYTES = 16 << 20
"""The most that a page may come to; a program that prints more prints rubbish."""
MOST_LANGUAGES = 3
LEAST_LEAN = 2.0
"""The confidence from which Tesseract is believed how a page lies; text that is upright or turned has 5 and more."""
PATIENCE = 3
"""Times as long as the processor is worked for may pass, since others may be at work, too."""
OTHER_DATA = ("osd", "equ", "snum")
CYRILLIC = frozenset(["rus", "ukr", "bel", "bul", "srp", "mkd", "kaz", "kir", "mon", "tgk", "uzb_cyrl", "aze_cyrl"])
CHINESE = frozenset(["chi_sim", "chi_tra", "chi_sim_vert", "chi_tra_vert"])
ELSEWHERE = frozenset(["jpn", "kor", "ara", "fas", "heb", "ell", "hin", "tha", "kat", "hye", "ben", "tam", "tel"])
"""Languages that are asked for where their script is on the page, and not in Latin text."""
CHINESE_SCRIPT = "Han"
SCRIPTS: dict[str, Collection[str]] = {
    "Cyrillic": CYRILLIC, CHINESE_SCRIPT: CHINESE,
    "Japanese": ("jpn",), "Hangul": ("kor",), "Korean": ("kor",), "Arabic": ("ara", "fas"), "Hebrew": ("heb",),
    "Greek": ("ell",), "Devanagari": ("hin",), "Thai": ("tha",), "Georgian": ("kat",), "Armenian": ("hye",),
}  # fmt: skip


class ScriptOnPage(NamedTuple):
    """The lie of a page and the script on it, as far as Tesseract can tell."""

    turn: int = 0
    script: str = ""


UNKNOWN = ScriptOnPage()


def usual_places(system: str = sys.platform, name: str = TESSERACT) -> Iterator[Path]:
    """Yield where installers put a program on systems whose search path does not name that place."""
    if system == "win32" and name == TESSERACT:
        names = ("ProgramFiles", "ProgramW6432", "ProgramFiles(x86)", "LOCALAPPDATA")
        for folder in map(Path, filter(None, map(os.environ.get, names))):
            yield folder / "Tesseract-OCR" / "tesseract.exe"
            yield folder / "Programs" / "Tesseract-OCR" / "tesseract.exe"
    elif system == "darwin":
        yield from (Path(folder) / name for folder in ("/opt/homebrew/bin", "/usr/local/bin", "/opt/local/bin"))


def found_program(name: str = TESSERACT) -> str | None:
    """Return the path of a program: where installers put it, else on the search path, but not in the folder at
    hand."""
    found = next((str(place) for place in usual_places(name=name) if place.is_file()), None) or shutil.which(name)
    return found if found is not None and os.path.dirname(os.path.abspath(found)) != os.getcwd() else None


def installed_tesseract() -> Tesseract | None:
    """Return Tesseract where it is there, answers, and has the data of a language."""
    program = found_program()
    tesseract = None if program is None else Tesseract(program)
    return tesseract if tesseract is not None and tesseract.languages else None


class Tesseract:
    """The program, its version and its languages."""

    def __init__(self, program: str) -> None:
        self._program = program

    @cached_property
    def name(self) -> str:
        """The program with its version, as it calls itself."""
        lines = self._run(["--version"], b"", LISTING_SECONDS).split("\n")
        return f"Tesseract {lines[0].rpartition(' ')[2].strip()}"[:40]

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages it has data for."""
        lines = self._run(["--list-langs"], b"", LISTING_SECONDS).splitlines()[1:]
        names = [line.strip() for line in lines if line.strip().replace("_", "").isalnum()]
        return tuple(name for name in names if name not in OTHER_DATA)

    def languages_for(self, script: str) -> tuple[str, ...]:
        """Choose the languages for a script; where it is none that is known, of each script the first."""
        wanted = [name for name in self.languages if name in SCRIPTS.get(script, ())]
        latin = [name for name in self.languages if name not in CYRILLIC | CHINESE | ELSEWHERE]
        latin.sort(key=lambda name: name != "eng")
        if script in SCRIPTS:
            wanted += latin[:1] if script == "Cyrillic" else []
        elif script:
            wanted = latin
        else:
            wanted = [*latin[:1], *(name for name in self.languages if name in CYRILLIC | CHINESE)]
        return tuple((wanted or list(self.languages))[:MOST_LANGUAGES])

    def lacks(self, script: str) -> bool:
        """Tell whether a script is known, and none of the languages that are written in it is there."""
        return script in SCRIPTS and set(SCRIPTS[script]).isdisjoint(self.languages)

    def script_on(self, sheet: Sheet, seconds: float) -> ScriptOnPage:
        """Look at how a page lies and what script is on it; nothing where there is too little text."""
        told = self._run(["stdin", "stdout", "--psm", "0"], as_file(sheet), seconds)
        facts = dict(line.split(": ", 1) for line in told.splitlines() if ": " in line)
        try:
            turn, lean = int(facts["Rotate"]), float(facts["Orientation confidence"])
        except (KeyError, ValueError):
            return UNKNOWN
        is_believed = lean >= LEAST_LEAN and turn in (90, 180, 270)
        return ScriptOnPage(turn if is_believed else 0, facts.get("Script", ""))

    def read(self, sheet: Sheet, seconds: float, on_page: ScriptOnPage = UNKNOWN) -> RecognisedPage:
        """Read a page, turned upright."""
        way, turn = ("1", 0) if isinstance(sheet, bytes) else ("3", on_page.turn)
        turned = sheet if isinstance(sheet, bytes) else np.rot90(sheet, -turn // 90)
        languages = "+".join(self.languages_for(on_page.script))
        table = self._run(["stdin", "stdout", "-l", languages, "--psm", way, "tsv"], as_file(turned), seconds)
        return page_of(places_in(table), self.name, turn)

    def _run(self, arguments: Sequence[str], given: bytes, seconds: float) -> str:
        """Return what the program prints; nothing where it fails, and no more than it may."""
        try:
            process = started([self._program, *arguments], child_environment())
        except OSError:
            return ""
        end_by_itself(process.pid, math.ceil(seconds))
        timer = threading.Timer(max(seconds * PATIENCE, 0.1), end_all, [process])
        feeder = threading.Thread(target=feed, args=(process, given), daemon=True)
        timer.start()
        feeder.start()
        assert process.stdout is not None
        with process.stdout:
            told = process.stdout.read(MOST_OUTPUT_BYTES + 1)
        if len(told) > MOST_OUTPUT_BYTES:
            end_all(process)
        status = process.wait()
        timer.cancel()
        timer.join()
        feeder.join()
        return told.decode("utf-8", "replace") if status == 0 else ""


def started(command: Sequence[str], environment: dict[str, str]) -> subprocess.Popen[bytes]:
    """Start a program that can be ended with all that it starts."""
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


def feed(process: subprocess.Popen[bytes], given: bytes) -> None:
    """Write the picture; a program that does not want it is none of our concern."""
    assert process.stdin is not None
    with suppress(OSError), process.stdin:
        process.stdin.write(given)


def end_all(process: subprocess.Popen[bytes]) -> None:
    """Kill the program and what it has started."""
    with suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, 9)


def end_by_itself(process_id: int, seconds: int) -> None:
    """Bound the time of the processor that a program may take, should nobody be left to kill it.

    Elsewhere than on Linux it is left to the timer: other systems have no such bound for another process.
    """
    with suppress(ImportError, AttributeError, OSError):
        resource = import_module("resource")
        resource.prlimit(process_id, resource.RLIMIT_CPU, (seconds, seconds))


def child_environment() -> dict[str, str]:
    """Return the environment of a program of the system: without the libraries of a packaged program, in one thread."""
    told = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    if getattr(sys, "frozen", False):
        for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
            before = told.pop(f"{name}_ORIG", None)
            told.pop(name, None)
            if before:
                told[name] = before
    return told


def as_file(sheet: Sheet) -> bytes:
    """Return a page as a file that the program reads."""
    if isinstance(sheet, bytes):
        return sheet
    height, width = sheet.shape
    return b"P5 %d %d 255\n" % (width, height) + np.ascontiguousarray(sheet).tobytes()


def places_in(table: str) -> list[Place]:
    """Return the words of Tesseract's table in reading order; lines that are none are passed over."""
    places: list[Place] = []
    width = height = 0
    for row in (line.split("\t") for line in table.splitlines()):
        try:
            level, _, block, paragraph, line, _, left, top, wide, high = map(int, row[:10])
            sureness = float(row[10])
        except (ValueError, IndexError):
            continue
        if level == 1:
            width, height = wide, high
        elif level == 5 and width > 0 and height > 0 and row[11:] and row[11].strip():
            box = (left / width, top / height, (left + wide) / width, (top + high) / height)
            places.append(Place(row[11].strip(), sureness / 100, box, (block, paragraph), line))
    return places
