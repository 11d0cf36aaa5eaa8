"""Collect the licences of everything that goes into the packaged program."""

from __future__ import annotations

import shutil
from importlib import metadata
from pathlib import Path

NAMES = ("licen", "copying", "notice", "authors")
BUILD_ONLY = {"pip", "setuptools", "wheel"}


def runtime_packages() -> list[metadata.Distribution]:
    """The installed packages that the program needs, itself left out, in order of name."""
    lock = Path(__file__).with_name("requirements.txt").read_text(encoding="utf-8")
    wanted = {canonical(line.split("==")[0]) for line in lock.splitlines() if "==" in line}
    installed = {canonical(package.name): package for package in metadata.distributions()}
    return [installed[name] for name in sorted(wanted - BUILD_ONLY) if name in installed]


def collect(folder: Path) -> None:
    """Write each package's licence files into the folder, and a list of all of them."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    lines = []
    for package in runtime_packages():
        texts = licence_files(package)
        lines.append(f"{package.name} {package.version}: {licence_name(package)}")
        for number, path in enumerate(texts):
            suffix = "" if number == 0 else f"-{number}"
            shutil.copyfile(path, folder / f"{package.name}{suffix}.txt")
    (folder / "LIST.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    shutil.copyfile(Path(__file__).parents[1] / "LICENSE", folder / "Bayleaf.txt")


def licence_files(package: metadata.Distribution) -> list[Path]:
    found = [Path(str(entry.locate())) for entry in package.files or [] if is_licence(Path(str(entry)))]
    return [path for path in found if path.is_file()]


def is_licence(path: Path) -> bool:
    return path.suffix not in {".py", ".pyc"} and any(path.name.lower().startswith(name) for name in NAMES)


def licence_name(package: metadata.Distribution) -> str:
    """What the package says its licence is, in one line."""
    told = package.metadata.get("License-Expression") or package.metadata.get("License") or ""
    classifiers = [line for line in package.metadata.get_all("Classifier") or [] if line.startswith("License ::")]
    first = told.strip().splitlines()[0] if told.strip() else ""
    return first or "; ".join(line.split(" :: ")[-1] for line in classifiers) or "see its licence file"


def canonical(name: str) -> str:
    return name.strip().lower().replace("_", "-").replace(".", "-")
