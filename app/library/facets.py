"""Facets of a collection: its documents counted by sender, list, month, kind, verdict and state.

Choosing a value of one facet narrows the counts of all others, as in a shop's catalogue. Values of one facet are
alternatives; values of different facets must all hold. The counts come from arrays with one entry per document, so
100,000 documents take a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

import numpy as np
import numpy.typing as npt

from app.domain.jobs import JobContext
from app.domain.results import UNDECIDED, FacetChoice, FacetCounts, FacetKind, FacetValue
from app.library.searching import CorpusTexts
from app.library.verdict_columns import UNJUDGED, JudgedColumns
from app.readers.mail.headers import addresses, domain_of
from app.store.documents import KINDS, NO_DATE
from app.store.workspace import Workspace
from nbengine.counts import IntArray

Mask = npt.NDArray[np.bool_]
Codes = npt.NDArray[np.int32]
NO_VALUE = -1
CONFIDENCE_STEPS: Sequence[tuple[str, float]] = (("99", 0.99), ("90", 0.9), ("50", 0.5), ("0", 0.0))
"""Steps of the facet CONFIDENCE: their keys, and the least probability of each."""


@dataclass(frozen=True, slots=True, eq=False)
class CodedValues:
    """One value per document: `codes` (n_documents,) are indices into `keys`; NO_VALUE for none."""

    keys: tuple[str, ...]
    codes: Codes

    def mask(self, chosen: Iterable[str]) -> Mask:
        """Return a mask of the documents that have one of the chosen values, (n_documents,)."""
        is_chosen = np.zeros(len(self.keys) + 1, np.bool_)
        for key in chosen:
            if key in self.keys:
                is_chosen[self.keys.index(key)] = True
        return np.asarray(is_chosen[self.codes])

    def counts(self, mask: Mask | None) -> dict[str, int]:
        """Return how many documents of the mask have each value; values without documents are left out."""
        codes = self.codes if mask is None else self.codes[mask]
        numbers = np.bincount(codes + 1, minlength=len(self.keys) + 1)[1:]
        return {self.keys[code]: int(numbers[code]) for code in np.flatnonzero(numbers).tolist()}


@dataclass(frozen=True, slots=True, eq=False)
class FlagValues:
    """Values of a facet that allows several per document. `flags` maps each value to a mask (n_documents,)."""

    flags: Mapping[str, Mask]

    def mask(self, chosen: Iterable[str]) -> Mask:
        """Return a mask of the documents that have one of the chosen states, (n_documents,)."""
        masks = [self.flags[key] for key in chosen if key in self.flags]
        n_documents = len(next(iter(self.flags.values())))
        return np.logical_or.reduce(masks) if masks else np.zeros(n_documents, np.bool_)

    def counts(self, mask: Mask | None) -> dict[str, int]:
        """Return how many documents of the mask have each state; states without documents are left out."""
        numbers = {key: int((flag if mask is None else flag & mask).sum()) for key, flag in self.flags.items()}
        return {key: number for key, number in numbers.items() if number}


FacetColumn = CodedValues | FlagValues


@dataclass(slots=True)
class CorpusFacets:
    """Cache of the facets of one corpus. A facet is computed anew only when the columns that it is made from change."""

    _made_from: dict[FacetKind, tuple[object, ...]] = field(default_factory=dict)
    _columns: dict[FacetKind, FacetColumn] = field(default_factory=dict)

    def of(
        self, workspace: Workspace, corpus: str, found: JudgedColumns, texts: CorpusTexts, context: JobContext
    ) -> Mapping[FacetKind, FacetColumn]:
        """Return the facets that have any value in this corpus."""
        columns = found.columns
        texts.headings.read(workspace, corpus, columns.numbers, context)
        words_key = texts.words_key(workspace, corpus)
        makers: Mapping[FacetKind, tuple[Callable[[], FacetColumn], tuple[object, ...]]] = {
            FacetKind.SENDER: (lambda: sender_domains_facet(texts), (columns.numbers,)),
            FacetKind.LIST: (
                lambda: mailing_lists_facet(texts, workspace, corpus, columns.numbers), (columns.numbers, *words_key),
            ),
            FacetKind.MONTH: (lambda: months_facet(columns.dates_s), (columns.dates_s,)),
            FacetKind.KIND: (lambda: document_kinds_facet(texts, columns.kinds), (columns.numbers, columns.kinds)),
            FacetKind.VERDICT: (lambda: verdicts_facet(found), (found.judged, columns.label_names)),
            FacetKind.CONFIDENCE: (lambda: confidences_facet(found), (found,)),
            FacetKind.STATE: (lambda: states_facet(found), (found,)),
        }  # fmt: skip
        for kind, (make, sources) in makers.items():
            if kind not in self._columns or not _are_same(self._made_from[kind], sources):
                self._columns[kind], self._made_from[kind] = make(), sources
        return self._columns


def _are_same(first: tuple[object, ...], second: tuple[object, ...]) -> bool:
    """Compare arrays by identity: a column that did not change is the same object. Compare plain values by ==."""
    if len(first) != len(second):
        return False
    return all(a is b or (isinstance(a, (str, int)) and a == b) for a, b in zip(first, second, strict=True))


def facets_mask(columns: Mapping[FacetKind, FacetColumn], chosen: Sequence[FacetChoice], n_documents: int) -> Mask:
    """Return a mask of the documents that satisfy all chosen facets, (n_documents,)."""
    mask = np.ones(n_documents, np.bool_)
    for kind, keys in chosen_keys(chosen).items():
        if kind in columns:
            mask &= columns[kind].mask(keys)
    return mask


def facet_counts(
    columns: Mapping[FacetKind, FacetColumn], chosen: Sequence[FacetChoice], shown: Mask
) -> tuple[FacetCounts, ...]:
    """Count the values of each facet among the documents in `shown` that satisfy the chosen values of all others.

    `shown` is the mask of everything else in the query: shelf and search. Chosen values are listed even with 0
    documents, so that they can be removed.
    """
    keys = chosen_keys(chosen)
    masks = {kind: columns[kind].mask(keys[kind]) for kind in keys if kind in columns}
    counted = []
    for kind, column in columns.items():
        others = [mask for other, mask in masks.items() if other is not kind]
        mask = np.logical_and.reduce([shown, *others])
        numbers = column.counts(None if mask.all() else mask)
        numbers = {**dict.fromkeys(keys.get(kind, ()), 0), **numbers}
        if numbers:
            counted.append(
                FacetCounts(kind, tuple(FacetValue(key, numbers[key]) for key in _sorted_keys(kind, numbers)))
            )
    return tuple(counted)


def chosen_keys(chosen: Sequence[FacetChoice]) -> dict[FacetKind, list[str]]:
    """Return the chosen values by facet."""
    keys: dict[FacetKind, list[str]] = {}
    for choice in chosen:
        keys.setdefault(choice.kind, []).append(choice.key)
    return keys


def _sorted_keys(kind: FacetKind, numbers: Mapping[str, int]) -> list[str]:
    """Return the values in display order: months newest first, steps of confidence by size, all others by count."""
    if kind is FacetKind.MONTH:
        return sorted(numbers, reverse=True)
    if kind is FacetKind.CONFIDENCE:
        return [key for key, _ in CONFIDENCE_STEPS if key in numbers]
    return sorted(numbers, key=lambda key: (-numbers[key], key))


def sender_domains_facet(texts: CorpusTexts) -> CodedValues:
    """Return the domain of each document's sender, in lower case."""
    return _without_empty_value(*texts.headings.mapped("sender", sender_domain))


