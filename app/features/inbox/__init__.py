"""Optional feature: the Inbox, which watches folders and mailboxes and files what arrives. Read `watching` first."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "watch": ("app.features.inbox.command", "command", "Classify and file what arrives in folders and mailboxes."),
}
"""Name of each command of this feature to its module, its function there, and its summary."""
