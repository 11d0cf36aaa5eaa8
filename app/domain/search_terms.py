"""A search as terms: words, "phrases", and operators such as `from:` and `before:`, each with a − to leave out.

What stands before a colon and is no operator is text like any other, and so is an operator with a value that it does
not take.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime

from nbengine.lazy_dataclasses import dataclass

OPERATORS = ("from", "to", "subject", "label", "judged", "kind", "has", "is", "before", "after")
KINDS, STATES = ("mail", "text", "row"), ("wrong", "unlabelled", "duplicate")
KNOWN_VALUES: Mapping[str, Sequence[str]] = {"kind": KINDS, "has": ("attachment",), "is": STATES}
"""Values that operators take in any corpus."""
MOST_COMPLETIONS = 6
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
        if _is_more_than_words(term):
            terms.append(term)
        else:
            words.append(term.value)
    return (*([SearchTerm(" ".join(words))] if words else []), *terms)


def chip_spans(search: str) -> list[tuple[int, int]]:
    """Return the places of the parts of a search that are no plain words: operators, phrases, what is left out."""
    return [match.span() for match in _TERM.finditer(search) if _is_more_than_words(_term(match))]


def completions(begun: str, values: Mapping[str, Sequence[str]]) -> list[str]:
    """Return what the last part of a search that is being typed may become, a few at most.

    Operators come first, and after one of them its values, for those operators whose values are known.
    """
    part = begun[_part_begin(begun) :]
    minus, part = part[: len(part) - len(part.lstrip("-−"))], part.lstrip("-−")
    operator, colon, value = part.partition(":")
    if not part:
        return []
    if not colon:
        return [f"{minus}{one}:" for one in OPERATORS if one.startswith(part.casefold())][:MOST_COMPLETIONS]
    wanted = value.strip('"').casefold()
    known = [one for one in values.get(operator.casefold(), ()) if one.casefold().startswith(wanted)]
    return [f"{minus}{operator}:{quoted(one)}" for one in known if one.casefold() != wanted][:MOST_COMPLETIONS]


def completed(begun: str, completion: str) -> str:
    """Put a completion in the place of the part that was begun; after a value the next part may follow."""
    return begun[: _part_begin(begun)] + completion + ("" if completion.endswith(":") else " ")


def quoted(value: str) -> str:
    """A value as it is typed: in quotes where it has spaces."""
    return f'"{value}"' if " " in value else value


def _part_begin(begun: str) -> int:
    """Find where the part that is being typed begins; spaces within quotes do not end one."""
    is_quoted, begin = False, 0
    for place, letter in enumerate(begun):
        is_quoted ^= letter == '"'
        if letter.isspace() and not is_quoted:
            begin = place + 1
    return begin


def _is_more_than_words(term: SearchTerm) -> bool:
    return bool(term.operator) or term.is_left_out or term.is_phrase


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
