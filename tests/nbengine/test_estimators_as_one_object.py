"""One object from fit to explanation: forgetting, merging, leave-one-out, explanations, bytes and single samples.

The judge is a fresh fit without the sample, or scikit-learn's numbers, never the same code.
"""

from __future__ import annotations

import copy
import doctest
import pickle
from importlib import import_module

import numpy as np
import pytest
from scipy import sparse

from nbengine import explain, model_from_bytes, train_on_texts
from nbengine.errors import DamagedModelError
from nbengine.estimators import (
    BernoulliNB,
    CategoricalNB,
    ComplementNB,
    GaussianNB,
    LearntFactorsNB,
    MixedNB,
    MultinomialNB,
    TextClassifier,
    WordCounter,
)

RANDOM = np.random.default_rng(45)
N = 36
COUNTS = RANDOM.integers(0, 4, (N, 6))
WORDS = np.array([f"word{number}" for number in range(30)])
TEXTS = [" ".join([*RANDOM.choice(WORDS, 9), *([f"only{row}"] * (row % 3))]) for row in range(N)]
MIXED = [
    [float(number), colour, int(count), bool(flag)]
    for number, colour, count, flag in zip(
        RANDOM.normal(size=N),
        np.array(["red", "green", "blue"])[RANDOM.integers(0, 3, N)],
        RANDOM.integers(0, 5, N),
        RANDOM.integers(0, 2, N),
        strict=True,
    )
]
LABELS = {
    "strings": np.array(["ham", "spam", "other"])[np.arange(N) % 3],
    "integers": np.array([7, -2, 30])[np.arange(N) % 3],
    "booleans": np.arange(N) % 3 == 0,
}
COUNTING = [
    MultinomialNB(),
    MultinomialNB(alpha=0.2, fit_prior=False),
    BernoulliNB(binarize=1.0),
    ComplementNB(),
    ComplementNB(norm=True),
    CategoricalNB(),
    CategoricalNB(min_categories=7),
]
ADDITIVE = [
    *COUNTING,
    GaussianNB(),
    MixedNB(count_features=[2]),
    MixedNB(count_features=[2], counts_as="bernoulli"),
    TextClassifier(),
    TextClassifier(event_model="bernoulli", alpha=0.5),
    TextClassifier(event_model="complement"),
    TextClassifier(event_model="complement", norm=True),
    TextClassifier(binary=True, ngram_range=(1, 2)),
]
ALL = [*ADDITIVE, LearntFactorsNB(), TextClassifier(event_model="learnt")]
EXACT = [model for model in ADDITIVE if not isinstance(model, GaussianNB | MixedNB)]


def samples_for(model):
    """Samples of the kind that an estimator takes; indexable by arrays."""
    if isinstance(model, TextClassifier):
        return np.array(TEXTS, dtype=object)
    if isinstance(model, MixedNB):
        return np.array(MIXED, dtype=object)
    return COUNTS.astype(np.float64) if isinstance(model, GaussianNB) else COUNTS


def fresh(model):
    return type(model)(**model.get_params())


def joint_difference(model, X, label, against):
    joint, labels = model.predict_joint_log_proba(X)[0], model.classes_.tolist()
    return joint[labels.index(label)] - joint[labels.index(against)]


each = pytest.mark.parametrize("model", ALL, ids=repr)
each_additive = pytest.mark.parametrize("model", ADDITIVE, ids=repr)
each_exact = pytest.mark.parametrize("model", EXACT, ids=repr)
each_kind_of_label = pytest.mark.parametrize("kind", LABELS)


@each_exact
@each_kind_of_label
def test_forgetting_what_was_learnt_leaves_equal_bytes(model, kind):
    X, y = samples_for(model), LABELS[kind]
    learnt = fresh(model).fit(X[:-9], y[:-9])
    before = learnt.to_bytes()

    learnt.partial_fit(X[-9:], y[-9:])
    assert learnt.to_bytes() != before
    assert learnt.forget(X[-9:], y[-9:]).to_bytes() == before


