"""Compute the full calculation of a verdict from the counts, step by step, and compare the verdicts of all event
models.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from app.domain.documents import Document
from app.domain.errors import ModelError, NotFound
from app.domain.jobs import JobContext, NoOpJobContext
from app.domain.results import DocumentVerdict, EventModelComparison, EventModelView
from app.library.classifying import LoadedModel, classify_documents, load_classifier, to_document_verdicts
from app.library.engine_errors import translate_engine_errors
from app.library.explanations import find_html_code_words, load_model_without_document
from app.library.recipes import FILTER, event_models_of_columns, text_event_model_objects
from app.library.training_data import CountedFeatures, features_of_new_documents, load_labelled_corpus
from app.store.workspace import WorkspaceSource, open_for_writing
from nbengine.counts import UNIT, CountMatrix, FloatArray
from nbengine.errors import EngineError
from nbengine.events.event_model import Kind
from nbengine.explanations.derivation import Derivation as Derivation
from nbengine.explanations.derivation import LabelDerivation as LabelDerivation
from nbengine.explanations.derivation import derivation_of
from nbengine.explanations.exact_fractions import AnyCalculation, SmoothedShare, Step, WordGroup, log_of
from nbengine.explanations.fit_gradients import GRADIENT_SHARE_AT_STOP as GRADIENT_SHARE_AT_STOP
from nbengine.explanations.fit_gradients import FitGradients as FitGradients
from nbengine.explanations.fit_gradients import compute_fit_gradients
from nbengine.filter.filter import FilterCalculation
from nbengine.filter.thresholds import MAX_UNSURE_PROBABILITY, MIN_PROBABILITY
from nbengine.learnt.statistics import Features, require_part
from nbengine.logspace import best_label_numbers, normalise_log_joint
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe

APPROXIMATELY_SIGN = "≈ "
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
MAX_FRACTION_DIGITS = 40
"""Maximum number of digits of a fraction; longer fractions are written as decimals."""
MAX_COUNT_DENOMINATOR = 1_000_000
"""If the denominator is smaller than this, the fraction is taken for a ratio of counts and shown as a fraction.

A fraction that comes from a weight has a power of two with hundreds of digits as its denominator, and is shown as a
decimal.
"""
MAX_EXACT_DIGITS = 4_000
"""Maximum number of digits of an exact fraction. Python refuses to convert integers of more than 4,300 digits
to text.
"""
BITS_PER_DIGIT = math.log2(10)


@dataclass(frozen=True, slots=True)
class SheetStep:
    """A line of the full calculation: a factor of a label's score."""

    name: str
    kind: str
    """`prior`, `word`, `absent word`, `number` or `choice`; for groups `absent words` or `all words`."""
    count: float
    """Number of times that the step is added to the score, for example the count of the word in the document."""
    formula: str
    """Formula of the probability of this step, with numbers, as readable text."""
    working: Mapping[str, Any]
    """The numbers in the formula, by name."""
    log: float
    """Logarithm of the probability, in nats."""
    term: float
    """Contribution of the step to the score, in nats: `count` times `log`."""


def make_prior_step(prior: SmoothedShare) -> SheetStep:
    """Return the step for a label's prior."""
    return SheetStep("prior", "prior", 1, working_formula(prior), prior.figures, prior.log, prior.log)


def make_step(step: Step) -> SheetStep:
    """Return the step for a word, number or categorical value."""
    return SheetStep(
        step.name, step.kind, step.count, working_formula(step.working), step.working.figures, step.log, step.term
    )


def make_group_step(group: WordGroup, *, is_absent: bool) -> SheetStep:
    """Return one step for all words with equal counts. For absent words, it has the logarithm of 1 − probability."""
    working = group.working
    formula_text = f"log[{complement_formula(working)}]" if is_absent else f"−log[{share_formula(working)}]"
    name, kind = fraction_or_decimal(working.count), "absent words" if is_absent else "all words"
    return SheetStep(name, kind, group.n_words, formula_text, working.figures, group.log, group.term)


def working_formula(working: AnyCalculation) -> str:
    return "".join(part if isinstance(part, str) else share_formula(part) for part in working.formula)


