"""Build backend of the distribution `nbengine`: the engine, for everyone who computes without Bayleaf's window.

The package is the folder `nbengine` of the repository, and this project file lies outside it. A project file inside the
package would make every build leave `build/` and `nbengine.egg-info/` there, where tests and the cluster's hash of the
code would find a second copy of each module. So setuptools builds from a copy, laid out as the source archive is:

    pyproject.toml  nbengine_build.py  README.md  CHANGELOG.md  LICENSE  nbengine/  tests/

The archive builds and tests itself with this same file. The same source gives the same bytes (`SOURCE_DATE_EPOCH`).
"""

from __future__ import annotations

import gzip
import io
import os
import shutil
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from setuptools import build_meta

HERE = Path(__file__).resolve().parent
IS_ARCHIVE = (HERE / "nbengine").is_dir()
ROOT = HERE if IS_ARCHIVE else HERE.parents[1]
PACKAGE = ROOT / "nbengine"
PAGES = ("README.md", "CHANGELOG.md", "LICENSE")
TESTS = ("tests/__init__.py", "tests/conftest.py", "tests/nbengine")
NOT_SOURCE = ("__pycache__", ".pyc", ".egg-info")
FIRST_MOMENT_OF_ZIP = 315532800

Config = dict[str, Any] | None


def build_wheel(wheel_directory: str, config_settings: Config = None, _metadata_directory: str | None = None) -> str:
    """Build the wheel; return its file name."""
    target = str(Path(wheel_directory).resolve())
    with staged_tree(stage):
        return str(build_meta.build_wheel(target, config_settings, None))


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Config = None) -> str:
    target = str(Path(metadata_directory).resolve())
    with staged_tree(stage):
        return str(build_meta.prepare_metadata_for_build_wheel(target, config_settings))


def build_sdist(sdist_directory: str, config_settings: Config = None) -> str:
    """Build the source archive, with the tests; return its file name."""
    target = Path(sdist_directory).resolve()
    with staged_tree(stage), tempfile.TemporaryDirectory() as metadata_folder:
        name = build_meta.prepare_metadata_for_build_wheel(metadata_folder, config_settings)
        metadata = (Path(metadata_folder) / name / "METADATA").read_bytes()
        stem = name.removesuffix(".dist-info")
        tree = Path.cwd()
        files = {path.relative_to(tree).as_posix(): path for path in source_files(tree)}
        write_archive(target / f"{stem}.tar.gz", stem, files, metadata)
    return f"{stem}.tar.gz"


def stage(tree: Path) -> None:
    """Copy the distribution into `tree`, in the layout of the source archive."""
    for name in ("pyproject.toml", Path(__file__).name):
        shutil.copyfile(HERE / name, tree / name)
    for name in PAGES:
        shutil.copyfile((HERE if IS_ARCHIVE else PACKAGE) / name, tree / name)
    copy_source(PACKAGE, tree / "nbengine")
    for name in TESTS:
        source, target = ROOT / name, tree / name
        target.parent.mkdir(exist_ok=True)
        if source.is_dir():
            copy_source(source, target)
        elif source.is_file():
            shutil.copyfile(source, target)


def copy_source(source: Path, target: Path) -> None:
    shutil.copytree(source, target, ignore=shutil.ignore_patterns(*(f"*{end}" for end in NOT_SOURCE)))


def source_files(folder: Path) -> list[Path]:
    """Return the files below `folder` that belong to the source, sorted."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and is_source(path.relative_to(folder)))


def is_source(path: Path) -> bool:
    return not any(part.endswith(NOT_SOURCE) for part in path.parts)


@contextmanager
def staged_tree(stage: Callable[[Path], None]) -> Iterator[None]:
    """Work in a temporary folder that `stage` has filled."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="bayleaf-wheel-") as name:
        stage(Path(name))
        os.environ.setdefault("SOURCE_DATE_EPOCH", str(build_time()))
        os.chdir(name)
        try:
            yield
        finally:
            os.chdir(before)


def build_time() -> int:
    """Return the time that all files in an archive get. Default: the first one that a zip file can hold."""
    return int(os.environ.get("SOURCE_DATE_EPOCH", FIRST_MOMENT_OF_ZIP))


def write_archive(path: Path, stem: str, files: dict[str, Path], metadata: bytes) -> None:
    """Write a source archive: `files` by their names in it, and PKG-INFO."""
    with (
        path.open("wb") as file,
        gzip.GzipFile("", "wb", mtime=build_time(), fileobj=file) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        _add(archive, f"{stem}/PKG-INFO", metadata)
        for name, source in sorted(files.items()):
            _add(archive, f"{stem}/{name}", source.read_bytes(), is_program=os.access(source, os.X_OK))


def _add(archive: tarfile.TarFile, name: str, content: bytes, *, is_program: bool = False) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mtime, entry.mode = len(content), build_time(), 0o755 if is_program else 0o644
    archive.addfile(entry, io.BytesIO(content))
