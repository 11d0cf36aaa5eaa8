"""Workspaces of made-up mail, as most tests of the window begin with one."""

from __future__ import annotations

from pathlib import Path

from app.domain.jobs import Unattended
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportOrder, import_sources
from app.library.recipes import RecipeRequest
from tests.walk.made_up_mail import write_mails

MULTINOMIAL = RecipeRequest(event_model="multinomial", smoothing="0.5")


def mail_workspace(path: Path, counts: dict[str, int], models: dict[str, RecipeRequest] | None = None) -> Path:
    """Make a workspace with so many mails of each label in its corpus *Mail*, and models by name and recipe."""
    mails = write_mails(path.parent / "mails", counts)
    import_sources(path, ImportOrder((mails,), corpus="Mail"), Unattended())
    for name, request in (models or {}).items():
        train(path, TrainingOrder(request, "Mail", name), Unattended())
    return path
