"""What each character is, as tables over all of Unicode, and which word patterns are runs of one kind of character."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from nbengine.tokens import HAN

N_CODE_POINTS = sys.maxunicode + 1
N_UNITS = 1 << 16
"""UTF-16 units: the characters of the basic plane and the halves of all others."""

OUTSIDE, INSIDE, HAN_INSIDE = 0, 1, 2

_RUN = re.compile(
    r"(?:\(\?u\))?(?P<before>\\b)?(?P<unit>\\[wdS]|\[(?:\\.|[^\[\]\\])+\])(?P<more>(?:(?P=unit))*)"
    r"(?:\+|\{(?P<least>\d{1,4}),\})(?P<after>\\b)?"
)


@dataclass(frozen=True, slots=True)
class Run:
    """A word pattern that means: the longest runs of such characters, at least so many."""

    unit: str
    n_least: int


def run_of(pattern: str) -> Run | None:
    """Read a pattern such as `\\b\\w\\w+\\b` or `[a-z]{3,}` as a run; None if it is anything else."""
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
def byte_kinds(unit: str) -> bytes:
    """Return a translation of ASCII bytes to OUTSIDE and INSIDE, 256 long."""
    return bytes(INSIDE if code < 128 and re.fullmatch(unit, chr(code)) else OUTSIDE for code in range(256))


@lru_cache(maxsize=16)
def code_point_kinds(unit: str, *, has_han: bool) -> npt.NDArray[np.uint8]:
    """Return the kind of every code point, shape (N_CODE_POINTS,)."""
    kinds = np.full(N_CODE_POINTS, OUTSIDE, np.uint8)
    for start, end in _spans(f"{unit}+"):
        kinds[start:end] = INSIDE
    if has_han:
        for start, end in _spans(f"[{HAN}]+"):
            kinds[start:end] = HAN_INSIDE
    return kinds


@lru_cache(maxsize=16)
def unit_table(unit: str, *, has_han: bool) -> npt.NDArray[np.uint8]:
    """Return for every UTF-16 unit its kind times four plus its bytes in UTF-8; halves of a pair count two each."""
    codes = np.arange(N_UNITS)
    n_bytes = 1 + (codes >= 0x80) + (codes >= 0x800) - ((codes >= 0xD800) & (codes < 0xE000))
    return (code_point_kinds(unit, has_han=has_han)[:N_UNITS] * 4 + n_bytes).astype(np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class LowerCase:
    """Lower case by table, for text in which no character's depends on its neighbours or is longer."""

    units: npt.NDArray[np.uint16]
    """The lower case of every UTF-16 unit, shape (N_UNITS,)."""
    longer: dict[int, str]
    """Units whose lower case is longer: İ."""
    cased_leads: npt.NDArray[np.uint16]
    """First halves of pairs that may have a lower case."""

    def needs_context(self, units: npt.NDArray[np.uint16], leads: npt.NDArray[np.uint16]) -> bool:
        """Tell whether a text needs `str.lower`: for Σ, or for a pair, given the first halves of its pairs too."""
        return bool((units == ord("Σ")).any() or np.isin(leads, self.cased_leads).any())


@lru_cache(maxsize=1)
def lower_case() -> LowerCase:
    """Work out the table from this Python's own Unicode data."""
    units = np.arange(N_UNITS, dtype=np.uint16)
    longer = {}
    for code in range(N_UNITS):
        lower = chr(code).lower()
        if len(lower) == 1:
            units[code] = ord(lower)
        else:
            longer[code] = lower
    above = _all_characters()[N_UNITS:]
    is_changed = np.array([one != other for one, other in zip(above, above.lower(), strict=True)])
    leads = {0xD800 + (place >> 10) for place in np.flatnonzero(is_changed).tolist()}
    return LowerCase(units, longer, np.array(sorted(leads), np.uint16))


def _spans(pattern: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(pattern, _all_characters())]


@lru_cache(maxsize=1)
def _all_characters() -> str:
    return np.arange(N_CODE_POINTS, dtype="<u4").tobytes().decode("utf-32-le", "surrogatepass")
