"""Short excerpts of documents: the passage with most of a group's words, without quoted lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

QUOTED_LINE = re.compile(
    r"^\s*[>|]|^\s*(?:In article\b.*|.*(?:writes|wrote|пишет|писал|写道)\s*[:：]\s*)$", re.MULTILINE
)
"""A quoted line of a mail, or the line that names its author."""
SENTENCE_END = re.compile(r"[.!?]['\")\]]*\s+|[。！？]\s*")
ELLIPSIS = "…"


def make_excerpt(text: str, words: Sequence[str], n_characters: int) -> str:
    """Return a passage of about `n_characters` that begins with a sentence and has most of the words.

    White space is folded. Quoted lines are left out unless there is nothing else. A passage from the middle of the text
    begins with an ellipsis. It may be longer than asked for: the view elides it at the end of a word.
    """
    own = [line for line in text.splitlines() if not QUOTED_LINE.search(line)]
    whole = " ".join(" ".join(own).split()) or " ".join(text.split())
    if len(whole) <= n_characters:
        return whole
    starts = [0, *(match.end() for match in SENTENCE_END.finditer(whole))]
    last = max(len(whole) - n_characters // 2, 1)  # a passage of a few words would not show much
    lowered, spans = whole.casefold(), word_spans(whole, words)
    best, most = 0, -1
    for start in starts:
        inside = {lowered[at : at + length] for at, length in spans if start <= at < start + n_characters}
        if start < last and len(inside) > most:
            best, most = start, len(inside)
    return whole if best == 0 else f"{ELLIPSIS} {whole[best:]}"


def word_spans(text: str, words: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Return (start, length) of each occurrence of the words, in text order. Whole words only, in any case."""
    return tuple(sorted(set(_spans(text, words))))


def _spans(text: str, words: Sequence[str]) -> Iterator[tuple[int, int]]:
    for word in words:
        # Chinese has no spaces between words, so a boundary is asked for beside letters of other scripts only.
        before, after = (r"(?<!\w)" if word[:1].isascii() else "", r"(?!\w)" if word[-1:].isascii() else "")
        for match in re.finditer(before + re.escape(word) + after, text, re.IGNORECASE):
            yield match.start(), match.end() - match.start()
