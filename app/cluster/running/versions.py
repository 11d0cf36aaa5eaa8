"""What has to be the same on all machines, so that all count alike."""

from __future__ import annotations

import sys

from app.domain.errors import ClusterError
from app.domain.version import VERSION


def installed_version() -> str:
    """The program and the language, as this process has them."""
    return f"Bayleaf {VERSION}, Python {sys.version_info.major}.{sys.version_info.minor}"


def check_version(wanted: str, where: str = "") -> None:
    """Refuse a worker that counts by another version, also one that came later than the others."""
    if wanted != installed_version():
        raise ClusterError("other-version", f"{where}{installed_version()}")