def complement_formula(working: SmoothedShare) -> str:
    """Return the formula of 1 − probability with its result, as text."""
    return f"1 − {fraction_of_sums(working)}" + (
        "" if working.absent is None else f" {result_with_equals_sign(working.absent, working)}"
    )


def share_formula(working: SmoothedShare) -> str:
    return fraction_of_sums(working) + (
        "" if working.probability is None else f" {result_with_equals_sign(working.probability, working)}"
    )


def fraction_of_sums(working: SmoothedShare) -> str:
    """Return the formula of a smoothed probability as text, without its result, as in `(3 + 1) / (120 + 500)`.

    A number that comes from a weight would be a very long fraction, so it is written as a decimal.
    """
    parts = (
        fraction_or_decimal(part) if is_readable(part) else f"{float(part):.6g}" for part in numbers_of_share(working)
    )
    return "({} + {}) / ({} + {})".format(*parts)


def result_with_equals_sign(number: Fraction, working: SmoothedShare) -> str:
    """Return a result after `=` if it is written as an exact fraction, or after `≈` if it is a decimal."""
    text = fraction_or_decimal(number) if all(map(is_readable, numbers_of_share(working))) else to_decimal(number)
    return text if text.startswith(APPROXIMATELY_SIGN) else f"= {text}"


def numbers_of_share(working: SmoothedShare) -> tuple[Fraction, ...]:
    return working.count, working.smoothing, working.total, working.total_smoothing


def is_readable(number: Fraction) -> bool:
    return number.denominator < MAX_COUNT_DENOMINATOR


def estimate_n_digits(number: Fraction) -> float:
    """Return the approximate number of digits of a fraction, without converting it to text."""
    return (number.numerator.bit_length() + number.denominator.bit_length()) / BITS_PER_DIGIT


def exact_fraction_text(number: Fraction | None) -> str | None:
    """Return a fraction with all its digits.

    Returns None if `number` is None or has more than MAX_EXACT_DIGITS digits.
    """
    return None if number is None or estimate_n_digits(number) > MAX_EXACT_DIGITS else str(number)


def fraction_or_decimal(number: Fraction) -> str:
    """Return a fraction as text, or as a decimal after `≈` if it is too long to read."""
    if estimate_n_digits(number) <= 2 * MAX_FRACTION_DIGITS and len(text := str(number)) <= MAX_FRACTION_DIGITS:
        return text
    return to_decimal(number)


def to_decimal(number: Fraction) -> str:
    """Return a number as a decimal after `≈`. A very small number is written with a power of ten, not as 0."""
    if 1e-4 < abs(number) < 1e6:
        return f"{APPROXIMATELY_SIGN}{float(number):.9g}"
    exponent = math.floor(log_of(abs(number)) / math.log(10))
    mantissa = number / Fraction(10) ** exponent
    return f"{APPROXIMATELY_SIGN}{float(mantissa):.6g} × 10{str(exponent).translate(SUPERSCRIPTS)}"


ALL_TERMS = 1 << 30
SAME_PROBABILITY = 1e-6
"""Probabilities that differ by less than this count as equal, because sums in another order have other rounding
errors.
"""

CalibrationCause = Literal["none", "calibration", "wrong-labels", "new-words", "unsure"]


@dataclass(frozen=True, slots=True)
class CalibrationStep:
    """How the score of a verdict becomes the probability that is shown."""

    score: float
    """Log-odds of the verdict's label against its strongest rival."""
    before: float
    """Probability of the label before calibration, computed from the scores."""
    after: float
    """Probability of the label after calibration, as it is shown."""
    cause: CalibrationCause
    """Reason why both probabilities differ. A filter limits the probability because of wrong labels, new words or
    doubt.
    """
    is_by_pair: bool = True
    """True if `before` is computed from `score` alone; False if the scores of further labels are needed."""

    @property
    def lowered_score(self) -> float:
        """The score after a filter has lowered it because of new words; equal to `score` if it was not lowered."""
        if self.cause != "new-words":
            return self.score
        share = (self.after - MIN_PROBABILITY) / (1 - 2 * MIN_PROBABILITY)
        return math.log(share / (1 - share)) if 0 < share < 1 else self.score


