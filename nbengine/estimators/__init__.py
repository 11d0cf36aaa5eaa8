"""Naive Bayes and word counting behind scikit-learn's interface, for its pipelines and searches.

Names, parameters, fitted attributes, semantics and messages are scikit-learn's; the counting and the formulas are
the engine's. Scikit-learn is not imported: only `__sklearn_tags__`, which nobody but scikit-learn calls, does that,
and its own warnings and errors are used where it is loaded already. Counts are floats here and weights are taken as
given, where a `Tally` rounds them to whole units.

Beyond scikit-learn: `forget`, `leave_one_out_log_proba`, and `open_labels=True`, with which `partial_fit` takes labels
and columns that appear later. Where scikit-learn has NaN, an error inside NumPy or silence, there is a value or a
`ValueError`: zero smoothing makes a label impossible, a category never seen has its smoothed share, and a label
unknown to `partial_fit` is refused by all five classes.

`LearntFactorsNB` has no twin there: naive Bayes whose words count as far as the samples bear them out, which judges
documents about as well as a linear support vector machine does, with probabilities.

Read `estimator` first, then `counting_estimators` and `multinomial`.
"""

from nbengine.estimators.bernoulli import BernoulliNB
from nbengine.estimators.categorical import CategoricalNB
from nbengine.estimators.complement import ComplementNB
from nbengine.estimators.gaussian import GaussianNB
from nbengine.estimators.learnt_factors import LearntFactorsNB
from nbengine.estimators.mixed import MixedNB
from nbengine.estimators.multinomial import MultinomialNB
from nbengine.estimators.word_counter import WordCounter

__all__ = [
    "BernoulliNB",
    "CategoricalNB",
    "ComplementNB",
    "GaussianNB",
    "LearntFactorsNB",
    "MixedNB",
    "MultinomialNB",
    "WordCounter",
]
