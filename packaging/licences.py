"""Authors and licences of all parts of the packaged program, with the licence texts.

The parts are derived from the files in the package, not from a list, so dependencies of libraries are included. A
file belongs to Python, to an installed package, or to the system, where Debian's package manager knows its package.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sysconfig
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).parent
NAMES = ("licen", "copying", "notice", "authors")
FOLDERS = {"licenses", "licences"}
QT_PACKAGES = {"pyside6-essentials", "shiboken6"}
"""Packages that name their licence without including its text."""
QT_TEXTS = [HERE / "licence_texts" / "LGPL-3.0.txt", HERE / "licence_texts" / "GPL-3.0.txt"]
FONTS = HERE.parent / "resources" / "fonts"
QT_NOTE = """Qt and PySide6 are used under the GNU Lesser General Public License, version 3. Their libraries lie beside
the program as files of their own and may be replaced by others. Their source: https://download.qt.io/official_releases/
"""
DEBIAN_DOCUMENTS = Path("/usr/share/doc")
UNNAMED = "see its licence file"


@dataclass(frozen=True)
class Part:
    """A part of the package: name, publisher and licence texts."""

    name: str
    version: str
    licence: str
    texts: tuple[Path, ...]
    giver: str = "pypi"
    """Publisher, as the type of a package URL."""


def parts(taken: Collection[Path]) -> list[Part]:
    """Return Python and every part that one of the files belongs to, by name."""
    python = Part("Python", platform.python_version(), "PSF-2.0", tuple(python_texts()), giver="generic")
    files = {os.path.realpath(path) for path in taken}
    packages = [part_of(package) for package in metadata.distributions() if files_of(package) & files]
    return [
        python,
        *sorted([*packages, *own_fonts(files), *system_parts(files)], key=lambda part: canonical(part.name)),
    ]


def own_fonts(files: Collection[str]) -> Iterator[Part]:
    """Yield the fonts of the program; the licence is beside them."""
    if any(os.path.dirname(path) == os.path.realpath(FONTS) for path in files):
        yield Part("Inter", "4.1", "OFL-1.1", (FONTS / "OFL.txt",), giver="github/rsms")


def files_of(package: metadata.Distribution) -> set[str]:
    folder = os.path.realpath(str(package.locate_file("")))
    return {os.path.normpath(f"{folder}/{entry}") for entry in package.files or []}


def part_of(package: metadata.Distribution) -> Part:
    texts = QT_TEXTS if canonical(package.name) in QT_PACKAGES else licence_files(package)
    return Part(package.name, package.version, licence_name(package), tuple(texts))


def system_parts(files: Iterable[str]) -> Iterator[Part]:
    """Return the Debian packages of shared libraries. On other systems Python brings its own."""
    libraries = [path for path in files if re.search(r"\.so[.\d]*$", path) and "site-packages" not in path]
    if not libraries or shutil.which("dpkg-query") is None:
        return
    # The manager may know a file by another folder than the one that it is found in: /lib is a link to /usr/lib.
    searched = run_and_read(
        "dpkg-query", "--search", *(f"*/{Path(path).parent.name}/{Path(path).name}" for path in libraries)
    )
    owners = {line.split(": ")[0] for line in searched.splitlines()}
    for owner in sorted(owners):
        name, version = run_and_read("dpkg-query", "--showformat=${Package} ${Version}", "--show", owner).split()
        if not re.match(r"(lib)?python3", name):
            text = DEBIAN_DOCUMENTS / name / "copyright"
            yield Part(name, version, debian_licence(text), (text,) if text.is_file() else (), giver="deb/debian")


def debian_licence(text: Path) -> str:
    """Return the short licence names in a machine-readable copyright file."""
    if not text.is_file():
        return UNNAMED
    found = re.findall(r"^License: *(\S.*)$", text.read_text(encoding="utf-8", errors="replace"), re.MULTILINE)
    return ", ".join(dict.fromkeys(found)) or UNNAMED


def collect(folder: Path, found: Iterable[Part]) -> None:
    """Write the licence files of each part, and a list of all parts, to the folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    lines = []
    for part in found:
        for number, path in enumerate(part.texts):
            suffix = "" if number == 0 else f"-{number}"
            shutil.copyfile(path, folder / f"{part.name}{suffix}.txt")
        lines.append(f"{part.name} {part.version}: {part.licence}\n")
    (folder / "LIST.txt").write_text("".join([*lines, "\n", QT_NOTE]), encoding="utf-8")
    shutil.copyfile(HERE.parent / "LICENSE", folder / "Bayleaf.txt")


def python_texts() -> list[Path]:
    """Return Python's licence files; Debian has them in another folder."""
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
    """Return the licence that a package states, in one line."""
    headers = package.metadata
    licence = next((headers[name] for name in ("License-Expression", "License") if name in headers), "")
    classifiers = [line for line in headers.get_all("Classifier") or [] if line.startswith("License ::")]
    first = licence.strip().splitlines()[0] if licence.strip() else ""
    named = "; ".join(line.split(" :: ")[-1] for line in classifiers)
    return (named if first.startswith("Copyright") else first) or named or UNNAMED


def canonical(name: str) -> str:
    return name.strip().lower().replace("_", "-").replace(".", "-")


def run_and_read(*command: str) -> str:
    """Return the output of a command, whatever its exit status."""
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout
