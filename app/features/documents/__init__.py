"""The Documents page: the list of documents, their labels and their text. Read `view_model` first, then
`page`.
"""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "read": ("app.features.documents.read_command", "command", "Show what Bayleaf reads of files."),
}
"""Name of each command of this feature to its module, its function there, and its summary."""
