"""The promise of a corpus with dates: later documents are judged by what came before, as new ones will be."""

from __future__ import annotations

import time
from email.utils import formatdate
from pathlib import Path

import numpy as np

from app.domain.documents import SourceOptions
from app.domain.jobs import NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.library.saved_models import error_bounds_of_model, load_readonly_model

NOBODY = NoOpJobContext()
LABELS = ("bank", "tax")
DAY_S = 86_400


def letters(folder: Path, *, has_dates: bool) -> Path:
    """Letters whose words change from month to month: what tells the labels apart now was not said before."""
    generator = np.random.default_rng(4)
    for number in range(400):
        label, month = number % 2, number // 100
        own = [f"month{month}word{one:02}" for one in generator.integers(label * 10, label * 10 + 14, 12).tolist()]
        date = f"Date: {formatdate(time.time() - (400 - number) * DAY_S)}\n" if has_dates else ""
        path = folder / LABELS[label] / f"{number:03}.eml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"From: a@host.org\nSubject: letter\n{date}\n{' '.join(own)}\n")
    return folder


def sure_share(folder: Path, *, has_dates: bool) -> float:
    """Train on the letters, and return the share of those judged as new that would be filed."""
    workspace = folder / "letters.bayleaf"
    source = letters(folder / "letters", has_dates=has_dates)
    import_sources(workspace, ImportRequest((source,), SourceOptions(kind="mail"), "Letters"), NOBODY)
    train(workspace, TrainingOrder(RecipeRequest(event_model="learnt"), "Letters"), NOBODY)
    promise = error_bounds_of_model(load_readonly_model(workspace).model)[0]
    return promise.sure / promise.judged


def test_with_dates_no_more_is_sure_than_was_right_about_the_time_to_come(tmp_path: Path) -> None:
    undated, dated = (sure_share(tmp_path / str(has_dates), has_dates=has_dates) for has_dates in (False, True))

    assert undated > 0.95
    assert dated < undated - 0.1
