"""Filing: move classified files into a folder for each label, with a journal and undo. Start with `plan`, then
`use_cases`."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "file": ("app.features.filing.command", "command", "Move files into a folder for each label, and back."),
}
"""The commands of this feature: module, object, summary."""
