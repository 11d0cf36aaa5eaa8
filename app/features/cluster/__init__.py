"""Optional feature: training and classifying on a Dask cluster. Read `training` first."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {}
