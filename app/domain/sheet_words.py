"""Words of a working sheet and of lessons beside their numbers: templates, so that a window can translate them first.

As with sentences about errors, each is whole, since languages do not agree on how to put pieces together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

Translate = Callable[[str], str]

WORDS: Final[dict[str, str]] = {
    "title": "Working of one verdict",
    "made-by": "Model “{model}”: {event_model}, α = {smoothing}",
    "vocabulary": "The vocabulary has {n_words} words.",
    "what": "What",
    "times": "Times",
    "how": "How it comes about",
    "decimal": "Decimal",
    "logarithm": "Logarithm",
    "adds": "Adds",
    "prior": "prior",
    "more": "{n_steps} more, summed",
    "absent": "absent words, seen in: {count}",
    "absent-more": "all other absent words, summed",
    "elsewhere": "words, seen elsewhere: {count}",
    "divisor": "Divisor of {label}: the weights of all words, added up",
    "sum": "Sum: the score",
    "divisor-sum": "Sum: the divisor",
    "product": "As one fraction, the product is {fraction}.",
    "to-probabilities": "From scores to probabilities",
    "label": "Label",
    "plain-product": "Plain product",
    "score": "Score",
    "below": "Below the highest",
    "exponential": "Exponential of that",
    "share": "Share",
    "exact": "Exactly",
    "log-sum-exp": "log Σ exp(score) = {peak} + log {total} = {log_total}: the highest score is taken off first, "
    "so that no exponential is too large and not all of them are too small.",
    "vanishes": "{label}: factor number {n_factors}, {factor}, takes the plain product from {before} to 0, for a "
    "computer holds nothing smaller than 4.9 × 10⁻³²⁴.",
    "underflows": "Every plain product is 0 for a computer, and 0/0 has no answer. That is why logarithms are added.",
    "decision": "Decision",
    "judged": "The largest share decides: {label}, with {share} by the counts alone and {probability} after "
    "calibration.",
    "judged-fitted": "The largest share decides: {label}, with {share} before calibration and {probability} after it.",
    "undecided": "No label is left to choose: the verdict is undecided.",
    "impossible": "{label} is impossible, because of {causes}.",
    "certain": "{label} has infinite evidence, because of {causes}.",
    "flips": "Without {words} it would be {label}.",
    "flips-undecided": "Without {words} it would be undecided.",
    "side-by-side": "The event models side by side",
    "event-model": "Event model",
    "verdict": "Verdict",
    "not-decided": "undecided",
    "probability-of": "P({label})",
    "worth": "What each is worth: log-odds of {label} against {other}",
    "absent-words": "absent words",
    "all-others": "all others",
    "name-multinomial": "multinomial",
    "name-binary multinomial": "binary multinomial",
    "name-bernoulli": "bernoulli",
    "name-learnt": "learnt factors",
    "name-complement": "complement",
    "name-complement with norm": "complement with norm",
    "name-gaussian": "gaussian",
    "name-categorical": "categorical",
    "name-mixed": "mixed",
    "name-mixed-bernoulli": "mixed, Bernoulli",
    "count": "Count",
    "total": "Total",
    "outcomes": "Outcomes",
    "probability": "Probability",
    "mean": "Mean",
    "variance": "Variance",
    "density": "Density",
    "words": "Words",
    "documents": "Documents",
    "of-all": "Of all",
    "labels": "Labels",
    "label-prior": "Prior",
    "prior-logarithm": "Its logarithm",
    "steps": "Steps",
    "absent-total": "Absent words",
    "exponential-short": "Exponential",
    "divisor-short": "Divisor",
    "divisors": "Divisors",
    "kind": "Kind",
    "value": "Value",
    "kind-word": "word",
    "kind-absent word": "absent word",
    "kind-number": "number",
    "kind-choice": "choice",
    "added-variance": "Added to variances",
    "highest-score": "Highest score",
    "after-calibration": "After calibration",
    "taught-by": "Documents that taught this",
    "weighed": "Each of {n_documents} training documents, taken out by itself; log-odds of {label} against {other}.",
    "for-verdict": "For {label}",
    "against-verdict": "Against it",
    "number": "Number",
    "filter": "How the filter decides: {label} against {other}",
    "filter-how": "A word says the logarithm of how much more often it was counted under {label} than under {other}, "
    "times its weight among the words of its kind. What it learnt from mistakes is added. All of it is log-odds.",
    "fit": "Where the fit stands: {label}",
    "fit-how": "The factors make this least: the sum over {n_documents} documents of max(0, 1 − t·score)², where t is "
    "1 for documents of {label} and −1 for all others, plus {ridge}/2 · the sum over words of weight²/s, where s is "
    "{ease}. At the least place each slope is 0: what documents that fall short of t·score = 1 pull at the weight "
    "of a word, and what the ridge holds, {ridge} · weight/s, cancel.",
    "fit-by-ratio": "√|ratio|",
    "fit-alike": "1 for every word",
    "fit-ratio": "Ratio",
    "fit-factor": "Factor",
    "fit-weight": "Weight",
    "fit-short": "Fall short",
    "fit-pulled": "They pull",
    "fit-held": "The ridge holds",
    "fit-slope": "Slope",
    "fit-left": "Over all words and labels {left} of the slope is left with which the search began; it stops at "
    "{stop}.",
    "fit-behind": "Since the fit {n_documents} documents came or went. The next fit takes that in.",
    "fit-lacking": "The documents that the factors were fitted to are not at hand, so that nobody can work out how "
    "near the fit came to its least place.",
    "group": "Kind",
    "counted": "Counted, {label}",
    "says": "Says",
    "weighs": "Weighs",
    "by-counts": "By counts",
    "by-learnt": "Learnt",
    "before-words": "before any word",
    "group-text": "text",
    "group-subject": "subject",
    "group-route": "sender and route",
    "group-signs": "signs",
    "group-opening": "how it begins",
    "group-newness": "how new its words are",
    "filter-caution": "{new_share} of its words are new. With caution for that the score is {cautious}; from {mark} on "
    "{label} is sure.",
    "new-words": "Share of new words",
    "with-caution": "Score with caution for new words",
    "sure-from": "Sure from",
    "beside": "Beside it: the same words by a multinomial model",
    "beside-how": "These counts hold all documents in full. They do not decide here.",
    "filtered": "The filter decides: {label}, with {probability}. The multinomial model beside it would give that "
    "label {share}.",
}
LESSON_WORDS: Final[dict[str, str]] = {
    "rows": "What it learns",
    "query": "What is to be judged",
    "working": "The working",
    "exercises": "Exercises",
    "answer": "Answer",
    "question": "Question",
    "ask-prior": "P({label}) = ?",
    "ask-step": "P({step} | {label}) = ?",
    "ask-product": "The product of {label} = ?",
    "ask-share": "P({label}) in the end = ?",
    "open": "Open the lesson",
    "change": "Change something",
    "why": "The working, step by step",
    "ask": "A question, and the answer checked",
    "yours": "your answer",
    "right": "Right: {answer}",
    "whole": "The whole working, step by step",
}
SLIPS: Final[dict[str, str]] = {
    "unreadable": "That is neither a fraction nor a decimal.",
    "unsmoothed": "That comes out without smoothing.",
    "smoothed-above": "Smoothing was added above and not below: below it is added once for each possibility.",
    "smoothed-below": "Smoothing was added below and not above.",
    "one-alpha": "Below, smoothing was added once: it is added once for each possibility.",
    "turned": "That is turned round: {label} among all with {step}, not {step} among all of {label}.",
    "opposite": "That is the probability of the opposite: one minus it.",
    "other-label": "That is the answer for {about}.",
    "logarithm": "That is a logarithm: the probability itself is asked for.",
    "count": "That comes out where {about} are counted above: there are {right}.",
    "total": "That comes out of {about} in all: there are {right} of {label}.",
    "outcomes": "That comes out with {about} possibilities: there are {right}.",
    "not-normalised": "That is the product: it is still to be divided by the sum of all products.",
    "normalised": "That is the share in the end: the product before the division is asked for.",
    "no-prior": "The prior is missing.",
    "no-absent": "The words that it lacks are missing: each is a factor too.",
    "once": "What occurs several times was taken once.",
    "left-out": "One factor is missing: {about}.",
    "added": "Factors were added up: they are multiplied.",
    "odds": "Those are the odds against all others: it is to be divided by the sum of all products, its own too.",
    "logs-shared": "Logarithms were divided by their sum: the products themselves are to be.",
    "follows": "It follows from the numbers before it, of which one is wrong.",
    "early": "Nearly: some number before it was rounded too early.",
    "unknown": "No usual mistake gives this.",
}
"""Sentences about a wrong answer, by the mistake that gives it."""
TEMPLATES: Final = (*WORDS.values(), *LESSON_WORDS.values(), *SLIPS.values())


def event_model_words(event_model: str) -> str:
    """Return the English name of an event model, within a sentence; one without a name is called as in recipes."""
    return WORDS.get(f"name-{event_model}", event_model)


def told(key: str, translate: Translate = str, /, **facts: object) -> str:
    """Fill one of the templates with its facts, in another language where `translate` knows it."""
    return translate(WORDS[key]).format_map(facts)
