"""A stored document is explained by a model that has forgotten it; the kept model stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.jobs import Unattended
from app.services.judging.copies_of_models import stored_reasons
from app.services.training.recipe_planning import RecipeRequest
from app.services.training.training import TrainingOrder, train
from app.store.workspace import Workspace
from tests.app.services.conftest import made_up


def test_the_verdict_is_the_one_that_leave_one_out_gave(workspace: Path) -> None:
    with Workspace(workspace, read_only=True) as opened:
        kept = opened.verdicts.leave_one_out("Mail")
    assert kept is not None
    judged = [stored_reasons(workspace, "Filter", number, Unattended()) for number in kept.document_numbers.tolist()]

    assert [each.verdict.label for each in judged] == [kept.label_names[number] for number in kept.labels.tolist()]


def test_the_kept_model_does_not_forget(workspace: Path) -> None:
    with Workspace(workspace, read_only=True) as opened:
        before = opened.models.content("Filter")

    stored_reasons(workspace, "Filter", 1, Unattended())

    with Workspace(workspace, read_only=True) as opened:
        assert opened.models.content("Filter") == before


def test_the_terms_add_up_to_the_score(workspace: Path) -> None:
    verdict = stored_reasons(workspace, "Filter", 7, Unattended()).verdict

    terms = sum(term.term for term in verdict.terms)
    assert verdict.odds == pytest.approx(verdict.prior_term + verdict.absent_term + terms + verdict.rest)


def test_a_document_without_a_label_was_never_learnt_and_is_explained_as_it_is(workspace: Path) -> None:
    with Workspace(workspace) as opened:
        opened.editing.add("Mail", [made_up("spam", 99)])
        number = max(opened.documents.columns("Mail").numbers.tolist())
        opened.editing.relabel([number], None)
    train(workspace, TrainingOrder(RecipeRequest(event_model="multinomial"), "Mail", "Filter"), Unattended())

    assert stored_reasons(workspace, "Filter", number, Unattended()).verdict.label == "spam"
