"""The workspace that is used when none was chosen."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path

DEFAULT_NAME = "home.bayleaf"


def default_workspace() -> Path:
    """Return the path of the workspace that is used when none was chosen; its folder is made."""
    return Path(user_data_path("bayleaf", appauthor=False, ensure_exists=True)) / DEFAULT_NAME
