"""The effect of a correction is told before it is made, and is what the correction then does."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.jobs import Unattended
from app.services.judging.classify_session import JudgedDocuments, is_other
from app.services.judging.copies_of_models import MOST_VERDICTS, foreseen_changes, is_foreseeable
from app.services.models.kept_models import kept_model
from app.services.training.recipe_planning import RecipeRequest
from app.services.training.training import TrainingOrder, train
from app.session.session import Session
from app.store.workspace import Workspace
from tests.app.services.conftest import made_up

TEXTS = ("bonus on monday", "a bonus for the family", "garden loan", "loan and bonus for lunch", "train tickets")


@pytest.fixture(params=["multinomial", "filter"])
def held(workspace: Path, request: pytest.FixtureRequest) -> Session:
    event_model = RecipeRequest(event_model="multinomial", smoothing="0.5")
    recipe = RecipeRequest(event_model="filter") if request.param == "filter" else event_model
    train(workspace, TrainingOrder(recipe, "Mail", "Judge"), Unattended())
    return Session(workspace)


@pytest.mark.parametrize("label", ["ham", "spam", "newsletter"])
@pytest.mark.parametrize("text", [*TEXTS, made_up("ham", 3).text])
def test_it_is_what_the_correction_then_changes(held: Session, text: str, label: str) -> None:
    with held:
        documents = JudgedDocuments(held)
        for each in (text, *TEXTS):
            documents.classify_text("Judge", each, Unattended())
        before = documents.items()

        foreseen = foreseen_changes(held, "Judge", before, 1, [label], Unattended())
        documents.correct("Judge", 1, label, Unattended())

        pairs = list(zip(before, documents.items(), strict=True))[1:]
        assert foreseen == {label: sum(is_other(then.verdict, now.verdict) for then, now in pairs)}


def test_some_corrections_change_others_and_some_do_not(held: Session) -> None:
    with held:
        documents = JudgedDocuments(held)
        for each in TEXTS:
            documents.classify_text("Judge", each, Unattended())
        items = documents.items()

        found = [foreseen_changes(held, "Judge", items, item.number, ["ham", "spam"], Unattended()) for item in items]

        assert any(0 < n < len(TEXTS) for each in found for n in each.values())
        assert foreseen_changes(held, "Judge", items[:1], 1, ["ham"], Unattended()) == {"ham": 0}


def test_what_is_kept_stays_as_it_is(held: Session) -> None:
    with held:
        documents = JudgedDocuments(held)
        documents.classify_text("Judge", TEXTS[0], Unattended())
        documents.correct("Judge", 1, "spam", Unattended())
        before = model_hash(held.path), documents.items()

        foreseen_changes(held, "Judge", documents.items(), 1, ["ham"], Unattended())

        assert (model_hash(held.path), documents.items()) == before


def test_a_long_list_is_not_asked(held: Session) -> None:
    with held:
        documents = JudgedDocuments(held)
        [item], _ = documents.classify_text("Judge", TEXTS[0], Unattended())

        assert is_foreseeable([item] * MOST_VERDICTS, 1)
        assert not is_foreseeable([item] * MOST_VERDICTS, 2)


def model_hash(path: Path) -> str:
    with Workspace(path) as opened:
        return kept_model(opened, "Judge").model.canonical_hash()
