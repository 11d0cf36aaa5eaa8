"""Explain: one verdict derived from the counts, every step of it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from app.domain.documents import Document
from app.domain.errors import ModelError, NotFound
from app.domain.jobs import JobContext, NoOpJobContext
from app.domain.results import DocumentVerdict, EventModelView, SideBySide
from app.library.classifying import LoadedModel, classify_documents, load_classifier, verdict_rows
from app.library.engine_errors import engine_errors
from app.library.recipes import FILTER, models_of_columns, text_event_model_objects
from app.library.training_data import CountedFeatures, labelled_corpus, read_features
from app.store.workspace import Place, open_for_writing
from nbengine.counts import UNIT, CountMatrix
from nbengine.errors import EngineError
from nbengine.events.event_model import Kind
from nbengine.explanations.derivation import Derivation as Derivation
from nbengine.explanations.derivation import LabelDerivation as LabelDerivation
from nbengine.explanations.derivation import derivation_of
from nbengine.explanations.exact_fractions import AnyWorking, SmoothedShare, Step, WordGroup, log_of
from nbengine.explanations.explanation import explain, fewest_words
from nbengine.explanations.working import STOPS_AT as STOPS_AT
from nbengine.explanations.working import FilterWorking, filter_working, fit_working
from nbengine.explanations.working import FitWorking as FitWorking
from nbengine.learnt.statistics import Features, require_part
from nbengine.logspace import best_labels, normalise_log_joint
from nbengine.models.filter_model import FilterModel
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe
from nbengine.questions.label_questions import SetModel, labels_asked, model_asked

ABOUT = "≈ "
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
LONGEST_FRACTION = 40
"""Digits; longer fractions say less than their decimals."""
LONGEST_DENOMINATOR = 1_000_000
"""Of a count: those of weights are powers of two, far longer."""
LONGEST_EXACT = 4_000
"""Digits that are still written out where everything is: Python itself writes no number of more than 4,300."""
BITS_PER_DIGIT = math.log2(10)


@dataclass(frozen=True, slots=True)
class SheetStep:
    """One line of the sheet on which a verdict is derived."""

    name: str
    kind: str
    """prior, word, absent word, number or choice"""
    count: float
    """The number of times it enters."""
    formula: str
    """The arithmetic of its probability, as text to be read."""
    working: Mapping[str, Any]
    """The same in numbers, by name."""
    log: float
    """The logarithm that it adds each time."""
    term: float
    """The sum that it adds in all."""


def prior_line(prior: SmoothedShare) -> SheetStep:
    """Return the line of a label's prior."""
    return SheetStep("prior", "prior", 1, formula(prior), prior.figures, prior.log, prior.log)


def step_line(step: Step) -> SheetStep:
    """Return the line of a word, number or choice."""
    return SheetStep(step.name, step.kind, step.count, formula(step.working), step.working.figures, step.log, step.term)


def group_line(group: WordGroup, *, is_absent: bool) -> SheetStep:
    """Return the line of words with one working between them; of absent ones it is the opposite that counts."""
    working = group.working
    told = f"log[{told_absence(working)}]" if is_absent else f"−log[{told_share(working)}]"
    name, kind = written(working.count), "absent words" if is_absent else "all words"
    return SheetStep(name, kind, group.times, told, working.figures, group.log, group.term)


def formula(working: AnyWorking) -> str:
    return "".join(part if isinstance(part, str) else told_share(part) for part in working.formula)


def told_absence(working: SmoothedShare) -> str:
    """Return the opposite of a share, as a formula."""
    return f"1 − {told_sum(working)}" + ("" if working.absent is None else f" {equal(working.absent, working)}")


def told_share(working: SmoothedShare) -> str:
    return told_sum(working) + ("" if working.probability is None else f" {equal(working.probability, working)}")


def told_sum(working: SmoothedShare) -> str:
    """Write a share as a sum over a sum, as it is before it is worked out.

    What words weigh is a fraction of so many digits that its decimals say more.
    """
    parts = (written(part) if is_readable(part) else f"{float(part):.6g}" for part in parts_of(working))
    return "({} + {}) / ({} + {})".format(*parts)


def equal(number: Fraction, working: SmoothedShare) -> str:
    """Write the result of a working with its sign: = where it is exact, ≈ where decimals are given."""
    text = written(number) if all(map(is_readable, parts_of(working))) else approximately(number)
    return text if text.startswith(ABOUT) else f"= {text}"


def parts_of(working: SmoothedShare) -> tuple[Fraction, ...]:
    return working.count, working.smoothing, working.total, working.total_smoothing


def is_readable(number: Fraction) -> bool:
    return number.denominator < LONGEST_DENOMINATOR


def n_digits(number: Fraction) -> float:
    """Estimate how many digits a fraction has, without writing them."""
    return (number.numerator.bit_length() + number.denominator.bit_length()) / BITS_PER_DIGIT


