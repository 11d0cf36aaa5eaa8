"""Lets Thunderbird start the program that its extension talks to, and takes that away again.

Thunderbird starts a native-messaging host by a manifest that names a program and no arguments. So a small script beside
the manifest's home says which program and which workspace. Where manifests lie differs between builds of Thunderbird on
macOS: all places are written, and all are cleared.
"""

from __future__ import annotations

import json
import os
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import resources
from app.domain.errors import SourceError
from app.domain.streams import this_program
from app.domain.whole_files import whole_file, write_whole
from nbengine.lazy_dataclasses import dataclass

NAME, EXTENSION = "bayleaf.judge", "bayleaf@bayleaf.invalid"
DESCRIPTION = "Bayleaf's judge on this computer"
REGISTRY = rf"Software\Mozilla\NativeMessagingHosts\{NAME}"
FIXED_TIME = (1980, 1, 1, 0, 0, 0)
MANIFESTS: dict[str, tuple[str, ...]] = {
    "linux": (".mozilla/native-messaging-hosts",),
    "darwin": (
        "Library/Mozilla/NativeMessagingHosts",
        "Library/Application Support/Mozilla/NativeMessagingHosts",
        "Library/Application Support/Thunderbird/NativeMessagingHosts",
    ),
}
"""Folders below the home folder."""


@dataclass(frozen=True, slots=True)
class Home:
    """The places of one person."""

    home: Path
    data: Path
    """The folder for data of programs."""
    system: str = sys.platform

    @property
    def launcher(self) -> Path:
        """The script that Thunderbird starts."""
        return self.data / "bayleaf" / ("thunderbird-host.bat" if self.system == "win32" else "thunderbird-host")

    @property
    def manifests(self) -> tuple[Path, ...]:
        """The manifests that Thunderbird may look for."""
        if self.system == "win32":
            return (self.data / "bayleaf" / f"{NAME}.json",)
        return tuple(self.home / folder / f"{NAME}.json" for folder in MANIFESTS.get(self.system, MANIFESTS["linux"]))

    @property
    def extension(self) -> Path:
        """The packed extension, for Thunderbird to take."""
        return self.data / "bayleaf" / "bayleaf-thunderbird.xpi"


def this_home() -> Home:
    """Return the places of whoever runs the program."""
    return Home(Path.home(), data_of_programs(Path.home(), sys.platform, os.environ))


def data_of_programs(home: Path, system: str, environment: Mapping[str, str]) -> Path:
    """Return the folder in which programs of this system keep what is their own."""
    if system == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if system == "darwin":
        return home / "Library" / "Application Support"
    return Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share")


@dataclass(frozen=True, slots=True)
class Connection:
    """The state of the connection: whether Thunderbird may start the program, and for which workspace."""

    extension: Path
    is_connected: bool = False
    is_this: bool = False
    """True where it asks the workspace in question."""


def connection(places: Home, workspace: Path) -> Connection:
    """Look up which workspace Thunderbird would ask, if any."""
    try:
        written = places.launcher.read_bytes()
    except OSError:
        return Connection(places.extension)
    ours = launcher(places.system, command_for(workspace)).encode("utf-8")
    has_all = all(path.is_file() for path in (*places.manifests, places.extension))
    return Connection(places.extension, is_connected=True, is_this=written == ours and has_all)


def command_for(workspace: Path) -> list[str]:
    """The words that start the program for the extension."""
    return [*this_program(), "native", os.path.realpath(workspace)]


@contextmanager
def told_as_sentence(places: Home) -> Iterator[None]:
    """Name the file that could not be written or taken away."""
    try:
        yield
    except OSError as error:
        raise SourceError(error.filename or places.launcher, "cannot-write", error.strerror or str(error)) from error


def connect(places: Home, command: Sequence[str]) -> list[Path]:
    """Write everything that Thunderbird needs to start a command; return what was written."""
    told = {"name": NAME, "description": DESCRIPTION, "path": str(places.launcher), "type": "stdio"}
    manifest = json.dumps({**told, "allowed_extensions": [EXTENSION]}, indent=1) + "\n"
    with told_as_sentence(places):
        places.launcher.parent.mkdir(parents=True, exist_ok=True)
        write_whole(places.launcher, launcher(places.system, command).encode("utf-8"))
        places.launcher.chmod(0o700)
        for path in places.manifests:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, manifest.encode("utf-8"))
        write_extension(places.extension)
        register(places.manifests[0])
    return [places.launcher, *places.manifests, places.extension]


def disconnect(places: Home) -> list[Path]:
    """Take away what `connect` wrote; return what there was."""
    found = [path for path in (places.launcher, *places.manifests, places.extension) if path.exists()]
    with told_as_sentence(places):
        for path in found:
            path.unlink()
        register(None)
    return found


def launcher(system: str, command: Sequence[str]) -> str:
    """Return a script that starts a command, whose parts may have any letters."""
    if system == "win32":
        line = " ".join(f'"{part.replace("%", "%%")}"' for part in command)
        return f"@echo off\r\nchcp 65001 >nul\r\n{line}\r\n"
    line = " ".join("'" + part.replace("'", "'\\''") + "'" for part in command)
    return f"#!/bin/sh\nexec {line}\n"


def write_extension(target: Path) -> None:
    """Pack the extension, always to the same bytes."""
    folder = Path(resources.__file__).parent / "thunderbird"
    target.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(target) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), FIXED_TIME)
                entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
                packed.writestr(entry, path.read_bytes())


if sys.platform == "win32":
    import winreg

    def register(path: Path | None) -> None:
        """Tell Windows where the manifest is, or that there is none."""
        if path is not None:
            with winreg.CreateKey(winreg.HKEY_CURRENT_USER, REGISTRY) as key:
                winreg.SetValueEx(key, "", 0, winreg.REG_SZ, str(path))
            return
        with suppress(FileNotFoundError):
            winreg.DeleteKey(winreg.HKEY_CURRENT_USER, REGISTRY)

else:

    def register(path: Path | None) -> None:
        """Do nothing: here, Thunderbird finds the manifest by its place."""
