"""Filing: moving judged files into a folder per label, with a journal and undo. Read `plan` first, then `use_cases`."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "file": ("app.features.filing.command", "command", "Move files into a folder per label, and back."),
}
"""The commands of this feature: module, name there, summary."""
