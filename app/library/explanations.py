"""Explain verdicts: the strongest words, the colour of each word in the text, influential training documents, and
edits that would flip the label.

The text is matched with the model's token pattern, and each match is cut into tokens as the model does it. Runs of Han
characters are coloured per character, because each character belongs to two overlapping pairs.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from html.entities import html5
from itertools import islice

import numpy as np

from app.domain.confidence import LIKELY_FROM, confidence_of
from app.domain.documents import Document
from app.domain.errors import ModelError
from app.domain.jobs import JobContext
from app.domain.records import StoredDocument
from app.domain.results import (
    ColouredWord,
    DocumentVerdict,
    DroppedItem,
    InfluentialDocument,
    TrainingInfluence,
    WordTerm,
    probability_of_judged_label,
)
from app.library.classifying import LoadedModel, classify_documents, judge, to_document_verdicts
from app.library.engine_errors import translate_engine_errors
from app.library.saved_models import (
    StoredModel,
    apply_new_changes,
    copy_of_stored_model,
    corpus_of,
    forget_stored_document,
    holds_training_documents,
    is_due_to_be_fitted,
    load_cached_model,
    load_current_model,
)
from app.library.training_data import (
    LabelledCorpus,
    features_of_new_documents,
    features_of_stored_documents,
    load_labelled_corpus,
    map_features_to_model,
    report_progress_of,
)
from app.library.verdict_columns import titles_of_documents
from app.store.workspace import Workspace, WorkspaceSource, open_for_reading, open_for_writing
from nbengine.counts import FloatArray, IntArray, stack_counts
from nbengine.explanations.explanation import Explanation
from nbengine.explanations.influence import LearntDocuments, find_most_influential
from nbengine.learnt.documents import Documents, StreamedDocuments
from nbengine.learnt.statistics import Features
from nbengine.learnt.unlabelled import UnlabelledDocuments
from nbengine.models.model import Model
from nbengine.models.training import refit_factors
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import HAN, TokenRules, tokenize


def is_visibly_different(before: DocumentVerdict, after: DocumentVerdict) -> bool:
    """Return whether two verdicts look different in a list: another label, or another word for the confidence."""
    return (before.label, confidence_of(before).level) != (after.label, confidence_of(after).level)


NO_TERM_LIMIT = 1 << 30


@dataclass(frozen=True, slots=True)
class StoredVerdict:
    """Stored verdict on a training document, from a model without that document."""

    label: str
    probability: float | None
    """Probability of `label`; None if unknown."""
    is_before_learning: bool = False
    """True if a filter gave this verdict before it learnt the document; False for a leave-one-out verdict."""


@dataclass(frozen=True, slots=True, eq=False)
class VerdictExplanation:
    """The explanation of a verdict on the Classify page: its words, and the words whose removal would change it."""

    item: DroppedItem
    verdict: DocumentVerdict
    """Verdict with all its terms, on the text as the user edited it."""
    text: str
    coloured_words: tuple[ColouredWord, ...]
    n_terms: int
    """Number of distinct tokens, plus the number of table cells with a value."""
    flipping_words: tuple[str, ...]
    """Smallest set of words whose removal changes the verdict; empty if there is none."""
    flipped_label: str | None
    """Label without those words; None if undecided."""
    table_cells: tuple[tuple[str, str], ...] = ()
    """(column, value) pairs of a row of a table; empty for other documents."""
    stored_verdict: StoredVerdict | None = None
    """Stored verdict on a training document, which lists show instead of `verdict`; None for other documents."""
    has_prior: bool = True
    """True if the score starts with the label prior. A filter starts with the score of an empty document."""
    markup_words: frozenset[str] = frozenset()
    """Words of the text that occur only as HTML code."""


def explain_verdict(loaded: LoadedModel, item: DroppedItem, document: Document) -> VerdictExplanation:
    """Explain the model's verdict on a document."""
    with translate_engine_errors(ModelError, loaded.name):
        counted = features_of_new_documents(loaded.model, [document])
        features, judged = counted.features, judge(loaded.model, counted)
        [verdict] = to_document_verdicts(loaded.model, [document], counted, judged, NO_TERM_LIMIT)
        model = loaded.model.model_deciding_about(verdict.label)
        flip, words = model.fewest_words(features) if len(model.labels) > 1 else (None, ())
    label, against = verdict.label, verdict.against
    coloured = colour_words(model, document.text, label, against, verdict.terms) if label and against else []
    flipped = None if flip is None or flip.label < 0 else model.labels[flip.label]
    row, has_prior = column_values(model, document), model.has_prior
    n_terms = 0 if features.text is None else len(features.text.tokens)  # plus the row's non-missing cells, below
    n_terms += 0 if features.numbers is None else int((~np.isnan(features.numbers)).sum())
    n_terms += 0 if features.choices is None else int((features.choices >= 0).sum())
    shown = (document.text, tuple(coloured), n_terms, words, flipped, row)
    markup = find_html_code_words(document.text, model.recipe.rules) if features.text is not None else frozenset()
    return VerdictExplanation(item, verdict, *shown, has_prior=has_prior, markup_words=markup)


