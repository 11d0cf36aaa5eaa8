"""The Train page: recipes, training, and their automatic choice. Read `training` first."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "train": ("app.features.train.command", "command", "Train a model on a corpus."),
}
"""Name of each command of this feature to its module, its function there, and its summary."""
