"""Optional feature: exchange models and labels with other programs. Read `exports` first."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "convert": (
        "app.features.exchange.command",
        "command",
        "Convert models, labels and rules to and from other programs.",
    ),
}
"""Name of each command of this feature to its module, its function there, and its summary."""
