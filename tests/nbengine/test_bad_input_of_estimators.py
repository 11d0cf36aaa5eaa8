"""Bad input ends in an error in scikit-learn's words, and leaves every estimator as it was."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from nbengine.estimators import (
    BernoulliNB,
    CategoricalNB,
    ComplementNB,
    GaussianNB,
    LearntFactorsNB,
    MixedNB,
    MultinomialNB,
    TextClassifier,
)

COUNTS = np.array([[2, 0, 1], [0, 3, 1], [1, 1, 0], [0, 2, 2], [3, 0, 1], [1, 4, 0]])
LABELS = np.array(["ham", "spam", "ham", "spam", "ham", "spam"])
TEXTS = ["cheap offer now", "notes on the meeting", "buy now", "lunch and notes", "cheap cheap", "the lunch"]
TABLES = [MultinomialNB(), BernoulliNB(), ComplementNB(), GaussianNB(), CategoricalNB(), MixedNB(), LearntFactorsNB()]
COUNTING = [MultinomialNB(), ComplementNB(), CategoricalNB(), LearntFactorsNB(), MixedNB(count_features=[0, 1, 2])]
PARTIAL = [model for model in TABLES if not isinstance(model, LearntFactorsNB)]
ALL = [*TABLES, TextClassifier()]

each = pytest.mark.parametrize("model", ALL, ids=repr)
each_table = pytest.mark.parametrize("model", TABLES, ids=repr)
each_partial = pytest.mark.parametrize("model", [*PARTIAL, TextClassifier()], ids=repr)


def samples_for(model):
    return TEXTS if isinstance(model, TextClassifier) else COUNTS.tolist()


def fresh(model):
    return type(model)(**model.get_params())


def state(model):
    """Everything that an estimator holds, by content."""
    shown = model.to_bytes() if hasattr(model, "classes_") else None
    return shown, sorted(vars(model)), repr(model.get_params())


def refuses(model, expected, X, y=LABELS, *, kind=ValueError, methods=("fit", "partial_fit", "forget")):
    """Every way of learning raises `expected` and changes nothing, before a fit and after one."""
    empty, learnt = fresh(model), fresh(model).fit(samples_for(model), LABELS)
    labels = {"classes": np.unique(LABELS)} if not isinstance(model, TextClassifier) else {}
    for estimator in (empty, learnt):
        for method in methods:
            if not hasattr(estimator, method) or (method == "forget" and estimator is empty):
                continue
            before = state(estimator)
            arguments = labels if method == "partial_fit" else {}
            with pytest.raises(kind, match=expected):
                getattr(estimator, method)(X, y, **arguments)
            assert state(estimator) == before, f"{method} of a {'fitted' if estimator is learnt else 'new'} estimator"


def refuses_to_judge(model, expected, X, *, kind=ValueError):
    learnt = fresh(model).fit(samples_for(model), LABELS)
    before = state(learnt)
    for method in ("predict", "predict_proba", "predict_log_proba", "predict_joint_log_proba"):
        with pytest.raises(kind, match=expected):
            getattr(learnt, method)(X)
    assert state(learnt) == before


def with_value(value, dtype=object):
    table = COUNTS.astype(dtype)
    table[2, 1] = value
    return table


@each_table
@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (np.nan, "Input X contains NaN"),
        (None, "Input X contains NaN"),
        (np.inf, "Input X contains infinity or a value too large"),
        (-np.inf, "infinity or a value too large"),
        (1e300, "Input X contains infinity or a value too large"),
        (10**400, "Input X contains infinity or a value too large for dtype\\('float64'\\)"),
        ("word", "could not convert string to float: 'word'"),
        ("3", "could not convert string to float: '3'"),
        (b"3", "could not convert string to float"),
        (1 + 2j, "Complex data not supported|must be a string or a real number|complex"),
    ],
    ids=str,
)
def test_what_is_no_finite_number_is_refused(model, value, expected):
    table = with_value(value)
    if isinstance(model, MixedNB) and isinstance(value, str | bytes):  # strings are categories there
        model = MixedNB(categorical_features=None)
    kind = (ValueError, TypeError) if isinstance(value, complex) else ValueError

    refuses(model, expected, table, kind=kind)
    refuses(model, expected, table.tolist(), kind=kind)
    refuses_to_judge(model, expected, table, kind=kind)


@each_table
@pytest.mark.parametrize("value", [{"a": 1}, [1], object()], ids=lambda value: type(value).__name__)
def test_objects_are_refused(model, value):
    table = with_value(None)
    table[2, 1] = value

    expected = "argument must be a string or a real number|must be a real number|setting an array element"
    refuses(model, expected, table, kind=(TypeError, ValueError))
    refuses_to_judge(model, expected, table, kind=(TypeError, ValueError))


@pytest.mark.parametrize("model", COUNTING, ids=repr)
@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array, sparse.csc_matrix], ids=lambda form: form.__name__)
def test_negative_counts_are_refused(model, form):
    if form is not np.asarray and isinstance(model, CategoricalNB | MixedNB):
        pytest.skip("dense data only")
    table = form(with_value(-1, np.int64))

    refuses(model, f"Negative values in data passed to {type(model).__name__} \\(input X\\)", table)


@pytest.mark.parametrize("model", [MultinomialNB(), BernoulliNB(), ComplementNB(), LearntFactorsNB()], ids=repr)
@pytest.mark.parametrize("value", [np.nan, np.inf, 1e300])
def test_sparse_tables_are_checked_as_dense_ones_are(model, value):
    for form in (sparse.csr_array, sparse.csr_matrix, sparse.csc_array, sparse.coo_matrix):
        refuses(model, "Input X contains", form(with_value(value, np.float64)))


@pytest.mark.parametrize("model", [GaussianNB(), CategoricalNB(), MixedNB()], ids=repr)
def test_sparse_tables_are_refused_where_dense_data_is_needed(model):
    refuses(model, "Sparse data was passed for X, but dense data is required", sparse.csr_array(COUNTS), kind=TypeError)


@each
def test_no_samples_are_refused(model):
    nothing = [] if isinstance(model, TextClassifier) else np.zeros((0, 3))

    refuses(model, "Found array with 0 sample\\(s\\) \\(shape=\\(0,", nothing, [])


@each_table
def test_no_features_and_wrong_dimensions_are_refused(model):
    refuses(model, "Found array with 0 feature\\(s\\) \\(shape=\\(6, 0\\)\\)", np.zeros((6, 0)))
    refuses(model, "Expected 2D array, got 1D array instead", COUNTS[:, 0])
    refuses(model, "Expected 2D array, got scalar array instead", 3)
    refuses(model, "Found array with dim 3, while dim <= 2 is required|Found array with dim 3", COUNTS[None])


@each_table
def test_another_number_of_features_is_refused(model):
    expected = f"X has 2 features, but {type(model).__name__} is expecting 3 features as input"
    learnt = fresh(model).fit(COUNTS, LABELS)
    before = state(learnt)

    refuses_to_judge(model, expected, COUNTS[:, :2])
    for method in ("partial_fit", "forget", "calibrate", "loo_proba"):
        if hasattr(learnt, method):
            with pytest.raises(ValueError, match=expected):
                getattr(learnt, method)(COUNTS[:, :2], LABELS)
    for method in ("explain", "working", "influence"):
        with pytest.raises(ValueError, match=expected):
            getattr(learnt, method)(COUNTS[0, :2])
    assert state(learnt) == before


@each
@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (["a", 1, "a", 1, "a", 1], "Mix of label input types \\(string and number\\)"),
        (np.array(["a", 1, "a", 1, "a", 1], dtype=object), "Mix of label input types \\(string and number\\)"),
        ([0.5, 1, 0.5, 1, 0.5, 1], "Unknown label type: continuous"),
        ([np.nan, 1, 0, 1, 0, 1], "Input y contains NaN"),
        ([None, "a", "b", "a", "b", "a"], "Input y contains NaN"),
        ([np.inf, 1, 0, 1, 0, 1], "Input y contains infinity or a value too large"),
        ([10**30, 1, 0, 1, 0, 1], "Unknown label type: unknown"),
        ([(1, 2)] * 6, "y should be a 1d array, got an array of shape \\(6, 2\\) instead"),
        (LABELS[:5], "Found input variables with inconsistent numbers of samples: \\[6, 5\\]"),
        (None, "requires y to be passed, but the target y is None"),
        ("hamham", "y should be a 1d array, got the string 'hamham'"),
        (np.array([{}, {}, {}, {}, {}, {}]), "Unknown label type: unknown"),
    ],
    ids=str,
)
def test_labels_that_are_none_or_mixed_are_refused(model, labels, expected):
    refuses(model, expected, samples_for(model), labels)


@each_partial
def test_numbers_after_strings_are_a_mix_of_labels(model):
    learnt = fresh(model).fit(samples_for(model), LABELS)
    before = state(learnt)

    with pytest.raises(ValueError, match="Mix of label input types"):
        learnt.partial_fit(samples_for(model)[:2], [0, 1])
    with pytest.raises(ValueError, match="Mix of label input types"):
        learnt.forget(samples_for(model)[:2], [0, 1])
    assert state(learnt) == before


@pytest.mark.parametrize("model", PARTIAL, ids=repr)
def test_a_label_that_was_not_named_is_refused_unless_labels_are_open(model):
    learnt = fresh(model).fit(COUNTS, LABELS)
    before = state(learnt)

    with pytest.raises(ValueError, match="The target label\\(s\\) \\['eggs'\\] in y do not exist"):
        learnt.partial_fit(COUNTS[:1], ["eggs"])
    assert state(learnt) == before
    with pytest.raises(ValueError, match="classes must be passed on the first call to partial_fit"):
        fresh(model).partial_fit(COUNTS, LABELS)
    with pytest.raises(ValueError, match="is not the same as on last call to partial_fit"):
        learnt.partial_fit(COUNTS, LABELS, classes=["ham", "eggs"])
    with pytest.raises(ValueError, match="do not exist in the initial classes"):
        fresh(model).partial_fit(COUNTS, LABELS, classes=[])
    opened = fresh(model).set_params(open_labels=True).fit(COUNTS, LABELS).partial_fit(COUNTS[:1], ["eggs"])
    assert opened.classes_.tolist() == ["eggs", "ham", "spam"]


@each
@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        ([1, 1, np.nan, 1, 1, 1], "Input sample_weight contains NaN"),
        ([1, 1, np.inf, 1, 1, 1], "Input sample_weight contains infinity"),
        ([1, 1, -1, 1, 1, 1], "Negative values in data passed to `sample_weight`"),
        ([0] * 6, "Sample weights must contain at least one non-zero number"),
        ([1, 1], "sample_weight.shape == \\(2,\\), expected \\(6,\\)!"),
        ([[1] * 6], "Sample weights must be 1D array or scalar"),
    ],
    ids=str,
)
def test_weights_that_are_none_are_refused(model, weights, expected):
    learnt = fresh(model).fit(samples_for(model), LABELS)
    before = state(learnt)

    for method in ("fit", "partial_fit", "forget", "loo_proba"):
        if hasattr(learnt, method):
            with pytest.raises(ValueError, match=expected):
                getattr(learnt, method)(samples_for(model), LABELS, sample_weight=weights)
    assert state(learnt) == before


@each_partial
def test_forgetting_what_was_never_learnt_changes_nothing(model):
    learnt = fresh(model).fit(samples_for(model), LABELS)
    before = state(learnt)
    others = [["cheap lunch words"]] if isinstance(model, TextClassifier) else [np.repeat(COUNTS, 3, axis=0)]
    if isinstance(model, MultinomialNB | ComplementNB | CategoricalNB):
        others.append([[9, 9, 9]])

    for other in others:
        with pytest.raises(ValueError, match="never learnt"):
            learnt.forget(other, ["ham"] if len(other) == 1 else np.repeat(LABELS, 3))
    assert state(learnt) == before


@each_partial
def test_bad_settings_are_refused_before_anything_is_learnt(model):
    learnt = fresh(model).fit(samples_for(model), LABELS)
    parameter = "priors" if isinstance(model, GaussianNB) else "class_prior"
    learnt.set_params(**{parameter: [0.2, 0.3, 0.5]})
    before = learnt.classes_, learnt.class_count_.copy()

    if not isinstance(model, TextClassifier):  # the engine's model keeps the prior it was made with
        for method in ("partial_fit", "forget", "fit"):
            with pytest.raises(ValueError, match="Number of priors must match number of classes"):
                getattr(learnt, method)(samples_for(model), LABELS)
    assert learnt.classes_ is before[0]
    np.testing.assert_array_equal(learnt.class_count_, before[1])
    with pytest.raises(ValueError, match="Number of priors must match number of classes"):
        fresh(learnt).fit(samples_for(model), LABELS)


@pytest.mark.parametrize("model", PARTIAL, ids=repr)
def test_one_class_is_learnt_and_always_predicted(model):
    learnt = fresh(model).fit(COUNTS, ["only"] * 6)

    assert set(learnt.predict(COUNTS)) == {"only"}
    np.testing.assert_allclose(learnt.predict_proba(COUNTS), 1.0)
    with pytest.raises(ValueError, match="With a single label there is no other to compare it with"):
        learnt.explain(COUNTS[0])


def test_one_class_is_refused_where_classes_are_told_apart_by_a_fit():
    refuses(LearntFactorsNB(), "needs samples of at least 2 classes", COUNTS, ["only"] * 6)
    refuses(TextClassifier(), "needs texts of at least 2 classes", TEXTS, ["only"] * 6, methods=("fit",))


def test_a_label_without_samples_is_impossible_and_shown_as_such():
    model = MultinomialNB().partial_fit(COUNTS, LABELS, classes=["eggs", "ham", "spam"])

    assert model.class_count_.tolist() == [0, 3, 3]
    assert model.predict_proba(COUNTS)[:, 0].tolist() == [0.0] * 6
    assert set(model.predict(COUNTS)) == {"ham", "spam"}


@each
def test_what_is_asked_before_a_fit_is_refused(model):
    samples = samples_for(model)
    for method, arguments in (
        ("predict", (samples,)),
        ("predict_proba", (samples,)),
        ("predict_joint_log_proba", (samples,)),
        ("explain", (samples[0],)),
        ("working", (samples[0],)),
        ("influence", (samples[0],)),
        ("calibrate", ()),
        ("loo_proba", ()),
        ("forget", (samples, LABELS)),
        ("merge", (fresh(model),)),
        ("to_bytes", ()),
    ):
        if hasattr(model, method):
            with pytest.raises(Exception, match="is not fitted yet") as caught:
                getattr(fresh(model), method)(*arguments)
            assert type(caught.value).__name__ == "NotFittedError"
    assert fresh(model).predict_one({"a": 1}) is None
    assert fresh(model).predict_proba_one({"a": 1}) == {}


@pytest.mark.parametrize(
    ("X", "expected"),
    [
        ("cheap offer", "Iterable over raw text documents expected, string object received"),
        (b"cheap", "Iterable over raw text documents expected, string object received"),
        ([None] * 6, "np.nan is an invalid document, expected byte or unicode string"),
        ([float("nan")] * 6, "np.nan is an invalid document"),
        ([3] * 6, "3 is an invalid document, expected a string"),
        ([["a"]] * 6, "\\['a'\\] is an invalid document, expected a string"),
        (np.array([["a", "b"]] * 6), "Expected 1D array of texts, got an array of shape \\(6, 2\\)"),
        ({"text": TEXTS}, "got dict: pass one column of texts"),
        (sparse.csr_array(COUNTS), "got csr_array: pass one column of texts"),
        (3, "Expected a list, array or series of texts, got 3"),
    ],
    ids=str,
)
def test_what_is_no_list_of_texts_is_refused(X, expected):
    refuses(TextClassifier(), expected, X)
    refuses_to_judge(TextClassifier(), expected, X)


@pytest.mark.parametrize("text", [3, None, ["a"], {"a": 1}], ids=str)
def test_one_text_is_a_string(text):
    learnt = TextClassifier().fit(TEXTS, LABELS)
    before = state(learnt)

    for method, arguments in (("explain", ()), ("working", ()), ("predict_one", ()), ("learn_one", ("ham",))):
        with pytest.raises(ValueError, match="is an invalid document"):
            getattr(learnt, method)(text, *arguments)
    assert state(learnt) == before


def test_texts_without_words_are_refused_by_a_fit():
    refuses(
        TextClassifier(),
        "empty vocabulary; perhaps the documents only contain stop words",
        ["!", "?"] * 3,
        methods=("fit",),
    )
    with pytest.raises(ValueError, match="None of the 10 words is left in the vocabulary"):
        TextClassifier(min_df=9).fit(TEXTS, LABELS)


@each_table
def test_texts_where_numbers_are_expected_point_to_the_classifier_of_texts(model):
    for given in ("cheap offer", np.array(TEXTS)[:, None], [[text] for text in TEXTS]):
        if isinstance(model, MixedNB) and not isinstance(given, str):
            continue  # strings are categories there
        refuses(model, "use `TextClassifier`", given)


@pytest.mark.parametrize("model", PARTIAL, ids=repr)
@pytest.mark.parametrize("value", [np.nan, np.inf, "text", -1, 10**400])
def test_a_bad_value_of_one_sample_changes_nothing(model, value):
    if value == -1 and isinstance(model, GaussianNB | BernoulliNB | MixedNB):
        pytest.skip("a number like others")
    if value == "text" and isinstance(model, MixedNB):
        pytest.skip("a category")
    learnt = fresh(model)
    learnt.learn_one({"a": 1, "b": 2}, "x")
    learnt.learn_one({"a": 2, "c": 1}, "y")
    before = state(learnt)

    for sample, label in (({"a": value, "new": 1}, "x"), ({"a": value}, "new")):
        with pytest.raises(ValueError, match=r"Input X contains|could not convert|Negative values"):
            learnt.learn_one(sample, label)
        assert state(learnt) == before
    for label in (None, 3.5, 3, float("nan")):
        with pytest.raises(ValueError, match=r"label|Input y contains NaN"):
            learnt.learn_one({"a": 1}, label)
        assert state(learnt) == before


@pytest.mark.parametrize("model", [MultinomialNB(), BernoulliNB(), GaussianNB(), CategoricalNB()], ids=repr)
def test_a_sample_by_names_needs_features_with_names(model):
    with pytest.raises(ValueError, match="was fitted without feature names"):
        fresh(model).fit(COUNTS, LABELS).predict_one({"a": 1})
    with pytest.raises(ValueError, match="The first sample must be a dictionary"):
        fresh(model).learn_one([1, 2, 3], "ham")


def test_sums_that_would_overflow_are_refused():
    for model in (MultinomialNB(), BernoulliNB(), ComplementNB(), GaussianNB()):
        with pytest.raises(ValueError, match="Input sample_weight contains infinity or a value too large"):
            model.fit(COUNTS, LABELS, sample_weight=[1e300] * 6)
    large = np.full((6, 3), 1e139)
    assert np.isfinite(GaussianNB().fit(large * COUNTS / 4, LABELS).var_).all()
    assert np.isfinite(MultinomialNB().fit(large, LABELS, [1e100] * 6).feature_log_prob_).all()


def test_other_kinds_cannot_be_merged():
    learnt = MultinomialNB().fit(COUNTS, LABELS)
    before = state(learnt)

    with pytest.raises(TypeError, match="A MultinomialNB can merge only its own kind, not BernoulliNB"):
        learnt.merge(BernoulliNB().fit(COUNTS, LABELS))
    with pytest.raises(ValueError, match="The other MultinomialNB has 2 features, but 3"):
        learnt.merge(MultinomialNB().fit(COUNTS[:, :2], LABELS))
    with pytest.raises(ValueError, match="Mix of label input types"):
        learnt.merge(MultinomialNB().fit(COUNTS, [0, 1, 0, 1, 0, 1]))
    with pytest.raises(ValueError, match=r"binarize=2\.0 of the other BernoulliNB is not 0\.0"):
        BernoulliNB().fit(COUNTS, LABELS).merge(BernoulliNB(binarize=2.0).fit(COUNTS, LABELS))
    with pytest.raises(ValueError, match="different parameters cannot be merged"):
        TextClassifier().fit(TEXTS, LABELS).merge(TextClassifier(lowercase=False).fit(TEXTS, LABELS))
    assert state(learnt) == before
