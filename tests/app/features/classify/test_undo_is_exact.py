"""Undo after a correction restores every verdict on the page, whatever the model."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.jobs import NoOpJobContext
from app.features.classify.use_cases import JudgedDocuments
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.store.workspace import Session
from tests.walk.made_up_mail import write_mails


@pytest.mark.parametrize("event_model", ["filter", "learnt", "multinomial"])
def test_a_correction_that_is_undone_leaves_no_trace_in_any_verdict(tmp_path: Path, event_model: str) -> None:
    mails = write_mails(tmp_path / "mails", {"ham": 40, "spam": 40}, seed=1)
    place, context = tmp_path / "mail.bayleaf", NoOpJobContext()
    import_sources(place, ImportRequest((mails,), corpus="Mail"), context)
    train(place, TrainingOrder(RecipeRequest(event_model=event_model, smoothing="1"), "Mail", "Model"), context)
    with Session(place) as session:
        documents = JudgedDocuments(session)
        for words in ("meeting monday", "prize free quokka wombat", "cruise", "draft quokka numbat bilby"):
            documents.classify_text("Model", words, context)
        before = {item.number: (item.verdict.label, item.verdict.probability) for item in documents.items()}
        corrected = documents.items()[1::2]

        for item in corrected:
            [label] = {"ham", "spam"} - {item.verdict.label}
            documents.correct("Model", item.number, label, context)
        for _ in corrected:
            documents.undo_or_redo("Model", "Mail", context, is_forward=False)

        after = {item.number: (item.verdict.label, item.verdict.probability) for item in documents.items()}
    assert {number: label for number, (label, _) in after.items()} == {n: label for n, (label, _) in before.items()}
    assert [each for _, each in after.values()] == pytest.approx([each for _, each in before.values()], abs=1e-9)
