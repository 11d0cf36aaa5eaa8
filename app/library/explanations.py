"""Reasons for a verdict as people are shown them: its words, the colour of each in the text, and what would turn it.

Words are found one match of the pattern at a time and each is cut into tokens as the model cuts it, so a colour is the
token's own number. A run of Han characters is coloured character by character: each shares in every pair it is part of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice

import numpy as np

from app.domain.confidence import LIKELY, asks_person
from app.domain.documents import Document
from app.domain.errors import ModelError
from app.domain.jobs import JobContext
from app.domain.records import StoredDocument
from app.domain.results import (
    ColouredWord,
    DroppedItem,
    InfluentialDocument,
    TrainingInfluence,
    Verdict,
    share_of_judged,
)
from app.library.classifying import LoadedModel, classify_documents, judge, verdict_rows
from app.library.engine_errors import engine_errors
from app.library.saved_models import (
    KeptModel,
    advanced,
    corpus_of,
    current_model,
    forget_stored,
    own_copy,
    shared_model,
)
from app.library.training_data import LabelledCorpus, adopted, documents_features, labelled_corpus, read_features
from app.library.verdict_columns import titles_of
from app.store.workspace import Place, Workspace, reading, writing
from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.explanations.explanation import Explanation, explain, fewest_words, said_of
from nbengine.explanations.training_document_influence import influence_on_verdict, lesson_influence, most_influential
from nbengine.filter.tally import Tokens
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.held_or_streamed_documents import Documents
from nbengine.learnt.statistics import Features
from nbengine.models.filter_model import FilterModel, forget_by_keys, learn_by_keys, rows_of, without_own
from nbengine.models.model import Model
from nbengine.questions.set_model import model_asked
from nbengine.text.token_rules import HAN, TokenRules, tokenize


def is_other(old: Verdict, new: Verdict) -> bool:
    """Tell whether a person would see the difference: another label, sure instead of unsure, or a per cent."""
    if (old.label, asks_person(old)) != (new.label, asks_person(new)):
        return True
    return abs((old.probability or 0.0) - (new.probability or 0.0)) >= 0.01


SHOWN_TERMS = 9


@dataclass(frozen=True, slots=True)
class KeptVerdict:
    """Verdict on a stored document without its having been seen."""

    label: str
    probability: float | None
    """Of the label that was judged; None where it is not known."""
    when_new: bool = False
    """Judged before the later ones were learnt, and not by all others."""


@dataclass(frozen=True, slots=True, eq=False)
class Reasons:
    """The reasons for the verdict on one document, as the Classify page shows them."""

    item: DroppedItem
    verdict: Verdict
    """With its terms; of the edited text, where there is one."""
    text: str
    words: tuple[ColouredWord, ...]
    n_terms: int
    flipping_words: tuple[str, ...]
    flipped_label: str | None
    row: tuple[tuple[str, str], ...] = ()
    """Of a table's row: its columns and their values."""
    kept: KeptVerdict | None = None
    """Verdict that is kept of a stored document, for that is what lists show."""
    has_prior: bool = True
    """The score begins with the labels' shares; a filter's begins with what it holds of a document without words."""


def reasons_of(loaded: LoadedModel, item: DroppedItem, document: Document) -> Reasons:
    """Say why a model judges a document as it does."""
    with engine_errors(ModelError, loaded.name):
        counted = read_features(loaded.model, [document])
        features, judged = counted.features, judge(loaded.model, counted)
        [verdict] = verdict_rows(loaded.model, [document], counted, judged, SHOWN_TERMS)
        model = model_asked(loaded.model, verdict.label)
        flip, words = fewest_words(model, features) if len(model.labels) > 1 else (None, ())
    label, against = verdict.label, verdict.against
    coloured = coloured_words(model, document.text, label, against) if label and against else []
    flipped = None if flip is None or flip.label < 0 else model.labels[flip.label]
    row, has_prior = cells_of(model, document), not isinstance(model, FilterModel)
    n_terms = 0 if features.text is None else len(features.text.tokens)  # and what is not missing of a row
    n_terms += 0 if features.numbers is None else int((~np.isnan(features.numbers)).sum())
    n_terms += 0 if features.choices is None else int((features.choices >= 0).sum())
    shown = (document.text, tuple(coloured), n_terms, words, flipped, row)
    return Reasons(item, verdict, *shown, has_prior=has_prior)


def cells_of(model: Model, document: Document) -> tuple[tuple[str, str], ...]:
    """The row of a table as its columns and their values, as far as the model reads them; "" is missing."""
    numbers = [(name, "" if np.isnan(value) else f"{value:g}")
               for name, value in zip(model.table.numbers, document.numbers, strict=False)]  # fmt: skip
    choices = [(name, value or "") for name, value in zip(model.table.choices, document.choices, strict=False)]
    return (*numbers, *choices)