def calibration_step(verdict: DocumentVerdict) -> CalibrationStep | None:
    """Describe how the score of a verdict became the displayed probability: before, after and the cause.

    Return None without a label or with an infinite score.
    """
    after, odds = verdict.probability, verdict.odds
    before = verdict.raw.get(verdict.label or "")
    if after is None or odds is None or before is None or not math.isfinite(odds):
        return None
    is_by_pair = abs(1 / (1 + math.exp(-odds)) - before) < SAME_PROBABILITY if odds > -700 else before == 0
    cause: CalibrationCause = "none" if abs(before - after) < SAME_PROBABILITY else "calibration"
    if verdict.is_by_filter and is_by_pair:
        with_wrong_labels = limit_by_wrong_labels(before)
        cause = "wrong-labels" if after > with_wrong_labels - SAME_PROBABILITY else "new-words"
        if verdict.is_unsure and before > after >= MAX_UNSURE_PROBABILITY - SAME_PROBABILITY:
            cause = "unsure"
    return CalibrationStep(odds, before, after, cause, is_by_pair)


def limit_by_wrong_labels(probability: float) -> float:
    """Move a probability away from 0 and 1, as filters do because some of the labels they learnt may be wrong."""
    return MIN_PROBABILITY + (1 - 2 * MIN_PROBABILITY) * probability


@dataclass(frozen=True, slots=True, eq=False)
class DerivedVerdict:
    """A verdict with its full calculation: every step from the counts to the probability."""

    model: str
    event_model: str
    smoothing: float
    verdict: DocumentVerdict
    """The verdict, with all its terms."""
    derivation: Derivation
    flipping_words: tuple[str, ...]
    """Smallest set of words whose removal changes the verdict; empty if there is no such set."""
    flipped_label: str | None
    """Label of the document without `flipping_words`; None if the verdict is then undecided."""
    working: FilterCalculation | None = None
    """For a filter, its own calculation, which decides the verdict; None for other models."""
    fit: FitGradients | None = None
    """Gradients of learnt factors, which are 0 if the fit reached its optimum; None for other models."""
    lacks_documents: bool = False
    """True if the gradients cannot be computed, because the training documents are not available."""
    n_words: int = 0
    """Size of the vocabulary, including the unknown word; 0 if the model reads no text."""
    markup: frozenset[str] = frozenset()
    """Words of the text that occur only as HTML code."""

    @property
    def exact_shares(self) -> tuple[str, ...] | None:
        """The probability of each label as a fraction; None if the model does not calculate in fractions.

        A fraction that is too long to read is written as a decimal after `≈`.
        """
        return None if self.derivation.exact is None else tuple(map(fraction_or_decimal, self.derivation.exact))


def explain_documents(
    workspace: WorkspaceSource, name: str | None, documents: Sequence[Document], label: str | None = None
) -> list[DerivedVerdict]:
    """Return the full calculation of the verdict on each document.

    A multi-label model decides about each label separately; `label` selects the label to explain.

    Raises:
        NotFound: The model does not have the label.
    """
    loaded = load_classifier(workspace, name)
    model = loaded.model
    if label is not None and label not in model.answer_labels:
        raise NotFound("label", label, model.answer_labels)
    derivations = []
    with translate_engine_errors(ModelError, loaded.name):
        for document, verdict in zip(documents, classify_documents(loaded, documents, ALL_TERMS), strict=True):
            features = features_of_new_documents(model, [document]).features
            derived = explain_document(loaded.name, model, features, verdict, label)
            derived = replace(derived, markup=find_html_code_words(document.text, model.recipe.rules))
            derivations.append(add_fit(derived, workspace, model, features, NoOpJobContext()))
    return derivations


def add_fit(
    explained: DerivedVerdict, place: WorkspaceSource, model: Model, document: Features, context: JobContext
) -> DerivedVerdict:
    """Add the gradient at the fitted weights, which shows how close the fit is to its optimum.

    The gradient is computed from the training documents of the workspace. This takes seconds for large collections.
    """
    whole, label = model, explained.derivation.labels[0].label
    model = whole.model_deciding_about(label)
    if model.statistics.factors is None:
        return explained
    with open_for_writing(place) as workspace:
        corpus = workspace.models.get(explained.model).corpus
        if corpus is None:
            return replace(explained, lacks_documents=True)
        documents = load_labelled_corpus(workspace, workspace.corpora.get(corpus), model.recipe, context).documents
    documents = whole.convert_documents_for(documents, label)
    n_learnt = model.statistics.documents.sum() / UNIT
    if 2 * len(documents) < n_learnt or not set(documents.labels) <= set(model.labels):
        return replace(explained, lacks_documents=True)
    tokens = require_part(model.prepare(document).text, "text").tokens.astype(np.int64)
    return replace(explained, fit=compute_fit_gradients(model, documents, tokens))


