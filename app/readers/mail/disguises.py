"""Words that were disguised so that filters do not see them: spaced out, laced with invisible or look-alike letters.

Each check is kept away from ordinary text by a cheap test first: a table turns text into the shape of its characters,
and shapes are searched as bytes.
"""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress

MAX_WORDS, FEW_LETTERS = 50, 12
MAX_CHARACTERS = 50_000

INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]"
)
JOINING = re.compile("(?<=[A-Za-z\u0400-\u04ff])[\u200c\u200d](?=[A-Za-z\u0400-\u04ff])")
DROPPED = re.compile("[\u00ad\u034f\u180e\u200b\u2060-\u2064\ufeff]")
SPACED = re.compile(r"(?<![^\W_])(?:[^\W\d_]([ .*_\-/|'~])(?:[^\W_]\1){2,}[^\W_])(?![^\W_])")
MIXED_PAIR = re.compile("[A-Za-z][\u0370-\u04ff]|[\u0370-\u04ff][A-Za-z]")
STYLED_PAIR = re.compile("[\uff21-\uff5a\U0001d400-\U0001d7ff\u2460-\u24ff]{2}")
LETTERS = re.compile(r"[^\W\d_]+")

LOOK_ALIKES = str.maketrans(
    "аеіорсухѕјһԁԛԝѵАВЕЅІЈКМНОРСТХУЗвгкмнтпαβγεηικνορτυχωΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeiopcyxsjhdqwvABESIJKMHOPCTXY3brkmhtnabyenikvoptuxwABEZHIKMNOPTYX",
)
FROM_LATIN = str.maketrans("aeiopcyxABEKMHOPCTXY", "аеіорсухАВЕКМНОРСТХУ")


ORDINARY = bytes(code for code in range(256) if not 0x80 <= code < 0xA0 and code != 0xAD)
"""Latin-1 without its control codes, which Western Europe's charset has no place for, and without the soft hyphen."""


SEPARATORS = b" .*_-/|'~"
SHAPES = bytes(
    ord(" " if code in SEPARATORS else "a" if code >= 128 or chr(code).isalnum() else ".") for code in range(256)
)
SPACED_SHAPE = re.compile(b" a a a a")
"""A pattern, because `bytes.find` takes six times as long for words that consist of what most of a text does."""
CODE_LINES = re.compile(
    r"(?:^(?=[^\n]*\d)[A-Za-z0-9+/=_-]{56,}+[ \t\r]*\n){3,}(?:^(?=[^\n]*[0-9+/=])[A-Za-z0-9+/=_-]+[ \t\r]*$)?",
    re.MULTILINE,
)
DIGIT = re.compile(r"\d")
HEX = re.compile(r"[0-9a-fA-F]+")
CODE = re.compile(r"[A-Za-z0-9+/=_-]+")
NOT_SPACE = bytes(32 if byte in b" \t\r\n" else 97 for byte in range(256))
LONG_SHAPE = b"a" * 41
CODE_LETTERS = bytes(97 if (chr(byte).isalnum() and byte < 128) or byte in b"+/" else byte for byte in range(256))
CODE_SHAPE = b"a" * 48
CODE_LINE_END = CODE_SHAPE + b"\n"
LINE_END = ord("\n")


def shape_bytes(text: str) -> bytes:
    """Text as one byte per character, other scripts as one high byte; for the tests that come before the checks."""
    if text.isascii():
        return text[:MAX_CHARACTERS].encode("ascii")
    return text[:MAX_CHARACTERS].encode("latin-1", "replace").replace(b"?", b"\xff")


def spaced_words(text: str, raw: bytes) -> list[str]:
    """Return the words that were written with something between all their letters, joined and in lower case."""
    shapes = raw.translate(SHAPES)
    words: dict[str, None] = {}
    found = SPACED_SHAPE.search(shapes)
    while found and len(words) < MAX_WORDS:
        at = found.start()
        match = SPACED.search(text, max(0, at - 1), at + 80)
        if match:
            words[match[0].replace(match[1], "").lower()] = None
        found = SPACED_SHAPE.search(shapes, max(match.end() if match else 0, at + 7))
    return [word for word in words if word.isalpha() and len(set(word)) > 2]