MOST_WORDS = 20_000
"""Longer texts are coloured from their beginning."""
_HAN_RUN = re.compile(f"[{HAN}]+")


def coloured_words(model: Model, text: str, label: str, against: str) -> list[ColouredWord]:
    """The words of a text with what each says."""
    rules = model.recipe.rules
    if rules.char_ngrams or model.statistics.text is None:
        return []
    pieces = list(islice(_pieces(text, replace(rules, ngrams=(1, 1))), MOST_WORDS))
    odds, said = _log_odds(model, {token for piece in pieces for token, _ in piece.tokens}, label, against)
    return [ColouredWord(piece.start, piece.length, piece.sum_of(odds), piece.sum_of(said)) for piece in pieces]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A word, or a Han character, where it stands in the text."""

    start: int
    length: int
    tokens: Sequence[tuple[str, float]]
    """With the share of each that falls to this piece."""

    def sum_of(self, odds: Mapping[str, float]) -> float | None:
        """Return the sum of what the model knows of it; None where it knows nothing."""
        known = [odds[token] * share for token, share in self.tokens if token in odds]
        return sum(known) if known else None


def _log_odds(
    model: Model, tokens: Iterable[str], label: str, against: str
) -> tuple[dict[str, float], dict[str, float]]:
    """Log-odds by token, for those that the model knows; with learnt factors, what naive Bayes says of them too."""
    names = list(tokens)
    if isinstance(model, FilterModel):
        return model.word_log_odds(names, label, against), {}
    columns = model.tokens_of(names)
    known = np.flatnonzero(columns >= 0)
    weights, pair = model.scorer.weights_of(columns[known]), (model.labels.index(label), model.labels.index(against))
    with np.errstate(invalid="ignore"):  # −∞ under both is NaN, and says nothing
        values = weights[:, pair[0]] - weights[:, pair[1]]
    said = said_of(model, columns[known], 1.0, *pair)
    tables = (values, np.zeros(0) if said is None else said)
    odds, own = ({names[place]: value for place, value in zip(known.tolist(), table.tolist(), strict=False)
                  if not np.isnan(value)} for table in tables)  # fmt: skip
    return odds, own


def _pieces(text: str, rules: TokenRules) -> Iterator[_Piece]:
    """Cut a text: words are one piece each, but for the Han characters in them."""
    tokens_of = lru_cache(maxsize=None)(lambda word: tuple((token, 1.0) for token in tokenize(word, rules)))
    for match in re.finditer(rules.pattern, text):
        word, start = match.group(), match.start()
        if word.isascii() or not rules.han_pairs or not _HAN_RUN.search(word):
            yield from _whole(word, start, tokens_of)
            continue
        at = 0
        for run in _HAN_RUN.finditer(word):
            yield from _whole(word[at : run.start()], start + at, tokens_of)
            yield from _characters(run.group(), start + run.start())
            at = run.end()
        yield from _whole(word[at:], start + at, tokens_of)


def _whole(word: str, start: int, tokens_of: Callable[[str], tuple[tuple[str, float], ...]]) -> Iterator[_Piece]:
    tokens = tokens_of(word)
    if tokens:
        yield _Piece(start, len(word), tokens)


def _characters(run: str, start: int) -> Iterator[_Piece]:
    """A character counts in full, and has half a share in the pair before it and in the one after it."""
    for place, character in enumerate(run):
        pairs = [run[first : first + 2] for first in (place - 1, place) if first >= 0 and first + 2 <= len(run)]
        yield _Piece(start + place, 1, [(character, 1.0), *((pair, 0.5) for pair in pairs)])


SHOWN_DOCUMENTS = 5
ROWS_AT_ONCE, LESSONS_AT_ONCE = 1_000, 50
PHASE = "weighing documents"


def influence_on_document(
    place: Place, model: str | None, document: Document, context: JobContext, *, n_shown: int = SHOWN_DOCUMENTS
) -> TrainingInfluence:
    """Find the training documents that weigh most in the verdict on a document that was just read."""
    with writing(place) as workspace:
        kept = _following(place, workspace, model, context)
        return _influence(workspace, kept, document, context, n_shown)


def influence_on_stored(
    place: Place, model: str | None, number: int, context: JobContext, *, n_shown: int = SHOWN_DOCUMENTS
) -> TrainingInfluence:
    """Find those for a stored document, as judged by a model that has forgotten it."""
    with writing(place) as workspace:
        kept, stored = _following(place, workspace, model, context), workspace.documents.get(number)
        with engine_errors(ModelError, kept.record.name):
            forget_stored(workspace, kept, stored)
        return _influence(workspace, kept, stored.document, context, n_shown, without=number)


def _following(place: Place, workspace: Workspace, name: str | None, context: JobContext) -> KeptModel:
    kept = own_copy(place, workspace, shared_model(place, workspace, name))
    corpus_of(kept.record)
    return replace(kept, model=advanced(workspace, kept, context)[0])


def _influence(
    workspace: Workspace, kept: KeptModel, document: Document, context: JobContext, n_shown: int, without: int = -1
) -> TrainingInfluence:
    if len(kept.model.labels) < 2:
        return TrainingInfluence(None, None, 0.0, 0, (), ())
    corpus = workspace.corpora.get(corpus_of(kept.record))
    labelled = labelled_corpus(workspace, corpus, kept.model.recipe, context)
    places = np.flatnonzero(labelled.document_numbers != without)
    documents, numbers = labelled.documents[places], labelled.document_numbers[places]
    labelled = replace(labelled, documents=documents, document_numbers=numbers)
    with engine_errors(ModelError, kept.record.name):
        found = explain(kept.model, read_features(kept.model, [document]).features)
        pieces = _document_pieces(workspace, kept.model, labelled, context)
        effects = _effects(kept.model, document, found, pieces, len(places), context)
    backing, opposing = most_influential(effects, n_shown)
    doubted = doubted_labels(workspace, kept.record.name, corpus.name)
    return TrainingInfluence(
        found.label,
        found.against,
        found.score,
        len(effects),
        _shown(workspace, labelled, backing, effects, doubted),
        _shown(workspace, labelled, opposing, effects, doubted),
    )


def _effects(
    model: Model,
    document: Document,
    found: Explanation,
    pieces: Iterable[tuple[IntArray, Documents, Features]],
    n_documents: int,
    context: JobContext,
) -> FloatArray:
    """(n_documents,): what each adds to the log-odds of the verdict."""
    if isinstance(model, FilterModel):
        lessons, text, fields = _lessons(pieces, n_documents, context), document.text, document.fields
        effects = lesson_influence(model, text, fields, lessons, label=found.label, against=found.against)
        return np.fromiter(effects, np.float64)
    judged, parts = read_features(model, [document]).features, [np.zeros(0)]
    for _, piece, training in pieces:
        own = np.array([model.labels.index(label) for label in piece.labels])[piece.label_numbers]
        labels = {"label": found.label, "against": found.against}
        parts.append(influence_on_verdict(model, judged, training, own, weights=piece.weights, **labels))
    return np.concatenate(parts)


def _document_pieces(
    workspace: Workspace, model: Model, labelled: LabelledCorpus, context: JobContext
) -> Iterator[tuple[IntArray, Documents, Features]]:
    """Yield numbers of some documents, what is known of them, and their features over the model's columns."""
    numbers, n_documents = labelled.document_numbers, len(labelled.documents)
    if model.recipe.reads_text_alone:
        for places, piece in labelled.documents.pieces():
            context.checkpoint(places.start, n_documents, PHASE)
            yield numbers[places], piece, adopted(model, piece)
        return
    whole = labelled.documents.held()
    for start in range(0, n_documents, ROWS_AT_ONCE):  # rows are read again, by the names of their values
        context.checkpoint(start, n_documents, PHASE)
        own, piece = numbers[start : start + ROWS_AT_ONCE], whole[start : start + ROWS_AT_ONCE]
        yield own, piece, documents_features(workspace, model, own.tolist(), grow=False)