def sender_domain(sender: str) -> str:
    """Return the domain of a sender, `Ann <ann@example.org>` or `ann@example.org (Ann)`; empty without an address."""
    found = addresses(sender)
    return domain_of(found[-1]) if found else ""


def mailing_lists_facet(texts: CorpusTexts, workspace: Workspace, corpus: str, numbers: IntArray) -> CodedValues:
    """Return the mailing list of each mail, from the counted words `list:…`; the first one if it names several."""
    codes = np.full(len(numbers), NO_VALUE, np.int32)
    keys: list[str] = []
    for word, indices in texts.documents_with_prefix(workspace, corpus, numbers, "list:"):
        name = word.removeprefix("list:")
        fresh = indices[codes[indices] == NO_VALUE]
        if name and len(fresh):
            codes[fresh] = len(keys)
            keys.append(name)
    return CodedValues(tuple(keys), codes)


def months_facet(dates_s: IntArray) -> CodedValues:
    """Return the month of each date as `2024-05`, in UTC."""
    is_known = dates_s != NO_DATE
    all_months = np.where(is_known, dates_s, 0).astype("datetime64[s]").astype("datetime64[M]")
    distinct, codes = np.unique(all_months, return_inverse=True)
    return CodedValues(
        tuple(np.datetime_as_string(distinct).tolist()), np.where(is_known, codes, NO_VALUE).astype(np.int32)
    )


