"""The one way to write a file, for pages that draw what they write."""

from __future__ import annotations

from app.services.files.whole_files import whole_table, write_whole

__all__ = ["whole_table", "write_whole"]