@pytest.mark.parametrize("model", [GaussianNB(), MixedNB()], ids=repr)
def test_forgetting_numbers_agrees_to_the_last_digits(model):
    X, y = samples_for(model), LABELS["strings"]
    learnt = fresh(model).fit(X[:-9], y[:-9])
    before = learnt.predict_joint_log_proba(X)

    learnt.partial_fit(X[-9:], y[-9:]).forget(X[-9:], y[-9:])
    np.testing.assert_allclose(learnt.predict_joint_log_proba(X), before, rtol=1e-12)


@each_exact
def test_the_order_of_learning_leaves_equal_bytes(model):
    X, y = samples_for(model), LABELS["strings"]
    whole, order = fresh(model).fit(X, y), RANDOM.permutation(N)
    pieces = fresh(model)

    for some in np.array_split(order, 5):
        pieces.partial_fit(X[some], y[some], classes=np.unique(y) if not isinstance(model, TextClassifier) else None)
    assert pieces.to_bytes() == whole.to_bytes()


@each_additive
def test_two_halves_merged_equal_the_whole(model):
    X, y = samples_for(model), LABELS["strings"]
    whole = fresh(model).fit(X, y)
    other = fresh(model).fit(X[20:], y[20:])
    kept = other.to_bytes()

    merged = fresh(model).fit(X[:20], y[:20]).merge(other)
    np.testing.assert_allclose(merged.predict_joint_log_proba(X), whole.predict_joint_log_proba(X), rtol=1e-12)
    if model in EXACT:
        assert merged.to_bytes() == whole.to_bytes()
    assert other.to_bytes() == kept


@pytest.mark.parametrize("model", [MultinomialNB(), GaussianNB(), CategoricalNB(), TextClassifier()], ids=repr)
def test_labels_that_only_one_half_knows_are_merged(model):
    X, y = samples_for(model), np.array(["a"] * 9 + ["b"] * 9 + ["c"] * 9 + ["d"] * 9)

    merged = fresh(model).fit(X[:18], y[:18]).merge(fresh(model).fit(X[18:], y[18:]))
    np.testing.assert_allclose(merged.predict_proba(X), fresh(model).fit(X, y).predict_proba(X), rtol=1e-12)
    assert merged.classes_.tolist() == ["a", "b", "c", "d"]


@each_additive
@pytest.mark.parametrize("is_weighted", [False, True])
def test_leave_one_out_and_influence_equal_a_fit_for_each_sample_without_it(model, is_weighted):
    X, y = samples_for(model), LABELS["strings"]
    weights = RANDOM.integers(1, 4, N).astype(float) if is_weighted else None
    learnt = fresh(model).fit(X, y, weights)
    asked = X[:1]
    why = learnt.explain(asked[0])
    expected, influence = [], []

    for row in range(N):
        others = np.arange(N) != row
        refit = fresh(model).fit(X[others], y[others], None if weights is None else weights[others])
        expected.append(refit.predict_proba(X[[row]])[0])
        influence.append(why.score - joint_difference(refit, asked, why.label, why.against))
    np.testing.assert_allclose(learnt.loo_proba(), expected, rtol=1e-9, atol=1e-13)
    np.testing.assert_allclose(learnt.influence(asked[0]), influence, rtol=1e-7, atol=1e-11)
    np.testing.assert_array_equal(learnt.loo_proba(X, y, weights), learnt.loo_proba())


def test_a_largest_category_that_one_sample_alone_has_leaves_with_it():
    X, y = np.array([[0], [1], [5], [1], [0]]), np.array([0, 1, 0, 1, 0])
    expected = [
        CategoricalNB().fit(np.delete(X, row, 0), np.delete(y, row)).predict_proba(X[[row]])[0] for row in range(5)
    ]

    np.testing.assert_allclose(CategoricalNB().fit(X, y).loo_proba(), expected, rtol=1e-12)


