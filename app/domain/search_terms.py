"""A search as terms: words, "phrases", and operators such as `from:` and `before:`, each with a − to leave out.

What stands before a colon and is no operator is text like any other, and so is an operator with a value that it does
not take.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

OPERATORS = ("from", "to", "subject", "label", "judged", "kind", "has", "is", "before", "after")
KINDS, STATES = ("mail", "text", "row"), ("wrong", "unlabelled", "duplicate")
_TERM = re.compile(r'(?P<minus>[-−])?(?:(?P<operator>[a-z]+):)?(?:"(?P<phrase>[^"]*)"?|(?P<word>\S+))', re.IGNORECASE)
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")


@dataclass(frozen=True, slots=True)
class SearchTerm:
    """One thing that documents are to have, or not to have."""

    value: str
    operator: str = ""
    """One of OPERATORS, or nothing for a text."""
    is_left_out: bool = False
    is_phrase: bool = False


def search_terms(search: str) -> tuple[SearchTerm, ...]:
    """Take a search apart; words without an operator stay one text, in their order."""
    terms, words = [], []
    for match in _TERM.finditer(search):
        term = _term(match)
        if term.operator or term.is_left_out or term.is_phrase:
            terms.append(term)
        else:
            words.append(term.value)
    return (*([SearchTerm(" ".join(words))] if words else []), *terms)


def _term(match: re.Match[str]) -> SearchTerm:
    operator, phrase = (match["operator"] or "").lower(), match["phrase"]
    value = match["word"] if phrase is None else phrase
    is_left_out = bool(match["minus"])
    if operator in OPERATORS and VALUES.get(operator, bool)(value.lower()):
        return SearchTerm(value, operator, is_left_out)
    if operator:
        value = f"{match['operator']}:{value}"
    return SearchTerm(value, "", is_left_out, is_phrase=phrase is not None)


def moment(value: str) -> float | None:
    """Return the beginning of a year, a month or a day, in seconds since 1970."""
    found = _DATE.fullmatch(value)
    if found is None:
        return None
    try:
        year, month, day = (int(part) if part else 1 for part in found.groups())
        return datetime(year, month, day, tzinfo=UTC).timestamp()
    except ValueError:
        return None


VALUES: Mapping[str, Callable[[str], object]] = {
    "kind": KINDS.__contains__,
    "has": ("attachment",).__contains__,
    "is": STATES.__contains__,
    "before": lambda value: moment(value) is not None,
    "after": lambda value: moment(value) is not None,
}
"""Tests of the values that an operator takes; operators that are not named take any text."""
