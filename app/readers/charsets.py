"""Bytes to text without ever losing any: what is declared, then UTF-8, then detection.

What is declared is tried first, but not believed blindly. Plain ASCII needs no decision; bytes that are valid UTF-8
are UTF-8 whatever a single-byte charset claims, because no real text in such a charset is; a declared charset that
fits but for a few broken characters is kept, with those replaced; and a Western charset over runs of high bytes is a
lie, which is how raw Chinese and Russian travel. Only then is the charset guessed (`app.readers.charset_guessing`).
"""

from __future__ import annotations

import codecs
import re
from functools import lru_cache
from typing import NamedTuple

import resources
from app.readers.charset_guessing import HIGH_BYTES, LATIN_AROUND, guessed_charset, high_sample

ALIASES: dict[str, str] = resources.read_json("names", "charsets.json")
"""Names seen in mail, `-` written `_` and a leading `x-` left out, to Python's; nothing for those that say nothing."""

DANGEROUS = frozenset({"unicode_escape", "raw_unicode_escape", "idna", "punycode", "undefined", "mbcs", "oem"})
WESTERN = frozenset({"cp1252", "iso8859-15", "cp1250", "iso8859-2", "cp1254", "mac-roman", "cp850", "cp437"})
WIDE = frozenset({"utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"})
SEVEN_BITS = frozenset({"utf-7", "hz"})
SHIFTING = WIDE | SEVEN_BITS | {"cp037"}
"""Charsets in which ASCII bytes are not ASCII text."""

ESCAPES = (
    (b"\x1b$)C", "iso2022_kr"),
    (b"\x1b$(Q", "iso2022_jp_2004"),
    (b"\x1b$(O", "iso2022_jp_3"),
    (b"\x1b(I", "iso2022_jp_ext"),
)
"""Escape codes that only one charset has."""

WIDE_HEAD_BYTES = 4096
ZEROS_OF_WIDE_TEXT = 8
"""Fewer zeros than one in so many bytes are an accident."""
CONTROLS = bytes({*range(1, 32)} - set(b"\t\n\v\f\r\x1b"))
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
ALL_MARKS = tuple(mark for mark, _ in BYTE_ORDER_MARKS)
LONG_HIGH_RUN = re.compile(rb"[\x80-\xff]{4,}")
HZ_RUN = re.compile(rb"~\{(?:[\x21-\x77][\x21-\x7e]){2,}~\}")
"""Two Chinese characters and more between the signs of HZ."""
SURROGATES = re.compile("[\ud800-\udfff]")


class Decoded(NamedTuple):
    """A text, and Python's name for what it was decoded from."""

    text: str
    charset: str


def decode_text(raw: bytes, declared: str | None = None) -> str:
    """Decode text in whatever charset it really is; NUL is dropped, and no bytes are ever refused."""
    return decoded_text(raw, declared).text


def decoded_text(raw: bytes, declared: str | None = None) -> Decoded:
    """Decode text in whatever charset it really is, and say in which."""
    text, charset = _decoded(raw, codec_of(declared) if declared else "")
    return Decoded(text.replace("\0", "") if "\0" in text else text, charset)


def _decoded(raw: bytes, codec: str) -> tuple[str, str]:
    if raw.startswith(ALL_MARKS):
        mark, marked = next(told for told in BYTE_ORDER_MARKS if raw.startswith(told[0]))
        return raw[len(mark) :].decode(marked, "replace"), marked
    if b"\0" in raw[:WIDE_HEAD_BYTES] and (wide := unmarked_wide_charset(raw[:WIDE_HEAD_BYTES])):
        return raw.decode(wide, "replace"), wide
    if codec in SHIFTING and _is_of_single_bytes(raw, codec):
        codec = ""
    if raw.isascii() and codec not in SHIFTING:
        return _seven_bit(raw, codec)
    if codec in SHIFTING:
        return SURROGATES.sub("\ufffd", raw.decode(codec, "replace")), codec
    if text := _utf8(raw):
        return text, "utf-8"
    if codec and codec != "utf-8" and not (codec in WESTERN and _lies_about_being_western(raw)):
        text = raw.decode(codec, "replace")
        if text and text.count("\ufffd") <= 2 + len(text) // 50:
            return text, codec
    codec = guessed_charset(raw)
    return raw.decode(codec, "replace"), codec


def _is_of_single_bytes(raw: bytes, codec: str) -> bool:
    """Tell text of one byte a letter from what it was declared to be: UTF-16, UTF-32 or a charset of seven bits.

    Wide letters of Latin are zeros by half, those of Greek and Cyrillic control codes, and those of other scripts have
    no spaces at odd and at even places.
    """
    if codec not in WIDE:
        return codec in SEVEN_BITS and not raw.isascii()
    head = raw[:WIDE_HEAD_BYTES]
    plain = head.replace(b"\0", b"")
    has_controls = len(plain.translate(None, CONTROLS)) < len(plain)
    if has_controls or (len(head) - len(plain)) * ZEROS_OF_WIDE_TEXT > len(head):
        return False
    return plain.isascii() or _utf8(plain) != "" or (b" " in plain[::2] and b" " in plain[1::2])


def _seven_bit(raw: bytes, codec: str) -> tuple[str, str]:
    """Seven bits say more than ASCII where escape codes, or the signs of HZ, change what letters mean."""
    if b"\x1b" in raw:
        escaped = next((name for sign, name in ESCAPES if sign in raw), "iso2022_jp_2")
        codec = codec if codec.startswith("iso2022") else escaped
    elif b"~" in raw and HZ_RUN.search(raw):
        codec = "hz"
    else:
        return raw.decode("ascii"), "ascii"
    return raw.decode(codec, "replace"), codec


def _utf8(raw: bytes) -> str:
    """Text that is UTF-8, allowing for a cut in the middle of a character; empty where it is something else."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        text = raw.decode("utf-8", "replace")
    n_high = len(raw) - len(raw.translate(None, HIGH_BYTES))
    return text if text.count("\ufffd") * 20 <= n_high else ""


def _lies_about_being_western(raw: bytes) -> bool:
    sample = high_sample(raw)
    n_high = len(sample) - len(sample.translate(None, HIGH_BYTES))
    n_in_runs = sum(map(len, LONG_HIGH_RUN.findall(sample)))
    return 2 * n_in_runs > n_high and len(LATIN_AROUND.findall(sample)) * 4 < n_high


@lru_cache(maxsize=512)
def codec_of(declared: str) -> str:
    """Python's name for a declared charset, through the odd names mail gives them; empty where it says nothing."""
    name = re.sub(r"[^a-z0-9.]+", "_", declared[:100].lower()).strip("_").removeprefix("x_")
    name = ALIASES.get(name, name)
    if not name or name in DANGEROUS:
        return ""
    try:
        b"a".decode(name, "replace")
        return codecs.lookup(name).name
    except (LookupError, ValueError, UnicodeError):
        return ""


CODE_UNITS = (("utf-32-le", 4), ("utf-32-be", 4), ("utf-16-le", 2), ("utf-16-be", 2))
READABLE_PERCENT = 97
LEAST_CHARACTERS = 2


def unmarked_wide_charset(head: bytes) -> str:
    """The charset of wide text without a mark, from the beginning of a file with zeros; empty for all else."""
    found = (name for name, size in CODE_UNITS if _has_zeros_of(head, name, size) and _is_text(head, name, size))
    return next(found, "")


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
