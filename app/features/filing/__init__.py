"""Filing: move classified files into a folder for each label, with a journal and undo. Read `plan` first, then
`use_cases`.
"""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "file": ("app.features.filing.command", "command", "Move files into a folder for each label, and back."),
}
"""Name of each command of this feature to its module, its function there, and its summary."""
