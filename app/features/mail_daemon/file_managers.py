"""Add *Classify with Bayleaf* to the menus of file managers, by files where each system looks for such commands."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from xml.sax.saxutils import escape

import resources
from app.domain.whole_files import write_whole
from app.library.login_start import quote_for_desktop_file

TITLE = "Classify with Bayleaf"
TEMPLATES = Path(resources.__file__).parent / "file_managers"
MARK = "bayleaf-cli connect file-manager"
"""Mark in each of our files; a file without it is never overwritten or removed."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file that adds the program to a file manager's menu."""

    path: Path
    content: bytes
    is_program: bool = False


def menu_entries(system: str, home: Path, environment: Mapping[str, str], command: Sequence[str]) -> tuple[Entry, ...]:
    """Return the files for the file managers of a system (a value of `sys.platform`)."""
    if system == "win32":
        return tuple(_windows_entries(home, environment, command))
    if system == "darwin":
        return tuple(_macos_entries(home, command))
    return tuple(_linux_entries(Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share"), command))


def write_entries(wanted: Sequence[Entry]) -> list[Path]:
    """Write the files and return their paths. An existing file without our mark is skipped."""
    written = []
    for entry in wanted:
        if entry.path.exists() and not was_written_by_us(entry.path):
            continue
        entry.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(entry.path, entry.content)
        entry.path.chmod(0o755 if entry.is_program else 0o644)
        written.append(entry.path)
    return written


def remove_entries(wanted: Sequence[Entry]) -> list[Path]:
    """Remove our files, and the empty folders of a macOS service. Return the removed paths."""
    removed = [entry.path for entry in wanted if was_written_by_us(entry.path)]
    for path in removed:
        path.unlink()
    for folder in sorted({path.parents[depth] for path in removed for depth in (0, 1)}, reverse=True):
        if ".workflow" in str(folder) and folder.is_dir() and not os.listdir(folder):
            folder.rmdir()
    return removed


def was_written_by_us(path: Path) -> bool:
    """Return whether a file has our mark."""
    return path.is_file() and MARK.encode() in path.read_bytes()[:4_000]


def _linux_entries(data: Path, command: Sequence[str]) -> Iterator[Entry]:
    """Yield files for Dolphin, Nautilus, Caja and Nemo."""
    words = quote_for_desktop_file(command)
    yield Entry(data / "kio" / "servicemenus" / "bayleaf.desktop", fill_template("kio.desktop", words), is_program=True)
    script = fill_template("script", " ".join(map(quote, command)))
    for manager in ("nautilus", "caja"):
        yield Entry(data / manager / "scripts" / TITLE, script, is_program=True)
    yield Entry(data / "nemo" / "actions" / "bayleaf.nemo_action", fill_template("nemo_action", words))


def _windows_entries(home: Path, environment: Mapping[str, str], command: Sequence[str]) -> Iterator[Entry]:
    """Yield the entry of the *Send to* menu."""
    roaming = Path(environment.get("APPDATA") or home / "AppData" / "Roaming")
    quoted = " ".join(f'"{part.replace("%", "%%")}"' for part in command)
    path = roaming / "Microsoft" / "Windows" / "SendTo" / f"{TITLE}.cmd"
    yield Entry(path, fill_template("send_to.cmd", quoted).replace(b"\n", b"\r\n"))


def _macos_entries(home: Path, command: Sequence[str]) -> Iterator[Entry]:
    """Yield a Finder service as Automator writes it: a shell script that gets the selected files."""
    contents = home / "Library" / "Services" / f"{TITLE}.workflow" / "Contents"
    yield Entry(contents / "Info.plist", fill_template("Info.plist", ""))
    yield Entry(contents / "document.wflow", fill_template("document.wflow", escape(" ".join(map(quote, command)))))


def fill_template(template: str, program: str) -> bytes:
    """Return a template with the program's command line filled in."""
    return (TEMPLATES / template).read_text(encoding="utf-8").replace("PROGRAM", program).encode("utf-8")
