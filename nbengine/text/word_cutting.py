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
from itertools import islice
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from nbengine.lazy_dataclasses import dataclass
from nbengine.text.character_tables import (
    HAN_INSIDE,
    OUTSIDE,
    Run,
    byte_kinds,
    code_point_kinds,
    lower_case,
    run_of,
    unit_table,
)
from nbengine.text.reference_tokenizer import HAN, raw_words
from nbengine.text.token_rules import TokenRules
from nbengine.text.word_keys import LANE, Bytes, IntArray, Spans, spans_of

CHUNK = 3 << 16
"""Characters worked on at once: few enough for the processor's cache, so many that calling NumPy costs little."""

LONGEST_PIECE = 2 * CHUNK
"""A stretch without a border that is longer than this, such as one word of megabytes, goes another way: whole arrays
over it would take many times its memory."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_WORDS_AT_ONCE = 1 << 15


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """Words of many texts; except for runs of characters in the order of the texts."""

    spans: Spans
    texts: IntArray
    """(n_words,): the place of the text each word is from."""


class Cutter(Protocol):
    """Cuts texts into words by one set of rules."""

    def cut(self, texts: Sequence[str]) -> Words:
        """Cut several texts, all of them worked on at once."""
        ...

    def pieces(self, text: str) -> Iterator[Words]:
        """Cut one long text piece by piece; the words of each come as if of text 0."""
        ...


def cutter_for(rules: TokenRules) -> Cutter:
    """Choose the fastest way to cut by these rules."""
    run = run_of(rules.pattern)
    return PatternCutter(rules) if run is None else RunCutter(rules, run)


@dataclass(frozen=True, slots=True)
class PatternCutter:
    """Any pattern, word by word."""

    rules: TokenRules

    def cut(self, texts: Sequence[str]) -> Words:
        found = [list(self._words(text)) for text in texts]
        places = np.repeat(np.arange(len(texts)), [len(words) for words in found])
        return Words(spans_of([word for words in found for word in words]), places)

    def pieces(self, text: str) -> Iterator[Words]:
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
        joined = _joined(texts)
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
        starts, lasts = self._words_between(_changes(kinds), kinds, has_han=False)
        lengths = lasts - starts
        kept = np.flatnonzero(self._has_length(lengths))
        starts, lengths = starts.take(kept), lengths.take(kept)
        places = _places(starts, _bounds(text_lengths))
        return Words(Spans(np.frombuffer(data, np.uint8), starts, lengths), places)

    def _cut_wide(self, texts: Sequence[str], joined: str, text_lengths: IntArray) -> Words:
        try:
            units = _units(joined)
        except UnicodeEncodeError:
            if self.run.kind_of("\ud800") != OUTSIDE:
                return PatternCutter(self.rules).cut(texts)
            joined = _SURROGATE.sub(" ", joined)
            units = _units(joined)
        leads = _leads(units, joined)
        if self.rules.lower:
            lower = lower_case()
            for code, longer in lower.longer.items():
                if (units == code).any():
                    places = np.flatnonzero(units == code)
                    owners = _owners(places - np.searchsorted(leads, places), text_lengths)
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
        """Return the kind of each unit, and where it ends in UTF-8."""
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
        found = self._words_between(_changes(kinds), kinds, has_han=self.rules.han_pairs)
        words = self._of_right_length(*found, pairs)
        if not self.rules.han_pairs:
            return *words, wide.places(words[0])
        han = _han_runs(kinds, wide.leads[kinds[wide.leads] == HAN_INSIDE], self._lengths(1))
        starts, lasts = np.concatenate((words[0], han[0])), np.concatenate((words[1], han[1]))
        order = np.argsort(starts, kind="stable")
        return starts[order], lasts[order], wide.places(starts[order])

    def _words_between(self, changes: IntArray, kinds: Bytes, *, has_han: bool) -> tuple[IntArray, IntArray]:
        """Return where words begin and end, given where kinds change; the first and the last kind is outside."""
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
        kept = np.flatnonzero(self._has_length(lengths))
        return starts.take(kept), lasts.take(kept)

    def _has_length(self, lengths: IntArray) -> npt.NDArray[np.bool_]:
        allowed = self._lengths(self.run.n_least)
        is_kept: npt.NDArray[np.bool_] = lengths >= allowed.start
        if self.rules.max_length is not None:
            is_kept &= lengths < allowed.stop
        return is_kept

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


def _leads(units: npt.NDArray[np.uint16], text: str) -> IntArray:
    """Return where pairs begin."""
    if len(units) == len(text):
        return np.zeros(0, np.int64)
    return np.flatnonzero((units & 0xFC00) == 0xD800)


def _joined(texts: Sequence[str]) -> str:
    """Join texts so that every run of characters begins and ends inside, with room for a lane behind."""
    return "\n" + "\n".join(texts) + "\n" * LANE


def _bounds(lengths: IntArray) -> IntArray:
    """Return where each of the joined texts begins, and where one more would."""
    bounds = np.ones(len(lengths) + 1, np.int64)
    np.cumsum(lengths + 1, out=bounds[1:])
    bounds[1:] += 1
    return bounds


def _owners(places: IntArray, lengths: IntArray) -> IntArray:
    """Return which of the joined texts each character is from."""
    return np.searchsorted(_bounds(lengths), places, side="right") - 1


def _changes(kinds: Bytes) -> IntArray:
    return np.flatnonzero(kinds[1:] != kinds[:-1]) + 1


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
