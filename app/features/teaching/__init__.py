"""Optional feature: lessons, exercises and hand-outs for school classes. Read `lessons` first."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "lesson": (
        "app.features.teaching.command",
        "command",
        "Write a lesson as a notebook, a web page or a hand-out.",
    ),
}
"""Name of each command of this feature to its module, its function there, and its summary."""
