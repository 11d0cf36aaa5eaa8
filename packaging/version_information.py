"""The version resource that Windows shows under Properties ▸ Details of the packaged programs."""

from __future__ import annotations

import sys
from typing import Any

ENGLISH, UNICODE = 0x0409, 0x04B0
TITLES = {
    "bayleaf": "Bayleaf",
    "bayleaf-cli": "Bayleaf on the command line",
    "bayleaf-imap": "Bayleaf for mail on a server",
}


def windows_resource(name: str, version: str) -> Any:
    """Return the version resource of a program; None on other systems."""
    return resource(name, version) if sys.platform == "win32" else None


def resource(name: str, version: str) -> Any:
    from PyInstaller.utils.win32 import versioninfo as info  # noqa: PLC0415 - it needs a package that only Windows has

    numbers = four_numbers(version)
    texts = {
        "CompanyName": "Bayleaf maintainers",
        "FileDescription": TITLES[name],
        "FileVersion": version,
        "InternalName": name,
        "LegalCopyright": "MIT licence",
        "OriginalFilename": f"{name}.exe",
        "ProductName": "Bayleaf",
        "ProductVersion": version,
    }
    strings = [info.StringStruct(key, text) for key, text in texts.items()]
    return info.VSVersionInfo(
        ffi=info.FixedFileInfo(filevers=numbers, prodvers=numbers, mask=0x3F, flags=0, OS=0x40004, fileType=1),
        kids=[
            info.StringFileInfo([info.StringTable(f"{ENGLISH:04X}{UNICODE:04X}", strings)]),
            info.VarFileInfo([info.VarStruct("Translation", [ENGLISH, UNICODE])]),
        ],
    )


def four_numbers(version: str) -> tuple[int, ...]:
    """Return the version as the four numbers that Windows uses."""
    return tuple((*map(int, version.split(".")), 0, 0, 0, 0)[:4])
