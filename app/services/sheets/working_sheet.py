"""The lines of the sheet on which a verdict is derived, as text and numbers: for a terminal, a window, or paper."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from nbengine.explanations.exact_fractions import AnyWorking, Step, WordGroup, Working, log_of
from nbengine.lazy_dataclasses import dataclass

ABOUT = "≈ "
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
LONGEST_FRACTION = 40
"""Digits; longer fractions say less than their decimals."""
LONGEST_DENOMINATOR = 1_000_000
"""Of a count: those of weights are powers of two, far longer."""
LONGEST_EXACT = 4_000
"""Digits that are still written out where everything is: Python itself writes no number of more than 4,300."""
BITS_PER_DIGIT = math.log2(10)


@dataclass(frozen=True, slots=True)
class SheetStep:
    """One line of the sheet on which a verdict is derived."""

    name: str
    kind: str
    """prior, word, absent word, number or choice"""
    count: float
    """The number of times it enters."""
    formula: str
    """The arithmetic of its probability, as text to be read."""
    working: Mapping[str, Any]
    """The same in numbers, by name."""
    log: float
    """The logarithm that it adds each time."""
    term: float
    """The sum that it adds in all."""


def prior_line(prior: Working) -> SheetStep:
    """Return the line of a label's prior."""
    return SheetStep("prior", "prior", 1, formula(prior), prior.figures, prior.log, prior.log)


def step_line(step: Step) -> SheetStep:
    """Return the line of a word, number or choice."""
    return SheetStep(step.name, step.kind, step.count, formula(step.working), step.working.figures, step.log, step.term)


def group_line(group: WordGroup, *, is_absent: bool) -> SheetStep:
    """Return the line of words with one working between them; of absent ones it is the opposite that counts."""
    working = group.working
    told = f"log[{told_absence(working)}]" if is_absent else f"−log[{told_share(working)}]"
    name, kind = written(working.count), "absent words" if is_absent else "all words"
    return SheetStep(name, kind, group.times, told, working.figures, group.log, group.term)


def formula(working: AnyWorking) -> str:
    return "".join(part if isinstance(part, str) else told_share(part) for part in working.formula)


def told_absence(working: Working) -> str:
    """Return the opposite of a share, as a formula."""
    return f"1 − {told_sum(working)}" + ("" if working.absent is None else f" {equal(working.absent, working)}")


def told_share(working: Working) -> str:
    return told_sum(working) + ("" if working.probability is None else f" {equal(working.probability, working)}")


def told_sum(working: Working) -> str:
    """Write a share as a sum over a sum, as it is before it is worked out.

    What words weigh is a fraction of so many digits that its decimals say more.
    """
    parts = (written(part) if is_readable(part) else f"{float(part):.6g}" for part in parts_of(working))
    return "({} + {}) / ({} + {})".format(*parts)


def equal(number: Fraction, working: Working) -> str:
    """Write the result of a working with its sign: = where it is exact, ≈ where decimals are given."""
    text = written(number) if all(map(is_readable, parts_of(working))) else approximately(number)
    return text if text.startswith(ABOUT) else f"= {text}"


def parts_of(working: Working) -> tuple[Fraction, ...]:
    return working.count, working.smoothing, working.total, working.total_smoothing


def is_readable(number: Fraction) -> bool:
    return number.denominator < LONGEST_DENOMINATOR


def n_digits(number: Fraction) -> float:
    """Estimate how many digits a fraction has, without writing them."""
    return (number.numerator.bit_length() + number.denominator.bit_length()) / BITS_PER_DIGIT


def written_out(number: Fraction | None) -> str | None:
    """Return a fraction digit by digit; None where there is none, or where it is too long for that."""
    return None if number is None or n_digits(number) > LONGEST_EXACT else str(number)


def written(number: Fraction) -> str:
    """Return a fraction, or its decimals where the fraction is too long to read."""
    if n_digits(number) <= 2 * LONGEST_FRACTION and len(text := str(number)) <= LONGEST_FRACTION:
        return text
    return approximately(number)


def approximately(number: Fraction) -> str:
    """Its decimals; however small, it is never written as 0."""
    if 1e-4 < abs(number) < 1e6:
        return f"{ABOUT}{float(number):.9g}"
    exponent = math.floor(log_of(abs(number)) / math.log(10))
    before = number / Fraction(10) ** exponent
    return f"{ABOUT}{float(before):.6g} × 10{str(exponent).translate(SUPERSCRIPTS)}"
