"""Bytes to text without ever losing any: what is declared, then UTF-8, then detection.

What is declared is tried first, but not believed blindly. Plain ASCII needs no decision; bytes that are valid UTF-8
are UTF-8 whatever a single-byte charset claims, because no real text in such a charset is; a declared charset that
fits but for a few broken characters is kept, with those replaced; and a Western charset over runs of high bytes is a
lie, which is how raw Chinese and Russian travel. Only then is the charset guessed, from the 2 KB that begin at the
first high byte: guessing costs more than all the rest of reading a mail.

The guess looks at how high bytes stand before it asks charset-normalizer, which takes a dozen letters of Russian for
Thai and two lines of Japanese for Korean: Russian is told by its commonest letters and by capitals that do not follow
small ones, the East Asian charsets by which bytes begin a pair, Western text by Latin letters around every high byte.
"""

from __future__ import annotations

import codecs
import re
from functools import lru_cache
from typing import NamedTuple

SAMPLE_BYTES = 2048
FEW_RUNS = 3
OTHERS = ["cp1253", "cp1255", "cp1256", "cp874", "cp1254", "cp1250", "cp1252"]
CYRILLIC = ("cp1251", "koi8_r", "cp866", "iso8859_5", "mac_cyrillic")
COMMON_CYRILLIC = "оеаинтсрвл"
ALIASES = {
    "gb2312": "gb18030", "gb_2312_80": "gb18030", "gb2312_80": "gb18030", "gbk": "gb18030", "cp936": "gb18030",
    "euc_cn": "gb18030", "gb2312_charset": "gb18030", "chinese": "gb18030", "iso_ir_58": "gb18030",
    "big5": "cp950", "big5_hkscs": "big5hkscs", "chinesebig5": "cp950", "big5_charset": "cp950", "cn_big5": "cp950",
    "ks_c_5601_1987": "cp949", "ks_c_5601": "cp949", "euc_kr": "cp949", "ksc5601": "cp949", "korean": "cp949",
    "sjis": "cp932", "shift_jis": "cp932", "ms_kanji": "cp932", "windows_31j": "cp932", "ms932": "cp932",
    "eucjp": "euc_jp", "unicode_1_1_utf_7": "utf_7", "utf8mb4": "utf_8", "utf": "utf_8", "unicode": "utf_8",
    "win1251": "cp1251", "win_1251": "cp1251", "koi8": "koi8_r", "koi": "koi8_r", "koi8_ru": "koi8_u",
    "windows_874": "cp874", "cp_850": "cp850", "dos_866": "cp866", "iso_8859_8_i": "iso8859_8",
    "iso_8859_8_e": "iso8859_8", "iso_8859_6_i": "iso8859_6", "iso_8859_6_e": "iso8859_6", "visual": "iso8859_8",
    "iso_8859_11": "cp874", "tis_620": "cp874", "iso_8859_1": "cp1252", "iso8859_1": "cp1252", "latin1": "cp1252",
    "latin_1": "cp1252", "iso_8859_9": "cp1254", "iso_8859_5_1": "iso8859_5", "mac": "mac_roman",
    "macintosh": "mac_roman", "mac_cyrillic": "mac_cyrillic", "ansi": "cp1252", "ansi_x3.4_1968": "cp1252",
    "us_ascii": "", "ascii": "", "default": "", "default_charset": "", "unknown": "", "unknown_8bit": "",
    "user_defined": "", "none": "", "8bit": "", "binary": "", "charset": "",
}  # fmt: skip
"""Names seen in mail, `-` written `_` and a leading `x-` left out, to Python's; nothing for those that say nothing."""

