"""Mails of two labels that a model tells apart, and a workspace with a model of them."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest

from app.domain.documents import Document, SourceOptions
from app.domain.jobs import NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportRequest, import_sources
from app.library.reading import documents_of_bytes
from app.library.recipes import RecipeRequest
from app.store.workspace import Workspace

WORDS = {
    "spam": "cheap watches offer casino winner pills prize credit",
    "ham": "meeting notes garden monday lunch report family train",
}
N_OF_EACH = 12


def letter(label: str, number: int, *, words: str = "") -> bytes:
    """One mail; each number gives another content."""
    known = WORDS[label].split()
    text = " ".join(known[(number + place) % len(known)] for place in range(6))
    return (
        f"From: person{number}@{label}.example\r\nTo: me@home.example\r\nSubject: {known[number % 8]} {number}\r\n"
        f"Date: Mon, {1 + number % 27} Jun 2026 10:00:00 +0000\r\nMessage-ID: <{label}{number}@example>\r\n\r\n"
        f"{text} number{number} {words}\r\n"
    ).encode()


def mail_of(raw: bytes) -> Document:
    """Read one mail as an import does."""
    [found] = documents_of_bytes(raw, SourceOptions(kind="mail", labels_from="none"))
    assert isinstance(found, Document)
    return found


def label_of(workspace: Path, mail: bytes) -> str | None:
    """Return the label that a workspace has learnt of a mail."""
    with Workspace(workspace, read_only=True) as opened:
        number = opened.documents.find_by_hash("Mail", mail_of(mail).content_hash)
        return None if number is None else opened.documents.get(number).document.label


@cache
def trained_on_letters(folder: Path) -> Path:
    """Make the workspace, once for all modules that take the fixture from here."""
    for label in ("spam", "ham"):
        (folder / "mail" / label).mkdir(parents=True)
        for number in range(N_OF_EACH):
            (folder / "mail" / label / f"{number}.eml").write_bytes(letter(label, number))
    workspace = folder / "mail.bayleaf"
    order = ImportRequest((folder / "mail",), SourceOptions(kind="mail"), "Mail")
    import_sources(workspace, order, NoOpJobContext())
    train(workspace, TrainingOrder(RecipeRequest(event_model="multinomial", smoothing="1.0"), "Mail"), NoOpJobContext())
    return workspace


@pytest.fixture(scope="session")
def letters_workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workspace, made once; tests get copies."""
    return trained_on_letters(tmp_path_factory.getbasetemp() / "judged")


@pytest.fixture
def workspace(letters_workspace: Path, tmp_path: Path) -> Path:
    """A workspace of a test's own."""
    return Path(shutil.copy(letters_workspace, tmp_path / "mail.bayleaf"))