def column_values(model: Model, document: Document) -> tuple[tuple[str, str], ...]:
    """Return the (column, value) pairs of a table row that the model reads; "" for a missing value."""
    numbers = [(name, "" if np.isnan(value) else f"{value:g}")
               for name, value in zip(model.table.numbers, document.numbers, strict=False)]  # fmt: skip
    choices = [(name, value or "") for name, value in zip(model.table.choices, document.choices, strict=False)]
    return (*numbers, *choices)


MAX_COLOURED_WORDS = 20_000
"""Only this many words of a text are coloured, from its beginning."""
_HAN_RUN = re.compile(f"[{HAN}]+")


def colour_words(
    model: Model, text: str, label: str, against: str, terms: Sequence[WordTerm] = ()
) -> list[ColouredWord]:
    """Return the words of a text with their log-odds; empty for models of character n-grams.

    With `terms`, the terms of the verdict, each word also has its contribution to the score. It also lists other tokens
    with the same word, such as its occurrence in the subject.
    """
    rules = model.recipe.rules
    if rules.char_ngrams or model.statistics.text is None:
        return []
    pieces = list(islice(_split_into_pieces(text, replace(rules, ngrams=(1, 1))), MAX_COLOURED_WORDS))
    odds, said = model.word_odds(list({token for piece in pieces for token, _ in piece.tokens}), label, against)
    own = {term.word: term for term in terms}
    elsewhere = _prefixed_tokens_by_word(terms)
    coloured = []
    for piece in pieces:
        adds = None
        if terms and (known := [token for token, _ in piece.tokens if token in odds]):
            adds = math.fsum(own[token].term for token in known if token in own)
        others = tuple(dict.fromkeys(other for token, _ in piece.tokens for other in elsewhere.get(token, ())))
        count = max((own[token].count for token, _ in piece.tokens if token in own), default=1.0)
        log_odds = piece.weighted_log_odds(odds)
        coloured.append(
            ColouredWord(piece.start, piece.length, log_odds, piece.weighted_log_odds(said), adds, count, others)
        )
    return coloured


def _prefixed_tokens_by_word(terms: Sequence[WordTerm]) -> dict[str, tuple[tuple[str, float], ...]]:
    """Map each word to the prefixed tokens that contain it, such as `subject:offer`, with their contributions."""
    found: dict[str, list[tuple[str, float]]] = {}
    for term in terms:
        prefix, colon, word = term.word.partition(":")
        if colon and prefix != "mark" and word:
            found.setdefault(word.rpartition(":")[2], []).append((term.word, term.term))
    return {word: tuple(others) for word, others in found.items()}


HTML_CODE = re.compile(
    r"<!--.*?-->|</?([a-zA-Z][a-zA-Z0-9]{0,11})(?=[\s/>])[^<>]{0,1000}>|&(#?[a-zA-Z0-9]{1,31});", re.DOTALL
)
HTML_TAGS = frozenset({
    "a", "b", "big", "blockquote", "body", "br", "button", "caption", "center", "code", "col", "dd", "div", "dl", "dt",
    "em", "embed", "font", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header",
    "hr", "html", "i", "iframe", "img", "input", "label", "li", "link", "map", "marquee", "meta", "nav", "noscript",
    "object", "ol", "option", "p", "param", "pre", "s", "script", "section", "select", "small", "span", "strike",
    "strong", "style", "sub", "sup", "table", "tbody", "td", "textarea", "tfoot", "th", "thead", "title", "tr",
    "tt", "u", "ul",
})  # fmt: skip
"""Elements that mails use. Other words in angle brackets, like addresses, are text."""


