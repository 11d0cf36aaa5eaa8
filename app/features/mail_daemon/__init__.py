"""Optional feature: a resident process that judges mail for other mail programs. Read `daemon` first."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "serve": (
        "app.features.mail_daemon.command",
        "serve_command",
        "Judge mail for other programs, as a process that stays.",
    ),
    "serve-users": (
        "app.features.mail_daemon.command",
        "serve_users_command",
        "Judge mail for several users, each with a workspace of their own.",
    ),
    "serve-model": (
        "app.features.mail_daemon.command",
        "serve_model_command",
        "Judge batches of mail by a model in a file, one for each core.",
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
"""The commands of this feature: module, name there, summary."""
