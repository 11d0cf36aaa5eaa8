"""Exercises with exact answers, and a diagnosis of wrong answers.

A wrong answer is compared with the results of usual mistakes: exactly if it is a fraction, else to the digits that were
written. To find a wrong count or number of outcomes, the equation is solved for that number. A diagnosis only says that
a mistake would give this answer; the student may have made another mistake.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Any, Literal

from app.domain.sheet_words import COUNT_AGAIN_SENTENCES, LESSON_WORDS, SLIP_SENTENCES, Translate
from app.features.explain.use_cases import estimate_n_digits
from nbengine.explanations.derivation import Derivation, LabelDerivation
from nbengine.explanations.exact_fractions import SmoothedShare, exact_posterior

MAX_DIGITS = 60
"""Maximum number of digits of a right answer that is a fraction. Longer fractions cannot be computed by hand."""
NUMBER = re.compile(r"[+-]?\d+ */ *\d+|[+-]?[\d.]+(e[+-]?\d{1,3})? *%?", re.IGNORECASE)
MAX_ANSWER_LENGTH = 200
MAX_BOUND_DISTANCE = Fraction(1, 10)
"""If a wrong count can only be bounded, a miscount is reported for an integer between bounds at most this far apart.

Between bounds that are farther apart, there often is an integer by chance.
"""
ROUNDING_TOLERANCE = Fraction(1, 100)
"""Relative error below which an answer is taken for one with rounded intermediate results."""
QuestionKind = Literal["prior", "step", "product", "share"]


@dataclass(frozen=True, slots=True)
class QuestionNumbers:
    """The numbers in a smoothed probability: (count + α) / (total + α · outcomes)."""

    counted_kind: str
    """What was counted: "words", "documents", "values", "complement" or "prior"."""
    count: Fraction
    total: Fraction
    smoothing: Fraction
    n_outcomes: int


@dataclass(frozen=True, slots=True)
class KnownMistake:
    """A usual mistake, and the wrong answer to which it leads. `kind` is a key of `SLIP_SENTENCES`."""

    kind: str
    value: Fraction = Fraction(0)
    subject: str = ""
    """The label, factor or number that the mistake is about."""
    right_number: str = ""
    """The number that should have been used instead."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A student's answer as a number, with the precision to which it was written."""

    value: Fraction
    tolerance: Fraction = Fraction(0)
    """Half a unit of the last written digit; 0 for fractions and integers."""

    def matches(self, value: Fraction) -> bool:
        return abs(value - self.value) <= self.tolerance


@dataclass(frozen=True, slots=True)
class Question:
    """A question for a number that can be computed by hand: a factor, a product, or a posterior probability."""

    label: str
    step: str
    """The word or categorical value that the question is about; empty if it is about the label as a whole."""
    answer: Fraction
    stated_numbers: QuestionNumbers | None = None
    """Numbers that the text of the question must state; None if the page shows them."""
    kind: QuestionKind = "step"
    working: SmoothedShare | None = None
    """Counts from which a single probability is computed; None for products and posterior probabilities."""
    known_mistakes: tuple[KnownMistake, ...] = ()
    """Usual mistakes with their results, most likely first."""
    exponent: int = 1
    """Number of times that the factor occurs in the product."""

    def __repr__(self) -> str:
        return f"Question({LESSON_WORDS[f'ask-{self.kind}'].format(label=self.label, step=self.step)})"

    def is_right(self, written: str) -> bool:
        """Return whether an answer is right: a fraction exactly, a decimal to the digits that were written."""
        answer = read_answer(written)
        return answer is not None and answer.matches(self.answer)

    def find_mistake(self, written: str) -> KnownMistake | None:
        """Return the mistake that explains a wrong answer, of kind "unknown" if no mistake does; None for a right
        answer.
        """
        answer = read_answer(written)
        if answer is None:
            return KnownMistake("unreadable")
        if answer.matches(self.answer):
            return None
        usual = (
            mistake for mistake in self.known_mistakes if mistake.value != self.answer and answer.matches(mistake.value)
        )
        counted = () if self.working is None else find_miscounts(self.working, answer)
        is_near = abs(answer.value - self.answer) <= ROUNDING_TOLERANCE * self.answer
        return next(chain(usual, counted, [KnownMistake("early")] * is_near, [KnownMistake("unknown")]))


def format_answer(answer: Fraction, decimal: str = "") -> str:
    """Return a right answer as text: an integer, or a fraction with its value, as in “1/8 = 0.125” or “1/3 ≈ 0.33333”.

    `decimal` is the value to five digits, as it is written in the language of the window.
    """
    if answer.denominator == 1:
        return str(answer)
    plain = f"{float(answer):.5g}"
    sign = "=" if Fraction(plain) == answer else "≈"
    return f"{answer} {sign} {decimal or plain}"


