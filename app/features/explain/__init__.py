"""The full derivation of a verdict, as a dialog, text, HTML or a spreadsheet. Start with `use_cases`."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "explain": ("app.features.explain.command", "command", "Show the calculation of one verdict, step by step."),
}
"""The commands of this feature: module, object, summary."""
