"""Fixtures that tests of several folders use; what is made once is made once for all of them."""

from __future__ import annotations

from importlib.util import find_spec

from tests.app.checked_parts import checked_parts
from tests.app.command_line import five_mails, run, run_json, trained, trained_once
from tests.app.letters import letters_workspace
from tests.app.made_up_corpus import made_up_workspace
from tests.app.mail_workspaces import trained_mail

__all__ = [
    "checked_parts",
    "five_mails",
    "letters_workspace",
    "made_up_workspace",
    "run",
    "run_json",
    "trained",
    "trained_mail",
    "trained_once",
]
if not (find_spec("app.features.mail_daemon") and find_spec("app.features.teaching")):
    collect_ignore = ["test_fuzzing.py", "cli/test_kills.py"]  # their targets are in optional features