def make_feedback(question: Question, written: str, translate: Translate = str, *, states_numbers: bool = True) -> str:
    """Return a sentence which says that an answer is right, or names its mistake.

    Without `states_numbers`, the sentence about a wrong number does not state the right one.
    """
    mistake = question.find_mistake(written)
    if mistake is None:
        return translate(LESSON_WORDS["right"]).format(answer=format_answer(question.answer))
    facts = {"label": question.label, "step": question.step, "about": mistake.subject, "right": mistake.right_number}
    sentence = SLIP_SENTENCES[mistake.kind]
    if not states_numbers:
        sentence = COUNT_AGAIN_SENTENCES.get(mistake.kind, sentence)
    return translate(sentence).format(**facts)


def read_answer(written: str) -> Answer | None:
    """Parse a fraction, a decimal or a percentage; return None for any other text."""
    text = written.strip().replace(",", ".").replace("−", "-")
    if len(text) > MAX_ANSWER_LENGTH or not NUMBER.fullmatch(text):
        return None
    digits, shift = text.rstrip("% ").replace(" ", ""), 2 if text.endswith("%") else 0
    try:
        number = Fraction(digits) / 10**shift
    except (ValueError, ZeroDivisionError):
        return None
    before, _, power = digits.lower().partition("e")
    if (
        "/" in digits or len(before.replace(".", "").lstrip("+-0")) < 2
    ):  # a fraction is exact; with one significant digit, rounding would accept almost anything
        return Answer(number)
    return Answer(number, Fraction(1, 2) / Fraction(10) ** (len(before.partition(".")[2]) + shift - int(power or 0)))


def find_miscounts(working: SmoothedShare, answer: Answer) -> Iterator[KnownMistake]:
    """Yield a mistake for each wrong count, and for each wrong number of outcomes, that would lead to this answer."""
    above, below = working.count + working.smoothing, working.total + working.total_smoothing
    values = (answer.value - answer.tolerance, answer.value + answer.tolerance)
    if not 0 < values[0] <= values[1] <= 1:
        return
    counts = [value * below - working.smoothing for value in values]
    yield from find_miscount_between("count", counts, working.count, working.total)
    if working.smoothing and working.n_outcomes:
        outcomes = [(above / value - working.total) / working.smoothing for value in reversed(values)]
        yield from find_miscount_between(
            "outcomes", outcomes, Fraction(working.n_outcomes), Fraction(1000 * working.n_outcomes)
        )


def find_miscount_between(
    kind: str, bounds: Sequence[Fraction], right: Fraction, most: Fraction
) -> Iterator[KnownMistake]:
    """Yield a mistake if there is an integer between the bounds that is at most `most` and not `right`.

    There is none if the bounds are farther apart than `MAX_BOUND_DISTANCE`.
    """
    candidate = math.ceil(bounds[0])
    if 0 <= candidate <= min(bounds[1], most) and bounds[1] - bounds[0] <= MAX_BOUND_DISTANCE and candidate != right:
        yield KnownMistake(kind, Fraction(candidate), str(candidate), f"{float(right):g}")


def find_step_mistakes(label: str, workings: Mapping[str, SmoothedShare]) -> Iterator[KnownMistake]:
    """Yield the usual mistakes in a single probability. `workings` maps each label to its counts."""
    own = workings[label]
    above, below = own.count + own.smoothing, own.total + own.total_smoothing
    yield from mistake_if_defined("unsmoothed", own.count, own.total)
    yield from mistake_if_defined("smoothed-above", above, own.total)
    yield from mistake_if_defined("smoothed-below", own.count, below)
    yield from mistake_if_defined("one-alpha", above, own.total + own.smoothing)
    yield from mistake_if_defined("turned", own.count, sum((each.count for each in workings.values()), Fraction(0)))
    totals = [each.total for each in workings.values()]
    for wrong_total in (*totals, sum(totals, Fraction(0))):
        yield from mistake_if_defined(
            "total", above, wrong_total + own.total_smoothing, f"{float(wrong_total):g}", f"{float(own.total):g}"
        )
    for other, each in workings.items():
        yield from mistake_if_defined(
            "other-label", each.count + each.smoothing, each.total + each.total_smoothing, other
        )
    yield from mistake_if_defined("opposite", below - above, below)
    yield from find_logarithm_mistakes(above / below)


def mistake_if_defined(
    kind: str, above: Fraction, below: Fraction | int, about: str = "", right: str = ""
) -> Iterator[KnownMistake]:
    """Yield a mistake that leads to the answer `above` / `below`, unless `below` is 0."""
    if below:
        yield KnownMistake(kind, above / below, about, right)


def find_logarithm_mistakes(value: Fraction) -> Iterator[KnownMistake]:
    """Yield mistakes in which the answer is the logarithm of `value` to base e, 10 or 2."""
    if value > 0:
        natural = math.log(value.numerator) - math.log(value.denominator)
        yield from (KnownMistake("logarithm", Fraction(natural / math.log(base))) for base in (math.e, 10, 2))


