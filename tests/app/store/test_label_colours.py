"""Labels of an import: what is named like spam is orange, and no two labels have one colour."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.documents import SourceOptions
from app.domain.jobs import NoOpJobContext
from app.library.importing import ImportRequest, import_sources
from app.store.corpora import SPAM_NAME_PARTS, WARNING_COLOUR
from app.store.workspace import Workspace
from nbengine.measure.evaluation import SPAM_NAMES


def test_the_names_are_those_that_the_engine_knows() -> None:
    assert SPAM_NAME_PARTS == SPAM_NAMES


def colours(path: Path) -> dict[str, int]:
    with Workspace(path, read_only=True) as workspace:
        return dict(workspace.labels.names_and_colours("Mail"))


def brought(tmp_path: Path, *labels: str) -> Path:
    """A workspace with an import of these labels, in their order."""
    for label in labels:
        folder = tmp_path / str(len(list(tmp_path.iterdir()))) / label
        folder.mkdir(parents=True)
        (folder / "one.txt").write_text(f"what {label} says", encoding="utf-8")
        order = ImportRequest((folder,), SourceOptions(kind="text", label=label), "Mail")
        import_sources(tmp_path / "mine.bayleaf", order, NoOpJobContext())
    return tmp_path / "mine.bayleaf"


def at_once(tmp_path: Path, *labels: str) -> Path:
    """A workspace with one import of all these labels."""
    for label in labels:
        (tmp_path / "mail" / label).mkdir(parents=True)
        (tmp_path / "mail" / label / "one.txt").write_text(f"what {label} says", encoding="utf-8")
    order = ImportRequest((tmp_path / "mail",), SourceOptions(kind="text"), "Mail")
    import_sources(tmp_path / "mine.bayleaf", order, NoOpJobContext())
    return tmp_path / "mine.bayleaf"


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (("ham", "spam"), {"ham": 0, "spam": 1}),
        (("ham", "newsletter", "spam"), {"ham": 0, "newsletter": 2, "spam": 1}),
        (("junk", "letters"), {"junk": 1, "letters": 0}),
        (("contracts", "invoices", "manuals"), {"contracts": 0, "invoices": 1, "manuals": 2}),
        (("spam", "spam_2", "work"), {"spam": 1, "spam_2": 0, "work": 2}),
    ],
)
def test_what_one_import_brings(tmp_path: Path, labels: tuple[str, ...], expected: dict[str, int]) -> None:
    assert colours(at_once(tmp_path, *labels)) == expected


def test_a_label_that_was_there_before_keeps_its_colour(tmp_path: Path) -> None:
    assert colours(brought(tmp_path, "ham", "news", "spam")) == {"ham": 0, "news": 1, "spam": 2}
    assert WARNING_COLOUR == 1
