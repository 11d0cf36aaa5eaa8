"""The Words page: every word of a model with its numbers. Read `use_cases` first."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "words": ("app.features.words.command", "command", "List the words of a model with all their numbers."),
}
"""Name of each command of this feature to its module, its function there, and its summary."""
