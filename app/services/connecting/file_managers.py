"""*Classify with Bayleaf* in file managers: files of our own where each system looks for what a file can be sent to."""

from __future__ import annotations

import os
import plistlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from shlex import quote

from app.services.connecting.program_start_at_login import desktop_words
from app.services.files.whole_files import write_whole
from nbengine.lazy_dataclasses import dataclass

TITLE = "Classify with Bayleaf"
TITLES = {"ru": "Классифицировать в Bayleaf", "zh_CN": "用 Bayleaf 分类"}
MARK = "bayleaf-cli connect file-manager"
"""Stands in each file, so that another's is never written over or taken away."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file that makes a file manager offer the program."""

    path: Path
    content: bytes
    is_program: bool = False


def window_program() -> list[str]:
    """Return the words that open the window, packaged or installed."""
    if getattr(sys, "frozen", False):
        return [str(Path(sys.executable).with_name(f"bayleaf{Path(sys.executable).suffix}"))]
    return [sys.executable, "-m", __name__.partition(".services")[0]]


def entries(system: str, home: Path, environment: Mapping[str, str], command: Sequence[str]) -> tuple[Entry, ...]:
    """Return the files for the file managers of a system."""
    if system == "win32":
        return tuple(_windows(home, environment, command))
    if system == "darwin":
        return tuple(_macos(home, command))
    return tuple(_linux(Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share"), command))


def write(wanted: Sequence[Entry]) -> list[Path]:
    """Write the files; one of that name that is another's stays as it is and is left out."""
    written = []
    for entry in wanted:
        if entry.path.exists() and not is_ours(entry.path):
            continue
        entry.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(entry.path, entry.content)
        entry.path.chmod(0o755 if entry.is_program else 0o644)
        written.append(entry.path)
    return written


def remove(wanted: Sequence[Entry]) -> list[Path]:
    """Take the files away that are ours, and the folders of a macOS service with them."""
    gone = [entry.path for entry in wanted if is_ours(entry.path)]
    for path in gone:
        path.unlink()
    for folder in sorted({path.parents[depth] for path in gone for depth in (0, 1)}, reverse=True):
        if ".workflow" in str(folder) and folder.is_dir() and not os.listdir(folder):
            folder.rmdir()
    return gone


def is_ours(path: Path) -> bool:
    """Tell whether a file was written here."""
    return path.is_file() and MARK.encode() in path.read_bytes()[:4_000]


def _linux(data: Path, command: Sequence[str]) -> Iterator[Entry]:
    """Dolphin, Nautilus and its kin, Nemo."""
    shell = " ".join(map(quote, command))
    names = [f"Name={TITLE}", *(f"Name[{language}]={title}" for language, title in TITLES.items())]
    service = ["[Desktop Entry]", f"# {MARK}", "Type=Service", "MimeType=application/octet-stream;inode/directory;",
               "Actions=classify;", "", "[Desktop Action classify]", *names, "Icon=org.bayleaf.Bayleaf",
               f"Exec={desktop_words(command)} %F", ""]  # fmt: skip
    yield Entry(data / "kio" / "servicemenus" / "bayleaf.desktop", "\n".join(service).encode(), is_program=True)
    script = f'#!/bin/sh\n# {MARK}\nexec {shell} "$@"\n'
    for manager in ("nautilus", "caja"):
        yield Entry(data / manager / "scripts" / TITLE, script.encode(), is_program=True)
    action = ["[Nemo Action]", f"# {MARK}", *names, f"Exec={desktop_words(command)} %F", "Selection=notnone",
              "Extensions=any;", "Icon-Name=org.bayleaf.Bayleaf", ""]  # fmt: skip
    yield Entry(data / "nemo" / "actions" / "bayleaf.nemo_action", "\n".join(action).encode())


def _windows(home: Path, environment: Mapping[str, str], command: Sequence[str]) -> Iterator[Entry]:
    """*Send to*."""
    roaming = Path(environment.get("APPDATA") or home / "AppData" / "Roaming")
    quoted = " ".join(f'"{part.replace("%", "%%")}"' for part in command)
    lines = ["@echo off", "chcp 65001 >nul", f"rem {MARK}", f'start "" {quoted} %*', ""]
    place = roaming / "Microsoft" / "Windows" / "SendTo" / f"{TITLE}.cmd"
    yield Entry(place, "\r\n".join(lines).encode("utf-8"))


def _macos(home: Path, command: Sequence[str]) -> Iterator[Entry]:
    """A service of Finder, as Automator writes one: a shell script that is given the selected files."""
    contents = home / "Library" / "Services" / f"{TITLE}.workflow" / "Contents"
    menu = {"NSMenuItem": {"default": TITLE}, "NSMessage": "runWorkflowAsService", "NSSendFileTypes": ["public.item"]}
    yield Entry(contents / "Info.plist", plistlib.dumps({"Comment": MARK, "NSServices": [menu]}))
    script = f'# {MARK}\n{" ".join(map(quote, command))} "$@" >/dev/null 2>&1 &'
    action = {
        "ActionBundlePath": str(PurePosixPath("/System/Library/Automator/Run Shell Script.action")),
        "ActionName": "Run Shell Script",
        "ActionParameters": {"COMMAND_STRING": script, "inputMethod": 1, "shell": "/bin/sh"},
        "BundleIdentifier": "com.apple.RunShellScript",
        "Class Name": "RunShellScriptAction",
    }
    workflow = {
        "Comment": MARK,
        "AMApplicationBuild": "521",
        "actions": [{"action": action}],
        "connectors": {},
        "workflowMetaData": {
            "serviceInputTypeIdentifier": "com.apple.Automator.fileSystemObject",
            "workflowTypeIdentifier": "com.apple.Automator.servicesMenu",
        },
    }
    yield Entry(contents / "document.wflow", plistlib.dumps(workflow))
