"""Multinomial naive Bayes classifier: each occurrence of a feature counts as evidence."""

from __future__ import annotations

from typing import Any

from nbengine.estimators.counting_estimators import CountingNB
from nbengine.events.multinomial import MultinomialModel


class MultinomialNB(CountingNB):
    """Multinomial naive Bayes: each occurrence of a feature counts as evidence.

    For counts of words, and for weights that behave like counts, such as tf-idf. Dense and sparse tables are accepted.

    Parameters
    ----------
    alpha : float or array-like of shape (n_features,), default=1.0
        Smoothing. With 0, a feature that never occurred in a class makes the class impossible.
    force_alpha : bool, default=True
        If False, an alpha below 1e-10 is replaced by 1e-10, with a warning.
    fit_prior : bool, default=True
        False gives all classes the same prior.
    class_prior : array-like of shape (n_classes,), optional
        The prior of each class in the order of `classes_`.
    open_labels : bool, default=False
        If True, `partial_fit` accepts new labels and more columns.
    keep_samples : bool, default=True
        True keeps a reference to the samples of `fit`, for `loo_proba`, `influence` and `calibrate`.

    Attributes
    ----------
    classes_ : array of shape (n_classes,)
        The labels, sorted, as they were given.
    class_count_ : array of shape (n_classes,)
        Weight of the samples of each class.
    class_log_prior_ : array of shape (n_classes,)
    feature_count_ : array of shape (n_classes, n_features)
        Weighted counts.
    feature_log_prob_ : array of shape (n_classes, n_features)
        Logarithm of each feature's smoothed share of the class.
    calibration_ : Calibration
        Set by `calibrate`; removed by `fit`, `forget` and `uncalibrate`.
    n_features_in_ : int
    feature_names_in_ : array of shape (n_features,)
        If X had names.

    Examples
    --------
    >>> from nbengine.estimators import MultinomialNB
    >>> X = [[2, 0, 1], [1, 0, 0], [0, 3, 1], [0, 1, 1]]
    >>> y = ["spam", "spam", "ham", "ham"]
    >>> model = MultinomialNB().fit(X, y)
    >>> model.predict([[1, 0, 1]]).tolist()
    ['spam']
    >>> model.loo_proba().round(2).tolist()
    [[0.12, 0.88], [0.31, 0.69], [0.94, 0.06], [0.67, 0.33]]
    >>> before = model.to_bytes()
    >>> model.partial_fit([[5, 5, 5]], ["ham"]).forget([[5, 5, 5]], ["ham"]).to_bytes() == before
    True
    >>> model.explain([2, 0, 1])
    'spam' against 'ham', log-odds 3.1211
      prior      +0.0000
      x0    ×2   +3.2752
      x2    ×1   -0.1542
      sum        +3.1211
    >>> model.working([2, 0, 0])
    'ham':
      prior: log[2 / 4] = -0.693147
      x0: 2 × log[(0 + 1) / (6 + 3)] = -4.394449
      sum: -5.087596, probability 0.0364312
    'spam':
      prior: log[2 / 4] = -0.693147
      x0: 2 × log[(3 + 1) / (4 + 3)] = -1.119232
      sum: -1.812379, probability 0.963569
    """

    _event_model = MultinomialModel()

    def __init__(
        self,
        *,
        alpha: Any = 1.0,
        force_alpha: bool = True,
        fit_prior: bool = True,
        class_prior: Any = None,
        open_labels: bool = False,
        keep_samples: bool = True,
    ) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.open_labels = open_labels
        self.keep_samples = keep_samples