@each
@each_kind_of_label
def test_an_explanation_adds_up_to_the_difference_of_the_scores_and_names_labels_as_they_were_given(model, kind):
    X, y = samples_for(model), LABELS[kind]
    learnt = fresh(model).fit(X, y)

    for row in range(0, N, 7):
        why = learnt.explain(X[row])
        assert {type(why.label), type(why.against)} == {type(y[0].item())}
        assert why.label == learnt.predict(X[[row]])[0]
        total = why.prior + why.absent + sum(term.value for term in why.terms)
        assert total == pytest.approx(why.score, abs=1e-12)
        if not isinstance(model, LearntFactorsNB):
            assert why.score == pytest.approx(joint_difference(learnt, X[[row]], why.label, why.against), abs=1e-11)
        other = learnt.explain(X[row], label=why.against, against=why.label)
        assert other.score == pytest.approx(-why.score, abs=1e-12)


def test_the_terms_of_learnt_factors_add_up_to_the_difference_of_the_decisions():
    learnt = LearntFactorsNB().fit(COUNTS, LABELS["strings"])
    why, labels = learnt.explain(COUNTS[0]), learnt.classes_.tolist()

    decisions = learnt.decision_function(COUNTS[:1])[0]
    difference = decisions[labels.index(why.label)] - decisions[labels.index(why.against)]
    assert why.score == pytest.approx(difference, abs=1e-12)


@each
def test_the_working_is_computed_from_the_counts_and_agrees_with_the_scores(model):
    X, y = samples_for(model), LABELS["strings"]
    learnt = fresh(model).fit(X, y)
    working = learnt.working(X[3])

    assert [part.label for part in working.labels] == learnt.classes_.tolist()
    if not isinstance(model, LearntFactorsNB):
        scores = [part.score for part in working.labels]
        np.testing.assert_allclose(scores, learnt.predict_joint_log_proba(X[[3]])[0], rtol=1e-11)
        np.testing.assert_allclose(working.probabilities, learnt.predict_proba(X[[3]])[0], rtol=1e-9)
    assert repr(working).count("sum:") == 3


@pytest.mark.parametrize(
    "model", [MultinomialNB(), BernoulliNB(), ComplementNB(), CategoricalNB(), GaussianNB()], ids=repr
)
def test_parameters_that_are_set_after_a_fit_change_nothing_before_the_next_one(model):
    learnt = fresh(model).fit(samples_for(model), LABELS["strings"])
    expected = repr(learnt.explain(COUNTS[0])), repr(learnt.working(COUNTS[0]))

    learnt.set_params(**({"var_smoothing": 0.5} if isinstance(model, GaussianNB) else {"alpha": 9.0}))
    assert (repr(learnt.explain(COUNTS[0])), repr(learnt.working(COUNTS[0]))) == expected


def test_a_count_of_two_shows_as_two():
    X, y = np.array([[2, 0], [0, 1], [3, 1]]), ["a", "b", "a"]
    why = MultinomialNB().fit(X, y).explain(X[0])

    assert [(term.name, term.count) for term in why.terms] == [("x0", 2)]
    assert "x0    ×2" in repr(why)
    assert "2 × log[(5 + 1) / (6 + 2)]" in repr(MultinomialNB().fit(X, y).working(X[0]))
    assert TextClassifier().fit(["a1 a1 b1", "c1"], ["x", "y"]).explain("a1 a1").terms[0].count == 2


def test_the_estimator_explains_as_a_model_of_the_engine_does():
    model = train_on_texts(TEXTS, LABELS["strings"].tolist(), is_assured=False)
    why = TextClassifier().fit(TEXTS, LABELS["strings"]).explain(TEXTS[0])

    assert why == explain(model, model.count(TEXTS[:1]).counts)


def test_text_in_gives_the_probabilities_of_scikit_learns_pipeline():
    text = pytest.importorskip("sklearn.feature_extraction.text")
    theirs, y = pytest.importorskip("sklearn.naive_bayes"), LABELS["strings"]
    pairs = {"multinomial": theirs.MultinomialNB, "bernoulli": theirs.BernoulliNB, "complement": theirs.ComplementNB}
    options = [
        {},
        {"ngram_range": (1, 2)},
        {"lowercase": False, "binary": True},
        {"stop_words": ["word1", "word2"]},
        {"min_df": 2},
        {"max_df": 0.5},
        {"token_pattern": r"\w", "ngram_range": (2, 3)},
        {"analyzer": "char", "ngram_range": (2, 3)},
        {"strip_accents": "unicode"},
    ]

    for event_model, kind in pairs.items():
        for option in options:
            counter = text.CountVectorizer(**option)
            expected = kind().fit(counter.fit_transform(TEXTS), y).predict_proba(counter.transform(TEXTS))
            found = TextClassifier(event_model=event_model, **option).fit(TEXTS, y).predict_proba(TEXTS)
            np.testing.assert_allclose(found, expected, rtol=1e-9, err_msg=f"{event_model} {option}")


