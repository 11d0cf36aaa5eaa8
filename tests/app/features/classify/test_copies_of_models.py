"""Copies of models that learn or forget a document: what a correction would change, and why one is judged as it is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from app.domain.jobs import NoOpJobContext
from app.features.classify.use_cases import JudgedDocuments
from app.features.train.training import TrainingOrder, train
from app.library.explanations import (
    MAX_FORESEEN_VERDICTS,
    can_preview_quickly,
    count_changed_verdicts,
    explain_stored_verdict,
    is_visibly_different,
)
from app.library.recipes import RecipeRequest
from app.library.saved_models import load_stored_model
from app.store.workspace import Session, Workspace
from tests.app.made_up_corpus import made_up
from tests.app.made_up_corpus import workspace as workspace

TEXTS = ("bonus on monday", "a bonus for the family", "garden loan", "loan and bonus for lunch", "train tickets")


@pytest.fixture(scope="module", params=["multinomial", "filter"])
def trained(made_up_workspace: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    path = Path(shutil.copy(made_up_workspace, tmp_path_factory.mktemp(request.param)))
    event_model = RecipeRequest(event_model="multinomial", smoothing="0.5")
    recipe = RecipeRequest(event_model="filter") if request.param == "filter" else event_model
    train(path, TrainingOrder(recipe, "Mail", "Judge"), NoOpJobContext())
    return path


@pytest.fixture
def held(trained: Path, tmp_path: Path) -> Session:
    return Session(Path(shutil.copy(trained, tmp_path)))


@pytest.mark.parametrize("label", ["ham", "spam", "newsletter"])
@pytest.mark.parametrize("text", [*TEXTS, made_up("ham", 3).text])
def test_it_is_what_the_correction_then_changes(held: Session, text: str, label: str) -> None:
    with held:
        documents = JudgedDocuments(held)
        for each in (text, *TEXTS):
            documents.classify_text("Judge", each, NoOpJobContext())
        before = documents.items()

        foreseen = count_changed_verdicts(held, "Judge", before, 1, [label], NoOpJobContext())
        documents.correct("Judge", 1, label, NoOpJobContext())

        pairs = list(zip(before, documents.items(), strict=True))[1:]
        assert foreseen == {label: sum(is_visibly_different(then.verdict, now.verdict) for then, now in pairs)}


def test_some_corrections_change_others_and_some_do_not(held: Session) -> None:
    with held:
        documents = JudgedDocuments(held)
        for each in TEXTS:
            documents.classify_text("Judge", each, NoOpJobContext())
        items = documents.items()

        found = [
            count_changed_verdicts(held, "Judge", items, item.number, ["ham", "spam"], NoOpJobContext())
            for item in items
        ]

        assert any(0 < n < len(TEXTS) for each in found for n in each.values())
        assert count_changed_verdicts(held, "Judge", items[:1], 1, ["ham"], NoOpJobContext()) == {"ham": 0}


def test_what_is_kept_stays_as_it_is(held: Session) -> None:
    with held:
        documents = JudgedDocuments(held)
        documents.classify_text("Judge", TEXTS[0], NoOpJobContext())
        documents.correct("Judge", 1, "spam", NoOpJobContext())
        before = model_hash(held.path), documents.items()

        count_changed_verdicts(held, "Judge", documents.items(), 1, ["ham"], NoOpJobContext())

        assert (model_hash(held.path), documents.items()) == before


def test_a_long_list_is_not_asked(held: Session) -> None:
    with held:
        documents = JudgedDocuments(held)
        [item], _ = documents.classify_text("Judge", TEXTS[0], NoOpJobContext())

        assert can_preview_quickly([item] * MAX_FORESEEN_VERDICTS, 1)
        assert not can_preview_quickly([item] * MAX_FORESEEN_VERDICTS, 2)


def model_hash(path: Path) -> str:
    with Workspace(path) as opened:
        return load_stored_model(opened, "Judge").model.canonical_hash()


def test_the_verdict_is_the_one_that_leave_one_out_gave(workspace: Path) -> None:
    with Workspace(workspace, read_only=True) as opened:
        kept = opened.verdicts.leave_one_out("Mail")
    assert kept is not None
    with Session(workspace) as session:
        judged = [
            explain_stored_verdict(session, "Filter", number, NoOpJobContext())
            for number in kept.document_numbers.tolist()
        ]

    assert [each.verdict.label for each in judged] == [
        kept.label_names[number] for number in kept.label_indices.tolist()
    ]


def test_the_kept_model_does_not_forget(workspace: Path) -> None:
    with Workspace(workspace, read_only=True) as opened:
        before = opened.models.content("Filter")

    explain_stored_verdict(workspace, "Filter", 1, NoOpJobContext())

    with Workspace(workspace, read_only=True) as opened:
        assert opened.models.content("Filter") == before


def test_the_terms_add_up_to_the_score(workspace: Path) -> None:
    verdict = explain_stored_verdict(workspace, "Filter", 7, NoOpJobContext()).verdict

    terms = sum(term.term for term in verdict.terms)
    assert verdict.odds == pytest.approx(verdict.prior_term + verdict.absent_term + terms + verdict.rest)


def test_a_document_without_a_label_was_never_learnt_and_is_explained_as_it_is(workspace: Path) -> None:
    with Workspace(workspace) as opened:
        opened.editing.add("Mail", [made_up("spam", 99)])
        number = max(opened.documents.columns("Mail").document_numbers.tolist())
        opened.editing.relabel([number], None)
    train(workspace, TrainingOrder(RecipeRequest(event_model="multinomial"), "Mail", "Filter"), NoOpJobContext())

    assert explain_stored_verdict(workspace, "Filter", number, NoOpJobContext()).verdict.label == "spam"
