"""The Sort page: groups of unlabelled documents, and questions about them. Read `use_cases` first."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "label": ("app.features.sort.command", "label_command", "Give stored documents labels, or take them away."),
    "next": (
        "app.features.sort.command",
        "next_command",
        "Tell which documents to label next, and how right the rest is.",
    ),
    "groups": (
        "app.features.sort.command",
        "groups_command",
        "Show the groups that documents without a label fall into.",
    ),
}
"""The commands of this feature: module, name there, summary."""
