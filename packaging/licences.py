"""Collect the licences of everything that goes into the packaged program."""

from __future__ import annotations

import platform
import shutil
import sysconfig
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).parent
NAMES = ("licen", "copying", "notice", "authors")
FOLDERS = {"licenses", "licences"}
BUILD_ONLY = {"pip", "setuptools", "wheel"}
QT_PACKAGES = {"pyside6-essentials", "shiboken6"}
"""They say which licence they are under, and come without its text."""
QT_TEXTS = [HERE / "licence_texts" / "LGPL-3.0.txt", HERE / "licence_texts" / "GPL-3.0.txt"]
QT_NOTE = """Qt and PySide6 are used under the GNU Lesser General Public License, version 3. Their libraries lie beside
the program as files of their own and may be replaced by others. Their source: https://download.qt.io/official_releases/
"""


@dataclass(frozen=True)
class Part:
    """Something that goes into the package: what it is called, and the texts of its licence."""

    name: str
    version: str
    licence: str
    texts: tuple[Path, ...]
    is_from_python_index: bool = True


def parts() -> list[Part]:
    """Python itself and the installed packages that the program needs, in order of name."""
    lock = (HERE / "requirements.txt").read_text(encoding="utf-8")
    wanted = {canonical(line.split("==")[0]) for line in lock.splitlines() if "==" in line}
    installed = {canonical(package.name): package for package in metadata.distributions()}
    packages = [part_of(installed[name]) for name in sorted(wanted - BUILD_ONLY) if name in installed]
    python = Part("Python", platform.python_version(), "PSF-2.0", tuple(python_texts()), is_from_python_index=False)
    return [python, *packages]


def part_of(package: metadata.Distribution) -> Part:
    texts = QT_TEXTS if canonical(package.name) in QT_PACKAGES else licence_files(package)
    return Part(package.name, package.version, licence_name(package), tuple(texts))


def collect(folder: Path) -> None:
    """Write each part's licence files into the folder, and a list of all of them."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for part in parts():
        for number, path in enumerate(part.texts):
            suffix = "" if number == 0 else f"-{number}"
            shutil.copyfile(path, folder / f"{part.name}{suffix}.txt")
    lines = [f"{part.name} {part.version}: {part.licence}\n" for part in parts()]
    (folder / "LIST.txt").write_text("".join([*lines, "\n", QT_NOTE]), encoding="utf-8")
    shutil.copyfile(HERE.parent / "LICENSE", folder / "Bayleaf.txt")


def python_texts() -> list[Path]:
    """Python's licence, which its own builds keep with the library and Debian with its documents."""
    version = sysconfig.get_python_version()
    places = [
        Path(sysconfig.get_path("stdlib"), "LICENSE.txt"),
        Path(sysconfig.get_config_var("installed_base") or "", "LICENSE.txt"),
        Path(f"/usr/share/doc/python{version}/copyright"),
        Path(f"/usr/share/doc/libpython{version}-minimal/copyright"),
    ]
    return [place for place in places if place.is_file()][:1]


def licence_files(package: metadata.Distribution) -> list[Path]:
    found = [Path(str(entry.locate())) for entry in package.files or [] if is_licence(Path(str(entry)))]
    return sorted(path for path in found if path.is_file())


def is_licence(path: Path) -> bool:
    if path.suffix in {".py", ".pyc", ".so", ".pyd"}:
        return False
    has_name = any(path.name.lower().startswith(name) for name in NAMES)
    return has_name or (".dist-info" in path.parts[0] and bool(FOLDERS & set(path.parts[:-1])))


def licence_name(package: metadata.Distribution) -> str:
    """What the package says its licence is, in one line."""
    headers = package.metadata
    told = next((headers[name] for name in ("License-Expression", "License") if name in headers), "")
    classifiers = [line for line in headers.get_all("Classifier") or [] if line.startswith("License ::")]
    first = told.strip().splitlines()[0] if told.strip() else ""
    named = "; ".join(line.split(" :: ")[-1] for line in classifiers)
    return (named if first.startswith("Copyright") else first) or named or "see its licence file"


def canonical(name: str) -> str:
    return name.strip().lower().replace("_", "-").replace(".", "-")
