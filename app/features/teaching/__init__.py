"""Optional feature: lessons, exercises and hand-outs. Read `lessons` first."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "lesson": (
        "app.features.teaching.command",
        "command",
        "Write a lesson as a notebook, or as one page that needs nothing.",
    ),
}
"""The commands of this feature: module, name there, summary."""
