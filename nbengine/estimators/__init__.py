"""Naive Bayes with the interface of scikit-learn and River, from fit to explanation.

`MultinomialNB`, `BernoulliNB`, `ComplementNB`, `GaussianNB` and `CategoricalNB` have the names, parameters, fitted
attributes, results and errors of scikit-learn's classes. `MixedNB` reads tables of numbers, categories and counts.
`LearntFactorsNB` fits a factor for each feature. `TextClassifier` takes texts.

All of them have `fit`, `predict`, `predict_proba`, `explain`, `working`, `influence`, `calibrate`, `to_bytes`,
`from_bytes`, `predict_one` and `predict_proba_one`. All but `LearntFactorsNB` also have `partial_fit`, `learn_one`,
`forget`, `merge` and `loo_proba`. On `LearntFactorsNB`, these five raise AttributeError, which says why.

- Labels are strings, integers or booleans, and are returned in the type in which they were passed.
- If a method raises an exception, the estimator stays as it was.
- Counts are floats. Weights are used as passed; a `Tally` would round them to whole units.
- In cases where scikit-learn returns NaN or fails inside NumPy, these estimators return a number or raise ValueError.
  For example, zero smoothing makes a class impossible, and `partial_fit` refuses unknown labels.

scikit-learn is not needed. Only `__sklearn_tags__`, which scikit-learn itself calls, imports it. If scikit-learn is
already loaded, its warning and error classes are used.
"""

from nbengine.estimators.bernoulli import BernoulliNB
from nbengine.estimators.categorical import CategoricalNB
from nbengine.estimators.complement import ComplementNB
from nbengine.estimators.gaussian import GaussianNB
from nbengine.estimators.learnt_factors import LearntFactorsNB
from nbengine.estimators.mixed import MixedNB
from nbengine.estimators.multinomial import MultinomialNB
from nbengine.estimators.text_classifier import TextClassifier
from nbengine.estimators.word_counter import WordCounter

__all__ = [
    "BernoulliNB",
    "CategoricalNB",
    "ComplementNB",
    "GaussianNB",
    "LearntFactorsNB",
    "MixedNB",
    "MultinomialNB",
    "TextClassifier",
    "WordCounter",
]
