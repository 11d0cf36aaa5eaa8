"""A workspace of a few dozen made-up mails, trained; each test gets a copy of its own."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from app.domain.documents import Document
from app.domain.jobs import NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.library.recipes import RecipeRequest
from app.readers.documents.text import text_hash
from app.store.workspace import Workspace

SPAM_WORDS = "free offer click prize winner money cheap order now guaranteed limited buy credit loan bonus"
HAM_WORDS = "meeting notes monday lunch report chapter thanks family train tickets garden music book letter"
SHARED_WORDS = "the and with for you this that from have about please today week time"
VOCABULARIES = {"spam": re.findall(r"\w+", SPAM_WORDS), "ham": re.findall(r"\w+", HAM_WORDS)}
SHARED = re.findall(r"\w+", SHARED_WORDS)
N_EACH = 30


def made_up(label: str, number: int) -> Document:
    """A mail of its label's words and some that all share; every seventh says what the other label says."""
    dice = random.Random(f"{label}{number}")
    other = "ham" if label == "spam" else "spam"
    words = VOCABULARIES[other if number % 7 == 6 else label]
    text = " ".join([*dice.choices(words, k=6), *dice.choices(SHARED, k=6)])
    return Document(
        text=text,
        path=f"/mail/{label}/{number}.eml",
        title=f"{label} number {number}",
        sender=f"someone{number}@example.org",
        date_s=1_700_000_000 + 3600 * number,
        label=label,
        content_hash=text_hash(text),
        size_bytes=len(text),
    )


@pytest.fixture(scope="session")
def made_up_workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("made-up") / "made-up.bayleaf"
    with Workspace(path, create=True) as workspace:
        workspace.corpora.add("Mail", "text")
        workspace.editing.add("Mail", [made_up(label, number) for label in ("ham", "spam") for number in range(N_EACH)])
    train(
        path,
        TrainingOrder(RecipeRequest(event_model="multinomial", smoothing="0.5"), "Mail", "Filter"),
        NoOpJobContext(),
    )
    return path


@pytest.fixture
def workspace(made_up_workspace: Path, tmp_path: Path) -> Path:
    path = tmp_path / "copy.bayleaf"
    with Workspace(made_up_workspace) as original:
        original.save_copy(path)
    return path