def iter_questions(derived: Derivation) -> Iterator[Question]:
    """Yield the questions about a verdict whose answers are fractions.

    First come, for each label, its factors and their product; then, for each label, the posterior probability.
    """
    for label in derived.labels:
        if label.prior is not None and label.prior.n_outcomes:
            priors = {each.label: each.prior for each in derived.labels if each.prior is not None}
            yield from make_questions(label.label, "", "prior", priors)
        for place, step in enumerate(label.steps):
            workings = {each.label: each.steps[place].working for each in derived.labels}
            if all(isinstance(each, SmoothedShare) for each in workings.values()):
                yield from make_questions(label.label, step.name, "step", workings, times=int(step.count))
        yield from make_combined_question(derived, label, label.exact, "product")
    for label, share in zip(derived.labels, derived.exact or (), strict=False):
        yield from make_combined_question(derived, label, share, "share")


def make_combined_question(
    derived: Derivation, label: LabelDerivation, answer: Fraction | None, kind: QuestionKind
) -> Iterator[Question]:
    if answer is not None and estimate_n_digits(answer) <= MAX_DIGITS:
        mistakes = tuple(find_product_mistakes(derived, label, is_share=kind == "share"))
        yield Question(label.label, "", answer, kind=kind, known_mistakes=mistakes)


def make_questions(
    label: str, step: str, kind: QuestionKind, workings: Mapping[str, Any], times: int = 1
) -> Iterator[Question]:
    probability = workings[label].probability
    if probability is not None:
        mistakes = tuple(
            find_step_mistakes(
                label, {name: each for name, each in workings.items() if isinstance(each, SmoothedShare)}
            )
        )
        yield Question(label, step, probability, None, kind, workings[label], mistakes, times)


def find_product_mistakes(derived: Derivation, own: LabelDerivation, *, is_share: bool) -> Iterator[KnownMistake]:
    """Yield the usual mistakes in a product, or in a label's posterior probability (`is_share`)."""
    place, labels = derived.labels.index(own), derived.labels

    def find_mistake(kind: str, about: str = "", **changes: Any) -> Iterator[KnownMistake]:
        joints = list(map(partial(multiply_factors, **changes), labels))
        shares = exact_posterior(joints) if is_share else tuple(joints)
        if shares is not None:
            yield KnownMistake(kind, shares[place], about)

    joints, shares = list(map(multiply_factors, labels)), derived.exact
    if shares is not None:
        yield KnownMistake("not-normalised" if is_share else "normalised", joints[place] if is_share else shares[place])
    yield from find_mistake("no-prior", has_prior=False)
    yield from find_mistake("no-absent", has_absent=False)
    yield from find_mistake("unsmoothed", is_smoothed=False)
    yield from find_mistake("once", is_once=True)
    for step in own.steps:
        yield from find_mistake("left-out", step.name, without=step.name)
    yield from find_mistake("added", is_added=True)
    for other, value in zip(labels, (shares or ()) if is_share else joints, strict=False):
        yield KnownMistake("other-label", value, other.label)
    if is_share:
        yield from mistake_if_defined("odds", joints[place], sum(joints) - joints[place])
        if all(-math.inf < label.score < 0 for label in labels):
            yield KnownMistake("logs-shared", Fraction(own.score / sum(label.score for label in labels)))
    for value in (joints[place], shares[place] if shares else Fraction(0)):
        yield from find_logarithm_mistakes(value)


def multiply_factors(
    label: LabelDerivation,
    *,
    has_prior: bool = True,
    has_absent: bool = True,
    is_smoothed: bool = True,
    is_once: bool = False,
    is_added: bool = False,
    without: str | None = None,
) -> Fraction:
    """Return the product of a label's factors. Arguments other than the defaults give the result of a usual mistake.

    False for `has_prior`, `has_absent` or `is_smoothed` leaves out the prior, the absent words or smoothing; `without`
    is the name of a factor to leave out. `is_once` counts repeated words once; `is_added` adds the factors.
    """
    factors = [(compute_smoothed_share(label.prior, is_smoothed=is_smoothed), 1)] if has_prior and label.prior else []
    for step in label.steps:
        if step.name != without and isinstance(step.working, SmoothedShare):
            times = min(int(step.count), 1) if is_once else int(step.count)
            factors.append((compute_smoothed_share(step.working, is_smoothed=is_smoothed), times))
    if has_absent:
        groups = label.absent_groups
        factors += [
            (1 - compute_smoothed_share(each.working, is_smoothed=is_smoothed), each.n_words) for each in groups
        ]
    if is_added:
        return sum((factor * times for factor, times in factors), Fraction(0))
    return math.prod((factor**times for factor, times in factors), start=Fraction(1))


def compute_smoothed_share(working: SmoothedShare, *, is_smoothed: bool) -> Fraction:
    probability = working.probability if is_smoothed else Fraction(working.count, working.total or 1)
    return probability or Fraction(0)
