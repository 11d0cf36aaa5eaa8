"""Workspaces of made-up mail, as most tests of the window begin with one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from app.domain.jobs import NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from tests.walk.made_up_mail import write_mails

MULTINOMIAL = RecipeRequest(event_model="multinomial", smoothing="0.5")


def mail_workspace(path: Path, counts: dict[str, int], models: dict[str, RecipeRequest] | None = None) -> Path:
    """Make a workspace with so many mails of each label in its corpus *Mail*, and models by name and recipe."""
    mails = write_mails(path.parent / "mails", counts)
    import_sources(path, ImportRequest((mails,), corpus="Mail"), NoOpJobContext())
    for name, request in (models or {}).items():
        train(path, TrainingOrder(request, "Mail", name), NoOpJobContext())
    return path


@pytest.fixture(scope="session")
def trained_mail(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with nine good mails, eight of spam, and a model of them, made once."""
    path = tmp_path_factory.mktemp("prepared") / "mail.bayleaf"
    return mail_workspace(path, {"ham": 9, "spam": 8}, {"Filter": MULTINOMIAL})


@pytest.fixture
def workspace(trained_mail: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may change."""
    return Path(shutil.copy(trained_mail, tmp_path / "mail.bayleaf"))
