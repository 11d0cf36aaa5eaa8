"""Documents before they are cut into words: read, decoded, in lower case, without accents."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

Preparation = Callable[[Any], Any]


def content_of(document: Any, given_as: str) -> Any:
    """Return a document's text or bytes, from the place that it is given as: content, file or filename."""
    if given_as == "filename":
        return Path(document).read_bytes()
    return document.read() if given_as == "file" else document


def prepared(text: str, strip_accents: str | Callable[[str], str] | None, *, lower: bool) -> str:
    """Return a text in lower case, and without accents where that is asked for."""
    cased = text.lower() if lower else text
    return cased if strip_accents is None else without_accents(cased, strip_accents)


def without_accents(text: str, way: str | Callable[[str], str]) -> str:
    """Return a text without accents: by a function, or such that only ASCII, or any letters, are left."""
    if callable(way):
        return way(text)
    if text.isascii():
        return text
    plain = "".join(character for character in unicodedata.normalize("NFKD", text) if not _is_accent(character))
    return plain if way == "unicode" else plain.encode("ascii", "ignore").decode("ascii")


def strange_stop_words(stop_words: Iterable[str], tokens_of: Callable[[str], Iterable[str]]) -> list[str]:
    """Return what stop words are cut into that is no stop word itself, and so is counted after all."""
    known = frozenset(stop_words)
    return sorted({token for word in known for token in tokens_of(word)} - known)


def _is_accent(character: str) -> bool:
    return unicodedata.combining(character) != 0
