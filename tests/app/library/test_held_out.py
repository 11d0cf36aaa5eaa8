"""Held-out documents: later ones by what came before them, or a share of each label; scikit-learn is the judge."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from sklearn.naive_bayes import MultinomialNB

from app.domain.jobs import NoOpJobContext
from app.features.evaluate.use_cases import Comparer, EvaluationOrder, Yardstick, compare_by_mcnemar, evaluate_model
from app.features.train.training import TrainingOrder, train
from app.library.held_out import N_PARTS, choose_held_out_rows, judge_by_date, judge_held_out, split_later_half
from app.library.recipes import FILTER, RecipeRequest, resolve_request
from app.library.training_data import LabelledCorpus, facts_of_corpus, load_labelled_corpus
from app.store.workspace import Workspace
from nbengine.counts import FloatArray, IntArray
from nbengine.filter.corpus_replay import choose_replay_order
from nbengine.models.recipe import Recipe
from nbengine.models.training import score_unseen_documents
from tests.app.made_up_corpus import workspace

__all__ = ["workspace"]
NOBODY = NoOpJobContext()
ALPHA = 0.5


@pytest.fixture
def recipe_and_corpus(workspace: Path) -> tuple[Recipe, LabelledCorpus]:
    with Workspace(workspace) as opened:
        corpus = opened.corpora.get("Mail")
        request = RecipeRequest(event_model="multinomial", smoothing=str(ALPHA), vocabulary="all")
        recipe = resolve_request(request, facts_of_corpus(opened, corpus))
        return recipe, load_labelled_corpus(opened, corpus, recipe, NOBODY)


def dense_counts(labelled: LabelledCorpus) -> FloatArray:
    text = labelled.documents.load().features.text
    assert text is not None
    counts = np.zeros((text.n_documents, text.n_tokens))
    rows = np.repeat(np.arange(text.n_documents), np.diff(text.starts))
    counts[rows, text.tokens] = text.values
    return counts


def log_ratio_by_scikit_learn(counts: FloatArray, labels: IntArray, learnt: IntArray, judged: IntArray) -> FloatArray:
    """Return the log-odds of the judged documents by a model of the words of the learnt ones."""
    known = counts[learnt].any(axis=0)
    model = MultinomialNB(alpha=ALPHA).fit(counts[learnt][:, known], labels[learnt])
    log_joint = model.predict_joint_log_proba(counts[judged][:, known])
    return np.asarray(log_joint[:, 1] - log_joint[:, 0])


def test_a_held_out_share_is_judged_like_scikit_learn_judges_it(
    recipe_and_corpus: tuple[Recipe, LabelledCorpus],
) -> None:
    recipe, labelled = recipe_and_corpus
    rows, labels = choose_held_out_rows(labelled), labelled.documents.label_numbers
    learnt = np.delete(np.arange(len(labels)), rows)

    judged = judge_held_out(recipe, labelled, rows, None, NOBODY)

    expected = log_ratio_by_scikit_learn(dense_counts(labelled), labels, learnt, rows)
    assert np.array_equal(judged.log_proba.argmax(axis=1), (expected > 0).astype(np.int64))


def test_later_documents_are_judged_like_scikit_learn_judges_them_by_earlier_ones(
    recipe_and_corpus: tuple[Recipe, LabelledCorpus],
) -> None:
    recipe, labelled = recipe_and_corpus
    labels, counts = labelled.documents.label_numbers, dense_counts(labelled)
    order = choose_replay_order(labels, labelled.dates_s)
    later = order[len(order) // 2 :]
    expected = np.zeros(len(labels))
    for part in range(N_PARTS):
        judged = later[np.arange(len(later)) * N_PARTS // len(later) == part]
        learnt = order[: len(order) // 2 + int(np.searchsorted(np.arange(len(later)) * N_PARTS // len(later), part))]
        if len(judged):
            expected[judged] = log_ratio_by_scikit_learn(counts, labels, learnt, judged)

    verdicts = judge_by_date(recipe, labelled, NOBODY)

    scores = score_unseen_documents(recipe, labelled.documents, split_later_half(labelled))
    assert np.array_equal(verdicts.row_indices, np.sort(later))
    assert scores[:, 1] - scores[:, 0] == pytest.approx(expected[verdicts.row_indices], abs=1e-9)


def test_the_share_is_stratified_and_the_same_each_time(recipe_and_corpus: tuple[Recipe, LabelledCorpus]) -> None:
    _, labelled = recipe_and_corpus
    rows = choose_held_out_rows(labelled, 0.2)

    assert np.bincount(labelled.documents.label_numbers[rows]).tolist() == [6, 6]  # 20 % of 30 each
    assert np.array_equal(rows, choose_held_out_rows(labelled, 0.2))
    assert not np.array_equal(rows, choose_held_out_rows(labelled, 0.2, seed=1))


def test_documents_that_are_added_hardly_change_the_share(recipe_and_corpus: tuple[Recipe, LabelledCorpus]) -> None:
    _, labelled = recipe_and_corpus
    before = set(labelled.document_numbers[choose_held_out_rows(labelled)].tolist())
    fewer = np.arange(len(labelled.document_numbers) - 3)
    smaller = replace(labelled, document_numbers=labelled.document_numbers[fewer], documents=labelled.documents[fewer])

    assert len(before - set(smaller.document_numbers[choose_held_out_rows(smaller)].tolist())) <= 2


def test_a_filter_and_a_textbook_model_are_judged_on_the_same_mails(workspace: Path) -> None:
    request = RecipeRequest(event_model=FILTER, spam_label="spam")
    train(workspace, TrainingOrder(request, "Mail", "Spam filter"), NOBODY)
    comparer = Comparer(workspace)

    by_date = [comparer.report(model, Yardstick("by-date"), NOBODY) for model in ("Filter", "Spam filter")]

    assert {report.way for report in by_date} == {"by-date"}
    numbers = [report.document_numbers for report in by_date]
    assert numbers[0] is not None
    assert np.array_equal(numbers[0], numbers[1])
    assert len(numbers[0]) == 30
    assert compare_by_mcnemar(*by_date) is not None


def test_verdicts_of_earlier_documents_do_not_depend_on_later_ones(
    recipe_and_corpus: tuple[Recipe, LabelledCorpus],
) -> None:
    _, labelled = recipe_and_corpus
    unseen = split_later_half(labelled)

    dates_s = labelled.dates_s
    assert dates_s is not None
    for label in (0, 1):
        is_of_label = labelled.documents.label_numbers == label
        earlier = np.setdiff1d(np.flatnonzero(is_of_label), unseen.judged_rows)
        later = np.intersect1d(np.flatnonzero(is_of_label), unseen.judged_rows)
        assert dates_s[earlier].max() < dates_s[later].min()


def test_an_evaluation_of_a_share_is_stored_with_its_documents(workspace: Path) -> None:
    first = Comparer(workspace).report("Filter", Yardstick("share"), NOBODY)
    again = Comparer(workspace).report("Filter", Yardstick("share"), NOBODY)

    assert first.document_numbers is not None
    assert again.document_numbers is not None
    assert np.array_equal(first.document_numbers, again.document_numbers)
    assert np.array_equal(first.log_proba, again.log_proba)
    assert again.way == "share"


def test_a_share_of_nothing_is_refused(workspace: Path) -> None:
    with pytest.raises(Exception, match="too few"):
        evaluate_model(workspace, EvaluationOrder("Filter", way="share", share=0.001), NOBODY)
