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
    from nbengine.calibration import Calibration as Calibration
    from nbengine.calibration import fit_calibration as fit_calibration
    from nbengine.choices import ChoiceTally as ChoiceTally
    from nbengine.comparison import Interval as Interval
    from nbengine.comparison import McNemar as McNemar
    from nbengine.comparison import bootstrap_interval as bootstrap_interval
    from nbengine.comparison import mcnemar as mcnemar
    from nbengine.comparison import wilson_interval as wilson_interval
    from nbengine.conformal import LabelSets as LabelSets
    from nbengine.conformal import learn_label_sets as learn_label_sets
    from nbengine.contributions import Contributions as Contributions
    from nbengine.counter import TokenCounter as TokenCounter
    from nbengine.counts import CountMatrix as CountMatrix
    from nbengine.counts import count_matrix as count_matrix
    from nbengine.counts import stacked as stacked
    from nbengine.curves import RankedScores as RankedScores
    from nbengine.curves import auc as auc
    from nbengine.curves import lam_percent as lam_percent
    from nbengine.curves import one_minus_auc_percent as one_minus_auc_percent
    from nbengine.curves import positives_missed_at as positives_missed_at
    from nbengine.curves import precision_recall as precision_recall
    from nbengine.curves import rank_scores as rank_scores
    from nbengine.curves import roc as roc
    from nbengine.derivation import Derivation as Derivation
    from nbengine.derivation import derivation_of as derivation_of
    from nbengine.derivation import prior_workings as prior_workings
    from nbengine.derivation import word_workings as word_workings
    from nbengine.documents import Documents as Documents
    from nbengine.documents import labelled_documents as labelled_documents
    from nbengine.errors import DamagedModelError as DamagedModelError
    from nbengine.errors import EngineError as EngineError
    from nbengine.errors import TooLargeModelError as TooLargeModelError
    from nbengine.evaluation import Evaluation as Evaluation
    from nbengine.evaluation import confusion as confusion
    from nbengine.evaluation import evaluate as evaluate
    from nbengine.events import bernoulli as bernoulli
    from nbengine.events import categorical as categorical
    from nbengine.events import complement as complement
    from nbengine.events import derive as derive
    from nbengine.events import gaussian as gaussian
    from nbengine.events import mixed as mixed
    from nbengine.events import multinomial as multinomial
    from nbengine.explanation import Explanation as Explanation
    from nbengine.explanation import Term as Term
    from nbengine.explanation import explain as explain
    from nbengine.explanation import fewest_words as fewest_words
    from nbengine.explanation import strongest_words as strongest_words
    from nbengine.explanation import word_figures as word_figures
    from nbengine.features import Features as Features
    from nbengine.flips import Flip as Flip
    from nbengine.flips import fewest_words_to_flip as fewest_words_to_flip
    from nbengine.folds import fold_log_joint as fold_log_joint
    from nbengine.folds import stratified_folds as stratified_folds
    from nbengine.influence import Suspicions as Suspicions
    from nbengine.influence import influence_on_verdict as influence_on_verdict
    from nbengine.influence import most_influential as most_influential
    from nbengine.influence import suspicious_labels as suspicious_labels
    from nbengine.influence import training_influence as training_influence
    from nbengine.lazy import LabelConstants as LabelConstants
    from nbengine.lazy import WordCounts as WordCounts
    from nbengine.lazy import label_constants as label_constants
    from nbengine.lazy import lazy_log_joint as lazy_log_joint
    from nbengine.lazy import lazy_scorer as lazy_scorer
    from nbengine.leave_one_out import LeftOut as LeftOut
    from nbengine.model import Model as Model
    from nbengine.model import TableColumns as TableColumns
    from nbengine.numbers import NumberTally as NumberTally
    from nbengine.persistence import model_from_bytes as model_from_bytes
    from nbengine.persistence import model_to_bytes as model_to_bytes
    from nbengine.priors import Prior as Prior
    from nbengine.priors import given_prior as given_prior
    from nbengine.recipe import Recipe as Recipe
    from nbengine.recipe import recipe_from_plain as recipe_from_plain
    from nbengine.rules import Field as Field
    from nbengine.rules import TokenRules as TokenRules
    from nbengine.scorer import Scorer as Scorer
    from nbengine.selection import VocabularyLimits as VocabularyLimits
    from nbengine.selection import chi2 as chi2
    from nbengine.selection import mutual_information as mutual_information
    from nbengine.selection import select_tokens as select_tokens
    from nbengine.selection import token_scores as token_scores
    from nbengine.settings import EventSettings as EventSettings
    from nbengine.smoothing import AutoSmoothing as AutoSmoothing
    from nbengine.smoothing import SmoothingCurve as SmoothingCurve
    from nbengine.smoothing import auto_smoothing as auto_smoothing
    from nbengine.smoothing import smoothing_curve as smoothing_curve
    from nbengine.statistics import Statistics as Statistics
    from nbengine.statistics import empty_statistics as empty_statistics
    from nbengine.tally import Tally as Tally
    from nbengine.tally import tally_of as tally_of
    from nbengine.tokens import document_tokens as document_tokens
    from nbengine.tokens import tokenize as tokenize
    from nbengine.training import assure as assure
    from nbengine.training import folds_log_joint as folds_log_joint
    from nbengine.training import honest_log_joint as honest_log_joint
    from nbengine.training import train_model as train_model
    from nbengine.training import train_on_texts as train_on_texts
    from nbengine.unsure import UnsureBand as UnsureBand
    from nbengine.unsure import safe_threshold as safe_threshold
    from nbengine.unsure import unsure_band as unsure_band
    from nbengine.verdicts import Assurance as Assurance
    from nbengine.verdicts import Verdicts as Verdicts
    from nbengine.verdicts import with_band as with_band
    from nbengine.vocabulary import Vocabulary as Vocabulary
    from nbengine.weighting import TfIdf as TfIdf
    from nbengine.weighting import binary as binary
    from nbengine.weighting import tfidf_from as tfidf_from
    from nbengine.weighting import tfidf_of as tfidf_of
    from nbengine.working import Working as Working
    from nbengine.working import bernoulli_working as bernoulli_working
    from nbengine.working import choice_working as choice_working
    from nbengine.working import complement_working as complement_working
    from nbengine.working import exact_joint as exact_joint
    from nbengine.working import exact_posterior as exact_posterior
    from nbengine.working import multinomial_working as multinomial_working
    from nbengine.working import prior_working as prior_working

