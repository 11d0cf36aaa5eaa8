"""Documents without a label: guesses beside a specification and scikit-learn, directions, exactness."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.naive_bayes import ComplementNB

from nbengine.counts import CountMatrix, count_matrix
from nbengine.errors import DamagedModelError, EngineError
from nbengine.explanations.explanation import explain, word_figures
from nbengine.learnt.documents import Documents, labelled_documents
from nbengine.learnt.factors import FittingSamples, fit_factors, labels_to_mask
from nbengine.learnt.tally import TfIdf
from nbengine.learnt.unlabelled import (
    EM_LENGTH,
    EM_SMOOTHING,
    EM_TEMPERING,
    UnlabelledDocuments,
    run_expectation_maximisation,
)
from nbengine.models.model import Model
from nbengine.models.persistence import model_from_bytes, model_to_bytes
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.models.training import compute_held_out_log_joint, refit_factors, train_model
from nbengine.packing import PackedContent, pack_content, unpack_content
from nbengine.text.token_counter import TokenCounter

ALONE = Recipe(event_model="learnt", smoothing=0.1, ridge_by_ratio=False)
TOGETHER = replace(ALONE, unlabelled=1.0)
TOPICS = {
    "sea": "ship harbour cargo sail captain wave anchor keel tide fleet",
    "sky": "plane pilot cloud wing airport flight engine hangar runway glider",
    "land": "train rail station track freight tunnel driver carriage signal platform",
}


def random_counts(seed: int, n_documents: int, n_tokens: int = 7) -> CountMatrix:
    return count_matrix(np.random.default_rng(seed).poisson(0.8, (n_documents, n_tokens)))


def texts_of(n_documents: int, seed: int) -> tuple[list[str], list[str]]:
    """Short texts with a few words of one of three topics, and words that all topics share."""
    random = np.random.default_rng(seed)
    labels = [list(TOPICS)[number] for number in random.integers(0, 3, n_documents)]
    common = [f"word{number}" for number in range(40)]
    texts = [" ".join([*random.choice(TOPICS[label].split(), 4), *random.choice(common, 8)]) for label in labels]
    return texts, labels


def pile(n_labelled: int = 6, n_unlabelled: int = 300) -> tuple[Documents, list[str], list[str]]:
    """A few labelled documents with many unlabelled ones; then new texts and their true labels."""
    counter, names = TokenCounter(ALONE.rules), sorted(TOPICS)
    texts, labels = texts_of(60, seed=1)
    picked = [
        place for name in names for place in [p for p, own in enumerate(labels) if own == name][: n_labelled // 3]
    ]
    known = counter.count([texts[place] for place in picked])
    rest = counter.count(texts_of(n_unlabelled, seed=2)[0])
    numbers = [names.index(labels[place]) for place in picked]
    documents = labelled_documents(known, numbers, names, counter.vocabulary)
    unlabelled = UnlabelledDocuments(rest.widen(len(counter.vocabulary)))
    return replace(documents, unlabelled=unlabelled), *texts_of(200, seed=3)


def model_of(recipe: Recipe, documents: Documents) -> Model:
    rest = None if documents.unlabelled is None else documents.unlabelled.counts
    given = documents.features, documents.label_numbers, documents.labels, documents.vocabulary
    return train_model(recipe, *given, unlabelled=rest, is_assured=False)


def share_right(model: Model, texts: list[str], labels: list[str]) -> float:
    verdicts = model.judge_texts(texts)
    return float(np.mean([model.labels[number] for number in verdicts.label_numbers] == np.array(labels)))


def test_a_round_of_guesses_is_scikit_learns_complement_naive_bayes() -> None:
    tfidf = TfIdf(np.ones(7))
    known, rest, labels = tfidf(random_counts(1, 12)), tfidf(random_counts(2, 20)), np.arange(12) % 3
    first = np.random.default_rng(0).dirichlet(np.ones(3), 20)
    ours = run_expectation_maximisation(
        FittingSamples(known, labels_to_mask(labels, 3)), rest, first, weight=0.5, rounds=1
    )

    sharp = first**2 / (first**2).sum(axis=1, keepdims=True)
    table = EM_LENGTH * np.vstack([known.csr.toarray(), *[rest.csr.toarray()] * 3])
    truth = np.concatenate([labels, np.repeat(np.arange(3), 20)])
    weights = np.concatenate([np.ones(12), 0.5 * sharp.T.ravel()])
    theirs = ComplementNB(alpha=2 * EM_SMOOTHING).fit(table, truth, sample_weight=weights)
    sizes = np.bincount(sharp.argmax(axis=1), minlength=3) + 3
    joint = EM_LENGTH * rest.csr @ theirs.feature_log_prob_.T + np.log(sizes / sizes.sum())
    odds = np.exp(EM_TEMPERING * joint)
    np.testing.assert_allclose(ours, odds / odds.sum(axis=1, keepdims=True))


def test_directions_are_those_of_a_full_decomposition() -> None:
    counts = random_counts(3, 30, 12)
    unlabelled = UnlabelledDocuments(counts)
    basis = unlabelled.directions.basis.astype(np.float64)
    theirs = np.linalg.svd(unlabelled.directions.tfidf(counts).csr.toarray())[2][: basis.shape[1]]

    np.testing.assert_allclose(basis.T @ basis, np.eye(basis.shape[1]), atol=1e-5)
    np.testing.assert_allclose(np.abs((theirs[:5] * basis.T[:5]).sum(axis=1)), 1, atol=1e-3)


def test_equal_documents_have_one_direction() -> None:
    counts = count_matrix(np.tile([3, 1, 2], (40, 1)))

    directions = UnlabelledDocuments(counts).directions

    assert directions.basis.shape == (3, 1)
    np.testing.assert_allclose(np.abs(directions.unlabelled_coordinates), 1, rtol=1e-6)


def test_directions_leave_out_words_of_a_single_document() -> None:
    counts = count_matrix([[1, 1, 0], [1, 0, 0], [0, 0, 1]])

    directions = UnlabelledDocuments(counts).directions

    assert directions.basis[0].any()
    assert not directions.basis[1:].any()


def test_documents_without_a_label_teach_words_that_no_labelled_one_has() -> None:
    documents, texts, labels = pile()
    alone, together = model_of(ALONE, documents), model_of(TOGETHER, documents)

    assert together.n_unlabelled == 300
    assert together.token_of("glider") >= 0
    assert share_right(together, texts, labels) > share_right(alone, texts, labels) + 0.1
    assert share_right(together, texts, labels) > 0.9


def test_documents_without_a_label_of_weight_0_leave_the_supervised_model() -> None:
    documents, texts, _ = pile()
    ignored, alone = model_of(ALONE, documents), model_of(ALONE, replace(documents, unlabelled=None))

    assert ignored.n_unlabelled == 0
    assert model_to_bytes(ignored) == model_to_bytes(alone)
    np.testing.assert_array_equal(ignored.judge_texts(texts).log_joint, alone.judge_texts(texts).log_joint)


def test_the_nearer_their_weight_is_to_0_the_nearer_the_weights_of_words_are_to_the_supervised_ones() -> None:
    documents, _, _ = pile()
    distances = []
    for weight in (1.0, 1e-3, 1e-9):
        share = model_of(replace(ALONE, unlabelled=weight), documents).statistics.factors.unlabelled
        distances.append(float(np.abs(share.weights).max()))

    assert distances[0] > distances[1] > 10 * distances[2]
    assert distances[2] < 1e-2


def test_what_was_counted_holds_no_document_without_a_label() -> None:
    documents, _, _ = pile()
    alone, together = model_of(ALONE, documents), model_of(TOGETHER, documents)

    assert together.canonical_hash() == alone.canonical_hash()
    np.testing.assert_array_equal(together.statistics.documents, alone.statistics.documents)


def test_a_lesson_leaves_the_share_of_the_unlabelled_as_it_is() -> None:
    documents, _, _ = pile()
    model = model_of(TOGETHER, documents)
    before = model.statistics.factors.unlabelled

    model.learn_texts(["ship keel wave"], ["sea"])

    after = model.statistics.factors.unlabelled
    np.testing.assert_array_equal(after.weights[: len(before.weights)], before.weights)
    assert not after.weights[len(before.weights) :].any()
    assert model.statistics.factors.n_changes_since_fit == 1


def test_a_forgotten_document_is_as_if_it_had_never_been_learnt() -> None:
    documents, texts, _ = pile(n_labelled=9)
    model, rest = model_of(TOGETHER, documents), documents[np.arange(1, 9)]
    never = model_of(TOGETHER, rest)

    model.forget(model.map_counts(documents[:1].features.text, documents.vocabulary).counts, [documents.labels[0]])
    refit_factors(model, rest)

    assert model.canonical_hash() == never.canonical_hash()
    np.testing.assert_allclose(
        model.judge_texts(texts).log_joint, never.judge_texts(texts).log_joint, atol=2e-3, rtol=2e-3
    )


def test_held_out_scores_come_from_models_with_the_unlabelled_documents() -> None:
    documents, _, _ = pile(n_labelled=9)
    right = []
    for recipe in (ALONE, TOGETHER):
        log_joint = compute_held_out_log_joint(model_of(recipe, documents), documents)
        right.append(float(np.mean(log_joint.argmax(axis=1) == documents.label_numbers)))

    assert right[1] > right[0]


def test_a_model_comes_back_from_its_bytes_with_the_share_of_the_unlabelled() -> None:
    documents, texts, _ = pile()
    model = model_of(TOGETHER, documents)

    again = model_from_bytes(model_to_bytes(model))

    assert again.n_unlabelled == 300
    np.testing.assert_array_equal(again.judge_texts(texts).log_joint, model.judge_texts(texts).log_joint)
    np.testing.assert_array_equal(again.scored_statistics.factors.unlabelled.weights,
                                  model.scored_statistics.factors.unlabelled.weights)  # fmt: skip


def test_a_model_of_an_earlier_version_opens_without_a_share() -> None:
    documents, _, _ = pile()
    parts = unpack_content(model_to_bytes(model_of(ALONE, documents)))
    recipe = {name: value for name, value in parts.facts["recipe"].items() if name != "unlabelled"}
    earlier = pack_content(PackedContent({**parts.facts, "recipe": recipe}, parts.numbers, parts.blobs))

    again = model_from_bytes(earlier)

    assert again.recipe == ALONE
    assert again.n_unlabelled == 0


@pytest.mark.parametrize("changed", [{"unlabelled": -1}, {"unlabelled": "many"}, {"unlabelled": 2.5}])
def test_a_damaged_number_of_unlabelled_documents_is_refused(changed: dict[str, object]) -> None:
    documents, _, _ = pile()
    parts = unpack_content(model_to_bytes(model_of(TOGETHER, documents)))

    with pytest.raises(DamagedModelError):
        model_from_bytes(pack_content(PackedContent({**parts.facts, **changed}, parts.numbers, parts.blobs)))


def test_a_share_of_other_words_is_refused() -> None:
    documents, _, _ = pile()
    parts = unpack_content(model_to_bytes(model_of(TOGETHER, documents)))
    short = parts.numbers | {"unlabelled.weights": parts.numbers["unlabelled.weights"][:-3]}

    with pytest.raises(DamagedModelError):
        model_from_bytes(pack_content(PackedContent(parts.facts, short, parts.blobs)))


def test_merged_words_and_renamed_labels_keep_the_share() -> None:
    documents, texts, _ = pile()
    model = model_of(TOGETHER, documents)
    before = model.judge_texts(texts).log_joint

    model.rename_labels({"sea": "water"})

    assert model.labels == ("land", "water", "sky")
    assert model.n_unlabelled == 300
    np.testing.assert_array_equal(model.judge_texts(texts).log_joint, before)


def test_a_new_label_has_no_share_of_the_unlabelled() -> None:
    documents, _, _ = pile()
    model = model_of(TOGETHER, documents)

    model.learn_texts(["rocket moon"], ["space"])

    assert not model.statistics.factors.unlabelled.weights[:, model.labels.index("space")].any()


def test_the_shares_of_a_word_add_up_to_its_weight() -> None:
    documents, _, _ = pile()
    together, alone = model_of(TOGETHER, documents), model_of(ALONE, replace(documents, unlabelled=None))
    figures = word_figures(together)
    glider = figures.words.index("glider")

    assert word_figures(alone).unlabelled_weights is None
    np.testing.assert_allclose(
        figures.unlabelled_weights[glider], figures.weights[glider], rtol=2e-3
    )  # no label has it
    counted = figures.weights - figures.unlabelled_weights
    own = fit_factors(
        FittingSamples(
            together.prepare(together.map_counts(documents.features.text, documents.vocabulary).counts).text,
            labels_to_mask(documents.label_numbers, 3),
        ),
        np.ones(counted.shape),
    )
    np.testing.assert_allclose(counted, own.weights[figures.tokens], atol=2e-3)


def test_an_explanation_says_what_the_unlabelled_taught_of_each_word() -> None:
    documents, _, _ = pile()
    together, alone = model_of(TOGETHER, documents), model_of(ALONE, replace(documents, unlabelled=None))
    text = "glider over the harbour"

    terms = {term.name: term for term in explain(together, together.count([text]).counts, "sky", "sea").terms}
    assert terms["glider"].unlabelled == pytest.approx(terms["glider"].value, rel=2e-3)
    assert terms["glider"].value > 0 > terms["harbour"].value
    assert all(term.unlabelled is None for term in explain(alone, alone.count([text]).counts).terms)


def test_a_limited_vocabulary_takes_no_words_of_unlabelled_documents() -> None:
    documents, _, _ = pile()
    model = model_of(replace(TOGETHER, limits=VocabularyLimits(size=5)), documents)

    assert len(model.vocabulary) == 5
    assert model.n_unlabelled == 300


def test_stop_words_stay_out() -> None:
    documents, _, _ = pile()
    model = model_of(replace(TOGETHER, limits=VocabularyLimits(stop_words=frozenset({"glider"}))), documents)

    assert "glider" not in model.vocabulary
    assert "runway" in model.vocabulary


def test_the_progress_of_a_fit_can_stop_it() -> None:
    documents, _, _ = pile()

    def stop(done: int, total: int) -> None:
        raise InterruptedError

    model = model_of(TOGETHER, documents)
    with pytest.raises(InterruptedError):
        refit_factors(model, documents.with_progress(stop))


def test_a_recipe_refuses_weights_that_mean_nothing() -> None:
    for weight in (-1.0, float("nan"), float("inf")):
        with pytest.raises(EngineError, match="unlabelled"):
            replace(ALONE, unlabelled=weight)
    with pytest.raises(EngineError, match="learnt factors"):
        Recipe(event_model="multinomial", unlabelled=1.0)
