"""The sheet on which a verdict is derived, as records of text and numbers: for a terminal, a window, or paper."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from nbengine.explanations.derivation import Derivation, LabelDerivation, Vanishing
from nbengine.explanations.exact_fractions import AnyWorking, WordGroup, Working, log_of
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


@dataclass(frozen=True, slots=True)
class SheetLabel:
    """The steps by which one label comes to its score."""

    label: str
    prior: SheetStep | None
    """None where the event model leaves it out."""
    steps: tuple[SheetStep, ...]
    n_absent: int
    """The number of vocabulary words that the document lacks; 0 where absence does not count."""
    absent: float
    """The log-probability that all of them add."""
    score: float
    exact: str | None
    """The plain product as a fraction, where there is one."""
    exact_short: str | None
    """The same, or its decimals where the fraction is too long to read."""
    absent_groups: tuple[SheetStep, ...] = ()
    """The absent words, by how many documents have them; `count` is how many words they are."""
    divisor_groups: tuple[SheetStep, ...] = ()
    """For complement with norm: all words, by how often other labels have them; their terms add up to the divisor."""
    product: float = 0.0
    """The plain product as a computer holds it: 0 where it is too small, infinite where it is too large."""
    vanishing: Vanishing | None = None
    """The factor at which it becomes too small for a computer."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A verdict derived from beginning to end."""

    labels: tuple[SheetLabel, ...]
    log_total: float
    """log Σ exp(score)"""
    probabilities: tuple[float, ...] | None
    """Not calibrated; None where the verdict is undecided."""
    exact: tuple[str, ...] | None
    """The same as fractions, where there are such."""
    exact_short: tuple[str, ...] | None
    underflows: bool
    """True if the plain products of all labels are too small for a computer."""
    peak: float = 0.0
    """The highest score, which is taken off all of them before they leave log space."""
    n_kept_words: int = 0
    """The number of words in the vocabulary, the unknown word included; 0 where no text is read."""


def sheet_of(derived: Derivation, n_kept_words: int = 0) -> Sheet:
    """Write a derivation down."""
    exact = exact_short = None
    if derived.exact is not None:
        exact_short = tuple(map(written, derived.exact))
        if max(map(n_digits, derived.exact)) <= LONGEST_EXACT:
            exact = tuple(map(str, derived.exact))
    return Sheet(
        labels=tuple(sheet_label(label) for label in derived.labels),
        log_total=derived.log_total,
        probabilities=derived.probabilities,
        exact=exact,
        exact_short=exact_short,
        underflows=derived.underflows,
        peak=derived.peak,
        n_kept_words=n_kept_words,
    )


def sheet_label(label: LabelDerivation) -> SheetLabel:
    prior = None
    if label.prior is not None:
        own = label.prior
        prior = SheetStep("prior", "prior", 1, formula(own), own.figures, own.log, own.log)
    return SheetLabel(
        label=label.label,
        prior=prior,
        steps=tuple(
            SheetStep(
                each.name, each.kind, each.count, formula(each.working), each.working.figures, each.log, each.term
            )
            for each in label.steps
        ),
        n_absent=label.n_absent,
        absent=label.absent,
        score=label.score,
        exact=None if label.exact is None or n_digits(label.exact) > LONGEST_EXACT else str(label.exact),
        exact_short=None if label.exact is None else written(label.exact),
        absent_groups=tuple(sheet_group(group, is_absent=True) for group in label.absent_groups),
        divisor_groups=tuple(sheet_group(group, is_absent=False) for group in label.divisor_groups),
        product=label.product,
        vanishing=label.vanishing,
    )


def sheet_group(group: WordGroup, *, is_absent: bool) -> SheetStep:
    """Return the step of words with one working between them; of absent ones it is the opposite that counts."""
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
