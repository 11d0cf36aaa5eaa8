"""Filing: move classified files into a folder for each label, with a journal and undo. Read `plan.py` first, then
`use_cases.py`.
"""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str, str]] = {
    "file": ("app.features.filing.command", "command", "Move files into a folder for each label, and back."),
}
"""Name of each command of this feature to its module, its function there, and its summary."""
