"""Decode bytes to text: first the declared charset, then UTF-8, then a guess. No byte is ever refused.

A declared charset is tried first, but not trusted. The rules, in this order:

- A byte order mark, or the zero bytes of UTF-16 and UTF-32, decide.
- Plain ASCII needs no decision.
- Bytes that are valid UTF-8 are UTF-8, whatever single-byte charset is declared: real text in such a charset is never
  valid UTF-8.
- A declared charset is used if it leaves only a few broken characters, which are replaced.
- A declared Western charset is rejected if the text has long runs of high bytes: undeclared Chinese and Russian look
  like that.
- Otherwise the charset is guessed: the one in which the text costs least, by the rarity of its letter pairs or
  characters.

`tests/benchmarks/decisions/charsets.md` compares the guesses with other libraries.
"""

from __future__ import annotations

import codecs
import math
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from heapq import nsmallest
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import resources

ALIASES: dict[str, str] = resources.read_json("names", "charsets.json")
"""Maps charset names seen in mail to Python's names.

Keys have `_` for `-` and no leading `x-`. Names that mean nothing map to an empty string.
"""

# Python codecs that mail must not choose: they interpret escapes, are for host names, or depend on the machine.
DANGEROUS = frozenset({"unicode_escape", "raw_unicode_escape", "idna", "punycode", "undefined", "mbcs", "oem"})
WESTERN_CHARSETS = frozenset({"cp1252", "iso8859-15", "cp1250", "iso8859-2", "cp1254", "mac-roman", "cp850", "cp437"})
WIDE_CHARSETS = frozenset({"utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"})
SEVEN_BITS = frozenset({"utf-7", "hz"})
NON_ASCII_CHARSETS = WIDE_CHARSETS | SEVEN_BITS | {"cp037"}
"""Charsets in which ASCII bytes are not ASCII text."""

ESCAPES = (
    (b"\x1b$)C", "iso2022_kr"),
    (b"\x1b$(Q", "iso2022_jp_2004"),
    (b"\x1b$(O", "iso2022_jp_3"),
    (b"\x1b(I", "iso2022_jp_ext"),
)
"""Escape sequences that only one charset has."""

WIDE_HEAD_BYTES = 4096
BYTES_PER_STRAY_ZERO = 8
"""If fewer than one byte in this many is zero, the zeros are an accident and the text is not UTF-16."""
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
"""Matches two or more Chinese characters in HZ, a seven-bit encoding of GB 2312 that marks them with `~{` and `~}`."""
SURROGATES = re.compile("[\ud800-\udfff]")


class DecodedText(NamedTuple):
    """A text, and the Python codec that it was decoded with."""

    text: str
    charset: str


def decode_text(raw: bytes, declared: str | None = None) -> str:
    """Decode bytes whose charset may be declared wrongly. NUL is dropped; no bytes are refused."""
    return decode_with_charset(raw, declared).text


def decode_with_charset(raw: bytes, declared: str | None = None) -> DecodedText:
    """Variant of `decode_text` that also returns the codec."""
    text, charset = _decode(raw, codec_of(declared) if declared else "")
    return DecodedText(text.replace("\0", "") if "\0" in text else text, charset)


def _decode(raw: bytes, codec: str) -> tuple[str, str]:
    if raw.startswith(ALL_MARKS):
        mark, marked = next(entry for entry in BYTE_ORDER_MARKS if raw.startswith(entry[0]))
        return raw[len(mark) :].decode(marked, "replace"), marked
    if b"\0" in raw[:WIDE_HEAD_BYTES] and (wide := find_utf16_or_32(raw[:WIDE_HEAD_BYTES])):
        return raw.decode(wide, "replace"), wide
    if codec in NON_ASCII_CHARSETS and _is_single_byte_text(raw, codec):
        codec = ""
    if raw.isascii() and codec not in NON_ASCII_CHARSETS:
        return _decode_seven_bit(raw, codec)
    if codec in NON_ASCII_CHARSETS:
        return SURROGATES.sub("\ufffd", raw.decode(codec, "replace")), codec
    if text := _decode_utf8(raw):
        return text, "utf-8"
    if codec and codec != "utf-8" and not (codec in WESTERN_CHARSETS and _is_probably_not_western(raw)):
        text = raw.decode(codec, "replace")
        if text and text.count("\ufffd") <= 2 + len(text) // 50:
            return text, codec
    codec = guess_charset(raw)
    return raw.decode(codec, "replace"), codec


