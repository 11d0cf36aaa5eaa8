"""Importing: the dialog with its preview, and the first page of an empty workspace. Read `view_model` first."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "import": ("app.features.importing.command", "command", "Import documents into a workspace."),
}
"""Name of each command of this feature to its module, its function there, and its summary."""
