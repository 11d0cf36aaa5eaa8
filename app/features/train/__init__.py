"""The Train page: recipes, training and the automatic choice. Read `training` first."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "train": ("app.features.train.command", "command", "Train a model on a corpus."),
}
"""Commands of this feature: module, function name, summary."""
