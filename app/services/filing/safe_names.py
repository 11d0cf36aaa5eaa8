"""Names for folders and files that every system takes and that mean nothing but themselves.

A label or a subject can be anything: `..`, `CON`, a slash, letters that turn the direction of writing. What is made
of it here is one visible name of bounded length.
"""

from __future__ import annotations

import unicodedata

FORBIDDEN = frozenset('/\\:*?"<>|')
RESERVED = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{device}{digit}" for device in ("com", "lpt") for digit in "0123456789¹²³"}
)
LONGEST_BYTES = 180
LONGEST_NAME_BYTES = 255
INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def safe_name(words: str, otherwise: str = "_") -> str:
    """Return a file or folder name out of any words; the same words always give the same name."""
    kept = "".join(_safe_letter(letter) for letter in unicodedata.normalize("NFC", words))
    name = " ".join(kept.split()).strip(". ")
    name = shortened(name, LONGEST_BYTES).rstrip(". ") or otherwise
    return f"{name}_" if name.split(".")[0].rstrip().lower() in RESERVED else name


def _safe_letter(letter: str) -> str:
    if letter in FORBIDDEN:
        return "_"
    if letter.isspace():
        return " "
    return "" if unicodedata.category(letter) in INVISIBLE else letter


def shortened(name: str, n_bytes: int) -> str:
    """Return the beginning of a name that takes no more room than that; no letter is cut in two."""
    raw = name.encode("utf-8", "surrogateescape")
    return name if len(raw) <= n_bytes else raw[:n_bytes].decode("utf-8", "ignore")


def numbered(name: str, number: int) -> str:
    """Return a name with a number before its suffix: `letter (2).eml`."""
    stem, dot, suffix = name.rpartition(".")
    if not stem or len(suffix) > 10:
        stem, dot, suffix = name, "", ""
    ending = f" ({number}){dot}{suffix}"
    return shortened(stem, LONGEST_NAME_BYTES - len(ending.encode("utf-8", "surrogateescape"))) + ending
