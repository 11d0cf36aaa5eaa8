"""Bytes to text without ever losing any: what is declared, then UTF-8, then detection.

What is declared is tried first, but not believed blindly. Plain ASCII needs no decision; bytes that are valid UTF-8
are UTF-8 whatever a single-byte charset claims, because no real text in such a charset is; a declared charset that
fits but for a few broken characters is kept, with those replaced; and a Western charset over runs of high bytes is a
lie, which is how raw Chinese and Russian travel. Only then is the charset guessed (`app.readers.charsets`).
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

WORD_LETTER = re.compile(r"[^\W\d_\u0e3f]")
WORD_MARK = re.compile("[\u0300-\u036f\u064b-\u065f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]")
"""Marks that words go on behind."""
SIGN = re.compile(r"[^\x00-\x7f\w]|[^\x00-\x7f\D]|[¹²³¼½¾]")
MARKS = frozenset("“”‘’‚„–—…•«»°§©®™£€¿¡·\xa0\xad´±²³¹½¼¾µ\u200e\u200f،؟؛׳״")
ORDINALS = frozenset("ªº")
COMMAS_BELOW = str.maketrans("șțȘȚ", "şţŞŢ")
LAST_OF_LATIN = "\u024f"
UNSEEN_PAIR, TWO_SCRIPTS = 12, 20
MARK, MARK_IN_WORD, LONE_SIGN, SIGN_IN_WORD, ORDINAL, CONTROL, NOTHING = 6.0, 16.0, 13.0, 20.0, 10.0, 22.0, 25.0
AT_HOME_IN_WORDS = {"’": MARK, "\xad": 12.0}
"""Signs that stand within words, and what they cost there; a soft hyphen more than two pairs of a common letter."""

NO_LETTER = "_"
STRAY_CAPITALS = ("A", "À", "А")
"""The letters that stand for capitals among small ones: one of ASCII, a Latin one, one of another script."""
N_ASCII = 128
LONGEST_STACK = 3
"""Marks over each other that are looked through for the letter below them."""
LETTER, CAPITAL, SMALL, BESIDE_SIGNS, COMBINING = 1, 2, 4, 8, 16
"""Traits of a byte: part of a word, a capital, a small letter, a letter in the eyes of a sign, a combining mark."""


COMPOSED = ("cp1258",)
"""Charsets with letters of two bytes."""
Letters = NDArray[np.uint8] | NDArray[np.uint16]
Pairs = tuple[NDArray[np.uint16], NDArray[np.uint8]]
"""Pairs of letters, a row each, and their rarities."""


class Alphabets(NamedTuple):
    """Tables of charsets, a row for each; of pairs, a row for each charset and language."""

    places: dict[str, int]
    begins: NDArray[np.float64]
    """Costs of the charsets before anything is read."""
    small: NDArray[np.uint8]
    """The class of each byte, capitals being small."""
    stray: NDArray[np.uint8]
    """The class of each byte in words that have capitals in the middle."""
    traits: NDArray[np.uint8]
    alone: NDArray[np.float32]
    """Costs of a byte as a sign."""
    within: NDArray[np.float32]
    """Costs of it as a sign between two letters."""
    n_classes: NDArray[np.intp]
    pairs: tuple[NDArray[np.uint8], ...]
    """Costs of each pair of classes, in each language of a charset."""


def costs_in(sample: bytes, alphabets: Alphabets, charsets: Sequence[str]) -> dict[str, float]:
    """Return what a text costs in each of the charsets, in the language that suits it best there."""
    return _costs(np.frombuffer(b" %b " % sample, np.uint8), alphabets, charsets)


def costs_of_composed(sample: bytes, charset: str, alphabets: Alphabets) -> dict[str, float]:
    """Return what a text costs in a charset with letters of two bytes: one, and a mark over it."""
    text = unicodedata.normalize("NFC", f" {sample.decode(charset, 'replace')} ")
    places = _places_of_composed(charset)
    return _costs(np.array([places.get(letter, 0) for letter in text], np.uint16), alphabets, [charset])


def _costs(letters: Letters, alphabets: Alphabets, charsets: Sequence[str]) -> dict[str, float]:
    rows = np.array([alphabets.places[charset] for charset in charsets], np.intp)
    traits = alphabets.traits[rows][:, letters]
    signs = _cost_of_signs(alphabets, rows, letters, traits)
    classes = _classes(alphabets, rows, letters, traits).astype(np.intp)
    steps = classes[:, :-1] * alphabets.n_classes[rows, None] + classes[:, 1:]
    costs: dict[str, float] = {}
    for charset, row, sign_cost, taken in zip(charsets, rows.tolist(), signs, steps, strict=True):
        of_languages = alphabets.pairs[row].take(taken[taken > 0], axis=1).sum(axis=1, dtype=np.int64)
        costs[charset] = float(alphabets.begins[row] + sign_cost + of_languages.min())
    return costs


def _classes(
    alphabets: Alphabets, rows: NDArray[np.intp], letters: Letters, traits: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Return the class of each byte; capitals in the middle of words of small letters stay what they are."""
    is_letter = (traits & LETTER) != 0
    is_other = (traits[:, 1:] & COMBINING) == 0
    for _ in range(LONGEST_STACK):
        is_letter[:, 1:] &= is_letter[:, :-1] | is_other
    classes: NDArray[np.uint8] = alphabets.small[rows][:, letters] * is_letter
    inner_capital = is_letter & ((traits & CAPITAL) != 0)
    inner_capital[:, 1:] &= is_letter[:, :-1]
    if inner_capital.any():
        begins = is_letter.copy()
        begins[:, 1:] &= ~is_letter[:, :-1]
        starts = np.flatnonzero(begins)  # of words, one row behind the other
        has_both = np.logical_or.reduceat(inner_capital.ravel(), starts)
        has_both &= np.logical_or.reduceat(((traits & SMALL) != 0).ravel(), starts)
        stray = is_letter.copy()
        stray.ravel()[starts[0] :] &= np.repeat(has_both, np.diff(starts, append=begins.size))
        np.copyto(classes, alphabets.stray[rows][:, letters], where=stray)
    return classes


