"""Labels by a regular expression over paths. Only it imports the `regex` library."""

from __future__ import annotations

import regex

from app.domain.errors import SourceError

PATTERN_TIMEOUT_S = 0.5


def checked(pattern: str) -> str:
    """Return a pattern that is a regular expression; any other is refused."""
    try:
        regex.compile(pattern)
    except (regex.error, RecursionError) as error:
        raise SourceError(pattern, "bad-pattern", str(error)) from error
    return pattern


def found_label(pattern: str, path: str) -> str | None:
    """Return what a pattern finds in a path: its first group, or all of it."""
    try:
        match = regex.search(pattern, path.replace("\\", "/"), timeout=PATTERN_TIMEOUT_S)
    except TimeoutError as error:
        raise SourceError(pattern, "bad-pattern", "it takes too long") from error
    if match is None:
        return None
    return match[1] if match.re.groups else match[0]