DANGEROUS = frozenset({"unicode_escape", "raw_unicode_escape", "idna", "punycode", "undefined", "mbcs", "oem"})
WESTERN = frozenset({"cp1252", "iso8859-15", "cp1250", "iso8859-2", "cp1254", "mac-roman", "cp850", "cp437"})
SHIFTING = frozenset({"utf-7", "hz", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be", "cp037"})
"""Charsets in which ASCII bytes are not ASCII text."""

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
HIGH_BYTES = bytes(range(128, 256))
FIRST_HIGH_BYTE = re.compile(rb"[\x80-\xff]")
HIGH_RUN = re.compile(rb"[\x80-\xff]+")
LONG_HIGH_RUN = re.compile(rb"[\x80-\xff]{4,}")
LATIN_AROUND = re.compile(
    rb"[\x80-\xff](?:(?<=[a-z].)[\x80-\xff]?(?![\x80-\xff])|(?<![\x80-\xff].)[\x80-\xff]?(?=[a-z]{2}))", re.DOTALL
)
"""One or two high bytes behind a small letter or before two. It begins with a high byte, which is searched fast, and
looks at what is around that then."""
SMALL_THEN_CAPITAL = re.compile("[а-я][А-Я]")
CYRILLIC_LETTERS = re.compile("[А-яЁё]")
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
    if raw.isascii() and codec not in SHIFTING:
        return _seven_bit(raw, codec)
    for mark, marked in BYTE_ORDER_MARKS:
        if raw.startswith(mark):
            return raw[len(mark) :].decode(marked, "replace"), marked
    if codec in SHIFTING:
        return SURROGATES.sub("\ufffd", raw.decode(codec, "replace")), codec
    if text := _utf8(raw):
        return text, "utf-8"
    if text := _as_declared(raw, codec):
        return text, codec
    codec = detected_charset(raw)
    return raw.decode(codec, "replace"), codec


def _seven_bit(raw: bytes, codec: str) -> tuple[str, str]:
    if b"\x1b" not in raw:
        return raw.decode("ascii"), "ascii"
    codec = codec if codec.startswith("iso2022") else "iso2022_jp_2"
    return raw.decode(codec, "replace"), codec


def _utf8(raw: bytes) -> str:
    """Text that is UTF-8, allowing for a cut in the middle of a character; empty where it is something else."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        text = raw.decode("utf-8", "replace")
    n_high = len(raw) - len(raw.translate(None, HIGH_BYTES))
    return text if text.count("\ufffd") * 20 <= n_high else ""


def _as_declared(raw: bytes, codec: str) -> str:
    if not codec or codec == "utf-8" or (codec in WESTERN and _lies_about_being_western(raw)):
        return ""
    text = raw.decode(codec, "replace")
    return text if text.count("\ufffd") <= 2 + len(text) // 50 else ""


def _lies_about_being_western(raw: bytes) -> bool:
    sample = _sample(raw)
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


def detected_charset(raw: bytes) -> str:
    """Guess the charset of bytes that are neither ASCII nor UTF-8; always one that Python can decode."""
    sample = _sample(raw)
    if _is_wide(sample):
        return "utf-16-le" if sample.count(b"\0", 1, 64) else "utf-16-be"
    runs = HIGH_RUN.findall(sample)
    if (len(runs) < FEW_RUNS and sum(map(len, runs)) < FEW_RUNS) or 2 * len(LATIN_AROUND.findall(sample)) >= len(runs):
        return "cp1252"
    return _hebrew(b"".join(runs)) or _cyrillic(b" ".join(runs)) or _east_asian(sample, runs) or _guessed(sample)


def _sample(raw: bytes) -> bytes:
    first = FIRST_HIGH_BYTE.search(raw)
    start = max(0, first.start() - 8) if first else 0
    return raw[start : start + SAMPLE_BYTES]


def _is_wide(sample: bytes) -> bool:
    return sample.count(b"\0") * 4 > len(sample)


def _hebrew(high: bytes) -> str:
    """Hebrew never uses the last five letters of Russian, without which no sixty letters of Russian are."""
    return "cp1255" if len(high) >= 60 and min(high) >= 0xE0 and max(high) <= 0xFA else ""


def _cyrillic(high: bytes) -> str:
    best, best_score = "", 0.42
    for codec in CYRILLIC:
        text = high.decode(codec, "replace")
        score = _likeness_to_russian(text, len(text) - text.count(" "))
        if score > best_score:
            best, best_score = codec, score
    return best


def _likeness_to_russian(text: str, n_letters: int) -> float:
    """From 1, when all letters are among the commonest, down; capitals after small letters count against it."""
    if len(CYRILLIC_LETTERS.findall(text)) < 0.85 * n_letters:
        return 0.0
    if text.isupper():
        n_letters = n_letters * 4 // 3
    small = text.lower()
    n_common = sum(small.count(letter) for letter in COMMON_CYRILLIC)
    return (n_common - 2 * len(SMALL_THEN_CAPITAL.findall(text))) / n_letters


def _east_asian(sample: bytes, runs: list[bytes]) -> str:
    """Tell the charsets of two bytes a character by the bytes that begin a pair; empty where pairs do not fit."""
    if any(len(run) % 2 for run in runs[:-1]) or min(map(min, runs)) < 0xA1:
        return _half_low_pairs(sample)
    leads = b"".join(runs)[::2]
    n_leads = len(leads)
    if leads.count(b"\xa4") + leads.count(b"\xa5") > n_leads // 4:
        return "euc_jp"
    n_han = sum(0xC9 <= lead <= 0xD7 for lead in leads)
    n_hangul = sum(0xB0 <= lead <= 0xC8 for lead in leads)
    if 5 * (n_han + n_hangul) < 3 * n_leads:
        return ""
    return "cp949" if n_han * 10 < n_leads and n_leads > 3 else "gb18030"


def _half_low_pairs(sample: bytes) -> str:
    """Charsets whose second byte may be ASCII: try each, and see whether common characters come out."""
    for codec, common in (
        ("cp932", _is_kana),
        ("cp950", _is_han),
        ("gb18030", _is_simplified_han),
        ("cp949", _is_hangul),
    ):
        text = sample.decode(codec, "replace")
        others = [character for character in text if character > "\x7f"]
        n_common = sum(map(common, others))
        if text.count("\ufffd") <= 2 and 3 * n_common > len(others) * (1 if codec == "cp932" else 2):
            return codec
    return ""


def _is_kana(character: str) -> bool:
    return "\u3040" <= character <= "\u30ff"


def _is_han(character: str) -> bool:
    return "\u4e00" <= character <= "\u9fff" or "\u3000" <= character <= "\u303f" or character > "\uff00"


def _is_simplified_han(character: str) -> bool:
    return bool(character.encode("gb2312", "ignore"))


def _is_hangul(character: str) -> bool:
    return "\uac00" <= character <= "\ud7a3"


def _guessed(sample: bytes) -> str:
    from charset_normalizer import from_bytes  # noqa: PLC0415 - loading it takes longer than reading most mailboxes

    best = from_bytes(sample, cp_isolation=OTHERS).best()
    return best.encoding if best is not None else "cp1252"
