"""Labels by a regular expression over paths. Only this module imports the `regex` library, which is slow to import."""

from __future__ import annotations

import time
from collections.abc import Iterable

import regex

from app.domain.errors import SourceError

PATTERN_TIMEOUT_S = 0.5
"""Limit for one path, or for all texts of one search: nested repeats can take exponential time.

`regex` has timeouts, `re` has not.
"""


def check_pattern(pattern: str) -> str:
    """Return `pattern` itself. Raise SourceError (`bad-pattern`) if it is not a regular expression."""
    try:
        regex.compile(pattern)
    except (regex.error, RecursionError) as error:
        raise SourceError(pattern, "bad-pattern", str(error)) from error
    return pattern


def search_texts(pattern: str, texts: Iterable[str]) -> list[bool]:
    """Return whether the pattern occurs in each text. Raise SourceError (`bad-pattern`) if it is not a regular
    expression, or if all searches together take longer than `PATTERN_TIMEOUT_S`."""
    compiled, ends_s = regex.compile(check_pattern(pattern)), time.monotonic() + PATTERN_TIMEOUT_S
    try:
        return [compiled.search(text, timeout=max(ends_s - time.monotonic(), 1e-6)) is not None for text in texts]
    except TimeoutError as error:
        raise SourceError(pattern, "bad-pattern", "it takes too long") from error


def match_pattern(pattern: str, path: str) -> str | None:
    """Return the first group of a pattern's match in a path, or the whole match; None without a match."""
    try:
        match = regex.search(pattern, path.replace("\\", "/"), timeout=PATTERN_TIMEOUT_S)
    except TimeoutError as error:
        raise SourceError(pattern, "bad-pattern", "it takes too long") from error
    if match is None:
        return None
    return match[1] if match.re.groups else match[0]
