"""Each label a question of its own: the counts, what is left out, sureness, figures, and what is kept."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from scipy.optimize import approx_fprime, minimize
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.metrics import accuracy_score, f1_score, hamming_loss

from nbengine.counts import CountMatrix
from nbengine.errors import DamagedModelError, EngineError
from nbengine.explanations.fit_gradients import compute_fit_gradients
from nbengine.learnt.documents import Documents, labelled_documents, statistics_of_documents
from nbengine.learnt.statistics import Features
from nbengine.measure.evaluation import evaluate_multi_label, most_frequent_confusions
from nbengine.models.model import Model
from nbengine.models.persistence import model_from_bytes, model_to_bytes
from nbengine.models.recipe import Recipe
from nbengine.models.training import train_model, train_on_statistics
from nbengine.questions import label_questions
from nbengine.questions.answers import (
    RIDGE,
    _fit_each_label,
    branches_of,
    cross_fit_answers,
    fit_answer_calibration,
    label_memberships,
    label_sets_of,
    labels_and_branches_of,
    labels_of_set,
)
from nbengine.questions.label_questions import LabelQuestions, MultiLabelModel, answer_by_folds, fit_questions
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import TokenRules

SETS = ("a", "a\x1fb", "b", "b\x1fc", "c")
WORDS = {"a": "apple", "b": "boat", "c": "cloud"}
TEXT_MODELS = [
    Recipe(event_model="multinomial", smoothing=0.5),
    Recipe(event_model="multinomial", smoothing=1.0, weighting="binary"),
    Recipe(event_model="multinomial", smoothing=1.0, weighting="tfidf"),
    Recipe(event_model="bernoulli", smoothing=1.0),
    Recipe(event_model="complement", smoothing=1.0),
]


def texts_and_sets(n_documents: int, seed: int = 0) -> tuple[list[str], list[str]]:
    """Texts whose words tell most of their labels, and some that are anybody's."""
    random, texts, sets = np.random.default_rng(seed), [], []
    for _ in range(n_documents):
        name = SETS[random.integers(len(SETS))]
        own = [WORDS[label] for label in labels_of_set(name) for _ in range(random.integers(1, 4))]
        texts.append(" ".join([*own, *(f"word{n}" for n in random.integers(0, 12, 6))]))
        sets.append(name)
    return texts, sets


def counted(texts: Sequence[str], sets: Sequence[str], counter: TokenCounter | None = None) -> Documents:
    counter = counter or TokenCounter(TokenRules())
    counts, names = counter.count(texts), sorted(set(sets))
    return labelled_documents(counts, np.array([names.index(name) for name in sets]), names, counter.vocabulary)


def model_of(recipe: Recipe, documents: Documents) -> Model:
    return train_on_statistics(recipe, documents, statistics_of_documents(documents))


@pytest.fixture(scope="module")
def documents() -> Documents:
    return counted(*texts_and_sets(120))