@each
@each_kind_of_label
def test_bytes_and_pickles_give_an_equal_estimator(model, kind):
    X, y = samples_for(model), LABELS[kind]
    learnt = fresh(model).fit(X, y)
    data = learnt.to_bytes()

    for again in (type(model).from_bytes(data), pickle.loads(pickle.dumps(learnt)), copy.deepcopy(learnt)):  # noqa: S301
        assert again.to_bytes() == data
        np.testing.assert_allclose(again.predict_proba(X), learnt.predict_proba(X), rtol=1e-12)
        assert again.classes_.tolist() == learnt.classes_.tolist()
        assert repr(again.get_params()) == repr(learnt.get_params())


@each_additive
def test_a_loaded_estimator_goes_on_learning(model):
    X, y = samples_for(model), LABELS["strings"]
    learnt = fresh(model).fit(X[:30], y[:30])
    loaded = type(model).from_bytes(learnt.to_bytes())

    assert loaded.partial_fit(X[30:], y[30:]).to_bytes() == learnt.partial_fit(X[30:], y[30:]).to_bytes()


@each
def test_damaged_bytes_and_those_of_another_kind_are_refused(model):
    data = fresh(model).fit(samples_for(model), LABELS["strings"]).to_bytes()
    other = CategoricalNB if isinstance(model, MultinomialNB) else MultinomialNB

    with pytest.raises(DamagedModelError, match=f"These bytes are {type(model).__name__}"):
        other.from_bytes(data)
    for damaged in (b"", b"no model", data[:-3], data[:40] + bytes([data[40] ^ 1]) + data[41:], data + b"more"):
        with pytest.raises(DamagedModelError):
            type(model).from_bytes(damaged)


def test_bytes_of_a_model_and_of_an_estimator_are_not_taken_for_each_other():
    model = TextClassifier().fit(TEXTS, LABELS["strings"])

    with pytest.raises(DamagedModelError):
        model_from_bytes(model.to_bytes())


def test_a_function_among_the_parameters_cannot_be_saved_and_says_so():
    model = TextClassifier(strip_accents=str.upper).fit(TEXTS, LABELS["strings"])

    with pytest.raises(ValueError, match="The parameter 'strip_accents' cannot be saved"):
        model.to_bytes()


@each_additive
def test_calibrated_probabilities_keep_the_verdicts_and_stay_until_the_next_fit(model):
    X, y = samples_for(model), LABELS["strings"]
    learnt = fresh(model).fit(X, y)
    verdicts, plain = learnt.predict(X), learnt.predict_proba(X)

    calibrated = learnt.calibrate().predict_proba(X)
    assert np.abs(calibrated - plain).max() > 0.01
    np.testing.assert_allclose(calibrated.sum(axis=1), 1.0)
    np.testing.assert_array_equal(learnt.predict(X), verdicts)
    np.testing.assert_allclose(type(model).from_bytes(learnt.to_bytes()).predict_proba(X), calibrated, rtol=1e-9)
    np.testing.assert_array_equal(learnt.fit(X, y).predict_proba(X), plain)


@each_exact
def test_forgetting_removes_the_calibration_so_that_no_trace_is_left(model):
    X, y = samples_for(model), LABELS["strings"]
    never_saw_them = fresh(model).fit(X[:-9], y[:-9]).to_bytes()

    assert fresh(model).fit(X, y).calibrate().forget(X[-9:], y[-9:]).to_bytes() == never_saw_them


@each_additive
def test_a_refused_forget_keeps_the_calibration(model):
    X, y = samples_for(model), LABELS["strings"]
    learnt = fresh(model).fit(X[:20], y[:20]).calibrate()
    before = learnt.to_bytes()

    with pytest.raises(ValueError, match=r"never learnt|not learnt|more"):
        learnt.forget(np.concatenate([X, X, X]), np.concatenate([y, y, y]))
    assert learnt.to_bytes() == before


