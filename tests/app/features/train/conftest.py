"""Each test gets a copy of the workspace of made-up mails."""

from __future__ import annotations

from tests.app.made_up_corpus import workspace

__all__ = ["workspace"]