def find_html_code_words(text: str, rules: TokenRules) -> frozenset[str]:
    """Return the words of a text that occur only inside HTML tags, comments and character references.

    The text of HTML parts has no tags any more. Such words come from plain text, in which a reader sees the code
    itself.
    """
    spans = [match.span() for match in HTML_CODE.finditer(text) if _is_html_code(match)]
    if not spans or rules.char_ngrams:
        return frozenset()
    inside, outside, place = set[str](), set[str](), 0
    for piece in islice(_split_into_pieces(text, replace(rules, ngrams=(1, 1))), MAX_COLOURED_WORDS):
        while place < len(spans) and spans[place][1] <= piece.start:
            place += 1
        is_inside = place < len(spans) and spans[place][0] <= piece.start
        (inside if is_inside else outside).update(token for token, _ in piece.tokens)
    return frozenset(inside - outside)


def _is_html_code(match: re.Match[str]) -> bool:
    tag, reference = match.group(1), match.group(2)
    if tag is not None:
        return tag.lower() in HTML_TAGS
    return reference is None or reference[0] == "#" or f"{reference};" in html5


@dataclass(frozen=True, slots=True)
class _Piece:
    """A word, or a single Han character, with its position in the text."""

    start: int
    length: int
    tokens: Sequence[tuple[str, float]]
    """(token, weight) pairs. The weight is 0.5 for a token that covers two pieces, else 1."""

    def weighted_log_odds(self, odds: Mapping[str, float]) -> float | None:
        """Return the sum of the tokens' log-odds times their weights; None if `odds` contains none of the tokens."""
        known = [odds[token] * share for token, share in self.tokens if token in odds]
        return sum(known) if known else None


def _split_into_pieces(text: str, rules: TokenRules) -> Iterator[_Piece]:
    """Cut a text into pieces: whole words, and single characters for Han runs."""
    tokens_of = lru_cache(maxsize=None)(lambda word: tuple((token, 1.0) for token in tokenize(word, rules)))
    for match in re.finditer(rules.pattern, text):
        word, start = match.group(), match.start()
        if word.isascii() or not rules.han_pairs or not _HAN_RUN.search(word):
            yield from _make_word_piece(word, start, tokens_of)
            continue
        end = 0
        for run in _HAN_RUN.finditer(word):
            yield from _make_word_piece(word[end : run.start()], start + end, tokens_of)
            yield from _make_han_pieces(run.group(), start + run.start())
            end = run.end()
        yield from _make_word_piece(word[end:], start + end, tokens_of)


def _make_word_piece(
    word: str, start: int, tokens_of: Callable[[str], tuple[tuple[str, float], ...]]
) -> Iterator[_Piece]:
    """Yield the piece of a word; nothing if the token rules drop the word."""
    tokens = tokens_of(word)
    if tokens:
        yield _Piece(start, len(word), tokens)


def _make_han_pieces(run: str, start: int) -> Iterator[_Piece]:
    """Yield one piece per Han character. Its own token has weight 1, each pair that contains it weight 0.5."""
    for index, character in enumerate(run):
        pairs = [run[first : first + 2] for first in (index - 1, index) if first >= 0 and first + 2 <= len(run)]
        yield _Piece(start + index, 1, [(character, 1.0), *((pair, 0.5) for pair in pairs)])


SHOWN_DOCUMENTS = 5
ROWS_AT_ONCE, LESSONS_AT_ONCE = 1_000, 50
PHASE = "weighing documents"


def find_influence_on_document(
    place: WorkspaceSource,
    model: str | None,
    document: Document,
    context: JobContext,
    *,
    n_shown: int = SHOWN_DOCUMENTS,
) -> TrainingInfluence:
    """Find the training documents with the most influence on the verdict on a new document."""
    with open_for_writing(place) as workspace:
        kept = _load_updated_copy(place, workspace, model, context)
        return _find_influence(workspace, kept, document, context, n_shown)


def find_influence_on_stored_document(
    place: WorkspaceSource, model: str | None, number: int, context: JobContext, *, n_shown: int = SHOWN_DOCUMENTS
) -> TrainingInfluence:
    """Find the training documents with the most influence on the verdict on a stored document.

    The verdict comes from a copy of the model from which the document was removed.
    """
    with open_for_writing(place) as workspace:
        kept, stored = _load_updated_copy(place, workspace, model, context), workspace.documents.get(number)
        with translate_engine_errors(ModelError, kept.record.name):
            forget_stored_document(workspace, kept, stored)
        return _find_influence(workspace, kept, stored.document, context, n_shown, left_out=number)