@pytest.mark.parametrize("model", [MultinomialNB(), TextClassifier(), GaussianNB(), MixedNB()], ids=repr)
def test_further_samples_keep_the_calibration_and_uncalibrate_removes_it(model):
    X, y = samples_for(model), LABELS["strings"]
    learnt = fresh(model).fit(X[:20], y[:20]).calibrate()
    calibration = learnt.calibration_

    assert learnt.partial_fit(X[20:30], y[20:30]).calibration_ == calibration
    assert learnt.merge(fresh(model).fit(X[30:], y[30:])).calibration_ == calibration
    plain = fresh(model).fit(X, y).predict_proba(X)
    np.testing.assert_allclose(learnt.uncalibrate().predict_proba(X), plain, rtol=1e-9)
    assert not hasattr(learnt, "calibration_")


def test_forgetting_one_removes_the_calibration_too():
    table = MultinomialNB(open_labels=True)
    text = TextClassifier()
    for word, label in [("buy", "spam"), ("lunch", "ham"), ("offer", "spam"), ("monday", "ham")]:
        table.learn_one({word: 2}, label)
        text.learn_one(word, label)
    table.calibrate([[2, 0, 0, 0], [0, 2, 0, 0], [0, 0, 2, 0], [0, 0, 0, 2]], ["spam", "ham", "spam", "ham"])
    text.calibrate(["buy", "lunch", "offer", "monday"], ["spam", "ham", "spam", "ham"])

    table.forget_one({"buy": 2}, "spam")
    text.forget_one("buy", "spam")
    assert not hasattr(table, "calibration_")
    assert not hasattr(text, "calibration_")


@pytest.mark.parametrize(
    "columns", [[2, 3], range(2, 4), np.array([2, 3]), slice(2, 4), slice(-2, None), slice(2, None, 1)]
)
def test_columns_are_chosen_by_list_range_or_slice_and_saved(columns):
    X, y = np.array([[*row[:3], int(row[3])] for row in MIXED], dtype=object), LABELS["strings"]
    expected = MixedNB(count_features=[2, 3]).fit(X, y)
    model = MixedNB(count_features=columns).fit(X, y)
    loaded = MixedNB.from_bytes(model.to_bytes())

    assert model.feature_kinds_ == loaded.feature_kinds_ == ("number", "category", "count", "count")
    np.testing.assert_array_equal(loaded.fit(X, y).predict_proba(X), expected.predict_proba(X))
    by_categories = MixedNB(categorical_features=slice(1, 2), count_features=columns).fit(X, y)
    np.testing.assert_array_equal(by_categories.predict_proba(X), expected.predict_proba(X))


def test_a_slice_of_names_is_refused_and_so_is_a_slice_for_features_that_come_by_name():
    with pytest.raises(ValueError, match="a slice of numbers"):
        MixedNB(count_features=slice("a", "c")).fit(MIXED, LABELS["strings"])
    with pytest.raises(ValueError, match="list their names instead of a slice"):
        MixedNB(count_features=slice(2, None)).learn_one({"word": 1}, "ham")


@pytest.mark.parametrize(
    ("column", "value", "expected"),
    [
        (0, np.nan, r"a number is missing in column 'x0'\. MixedNB\(allow_missing=True\)"),
        (1, None, r"a category is missing in column 'x1'\. MixedNB\(allow_missing=True\)"),
        (2, None, r"a count is missing in column 'x2'\. Counts cannot be missing"),
    ],
)
def test_a_missing_value_is_refused_with_the_name_of_its_column(column, value, expected):
    X = np.array(MIXED, dtype=object)
    X[4, column] = value

    with pytest.raises(ValueError, match=f"Input X contains NaN: {expected}"):
        MixedNB(count_features=[2], allow_missing=column == 2).fit(X, LABELS["strings"])


