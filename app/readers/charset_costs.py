"""Costs of a text in all charsets of one byte a letter at once.

A charset turns each byte into a class: a small letter, a capital that stands where none should, or no letter. Tables
over classes say what pairs of neighbours cost in each language, and tables over bytes what signs cost, so that a text
is looked up in all charsets by a few operations on whole arrays.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

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