def explain_document(
    name: str, model: Model, features: Features, verdict: DocumentVerdict | None = None, label: str | None = None
) -> DerivedVerdict:
    """Return the full calculation of the verdict on a document.

    A multi-label model decides about each label separately. `label` selects the label to explain, by default the most
    probable label.
    """
    verdict = verdict or verdict_on_features(model, features)
    model = model.model_deciding_about(label or verdict.label)
    flip, words = model.fewest_words(features) if len(model.labels) > 1 else (None, ())
    return DerivedVerdict(
        model=name,
        event_model=FILTER if model.recipe.learner else model.recipe.event_model,
        smoothing=model.recipe.smoothing,
        verdict=verdict,
        derivation=derivation_of(model, features),
        flipping_words=words,
        flipped_label=None if flip is None or flip.label < 0 else model.labels[flip.label],
        working=model.filter_calculation(features, verdict.unknown_share),
        n_words=model.n_words if model.recipe.reads_text else 0,
    )


def verdict_on_features(model: Model, features: Features) -> DocumentVerdict:
    """Return the verdict on the features of a document that has no text, path or title."""
    counted = CountedFeatures(features, None)
    [verdict] = to_document_verdicts(model, [Document(text="", path="")], counted, model.judge(features), ALL_TERMS)
    return verdict


@dataclass(frozen=True, slots=True, eq=False)
class VerdictSheet:
    """The full calculation of a verdict, and a comparison with the verdicts of all event models."""

    title: str
    """Title of the document."""
    explained: DerivedVerdict
    comparison: EventModelComparison


def sheet_of_document(
    place: WorkspaceSource, loaded: LoadedModel, document: Document, context: JobContext
) -> VerdictSheet:
    """Return the full calculation of the verdict on a document, and the verdicts of all event models."""
    with translate_engine_errors(ModelError, loaded.name):
        features = features_of_new_documents(loaded.model, [document]).features
        [verdict] = classify_documents(loaded, [document], ALL_TERMS)
        explained = explain_document(loaded.name, loaded.model, features, verdict)
        explained = replace(explained, markup=find_html_code_words(document.text, loaded.model.recipe.rules))
        explained = add_fit(explained, place, loaded.model, features, context)
        return VerdictSheet(document.title, explained, compare_event_models(loaded.model, features))


def sheet_of_stored_document(
    place: WorkspaceSource, model: str, number: int, context: JobContext, *, text: str | None = None
) -> VerdictSheet:
    """Return the full calculation of the leave-one-out verdict on a stored document.

    The verdict is that of a copy of the model that has forgotten the document. `text` replaces the text of the
    document, unless it is None.
    """
    with open_for_writing(place) as workspace:
        kept, stored = load_model_without_document(place, workspace, model, number, context)
    document = stored.document if text is None else replace(stored.document, text=text)
    return sheet_of_document(place, LoadedModel(kept.record.name, kept.model), document, context)


def sheet_of_word(workspace: WorkspaceSource, name: str | None, word: str, context: JobContext) -> VerdictSheet:
    """Return the full calculation of the verdict on a document that consists of a single word."""
    loaded = load_classifier(workspace, name)
    model = loaded.model
    [column] = model.vocabulary.numbers([word]).tolist()
    if column < 0 or model.statistics.text is None:
        raise NotFound("word", word)
    one_word = np.array([0, 1], np.int64), np.array([column], np.int32), np.ones(1, np.int64)
    features = Features(
        CountMatrix(*one_word, len(model.vocabulary)),
        np.full((1, len(model.table.numbers)), np.nan) if model.statistics.numbers is not None else None,
        np.full((1, len(model.table.choices)), -1, np.int64) if model.statistics.choices is not None else None,
    )
    with translate_engine_errors(ModelError, loaded.name):
        explained = add_fit(explain_document(loaded.name, model, features), workspace, model, features, context)
        return VerdictSheet(word, explained, compare_event_models(model, features))