@pytest.mark.parametrize(
    "model", [MultinomialNB(), BernoulliNB(), ComplementNB(), LearntFactorsNB(), MixedNB(), GaussianNB()], ids=repr
)
def test_given_feature_names_are_shown_in_explanations_and_workings(model):
    is_sparse = model._accepts_sparse
    X, y = sparse.csr_array(COUNTS) if is_sparse else COUNTS, LABELS["strings"]
    learnt, names = fresh(model).fit(X, y), np.array([f"word{column}" for column in range(6)])
    plain, named = learnt.explain(X[[3]]), learnt.explain(X[[3]], feature_names=names)

    assert [f"word{term.name[1:]}" for term in plain.terms] == [term.name for term in named.terms]
    assert [term.value for term in plain.terms] == [term.value for term in named.terms]
    assert "word" in str(learnt.working(X[[3]], feature_names=names))
    assert not hasattr(learnt, "feature_names_in_")
    with pytest.raises(ValueError, match="`feature_names` has 5 names, but X has 6 features"):
        learnt.explain(X[[3]], feature_names=names[:5])


@each
def test_a_label_is_not_compared_with_itself(model):
    X, y = samples_for(model), LABELS["strings"]
    learnt = fresh(model).fit(X, y)
    x = X[3] if isinstance(model, TextClassifier) else X[[3]]
    verdict = learnt.predict(X[[3]])[0]

    for ask in (learnt.explain, learnt.influence):
        with pytest.raises(ValueError, match="`label` and `against` are both 'ham'"):
            ask(x, label="ham", against="ham")
    runner_up = learnt.explain(x).against
    assert learnt.explain(x, against=verdict).label == runner_up
    gains = learnt.influence(x, label=runner_up, against=verdict)
    np.testing.assert_array_equal(learnt.influence(x, against=verdict), gains)


@pytest.mark.parametrize("against", [None, "ham"])
def test_a_single_label_has_no_other_to_compare_it_with(against):
    table, text = MultinomialNB(open_labels=True), TextClassifier()
    table.partial_fit([[1, 2]], ["ham"])
    text.partial_fit(["lunch on monday"], ["ham"])

    for ask in (
        lambda: table.explain([1, 2], against=against),
        lambda: table.influence([1, 2], [[1, 2]], ["ham"], against=against),
        lambda: text.influence("lunch", ["lunch on monday"], ["ham"], against=against),
    ):
        with pytest.raises(ValueError, match="With a single label there is no other"):
            ask()


@each_additive
def test_learnt_samples_without_labels_are_refused_with_what_belongs_together(model):
    X, y = samples_for(model), LABELS["strings"]
    learnt = fresh(model).fit(X, y)
    x = X[3] if isinstance(model, TextClassifier) else X[[3]]

    for ask in (lambda: learnt.influence(x, X), lambda: learnt.influence(x, y=y), lambda: learnt.loo_proba(X)):
        with pytest.raises(ValueError, match="X, y and sample_weight go together"):
            ask()


@pytest.mark.parametrize(
    "counter",
    [
        WordCounter(),
        WordCounter(ngram_range=(1, 2), stop_words=["word1"], max_features=20, dtype=np.float32),
        WordCounter(analyzer="char_wb", ngram_range=(2, 3), binary=True),
        WordCounter(vocabulary={"word3": 1, "word2": 0}),
    ],
    ids=repr,
)
def test_a_word_counter_is_saved_with_its_words(counter):
    counter = WordCounter(**counter.get_params())
    table = counter.fit_transform(TEXTS[:20])
    data = counter.to_bytes()
    loaded = WordCounter.from_bytes(data)

    assert loaded.to_bytes() == data
    assert loaded.vocabulary_ == counter.vocabulary_
    assert loaded.transform(TEXTS[:20]).dtype == table.dtype
    np.testing.assert_array_equal(loaded.transform(TEXTS).toarray(), counter.transform(TEXTS).toarray())
    np.testing.assert_array_equal(loaded.fit_transform(TEXTS).toarray(), counter.fit_transform(TEXTS).toarray())


