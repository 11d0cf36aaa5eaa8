"""The Sort page: label documents in groups of similar documents, or one at a time in the most useful order."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "label": ("app.features.sort.command", "label_command", "Label stored documents, or remove labels."),
    "next": (
        "app.features.sort.command",
        "next_command",
        "Show which documents to label next, and estimate the accuracy on the rest.",
    ),
    "groups": (
        "app.features.sort.command",
        "groups_command",
        "Show groups of similar documents without a label.",
    ),
}
"""Name of each command of this feature to its module, its function there, and its summary."""