def _load_updated_copy(
    place: WorkspaceSource, workspace: Workspace, name: str | None, context: JobContext
) -> StoredModel:
    """Return a copy of a model that has learnt all changes of its corpus. Nothing is saved."""
    kept = copy_of_stored_model(place, workspace, load_cached_model(place, workspace, name))
    corpus_of(kept.record)
    return replace(kept, model=apply_new_changes(workspace, kept, context)[0])


def _find_influence(
    workspace: Workspace,
    stored_model: StoredModel,
    document: Document,
    context: JobContext,
    n_shown: int,
    left_out: int = -1,
) -> TrainingInfluence:
    """Return the training documents that support the verdict on a document most, and those that oppose it most.

    `left_out` is the number of a training document to ignore; -1 for none.
    """
    if len(stored_model.model.labels) < 2:
        return TrainingInfluence(None, None, 0.0, 0, (), ())
    corpus = workspace.corpora.get(corpus_of(stored_model.record))
    labelled = load_labelled_corpus(workspace, corpus, stored_model.model.recipe, context)
    indices = np.flatnonzero(labelled.document_numbers != left_out)
    documents, numbers = labelled.documents[indices], labelled.document_numbers[indices]
    labelled = replace(labelled, documents=documents, document_numbers=numbers)
    with translate_engine_errors(ModelError, stored_model.record.name):
        explanation = stored_model.model.explain(features_of_new_documents(stored_model.model, [document]).features)
        pieces = _document_pieces(workspace, stored_model.model, labelled, context)
        effects = _effects_of_training_documents(
            stored_model.model, document, explanation, pieces, len(indices), context
        )
    backing, opposing = find_most_influential(effects, n_shown)
    doubted = find_labels_judged_instead(workspace, stored_model.record.name, corpus.name)
    return TrainingInfluence(
        explanation.label,
        explanation.against,
        explanation.score,
        len(effects),
        _influential_documents(workspace, labelled, backing, effects, doubted),
        _influential_documents(workspace, labelled, opposing, effects, doubted),
    )


def _effects_of_training_documents(
    model: Model,
    document: Document,
    explanation: Explanation,
    pieces: Iterable[tuple[IntArray, Documents, Features]],
    n_documents: int,
    context: JobContext,
) -> FloatArray:
    """Return the contribution of each training document to the verdict's log-odds, (n_documents,)."""

    def progress(done: int) -> None:
        if not done % LESSONS_AT_ONCE:
            context.checkpoint(done, n_documents, PHASE)

    return model.influence(
        lambda changed: features_of_new_documents(changed, [document]).features,
        (
            LearntDocuments(features, piece.labels, piece.label_numbers, piece.weights, numbers.tolist())
            for numbers, piece, features in pieces
        ),
        label=explanation.label,
        against=explanation.against,
        progress=progress,
    )


def _document_pieces(
    workspace: Workspace, model: Model, labelled: LabelledCorpus, context: JobContext
) -> Iterator[tuple[IntArray, Documents, Features]]:
    """Yield (document numbers, documents, features over the model's columns) of the training documents, in batches."""
    numbers, n_documents = labelled.document_numbers, len(labelled.documents)
    if model.recipe.reads_text_alone:
        for places, piece in labelled.documents.pieces():
            context.checkpoint(places.start, n_documents, PHASE)
            yield numbers[places], piece, map_features_to_model(model, piece)
        return
    whole = labelled.documents.load()
    for start in range(0, n_documents, ROWS_AT_ONCE):  # values are matched by name, so rows are read again
        context.checkpoint(start, n_documents, PHASE)
        batch_numbers, piece = numbers[start : start + ROWS_AT_ONCE], whole[start : start + ROWS_AT_ONCE]
        yield batch_numbers, piece, features_of_stored_documents(workspace, model, batch_numbers.tolist(), grow=False)


def _influential_documents(
    workspace: Workspace, labelled: LabelledCorpus, places: IntArray, effects: FloatArray, doubted: Mapping[int, str]
) -> tuple[InfluentialDocument, ...]:
    """Return the training documents at the row indices `places` for display. Deleted documents are omitted.

    `doubted` maps a document number to the label that the model gives the document instead of its own.
    """
    numbers = labelled.document_numbers[places].tolist()
    headings = {heading.number: heading for heading in workspace.documents.headings(numbers)}
    titles = titles_of_documents(workspace, headings.values())
    shown = []
    for number, effect in zip(numbers, effects[places].tolist(), strict=True):
        if (heading := headings.get(number)) is not None:
            judged_instead = doubted.get(number) if doubted.get(number) != heading.label else None
            details = (titles[number], heading.sender, heading.date_s, heading.label)
            shown.append(InfluentialDocument(number, *details, effect, judged_instead))
    return tuple(shown)