def test_a_word_counter_refuses_damaged_and_foreign_bytes_and_functions():
    data = WordCounter().fit(TEXTS).to_bytes()

    for other in (data[:-1] + b"x", data[:40], MultinomialNB().fit(COUNTS, LABELS["strings"]).to_bytes()):
        with pytest.raises(DamagedModelError):
            WordCounter.from_bytes(other)
    with pytest.raises(DamagedModelError):
        MultinomialNB.from_bytes(data)
    with pytest.raises(ValueError, match="'tokenizer' cannot be saved"):
        WordCounter(tokenizer=str.split, token_pattern=None).fit(TEXTS).to_bytes()


def test_calibrated_probabilities_follow_the_formula_of_the_documentation():
    y = np.arange(300) % 3
    X = np.random.default_rng(2).poisson(1 + 2 * (np.arange(6) % 3 == y[:, None]))
    model = MultinomialNB().fit(X, y).calibrate()
    numbers, scores, rows = model.calibration_, model.predict_joint_log_proba(X), np.arange(300)
    best = scores.argmax(axis=1)
    spread = (scores.max(axis=1, keepdims=True) - scores).sum(axis=1) / 2
    length = ((X.sum(axis=1) + 10) / 110) ** numbers.length_power
    temperature = np.exp(numbers.log_temperature) * length * spread**numbers.spread_power
    shares = np.exp(scores / temperature[:, None])
    shares = (1 - numbers.floor) * shares / shares.sum(axis=1, keepdims=True) + numbers.floor / 3
    top = shares[rows, best]
    a, b, c = numbers.curve
    curved = 1 / (1 + np.exp(-(a * np.log(top) - b * np.log(1 - top) + c)))
    expected = shares * ((1 - curved) / (1 - top))[:, None]
    expected[rows, best] = curved

    is_first = expected.argmax(axis=1) == best  # elsewhere the second label's probability is the limit
    assert is_first.sum() > 250
    np.testing.assert_allclose(model.predict_proba(X)[is_first], expected[is_first], rtol=1e-9)


def test_calibration_brings_overconfident_probabilities_near_the_share_of_right_verdicts():
    random = np.random.default_rng(1)
    y = random.integers(0, 2, 3000)
    noisy = np.where(random.random((3000, 1)) < 0.8, y[:, None], 1 - y[:, None])
    X = np.repeat(noisy, 12, axis=1) + random.integers(0, 2, (3000, 12))  # twelve copies of one noisy hint
    model = MultinomialNB().fit(X[:2000], y[:2000]).calibrate()
    confidence, is_right = model.predict_proba(X[2000:]).max(axis=1), model.predict(X[2000:]) == y[2000:]

    assert abs(confidence.mean() - is_right.mean()) < 0.04


@pytest.mark.parametrize("model", [MultinomialNB(), TextClassifier(), GaussianNB(), MixedNB()], ids=repr)
def test_held_out_samples_can_calibrate_too(model):
    X, y = samples_for(model), LABELS["strings"]
    learnt = fresh(model).fit(X[:20], y[:20]).calibrate(X[20:], y[20:], are_held_out=True)

    assert learnt.calibration_.n_documents == N - 20


@each_additive
def test_samples_are_kept_after_fit_only_and_a_sentence_says_so(model):
    X, y = samples_for(model), LABELS["strings"]
    learnt = fresh(model).fit(X, y)
    expected = learnt.loo_proba()
    loaded = type(model).from_bytes(learnt.to_bytes())
    without = fresh(model).set_params(keep_samples=False).fit(X, y)
    later = fresh(model).fit(X[:-3], y[:-3]).partial_fit(X[-3:], y[-3:])

    for estimator in (loaded, without, later):
        with pytest.raises(ValueError, match="keeps no samples"):
            estimator.loo_proba()
        with pytest.raises(ValueError, match="keeps no samples"):
            estimator.influence(X[0])
        np.testing.assert_allclose(estimator.loo_proba(X, y), expected, rtol=1e-9)


@pytest.mark.parametrize("model", [MultinomialNB(), GaussianNB(), CategoricalNB(), BernoulliNB()], ids=repr)
def test_samples_that_were_changed_after_the_fit_are_refused(model):
    X = samples_for(model).copy()
    learnt = fresh(model).fit(X, LABELS["strings"])
    X[3] = np.where(X[3] == 0, 3, 0)

    with pytest.raises(ValueError, match="The samples were changed after `fit`"):
        learnt.loo_proba()