def _cost_of_signs(
    alphabets: Alphabets, rows: NDArray[np.intp], letters: Letters, traits: NDArray[np.uint8]
) -> NDArray[np.float64]:
    """Return what the signs of a text cost; a combining mark costs nothing behind its letter or another mark.

    Letters of ASCII bear no marks: these belong to other scripts, or are one character with their letter.
    """
    alone = alphabets.alone[rows][:, letters]
    is_letter = (traits & BESIDE_SIGNS) != 0
    is_between = is_letter[:, :-2] & is_letter[:, 2:]
    costs = np.where(is_between, alphabets.within[rows][:, letters[1:-1]], alone[:, 1:-1])
    follows = ((traits[:, :-2] & (BESIDE_SIGNS | COMBINING)) != 0) & (letters[:-2] >= N_ASCII)
    costs[((traits[:, 1:-1] & COMBINING) != 0) & follows] = 0
    summed: NDArray[np.float64] = costs.sum(axis=1, dtype=np.float64)
    return summed


def made_alphabets(charsets: Mapping[str, tuple[float, Sequence[str]]], pairs: Callable[[str], Pairs]) -> Alphabets:
    """Make the tables of charsets, given what each costs to begin with and its languages, and the pairs of these."""
    pairs_of = {name: pairs(name) for name in {name for _, languages in charsets.values() for name in languages}}
    tables = [_Alphabet(_characters_of(charset)) for charset in charsets]
    every = np.array([[_known(character) for character in table.characters] for table in tables], np.float32)
    return Alphabets(
        {charset: row for row, charset in enumerate(charsets)},
        np.array([begin for begin, _ in charsets.values()]),
        np.array([table.small for table in tables], np.uint8),
        np.array([table.stray for table in tables], np.uint8),
        every[:, :, 0].astype(np.uint8),
        np.ascontiguousarray(every[:, :, 1]),
        np.ascontiguousarray(every[:, :, 2]),
        np.array([table.n_classes for table in tables]),
        tuple(
            np.array([table.costs(*pairs_of[name]) for name in languages])
            for table, (_, languages) in zip(tables, charsets.values(), strict=True)
        ),
    )