def find_labels_judged_instead(workspace: Workspace, model: str, corpus: str) -> dict[int, str]:
    """Return the probably mislabelled documents: number → label that the model gives the document instead of its own.

    A document is listed if its leave-one-out probability of its own label is at most 1 − LIKELY_FROM.
    """
    kept = workspace.verdicts.leave_one_out(corpus, model)
    if kept is None or kept.own_label_indices is None:
        return {}
    is_mislabelled = (
        (kept.label_indices >= 0)
        & (kept.label_indices != kept.own_label_indices)
        & (kept.probabilities <= 1.0 - LIKELY_FROM)
    )
    numbers, labels = kept.document_numbers[is_mislabelled].tolist(), kept.label_indices[is_mislabelled].tolist()
    return {number: kept.label_names[label] for number, label in zip(numbers, labels, strict=True)}


MAX_FORESEEN_VERDICTS, MAX_FORESEEN_CHARACTERS = 500, 4_000_000
NEW_DOCUMENT = -1
"""Placeholder for the number of a document that is not in the corpus."""


def can_preview_quickly(items: Sequence[DroppedItem], n_labels: int) -> bool:
    """Return whether a list is small enough to judge all its documents once per label without a noticeable delay."""
    documents = [item.document for item in items if item.document is not None]
    n_characters = sum(len(document.text) for document in documents)
    return n_labels * len(documents) <= MAX_FORESEEN_VERDICTS and n_labels * n_characters <= MAX_FORESEEN_CHARACTERS


def count_changed_verdicts(
    place: WorkspaceSource,
    model: str,
    items: Sequence[DroppedItem],
    number: int,
    labels: Sequence[str],
    context: JobContext,
) -> dict[str, int]:
    """For each label, count the other items whose verdict would visibly change if item `number` got that label.

    Return an empty dict if this cannot be computed, for example because learnt factors would have to be fitted again to
    a corpus that does not fit into memory.
    """
    document = next((item.document for item in items if item.number == number), None)
    others = [
        (item.verdict, item.document)
        for item in items
        if item.number != number and item.document is not None and item.corrected is None
    ]
    if document is None:
        return {}
    changes: dict[str, int] = {}
    for label in labels:
        context.checkpoint(len(changes), len(labels), "classifying")
        loaded = _copy_with_lesson(place, model, document, label, context)
        if loaded is None:
            return {}
        verdicts = classify_documents(loaded, [other for _, other in others], 0) if others else []
        changes[label] = sum(is_visibly_different(now, then) for (now, _), then in zip(others, verdicts, strict=True))
    return changes


def _copy_with_lesson(
    place: WorkspaceSource, name: str, document: Document, label: str, context: JobContext
) -> LoadedModel | None:
    """Return a copy of a model that has learnt `document` under `label`; None if it cannot be fitted again."""
    with open_for_reading(place) as workspace, workspace.snapshot():
        kept = copy_of_stored_model(place, workspace, load_cached_model(place, workspace, name))
        corpus = corpus_of(kept.record)
        model, _ = apply_new_changes(workspace, kept, context)
        known = workspace.documents.find_by_hash(corpus, document.content_hash) if document.content_hash else None
        with translate_engine_errors(ModelError, name):
            _learn_or_relabel(workspace, model, known, document, label)
    if is_due_to_be_fitted(model):
        with open_for_writing(place) as workspace:  # documents without counts are counted
            labelled = load_labelled_corpus(workspace, workspace.corpora.get(corpus), model.recipe, context)
        documents = _add_document(labelled, known, document, label, model.recipe.rules)
        if documents is None:
            return None
        with translate_engine_errors(ModelError, name):
            if holds_training_documents(model, documents):
                refit_factors(model, report_progress_of(documents, context, "weighing words"))
    return LoadedModel(name, model)


