"""UTF-16 that does not say so: told from binary files by where its zeros lie, and by being text once it is decoded."""

from __future__ import annotations


def unmarked_wide_charset(head: bytes) -> str:
    """The charset of UTF-16 without a mark, from the beginning of a file; empty for anything else."""
    n_even, n_odd = head[::2].count(0), head[1::2].count(0)
    if min(n_even, n_odd) > 0 or max(n_even, n_odd) * 100 < len(head):
        return ""
    charset = "utf-16-le" if n_odd else "utf-16-be"
    try:
        text = head[: len(head) // 4 * 4].decode(charset)
    except UnicodeDecodeError:
        return ""
    n_readable = sum(character.isprintable() or character.isspace() for character in text)
    return charset if n_readable * 100 >= 97 * len(text) else ""