def document_kinds_facet(texts: CorpusTexts, document_kinds: npt.NDArray[np.int8]) -> CodedValues:
    """Return the kind of each document: `mail`, `row`, or for other documents the suffix of the file, like `pdf`."""
    keys, codes = texts.headings.mapped("path", lambda path: PurePath(path).suffix.lstrip(".") or "text")
    names = [*KINDS, *(key for key in keys if key not in KINDS)]
    new_codes = np.array([names.index(key) for key in keys] + [NO_VALUE], np.int32)[codes]
    is_file = document_kinds == KINDS.index("text")
    return CodedValues(tuple(names), np.where(is_file, new_codes, document_kinds).astype(np.int32))


def kind_order(columns: Mapping[FacetKind, FacetColumn]) -> IntArray:
    """Return the indices of all documents sorted by their kind's name."""
    column = columns[FacetKind.KIND]
    assert isinstance(column, CodedValues)
    ranks = np.argsort(np.argsort(np.array(column.keys)))
    return np.argsort(ranks[column.codes], kind="stable")


def verdicts_facet(found: JudgedColumns) -> CodedValues:
    """Return the model's verdict on each document: a label, or UNDECIDED."""
    names = found.columns.label_names
    codes = np.where(found.judged == UNJUDGED, NO_VALUE, np.where(found.judged < 0, len(names), found.judged))
    return CodedValues((*names, UNDECIDED), codes.astype(np.int32))


def confidences_facet(found: JudgedColumns) -> CodedValues:
    """Return the step of SURE_SHARES of each document: how probable the model finds the document's own label."""
    shares = found.shares_now
    codes = np.full(len(shares), NO_VALUE, np.int32)
    for code in reversed(range(len(CONFIDENCE_STEPS))):
        codes[np.nan_to_num(shares, nan=-1.0) >= CONFIDENCE_STEPS[code][1]] = code
    return CodedValues(tuple(key for key, _ in CONFIDENCE_STEPS), codes)


def states_facet(found: JudgedColumns) -> FlagValues:
    """Return the states that deserve a look."""
    columns = found.columns
    return FlagValues({
        "wrong": found.is_surprising,
        "duplicate": np.asarray(columns.duplicates > 0),
        "two labels": columns.has_conflict,
        "attachment": np.asarray(columns.attachments > 0),
        "no date": np.asarray(columns.dates_s == NO_DATE),
    })  # fmt: skip


def _without_empty_value(keys: tuple[str, ...], codes: Codes) -> CodedValues:
    """Return the values with the empty one as NO_VALUE."""
    if "" not in keys:
        return CodedValues(keys, codes)
    empty = keys.index("")
    return CodedValues(keys, np.where(codes == empty, NO_VALUE, codes).astype(np.int32))
