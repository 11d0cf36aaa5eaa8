"""The Classify page: verdicts on dropped files, the reasons for them, and corrections. Read `use_cases` first."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "classify": ("app.features.classify.command", "command", "Classify files, or standard input."),
    "learn": ("app.features.classify.command", "learn_command", "Add documents to a model and its corpus."),
    "forget": ("app.features.classify.command", "forget_command", "Remove documents from a model and its corpus."),
}
"""Name of each command of this feature to its module, its function there, and its summary."""
