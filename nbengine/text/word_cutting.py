"""Many texts at once to words: whole-array cutting where the pattern allows it, one by one where it does not.

ASCII texts are classified byte by byte through a table of 256; others as UTF-16 through a table of 65,536,
with pairs looked up by code point, and their words found again in UTF-8. A pattern that is not a run of one
kind of character goes through `re` word by word, at a fraction of the speed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import IntArray
from nbengine.lazy_dataclasses import dataclass
from nbengine.text.token_rules import HAN, WORDS_AND_SIGNS, TokenRules, raw_words
from nbengine.text.word_keys import LANE, Bytes, Spans, spans_of

N_UNITS = 1 << 16
"""UTF-16 units: the characters of the basic plane and the halves of all others."""
_BLOCK = 1 << 8

OUTSIDE, INSIDE, HAN_INSIDE, OTHER_INSIDE = 0, 1, 2, 3

_RUN = re.compile(
    r"(?:\(\?u\))?(?P<before>\\b)?(?P<unit>\\[wdS]|\[(?:\\.|[^\[\]\\])+\])(?P<more>(?:(?P=unit))*)"
    r"(?:\+|\{(?P<least>\d{1,4}),\})(?P<after>\\b)?"
)


@dataclass(frozen=True, slots=True)
class Run:
    """A word pattern that means: the longest runs of such characters, at least so many."""

    unit: str
    n_least: int
    other: str | None = None
    """Characters whose runs are words too, such as signs beside letters."""

    def kind_of(self, character: str) -> int:
        """Tell a single character's kind; whole planes are faster by `plane_kinds`."""
        if re.fullmatch(self.unit, character):
            return INSIDE
        return OTHER_INSIDE if self.other and re.fullmatch(self.other, character) else OUTSIDE