@pytest.mark.parametrize("recipe", TEXT_MODELS, ids=lambda recipe: f"{recipe.event_model} {recipe.weighting}")
def test_a_question_is_the_model_that_two_labels_would_make(documents: Documents, recipe: Recipe) -> None:
    questions = LabelQuestions(model_of(recipe, documents))
    for label in questions.labels:
        has = np.array([label in labels_of_set(documents.labels[number]) for number in documents.label_numbers])
        text = documents.features.text
        assert text is not None
        alone = train_model(recipe, text, (~has).astype(int), ["yes", "no"], documents.vocabulary, is_assured=False)
        asked_of = questions.question_model(label)
        mine = asked_of.scorer.log_joint(asked_of.prepare(asked_of.map_counts(text, documents.vocabulary).counts))
        theirs = alone.scorer.log_joint(alone.prepare(alone.map_counts(text, documents.vocabulary).counts))
        np.testing.assert_allclose(mine, theirs, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("recipe", [TEXT_MODELS[0], TEXT_MODELS[3], TEXT_MODELS[4]], ids=lambda one: one.event_model)
def test_what_is_left_out_is_what_a_model_without_the_document_says(recipe: Recipe) -> None:
    texts, sets = texts_and_sets(30, seed=3)
    counter = TokenCounter(TokenRules())
    whole = counted(texts, sets, counter)
    found = fit_questions(model_of(recipe, whole), whole, is_learnt=False)
    for row in (0, 7, 19):
        rest = [place for place in range(30) if place != row]
        without = counted([texts[place] for place in rest], [sets[place] for place in rest], counter)
        fresh = LabelQuestions(model_of(recipe, without))
        text = whole.features.text
        assert text is not None
        said = fresh.log_odds(Features(fresh.model.map_counts(text[np.array([row])], whole.vocabulary).counts))[0]
        np.testing.assert_allclose(found.log_odds[row], said, rtol=1e-9, atol=1e-9)


def test_numbers_and_choices_are_asked_alike() -> None:
    random = np.random.default_rng(1)
    has_a, has_b = random.random(80) < 0.5, random.random(80) < 0.5
    sets = ["\x1f".join(["a"] * int(one) + ["b"] * int(other)) or "c" for one, other in zip(has_a, has_b, strict=True)]
    names = sorted(set(sets))
    numbers = np.stack([has_a + random.normal(0, 0.2, 80), has_b + random.normal(0, 0.2, 80)], axis=1)
    documents = labelled_documents(Features(None, numbers), np.array([names.index(name) for name in sets]), names)
    found = fit_questions(model_of(Recipe(event_model="gaussian"), documents), documents, is_learnt=True)
    _, given = cross_fit_answers(found.log_odds, found.truth, found.questions.labels)
    assert evaluate_multi_label(given, found.truth, found.questions.labels).micro_f1 > 0.9


@pytest.mark.parametrize("is_learnt", [True, False])
def test_labels_are_told_without_having_been_seen(documents: Documents, is_learnt: bool) -> None:
    found = fit_questions(model_of(TEXT_MODELS[0], documents), documents, is_learnt=is_learnt)
    probabilities, given = cross_fit_answers(found.log_odds, found.truth, found.questions.labels)
    figures = evaluate_multi_label(given, found.truth, found.questions.labels)
    assert figures.micro_f1 > 0.95
    assert abs(probabilities.mean() - found.truth.mean()) < 0.05
    folds = np.arange(len(documents)) % 4
    again = answer_by_folds(TEXT_MODELS[0], documents, folds, is_learnt=is_learnt)
    _, given = cross_fit_answers(again.log_odds, again.truth, again.questions.labels)
    assert evaluate_multi_label(given, again.truth, again.questions.labels).micro_f1 > 0.9


def test_neither_calibration_nor_mark_has_seen_the_document_that_it_is_asked_about() -> None:
    random = np.random.default_rng(0)
    truth = random.random((60, 3)) < 0.3
    log_odds = random.normal(0, 1, (60, 3)) + 2 * truth
    before = cross_fit_answers(log_odds, truth, ("a", "b", "c"))
    truth[0] = ~truth[0]
    after = cross_fit_answers(log_odds, truth, ("a", "b", "c"))
    np.testing.assert_array_equal(before[0][0], after[0][0])
    np.testing.assert_array_equal(before[1][0], after[1][0])
    assert (before[0] != after[0]).any()


def test_of_sure_answers_few_are_wrong_and_probabilities_are_so() -> None:
    random = np.random.default_rng(5)
    truth = random.random((4000, 4)) < np.array([0.5, 0.2, 0.05, 0.01])
    log_odds = 40 * (random.normal(0, 1, truth.shape) + 1.5 * truth)
    answers = fit_answer_calibration(log_odds[:2000], truth[:2000], ("a", "b", "c", "d"))
    shares = answers.probabilities(log_odds[2000:])
    sure = shares >= answers.presence_threshold
    assert truth[2000:][sure].mean() > 0.92
    for low in (0.0, 0.25, 0.5, 0.75):
        own = (shares >= low) & (shares < low + 0.25)
        assert abs(shares[own].mean() - truth[2000:][own].mean()) < 0.08


def test_a_set_model_forgets_what_it_learnt_and_keeps_its_questions(documents: Documents) -> None:
    found = fit_questions(model_of(TEXT_MODELS[0], documents), documents, is_learnt=True)
    model = MultiLabelModel(model_of(TEXT_MODELS[0], documents), found.questions.saved)
    before, learnt_hash = model.judge_texts(["apple boat word1"]), model.canonical_hash()
    model.learn_texts(["zebra zebra", "apple zebra"], ["z", "a\x1fz"])
    assert "z" in model.questions.labels
    later = model.judge_texts(["zebra"])
    assert later.labels[int(later.label_numbers[0])] == "z"
    model.forget_texts(["zebra zebra", "apple zebra"], ["z", "a\x1fz"])
    model.drop_empty_labels()
    assert model.canonical_hash() == learnt_hash
    after = model.judge_texts(["apple boat word1"])
    np.testing.assert_allclose(before.calibrated_log_proba, after.calibrated_log_proba)
    assert label_sets_of(after.labels, after.is_assigned) == ["a\x1fb"]


@pytest.mark.parametrize("is_learnt", [True, False])
def test_a_set_model_is_kept_as_it_is(documents: Documents, is_learnt: bool) -> None:
    found = fit_questions(model_of(TEXT_MODELS[0], documents), documents, is_learnt=is_learnt)
    model = MultiLabelModel(model_of(TEXT_MODELS[0], documents), found.questions.saved)
    read = model_from_bytes(model_to_bytes(model))
    assert isinstance(read, MultiLabelModel)
    texts = ["apple cloud", "boat word3", "nothing known"]
    np.testing.assert_allclose(
        read.judge_texts(texts).calibrated_log_proba, model.judge_texts(texts).calibrated_log_proba
    )
    assert model_to_bytes(read) == model_to_bytes(model)
    plain = model_from_bytes(model_to_bytes(MultiLabelModel(model_of(TEXT_MODELS[0], documents))))
    assert isinstance(plain, MultiLabelModel)
    assert plain.saved is None


def test_questions_that_make_no_sense_are_damage(documents: Documents) -> None:
    found = fit_questions(model_of(TEXT_MODELS[0], documents), documents, is_learnt=True)
    kept = found.questions.saved
    assert kept is not None
    for spoilt in (kept.calibration.slopes, kept.calibration.offsets):
        spoilt[0] = np.inf
        with pytest.raises((DamagedModelError, ValueError)):
            model_from_bytes(model_to_bytes(MultiLabelModel(model_of(TEXT_MODELS[0], documents), kept)))
        spoilt[0] = 0.0


@pytest.mark.parametrize("is_learnt", [True, False])
def test_why_a_label_is_given_adds_up(documents: Documents, is_learnt: bool) -> None:
    found = fit_questions(model_of(TEXT_MODELS[0], documents), documents, is_learnt=is_learnt)
    model = MultiLabelModel(model_of(TEXT_MODELS[0], documents), found.questions.saved)
    counts = model.count(["apple boat word1 word2"]).counts
    said = model.judge(counts)
    for place, label in enumerate(said.labels):
        why = model.explain(counts, label)
        assert (why.label, why.against) == (label, f"≠ {label}")
        assert why.score == pytest.approx(said.log_joint[0, place])
        assert why.prior + why.absent + sum(term.value for term in why.terms) == pytest.approx(why.score)
    strongest = model.explain(counts, "b").terms[0]
    assert strongest.name == "boat"


def test_both_parts_of_a_learnt_label_are_what_the_fit_had() -> None:
    texts, sets = texts_and_sets(120)
    texts = [f"{text} hapax{number}" for number, text in enumerate(texts)]
    documents = counted(texts, sets)
    found = fit_questions(model_of(TEXT_MODELS[0], documents), documents, is_learnt=True)
    model = MultiLabelModel(model_of(TEXT_MODELS[0], documents), found.questions.saved)
    counts = model.count(["apple boat boat word1 hapax7"]).counts
    said = model.judge(counts)

    text = documents.features.text
    assert text is not None
    present = text.csr.toarray() > 0
    known = np.flatnonzero(present.sum(axis=0) > 1)
    words = documents.vocabulary.words_of(np.arange(present.shape[1]))
    x = TfidfTransformer(sublinear_tf=True).fit_transform(text.csr).toarray()

    for place, label in enumerate(said.labels):
        why = model.explain(counts, label)
        assert math.fsum([why.prior, why.absent, *(term.value for term in why.terms)]) == why.score
        assert why.score == pytest.approx(said.log_joint[0, place], rel=1e-12)
        assert {term.name for term in why.terms if term.value} == {"apple", "boat", "word1"}

        has = np.array([label in labels_of_set(name) for name in sets])
        inside, outside = present[has].sum(axis=0) + 1.0, present[~has].sum(axis=0) + 1.0
        ratios = dict(zip(words, np.log(inside / inside.sum()) - np.log(outside / outside.sum()), strict=True))
        for term in why.terms:
            assert term.said == pytest.approx(term.count * ratios[term.name], rel=1e-12)

        question = model.questions.model_deciding_about(label)
        own = np.arange(question.tally.n_tokens)
        fit = compute_fit_gradients(question, model.questions.documents_for_question(documents, label), own)
        assert fit is not None
        assert (list(fit.words), fit.n_changes_since_fit, fit.total_gradients.shape) == (words, 0, (len(words), 1))
        assert set(np.flatnonzero(fit.weights)) == set(known)
        assert fit.remaining_gradient_share < 0.02
        weights, signs = fit.weights[:, 0].copy(), np.where(has, 1.0, -1.0)
        bias = float(why.prior)

        strengths = np.sqrt(np.abs([ratios[name] for name in words]))

        def loss(
            weights: np.ndarray, signs: np.ndarray = signs, bias: float = bias, strengths: np.ndarray = strengths
        ) -> float:
            short = np.maximum(1 - signs * (x @ weights + bias), 0)
            return float((short**2).sum() + RIDGE / 2 * (weights**2 / strengths).sum())

        assert fit.total_gradients[:, 0] == pytest.approx(approx_fprime(weights, loss, 1e-6), abs=2e-3)


@pytest.mark.parametrize("is_learnt", [True, False])
@pytest.mark.parametrize("n_documents", [2, 40, 200])
def test_documents_that_say_nothing_of_their_labels_are_not_judged_right(n_documents: int, is_learnt: bool) -> None:
    sets = ["a", "b", "a\x1fb"]
    documents = counted(["the very same words"] * n_documents, [sets[n % 3] for n in range(n_documents)])

    found = fit_questions(model_of(TEXT_MODELS[0], documents), documents, is_learnt=is_learnt)
    kept = found.questions.saved
    assert kept is not None
    probabilities, given = cross_fit_answers(found.log_odds, found.truth, found.questions.labels)

    assert (kept.calibration.slopes >= 0).all()
    assert (given == found.truth).all(axis=1).mean() <= 0.5
    assert np.abs(probabilities - found.truth.mean(axis=0)).max() < 0.3 or n_documents == 2


def test_slopes_and_places_are_where_the_loss_is_least() -> None:
    random = np.random.default_rng(1)
    scores = random.normal(0, 2, (300, 3))
    truth = random.random((300, 3)) < 1 / (1 + np.exp(-scores * (0.8, 0.0, -0.6) - (0.5, -1.0, 0.2)))
    found, held = _fit_each_label(scores, truth, np.zeros(2)), np.stack([(scores**2).mean(axis=0), np.full(3, 0.1)])

    for place in range(3):
        x, y, own = scores[:, place], truth[:, place], held[:, place]

        def loss(at: np.ndarray, x: np.ndarray = x, y: np.ndarray = y, own: np.ndarray = own) -> float:
            z = at[0] * x + at[1]
            return float((np.logaddexp(0, z) - y * z).sum() + (own * at**2).sum() / 2)

        best = minimize(loss, np.ones(2), bounds=[(0, None), (None, None)], options={"ftol": 1e-14}).x
        np.testing.assert_allclose(found[:, place], best, atol=2e-3)
    assert found[0, 2] == 0


def test_a_renamed_label_is_answered_as_before(documents: Documents) -> None:
    found = fit_questions(model_of(TEXT_MODELS[0], documents), documents, is_learnt=True)
    model = MultiLabelModel(model_of(TEXT_MODELS[0], documents), found.questions.saved)
    before = model.judge_texts(["boat boat"])
    model.rename_labels({"b": "z", "a\x1fb": "a\x1fz", "b\x1fc": "c\x1fz"})
    after = model.judge_texts(["boat boat"])
    assert after.labels == ("a", "c", "z")
    assert after.calibrated_log_proba[0, 2] == pytest.approx(before.calibrated_log_proba[0, 1])


def test_branches_are_questions_too() -> None:
    assert branches_of("finance/bank/old") == ("finance", "finance/bank")
    assert branches_of("../x") == ("..",)
    assert branches_of("/etc") == ()
    assert labels_and_branches_of(["finance/bank\x1fhome", "finance/tax"]) == (
        "finance",
        "finance/bank",
        "finance/tax",
        "home",
    )
    assert label_memberships(["finance/bank\x1fhome", "other"], ("finance", "home")).tolist() == [
        [True, True],
        [False, False],
    ]


def test_figures_are_those_of_scikit_learn() -> None:
    random = np.random.default_rng(2)
    truth, given = random.random((200, 6)) < 0.2, random.random((200, 6)) < 0.25
    truth[:, 5] = False
    figures = evaluate_multi_label(given, truth, tuple("abcdef"))
    assert figures.micro_f1 == pytest.approx(f1_score(truth, given, average="micro"))
    assert figures.macro_f1 == pytest.approx(f1_score(truth[:, :5], given[:, :5], average="macro"))
    assert figures.hamming_loss == pytest.approx(hamming_loss(truth, given))
    assert figures.subset_accuracy == pytest.approx(accuracy_score(truth, given))
    assert figures.per_label()["a"]["f1"] == pytest.approx(f1_score(truth[:, 0], given[:, 0]))
    branches = evaluate_multi_label(given, truth, tuple("abcdef"), np.array([False] * 5 + [True]))
    assert (branches.labels, branches.branch_f1) == (tuple("abcde"), 0.0)


def test_the_confusions_that_happen_are_a_list() -> None:
    truth = np.array([[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], bool)
    given = np.array([[0, 1, 0], [0, 1, 0], [0, 1, 0], [1, 0, 1]], bool)
    assert most_frequent_confusions(given, truth, 5) == [(0, 1, 2)]


def test_more_questions_than_there_is_room_for_are_a_sentence(
    documents: Documents, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(label_questions, "MAX_ANSWERS", 100)
    with pytest.raises(EngineError, match="3 labels of 120 documents are more questions"):
        fit_questions(model_of(TEXT_MODELS[0], documents), documents, is_learnt=False)


def test_nothing_known_and_labels_of_all_documents_are_answered() -> None:
    texts, sets = ["one two", "two three", "three four", "one four"], ["x\x1fy", "x", "x\x1fy", "x"]
    documents = counted(texts, sets)
    for is_learnt in (True, False):
        found = fit_questions(model_of(TEXT_MODELS[0], documents), documents, is_learnt=is_learnt)
        model = MultiLabelModel(model_of(TEXT_MODELS[0], documents), found.questions.saved)
        said = model.judge(CountMatrix(np.array([0, 0]), np.zeros(0, np.int32), np.zeros(0, np.int32), model.n_words))
        assert np.isfinite(said.calibrated_log_proba).all()
        assert said.is_unsure.all()
        assert "x" in label_sets_of(said.labels, said.is_assigned)[0]
