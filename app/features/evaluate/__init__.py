"""The Evaluate page: how good models are on held-out documents. Read `use_cases` first."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "evaluate": (
        "app.features.evaluate.command",
        "evaluate_command",
        "Measure a model on documents that it has not seen.",
    ),
    "replay": (
        "app.features.evaluate.command",
        "replay_command",
        "Classify, then learn, message by message, and print the results.",
    ),
}
"""Name of each command of this feature to its module, its function there, and its summary."""
