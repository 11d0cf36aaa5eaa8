"""The program's one way to write a file, within reach of widgets, which know no services."""

from __future__ import annotations

from app.services.files.whole_files import whole_table, write_whole

__all__ = ["whole_table", "write_whole"]
