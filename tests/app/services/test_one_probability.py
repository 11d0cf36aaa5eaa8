"""A stored document has one probability: the list, its reading pane and the reasons for it say the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.corpus_view import DocumentQuery
from app.domain.jobs import Unattended
from app.pages.classify.explanations import explained
from app.services.judging.stored_reasons import stored_reasons
from app.services.library.browsing import Browser
from app.services.training.recipe_planning import RecipeRequest
from app.services.training.training import TrainingOrder, train

FILTER = RecipeRequest()
TEXTBOOK = RecipeRequest(event_model="multinomial")


@pytest.mark.parametrize("request_", [FILTER, TEXTBOOK], ids=["a filter", "a textbook model"])
def test_list_pane_and_reasons_say_the_same_of_every_document(workspace: Path, request_: RecipeRequest) -> None:
    train(workspace, TrainingOrder(request_, "Mail", "Filter"), Unattended())
    browser = Browser(workspace)
    numbers = browser.find("Mail", DocumentQuery(), Unattended()).numbers
    positive = browser.overview("Mail", Unattended()).positive
    for row in browser.rows("Mail", numbers, Unattended()):
        pane = browser.open("Mail", row.number, Unattended())
        why = explained(stored_reasons(workspace, "Filter", row.number, Unattended()), {})

        assert why.judged is not None
        assert pane.probability is not None
        share = row.verdict.share if row.verdict.judged == positive else 1.0 - (row.verdict.share or 0.0)
        assert (row.verdict.judged, share) == (pane.judged, pytest.approx(pane.probability))
        assert (why.judged.name, why.probability) == (pane.judged, pytest.approx(pane.probability))


@pytest.mark.parametrize(
    ("request_", "name"), [(FILTER, "before any word"), (TEXTBOOK, "prior, ")], ids=["a filter", "a textbook model"]
)
def test_only_what_is_a_share_of_documents_is_called_a_prior(
    workspace: Path, request_: RecipeRequest, name: str
) -> None:
    train(workspace, TrainingOrder(request_, "Mail", "Filter"), Unattended())
    [number, *_] = Browser(workspace).find("Mail", DocumentQuery(), Unattended()).numbers

    why = explained(stored_reasons(workspace, "Filter", int(number), Unattended()), {})

    assert why.score.prior is not None
    assert why.score.prior.name.startswith(name)
    assert ("%" in why.score.prior.name) == (request_ is TEXTBOOK)
