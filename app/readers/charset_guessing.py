"""The charset of bytes that are neither ASCII nor UTF-8 and come without a charset that fits.

Each charset that people have written in is given a cost for the words with high bytes, four kilobytes of them: how
rare the pairs of letters are that it makes of them, in the language that suits them best, or how rare the Chinese,
Japanese or Korean characters; signs inside words and letters of two scripts in one word cost most. The cheapest is
taken. Charsets of today cost less to begin with than those of other days, so that a name or two are read as they
probably were meant. Instead of charset-normalizer, which reads fewer of such texts rightly and takes longer.
"""

from __future__ import annotations

import math
import re
from functools import cache, lru_cache
from heapq import nsmallest

import numpy as np
from numpy.typing import NDArray

import resources
from app.readers.charset_costs import COMPOSED, N_ASCII, Alphabets, Pairs, costs_in, costs_of_composed, made_alphabets

WESTERN = ("da", "de", "es", "et", "fi", "fr", "is", "it", "nl", "no", "pt", "sq", "sv", "ca", "cy", "af", "ga", "gl")
CENTRAL = ("cs", "hr", "hu", "pl", "ro", "sk", "sl", "de", "sq")
BALTIC = ("et", "lt", "lv")
SLAVIC = ("ru", "bg", "uk", "mk", "be")
ALPHABETS: dict[str, tuple[float, tuple[str, ...]]] = {
    "cp1252": (0, WESTERN), "iso8859-15": (2, WESTERN), "cp850": (8, WESTERN), "mac-roman": (8, WESTERN),
    "cp437": (10, WESTERN), "cp865": (9, ("da", "no")),
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
"""Charsets of one byte a letter: what each costs to begin with, and the languages that are written in it."""
CHARACTERS = {"gb18030": 0.0, "cp950": 0.0, "euc_jp": 0.0, "cp932": 0.0, "cp949": 0.0, "johab": 20.0}
"""Charsets of two bytes a character: what each costs to begin with."""
WINDOWS_OF = {
    "iso8859-15": "cp1252", "iso8859-2": "cp1250", "iso8859-16": "cp1250", "iso8859-4": "cp1257",
    "iso8859-13": "cp1257", "iso8859-5": "cp1251", "iso8859-6": "cp1256", "iso8859-7": "cp1253", "iso8859-8": "cp1255",
}  # fmt: skip
"""Charsets in which the bytes from 0x80 to 0x9F mean nothing, to their Windows cousins, in which they do."""
ICELANDIC = (
    "4_þ_á_íþaþeþvþúaðiðð_ðaðiísí_égjánáséfévíörvöföá_núný5ðsðuðruðáslágámááðálánárþáþóþíþrþuþvú_útúrúnrí"
    "sítílíkííníðítíufælæmænæsæræærætæðækéðérétréléökögölömóðórómónósýsýnlýrýþy_ö_ú_ó_é_ýóvóijájöjóhöhéhúháhóiðeð"
)
"""As in resources/letters/pairs.json, by eye."""
ALL_PAIRS: dict[str, str] = resources.read_json("letters", "pairs.json") | {"is": ICELANDIC}
"""The rarity of pairs of neighbouring letters in each language, and of the syllables of Korean.

`packaging/letter_pairs.py` counts them in the profiles of langdetect (Apache-2.0) and in messages of programs. A number
says how rare, in nats, what follows it is: -log of the share that a pair has among all pairs with a letter beyond
ASCII. The pairs stand there without anything between them; `_` is where a word begins or ends.
"""

SAMPLE_BYTES = 2048
FIRST_LOOK_BYTES = 200
N_LOOKED_AT_AGAIN = 12
MANY_HIGH_BYTES = 16
OBVIOUS_ALPHABETS = ("cp1251", "koi8-r", "cp866")
OBVIOUS_CHARACTERS, OBVIOUS_LETTERS = 7.0, 6.5
"""The most that a high byte may cost for a charset to be taken without asking all others."""
WINDOW_BYTES = 1 << 18
FEW_HIGH_BYTES = 3
HIGH_BYTES = bytes(range(128, 256))
FIRST_HIGH_BYTE = re.compile(rb"[\x80-\xff]")
HIGH_RUN = re.compile(rb"[\x80-\xff]+")
PIECE = re.compile(rb"[@-~\x80-\xff]++")
"""The bytes that may belong to one word in any charset: the second byte of a character is often ASCII."""
PIECE_BYTES = bytes((*range(ord("@"), ord("~") + 1), *range(128, 256)))
USUAL_WORD_BYTES = 64
CONTROL_BYTE = re.compile(rb"[\x80-\x9f]")
PRINTERS_MARKS = "€…‘’“”•–—™\xa0£§©«\xad®°´·»".encode("cp1252")
LATIN_AROUND = re.compile(
    rb"[\x80-\xff](?:(?<=[a-z].)[\x80-\xff]?(?![\x80-\xff])|(?<![\x80-\xff].)[\x80-\xff]?(?=[a-z]{2}))", re.DOTALL
)
"""One or two high bytes behind a small letter or before two. It begins with a high byte, which is searched fast, and
looks at what is around that then."""


CHARACTER_WEIGHT = 2.3
"""A character takes two bytes, which would be two letters and four halves of pairs."""
COMMONEST_CHARACTER, UNSEEN_CHARACTER, HALF_KATAKANA, NO_CHARACTER = 4.6, 15.0, 8.0, 25.0
LAST_CODE = 0xFFFF
"""Stands for every character beyond it, none of which is common."""
SAME_CHARACTERS = {"johab": "cp949"}
"""A charset that has the characters of another."""
COMMONEST = (
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
PLANES: dict[str, tuple[tuple[str, tuple[int, ...] | range, tuple[int, ...] | range, float], ...]] = {
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
"""The rarity of characters in each charset, by the rows and columns of the standard that orders them by use."""


def guessed_charset(raw: bytes) -> str:
    """Guess the charset; always one that Python can decode."""
    sample = high_sample(raw)
    high = b"".join(HIGH_RUN.findall(sample))
    if len(high) < FEW_HIGH_BYTES or not high.translate(None, PRINTERS_MARKS):
        return "cp1252"
    charset = _charset_of(sample)
    return WINDOWS_OF[charset] if charset in WINDOWS_OF and CONTROL_BYTE.search(raw) else charset


@lru_cache(maxsize=1024)
def _charset_of(sample: bytes) -> str:
    look = sample[: sample.rfind(b" ", 0, FIRST_LOOK_BYTES) + 1 or FIRST_LOOK_BYTES]
    costs = {charset: _cost_of_charset(look, charset) for charset in CHARACTERS}
    n_high = len(look) - len(look.translate(None, HIGH_BYTES))
    if obvious := _obvious(costs, n_high, OBVIOUS_CHARACTERS):
        return obvious
    costs.update(_costs_of_alphabets(look, list(ALPHABETS)))
    if obvious := _obvious({charset: costs[charset] for charset in OBVIOUS_ALPHABETS}, n_high, OBVIOUS_LETTERS):
        return obvious
    if len(look) < len(sample):
        promising = nsmallest(N_LOOKED_AT_AGAIN, [*ALPHABETS, *CHARACTERS], key=costs.__getitem__)
        costs = {charset: _cost_of_charset(sample, charset) for charset in promising if charset in CHARACTERS}
        costs.update(_costs_of_alphabets(sample, [charset for charset in promising if charset in ALPHABETS]))
    return min([*ALPHABETS, *CHARACTERS], key=lambda charset: costs.get(charset, math.inf))


def _obvious(costs: dict[str, float], n_high: int, limit: float) -> str:
    """Return the charset that makes common letters of more than a few words; empty where none does."""
    best = min(costs, key=costs.__getitem__)
    return best if n_high >= MANY_HIGH_BYTES and costs[best] < limit * n_high else ""


def high_sample(raw: bytes) -> bytes:
    """Return the words with high bytes, each once, as many of them as it takes to judge."""
    first = FIRST_HIGH_BYTE.search(raw)
    start = max(raw.rfind(b"\n", 0, first.start()) + 1, first.start() - SAMPLE_BYTES) if first else len(raw)
    window = raw[start : start + WINDOW_BYTES]
    found: dict[bytes, None] = {}
    n_bytes = at = 0
    while (high := FIRST_HIGH_BYTE.search(window, at)) and n_bytes <= SAMPLE_BYTES:
        begins, at = _piece_around(window, at, high.start())
        piece = window[begins:at]
        if piece not in found:
            found[piece] = None
            n_bytes += len(piece) + 1
    return b" ".join(found)[:SAMPLE_BYTES]


def _piece_around(window: bytes, least: int, high: int) -> tuple[int, int]:
    """Return where the word with the high byte at a place begins, not before the least place, and where it ends."""
    before = window[least:high]
    near = before[-USUAL_WORD_BYTES:]
    n_other = len(near.rstrip(PIECE_BYTES))
    begins = high - len(near) + n_other if n_other else least + len(before.rstrip(PIECE_BYTES))
    found = PIECE.match(window, high)
    return begins, found.end() if found else high + 1


def _costs_of_alphabets(sample: bytes, charsets: list[str]) -> dict[str, float]:
    costs = costs_in(sample, _alphabets(), [charset for charset in charsets if charset not in COMPOSED])
    for charset in COMPOSED:
        if charset in charsets:
            costs |= costs_of_composed(sample, charset, _alphabets(are_composed=True))
    return costs


@cache
def _alphabets(*, are_composed: bool = False) -> Alphabets:
    return made_alphabets(
        {name: told for name, told in ALPHABETS.items() if (name in COMPOSED) == are_composed}, _pairs
    )


def _pairs(language: str) -> Pairs:
    """Return the pairs of letters of a language, and how rare each is, in nats."""
    table = _unfolded(ALL_PAIRS[language])
    letters = [np.frombuffer(signs.encode("utf-16-le"), np.uint16) for _, signs in table]
    rarities = [np.full(len(signs) // 2, rarity, np.uint8) for rarity, signs in table]
    return np.concatenate(letters).reshape(-1, 2), np.concatenate(rarities)


def _cost_of_charset(sample: bytes, charset: str) -> float:
    """Return what a charset of two bytes a character costs."""
    codes = np.frombuffer(sample.decode(charset, "replace").encode("utf-32-le", "surrogatepass"), np.uint32)
    tenths = _tenths(SAME_CHARACTERS.get(charset, charset))[np.minimum(codes, LAST_CODE)]
    return CHARACTERS[charset] + CHARACTER_WEIGHT / 10 * int(tenths.sum(dtype=np.int64))


@cache
def _tenths(charset: str) -> NDArray[np.uint8]:
    """Return how rare each character is, by its code, in tenths of a nat."""
    tenths = np.full(LAST_CODE + 1, round(10 * UNSEEN_CHARACTER), np.uint8)
    tenths[:N_ASCII] = 0
    for codec, leads, trails, rarity in PLANES[charset]:
        pairs = np.stack(np.meshgrid(leads, trails, indexing="ij"), axis=-1).astype(np.uint8)
        _note(tenths, pairs.tobytes().decode(codec, "ignore"), rarity)
    if charset in ("gb18030", "cp950"):
        _note(tenths, COMMONEST[charset == "cp950"], COMMONEST_CHARACTER)
    elif charset == "cp932":
        tenths[0xFF61:0xFFA0] = round(10 * HALF_KATAKANA)
    elif charset == "cp949":
        for rarity, signs in _unfolded(ALL_PAIRS["ko"]):
            _note(tenths, signs, rarity)
    tenths[ord("\ufffd")] = round(10 * NO_CHARACTER)
    return tenths


def _note(tenths: NDArray[np.uint8], characters: str, rarity: float) -> None:
    tenths[np.frombuffer(characters.encode("utf-16-le"), np.uint16)] = round(10 * rarity)


def _unfolded(table: str) -> list[tuple[int, str]]:
    return [(int(rarity), signs) for rarity, signs in re.findall(r"(\d+)(\D+)", table)]
