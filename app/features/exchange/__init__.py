"""Optional feature: models and labels to and from other programs. Read `exports` first."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "convert": (
        "app.features.exchange.command",
        "command",
        "Convert models, labels and rules to and from other programs.",
    ),
}
"""The commands of this feature: module, name there, summary."""
