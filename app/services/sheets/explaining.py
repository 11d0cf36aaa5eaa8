"""Explain: one verdict derived from the counts, every step of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from app.domain.documents import Document
from app.domain.errors import ModelError, NotFound
from app.domain.jobs import JobContext, Unattended
from app.domain.use_case_results import EventModelView, SideBySide, Verdict
from app.services.engine_errors import engine_errors
from app.services.judging.classifying import LoadedModel, classify_documents, loaded_model, verdict_rows
from app.services.sheets.working_sheet import written
from app.services.training.corpus_documents import labelled_corpus
from app.services.training.document_features import CountedFeatures, read_features
from app.services.training.recipe_planning import FILTER, models_of_columns, ways_of_text
from app.store.workspace import Place, writing
from nbengine.arrays.counts import UNIT, CountMatrix
from nbengine.arrays.logspace import judged, normalised
from nbengine.errors import EngineError
from nbengine.events.event_model import Kind
from nbengine.explanations.derivation import Derivation as Derivation
from nbengine.explanations.derivation import LabelDerivation as LabelDerivation
from nbengine.explanations.derivation import derivation_of
from nbengine.explanations.explanation import explain, fewest_words
from nbengine.explanations.filter_working import FilterWorking, filter_working
from nbengine.explanations.fit_working import STOPS_AT as STOPS_AT
from nbengine.explanations.fit_working import FitWorking as FitWorking
from nbengine.explanations.fit_working import fit_working
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.statistics import Features, needed
from nbengine.models.filter_model import FilterModel
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe
from nbengine.questions.set_model import SetModel, labels_asked, model_asked

ALL_TERMS = 1 << 30


@dataclass(frozen=True, slots=True, eq=False)
class Explained:
    """A verdict with everything that led to it."""

    model: str
    event_model: str
    smoothing: float
    verdict: Verdict
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
    loaded = loaded_model(workspace, name)
    model = loaded.model
    if label is not None and label not in labels_asked(model):
        raise NotFound("label", label, labels_asked(model))
    found = []
    with engine_errors(ModelError, loaded.name):
        for document, verdict in zip(documents, classify_documents(loaded, documents, ALL_TERMS), strict=True):
            features = read_features(model, [document]).features
            one = explained_document(loaded.name, model, features, verdict, label)
            found.append(with_fit(one, workspace, model, features, Unattended()))
    return found


def with_fit(explained: Explained, place: Place, model: Model, document: Features, context: JobContext) -> Explained:
    """Add how near a fit came to its least place, from the documents that it was of."""
    questions, label = model.questions if isinstance(model, SetModel) else None, explained.derivation.labels[0].label
    if questions is not None:
        model = questions.answering(label)
    if model.statistics.factors is None:
        return explained
    with writing(place) as workspace:
        corpus = workspace.models.get(explained.model).corpus
        if corpus is None:
            return replace(explained, lacks_documents=True)
        documents = labelled_corpus(workspace, workspace.corpora.get(corpus), model.recipe, context).documents
    if questions is not None:
        documents = questions.asked_of(documents, label)
    n_learnt = model.statistics.documents.sum() / UNIT
    if 2 * len(documents) < n_learnt or not set(documents.labels) <= set(model.labels):
        return replace(explained, lacks_documents=True)
    tokens = needed(model.prepared(document).text, "text").tokens.astype(np.int64)
    return replace(explained, fit=fit_working(model, documents, tokens))


def explained_document(
    name: str, model: Model, features: Features, verdict: Verdict | None = None, label: str | None = None
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


def verdict_on(model: Model, features: Features) -> Verdict:
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
    loaded = loaded_model(workspace, name)
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
    loaded = loaded_model(workspace, name)
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
    number, log_proba = int(judged(log_joint)[0]), normalised(log_joint)[0]
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
    for event in ways_of_text():
        plain = replace(own, event_model=event.name, norm=False)
        is_counted = plain.counts_absence or (event.has_binary_twin and own.weighting == "binary")
        if not (plain.counts_absence and is_weighed):
            yield event.name, replace(plain, weighting="count") if is_counted else plain
        if event.has_binary_twin and not is_weighed:
            yield f"binary {event.name}", replace(plain, weighting="binary")
        if event.can_be_normed:
            yield f"{event.name} with norm", replace(plain, norm=True)
