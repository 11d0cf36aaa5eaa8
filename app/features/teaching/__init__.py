"""Optional feature: lessons, exercises and hand-outs. Read `lessons` first."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "lesson": (
        "app.features.teaching.command",
        "command",
        "Write a lesson as a notebook, a web page or a hand-out.",
    ),
}
"""The commands of this feature: module, function, one-line summary."""