def without_invisible(text: str) -> str:
    """Drop what nobody sees, except where scripts need it to join letters."""
    text = DROPPED.sub("", text)
    return JOINING.sub("", text) if "\u200c" in text or "\u200d" in text else text


def mixed_words(text: str) -> list[str]:
    """Return the words written in letters of two scripts that look alike, as what they pretend to be."""
    found = [word for word in _words_with(MIXED_PAIR, text) if MIXED_PAIR.search(word)]
    return list(dict.fromkeys(filter(None, map(_pretended, found))))[:MAX_WORDS]


def styled_words(text: str) -> list[str]:
    """Return the words written in full-width, mathematical or circled letters, as plain ones."""
    found = [unicodedata.normalize("NFKC", word).lower() for word in _words_with(STYLED_PAIR, text)]
    return list(dict.fromkeys(word for word in found if word.isascii() and word.isalnum()))[:MAX_WORDS]


def _words_with(pair: re.Pattern[str], text: str) -> list[str]:
    text = text[:MAX_CHARACTERS]
    if not pair.search(text):
        return []
    return [word for chunk in text.split() if pair.search(chunk) for word in LETTERS.findall(chunk)]


def is_ordinary(text: str) -> bool:
    """Return whether a text has only characters of Western Europe without the soft hyphen, which disguise nothing."""
    with suppress(UnicodeEncodeError):
        return not text.encode("latin-1").translate(None, ORDINARY)  # a tenth of the time of cp1252
    with suppress(UnicodeEncodeError):
        text.encode("cp1252")
        return "\u00ad" not in text
    return False


def _pretended(word: str) -> str:
    latin = word.translate(LOOK_ALIKES)
    if latin.isascii():
        return latin.lower()
    other = word.translate(FROM_LATIN)
    return other.lower() if not re.search("[A-Za-z]", other) else ""


def long_shapes(raw: bytes) -> bytes:
    """Very long words as runs of `a`, all white space as spaces; nothing where no word is so long."""
    shapes = raw.translate(NOT_SPACE)
    return shapes if LONG_SHAPE in shapes else b""


def long_words(text: str, shapes: bytes) -> list[str]:
    """Return a mark for each kind of very long word: what it is made of, and about how long it is."""
    marks: dict[str, None] = {}
    at = shapes.find(LONG_SHAPE)
    while at >= 0 and len(marks) < MAX_WORDS:
        end = shapes.find(b" ", at)
        end = end if end >= 0 else len(shapes)
        marks[_summary(text[at:end])] = None
        at = shapes.find(LONG_SHAPE, end)
    return list(marks)


def without_code_lines(text: str, raw: bytes, shapes: bytes) -> str:
    """Leave out blocks of lines that are nobody's words: base64 that no part declared, keys, armoured messages."""
    n_ends = at = 0  # of lines whose last word is as long as a line of code
    while (at := shapes.find(CODE_SHAPE, at)) >= 0 and (at := shapes.find(b" ", at)) >= 0:
        n_ends += raw[at] == LINE_END
    if n_ends <= 2 or raw.translate(CODE_LETTERS).count(CODE_LINE_END) <= 2:
        return text
    return CODE_LINES.sub("\n", text)


def _summary(word: str) -> str:
    length = min(len(word).bit_length(), 12)
    if "://" in word or "@" in word:
        return f"long-address-{length}"
    if len(set(word[:FEW_LETTERS])) <= 3 and len(set(word)) <= 3:
        return "long-line"
    if word.isalnum() and HEX.fullmatch(word):
        return f"long-hex-{length}"
    if CODE.fullmatch(word):
        return f"long-code-{length}" if DIGIT.search(word) else f"long-letters-{length}"
    return f"long-word-{length}" if word.isascii() else f"long-text-{length}"
