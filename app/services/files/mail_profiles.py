"""The mail that programs keep on this computer, for a first page that offers it; nothing is ever written there."""

from __future__ import annotations

import configparser
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import resources
from nbengine.lazy_dataclasses import dataclass

LARGEST_INI_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class FoundProfile:
    """Mail of a program on this computer."""

    program: str
    name: str
    path: Path
    is_readable: bool = True
    """False where the system wants to be asked first, as macOS does."""


def found_profiles(home: Path | None = None, system: str = sys.platform) -> list[FoundProfile]:
    """Find the mail that programs keep in a person's home, each place once; it takes no look at the mail itself."""
    # by system: the folders with Thunderbird's profiles.ini, and the folders that other programs keep mail in
    places = resources.read_json("mail_programs.json").get(system, {})
    found: dict[Path, FoundProfile] = {}
    for root in places.get("profiles", ()):
        for profile in _thunderbird_profiles(_place(root, home)):
            found.setdefault(profile.path, profile)
    for program, folder in places.get("folders", ()):
        path = _place(folder, home)
        if path.is_absolute() and os.path.isdir(path):
            found.setdefault(path, FoundProfile(program, path.name, path, os.access(path, os.R_OK | os.X_OK)))
    return list(found.values())


def _place(place: str, home: Path | None) -> Path:
    return Path(os.path.expandvars(place).replace("~", str(home or Path.home()), 1))


def _thunderbird_profiles(root: Path) -> Iterator[FoundProfile]:
    """The profiles that profiles.ini names and that hold mail."""
    ini = configparser.ConfigParser(interpolation=None, strict=False)
    path = root / "profiles.ini"
    try:
        if path.stat().st_size <= LARGEST_INI_BYTES:
            ini.read_string(path.read_text(encoding="utf-8", errors="replace"))
    except (OSError, configparser.Error):
        return
    for section in ini.sections():
        place = ini[section].get("Path", "")
        if not section.lower().startswith("profile") or not place:
            continue
        profile = root / place if ini[section].get("IsRelative", "1") != "0" else Path(place)
        if any(os.path.isdir(profile / store) for store in ("ImapMail", "Mail")):
            name = ini[section].get("Name", profile.name)
            yield FoundProfile("Thunderbird", name, profile, os.access(profile, os.R_OK | os.X_OK))
