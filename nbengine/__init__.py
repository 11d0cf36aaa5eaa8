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

Three concepts:

- A `Tally` holds additive statistics. It is the only thing that is learnt.
- An event model turns a tally into an immutable `Scorer`.
- A `Model` is a tally with its vocabulary and its `Recipe`.

Because the statistics are additive, the documents are read only once. A different smoothing or event model,
leave-one-out, folds, forgetting and merging all work on the tally.

The package takes arrays and returns arrays. It knows no files, no SQL and no windows. The public names are listed
below. Their modules are imported on first use, so `import nbengine` costs almost nothing. The module `errors` may be
used by every subpackage.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nbengine.counts import CountMatrix as CountMatrix
    from nbengine.counts import count_matrix as count_matrix
    from nbengine.errors import EngineError as EngineError
    from nbengine.estimators import BernoulliNB as BernoulliNB
    from nbengine.estimators import CategoricalNB as CategoricalNB
    from nbengine.estimators import ComplementNB as ComplementNB
    from nbengine.estimators import GaussianNB as GaussianNB
    from nbengine.estimators import LearntFactorsNB as LearntFactorsNB
    from nbengine.estimators import MixedNB as MixedNB
    from nbengine.estimators import MultinomialNB as MultinomialNB
    from nbengine.estimators import TextClassifier as TextClassifier
    from nbengine.estimators import WordCounter as WordCounter
    from nbengine.events import LeftOut as LeftOut
    from nbengine.events import bernoulli as bernoulli
    from nbengine.events import categorical as categorical
    from nbengine.events import complement as complement
    from nbengine.events import derive as derive
    from nbengine.events import gaussian as gaussian
    from nbengine.events import mixed as mixed
    from nbengine.events import multinomial as multinomial
    from nbengine.events.event_model import EventSettings as EventSettings
    from nbengine.events.event_model import Prior as Prior
    from nbengine.events.scorer import Scorer as Scorer
    from nbengine.explanations.derivation import derivation_of as derivation_of
    from nbengine.explanations.explanation import explain as explain
    from nbengine.explanations.explanation import fewest_words as fewest_words
    from nbengine.explanations.explanation import strongest_words as strongest_words
    from nbengine.explanations.influence import influence_on_verdict as influence_on_verdict
    from nbengine.explanations.influence import suspicious_labels as suspicious_labels
    from nbengine.learnt.documents import labelled_documents as labelled_documents
    from nbengine.learnt.number_tally import NumberTally as NumberTally
    from nbengine.learnt.statistics import ChoiceTally as ChoiceTally
    from nbengine.learnt.statistics import Features as Features
    from nbengine.learnt.statistics import Statistics as Statistics
    from nbengine.learnt.tally import Tally as Tally
    from nbengine.measure.choosing import auto_smoothing as auto_smoothing
    from nbengine.measure.evaluation import evaluate as evaluate
    from nbengine.models.model import Model as Model
    from nbengine.models.persistence import model_from_bytes as model_from_bytes
    from nbengine.models.persistence import model_to_bytes as model_to_bytes
    from nbengine.models.recipe import Recipe as Recipe
    from nbengine.models.recipe import VocabularyLimits as VocabularyLimits
    from nbengine.models.training import assure as assure
    from nbengine.models.training import train_model as train_model
    from nbengine.models.training import train_on_texts as train_on_texts
    from nbengine.text.token_counter import TokenCounter as TokenCounter
    from nbengine.text.token_rules import TokenRules as TokenRules
    from nbengine.trust.verdicts import Verdict as Verdict

__version__ = "0.2.0"

PUBLIC_NAMES_BY_MODULE = {
    "counts": "CountMatrix count_matrix",
    "errors": "EngineError",
    "estimators": (
        "BernoulliNB CategoricalNB ComplementNB GaussianNB LearntFactorsNB MixedNB MultinomialNB TextClassifier"
        " WordCounter"
    ),
    "events": "LeftOut bernoulli categorical complement derive gaussian mixed multinomial",
    "events.scorer": "Scorer",
    "events.event_model": "EventSettings Prior",
    "explanations.derivation": "derivation_of",
    "explanations.explanation": "explain fewest_words strongest_words",
    "explanations.influence": "influence_on_verdict suspicious_labels",
    "learnt.documents": "labelled_documents",
    "learnt.number_tally": "NumberTally",
    "learnt.statistics": "ChoiceTally Features Statistics",
    "learnt.tally": "Tally",
    "measure.evaluation": "evaluate",
    "measure.choosing": "auto_smoothing",
    "models.model": "Model",
    "models.persistence": "model_from_bytes model_to_bytes",
    "models.recipe": "Recipe VocabularyLimits",
    "models.training": "assure train_model train_on_texts",
    "text.token_counter": "TokenCounter",
    "text.token_rules": "TokenRules",
    "trust.verdicts": "Verdict",
}
"""Public names by module. A module is imported when one of its names is first used."""
MODULE_OF_NAME = {name: module for module, names in PUBLIC_NAMES_BY_MODULE.items() for name in names.split()}

__all__ = sorted(MODULE_OF_NAME)  # noqa: PLE0605 - one list of names is enough


def __getattr__(name: str) -> object:
    """Import the module of a public name when the name is first used."""
    if name not in MODULE_OF_NAME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{MODULE_OF_NAME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
