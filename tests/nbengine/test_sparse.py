"""A tally that keeps only its filled cells answers as one that keeps all of them, and holds what no table could."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest

from nbengine.counts import CountMatrix, count_matrix
from nbengine.errors import EngineError, TooLargeModelError
from nbengine.events import derive, leave_one_out
from nbengine.events.event_model import EventSettings
from nbengine.explanations.derivation import derivation_of
from nbengine.explanations.explanation import explain, fewest_words, strongest_words, word_figures
from nbengine.explanations.influence import influence_on_verdict
from nbengine.learnt import tally as count_table
from nbengine.learnt.tally import Tally, make_tally
from nbengine.models.persistence import model_from_bytes, model_to_bytes
from nbengine.models.recipe import Recipe, VocabularyLimits, token_scores
from nbengine.models.training import train_model
from nbengine.text.vocabulary import Vocabulary
from tests.nbengine.models import RECIPES, made_up_documents
from tests.nbengine.problems import TEXT_MODELS, a_problem

TEXT_RECIPES = {name: recipe for name, recipe in RECIPES.items() if recipe.reads_text and name != "mixed by presence"}


@pytest.mark.parametrize("is_real", [False, True])
@pytest.mark.parametrize("is_weighted", [False, True])
def test_learning_forgetting_and_moving_leave_the_same_counts(is_real, is_weighted, only_filled):
    def found():
        problem = a_problem(4, is_real=is_real, is_weighted=is_weighted)
        weights = problem.weights if is_weighted else np.ones(24)
        tally = Tally(problem.labels, is_real=is_real)
        for part in np.array_split(np.arange(24), 5):
            tally.learn(problem.counts[part], problem.label_numbers[part], weights[part])
        gone = np.array([1, 5, 7])
        tally.forget(problem.counts[gone], problem.label_numbers[gone], weights[gone])
        other = make_tally(problem.labels[:1], problem.counts[[2]], [0], weights[[2]], is_real=is_real)
        tally = (tally + other - other).with_columns_moved(np.random.default_rng(0).permutation(15), 15)
        return tally.with_labels(["c", "b", "new", "a"]).with_columns([3, 5, 9], unknown_presences=[1, 2, 3, 4])

    dense = found()
    only_filled()
    sparse = found()

    assert sparse.is_sparse
    np.testing.assert_allclose(sparse.occurrences, dense.occurrences, rtol=1e-12, atol=1e-3 if is_real else 0)
    np.testing.assert_array_equal(sparse.presences, dense.presences)
    np.testing.assert_array_equal(sparse.documents, dense.documents)
    np.testing.assert_allclose(sparse.totals, dense.totals, rtol=1e-12)
    assert sparse.canonical_hash("wxyz") == dense.canonical_hash("wxyz")


@pytest.mark.parametrize("name", TEXT_MODELS)
@pytest.mark.parametrize("smoothing", [0.0, 1e-300, 0.3, 1.0])
@pytest.mark.parametrize("n_labels", [1, 2, 5])
def test_scores_and_scores_left_out_are_those_of_the_table(name, smoothing, n_labels, only_filled):
    def found(*, is_real, is_weighted, norm):
        problem = a_problem(7, n_labels=n_labels, is_real=is_real, is_weighted=is_weighted)
        settings = EventSettings(name, smoothing, norm=norm)
        learnt = problem.learnt(is_real=is_real).text
        left = leave_one_out(learnt, problem.counts, problem.label_numbers, settings, problem.weights)
        scorer = derive(learnt, settings)
        return left, scorer.log_joint(problem.counts), scorer.weights

    cases = [
        {"is_real": is_real, "is_weighted": is_weighted, "norm": norm}
        for is_real in (False, True)
        for is_weighted in (False, True)
        for norm in ((False, True) if name == "complement" and smoothing else (False,))
    ]
    dense = [found(**case) for case in cases]
    only_filled()

    for case, before in zip(cases, dense, strict=True):
        for mine, theirs in zip(found(**case), before, strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=1e-9, atol=1e-11, err_msg=str(case))


def numbered_words(n_words):
    return Vocabulary(f"w{number}" for number in range(n_words))


@pytest.mark.parametrize("recipe", TEXT_RECIPES.values(), ids=TEXT_RECIPES)
def test_a_model_is_the_same_from_training_to_its_bytes(recipe, only_filled):
    def found():
        features, labels, vocabulary = made_up_documents(n_labels=4)
        names = ("a", "b", "c", "d")
        taught = replace(features, numbers=None, choices=None) if recipe.reads_text_alone else features
        model = train_model(recipe, taught, labels, names, vocabulary)
        own = taught[np.arange(1)]
        before = model.judge(taught).log_joint
        model.learn(own, ["b"])
        lazily = model.judge(own).log_joint  # by the document's own words alone
        model.derive()
        told = explain(model, own) if recipe.counts_as != "tfidf" else None
        flip = fewest_words(model, own)[1]
        influence = influence_on_verdict(model, own, features_again(taught, own), [*labels, 1], label="a", against="b")
        strongest = [found.words[:3] for found in strongest_words(model)]
        return model, (before, lazily, influence, word_figures(model).log_odds), (told, flip, strongest)

    dense, numbers, words = found()
    only_filled()
    sparse, sparse_numbers, sparse_words = found()

    for mine, theirs in zip(sparse_numbers, numbers, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-9, atol=1e-9)
    if words[0] is not None:
        assert sparse_words[0].label == words[0].label
        assert sparse_words[0].score == pytest.approx(words[0].score, rel=1e-11)
    assert sparse_words[1:] == words[1:] or recipe.smoothing == 0
    for name in ("cells", "occurrences", "presences"):
        mine, theirs = (getattr(model.statistics.text.filled_cells(), name) for model in (sparse, dense))
        np.testing.assert_allclose(mine, theirs, rtol=1e-12)
    assert model_from_bytes(model_to_bytes(dense)).statistics.text.is_sparse
    assert sparse.canonical_hash() == dense.canonical_hash()


def features_again(features, own):
    text = features.text
    starts = np.concatenate((text.starts, [text.starts[-1] + len(own.text.tokens)]))
    tokens, values = np.append(text.tokens, own.text.tokens), np.append(text.values, own.text.values)
    more = [None if part is None else np.concatenate((part, part[:1])) for part in (features.numbers, features.choices)]
    return type(features)(CountMatrix(starts, tokens, values, text.n_tokens), *more)


def test_a_derivation_names_the_same_fractions(only_filled):
    def found():
        features, labels, vocabulary = made_up_documents()
        counts = features.text
        model = train_model(Recipe(event_model="bernoulli"), counts, labels, ("a", "b", "c"), vocabulary)
        told = derivation_of(model, counts.row(0))
        return [(step.name, step.working.probability) for step in told.labels[1].steps], told.labels[1].absent

    dense = found()
    only_filled()

    assert found() == dense


def test_rankings_of_words_agree(only_filled):
    tally = a_problem(2, n_labels=5).learnt().text
    dense = {rank: token_scores(tally, rank) for rank in ("frequency", "count", "mutual-information", "chi2")}
    only_filled()
    sparse = a_problem(2, n_labels=5).learnt().text

    for rank, scores in dense.items():
        np.testing.assert_allclose(token_scores(sparse, rank), scores, rtol=1e-9, atol=1e-9 * scores.max())


def many_labels(n_documents=2_000, n_words=400_000, n_labels=1_000):
    """Documents of twenty words each, of which a quarter are their label's own."""
    random = np.random.default_rng(0)
    labels = np.arange(n_documents) % n_labels
    own = labels[:, None] * (n_words // n_labels) + random.integers(0, n_words // n_labels, (n_documents, 5))
    tokens = np.concatenate((own, random.integers(0, n_words, (n_documents, 15))), axis=1)
    rows = np.repeat(np.arange(n_documents), 20)
    return sparse_counts(rows, tokens.reshape(-1), (n_documents, n_words)), labels


def sparse_counts(rows, tokens, shape):
    pairs = np.unique(rows * shape[1] + tokens)
    starts = np.searchsorted(pairs, np.arange(shape[0] + 1) * shape[1])
    return CountMatrix(starts, (pairs % shape[1]).astype(np.int32), np.ones(len(pairs), np.int64), shape[1])


def test_what_no_table_could_hold_is_learnt_judged_and_read_back_in_little_memory():
    counts, labels = many_labels()
    names, words = [f"label{number}" for number in range(1_000)], numbered_words(400_000)
    tracemalloc.start()

    model = train_model(
        Recipe(limits=VocabularyLimits(min_documents=0)), counts, labels, names, words, is_assured=False
    )
    again = model_from_bytes(model_to_bytes(model))
    judged = again.judge(counts[:50]).log_joint.argmax(axis=1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert (judged == labels[:50]).all()
    assert again.canonical_hash() == model.canonical_hash()
    assert peak < 1_000 * 400_000 / 2  # bytes; a table would take sixteen for each word and label


def test_one_lesson_in_a_large_model_is_judged_as_the_whole_model_judges():
    counts, labels = many_labels()
    names, words = [f"label{number}" for number in range(1_000)], numbered_words(400_000)
    recipe = Recipe(limits=VocabularyLimits(min_documents=0))
    model = train_model(recipe, counts, labels, names, words, is_assured=False)
    document = counts.row(3)

    model.learn(document, ["label3"])
    lazily = model.judge(document).log_joint

    np.testing.assert_allclose(lazily, model.with_recipe(recipe).scorer.log_joint(document), rtol=1e-12)


def test_more_than_a_model_holds_is_refused_while_it_is_learnt(monkeypatch, only_filled):
    problem = a_problem()
    only_filled()
    monkeypatch.setattr("nbengine.learnt.tally.MAX_FILLED_CELLS", 5)
    tally = Tally(problem.labels)

    with pytest.raises(TooLargeModelError, match="at most 5 pairs of a word and a label"):
        tally.learn(problem.counts, problem.label_numbers)

    assert not tally.documents.any()


def test_more_labels_than_a_model_holds_are_refused_before_anything_is_learnt():
    with pytest.raises(TooLargeModelError, match="at most 65,536 labels"):
        count_table.check_size(70_000, 0)


def test_a_table_of_all_cells_is_refused_where_memory_has_no_room_for_it():
    tally = Tally([f"label{number}" for number in range(1_000)], 1_000_000)
    tally.learn(count_matrix(np.array([[0, 2, 1]])), [7])

    with pytest.raises(TooLargeModelError, match="too many to be laid out at once"):
        _ = tally.occurrences
    assert tally.at(np.array([1_007]))[0].tolist() == [2 << 20]


def test_a_document_that_was_never_learnt_cannot_be_left_out(only_filled):
    problem = a_problem()
    only_filled()
    learnt, strange = problem.learnt().text, count_matrix(np.full((1, 15), 99))

    for name in TEXT_MODELS:
        with pytest.raises(EngineError, match="never learnt"):
            leave_one_out(learnt, strange, [0], EventSettings(name)) if name != "bernoulli" else learnt.forget(
                strange, [0]
            )
