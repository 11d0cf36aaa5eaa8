"""Tests of views get the application with our theme, runners, and no window of another test."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from app.domain.jobs import Unattended
from app.services.library.importing import ImportOrder, import_sources
from app.services.training.recipe_planning import RecipeRequest
from app.services.training.training import TrainingOrder, train
from tests.app.qt_fixtures import (
    inline_runner,
    language,
    no_window_stays,
    numbers_are_as_in_english,
    runner,
    theme,
    windows_are_taken_apart_by_their_own_thread,
)
from tests.walk.made_up_mail import write_mails

__all__ = [
    "inline_runner",
    "language",
    "no_window_stays",
    "numbers_are_as_in_english",
    "runner",
    "theme",
    "windows_are_taken_apart_by_their_own_thread",
]


@pytest.fixture(scope="session")
def trained_mail(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with nine good mails, eight of spam, and a model of them, made once."""
    folder = tmp_path_factory.mktemp("prepared")
    path = folder / "mail.bayleaf"
    mails = write_mails(folder / "mails", {"ham": 9, "spam": 8})
    import_sources(path, ImportOrder((mails,), corpus="Mail"), Unattended())
    request = RecipeRequest(event_model="multinomial", smoothing="0.5")
    train(path, TrainingOrder(request, "Mail", "Filter"), Unattended())
    return path


@pytest.fixture
def workspace(trained_mail: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may change."""
    return Path(shutil.copy(trained_mail, tmp_path / "mail.bayleaf"))