def _lessons(
    pieces: Iterable[tuple[IntArray, Documents, Features]], n_documents: int, context: JobContext
) -> Iterator[tuple[Tokens, int]]:
    """The words and the key of each lesson of a filter."""
    done = 0
    for numbers, _, features in pieces:
        for words, number in zip(rows_of(without_own(features)), numbers.tolist(), strict=True):
            if not done % LESSONS_AT_ONCE:
                context.checkpoint(done, n_documents, PHASE)
            done += 1
            yield words, number


def _shown(
    workspace: Workspace, labelled: LabelledCorpus, places: IntArray, effects: FloatArray, doubted: Mapping[int, str]
) -> tuple[InfluentialDocument, ...]:
    numbers = labelled.document_numbers[places].tolist()
    headings = {heading.number: heading for heading in workspace.documents.headings(numbers)}
    titles = titles_of(workspace, headings.values())
    shown = []
    for number, effect in zip(numbers, effects[places].tolist(), strict=True):
        if (one := headings.get(number)) is not None:
            rather = doubted.get(number) if doubted.get(number) != one.label else None
            own = (titles[number], one.sender, one.date_s, one.label)
            shown.append(InfluentialDocument(number, *own, effect, rather))
    return tuple(shown)


def doubted_labels(workspace: Workspace, model: str, corpus: str) -> dict[int, str]:
    """Return the documents whose label is most likely wrong, with the one they were judged to have instead.

    A model that had not seen a document gave its label one chance in ten at most.
    """
    kept = workspace.verdicts.leave_one_out(corpus, model)
    if kept is None or kept.own_labels is None:
        return {}
    is_other = (kept.labels >= 0) & (kept.labels != kept.own_labels) & (kept.probabilities <= 1.0 - LIKELY)
    numbers, labels = kept.document_numbers[is_other].tolist(), kept.labels[is_other].tolist()
    return {number: kept.label_names[label] for number, label in zip(numbers, labels, strict=True)}


