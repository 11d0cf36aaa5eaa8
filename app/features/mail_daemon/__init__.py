"""Optional feature: the mail daemon, a resident process that classifies mail for other mail programs.

Read `daemon` first.
"""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "serve": (
        "app.features.mail_daemon.command",
        "serve_command",
        "Run the mail daemon, which classifies mail for other programs.",
    ),
    "serve-users": (
        "app.features.mail_daemon.command",
        "serve_users_command",
        "Run the mail daemon for several users, each with a workspace.",
    ),
    "serve-model": (
        "app.features.mail_daemon.command",
        "serve_model_command",
        "Classify batches of mail with a model file; run one for each core.",
    ),
    "connect": (
        "app.features.mail_daemon.command",
        "command",
        "Set up a mail program to ask the mail daemon, and undo that.",
    ),
    "native": (
        "app.features.mail_daemon.native_command",
        "command",
        "Answer Thunderbird's extension; Thunderbird starts it.",
    ),
}
"""Name of each command of this feature to its module, its function there, and its summary."""
