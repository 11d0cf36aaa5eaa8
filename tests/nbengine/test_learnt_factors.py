"""Naive Bayes with learnt factors: the fit against another optimiser, lessons, forgetting, workings, bad input."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import approx_fprime, minimize

from nbengine.counts import count_matrix
from nbengine.errors import DamagedModelError, EngineError, TooLargeModelError
from nbengine.events.learnt import log_ratios, log_ratios_of_words
from nbengine.explanations.derivation import derivation_of, explain_word_probabilities
from nbengine.explanations.explanation import explain
from nbengine.explanations.fit_gradients import GRADIENT_SHARE_AT_STOP, compute_fit_gradients
from nbengine.learnt import factors as fitting
from nbengine.learnt.documents import Documents, labelled_documents
from nbengine.learnt.factors import (
    MAX_WEIGHTS,
    FittingSamples,
    check_weights_fit_memory,
    compute_ridge_strengths,
    fit_factors,
    labels_to_mask,
)
from nbengine.models.model import Model
from nbengine.models.persistence import model_from_bytes, model_to_bytes
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.models.training import compute_held_out_log_joint, train_model, train_on_texts
from nbengine.packing import PackedContent, pack_content, unpack_content
from nbengine.text.token_rules import TokenRules

RECIPE = Recipe(event_model="learnt", smoothing=0.1)
TOPICS = {
    "sea": "ship harbour cargo sail captain wave anchor",
    "sky": "plane pilot cloud wing airport flight engine",
    "land": "train rail station track engine cargo tunnel",
}


def texts_of(n_documents: int, seed: int = 0, *, is_random: bool = False) -> tuple[list[str], list[str]]:
    """Short texts of three topics that share words; with labels that mean nothing, if asked."""
    random = np.random.default_rng(seed)
    common = [f"word{number}" for number in range(60)]
    labels = [list(TOPICS)[number] for number in random.integers(0, 3, n_documents)]
    texts = [" ".join([*random.choice(TOPICS[label].split(), 3), *random.choice(common, 12)]) for label in labels]
    return texts, [list(TOPICS)[number] for number in random.integers(0, 3, n_documents)] if is_random else labels


def lessons_of(seed: int = 0, n_documents: int = 40, n_tokens: int = 12) -> tuple[FittingSamples, np.ndarray]:
    random = np.random.default_rng(seed)
    table = random.poisson(0.6, (n_documents, n_tokens)) * random.uniform(0.2, 1, (n_documents, n_tokens))
    labels = random.integers(0, 3, n_documents)
    weights = random.choice([0.5, 1.0, 2.0], n_documents)
    return FittingSamples(count_matrix(table), labels_to_mask(labels, 3), weights), random.normal(0, 1, (n_tokens, 3))


def loss_of_label(lessons: FittingSamples, ratios: np.ndarray, ridge: float, label: int, place: np.ndarray) -> float:
    """The sum that the fit makes least, written out from its docstring."""
    signs = np.where(lessons.is_of_label[:, label], 1.0, -1.0)
    scores = lessons.documents.csr.toarray() @ place[:-1] + place[-1]
    short = np.maximum(1 - signs * scores, 0) ** 2
    return float(lessons.weights @ short + ridge / 2 * (place[:-1] ** 2 / np.sqrt(np.abs(ratios[:, label]))).sum())


@pytest.mark.parametrize("ridge", [0.1, 1.0, 10.0])
def test_another_optimiser_finds_the_same_place(monkeypatch: pytest.MonkeyPatch, ridge: float) -> None:
    monkeypatch.setattr(fitting, "MIN_GRADIENT_SHARE", 1e-7)
    monkeypatch.setattr(fitting, "MAX_STEPS", 1_000)
    lessons, ratios = lessons_of()

    factors = fit_factors(lessons, ratios, ridge)

    for label in range(3):
        own = np.append(factors.weights[:, label].astype(np.float64), factors.bias[label])

        def loss(place: np.ndarray, label: int = label) -> float:
            return loss_of_label(lessons, ratios, ridge, label, place)

        theirs = minimize(loss, np.zeros(13), method="BFGS", options={"gtol": 1e-6, "maxiter": 2_000})
        assert loss(own) == pytest.approx(theirs.fun, rel=1e-5)
        np.testing.assert_allclose(own, theirs.x, atol=5e-3)


@pytest.mark.parametrize("bound", ["MAX_CELLS_AT_ONCE", "MAX_NUMBERS_AT_ONCE"])
def test_blocks_of_labels_give_what_all_together_give(monkeypatch: pytest.MonkeyPatch, bound: str) -> None:
    monkeypatch.setattr(fitting, "MIN_GRADIENT_SHARE", 1e-7)
    monkeypatch.setattr(fitting, "MAX_STEPS", 1_000)
    lessons, ratios = lessons_of()
    whole = fit_factors(lessons, ratios)
    monkeypatch.setattr(fitting, bound, 12)

    found = fit_factors(lessons, ratios)

    np.testing.assert_allclose(found.weights, whole.weights, rtol=2e-3, atol=1e-4)
    np.testing.assert_allclose(found.bias, whole.bias, rtol=2e-3, atol=1e-4)


def test_held_alike_they_are_weights_that_naive_bayes_has_no_say_in() -> None:
    texts, labels = texts_of(60)
    model = train_on_texts(texts, labels, replace(RECIPE, ridge_by_ratio=False, smoothing=0.1), is_assured=False)
    others = train_on_texts(texts, labels, replace(RECIPE, ridge_by_ratio=False, smoothing=10.0), is_assured=False)
    leaning = train_on_texts(texts, labels, replace(RECIPE, smoothing=10.0), is_assured=False)
    factors, same, different = (one.statistics.factors for one in (model, others, leaning))

    np.testing.assert_array_equal(factors.weights, same.weights)
    assert np.abs(different.weights - factors.weights).max() > 1e-2


def test_a_fit_can_be_stopped_at_any_moment() -> None:
    lessons, ratios = lessons_of()

    def stop(done: int, _total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fit_factors(lessons, ratios, progress=stop)


def test_a_fit_in_blocks_never_goes_backwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "MAX_NUMBERS_AT_ONCE", 1)
    lessons, ratios = lessons_of()
    told: list[float] = []

    fit_factors(lessons, ratios, progress=lambda done, total: told.append(done / total))

    assert told == sorted(told)
    assert 2 / 3 <= told[-1] < 1


def test_what_can_be_told_apart_for_certain_does_not_run_away() -> None:
    documents = count_matrix(np.repeat(np.eye(2), 20, axis=0))
    labels = labels_to_mask(np.repeat([0, 1], 20), 2)

    factors = fit_factors(FittingSamples(documents, labels), np.array([[5.0, -5.0], [-5.0, 5.0]]), 1e-6)

    assert np.isfinite(factors.weights).all()
    assert np.abs(factors.weights).max() < 3


def with_echoes(texts: list[str]) -> list[str]:
    """The same texts, in which each common word is said again in three other words."""
    return [
        " ".join(part for word in text.split() for part in [word, *(f"{word}{n}" for n in "xyz" if word[:4] == "word")])
        for text in texts
    ]


def test_it_judges_better_than_naive_bayes_where_words_repeat_one_another() -> None:
    texts, labels = texts_of(40)
    new, truth = texts_of(300, seed=1)
    shares = []
    for recipe in (RECIPE, Recipe(smoothing=0.1)):
        verdicts = train_on_texts(with_echoes(texts), labels, recipe).judge_texts(with_echoes(new))
        shares.append(np.mean([verdicts[place].label == label for place, label in enumerate(truth)]))

    learnt, multinomial = shares
    assert learnt > multinomial + 0.02


def test_a_word_that_says_what_another_says_counts_half() -> None:
    texts, labels = texts_of(300)
    twins = [text.replace("captain", "captain skipper") for text in texts]
    alone, paired = train_on_texts(texts, labels, RECIPE), train_on_texts(twins, labels, RECIPE)
    sea = alone.labels.index("sea")

    def factor(model: Model, word: str) -> float:
        return dict(explain_word_probabilities(model, word))["sea"].factor

    assert alone.labels[sea] == "sea"
    assert factor(paired, "captain") == pytest.approx(factor(paired, "skipper"), rel=0.02)
    assert 0.3 < factor(paired, "captain") / factor(alone, "captain") < 0.8


def test_documents_judged_by_folds_do_not_know_their_own_labels() -> None:
    texts, labels = texts_of(300, is_random=True)
    model = train_on_texts(texts, labels, RECIPE)
    counts = model.count(texts)
    numbers = np.array([model.labels.index(label) for label in labels])
    documents = labelled_documents(counts.counts, numbers, model.labels, model.vocabulary)

    honest = compute_held_out_log_joint(model, documents).argmax(axis=1)

    assert (model.judge(counts).label_numbers == numbers).mean() > 0.5
    assert (honest == numbers).mean() < 0.4


def test_a_lesson_counts_in_the_next_verdict_and_is_taken_back() -> None:
    texts, labels = texts_of(200)
    model = train_on_texts(texts, labels, RECIPE)
    query, before = "captain word3 newword", model.canonical_hash()
    first = model.judge_texts([query])

    model.learn_texts([query], ["sky"])
    taught = model.judge_texts([query])
    model.forget_texts([query], ["sky"])
    last = model.judge_texts([query])

    sky = model.labels.index("sky")
    assert taught.log_joint[0, sky] > first.log_joint[0, sky] + 0.3
    assert model.n_changes_since_fit == 2
    assert model.canonical_hash() == before
    np.testing.assert_allclose(last.log_joint, first.log_joint, atol=1e-5)


def test_a_lesson_goes_where_a_new_fit_goes_and_a_new_fit_ends_the_lessons() -> None:
    texts, labels = texts_of(200)
    model = train_on_texts(texts, labels, RECIPE)
    query = "captain wave word1 word2"
    before = model.judge_texts([query]).log_joint[0]
    model.learn_texts([query], ["land"])
    refitted = train_on_texts([*texts, query], [*labels, "land"], RECIPE)

    stepped, fitted = (one.judge_texts([query]).log_joint[0] for one in (model, refitted))

    land = model.labels.index("land")
    assert stepped[land] > before[land]
    assert fitted[refitted.labels.index("land")] > before[land]
    assert (model.n_changes_since_fit, refitted.n_changes_since_fit) == (1, 0)


def test_the_fit_does_not_ask_for_the_order_of_documents() -> None:
    texts, labels = texts_of(120)
    order = np.random.default_rng(3).permutation(120)
    model = train_on_texts(texts, labels, RECIPE)
    mixed = train_on_texts([texts[place] for place in order], [labels[place] for place in order], RECIPE)

    assert mixed.canonical_hash() == model.canonical_hash()
    query, _ = texts_of(20, seed=5)
    np.testing.assert_allclose(
        mixed.judge_texts(query).log_joint, model.judge_texts(query).log_joint, rtol=2e-2, atol=2e-2
    )


def test_a_kept_model_judges_alike_and_damage_is_refused() -> None:
    texts, labels = texts_of(60)
    model = train_on_texts(texts, labels, RECIPE)
    data = model_to_bytes(model)
    query, _ = texts_of(5, seed=2)

    np.testing.assert_array_equal(
        model_from_bytes(data).judge_texts(query).log_joint, model.judge_texts(query).log_joint
    )
    parts = unpack_content(data)
    for name, change in {
        "factors.weights": lambda part: part[:-1],
        "factors.bias": lambda part: np.append(part, 0.0),
    }.items():
        numbers = {**parts.numbers, name: change(parts.numbers[name])}
        with pytest.raises(DamagedModelError):
            model_from_bytes(pack_content(PackedContent(parts.facts, numbers, parts.blobs)))


def test_a_derivation_adds_up_to_the_score_to_the_last_digit() -> None:
    texts, labels = texts_of(80)
    model = train_on_texts(texts, labels, RECIPE)
    query = model.count(["captain cargo word7 word7"]).counts

    derived, why = derivation_of(model, query), explain(model, query)

    scores = model.scorer.log_joint(model.prepare(query))[0]
    np.testing.assert_allclose([label.score for label in derived.labels], scores, rtol=1e-12)
    steps = [step for step in derived.labels[0].steps if step.kind == "word"]
    assert all(step.working.log == pytest.approx(step.log, rel=1e-6) for step in steps)
    best, other = sorted(scores)[:-3:-1]
    assert why.score == pytest.approx(best - other, rel=1e-12)


def test_where_nothing_is_fitted_it_is_the_log_ratio_of_naive_bayes() -> None:
    texts, labels = texts_of(30)
    model = train_on_texts(texts, labels, RECIPE)
    tally = model.statistics.text
    assert tally is not None
    counts = tally.occurrences / 2**20
    inside = (counts + 0.1) / (counts.sum(axis=1, keepdims=True) + 0.1 * tally.n_tokens)
    rest = counts.sum(axis=0) - counts
    outside = (rest + 0.1) / (rest.sum(axis=1, keepdims=True) + 0.1 * tally.n_tokens)

    np.testing.assert_allclose(log_ratios(tally, RECIPE.settings), np.log(inside / outside).T, rtol=1e-9)


@pytest.mark.parametrize("ridge", [0.0, -1.0, float("nan"), float("inf")])
def test_a_ridge_that_is_none_is_refused(ridge: float) -> None:
    with pytest.raises(EngineError, match="ridge"):
        Recipe(event_model="learnt", ridge=ridge)


def test_bad_corpora_are_a_sentence_or_a_model() -> None:
    with pytest.raises(EngineError, match="two labels"):
        train_on_texts(["one", "two"], ["a", "a"], RECIPE)
    alike = train_on_texts(["same words here"] * 6, ["a", "b"] * 3, RECIPE)
    assert 0.3 < alike.judge_text("same words here").probability < 0.7
    lonely = train_on_texts(["one red"] * 5 + ["two blue"], ["a"] * 5 + ["b"], RECIPE)
    assert lonely.judge_text("two blue").label == "b"
    assert np.isfinite(alike.judge_texts(["nothing known"]).log_joint).all()
    with pytest.raises(EngineError, match="smoothing above 0"):
        train_on_texts(["one red", "two blue"], ["a", "b"], replace(RECIPE, smoothing=0.0))


def test_more_factors_than_there_is_room_for_are_refused() -> None:
    with pytest.raises(TooLargeModelError, match="limit the vocabulary"):
        check_weights_fit_memory(MAX_WEIGHTS, 2)


def test_labels_can_be_renamed_and_those_that_become_one_wait_for_a_new_fit() -> None:
    texts, labels = texts_of(60)
    model, query = train_on_texts(texts, labels, RECIPE), "captain wave"
    before = model.judge_texts([query]).log_joint

    model.rename_labels({"sea": "ocean"})
    np.testing.assert_array_equal(model.judge_texts([query]).log_joint, before)
    model.rename_labels({"ocean": "trip", "sky": "trip"})
    assert model.statistics.factors is None
    assert model.judge_text(query).label == "trip"


def test_weights_of_documents_count_as_so_many_documents() -> None:
    texts, labels = texts_of(50)
    numbers = np.array([sorted(TOPICS).index(label) for label in labels])
    rules = RECIPE.rules
    assert rules == TokenRules()
    model = train_on_texts(texts, labels, RECIPE, is_assured=False)
    counts = model.count(texts).counts
    doubled = train_model(RECIPE, counts, numbers, sorted(TOPICS), model.vocabulary, np.full(50, 2.0), is_assured=False)
    twice = train_on_texts(texts * 2, labels * 2, RECIPE, is_assured=False)

    query, _ = texts_of(8, seed=9)
    np.testing.assert_allclose(
        doubled.judge_texts(query).log_joint, twice.judge_texts(query).log_joint, rtol=3e-2, atol=3e-2
    )


def test_strengths_of_what_is_certain_are_none() -> None:
    assert compute_ridge_strengths(np.array([[np.inf, -np.inf, 4.0]])).tolist() == [[0.0, 0.0, 2.0]]


def test_a_vocabulary_with_limits_is_fitted_too() -> None:
    texts, labels = texts_of(100)
    recipe = Recipe(event_model="learnt", smoothing=0.1, limits=VocabularyLimits(size=20, unknown_word=True))

    model = train_on_texts(texts, labels, recipe)

    assert model.n_words == 21
    assert np.isfinite(model.judge_texts(texts).log_joint).all()


@pytest.mark.parametrize("smoothing", [0.0, 0.1, 2.0])
def test_the_ratios_of_some_words_are_those_that_all_words_have(smoothing: float) -> None:
    texts, labels = texts_of(60)
    model = train_on_texts(texts, labels, Recipe(smoothing=smoothing))
    some = np.array([2, 7, 11])

    found = log_ratios_of_words(model.tally, some, model.recipe.settings)

    np.testing.assert_allclose(found, log_ratios(model.tally, model.recipe.settings)[some], rtol=1e-12)


def test_an_explanation_tells_what_naive_bayes_says_and_what_of_it_counts() -> None:
    texts, labels = texts_of(200)
    model = train_on_texts(texts, labels, RECIPE)
    document = model.count(["captain captain engine word3 word4"]).counts

    found = explain(model, document)

    steps = {label.label: {step.name: step for step in label.steps} for label in derivation_of(model, document).labels}
    assert {term.name for term in found.terms} == {"captain", "engine", "word3", "word4"}
    for term in found.terms:
        ours, theirs = steps[found.label][term.name], steps[found.against][term.name]
        assert term.said == pytest.approx(term.count * (ours.working.ratio - theirs.working.ratio))
    short = found.strongest(1)
    assert short.rest_said == pytest.approx(sum(term.said for term in found.terms[1:]))
    assert found.prior + short.terms[0].value + short.rest == pytest.approx(found.score, abs=1e-15)
    assert explain(train_on_texts(texts, labels, Recipe()), document).terms[0].said is None


def fitted_with_documents(recipe: Recipe = RECIPE) -> tuple[Model, Documents]:
    texts, labels = texts_of(120)
    model = train_on_texts(texts, labels, recipe)
    numbers = np.array([model.labels.index(label) for label in labels])
    return model, labelled_documents(model.count(texts).counts, numbers, model.labels, model.vocabulary)


def test_the_slope_along_a_weight_is_that_of_what_is_made_least() -> None:
    model, documents = fitted_with_documents()
    tokens = model.tokens_of(["captain", "engine", "word3"])
    rows = model.prepare(documents.features).text.csr.toarray()
    ratios = log_ratios(model.tally, RECIPE.settings)
    truth = documents.label_numbers

    found = compute_fit_gradients(model, documents, tokens)

    lessons = FittingSamples(count_matrix(rows), labels_to_mask(truth, 3), np.ones(len(rows)))
    for label in range(3):
        start = model.scorer.text.bias[label] + model.scorer.log_prior[label]
        place = np.append(model.scorer.text.table[:, label].astype(np.float64), start)
        numeric = approx_fprime(place, lambda at, n=label: loss_of_label(lessons, ratios, 1.0, n, at), 1e-6)
        np.testing.assert_allclose(found.total_gradients[:, label], numeric[tokens], atol=2e-3)
        ridge_alone = approx_fprime(place, lambda at, n=label: (at[:-1] ** 2 / np.abs(ratios[:, n]) ** 0.5).sum() / 2)
        np.testing.assert_allclose(found.ridge_gradients[:, label], ridge_alone[tokens], atol=1e-5)
    signs = np.where(labels_to_mask(truth, 3), 1.0, -1.0)
    short = signs * model.scorer.log_joint(model.prepare(documents.features)) < 1
    np.testing.assert_array_equal(found.n_inside_margin, (rows[:, tokens] > 0).T.astype(int) @ short.astype(int))


def test_where_a_fit_stopped_hardly_any_slope_is_left_and_after_other_weights_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model, documents = fitted_with_documents()
    tokens = np.arange(model.tally.n_tokens)

    near = compute_fit_gradients(model, documents, tokens)
    alike = compute_fit_gradients(*fitted_with_documents(replace(RECIPE, ridge_by_ratio=False)), tokens)
    monkeypatch.setattr(fitting, "MAX_STEPS", 0)
    far = compute_fit_gradients(*fitted_with_documents(), tokens)

    assert near.remaining_gradient_share <= 1.1 * GRADIENT_SHARE_AT_STOP
    assert np.abs(near.total_gradients).max() < 0.1 * np.abs(near.ridge_gradients).max()
    assert far.remaining_gradient_share == pytest.approx(1.0)
    assert alike.remaining_gradient_share <= 1.1 * GRADIENT_SHARE_AT_STOP
    np.testing.assert_allclose(alike.ridge_gradients, alike.weights)
    assert compute_fit_gradients(train_on_texts(*texts_of(30), Recipe()), documents, tokens) is None
