"""The full calculation of a verdict, as a dialog, text, HTML or a spreadsheet. Read `use_cases` first."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "explain": ("app.features.explain.command", "command", "Show the calculation of one verdict, step by step."),
}
"""Name of each command of this feature to its module, its function there, and its summary."""
