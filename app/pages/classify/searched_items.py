"""Decides which of the judged documents a search lists, by the operators that search a corpus."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.domain.corpus_browsing import SearchTerm, moment
from app.domain.use_case_results import DroppedItem


def matches(item: DroppedItem, term: SearchTerm) -> bool:
    """Tell whether an item has what one term asks for, or has not what it leaves out.

    Words are looked for in its title, its sender and its file.
    """
    value = term.value.casefold()
    if term.operator:
        return OPERATIONS[term.operator](item, value) is not term.is_left_out
    heading = "\n".join((item.title, _sender(item), item.verdict.path, item.verdict.member)).casefold()
    words = [value] if term.is_phrase else value.split()
    return all(word in heading for word in words) is not term.is_left_out


def _sender(item: DroppedItem) -> str:
    return item.document.sender if item.document is not None else ""


def _has_state(item: DroppedItem, state: str) -> bool:
    if state == "unlabelled":
        return item.label is None
    return state == "wrong" and item.corrected not in (None, item.verdict.label)


def _is_dated(item: DroppedItem, is_meant: Callable[[float], bool]) -> bool:
    date_s = item.document.date_s if item.document is not None else None
    return date_s is not None and is_meant(date_s)


OPERATIONS: Mapping[str, Callable[[DroppedItem, str], bool]] = {
    "from": lambda item, value: value in _sender(item).casefold(),
    "to": lambda item, value: item.document is not None and value in item.document.fields.get("to", "").casefold(),
    "subject": lambda item, value: value in item.title.casefold(),
    "label": lambda item, value: (item.label or "").casefold() == value,
    "judged": lambda item, value: (item.verdict.label or "").casefold() == value,
    "kind": lambda item, value: item.document is not None and item.document.kind == value,
    "has": lambda item, _value: item.document is not None and bool(item.document.attachments),
    "is": _has_state,
    "before": lambda item, value: _is_dated(item, lambda date_s: date_s < (moment(value) or 0)),
    "after": lambda item, value: _is_dated(item, lambda date_s: date_s >= (moment(value) or 0)),
}
