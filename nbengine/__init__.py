"""Naive Bayes you can see inside: counts in, log-probabilities out.

Train on texts, judge, ask why, correct, take back, keep:

>>> from nbengine import Recipe, explain, model_from_bytes, model_to_bytes, train_on_texts
>>> mails = ["buy cheap watermelon buy", "cheap offer buy now", "meeting notes for monday", "lunch on monday"]
>>> model = train_on_texts(mails, ["spam", "spam", "ham", "ham"], Recipe(smoothing=0.5))
>>> why = explain(model, model.count(["buy notes on monday"]).counts)
>>> why.label, [(term.name, round(term.value, 2)) for term in why.terms]
('ham', [('buy', -1.87), ('monday', 1.69), ('notes', 1.18), ('on', 1.18)])
>>> new = model.count(["cheap lunch on monday"], grow=True).counts
>>> before = model.canonical_hash()
>>> model.learn(new, ["spam"])
>>> model.forget(new, ["spam"])
>>> model_from_bytes(model_to_bytes(model)).canonical_hash() == before
True

Three nouns carry it. A `Tally` holds additive statistics and is all that is learnt; an event model turns it into a
frozen `Scorer`; a `Model` is a tally with its words and its `Recipe`. Another smoothing, another event model,
leave-one-out, folds, forgetting and merging never touch a document again.

Arrays in, arrays out: this package knows no files, no SQL, no threads and no windows. Its public names are listed here
and imported when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nbengine.arrays.counts import CountMatrix as CountMatrix
    from nbengine.arrays.counts import count_matrix as count_matrix
    from nbengine.arrays.counts import stacked as stacked
    from nbengine.errors import DamagedModelError as DamagedModelError
    from nbengine.errors import EngineError as EngineError
    from nbengine.errors import TooLargeModelError as TooLargeModelError
    from nbengine.events import bernoulli as bernoulli
    from nbengine.events import categorical as categorical
    from nbengine.events import complement as complement
    from nbengine.events import derive as derive
    from nbengine.events import gaussian as gaussian
    from nbengine.events import mixed as mixed
    from nbengine.events import multinomial as multinomial
    from nbengine.events.bernoulli import bernoulli_working as bernoulli_working
    from nbengine.events.categorical import choice_working as choice_working
    from nbengine.events.complement import complement_working as complement_working
    from nbengine.events.label_sums import LabelSums as LabelSums
    from nbengine.events.label_sums import WordCounts as WordCounts
    from nbengine.events.multinomial import multinomial_working as multinomial_working
    from nbengine.events.priors import Prior as Prior
    from nbengine.events.priors import given_prior as given_prior
    from nbengine.events.scorer import Scorer as Scorer
    from nbengine.events.settings import EventSettings as EventSettings
    from nbengine.explanations.contributions import Contributions as Contributions
    from nbengine.explanations.derivation import Derivation as Derivation
    from nbengine.explanations.derivation import derivation_of as derivation_of
    from nbengine.explanations.derivation import prior_workings as prior_workings
    from nbengine.explanations.derivation import word_workings as word_workings
    from nbengine.explanations.exact_fractions import Working as Working
    from nbengine.explanations.exact_fractions import exact_joint as exact_joint
    from nbengine.explanations.exact_fractions import exact_posterior as exact_posterior
    from nbengine.explanations.exact_fractions import prior_working as prior_working
    from nbengine.explanations.explanation import Explanation as Explanation
    from nbengine.explanations.explanation import Term as Term
    from nbengine.explanations.explanation import explain as explain
    from nbengine.explanations.explanation import fewest_words as fewest_words
    from nbengine.explanations.explanation import strongest_words as strongest_words
    from nbengine.explanations.explanation import word_figures as word_figures
    from nbengine.explanations.fewest_words_to_flip import Flip as Flip
    from nbengine.explanations.fewest_words_to_flip import fewest_words_to_flip as fewest_words_to_flip
    from nbengine.explanations.influence import Suspicions as Suspicions
    from nbengine.explanations.influence import influence_on_verdict as influence_on_verdict
    from nbengine.explanations.influence import most_influential as most_influential
    from nbengine.explanations.influence import suspicious_labels as suspicious_labels
    from nbengine.explanations.influence import training_influence as training_influence
    from nbengine.learnt.choice_tally import ChoiceTally as ChoiceTally
    from nbengine.learnt.features import Features as Features
    from nbengine.learnt.labelled_documents import Documents as Documents
    from nbengine.learnt.labelled_documents import labelled_documents as labelled_documents
    from nbengine.learnt.number_tally import NumberTally as NumberTally
    from nbengine.learnt.occurrence_weighting import TfIdf as TfIdf
    from nbengine.learnt.occurrence_weighting import binary as binary
    from nbengine.learnt.occurrence_weighting import tfidf_from as tfidf_from
    from nbengine.learnt.occurrence_weighting import tfidf_of as tfidf_of
    from nbengine.learnt.statistics import Statistics as Statistics
    from nbengine.learnt.statistics import empty_statistics as empty_statistics
    from nbengine.learnt.tally import Tally as Tally
    from nbengine.learnt.tally import tally_of as tally_of
    from nbengine.leave_one_out import LeftOut as LeftOut
    from nbengine.measure.comparison import Interval as Interval
    from nbengine.measure.comparison import McNemar as McNemar
    from nbengine.measure.comparison import bootstrap_interval as bootstrap_interval
    from nbengine.measure.comparison import mcnemar as mcnemar
    from nbengine.measure.comparison import wilson_interval as wilson_interval
    from nbengine.measure.curves import RankedScores as RankedScores
    from nbengine.measure.curves import auc as auc
    from nbengine.measure.curves import lam_percent as lam_percent
    from nbengine.measure.curves import one_minus_auc_percent as one_minus_auc_percent
    from nbengine.measure.curves import positives_missed_at as positives_missed_at
    from nbengine.measure.curves import precision_recall as precision_recall
    from nbengine.measure.curves import rank_scores as rank_scores
    from nbengine.measure.curves import roc as roc
    from nbengine.measure.evaluation import Evaluation as Evaluation
    from nbengine.measure.evaluation import confusion as confusion
    from nbengine.measure.evaluation import evaluate as evaluate
    from nbengine.measure.folds import fold_log_joint as fold_log_joint
    from nbengine.measure.folds import stratified_folds as stratified_folds
    from nbengine.measure.smoothing_choice import AutoSmoothing as AutoSmoothing
    from nbengine.measure.smoothing_choice import SmoothingCurve as SmoothingCurve
    from nbengine.measure.smoothing_choice import auto_smoothing as auto_smoothing
    from nbengine.measure.smoothing_choice import smoothing_curve as smoothing_curve
    from nbengine.models.lazy_verdicts import label_sums as label_sums
    from nbengine.models.lazy_verdicts import lazy_log_joint as lazy_log_joint
    from nbengine.models.lazy_verdicts import lazy_scorer as lazy_scorer
    from nbengine.models.model import Model as Model
    from nbengine.models.model import TableColumns as TableColumns
    from nbengine.models.persistence import model_from_bytes as model_from_bytes
    from nbengine.models.persistence import model_to_bytes as model_to_bytes
    from nbengine.models.recipe import Recipe as Recipe
    from nbengine.models.recipe import recipe_from_plain as recipe_from_plain
    from nbengine.models.training import assure as assure
    from nbengine.models.training import folds_log_joint as folds_log_joint
    from nbengine.models.training import honest_log_joint as honest_log_joint
    from nbengine.models.training import train_model as train_model
    from nbengine.models.training import train_on_texts as train_on_texts
    from nbengine.models.vocabulary_selection import VocabularyLimits as VocabularyLimits
    from nbengine.models.vocabulary_selection import chi2 as chi2
    from nbengine.models.vocabulary_selection import mutual_information as mutual_information
    from nbengine.models.vocabulary_selection import select_tokens as select_tokens
    from nbengine.models.vocabulary_selection import token_scores as token_scores
    from nbengine.text.token_counter import TokenCounter as TokenCounter
    from nbengine.text.token_rules import Field as Field
    from nbengine.text.token_rules import TokenRules as TokenRules
    from nbengine.text.tokens import document_tokens as document_tokens
    from nbengine.text.tokens import tokenize as tokenize
    from nbengine.text.vocabulary import Vocabulary as Vocabulary
    from nbengine.trust.calibration import Calibration as Calibration
    from nbengine.trust.calibration import fit_calibration as fit_calibration
    from nbengine.trust.conformal import LabelSets as LabelSets
    from nbengine.trust.conformal import learn_label_sets as learn_label_sets
    from nbengine.trust.unsure import UnsureBand as UnsureBand
    from nbengine.trust.unsure import safe_threshold as safe_threshold
    from nbengine.trust.unsure import unsure_band as unsure_band
    from nbengine.trust.verdicts import Assurance as Assurance
    from nbengine.trust.verdicts import Verdicts as Verdicts
    from nbengine.trust.verdicts import with_band as with_band

__version__ = "0.1.0"

_HOMES = {
    "Assurance": "trust.verdicts",
    "AutoSmoothing": "measure.smoothing_choice",
    "Calibration": "trust.calibration",
    "ChoiceTally": "learnt.choice_tally",
    "Contributions": "explanations.contributions",
    "CountMatrix": "arrays.counts",
    "DamagedModelError": "errors",
    "Derivation": "explanations.derivation",
    "Documents": "learnt.labelled_documents",
    "EngineError": "errors",
    "Evaluation": "measure.evaluation",
    "EventSettings": "events.settings",
    "Explanation": "explanations.explanation",
    "Features": "learnt.features",
    "Field": "text.token_rules",
    "Flip": "explanations.fewest_words_to_flip",
    "Interval": "measure.comparison",
    "LabelSets": "trust.conformal",
    "LabelSums": "events.label_sums",
    "LeftOut": "leave_one_out",
    "McNemar": "measure.comparison",
    "Model": "models.model",
    "NumberTally": "learnt.number_tally",
    "Prior": "events.priors",
    "RankedScores": "measure.curves",
    "Recipe": "models.recipe",
    "Scorer": "events.scorer",
    "SmoothingCurve": "measure.smoothing_choice",
    "Statistics": "learnt.statistics",
    "Suspicions": "explanations.influence",
    "TableColumns": "models.model",
    "Tally": "learnt.tally",
    "Term": "explanations.explanation",
    "TfIdf": "learnt.occurrence_weighting",
    "TokenCounter": "text.token_counter",
    "TokenRules": "text.token_rules",
    "TooLargeModelError": "errors",
    "UnsureBand": "trust.unsure",
    "Verdicts": "trust.verdicts",
    "Vocabulary": "text.vocabulary",
    "VocabularyLimits": "models.vocabulary_selection",
    "WordCounts": "events.label_sums",
    "Working": "explanations.exact_fractions",
    "assure": "models.training",
    "auc": "measure.curves",
    "auto_smoothing": "measure.smoothing_choice",
    "bernoulli": "events",
    "bernoulli_working": "events.bernoulli",
    "binary": "learnt.occurrence_weighting",
    "bootstrap_interval": "measure.comparison",
    "categorical": "events",
    "chi2": "models.vocabulary_selection",
    "choice_working": "events.categorical",
    "complement": "events",
    "complement_working": "events.complement",
    "confusion": "measure.evaluation",
    "count_matrix": "arrays.counts",
    "derivation_of": "explanations.derivation",
    "derive": "events",
    "document_tokens": "text.tokens",
    "empty_statistics": "learnt.statistics",
    "evaluate": "measure.evaluation",
    "exact_joint": "explanations.exact_fractions",
    "exact_posterior": "explanations.exact_fractions",
    "explain": "explanations.explanation",
    "fewest_words": "explanations.explanation",
    "fewest_words_to_flip": "explanations.fewest_words_to_flip",
    "fit_calibration": "trust.calibration",
    "fold_log_joint": "measure.folds",
    "folds_log_joint": "models.training",
    "gaussian": "events",
    "given_prior": "events.priors",
    "honest_log_joint": "models.training",
    "influence_on_verdict": "explanations.influence",
    "label_sums": "models.lazy_verdicts",
    "labelled_documents": "learnt.labelled_documents",
    "lam_percent": "measure.curves",
    "lazy_log_joint": "models.lazy_verdicts",
    "lazy_scorer": "models.lazy_verdicts",
    "learn_label_sets": "trust.conformal",
    "mcnemar": "measure.comparison",
    "mixed": "events",
    "model_from_bytes": "models.persistence",
    "model_to_bytes": "models.persistence",
    "most_influential": "explanations.influence",
    "multinomial": "events",
    "multinomial_working": "events.multinomial",
    "mutual_information": "models.vocabulary_selection",
    "one_minus_auc_percent": "measure.curves",
    "positives_missed_at": "measure.curves",
    "precision_recall": "measure.curves",
    "prior_working": "explanations.exact_fractions",
    "prior_workings": "explanations.derivation",
    "rank_scores": "measure.curves",
    "recipe_from_plain": "models.recipe",
    "roc": "measure.curves",
    "safe_threshold": "trust.unsure",
    "select_tokens": "models.vocabulary_selection",
    "smoothing_curve": "measure.smoothing_choice",
    "stacked": "arrays.counts",
    "stratified_folds": "measure.folds",
    "strongest_words": "explanations.explanation",
    "suspicious_labels": "explanations.influence",
    "tally_of": "learnt.tally",
    "tfidf_from": "learnt.occurrence_weighting",
    "tfidf_of": "learnt.occurrence_weighting",
    "token_scores": "models.vocabulary_selection",
    "tokenize": "text.tokens",
    "train_model": "models.training",
    "train_on_texts": "models.training",
    "training_influence": "explanations.influence",
    "unsure_band": "trust.unsure",
    "wilson_interval": "measure.comparison",
    "with_band": "trust.verdicts",
    "word_figures": "explanations.explanation",
    "word_workings": "explanations.derivation",
}
"""Which module each public name lives in."""

__all__ = sorted(_HOMES)  # noqa: PLE0605 - one list of names is enough


def __getattr__(name: str) -> object:
    """Import a public name's module at its first use."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