MOST_VERDICTS, MOST_CHARACTERS = 500, 4_000_000
NEW_DOCUMENT = -1
"""The key of a lesson whose document the corpus does not have."""


def is_foreseeable(items: Sequence[DroppedItem], n_labels: int) -> bool:
    """Tell whether a list is short enough to be judged once for each label."""
    documents = [item.document for item in items if item.document is not None]
    n_characters = sum(len(document.text) for document in documents)
    return n_labels * len(documents) <= MOST_VERDICTS and n_labels * n_characters <= MOST_CHARACTERS


def foreseen_changes(
    place: Place, model: str, items: Sequence[DroppedItem], number: int, labels: Sequence[str], context: JobContext
) -> dict[str, int]:
    """Count, for each label that an item may be given, the other items of which a person would see another verdict."""
    document = next((item.document for item in items if item.number == number), None)
    others = [(item.verdict, item.document) for item in items if item.number != number and item.document is not None]
    if document is None:
        return {}
    changes: dict[str, int] = {}
    for label in labels:
        context.checkpoint(len(changes), len(labels), "classifying")
        loaded = _taught_copy(place, model, document, label, context)
        verdicts = classify_documents(loaded, [other for _, other in others], 0) if others else []
        changes[label] = sum(is_other(now, then) for (now, _), then in zip(others, verdicts, strict=True))
    return changes


def _taught_copy(place: Place, name: str, document: Document, label: str, context: JobContext) -> LoadedModel:
    with reading(place) as workspace, workspace.snapshot():
        kept = own_copy(place, workspace, shared_model(place, workspace, name))
        corpus = corpus_of(kept.record)
        model, _ = advanced(workspace, kept, context)
        with engine_errors(ModelError, name):
            _learn(workspace, model, corpus, document, label)
        return LoadedModel(name, model)


def _learn(workspace: Workspace, model: Model, corpus: str, document: Document, label: str) -> None:
    """Learn what a document is, as the corpus would take it: content that is there already gets another label."""
    known = workspace.documents.find(corpus, document.content_hash) if document.content_hash else None
    if known is None:
        features = read_features(model, [document], grow=True).features
        learn_by_keys(model, features, [label], np.array([document.weight]), [NEW_DOCUMENT])
        return
    stored = workspace.documents.get(known).document
    if stored.label == label or stored.weight <= 0:
        return
    weights = np.array([stored.weight])
    if stored.label is not None:
        features = documents_features(workspace, model, [known], grow=False)
        forget_by_keys(model, features, [stored.label], weights, [known])
    learn_by_keys(model, documents_features(workspace, model, [known], grow=True), [label], weights, [known])
    model.drop_empty_labels()


def stored_reasons(workspace: Place, model: str, number: int, context: JobContext) -> Reasons:
    """Explain the verdict on a stored document; what is kept stays as it is."""
    with writing(workspace) as opened:
        kept = own_copy(workspace, opened, current_model(workspace, opened, model, context))
        stored = opened.documents.get(number)
        with engine_errors(ModelError, kept.record.name):
            forget_stored(opened, kept, stored)
            told = kept_verdict(opened, kept.record.name, stored, when_new=isinstance(kept.model, FilterModel))
    document = stored.document
    item = DroppedItem(number, Verdict(document.path, document.member, title=document.title), document)
    reasons = reasons_of(LoadedModel(kept.record.name, kept.model), item, document)
    return reasons if kept.record.corpus != stored.corpus else replace(reasons, kept=told)


def kept_verdict(workspace: Workspace, model: str, stored: StoredDocument, *, when_new: bool) -> KeptVerdict | None:
    """Find what is kept of a model's verdict on a document, with the probability that lists show of it."""
    found = workspace.verdicts.leave_one_out(stored.corpus, model)
    if found is None or not len(found.document_numbers) or found.model not in ("", model):
        return None
    place = min(int(np.searchsorted(found.document_numbers, stored.number)), len(found.document_numbers) - 1)
    judged = int(found.labels[place])
    if found.document_numbers[place] != stored.number or judged < 0:
        return None
    label, share = found.label_names[judged], float(found.probabilities[place])
    own = stored.document.label if found.own_labels is None else found.label_names[int(found.own_labels[place])]
    return KeptVerdict(label, share_of_judged(share, len(found.label_names), is_own=label == own), when_new)