_HOMES = {
    "Assurance": "verdicts",
    "AutoSmoothing": "smoothing",
    "Calibration": "calibration",
    "ChoiceTally": "choices",
    "Contributions": "contributions",
    "CountMatrix": "counts",
    "DamagedModelError": "errors",
    "Derivation": "derivation",
    "Documents": "documents",
    "EngineError": "errors",
    "Evaluation": "evaluation",
    "EventSettings": "settings",
    "Explanation": "explanation",
    "Features": "features",
    "Field": "rules",
    "Flip": "flips",
    "Interval": "comparison",
    "LabelConstants": "lazy",
    "LabelSets": "conformal",
    "LeftOut": "leave_one_out",
    "McNemar": "comparison",
    "Model": "model",
    "NumberTally": "numbers",
    "Prior": "priors",
    "RankedScores": "curves",
    "Recipe": "recipe",
    "Scorer": "scorer",
    "SmoothingCurve": "smoothing",
    "Statistics": "statistics",
    "Suspicions": "influence",
    "TableColumns": "model",
    "Tally": "tally",
    "Term": "explanation",
    "TfIdf": "weighting",
    "TokenCounter": "counter",
    "TokenRules": "rules",
    "TooLargeModelError": "errors",
    "UnsureBand": "unsure",
    "Verdicts": "verdicts",
    "Vocabulary": "vocabulary",
    "VocabularyLimits": "selection",
    "WordCounts": "lazy",
    "Working": "working",
    "assure": "training",
    "auc": "curves",
    "auto_smoothing": "smoothing",
    "bernoulli": "events",
    "bernoulli_working": "working",
    "binary": "weighting",
    "bootstrap_interval": "comparison",
    "categorical": "events",
    "chi2": "selection",
    "choice_working": "working",
    "complement": "events",
    "complement_working": "working",
    "confusion": "evaluation",
    "count_matrix": "counts",
    "derivation_of": "derivation",
    "derive": "events",
    "document_tokens": "tokens",
    "empty_statistics": "statistics",
    "evaluate": "evaluation",
    "exact_joint": "working",
    "exact_posterior": "working",
    "explain": "explanation",
    "fewest_words": "explanation",
    "fewest_words_to_flip": "flips",
    "fit_calibration": "calibration",
    "fold_log_joint": "folds",
    "folds_log_joint": "training",
    "gaussian": "events",
    "given_prior": "priors",
    "honest_log_joint": "training",
    "influence_on_verdict": "influence",
    "label_constants": "lazy",
    "labelled_documents": "documents",
    "lam_percent": "curves",
    "lazy_log_joint": "lazy",
    "lazy_scorer": "lazy",
    "learn_label_sets": "conformal",
    "mcnemar": "comparison",
    "mixed": "events",
    "model_from_bytes": "persistence",
    "model_to_bytes": "persistence",
    "most_influential": "influence",
    "multinomial": "events",
    "multinomial_working": "working",
    "mutual_information": "selection",
    "one_minus_auc_percent": "curves",
    "positives_missed_at": "curves",
    "precision_recall": "curves",
    "prior_working": "working",
    "prior_workings": "derivation",
    "rank_scores": "curves",
    "recipe_from_plain": "recipe",
    "roc": "curves",
    "safe_threshold": "unsure",
    "select_tokens": "selection",
    "smoothing_curve": "smoothing",
    "stacked": "counts",
    "stratified_folds": "folds",
    "strongest_words": "explanation",
    "suspicious_labels": "influence",
    "tally_of": "tally",
    "tfidf_from": "weighting",
    "tfidf_of": "weighting",
    "token_scores": "selection",
    "tokenize": "tokens",
    "train_model": "training",
    "train_on_texts": "training",
    "training_influence": "influence",
    "unsure_band": "unsure",
    "wilson_interval": "comparison",
    "with_band": "verdicts",
    "word_figures": "explanation",
    "word_workings": "derivation",
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