def _is_single_byte_text(raw: bytes, codec: str) -> bool:
    """Return whether bytes declared as UTF-16, UTF-32 or a seven-bit charset are text in a single-byte charset.

    In UTF-16 and UTF-32 half of the bytes of Latin letters are zeros, and half of the bytes of Greek and Cyrillic
    letters are control codes. Other scripts have no spaces at both odd and even positions.
    """
    if codec not in WIDE_CHARSETS:
        return codec in SEVEN_BITS and not raw.isascii()
    head = raw[:WIDE_HEAD_BYTES]
    plain = head.replace(b"\0", b"")
    has_controls = len(plain.translate(None, CONTROLS)) < len(plain)
    if has_controls or (len(head) - len(plain)) * BYTES_PER_STRAY_ZERO > len(head):
        return False
    return plain.isascii() or _decode_utf8(plain) != "" or (b" " in plain[::2] and b" " in plain[1::2])


def _decode_seven_bit(raw: bytes, codec: str) -> tuple[str, str]:
    """Decode text in a seven-bit charset. Without escape sequences, or the shift marks of HZ, it is ASCII."""
    if b"\x1b" in raw:
        escaped = next((name for sign, name in ESCAPES if sign in raw), "iso2022_jp_2")
        codec = codec if codec.startswith("iso2022") else escaped
    elif b"~" in raw and HZ_RUN.search(raw):
        codec = "hz"
    else:
        return raw.decode("ascii"), "ascii"
    return raw.decode(codec, "replace"), codec


def _decode_utf8(raw: bytes) -> str:
    """Decode UTF-8 that may be cut inside a character; return an empty string if the bytes are not UTF-8."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        text = raw.decode("utf-8", "replace")
    n_high = len(raw) - len(raw.translate(None, HIGH_BYTES))
    return text if text.count("\ufffd") * 20 <= n_high else ""


def _is_probably_not_western(raw: bytes) -> bool:
    """Return whether most high bytes are in long runs, as in Chinese or Russian, and few are beside Latin letters."""
    sample = sample_high_bytes(raw)
    n_high = len(sample) - len(sample.translate(None, HIGH_BYTES))
    n_in_runs = sum(map(len, LONG_HIGH_RUN.findall(sample)))
    return 2 * n_in_runs > n_high and len(HIGH_BYTES_BESIDE_LETTERS.findall(sample)) * 4 < n_high


@lru_cache(maxsize=512)
def codec_of(declared: str) -> str:
    """Return Python's name for a declared charset, however mail spells it; empty if it is unknown or meaningless."""
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
MIN_CHARACTERS = 2


def find_utf16_or_32(head: bytes) -> str:
    """Return the codec of UTF-16 or UTF-32 text without a byte order mark; empty for other text."""
    matches = (
        name for name, size in CODE_UNITS if _has_zeros_of_charset(head, name, size) and _is_text(head, name, size)
    )
    return next(matches, "")


def _has_zeros_of_charset(head: bytes, charset: str, size: int) -> bool:
    """Return whether zero bytes are where this charset puts them in ASCII characters, and almost nowhere else.

    `size` is the number of bytes of a code unit: 2 for UTF-16, 4 for UTF-32.
    """
    at_ends = (head[size - 1 :: size], head[::size])
    high, low = at_ends if charset.endswith("le") else at_ends[::-1]
    n_characters = len(head) // size
    if size == 4:
        return high.count(0) >= n_characters > 0
    n_high = high.count(0)
    return n_high * 50 >= n_characters and low.count(0) * 2 <= n_high


