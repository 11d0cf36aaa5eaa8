"""A stored document has one probability: the list, its reading pane and the reasons for it say the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.jobs import NoOpJobContext
from app.domain.results import DocumentQuery
from app.features.classify.explanations import to_explained_verdict
from app.features.train.training import TrainingOrder, train
from app.library.browsing import Browser
from app.library.explanations import explain_stored_verdict
from app.library.recipes import RecipeRequest
from app.store.workspace import Session, Workspace

FILTER = RecipeRequest()
TEXTBOOK = RecipeRequest(event_model="multinomial")


@pytest.mark.parametrize("request_", [FILTER, TEXTBOOK], ids=["a filter", "a textbook model"])
def test_list_pane_and_reasons_say_the_same_of_every_document(workspace: Path, request_: RecipeRequest) -> None:
    train(workspace, TrainingOrder(request_, "Mail", "Filter"), NoOpJobContext())
    with Session(workspace) as session:
        browser = Browser(session)
        numbers = browser.find("Mail", DocumentQuery(), NoOpJobContext()).document_numbers
        positive = browser.overview("Mail", NoOpJobContext()).positive
        for row in browser.load_rows("Mail", numbers, NoOpJobContext()):
            pane = browser.open("Mail", row.number, NoOpJobContext())
            why = to_explained_verdict(explain_stored_verdict(session, "Filter", row.number, NoOpJobContext()), {})

            assert why.shown_label is not None
            assert pane.probability is not None
            share = row.verdict.share if row.verdict.judged == positive else 1.0 - (row.verdict.share or 0.0)
            assert (row.verdict.judged, share) == (pane.judged, pytest.approx(pane.probability))
            assert (why.shown_label.name, why.probability) == (pane.judged, pytest.approx(pane.probability))


@pytest.mark.parametrize(
    ("request_", "name"),
    [(FILTER, "starting point"), (TEXTBOOK, "prior of ")],
    ids=["a filter", "a textbook model"],
)
def test_only_what_is_a_share_of_documents_is_called_a_prior(
    workspace: Path, request_: RecipeRequest, name: str
) -> None:
    train(workspace, TrainingOrder(request_, "Mail", "Filter"), NoOpJobContext())
    [number, *_] = Browser(workspace).find("Mail", DocumentQuery(), NoOpJobContext()).document_numbers

    why = to_explained_verdict(explain_stored_verdict(workspace, "Filter", int(number), NoOpJobContext()), {})

    assert why.score.prior is not None
    assert why.score.prior.name.startswith(name)
    assert ("%" in why.score.prior.name) == (request_ is TEXTBOOK)


def test_a_verdict_says_the_same_after_the_label_was_changed(workspace: Path) -> None:
    browser = Browser(workspace)
    numbers = browser.find("Mail", DocumentQuery(), NoOpJobContext()).document_numbers
    before = {row.number: row.verdict for row in browser.load_rows("Mail", numbers, NoOpJobContext())}
    spam = [number for number in numbers.tolist() if before[number].judged == "spam"][:5]
    with Workspace(workspace) as opened:
        for label in ("ham", "spam", None):
            opened.editing.relabel(spam, label)
            for row in browser.load_rows("Mail", numbers, NoOpJobContext()):
                assert (row.verdict.judged, row.verdict.share) == (
                    before[row.number].judged, pytest.approx(before[row.number].share)
                )  # fmt: skip
                assert browser.open("Mail", row.number, NoOpJobContext()).probability == pytest.approx(
                    max(row.verdict.share or 0.0, 1.0 - (row.verdict.share or 0.0))
                )


def test_with_many_labels_no_other_label_s_probability_is_shown(workspace: Path) -> None:
    with Workspace(workspace) as opened:
        numbers = opened.documents.numbers("Mail").tolist()
        opened.editing.relabel(numbers[:10], "newsletter")
    train(workspace, TrainingOrder(TEXTBOOK, "Mail", "Filter"), NoOpJobContext())
    browser = Browser(workspace)
    other = next(number for number in numbers if browser.open("Mail", number, NoOpJobContext()).judged == "ham")
    with Workspace(workspace) as opened:
        opened.editing.relabel([other], "newsletter")
        assert browser.open("Mail", other, NoOpJobContext()).probability is None
        opened.undo_log.undo()
    assert browser.open("Mail", other, NoOpJobContext()).probability is not None


def test_each_model_s_own_verdicts_are_listed(workspace: Path) -> None:
    train(
        workspace,
        TrainingOrder(RecipeRequest(event_model="bernoulli", smoothing="0.01"), "Mail", "Other"),
        NoOpJobContext(),
    )
    browser = Browser(workspace)
    numbers = browser.find("Mail", DocumentQuery(), NoOpJobContext()).document_numbers

    def shares(model: str) -> list[float | None]:
        browser.show_verdicts_of(model)
        assert browser.overview("Mail", NoOpJobContext()).judged_by == model
        for number in numbers[:5].tolist():
            why = to_explained_verdict(explain_stored_verdict(workspace, model, number, NoOpJobContext()), {})
            assert why.probability == pytest.approx(browser.open("Mail", number, NoOpJobContext()).probability)
        return [row.verdict.share for row in browser.load_rows("Mail", numbers, NoOpJobContext())]

    assert shares("Filter") != shares("Other")
    assert shares("Filter") == shares("Filter")


def test_verdicts_go_with_their_model(workspace: Path) -> None:
    with Workspace(workspace) as opened:
        kept = opened.verdicts.leave_one_out("Mail", "Filter")
        assert kept is not None
        assert kept.model_name == "Filter"
        opened.models.remove("Filter")
        assert opened.verdicts.leave_one_out("Mail", "Filter") is None
