"""The program's version, for those who show it."""

from __future__ import annotations

from app.domain.version import VERSION

__all__ = ["VERSION"]