def _is_text(head: bytes, charset: str, size: int) -> bool:
    """Return whether nearly all characters of `head`, decoded from this charset, are readable.

    `size` is the number of bytes of a code unit. A surrogate pair that is cut off at the end is ignored.
    """
    whole = head[: len(head) // size * size]
    try:
        text = whole.decode(charset)
    except UnicodeDecodeError as error:
        if error.start < len(whole) - size:
            return False
        text = whole[: error.start].decode(charset)
    n_readable = sum(character.isprintable() or character.isspace() for character in text)
    return len(text) >= MIN_CHARACTERS and n_readable * 100 >= READABLE_PERCENT * len(text)


# fmt: off
WEST_EUROPE = (
    "da", "de", "es", "et", "fi", "fr", "is", "it", "nl", "no", "pt", "sq", "sv", "ca", "cy", "af", "ga", "gl",
)
# fmt: on
CENTRAL = ("cs", "hr", "hu", "pl", "ro", "sk", "sl", "de", "sq")
BALTIC = ("et", "lt", "lv")
SLAVIC = ("ru", "bg", "uk", "mk", "be")
SINGLE_BYTE_CHARSETS: dict[str, tuple[float, tuple[str, ...]]] = {
    "cp1252": (0, WEST_EUROPE), "iso8859-15": (2, WEST_EUROPE), "cp850": (8, WEST_EUROPE),
    "mac-roman": (8, WEST_EUROPE),
    "cp437": (10, WEST_EUROPE), "cp865": (9, ("da", "no")),
    "cp1250": (2, CENTRAL), "iso8859-2": (3, CENTRAL), "cp852": (8, CENTRAL), "mac-latin2": (10, CENTRAL),
    "iso8859-16": (6, ("ro",)), "cp1254": (2, ("tr",)), "cp857": (8, ("tr",)),
    "cp1257": (3, BALTIC), "iso8859-13": (4, BALTIC), "iso8859-4": (6, BALTIC), "cp1258": (6, ("vi",)),
    "cp1251": (0, SLAVIC), "koi8-r": (0, ("ru",)), "koi8-u": (1, ("uk",)), "cp866": (2, ("ru", "bg", "uk")),
    "iso8859-5": (4, ("ru", "bg", "mk", "be")), "mac-cyrillic": (6, SLAVIC), "cp855": (6, ("ru", "bg", "mk")),
    "cp1253": (2, ("el",)), "iso8859-7": (2.4, ("el",)), "cp737": (6, ("el",)),
    "cp1255": (2, ("he",)), "iso8859-8": (2.4, ("he",)), "cp862": (8, ("he",)),
    "cp1256": (2, ("ar", "fa")), "iso8859-6": (4, ("ar",)), "cp874": (2, ("th",)),
    "mac-greek": (9, ("el",)), "cp869": (9, ("el",)), "cp720": (8, ("ar",)), "cp1125": (8, ("uk",)),
    "kz1048": (4, ("kk",)), "ptcp154": (6, ("kk",)), "iso8859-3": (8, ("eo",)), "iso8859-14": (8, ("cy",)),
}  # fmt: skip
"""For each single-byte charset: its initial cost, which is higher for rarer charsets, and the languages written in it.
"""
DOUBLE_BYTE_CHARSETS = {"gb18030": 0.0, "cp950": 0.0, "euc_jp": 0.0, "cp932": 0.0, "cp949": 0.0, "johab": 20.0}
"""For each double-byte charset: its initial cost."""
WINDOWS_VARIANTS = {
    "iso8859-15": "cp1252", "iso8859-2": "cp1250", "iso8859-16": "cp1250", "iso8859-4": "cp1257",
    "iso8859-13": "cp1257", "iso8859-5": "cp1251", "iso8859-6": "cp1256", "iso8859-7": "cp1253", "iso8859-8": "cp1255",
}  # fmt: skip
"""Charsets without characters at 0x80 to 0x9F, and the Windows charset that has some there."""
ICELANDIC_LETTER_PAIRS = (
    "4_þ_á_íþaþeþvþúaðiðð_ðaðiísí_égjánáséfévíörvöföá_núný5ðsðuðruðáslágámááðálánárþáþóþíþrþuþvú_útúrúnrí"
    "sítílíkííníðítíufælæmænæsæræærætæðækéðérétréléökögölömóðórómónósýsýnlýrýþy_ö_ú_ó_é_ýóvóijájöjóhöhéhúháhóiðeð"
)
"""Icelandic letter pairs in the format of resources/letters/pairs.json, written by hand: langdetect has no Icelandic
profile.
"""
LETTER_PAIRS: dict[str, str] = resources.read_json("letters", "pairs.json") | {"is": ICELANDIC_LETTER_PAIRS}
"""For each language, the rarity of its letter pairs, as one string; for Korean, the rarity of syllables.

The string is a sequence of groups. A group is a number and then the pairs of that rarity, without separators: `4_þ_á`
means that `_þ` and `_á` have rarity 4; `_` is a word boundary. Rarity is in nats: -log of the share among the pairs
with a non-ASCII letter. `packaging/letter_pairs.py` counts the pairs in the profiles of langdetect (Apache-2.0) and in
program messages.
"""

SAMPLE_BYTES = 2048
FIRST_ROUND_BYTES = 200
"""Length of the sample in the first round. Only the N_FINALISTS best charsets are compared on the whole sample."""
N_FINALISTS = 12  # with eight, fewer texts in languages without a profile were right (decisions/charsets.md)
MANY_HIGH_BYTES = 16
OBVIOUS_ALPHABETS = ("cp1251", "koi8-r", "cp866")
OBVIOUS_CHARACTERS, OBVIOUS_LETTERS = 7.0, 6.5
"""Highest cost for each high byte at which a charset is accepted without trying all others."""
WINDOW_BYTES = 1 << 18
MIN_HIGH_BYTES = 3  # with fewer letters to judge by, Western is the safest guess: `naïve` and `3½` came out wrong
HIGH_BYTES = bytes(range(128, 256))
FIRST_HIGH_BYTE = re.compile(rb"[\x80-\xff]")
HIGH_RUN = re.compile(rb"[\x80-\xff]+")
WORD_BYTES = re.compile(rb"[@-~\x80-\xff]++")
"""Matches bytes that may belong to one word.

These include ASCII, because it is often the second byte of a character.
"""
PIECE_BYTES = bytes((*range(ord("@"), ord("~") + 1), *range(128, 256)))
USUAL_WORD_BYTES = 64
CONTROL_BYTE = re.compile(rb"[\x80-\x9f]")
PRINTERS_MARKS = "€…‘’“”•–—™\xa0£§©«\xad®°´·»".encode("cp1252")
HIGH_BYTES_BESIDE_LETTERS = re.compile(
    rb"[\x80-\xff](?:(?<=[a-z].)[\x80-\xff]?(?![\x80-\xff])|(?<![\x80-\xff].)[\x80-\xff]?(?=[a-z]{2}))", re.DOTALL
)
"""Matches one or two high bytes beside small Latin letters: after one, or before two.

The pattern starts with a high byte, which `re` finds fast. Lookarounds then check its neighbours.
"""


CHARACTER_WEIGHT = 2.3
"""Factor that makes costs of double-byte and single-byte charsets comparable.

The two bytes of a character would be two letters in a single-byte charset, and cost about as much as two letter pairs.
"""
COMMONEST_CHARACTER, UNSEEN_CHARACTER, HALF_KATAKANA, NO_CHARACTER = 4.6, 15.0, 8.0, 25.0
MAX_CODE_POINT = 0xFFFF
"""Highest code point in the rarity table. Higher ones, all of them rare, are looked up as this one."""
CHARSETS_WITH_EQUAL_CHARACTERS = {"johab": "cp949"}
"""Charsets, each with another charset that has the same characters."""
COMMON_CHINESE_CHARACTERS = (
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经"
    "么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实",
    "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作里用道行所然家種事成方多經"
    "麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實",
)
"""Chinese characters that make up a third of most texts, simplified and traditional."""
HIGH, ALL_TRAILS = range(0xA1, 0xFF), (*range(0x40, 0x7F), *range(0xA1, 0xFF))
JAPANESE = (
    ("euc_jp", (0xA1, 0xA3), HIGH, 5.0),
    ("euc_jp", (0xA4, 0xA5), HIGH, 4.0),
    ("euc_jp", (0xA2, 0xA6, 0xA7, 0xA8), HIGH, 8.0),
    ("euc_jp", range(0xB0, 0xD0), HIGH, 6.8),
    ("euc_jp", range(0xD0, 0xF5), HIGH, 11.0),
)
KOREAN = (
    ("euc_kr", range(0xB0, 0xC9), HIGH, 9.5),
    ("euc_kr", range(0xA1, 0xAD), HIGH, 6.0),
    ("euc_kr", range(0xCA, 0xFE), HIGH, 12.0),
)
CHARACTER_RARITIES: dict[str, tuple[tuple[str, tuple[int, ...] | range, tuple[int, ...] | range, float], ...]] = {
    "gb18030": (
        ("gb2312", range(0xA1, 0xA4), HIGH, 5.0),
        ("gb2312", range(0xB0, 0xD8), HIGH, 6.6),
        ("gb2312", range(0xD8, 0xF8), HIGH, 10.0),
        ("gb2312", range(0xA4, 0xAA), HIGH, 10.0),
    ),
    "cp950": (
        ("cp950", range(0xA1, 0xA4), ALL_TRAILS, 5.0),
        ("cp950", range(0xA4, 0xC7), ALL_TRAILS, 6.7),
        ("cp950", range(0xC9, 0xFA), ALL_TRAILS, 11.0),
    ),
    "euc_jp": JAPANESE,
    "cp932": JAPANESE,
    "cp949": KOREAN,
}
"""Character blocks of each charset, as tuples (codec, lead bytes, trail bytes, rarity in nats).

One rarity per block is enough, because the standards order characters by frequency.
"""


def guess_charset(raw: bytes) -> str:
    """Guess the charset of bytes that are not UTF-8. The result is always a codec that Python has."""
    sample = sample_high_bytes(raw)
    high = b"".join(HIGH_RUN.findall(sample))
    if len(high) < MIN_HIGH_BYTES or not high.translate(None, PRINTERS_MARKS):
        return "cp1252"
    charset = _find_cheapest_charset(sample)
    return WINDOWS_VARIANTS[charset] if charset in WINDOWS_VARIANTS and CONTROL_BYTE.search(raw) else charset


@lru_cache(maxsize=1024)
def _find_cheapest_charset(sample: bytes) -> str:
    """Return the charset in which a sample of words with high bytes costs least.

    A short part of the sample is judged in all charsets first, then the whole sample in the cheapest ones only.
    """
    short_sample = sample[: sample.rfind(b" ", 0, FIRST_ROUND_BYTES) + 1 or FIRST_ROUND_BYTES]
    costs = {charset: _compute_double_byte_cost(short_sample, charset) for charset in DOUBLE_BYTE_CHARSETS}
    n_high = len(short_sample) - len(short_sample.translate(None, HIGH_BYTES))
    if obvious := _find_cheapest_below(costs, n_high, OBVIOUS_CHARACTERS):
        return obvious
    costs.update(_compute_costs_of_alphabets(short_sample, list(SINGLE_BYTE_CHARSETS)))
    if obvious := _find_cheapest_below(
        {charset: costs[charset] for charset in OBVIOUS_ALPHABETS}, n_high, OBVIOUS_LETTERS
    ):
        return obvious
    if len(short_sample) < len(sample):
        promising = nsmallest(N_FINALISTS, [*SINGLE_BYTE_CHARSETS, *DOUBLE_BYTE_CHARSETS], key=costs.__getitem__)
        costs = {
            charset: _compute_double_byte_cost(sample, charset)
            for charset in promising
            if charset in DOUBLE_BYTE_CHARSETS
        }
        costs.update(
            _compute_costs_of_alphabets(sample, [charset for charset in promising if charset in SINGLE_BYTE_CHARSETS])
        )
    return min([*SINGLE_BYTE_CHARSETS, *DOUBLE_BYTE_CHARSETS], key=lambda charset: costs.get(charset, math.inf))


def _find_cheapest_below(costs: dict[str, float], n_high_bytes: int, limit: float) -> str:
    """Return the charset with the lowest cost, if that is less than `limit` per high byte (above 127).

    Return an empty string if the cost is higher, or if there are too few high bytes (`n_high_bytes`).
    """
    best = min(costs, key=costs.__getitem__)
    return best if n_high_bytes >= MANY_HIGH_BYTES and costs[best] < limit * n_high_bytes else ""


def sample_high_bytes(raw: bytes) -> bytes:
    """Return the different words that have bytes above 127, joined by spaces, at most SAMPLE_BYTES in all."""
    first = FIRST_HIGH_BYTE.search(raw)
    start = max(raw.rfind(b"\n", 0, first.start()) + 1, first.start() - SAMPLE_BYTES) if first else len(raw)
    window = raw[start : start + WINDOW_BYTES]
    pieces: dict[bytes, None] = {}
    n_bytes = at = 0
    while (high := FIRST_HIGH_BYTE.search(window, at)) and n_bytes <= SAMPLE_BYTES:
        piece_start, at = _find_word(window, at, high.start())
        piece = window[piece_start:at]
        if piece not in pieces:
            pieces[piece] = None
            n_bytes += len(piece) + 1
    return b" ".join(pieces)[:SAMPLE_BYTES]


def _find_word(window: bytes, min_start: int, high_offset: int) -> tuple[int, int]:
    """Return start and end of the word around the high byte at `high_offset`. The start is at least `min_start`."""
    before = window[min_start:high_offset]
    near = before[-USUAL_WORD_BYTES:]
    n_other = len(near.rstrip(PIECE_BYTES))
    start = high_offset - len(near) + n_other if n_other else min_start + len(before.rstrip(PIECE_BYTES))
    match = WORD_BYTES.match(window, high_offset)
    return start, match.end() if match else high_offset + 1


def _compute_costs_of_alphabets(sample: bytes, charsets: list[str]) -> dict[str, float]:
    costs = compute_costs(
        sample, _load_alphabets(), [charset for charset in charsets if charset not in COMPOSING_CHARSETS]
    )
    for charset in COMPOSING_CHARSETS:
        if charset in charsets:
            costs |= compute_costs_in_composing_charset(sample, charset, _load_alphabets(are_composing=True))
    return costs


@cache
def _load_alphabets(*, are_composing: bool = False) -> Alphabets:
    """Return the lookup tables of the single-byte charsets; with `are_composing`, of those with combining marks."""
    return build_alphabets(
        {name: entry for name, entry in SINGLE_BYTE_CHARSETS.items() if (name in COMPOSING_CHARSETS) == are_composing},
        _load_letter_pairs,
    )


def _load_letter_pairs(language: str) -> Pairs:
    """Return the letter pairs of a language, each with its rarity in nats."""
    table = _parse_pair_table(LETTER_PAIRS[language])
    letters = [np.frombuffer(signs.encode("utf-16-le"), np.uint16) for _, signs in table]
    rarities = [np.full(len(signs) // 2, rarity, np.uint8) for rarity, signs in table]
    return np.concatenate(letters).reshape(-1, 2), np.concatenate(rarities)


def _compute_double_byte_cost(sample: bytes, charset: str) -> float:
    """Return the cost of a text in a double-byte charset, in nats."""
    codes = np.frombuffer(sample.decode(charset, "replace").encode("utf-32-le", "surrogatepass"), np.uint32)
    tenths = _make_rarity_table(CHARSETS_WITH_EQUAL_CHARACTERS.get(charset, charset))[np.minimum(codes, MAX_CODE_POINT)]
    return DOUBLE_BYTE_CHARSETS[charset] + CHARACTER_WEIGHT / 10 * int(tenths.sum(dtype=np.int64))


@cache
def _make_rarity_table(charset: str) -> NDArray[np.uint8]:
    """Return the rarity of each code point in a charset, in tenths of a nat."""
    tenths = np.full(MAX_CODE_POINT + 1, round(10 * UNSEEN_CHARACTER), np.uint8)
    tenths[:N_ASCII] = 0
    for codec, leads, trails, rarity in CHARACTER_RARITIES[charset]:
        pairs = np.stack(np.meshgrid(leads, trails, indexing="ij"), axis=-1).astype(np.uint8)
        _set_rarity(tenths, pairs.tobytes().decode(codec, "ignore"), rarity)
    if charset in ("gb18030", "cp950"):
        _set_rarity(tenths, COMMON_CHINESE_CHARACTERS[charset == "cp950"], COMMONEST_CHARACTER)
    elif charset == "cp932":
        tenths[0xFF61:0xFFA0] = round(10 * HALF_KATAKANA)
    elif charset == "cp949":
        for rarity, signs in _parse_pair_table(LETTER_PAIRS["ko"]):
            _set_rarity(tenths, signs, rarity)
    tenths[ord("\ufffd")] = round(10 * NO_CHARACTER)
    return tenths


def _set_rarity(rarity_table: NDArray[np.uint8], characters: str, rarity: float) -> None:
    rarity_table[np.frombuffer(characters.encode("utf-16-le"), np.uint16)] = round(10 * rarity)


def _parse_pair_table(table: str) -> list[tuple[int, str]]:
    return [(int(rarity), signs) for rarity, signs in re.findall(r"(\d+)(\D+)", table)]


WORD_LETTER = re.compile(r"[^\W\d_\u0e3f]")
WORD_MARK = re.compile("[\u0300-\u036f\u064b-\u065f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]")
"""Combining marks that belong to a word."""
SIGN = re.compile(r"[^\x00-\x7f\w]|[^\x00-\x7f\D]|[¹²³¼½¾]")
MARKS = frozenset("“”‘’‚„–—…•«»°§©®™£€¿¡·\xa0\xad´±²³¹½¼¾µ\u200e\u200f،؟؛׳״")
"""Punctuation and symbols that are common in ordinary text."""
ORDINALS = frozenset("ªº")
COMMAS_BELOW = str.maketrans("șțȘȚ", "şţŞŢ")
LAST_OF_LATIN = "\u024f"
UNSEEN_PAIR, TWO_SCRIPTS = 12, 20
MARK, MARK_IN_WORD, LONE_SIGN, SIGN_IN_WORD, ORDINAL, CONTROL, NOTHING = 6.0, 16.0, 13.0, 20.0, 10.0, 22.0, 25.0
"""Costs of kinds of signs, in nats; a letter pair costs about 2 to 12.

A mark in a word costs 16: at 14, DOS text passed for words with such marks; at 20, English mail with dashes between
words passed for Macintosh text (`tests/benchmarks/decisions/charsets.md`).
"""
SIGNS_INSIDE_WORDS = {"’": MARK, "\xad": 12.0}
"""Signs that occur inside words, with their cost there.

A soft hyphen costs more than two pairs of common letters: at 6, the Welsh ŵ passed for a soft hyphen of a DOS charset.
"""

NO_LETTER = "_"
INNER_CAPITALS = ("A", "À", "А")
"""Letters that stand for all capitals in the middle of a word: one each for ASCII, other Latin and other scripts."""
N_ASCII = 128
MAX_STACKED_MARKS = 3
"""Maximum number of combining marks on one letter."""
LETTER, CAPITAL, SMALL, BESIDE_SIGNS, COMBINING = 1, 2, 4, 8, 16
"""Bit flags of a character: part of a word; capital; small; a sign beside it is beside a letter; combining mark."""


COMPOSING_CHARSETS = ("cp1258",)
"""Charsets that write some letters as two bytes: a base letter and a combining mark."""
Letters = NDArray[np.uint8] | NDArray[np.uint16]
Pairs = tuple[NDArray[np.uint16], NDArray[np.uint8]]
"""Letter pairs, shape (n, 2), and their rarities in nats, shape (n,)."""


class Alphabets(NamedTuple):
    """Lookup tables of several single-byte charsets: row i of each array belongs to charset i."""

    row_by_charset: dict[str, int]
    """Maps each charset to its row in the arrays."""
    initial_costs: NDArray[np.float64]
    """Cost of each charset before any text: rarer charsets start higher."""
    letter_classes: NDArray[np.uint8]
    """Letter class of each byte; capitals have the class of their small letter."""
    mixed_case_classes: NDArray[np.uint8]
    """Letter class of each byte in words with a capital in the middle."""
    trait_flags: NDArray[np.uint8]
    """Bit flags of each byte: LETTER, CAPITAL, SMALL, BESIDE_SIGNS, COMBINING."""
    sign_costs: NDArray[np.float32]
    """Cost of each byte if it is a sign, that is, no letter."""
    inner_sign_costs: NDArray[np.float32]
    """Cost of each byte if it is a sign between two letters."""
    n_classes: NDArray[np.intp]
    """Number of letter classes of each charset."""
    pair_costs: tuple[NDArray[np.uint8], ...]
    """For each charset: cost of each pair of classes, shape (languages, classes × classes)."""


def compute_costs(sample: bytes, alphabets: Alphabets, charsets: Sequence[str]) -> dict[str, float]:
    """Return the cost of a text in nats, by charset. Of the languages of a charset, the cheapest one is used."""
    return _compute_letter_costs(np.frombuffer(b" %b " % sample, np.uint8), alphabets, charsets)


def compute_costs_in_composing_charset(sample: bytes, charset: str, alphabets: Alphabets) -> dict[str, float]:
    """Return the cost of a text, in nats, in a charset that writes an accented letter as two bytes: letter and mark."""
    text = unicodedata.normalize("NFC", f" {sample.decode(charset, 'replace')} ")
    numbers = _number_characters(charset)
    return _compute_letter_costs(np.array([numbers.get(letter, 0) for letter in text], np.uint16), alphabets, [charset])


def _compute_letter_costs(letters: Letters, alphabets: Alphabets, charsets: Sequence[str]) -> dict[str, float]:
    rows = np.array([alphabets.row_by_charset[charset] for charset in charsets], np.intp)
    traits = alphabets.trait_flags[rows][:, letters]
    signs = _compute_costs_of_signs(alphabets, rows, letters, traits)
    classes = _classify_letters(alphabets, rows, letters, traits).astype(np.intp)
    steps = classes[:, :-1] * alphabets.n_classes[rows, None] + classes[:, 1:]
    costs: dict[str, float] = {}
    for charset, row, sign_cost, pair_numbers in zip(charsets, rows.tolist(), signs, steps, strict=True):
        language_costs = (
            alphabets.pair_costs[row].take(pair_numbers[pair_numbers > 0], axis=1).sum(axis=1, dtype=np.int64)
        )
        costs[charset] = float(alphabets.initial_costs[row] + sign_cost + language_costs.min())
    return costs


def _classify_letters(
    alphabets: Alphabets, rows: NDArray[np.intp], letters: Letters, traits: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Return the letter class of each byte: a number that a capital shares with its small letter.

    In words with a capital in the middle, capitals have classes of their own.
    """
    is_letter = (traits & LETTER) != 0
    is_other = (traits[:, 1:] & COMBINING) == 0
    for _ in range(MAX_STACKED_MARKS):
        is_letter[:, 1:] &= is_letter[:, :-1] | is_other
    classes: NDArray[np.uint8] = alphabets.letter_classes[rows][:, letters] * is_letter
    inner_capital = is_letter & ((traits & CAPITAL) != 0)
    inner_capital[:, 1:] &= is_letter[:, :-1]
    if inner_capital.any():
        begins = is_letter.copy()
        begins[:, 1:] &= ~is_letter[:, :-1]
        starts = np.flatnonzero(begins)  # of words, in the flattened rows
        has_both = np.logical_or.reduceat(inner_capital.ravel(), starts)
        has_both &= np.logical_or.reduceat(((traits & SMALL) != 0).ravel(), starts)
        stray = is_letter.copy()
        stray.ravel()[starts[0] :] &= np.repeat(has_both, np.diff(starts, append=begins.size))
        np.copyto(classes, alphabets.mixed_case_classes[rows][:, letters], where=stray)
    return classes


def _compute_costs_of_signs(
    alphabets: Alphabets, rows: NDArray[np.intp], letters: Letters, traits: NDArray[np.uint8]
) -> NDArray[np.float64]:
    """Return by charset the cost of the bytes of a text that are no letters, such as punctuation.

    A combining mark after its letter, or after another mark, costs nothing. After an ASCII letter it has a cost:
    such marks belong to other scripts, or form one character with their letter.
    """
    alone = alphabets.sign_costs[rows][:, letters]
    is_letter = (traits & BESIDE_SIGNS) != 0
    is_between = is_letter[:, :-2] & is_letter[:, 2:]
    costs = np.where(is_between, alphabets.inner_sign_costs[rows][:, letters[1:-1]], alone[:, 1:-1])
    follows = ((traits[:, :-2] & (BESIDE_SIGNS | COMBINING)) != 0) & (letters[:-2] >= N_ASCII)
    costs[((traits[:, 1:-1] & COMBINING) != 0) & follows] = 0
    summed: NDArray[np.float64] = costs.sum(axis=1, dtype=np.float64)
    return summed


def build_alphabets(charsets: Mapping[str, tuple[float, Sequence[str]]], pairs: Callable[[str], Pairs]) -> Alphabets:
    """Build the lookup tables.

    `charsets` maps each charset to its initial cost and its languages. `pairs` returns the letter pairs of a language.
    """
    pairs_of = {name: pairs(name) for name in {name for _, languages in charsets.values() for name in languages}}
    tables = [_Alphabet(_list_characters(charset)) for charset in charsets]
    known_characters = np.array(
        [[_compute_character_costs(character) for character in table.characters] for table in tables], np.float32
    )
    return Alphabets(
        {charset: row for row, charset in enumerate(charsets)},
        np.array([begin for begin, _ in charsets.values()]),
        np.array([table.letter_classes for table in tables], np.uint8),
        np.array([table.mixed_case_classes for table in tables], np.uint8),
        known_characters[:, :, 0].astype(np.uint8),
        np.ascontiguousarray(known_characters[:, :, 1]),
        np.ascontiguousarray(known_characters[:, :, 2]),
        np.array([table.n_classes for table in tables]),
        tuple(
            np.array([table.compute_pair_costs(*pairs_of[name]) for name in languages])
            for table, (_, languages) in zip(tables, charsets.values(), strict=True)
        ),
    )


def _list_characters(charset: str) -> list[str]:
    if charset in COMPOSING_CHARSETS:
        return list(_number_characters(charset))
    return list(bytes(range(256)).decode(charset, "replace").translate(COMMAS_BELOW))


@cache
def _number_characters(charset: str) -> dict[str, int]:
    """Return a number for each character of a charset, and for each composition of a letter and a combining mark."""
    simple = bytes(range(256)).decode(charset, "replace")
    pairs = [letter + mark for letter in simple for mark in simple if letter.isalpha() and _is_mark(mark)]
    characters = [*simple, *(letter for pair in pairs if len(letter := unicodedata.normalize("NFC", pair)) == 1)]
    return {letter: number for number, letter in enumerate(dict.fromkeys(characters))}


class _Alphabet:
    """The letters of one charset, numbered from 1; 0 is no letter."""

    def __init__(self, characters: list[str]) -> None:
        self.characters = characters
        class_of = {NO_LETTER: 0}
        letters = [_get_letter_forms(character) for character in characters]
        self.letter_classes = [class_of.setdefault(small, len(class_of)) if small else 0 for small, _ in letters]
        self.mixed_case_classes = [class_of.setdefault(stray, len(class_of)) if stray else 0 for _, stray in letters]
        self.n_classes = len(class_of)
        codes = np.array([ord(letter) for letter in class_of])
        self._is_ascii = (codes[:, None] < 128) & (codes < 128)
        is_latin = codes <= ord(LAST_OF_LATIN)
        self._unseen = np.where(is_latin[:, None] != is_latin, TWO_SCRIPTS, UNSEEN_PAIR).astype(np.uint8)
        self._unseen[0] = self._unseen[:, 0] = UNSEEN_PAIR
        self._number_of = np.zeros(1 << 16, np.uint8)
        self._number_of[codes] = range(len(codes))

    def compute_pair_costs(self, pairs: NDArray[np.uint16], rarities: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the cost of each pair of classes in a language, row by row."""
        numbers = self._number_of[pairs]
        is_here = ((numbers > 0) | (pairs == ord(NO_LETTER))).all(axis=1)
        costs = self._unseen.copy()
        costs[numbers[is_here, 0], numbers[is_here, 1]] = rarities[is_here]
        costs[self._is_ascii] = 0
        if self._number_of[ord("ς")]:
            # Small sigma has a form for word ends, capital sigma has not; both have one class here.
            costs[self._number_of[ord("σ")], 0] = costs[self._number_of[ord("ς")], 0]
        return costs.ravel()


@cache
def _get_letter_forms(character: str) -> tuple[str, str]:
    """Return a letter in lower case, and the letter that stands for it in a word with capitals in the middle.

    Both are empty if the character is no letter.
    """
    small, stray = character.lower()[:1], character
    if character.isupper():  # one stand-in for all capitals: no language has a pair with it
        stray = INNER_CAPITALS[0 if character.isascii() else 1 if character <= LAST_OF_LATIN else 2]
    is_letter = [bool(_compute_character_costs(form).traits & LETTER) for form in (small, stray)]
    return small if is_letter[0] else "", stray if is_letter[1] else ""


class _CharacterCosts(NamedTuple):
    """The bit flags of a character, and its costs in nats outside of a word and inside of a word."""

    traits: int
    cost_outside_word: float
    cost_inside_word: float


@cache
def _compute_character_costs(character: str) -> _CharacterCosts:
    category, alone = unicodedata.category(character), ORDINAL * (character in ORDINALS)
    if character == "\ufffd":
        alone = NOTHING
    elif SIGN.match(character):
        is_unprintable = category == "Cc" or category.startswith("M")
        alone = CONTROL if is_unprintable else MARK if character in MARKS else LONE_SIGN
    within = {MARK: MARK_IN_WORD, LONE_SIGN: SIGN_IN_WORD}.get(alone, alone) if SIGN.match(character) else alone
    traits = (
        LETTER * bool(WORD_LETTER.match(character) or WORD_MARK.match(character))
        + CAPITAL * character.isupper()
        + SMALL * character.islower()
        + BESIDE_SIGNS * character.isalpha()
        + COMBINING * _is_mark(character)
    )
    return _CharacterCosts(traits, alone, SIGNS_INSIDE_WORDS.get(character, within))


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"
