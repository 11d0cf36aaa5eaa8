"""UTF-16 and UTF-32 that do not say so: told from binary files by being text once they are decoded."""

from __future__ import annotations

WIDE = (("utf-32-le", 4), ("utf-32-be", 4), ("utf-16-le", 2), ("utf-16-be", 2))
READABLE_PERCENT = 97
LEAST_CHARACTERS = 2


def unmarked_wide_charset(head: bytes) -> str:
    """The charset of wide text without a mark, from the beginning of a file with zeros; empty for all else."""
    for charset, size in WIDE:
        if _has_zeros_of(head, charset, size) and _is_text(head, charset, size):
            return charset
    return ""


def _has_zeros_of(head: bytes, charset: str, size: int) -> bool:
    """Return whether the zeros lie where ASCII in this charset has them, and elsewhere hardly any."""
    at_ends = (head[size - 1 :: size], head[::size])
    high, low = at_ends if charset.endswith("le") else at_ends[::-1]
    n_characters = len(head) // size
    if size == 4:
        return high.count(0) >= n_characters > 0
    n_high = high.count(0)
    return n_high * 50 >= n_characters and low.count(0) * 2 <= n_high


def _is_text(head: bytes, charset: str, size: int) -> bool:
    """Return whether nearly all of it is readable; a pair of surrogates that the end has cut through is left out."""
    whole = head[: len(head) // size * size]
    try:
        text = whole.decode(charset)
    except UnicodeDecodeError as error:
        if error.start < len(whole) - size:
            return False
        text = whole[: error.start].decode(charset)
    n_readable = sum(character.isprintable() or character.isspace() for character in text)
    return len(text) >= LEAST_CHARACTERS and n_readable * 100 >= READABLE_PERCENT * len(text)
