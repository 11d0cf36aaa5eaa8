"""Facets of the Classify page: its verdicts counted by label, confidence, sender, kind, month, doubt and state.

They narrow each other like those of the Documents page, with the same arrays and the same list beside the table.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from pathlib import PurePath

import numpy as np

from app.domain.confidence import confidence_of
from app.domain.results import UNDECIDED, DroppedItem, FacetChoice, FacetCounts, FacetKind, FacetReport
from app.library.facets import (
    CONFIDENCE_STEPS,
    NO_VALUE,
    CodedValues,
    FacetColumn,
    FlagValues,
    Mask,
    facet_counts,
    facets_mask,
    months_facet,
    sender_domain,
)
from app.store.documents import NO_DATE

ORDER = (
    FacetKind.VERDICT, FacetKind.CONFIDENCE, FacetKind.DOUBT, FacetKind.SENDER, FacetKind.KIND, FacetKind.MONTH,
    FacetKind.STATE,
)  # fmt: skip
MAX_CACHED_DOMAINS = 20_000
domain_of_sender = lru_cache(maxsize=MAX_CACHED_DOMAINS)(sender_domain)


@lru_cache(maxsize=2)
def item_facets(items: tuple[DroppedItem, ...], filed: frozenset[int]) -> Mapping[FacetKind, FacetColumn]:
    """Return the facets of items, one entry per item. They are kept until the items change."""
    told = [confidence_of(item.verdict, is_by_person=item.corrected is not None) for item in items]
    dates = np.array([_date_of(item) for item in items], np.int64)
    documents = [item.document for item in items]
    return {
        FacetKind.VERDICT: encode_values(["" if item.error else item.label or UNDECIDED for item in items]),
        FacetKind.CONFIDENCE: encode_values(
            ["" if item.error else share_step(each.probability) for item, each in zip(items, told, strict=True)]
        ),
        FacetKind.DOUBT: encode_values(["" if each.doubt is None else each.doubt.value for each in told]),
        FacetKind.SENDER: encode_values(["" if each is None else domain_of_sender(each.sender) for each in documents]),
        FacetKind.KIND: encode_values([kind_of_item(item) for item in items]),
        FacetKind.MONTH: months_facet(dates),
        FacetKind.STATE: FlagValues({
            "corrected": to_mask([item.corrected is not None for item in items]),
            "unsure": to_mask([
                each.doubt is not None and item.number not in filed for item, each in zip(items, told, strict=True)
            ]),
            "filed": to_mask([item.number in filed for item in items]),
            "attachment": to_mask([each is not None and bool(each.attachments) for each in documents]),
            "no date": to_mask([each is not None and each.date_s is None for each in documents]),
            "unread": to_mask([bool(item.error) for item in items]),
        }),
    }  # fmt: skip


def filter_items(
    items: tuple[DroppedItem, ...], filed: frozenset[int], chosen: Sequence[FacetChoice]
) -> Sequence[DroppedItem]:
    """Return the items that satisfy all chosen facets."""
    if not chosen or not items:
        return items
    mask = facets_mask(item_facets(items, filed), chosen, len(items))
    return [items[place] for place in np.flatnonzero(mask).tolist()]


def count_facets(
    items: tuple[DroppedItem, ...], filed: frozenset[int], chosen: Sequence[FacetChoice], searched: Collection[int]
) -> FacetReport:
    """Count the values of each facet among the items that match the search (numbers) and all other facets."""
    if not items:
        return FacetReport()
    shown: Mask = np.array([item.number in searched for item in items], np.bool_)
    counted: tuple[FacetCounts, ...] = facet_counts(item_facets(items, filed), chosen, shown)
    return FacetReport(facets=counted)


def encode_values(values: Sequence[str]) -> CodedValues:
    """Return one code per value; an empty value has none."""
    keys = sorted({value for value in values if value})
    codes = {key: code for code, key in enumerate(keys)}
    return CodedValues(tuple(keys), np.array([codes.get(value, NO_VALUE) for value in values], np.int32))


def to_mask(values: Sequence[bool]) -> Mask:
    """Return a mask, also of no values."""
    return np.array(values, np.bool_)


def share_step(probability: float) -> str:
    """Return the step of SURE_SHARES that a probability belongs to."""
    return next((key for key, least in CONFIDENCE_STEPS if probability >= least), "")


def kind_of_item(item: DroppedItem) -> str:
    """Return the kind of an item as on the Documents page: `mail`, `row`, or the suffix of its file, like `pdf`."""
    document = item.document
    if document is not None and document.kind != "text":
        return document.kind
    return PurePath(item.verdict.member or item.verdict.path).suffix.lstrip(".").lower() or "text"


def _date_of(item: DroppedItem) -> int:
    date_s = None if item.document is None else item.document.date_s
    return NO_DATE if date_s is None else date_s
