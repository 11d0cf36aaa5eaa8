"""Tables of the kind of each character over planes of Unicode, and the word patterns that can be cut by them."""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from nbengine.lazy_dataclasses import dataclass
from nbengine.text.reference_tokenizer import HAN
from nbengine.text.token_rules import WORDS_AND_SIGNS

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