def _add_document(
    labelled: LabelledCorpus, known: int | None, document: Document, label: str, rules: TokenRules
) -> Documents | None:
    """Return the documents of a corpus with `document` added. If its number `known` is not None, relabel it instead.

    Return None if the corpus is streamed, is a table, lacks the label, or stores the document without a label.
    """
    documents = labelled.documents
    if isinstance(documents, StreamedDocuments) or label not in documents.labels:
        return None
    features, number = documents.features, documents.labels.index(label)
    if features.text is None or features.numbers is not None or features.choices is not None:
        return None
    if known is not None:
        is_it = labelled.document_numbers == known
        if not is_it.any():  # stored without a label: it would leave the unlabelled documents
            return None
        return replace(documents, label_numbers=np.where(is_it, number, documents.label_numbers))
    counts = TokenCounter(rules, documents.vocabulary).count([document.text], [document.fields])
    unlabelled, weights, n_tokens = documents.unlabelled, documents.weights, counts.n_tokens
    if weights is not None or document.weight != 1:
        before = np.ones(len(documents)) if weights is None else weights
        weights = np.concatenate((before, [document.weight]))
    return replace(
        documents,
        features=Features(stack_counts([features.text.widen(n_tokens), counts])),
        label_numbers=np.concatenate((documents.label_numbers, [number])),
        weights=weights,
        unlabelled=None if unlabelled is None else UnlabelledDocuments(unlabelled.counts.widen(n_tokens)),
    )


def _learn_or_relabel(workspace: Workspace, model: Model, known: int | None, document: Document, label: str) -> None:
    """Let the model learn a document under `label`. If its number `known` is not None, replace its old label."""
    if known is None:
        features = features_of_new_documents(model, [document], grow=True).features
        model.learn(features, [label], np.array([document.weight]), keys=[NEW_DOCUMENT])
        return
    stored = workspace.documents.get(known).document
    if stored.label == label or stored.weight <= 0:
        return
    weights = np.array([stored.weight])
    if stored.label is not None:
        features = features_of_stored_documents(workspace, model, [known], grow=False)
        model.forget(features, [stored.label], weights, keys=[known])
    model.learn(features_of_stored_documents(workspace, model, [known], grow=True), [label], weights, keys=[known])
    model.drop_empty_labels()


def explain_stored_verdict(
    workspace: WorkspaceSource, model: str, number: int, context: JobContext, *, text: str | None = None
) -> VerdictExplanation:
    """Explain the verdict of a copy of the model from which a stored document was removed on that document.

    `text` replaces the text of the document if it is not None.
    """
    with open_for_writing(workspace) as opened:
        kept, stored = load_model_without_document(workspace, opened, model, number, context)
        with translate_engine_errors(ModelError, kept.record.name):
            stored_verdict = find_stored_verdict(
                opened, kept.record.name, stored, is_before_learning=kept.model.learns_in_order
            )
    document = stored.document if text is None else replace(stored.document, text=text)
    item = DroppedItem(number, DocumentVerdict(document.path, document.member, title=document.title), document)
    reasons = explain_verdict(LoadedModel(kept.record.name, kept.model), item, document)
    return (
        reasons
        if kept.record.corpus != stored.corpus or text is not None
        else replace(reasons, stored_verdict=stored_verdict)
    )


def load_model_without_document(
    place: WorkspaceSource, workspace: Workspace, model: str | None, number: int, context: JobContext
) -> tuple[StoredModel, StoredDocument]:
    """Return a copy of the up-to-date model from which a stored document was removed, and the document."""
    kept = copy_of_stored_model(place, workspace, load_current_model(place, workspace, model, context))
    stored = workspace.documents.get(number)
    with translate_engine_errors(ModelError, kept.record.name):
        forget_stored_document(workspace, kept, stored)
    return kept, stored


def find_stored_verdict(
    workspace: Workspace, model: str, stored: StoredDocument, *, is_before_learning: bool
) -> StoredVerdict | None:
    """Return the stored verdict on a document; None without any. `is_before_learning` becomes a field of the result."""
    verdicts = workspace.verdicts.leave_one_out(stored.corpus, model)
    if verdicts is None or not len(verdicts.document_numbers) or verdicts.model_name not in ("", model):
        return None
    index = min(int(np.searchsorted(verdicts.document_numbers, stored.number)), len(verdicts.document_numbers) - 1)
    judged = int(verdicts.label_indices[index])
    if verdicts.document_numbers[index] != stored.number or judged < 0:
        return None
    label, share = verdicts.label_names[judged], float(verdicts.probabilities[index])
    own_label = (
        stored.document.label
        if verdicts.own_label_indices is None
        else verdicts.label_names[int(verdicts.own_label_indices[index])]
    )
    return StoredVerdict(
        label,
        probability_of_judged_label(share, len(verdicts.label_names), is_own=label == own_label),
        is_before_learning,
    )
