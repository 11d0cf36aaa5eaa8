"""Compare the parts of a program that decide its counts: code, Python, and libraries must be the same on all machines.

The code is compared by its contents, not by its version: two copies of one version may differ. Where an installation
gave the packages other names, the names in the code are taken back first.
"""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from importlib import metadata
from pathlib import Path

import nbengine
from app.domain.errors import ClusterError
from app.domain.version import VERSION

InstalledParts = tuple[tuple[str, str], ...]
"""Names of parts with their versions, in a fixed order."""

LIBRARIES = (
    "numpy", "scipy", "regex", "charset-normalizer", "PyStemmer", "stopwordsiso", "python-oxmsg", "pypdfium2",
    "defusedxml", "python-calamine", "striprtf", "pyarrow", "dask", "distributed",
)  # fmt: skip
COUNTING = ("domain", "readers", "services", "cluster", "store")
"""The packages of the program whose code decides what is counted."""
INSTALLED_NAME, OWN_NAME = b"bayleaf.app", b"app"


@cache
def installed_parts() -> InstalledParts:
    """Tell the parts that this process counts with."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    libraries = tuple((name, _version(name)) for name in LIBRARIES)
    return (("Bayleaf", VERSION), ("its code", _code_hash()), ("Python", python), *libraries)


def difference(wanted: InstalledParts, found: InstalledParts) -> str:
    """Name the first part that differs, with both versions; empty where none does."""
    known = dict(found)
    for name, version in wanted:
        if known.get(name, "none") != version:
            return f"{name} {known.get(name, 'none')} instead of {version}"
    return ""


def check_parts(wanted: InstalledParts, where: str = "") -> None:
    """Refuse a worker that counts with another part, also one that came later than the others."""
    differs = difference(wanted, installed_parts())
    if differs:
        raise ClusterError("other-version", f"{where}{differs}")


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "none"


def _code_hash() -> str:
    digest = hashlib.blake2b(digest_size=8)
    program, engine = Path(__file__).parents[2], Path(nbengine.__file__).parent
    folders = [engine, *(program / name for name in COUNTING)]
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(folder.parent).as_posix().encode())
            digest.update(path.read_bytes().replace(INSTALLED_NAME, OWN_NAME).replace(b"\r\n", b"\n"))
    return digest.hexdigest()