def written_out(number: Fraction | None) -> str | None:
    """Return a fraction digit by digit; None where there is none, or where it is too long for that."""
    return None if number is None or n_digits(number) > LONGEST_EXACT else str(number)


def written(number: Fraction) -> str:
    """Return a fraction, or its decimals where the fraction is too long to read."""
    if n_digits(number) <= 2 * LONGEST_FRACTION and len(text := str(number)) <= LONGEST_FRACTION:
        return text
    return approximately(number)


def approximately(number: Fraction) -> str:
    """Its decimals; however small, it is never written as 0."""
    if 1e-4 < abs(number) < 1e6:
        return f"{ABOUT}{float(number):.9g}"
    exponent = math.floor(log_of(abs(number)) / math.log(10))
    before = number / Fraction(10) ** exponent
    return f"{ABOUT}{float(before):.6g} × 10{str(exponent).translate(SUPERSCRIPTS)}"


ALL_TERMS = 1 << 30


@dataclass(frozen=True, slots=True, eq=False)
class Explained:
    """A verdict with everything that led to it."""

    model: str
    event_model: str
    smoothing: float
    verdict: DocumentVerdict
    """With all its terms."""
    derivation: Derivation
    flipping_words: tuple[str, ...]
    """The fewest words without which the verdict would be another; none where no removal of words does that."""
    flipped_label: str | None
    working: FilterWorking | None = None
    """Of a filter: how it decided, beside the counts that the sheet works out."""
    fit: FitWorking | None = None
    """With learnt factors: how near their fit came to its least place."""
    lacks_documents: bool = False
    """Factors were fitted to documents that are not at hand."""
    n_words: int = 0
    """Of the vocabulary, the unknown word included; 0 where no text is read."""

    @property
    def exact_shares(self) -> tuple[str, ...] | None:
        """The probabilities as fractions, or as their decimals where these are too long; None where there are none."""
        return None if self.derivation.exact is None else tuple(map(written, self.derivation.exact))


def explain_documents(
    workspace: Place, name: str | None, documents: Sequence[Document], label: str | None = None
) -> list[Explained]:
    """Derive the verdict on each document; where there may be several labels, that about one of them."""
    loaded = load_classifier(workspace, name)
    model = loaded.model
    if label is not None and label not in labels_asked(model):
        raise NotFound("label", label, labels_asked(model))
    found = []
    with engine_errors(ModelError, loaded.name):
        for document, verdict in zip(documents, classify_documents(loaded, documents, ALL_TERMS), strict=True):
            features = read_features(model, [document]).features
            one = explained_document(loaded.name, model, features, verdict, label)
            found.append(with_fit(one, workspace, model, features, NoOpJobContext()))
    return found


def with_fit(explained: Explained, place: Place, model: Model, document: Features, context: JobContext) -> Explained:
    """Add how near a fit came to its least place, from the documents that it was of."""
    questions, label = model.questions if isinstance(model, SetModel) else None, explained.derivation.labels[0].label
    if questions is not None:
        model = questions.answering(label)
    if model.statistics.factors is None:
        return explained
    with open_for_writing(place) as workspace:
        corpus = workspace.models.get(explained.model).corpus
        if corpus is None:
            return replace(explained, lacks_documents=True)
        documents = labelled_corpus(workspace, workspace.corpora.get(corpus), model.recipe, context).documents
    if questions is not None:
        documents = questions.asked_of(documents, label)
    n_learnt = model.statistics.documents.sum() / UNIT
    if 2 * len(documents) < n_learnt or not set(documents.labels) <= set(model.labels):
        return replace(explained, lacks_documents=True)
    tokens = require_part(model.prepared(document).text, "text").tokens.astype(np.int64)
    return replace(explained, fit=fit_working(model, documents, tokens))


def explained_document(
    name: str, model: Model, features: Features, verdict: DocumentVerdict | None = None, label: str | None = None
) -> Explained:
    """Derive the verdict on one document, wherever it came from; of several labels, that about one or the likeliest."""
    if isinstance(model, SetModel):
        verdict = verdict or verdict_on(model, features)
        model = model_asked(model, label or verdict.label)
    flip, words = fewest_words(model, features) if len(model.labels) > 1 else (None, ())
    verdict = verdict or verdict_on(model, features)
    return Explained(
        model=name,
        event_model=FILTER if model.recipe.learner else model.recipe.event_model,
        smoothing=model.recipe.smoothing,
        verdict=verdict,
        derivation=derivation_of(model, features),
        flipping_words=words,
        flipped_label=None if flip is None or flip.label < 0 else model.labels[flip.label],
        working=filter_working(model, features, verdict.unknown_share) if isinstance(model, FilterModel) else None,
        n_words=model.n_words if model.recipe.reads_text else 0,
    )


def verdict_on(model: Model, features: Features) -> DocumentVerdict:
    """Return the verdict on features that belong to no file."""
    counted = CountedFeatures(features, None)
    [verdict] = verdict_rows(model, [Document(text="", path="")], counted, model.judge(features), ALL_TERMS)
    return verdict


