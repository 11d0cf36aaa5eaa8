"""The sample mail that comes with the program, in three languages, and the workspace where none was chosen."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from platformdirs import user_data_path

import resources
from app.domain.documents import SourceOptions
from app.domain.jobs import JobContext
from app.domain.use_case_results import ImportReport
from app.services.library.importing import ImportOrder, import_sources
from app.store.workspace import Place

SAMPLE_LANGUAGES = ("en", "ru", "zh")


def import_sample(workspace: Place, language: str, corpus: str, context: JobContext) -> ImportReport:
    """Import the sample mail in a language, into a corpus of its own."""
    chosen = language if language in SAMPLE_LANGUAGES else "en"
    with as_file(files(resources) / "samples" / chosen) as folder:
        order = ImportOrder((Path(folder),), SourceOptions(kind="mail"), corpus, has_window=True)
        return import_sources(workspace, order, context)


def sample_size(language: str) -> int:
    """Count the documents of the sample in a language."""
    chosen = language if language in SAMPLE_LANGUAGES else "en"
    folder = files(resources) / "samples" / chosen
    boxes = [box for label in folder.iterdir() if label.is_dir() for box in label.iterdir()]
    return sum(box.read_text(encoding="utf-8").count("\nFrom ") + 1 for box in boxes if box.name.endswith(".mbox"))


DEFAULT_NAME = "home.bayleaf"


def default_workspace() -> Path:
    """Return the path of the workspace that is used when none was chosen; its folder is made."""
    return Path(user_data_path("bayleaf", appauthor=False, ensure_exists=True)) / DEFAULT_NAME
