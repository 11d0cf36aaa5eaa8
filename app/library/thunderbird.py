"""Connect Thunderbird's extension with the program by a native-messaging manifest, and remove the connection.

A manifest names a program without arguments, so a small launcher script passes the workspace. On macOS the manifest
folder differs between builds of Thunderbird, so the manifest is written to all known folders.
"""

from __future__ import annotations

import json
import os
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import resources
from app.domain.errors import SourceError
from app.domain.streams import command_line_arguments
from app.domain.whole_files import open_atomically, write_atomically

NAME, EXTENSION = "bayleaf.judge", "bayleaf@bayleaf.invalid"
DESCRIPTION = "Bayleaf's judge on this computer"
REGISTRY = rf"Software\Mozilla\NativeMessagingHosts\{NAME}"
ZIP_MEMBER_TIME = (1980, 1, 1, 0, 0, 0)
MANIFESTS: dict[str, tuple[str, ...]] = {
    "linux": (".mozilla/native-messaging-hosts",),
    "darwin": (
        "Library/Mozilla/NativeMessagingHosts",
        "Library/Application Support/Mozilla/NativeMessagingHosts",
        "Library/Application Support/Thunderbird/NativeMessagingHosts",
    ),
}
"""Folders for manifests, relative to the home folder, by operating system."""


@dataclass(frozen=True, slots=True)
class UserFolders:
    """The home folder and data folder of a user, and the operating system, which decide where files are installed."""

    home: Path
    application_data: Path
    """Folder for application data."""
    operating_system: str = sys.platform

    @property
    def launcher(self) -> Path:
        """Path of the script that Thunderbird starts."""
        return (
            self.application_data
            / "bayleaf"
            / ("thunderbird-host.bat" if self.operating_system == "win32" else "thunderbird-host")
        )

    @property
    def manifests(self) -> tuple[Path, ...]:
        """Paths of the manifest in all folders that Thunderbird may search."""
        if self.operating_system == "win32":
            return (self.application_data / "bayleaf" / f"{NAME}.json",)
        return tuple(
            self.home / folder / f"{NAME}.json" for folder in MANIFESTS.get(self.operating_system, MANIFESTS["linux"])
        )

    @property
    def extension(self) -> Path:
        """Path of the packed extension, which the user installs in Thunderbird."""
        return self.application_data / "bayleaf" / "bayleaf-thunderbird.xpi"


def folders_of_this_user() -> UserFolders:
    """Return the folders of the current user."""
    return UserFolders(Path.home(), application_data_folder(Path.home(), sys.platform, os.environ))


def application_data_folder(home: Path, system: str, environment: Mapping[str, str]) -> Path:
    """Return the system's folder for application data."""
    if system == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if system == "darwin":
        return home / "Library" / "Application Support"
    return Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share")


@dataclass(frozen=True, slots=True)
class ThunderbirdConnection:
    """Whether Thunderbird may start the program, and for which workspace."""

    extension: Path
    is_connected: bool = False
    is_this_workspace: bool = False
    """True if Thunderbird is connected to the workspace that was asked about, and all files are there."""


def connection_state(folders: UserFolders, workspace: Path) -> ThunderbirdConnection:
    """Return whether Thunderbird is connected to the program, and whether to this workspace."""
    try:
        written = folders.launcher.read_bytes()
    except OSError:
        return ThunderbirdConnection(folders.extension)
    expected = launcher_script(folders.operating_system, command_for(workspace)).encode("utf-8")
    has_all = all(path.is_file() for path in (*folders.manifests, folders.extension))
    return ThunderbirdConnection(
        folders.extension, is_connected=True, is_this_workspace=written == expected and has_all
    )


def command_for(workspace: Path) -> list[str]:
    """Return the command line that the launcher script runs for this workspace."""
    return [*command_line_arguments(), "native", os.path.realpath(workspace)]


@contextmanager
def translate_os_errors(folders: UserFolders) -> Iterator[None]:
    """Context manager: raise an OSError of the `with` block as SourceError with the file's name."""
    try:
        yield
    except OSError as error:
        raise SourceError(error.filename or folders.launcher, "cannot-write", error.strerror or str(error)) from error


def connect(folders: UserFolders, command: Sequence[str]) -> list[Path]:
    """Write the launcher, manifests and extension; return the written files."""
    manifest_head = {"name": NAME, "description": DESCRIPTION, "path": str(folders.launcher), "type": "stdio"}
    manifest = json.dumps({**manifest_head, "allowed_extensions": [EXTENSION]}, indent=1) + "\n"
    with translate_os_errors(folders):
        folders.launcher.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(folders.launcher, launcher_script(folders.operating_system, command).encode("utf-8"))
        folders.launcher.chmod(0o700)
        for path in folders.manifests:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, manifest.encode("utf-8"))
        write_extension(folders.extension)
        register(folders.manifests[0])
    return [folders.launcher, *folders.manifests, folders.extension]


def disconnect(folders: UserFolders) -> list[Path]:
    """Delete the files that `connect` wrote; return those that existed."""
    existing_files = [path for path in (folders.launcher, *folders.manifests, folders.extension) if path.exists()]
    with translate_os_errors(folders):
        for path in existing_files:
            path.unlink()
        register(None)
    return existing_files


def launcher_script(system: str, command: Sequence[str]) -> str:
    """Return a script that runs a command. The parts of the command may contain any characters."""
    if system == "win32":
        line = " ".join(f'"{part.replace("%", "%%")}"' for part in command)
        return f"@echo off\r\nchcp 65001 >nul\r\n{line}\r\n"
    line = " ".join("'" + part.replace("'", "'\\''") + "'" for part in command)
    return f"#!/bin/sh\nexec {line}\n"


def write_extension(target: Path) -> None:
    """Pack Thunderbird's extension into a zip file. Equal sources give equal bytes."""
    folder = Path(resources.__file__).parent / "thunderbird"
    target.parent.mkdir(parents=True, exist_ok=True)
    with open_atomically(target) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), ZIP_MEMBER_TIME)
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
        """Tell Windows the path of the manifest; None removes the registration."""