def run_of(pattern: str) -> Run | None:
    """Read a pattern such as `\\b\\w\\w+\\b` or `[a-z]{3,}` as a run; None if it is anything else."""
    if pattern == WORDS_AND_SIGNS:
        return Run(r"\w", 1, r"[^\w\s]")
    match = _RUN.fullmatch(pattern)
    if match is None:
        return None
    unit, least = match["unit"], int(match["least"] or 1)
    if (match["before"] or match["after"]) and unit != r"\w":
        return None
    if least < 1 or re.fullmatch(unit, "\n"):
        return None
    return Run(unit, least + len(match["more"]) // len(unit))


@lru_cache(maxsize=64)
def byte_kinds(run: Run) -> bytes:
    """Return a translation of ASCII bytes to their kinds, 256 long."""
    return bytes(run.kind_of(chr(code)) if code < 128 else OUTSIDE for code in range(256))


@lru_cache(maxsize=64)
def plane_kinds(run: Run, plane: int, *, has_han: bool) -> npt.NDArray[np.uint8]:
    """Return the kind of every code point of a plane, shape (N_UNITS,); most texts need the first plane alone."""
    kinds = np.full(N_UNITS, OUTSIDE, np.uint8)
    for unit, kind in ((run.unit, INSIDE), (run.other, OTHER_INSIDE)):
        for start, end in _spans(f"{unit}+", plane) if unit else ():
            kinds[start:end] = kind
    if has_han:
        for start, end in _spans(f"[{HAN}]+", plane):
            kinds[start:end] = HAN_INSIDE
    return kinds


def code_point_kinds(codes: npt.NDArray[np.int64], run: Run, *, has_han: bool) -> npt.NDArray[np.uint8]:
    """Return the kind of each code point, shape (n_codes,)."""
    kinds = np.empty(len(codes), np.uint8)
    planes = codes >> 16
    for plane in set(planes.tolist()):
        is_here = planes == plane
        kinds[is_here] = plane_kinds(run, plane, has_han=has_han)[codes[is_here] & 0xFFFF]
    return kinds


@lru_cache(maxsize=16)
def unit_table(run: Run, *, has_han: bool) -> npt.NDArray[np.uint8]:
    """Return for every UTF-16 unit its kind times four plus its bytes in UTF-8; halves of a pair count two each."""
    codes = np.arange(N_UNITS)
    n_bytes = 1 + (codes >= 0x80) + (codes >= 0x800) - ((codes >= 0xD800) & (codes < 0xE000))
    return (plane_kinds(run, 0, has_han=has_han) * 4 + n_bytes).astype(np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class LowerCase:
    """Lower case by table, for text in which no character's depends on its neighbours or is longer."""

    units: npt.NDArray[np.uint16]
    """The lower case of every UTF-16 unit, shape (N_UNITS,)."""
    longer: dict[int, str]
    """Units whose lower case is longer: İ."""

    def needs_context(self, units: npt.NDArray[np.uint16], leads: npt.NDArray[np.uint16]) -> bool:
        """Tell whether a text needs `str.lower`: for Σ, or for a pair, given the first halves of its pairs too."""
        return bool((units == ord("Σ")).any()) or any(map(_may_have_lower_case, set(leads.tolist())))


@lru_cache(maxsize=1)
def lower_case() -> LowerCase:
    """Work out the table from this Python's own Unicode data; by blocks, because every process does it anew."""
    units = np.arange(N_UNITS, dtype=np.uint16)
    longer = {}
    for start in range(0, N_UNITS, _BLOCK):
        block = _characters(start, start + _BLOCK)
        lower = block.lower()
        if len(lower) == _BLOCK and "Σ" not in block:
            units[start : start + _BLOCK] = np.frombuffer(lower.encode("utf-16-le", "surrogatepass"), "<u2")
            continue
        for code, character in enumerate(block, start):
            if len(character.lower()) == 1:
                units[code] = ord(character.lower())
            else:
                longer[code] = character.lower()
    return LowerCase(units, longer)


@lru_cache(maxsize=1024)
def _may_have_lower_case(lead: int) -> bool:
    """Tell whether a first half of pairs begins one that has a lower case."""
    first = 0x10000 + ((lead - 0xD800) << 10)
    block = _characters(first, first + 0x400)
    return block != block.lower()


def _spans(pattern: str, plane: int) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(pattern, _characters(plane << 16, (plane + 1) << 16))]


def _characters(start: int, end: int) -> str:
    return np.arange(start, end, dtype="<u4").tobytes().decode("utf-32-le", "surrogatepass")


CHUNK = 3 << 16
"""Characters worked on at once: few enough for the processor's cache, so many that calling NumPy costs little."""

LONGEST_PIECE = 2 * CHUNK
"""A stretch without a border that is longer than this, such as one word of megabytes, goes another way: whole arrays
over it would take many times its memory."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_WORDS_AT_ONCE = 1 << 15
NO_PAIRS = np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """Words of many texts; except for runs of characters in the order of the texts."""

    spans: Spans
    texts: IntArray
    """(n_words,): the place of the text each word is from."""


def cutter_for(rules: TokenRules) -> PatternCutter | RunCutter:
    """Choose the fastest way to cut by these rules."""
    run = run_of(rules.pattern)
    return PatternCutter(rules) if run is None else RunCutter(rules, run)


@dataclass(frozen=True, slots=True)
class PatternCutter:
    """Any pattern, word by word."""

    rules: TokenRules

    def cut(self, texts: Sequence[str]) -> Words:
        """Cut several texts, all of them worked on at once."""
        found = [list(self._words(text)) for text in texts]
        places = np.repeat(np.arange(len(texts)), [len(words) for words in found])
        return Words(spans_of([word for words in found for word in words]), places)

    def pieces(self, text: str) -> Iterator[Words]:
        """Cut one long text piece by piece; the words of each come as if of text 0."""
        words = self._words(text)
        while some := list(islice(words, _WORDS_AT_ONCE)):
            yield Words(spans_of(some), np.zeros(len(some), np.int64))

    def _words(self, text: str) -> Iterator[str]:
        return raw_words(text.lower() if self.rules.lower else text, self.rules)


@dataclass(frozen=True, slots=True)
class RunCutter:
    """Longest runs of one kind of character, or of two, found by where the kind changes."""

    rules: TokenRules
    run: Run

    def cut(self, texts: Sequence[str]) -> Words:
        joined = "\n" + "\n".join(texts) + "\n" * LANE  # every run begins and ends inside, with room for a lane behind
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        if joined.isascii():
            return self._cut_ascii(joined, lengths)
        return self._cut_wide(texts, joined, lengths)

    def pieces(self, text: str) -> Iterator[Words]:
        if self.rules.lower and (self.run.unit != r"\w" or "Σ" in text):
            yield from replace(self, rules=replace(self.rules, lower=False)).pieces(text.lower())
            return
        border = self._border()
        start = 0
        while start < len(text):
            cut = border.search(text, start + CHUNK)
            end = cut.end() if cut else len(text)
            if end - start > LONGEST_PIECE:
                last = max((match.end() for match in border.finditer(text, start, start + CHUNK)), default=start)
                yield self.cut([text[start:last]])
                yield from self._borderless(text[last:end])
            else:
                yield self.cut([text[start:end]])
            start = end

    def _borderless(self, run: str) -> Iterator[Words]:
        """A single word, or Han text, which is cut anywhere: the character before is taken again, for its pair."""
        if not self.rules.han_pairs or not re.match(f"[{HAN}]", run):
            yield from PatternCutter(self.rules).pieces(run)
            return
        for start in range(0, len(run), CHUNK):
            words = self.cut([run[max(start - 1, 0) : start + CHUNK]])
            n_again = 1 if start and 1 in self._lengths(1) else 0
            yield Words(words.spans.picked(slice(n_again, None)), words.texts[n_again:])

    def _border(self) -> re.Pattern[str]:
        """Return where the text may be cut: outside words, and where Han text begins or ends if that is cut out."""
        units = self.run.unit if self.run.other is None else f"{self.run.unit}|{self.run.other}"
        if not self.rules.han_pairs:
            return re.compile(f"(?!{units}).", re.DOTALL)
        change = f"(?<=[{HAN}])(?=[^{HAN}])|(?<=[^{HAN}])(?=[{HAN}])"
        return re.compile(f"(?!{units}|[{HAN}]).|{change}", re.DOTALL)

    def _cut_ascii(self, joined: str, text_lengths: IntArray) -> Words:
        data = (joined.lower() if self.rules.lower else joined).encode("ascii")
        kinds = np.frombuffer(data.translate(byte_kinds(self.run)), np.uint8)
        starts, lasts = self._of_right_length(*self._words_between(kinds, has_han=False), NO_PAIRS)
        places = _places(starts, _bounds(text_lengths))
        return Words(Spans(np.frombuffer(data, np.uint8), starts, lasts - starts), places)

    def _cut_wide(self, texts: Sequence[str], joined: str, text_lengths: IntArray) -> Words:
        try:
            units = _units(joined)
        except UnicodeEncodeError:
            if self.run.kind_of("\ud800") != OUTSIDE:
                return PatternCutter(self.rules).cut(texts)
            joined = _SURROGATE.sub(" ", joined)
            units = _units(joined)
        has_pairs = len(units) != len(joined)
        leads = np.flatnonzero((units & 0xFC00) == 0xD800) if has_pairs else NO_PAIRS
        if self.rules.lower:
            lower = lower_case()
            for code, longer in lower.longer.items():
                if (units == code).any():
                    places = np.flatnonzero(units == code)
                    characters = places - np.searchsorted(leads, places)
                    owners = np.searchsorted(_bounds(text_lengths), characters, side="right") - 1
                    text_lengths = text_lengths + np.bincount(owners, minlength=len(texts)) * (len(longer) - 1)
                    return self._cut_wide(texts, joined.replace(chr(code), longer), text_lengths)
            if lower.needs_context(units, units[leads]):
                cutter = replace(self, rules=replace(self.rules, lower=False))
                return cutter._cut_wide(texts, joined.lower(), text_lengths)
            units = lower.units.take(units)
            joined = units.astype("<u2", copy=False).tobytes().decode("utf-16-le")
        return self._cut_units(_WideText(units, joined.encode(), leads, _bounds(text_lengths)))

    def _cut_units(self, wide: _WideText) -> Words:
        kinds, ends = self._kinds_and_ends(wide)
        starts, lasts, places = self._runs(kinds, wide)
        first_bytes = ends[starts - 1].astype(np.int64)
        return Words(Spans(np.frombuffer(wide.data, np.uint8), first_bytes, ends[lasts - 1] - first_bytes), places)

    def _kinds_and_ends(self, wide: _WideText) -> tuple[Bytes, npt.NDArray[Any]]:
        table = unit_table(self.run, has_han=self.rules.han_pairs)
        found = table.take(wide.units)
        kinds: Bytes = found >> np.uint8(2)
        if len(wide.leads):
            high, low = wide.units[wide.leads].astype(np.int64), wide.units[wide.leads + 1].astype(np.int64)
            codes = 0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF)
            of_pairs = code_point_kinds(codes, self.run, has_han=self.rules.han_pairs)
            kinds[wide.leads] = kinds[wide.leads + 1] = of_pairs
        return kinds, np.cumsum(found & 3, dtype=np.int32 if len(wide.data) < 1 << 31 else np.int64)

    def _runs(self, kinds: Bytes, wide: _WideText) -> tuple[IntArray, IntArray, IntArray]:
        of_leads = kinds[wide.leads]
        pairs = wide.leads[(of_leads != OUTSIDE) & (of_leads != HAN_INSIDE)]
        found = self._words_between(kinds, has_han=self.rules.han_pairs)
        words = self._of_right_length(*found, pairs)
        if not self.rules.han_pairs:
            return *words, wide.places(words[0])
        han = _han_runs(kinds, wide.leads[kinds[wide.leads] == HAN_INSIDE], self._lengths(1))
        starts, lasts = np.concatenate((words[0], han[0])), np.concatenate((words[1], han[1]))
        order = np.argsort(starts, kind="stable")
        return starts[order], lasts[order], wide.places(starts[order])

    def _words_between(self, kinds: Bytes, *, has_han: bool) -> tuple[IntArray, IntArray]:
        """Return where words begin and end, which is where kinds change; the first and the last kind is outside."""
        changes = np.flatnonzero(kinds[1:] != kinds[:-1]) + 1
        if self.run.other is None and not has_han:
            return changes[::2], changes[1::2]
        starts, lasts = changes[:-1], changes[1:]
        own = kinds.take(starts)
        of_words = np.flatnonzero((own != OUTSIDE) & (own != HAN_INSIDE))
        return starts.take(of_words), lasts.take(of_words)

    def _of_right_length(self, starts: IntArray, lasts: IntArray, inner_pairs: IntArray) -> tuple[IntArray, IntArray]:
        lengths = lasts - starts
        if len(inner_pairs):
            np.subtract.at(lengths, np.searchsorted(starts, inner_pairs, side="right") - 1, 1)
        allowed = self._lengths(self.run.n_least)
        is_kept = lengths >= allowed.start
        if self.rules.max_length is not None:
            is_kept &= lengths < allowed.stop
        kept = np.flatnonzero(is_kept)
        return starts.take(kept), lasts.take(kept)

    def _lengths(self, n_least: int) -> range:
        """Return how many characters a word may have."""
        n_most = sys.maxsize - 1 if self.rules.max_length is None else self.rules.max_length
        return range(max(n_least, self.rules.min_length), n_most + 1)


@dataclass(frozen=True, slots=True, eq=False)
class _WideText:
    """Texts joined, in lower case if asked for, as UTF-16 and as UTF-8."""

    units: npt.NDArray[np.uint16]
    data: bytes
    leads: IntArray
    """The places of the first halves of surrogate pairs."""
    bounds: IntArray
    """(n_texts + 1,): where each text begins, in characters."""

    def places(self, starts: IntArray) -> IntArray:
        """Return which text each word is from, given where it begins in units."""
        bounds = self.bounds
        if len(self.leads):
            bounds = bounds + np.searchsorted(self.leads - np.arange(len(self.leads)), bounds)
        return _places(starts, bounds)


def _units(text: str) -> npt.NDArray[np.uint16]:
    return np.frombuffer(text.encode("utf-16-le"), "<u2").astype(np.uint16, copy=False)


def _bounds(lengths: IntArray) -> IntArray:
    """Return where each of the joined texts begins, and where one more would."""
    bounds = np.ones(len(lengths) + 1, np.int64)
    np.cumsum(lengths + 1, out=bounds[1:])
    bounds[1:] += 1
    return bounds


def _places(starts: IntArray, bounds: IntArray) -> IntArray:
    """Return which text each word is from."""
    return np.repeat(np.arange(len(bounds) - 1), np.diff(np.searchsorted(starts, bounds)))


def _han_runs(kinds: Bytes, pairs: IntArray, lengths: Container[int]) -> tuple[IntArray, IntArray]:
    """Return Han characters and overlapping twos, in order, as starts and ends in units; some characters are pairs."""
    is_han = kinds == HAN_INSIDE
    is_first = is_han.copy()
    is_first[pairs + 1] = False
    starts = np.flatnonzero(is_first)
    ends = starts + 1 + np.isin(starts, pairs)
    has_next = np.flatnonzero(is_han[ends])
    ones = (starts, ends) if 1 in lengths else (starts[:0], ends[:0])
    twos = (starts[has_next], ends[has_next + 1]) if 2 in lengths else (starts[:0], ends[:0])
    all_starts = np.concatenate((ones[0], twos[0]))
    order = np.argsort(all_starts, kind="stable")
    return all_starts[order], np.concatenate((ones[1], twos[1]))[order]
