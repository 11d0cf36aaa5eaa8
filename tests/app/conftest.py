"""Fixtures that tests of several folders use; what is made once is made once for all of them."""

from __future__ import annotations

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