def test_what_learnt_factors_cannot_do_says_why():
    learnt = LearntFactorsNB().fit(COUNTS, LABELS["strings"])

    for name in ("partial_fit", "forget", "merge", "learn_one", "forget_one"):
        assert not hasattr(learnt, name)
        with pytest.raises(AttributeError, match=f"LearntFactorsNB has no '{name}': the factors are fitted to all"):
            getattr(learnt, name)
    with pytest.raises(AttributeError, match="has no 'loo_proba': a sample cannot be subtracted"):
        learnt.loo_proba  # noqa: B018 - the access is what is tested
    text = TextClassifier(event_model="learnt").fit(TEXTS, LABELS["strings"])
    for name, arguments in (("partial_fit", (TEXTS, TEXTS)), ("learn_one", ("a", "b")), ("merge", (text,))):
        with pytest.raises(ValueError, match=f"event_model='learnt'\\) has no '{name}'"):
            getattr(text, name)(*arguments)
    for limited in (text, TextClassifier(min_df=2), TextClassifier(tfidf=True), TextClassifier(max_features=9)):
        with pytest.raises(ValueError, match="Leave-one-out is exact only if"):
            limited.fit(TEXTS, LABELS["strings"]).loo_proba()


def test_a_sample_is_given_as_a_row_a_list_a_sparse_row_or_a_table_of_one_row():
    learnt = MultinomialNB().fit(COUNTS, LABELS["strings"])
    expected = learnt.explain(COUNTS[0])

    for sample in (COUNTS[:1], COUNTS[0].tolist(), sparse.csr_array(COUNTS[:1]), sparse.coo_array(COUNTS[0])):
        assert learnt.explain(sample) == expected
    with pytest.raises(ValueError, match="Expected one sample, got 2"):
        learnt.explain(COUNTS[:2])
    with pytest.raises(ValueError, match="a string was given"):
        learnt.explain("text")
    with pytest.raises(ValueError, match="'no' is not one of the labels"):
        learnt.explain(COUNTS[0], label="no")


def test_explanations_and_workings_are_shown_in_notebooks_with_the_labels_of_the_user():
    learnt = TextClassifier().fit(TEXTS, LABELS["integers"])

    html = learnt.explain(TEXTS[0])._repr_html_()
    assert "word" in html
    assert "<script" not in html
    assert str(learnt.predict_one(TEXTS[0])) in html
    assert "<math" in learnt.working(TEXTS[0])._repr_html_()


def test_text_is_taken_from_any_sequence_of_strings():
    y = LABELS["strings"]
    expected = TextClassifier().fit(TEXTS, y).to_bytes()

    for texts in (tuple(TEXTS), np.array(TEXTS), np.array(TEXTS, dtype=object), iter(TEXTS), np.array(TEXTS)[:, None]):
        assert TextClassifier().fit(texts, y.tolist()).to_bytes() == expected


def test_text_of_a_data_frame_is_one_column():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"text": TEXTS, "label": LABELS["strings"]})

    found = TextClassifier().fit(frame["text"], frame["label"])
    np.testing.assert_array_equal(
        found.predict_proba(frame["text"]), TextClassifier().fit(TEXTS, LABELS["strings"]).predict_proba(TEXTS)
    )
    with pytest.raises(ValueError, match="got DataFrame: pass one column of texts"):
        TextClassifier().fit(frame, frame["label"])


MODULES = [
    "bernoulli",
    "categorical",
    "complement",
    "gaussian",
    "learnt_factors",
    "mixed",
    "multinomial",
    "text_classifier",
]


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_an_estimator_run(module):
    found = doctest.testmod(import_module(f"nbengine.estimators.{module}"))

    assert found.attempted >= 3
    assert found.failed == 0


@each
def test_every_public_method_says_what_it_takes_and_returns(model):
    for name in dir(type(model)):
        if name.startswith("_") or name.endswith("_request") or name == "get_metadata_routing":
            continue
        method = getattr(type(model), name, None)
        if callable(method):
            assert method.__doc__, f"{type(model).__name__}.{name}"