@dataclass(frozen=True, slots=True, eq=False)
class VerdictSheet:
    """A verdict derived, and compared."""

    title: str
    """The title of the document that was judged."""
    explained: Explained
    side: SideBySide


def sheet_of_document(place: Place, loaded: LoadedModel, document: Document, context: JobContext) -> VerdictSheet:
    """Derive the verdict on a document that was read."""
    with engine_errors(ModelError, loaded.name):
        features = read_features(loaded.model, [document]).features
        [verdict] = classify_documents(loaded, [document], ALL_TERMS)
        explained = explained_document(loaded.name, loaded.model, features, verdict)
        explained = with_fit(explained, place, loaded.model, features, context)
        return VerdictSheet(document.title, explained, side_by_side(loaded.model, features))


def sheet_of_word(workspace: Place, name: str | None, word: str, context: JobContext) -> VerdictSheet:
    """Derive the verdict on a document that has one word, once, and nothing else."""
    loaded = load_classifier(workspace, name)
    model = loaded.model
    [column] = model.vocabulary.numbers([word]).tolist()
    if column < 0 or model.statistics.text is None:
        raise NotFound("word", word)
    once = np.array([0, 1], np.int64), np.array([column], np.int32), np.ones(1, np.int64)
    features = Features(
        CountMatrix(*once, len(model.vocabulary)),
        np.full((1, len(model.table.numbers)), np.nan) if model.statistics.numbers is not None else None,
        np.full((1, len(model.table.choices)), -1, np.int64) if model.statistics.choices is not None else None,
    )
    with engine_errors(ModelError, loaded.name):
        explained = with_fit(explained_document(loaded.name, model, features), workspace, model, features, context)
        return VerdictSheet(word, explained, side_by_side(model, features))


def side_by_side_of_documents(workspace: Place, name: str | None, documents: Sequence[Document]) -> list[SideBySide]:
    """Judge each document under all event models."""
    loaded = load_classifier(workspace, name)
    with engine_errors(ModelError, loaded.name):
        return [side_by_side(loaded.model, read_features(loaded.model, [one]).features) for one in documents]


def side_by_side(model: Model, document: Features) -> SideBySide:
    """Judge one document under all event models; the labels compared are those that the model itself puts first."""
    joint = model.judge(document).log_joint[0]
    order = np.argsort(-np.nan_to_num(joint, nan=-np.inf), kind="stable")
    compared = model.labels[order[0]], model.labels[order[:2][-1]]
    views = []
    for name, recipe in recipes(model):
        try:
            other = model.rederived(recipe)
            other.derive()
        except EngineError:  # it cannot use these counts
            continue
        views.append(view_of(name, other, document, compared))
    return SideBySide(model.labels, compared, tuple(views))


def view_of(name: str, model: Model, document: Features, compared: tuple[str, str]) -> EventModelView:
    """Return the verdict and terms of one event model."""
    log_joint = model.scorer.log_joint(model.prepared(document))
    number, log_proba = int(best_labels(log_joint)[0]), normalise_log_joint(log_joint)[0]
    found = explain(model, document, *compared) if compared[0] != compared[1] else None
    return EventModelView(
        name=name,
        label=model.labels[number] if number >= 0 else None,
        probabilities=tuple(np.exp(log_proba).tolist()) if number >= 0 else None,
        scores=tuple(log_joint[0].tolist()),
        terms={} if found is None else {term.name: term.value for term in found.terms},
        prior=0.0 if found is None else found.prior,
        absent=0.0 if found is None else found.absent,
    )


def recipes(model: Model) -> Iterator[tuple[str, Recipe]]:
    """Yield the event models for text, and those for the columns of a table."""
    own, statistics = model.recipe, model.statistics
    kinds: list[set[Kind]] = []
    if statistics.text is not None:
        yield from recipes_of_text(own, is_weighed=model.tfidf is not None)
    if statistics.numbers is not None:
        kinds.append({"numbers"})
    if statistics.choices is not None:
        kinds.append({"choices"})
    for kind in kinds:
        for name in models_of_columns(kind):
            yield name, replace(own, event_model=name, weighting="count", norm=False)
    if len(kinds) + (statistics.text is not None) > 1:
        for name in models_of_columns({"text", "numbers", "choices"}):
            yield name, replace(own, event_model=name, norm=False)


def recipes_of_text(own: Recipe, *, is_weighed: bool) -> Iterator[tuple[str, Recipe]]:
    """Yield each event model of text, and its well-known variants."""
    for event in text_event_model_objects():
        plain = replace(own, event_model=event.name, norm=False)
        is_counted = plain.counts_absence or (event.has_binary_twin and own.weighting == "binary")
        if not (plain.counts_absence and is_weighed):
            yield event.name, replace(plain, weighting="count") if is_counted else plain
        if event.has_binary_twin and not is_weighed:
            yield f"binary {event.name}", replace(plain, weighting="binary")
        if event.can_be_normed:
            yield f"{event.name} with norm", replace(plain, norm=True)
