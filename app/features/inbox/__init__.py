"""Optional feature: the Inbox, which watches folders and mailboxes. Read `watching` first."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "watch": ("app.features.inbox.command", "command", "Classify and file what arrives in folders and mailboxes."),
}
"""The commands of this feature: module, name there, summary."""