def compare_event_models_on_documents(
    workspace: WorkspaceSource, name: str | None, documents: Sequence[Document]
) -> list[EventModelComparison]:
    """Classify each document with all event models."""
    loaded = load_classifier(workspace, name)
    with translate_engine_errors(ModelError, loaded.name):
        return [
            compare_event_models(loaded.model, features_of_new_documents(loaded.model, [document]).features)
            for document in documents
        ]


def compare_event_models(model: Model, document: Features) -> EventModelComparison:
    """Classify a document with all event models. Terms compare the two labels that are most probable under `model`."""
    judged = model.judge(document)
    joint = judged.log_joint[0]
    order = np.argsort(-np.nan_to_num(joint, nan=-np.inf), kind="stable")
    compared = model.labels[order[0]], model.labels[order[:2][-1]]
    views = []
    if model.recipe.learner:
        probabilities = tuple(np.exp(judged.calibrated_log_proba[0]).tolist())
        views.append(event_model_view(FILTER, model, document, compared, joint, probabilities))
    for name, recipe in event_model_recipes(model):
        try:
            other = model.with_recipe(recipe)
            other.derive()
        except EngineError:  # this event model cannot use these counts
            continue
        log_joint = other.scorer.log_joint(other.prepare(document))
        probabilities = tuple(np.exp(normalise_log_joint(log_joint)[0]).tolist())
        views.append(event_model_view(name, other, document, compared, log_joint[0], probabilities))
    return EventModelComparison(model.labels, compared, tuple(views))


def event_model_view(
    name: str,
    model: Model,
    document: Features,
    compared: tuple[str, str],
    scores: FloatArray,
    probabilities: tuple[float, ...],
) -> EventModelView:
    """Return the verdict of a model and its terms. `scores` and `probabilities` have an element for each label."""
    number = int(best_label_numbers(scores[None])[0])
    explanation = model.explain(document, *compared) if compared[0] != compared[1] else None
    return EventModelView(
        name=name,
        label=model.labels[number] if number >= 0 else None,
        probabilities=probabilities if number >= 0 else None,
        scores=tuple(scores.tolist()),
        terms={} if explanation is None else {term.name: term.value for term in explanation.terms},
        prior=0.0 if explanation is None else explanation.prior,
        absent=0.0 if explanation is None else explanation.absent,
    )


def event_model_recipes(model: Model) -> Iterator[tuple[str, Recipe]]:
    """Yield a name and a recipe for each event model that can use the model's counts.

    Event models of text come first, then those of table columns.
    """
    base, statistics = model.recipe, model.statistics
    kinds: list[set[Kind]] = []
    if statistics.text is not None:
        yield from recipes_of_text(base, is_weighed=model.tfidf is not None)
    if statistics.numbers is not None:
        kinds.append({"numbers"})
    if statistics.choices is not None:
        kinds.append({"choices"})
    for kind in kinds:
        for name in event_models_of_columns(kind):
            yield name, replace(base, event_model=name, weighting="count", norm=False)
    if len(kinds) + (statistics.text is not None) > 1:
        for name in event_models_of_columns({"text", "numbers", "choices"}):
            yield name, replace(base, event_model=name, norm=False)


def recipes_of_text(base: Recipe, *, is_weighed: bool) -> Iterator[tuple[str, Recipe]]:
    """Yield a name and a recipe for each event model of text and for its variants, such as binary counts."""
    for event in text_event_model_objects():
        plain = replace(base, event_model=event.name, norm=False)
        is_counted = plain.counts_absence or (event.has_binary_variant and base.weighting == "binary")
        if not (plain.counts_absence and is_weighed):
            yield event.name, replace(plain, weighting="count") if is_counted else plain
        if event.has_binary_variant and not is_weighed:
            yield f"binary {event.name}", replace(plain, weighting="binary")
        if event.has_norm_option:
            yield f"{event.name} with norm", replace(plain, norm=True)