def _characters_of(charset: str) -> list[str]:
    if charset in COMPOSED:
        return list(_places_of_composed(charset))
    return list(bytes(range(256)).decode(charset, "replace").translate(COMMAS_BELOW))


@cache
def _places_of_composed(charset: str) -> dict[str, int]:
    """Return all characters of a charset, composed ones too, each with its place."""
    simple = bytes(range(256)).decode(charset, "replace")
    pairs = [letter + mark for letter in simple for mark in simple if letter.isalpha() and _is_mark(mark)]
    known = [*simple, *(letter for pair in pairs if len(letter := unicodedata.normalize("NFC", pair)) == 1)]
    return {letter: place for place, letter in enumerate(dict.fromkeys(known))}


class _Alphabet:
    """The letters of one charset, as numbers."""

    def __init__(self, characters: list[str]) -> None:
        self.characters = characters
        numbers = {NO_LETTER: 0}
        letters = [_letters_of(character) for character in characters]
        self.small = [numbers.setdefault(small, len(numbers)) if small else 0 for small, _ in letters]
        self.stray = [numbers.setdefault(stray, len(numbers)) if stray else 0 for _, stray in letters]
        self.n_classes = len(numbers)
        codes = np.array([ord(letter) for letter in numbers])
        self._is_ascii = (codes[:, None] < 128) & (codes < 128)
        is_latin = codes <= ord(LAST_OF_LATIN)
        self._unseen = np.where(is_latin[:, None] != is_latin, TWO_SCRIPTS, UNSEEN_PAIR).astype(np.uint8)
        self._unseen[0] = self._unseen[:, 0] = UNSEEN_PAIR
        self._number_of = np.zeros(1 << 16, np.uint8)
        self._number_of[codes] = range(len(codes))

    def costs(self, pairs: NDArray[np.uint16], rarities: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return what each pair of classes costs in a language, row after row."""
        numbers = self._number_of[pairs]
        is_here = ((numbers > 0) | (pairs == ord(NO_LETTER))).all(axis=1)
        costs = self._unseen.copy()
        costs[numbers[is_here, 0], numbers[is_here, 1]] = rarities[is_here]
        costs[self._is_ascii] = 0
        if self._number_of[ord("ς")]:
            costs[self._number_of[ord("σ")], 0] = costs[self._number_of[ord("ς")], 0]  # capitals have one sigma
        return costs.ravel()


@cache
def _letters_of(character: str) -> tuple[str, str]:
    """Return a letter in small and as it is where capitals stray; empty ones for what is no letter."""
    small, stray = character.lower()[:1], character
    if character.isupper():  # one capital for all of a kind: no language has a pair with it
        stray = STRAY_CAPITALS[0 if character.isascii() else 1 if character <= LAST_OF_LATIN else 2]
    return small if _known(small).traits & LETTER else "", stray if _known(stray).traits & LETTER else ""


class _Known(NamedTuple):
    traits: int
    alone: float
    within: float


@cache
def _known(character: str) -> _Known:
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
    return _Known(traits, alone, AT_HOME_IN_WORDS.get(character, within))


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


# fmt: off
WEST_EUROPE = (
    "da", "de", "es", "et", "fi", "fr", "is", "it", "nl", "no", "pt", "sq", "sv", "ca", "cy", "af", "ga", "gl",
)
# fmt: on
CENTRAL = ("cs", "hr", "hu", "pl", "ro", "sk", "sl", "de", "sq")
BALTIC = ("et", "lt", "lv")
SLAVIC = ("ru", "bg", "uk", "mk", "be")
ALPHABETS: dict[str, tuple[float, tuple[str, ...]]] = {
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
