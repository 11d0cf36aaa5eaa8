"""Texts of the full calculation of a verdict (the *working sheet*) and of the lessons, as templates to translate.

As in `sentences`, every template is a whole phrase, because languages differ in word order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

Translate = Callable[[str], str]

SHEET_TEMPLATES: Final[dict[str, str]] = {
    "title": "Full calculation of one verdict",
    "made-by": "Model “{model}”: {event_model}, α = {smoothing}",
    "vocabulary": "The vocabulary has {n_words} words.",
    "what": "Factor or step",
    "times": "Count",
    "how": "Calculation",
    "decimal": "Decimal",
    "logarithm": "Logarithm",
    "adds": "Contribution",
    "prior": "prior",
    "more": "the other {n_steps}, added up",
    "absent": "absent words that occur in {count} documents each",
    "absent-more": "all remaining absent words, added up",
    "elsewhere": "words that occur {count} times under other labels",
    "divisor": "Divisor of {label}: the weights of all words, added up",
    "sum": "Sum: the score",
    "divisor-sum": "Sum: the divisor",
    "product": "As one fraction, the product is {fraction}.",
    "to-probabilities": "From scores to probabilities",
    "label": "Label",
    "plain-product": "Plain product",
    "score": "Score",
    "below": "Score − highest",
    "exponential": "Exponential",
    "share": "Share",
    "exact": "Exact",
    "log-sum-exp": (
        "log Σ exp(score) = {peak} + log {total} = {log_total}. The highest score is subtracted before exp is"
        " applied, so that no result is too large for the computer and not all are 0."
    ),
    "vanishes": (
        "{label}: factor number {n_factors}, {factor}, turns the plain product from {before} into 0. The "
        "computer stores no positive number below 4.9 × 10⁻³²⁴."
    ),
    "underflows": "All plain products become 0, and 0/0 is undefined. That is why logarithms are added instead.",
    "decision": "Decision",
    "judged": (
        "The label with the largest share wins: {label}, with {share} from the counts and {probability} after"
        " calibration."
    ),
    "judged-fitted": (
        "The label with the largest share wins: {label}, with {share} before calibration and {probability} after it."
    ),
    "undecided": "All labels are impossible, so the verdict is undecided.",
    "impossible": "{label} is impossible, because of {causes}.",
    "certain": "The score of {label} is infinite, because of {causes}.",
    "flips": "Without {words} the verdict would be {label}.",
    "flips-undecided": "Without {words} the verdict would be undecided.",
    "side-by-side": "The event models compared",
    "event-model": "Event model",
    "verdict": "Verdict",
    "not-decided": "undecided",
    "probability-of": "P({label})",
    "worth": "Contributions: log-odds of {label} against {other}",
    "absent-words": "absent words",
    "all-others": "all others",
    "name-filter": "filter",
    "name-multinomial": "multinomial",
    "name-binary multinomial": "binary multinomial",
    "name-bernoulli": "Bernoulli",
    "name-learnt": "learnt factors",
    "name-complement": "complement",
    "name-complement with norm": "complement with norm",
    "name-gaussian": "Gaussian",
    "name-categorical": "categorical",
    "name-mixed": "mixed",
    "name-mixed-bernoulli": "mixed, Bernoulli",
    "count": "Count",
    "total": "Total",
    "outcomes": "Possible values",
    "probability": "Probability",
    "mean": "Mean",
    "variance": "Variance",
    "density": "Density",
    "words": "Words",
    "documents": "Documents",
    "of-all": "Share",
    "labels": "Labels",
    "label-prior": "Prior",
    "prior-logarithm": "Logarithm",
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
    "kind-choice": "category",
    "kind-start": "starting point",
    "others-count": "Count, other labels",
    "others-total": "Total, other labels",
    "added-variance": "Amount added to every variance",
    "highest-score": "Highest score",
    "after-calibration": "After calibration",
    "taught-by": "Training examples that influenced this verdict",
    "weighed": (
        "How the log-odds of {label} against {other} change if one of the {n_documents} training documents is removed."
    ),
    "for-verdict": "For {label}",
    "against-verdict": "Against it",
    "number": "Number",
    "filter": "How the filter decides: {label} against {other}",
    "filter-how": (
        "The contribution of a word has two parts. By counts: log(frequency under {label} / frequency under "
        "{other}) × weight. Learnt correction: what the filter learnt from its mistakes. All numbers are log-"
        "odds."
    ),
    "fit": "How close the fit is to its optimum: {label}",
    "fit-how": (
        "The fit looks for the weights with the smallest loss. Each of {n_documents} documents adds max(0, 1 "
        "− t·score)² to the loss, with t = 1 for documents of {label} and t = −1 for all others. Each word "
        "adds {ridge}/2 · weight²/s, with s = {ease}. The slope is the derivative of the loss by a weight. It"
        " has a part from the documents with t·score below 1 and a part from the regularisation, {ridge} · "
        "weight/s. At the minimum, both add up to 0."
    ),
    "fit-by-ratio": "√|ratio|",
    "fit-alike": "1 for all words",
    "fit-ratio": "Ratio",
    "fit-factor": "Factor",
    "fit-weight": "Weight",
    "fit-short": "Documents with t·score below 1",
    "fit-pulled": "Slope from documents",
    "fit-held": "Slope from regularisation",
    "fit-slope": "Slope",
    "ridge": "Caution (regularisation)",
    "fit-slopes": "Slopes at the end of the fit",
    "fit-left": (
        "Over all words and labels, the slope has fallen to {left} of its value at the start. The fit stops "
        "when it is below {stop}."
    ),
    "fit-behind": "Documents added or removed since the fit: {n_documents}. The next fit includes them.",
    "fit-lacking": (
        "The training documents are not in this workspace. So Bayleaf cannot check how close the weights are "
        "to the best ones."
    ),
    "group": "Kind",
    "counted": "Counted, {label}",
    "says": "Alone",
    "weighs": "Weight",
    "by-counts": "By counts",
    "by-learnt": "Learnt correction",
    "before-words": "Starting point",
    "group-text": "Words of the text",
    "group-subject": "Subject",
    "group-opening": "Beginning of the text",
    "group-markup": "HTML code in plain text",
    "group-addresses": "Sender and recipients",
    "group-headers": "Headers and servers",
    "group-links": "Links",
    "group-attachments": "Attachments and parts",
    "group-hidden": "Hidden or disguised text",
    "group-signs": "Structure and style",
    "group-newness": "How many words are new",
    "group-columns": "Columns of the table",
    "filter-not-lowered": (
        "Of all words in the text, the subject, the addresses and the headers, {new_share} are new to the model. "
        "This does not lower the score."
    ),
    "filter-lowered": (
        "Of all words in the text, the subject, the addresses and the headers, {new_share} are new to the model. "
        "This is more than usual, so the score is lowered to {cautious}."
    ),
    "filter-limited": "The verdict is unsure, so at most {probability} is shown.",
    "filter-mark": "A verdict of {label} is sure if its score is at least {mark}.",
    "filter-probability": (
        "Probability of {label} = {least} + {rest} / (1 + exp(−score)) = {probability}, with score = {cautious}. The "
        "probability stays between {least_percent} and {most_percent}, because some labels may be wrong."
    ),
    "new-words": "Share of new words",
    "with-caution": "Score after the correction for new words",
    "sure-from": "Lowest score at which a verdict counts as sure",
    "beside": "For comparison: the same words in a multinomial model",
    "beside-how": (
        "The multinomial model counts every document once. It is shown for comparison and does not decide this verdict."
    ),
    "filtered": "Verdict of the filter: {label}, with {probability}.",
    "beside-share": "The multinomial model would give {label} a probability of {share}.",
}
LESSON_WORDS: Final[dict[str, str]] = {
    "rows": "Training data",
    "query": "Document to classify",
    "working": "The calculation",
    "exercises": "Exercises",
    "answer": "Answer",
    "question": "Question",
    "ask-prior": "P({label}) = ?",
    "ask-step": "P({step} | {label}) = ?",
    "ask-product": "The product of {label} = ?",
    "ask-share": "P({label} | document) = ?",
    "open": "Open the lesson",
    "change": "Change something",
    "why": "The calculation, step by step",
    "ask": "A question whose answer is checked",
    "yours": "your answer",
    "right": "Correct: {answer}",
    "whole": "The whole calculation, step by step",
    "paper-name": "Name",
    "paper-date": "Date",
    "paper-sheet": "Sheet {number}",
    "paper-given": "Given",
    "paper-answers": "Answers",
    "paper-product": "product (prior × factors)",
    "paper-share": "product / Σ products",
    "paper-prior-data": "The prior of a label is its share of the documents.",
    "paper-prior-uniform": "Every label has the same prior, 1/{n}.",
    "paper-prior-smoothed": (
        "The prior of a label is (its documents + {strength}) / (all documents + {strength} · {n})."
    ),
    "paper-absent": (
        "Every word of the table is a factor: P(word | label) if the document has the word, 1 − P(word | "
        "label) if it does not."
    ),
    "paper-product-is": (
        "For each label, multiply its prior by all of its factors. P(label | document) is this product divided by the"
        " sum of the products of all labels."
    ),
    "paper-left-out": "Words that are not in the table are left out.",
    "paper-per-label": "Values for each label",
    "paper-words-in-all": "Number of words of the label",
    "paper-vocabulary": "Words in the vocabulary",
    "paper-total": "Total",
    "paper-values": "Possible values",
    "ask-height": "How high is the curve of {label} at {step}?",
    "formula-word": "word",
    "formula-value": "value",
    "formula-label": "label",
    "formula-count": "count",
    "formula-total": "sum of all counts of the label",
    "formula-vocabulary": "words in the vocabulary",
    "formula-having": "documents with the word",
    "formula-documents": "documents of the label",
    "formula-values": "possible values",
    "formula-height": "height",
    "all-questions": "All questions, step by step",
    "live-learnt": "What the model learnt. Change a number to see the effect.",
    "live-verdict": "The verdict",
    "live-reset": "Start again",
    "live-noscript": "This part of the page needs JavaScript.",
    "live-documents": "Documents",
    "live-documents-with": "Documents with the word",
    "live-counts": "How often the word occurs",
    "live-mean": "Mean",
    "live-variance": "Variance",
    "live-document": "document",
    "live-prior": "prior",
    "live-absent": "words the document lacks",
    "live-without": "without “{word}”",
    "live-sum": "total",
    "live-factor": "Factor",
    "live-word": "A word",
    "live-add": "Add",
    "live-less": "One “{word}” less",
    "live-more": "One “{word}” more",
    "live-unknown": "“{word}” does not occur in the training data, so it does not count.",
    "live-hidden": "{n} more words are counted but not shown.",
    "live-beam": "Log-odds of {label} against {other}: the contribution of each factor",
    "live-undecided": "Undecided",
    "live-smoothing": "Smoothing α",
}
SLIP_SENTENCES: Final[dict[str, str]] = {
    "unreadable": "This is neither a fraction nor a decimal number.",
    "unsmoothed": "This is the result without smoothing.",
    "smoothed-above": (
        "You added the smoothing to the numerator only. Add it to the denominator too, once for each possible value."
    ),
    "smoothed-below": "You added the smoothing to the denominator only. Add it to the numerator too.",
    "one-alpha": "You added the smoothing once to the denominator. Add it once for each possible value.",
    "turned": ("This is P({label} | {step}). The question asks for P({step} | {label})."),
    "opposite": "This is the probability of the opposite. Subtract it from 1.",
    "other-label": "This is the answer for {about}, but the question asks about another label.",
    "logarithm": "This is a logarithm. The question asks for the probability.",
    "count": "You seem to use {about} in the numerator. The right count there is {right}.",
    "total": "You seem to divide by {about}. The total count of {label} is {right}.",
    "outcomes": "You seem to use {about} as the number of possible values. It is {right}.",
    "not-normalised": "This is the product. Divide it by the sum of all products.",
    "normalised": "This is the final share. The question asks for the product before the division.",
    "no-prior": "Your result leaves out the prior.",
    "no-absent": "Your result leaves out the absent words. Each of them is a factor too.",
    "once": "You used a word only once, although it occurs several times.",
    "left-out": "Your result leaves out one factor: {about}.",
    "added": "You added the factors. Multiply them.",
    "odds": (
        "You divided by the products of the other labels. That gives odds. Divide by the sum of the products "
        "of all labels."
    ),
    "logs-shared": "You divided logarithms. Divide the products instead.",
    "follows": "This result follows from your earlier numbers, but one of them is wrong.",
    "early": "Almost right: an earlier number was rounded too much.",
    "unknown": "Not correct yet. Check each number again.",
}
"""Sentences about a wrong answer, by the mistake that leads to it."""
COUNT_AGAIN_SENTENCES: Final[dict[str, str]] = {
    "count": "You seem to use {about} in the numerator. Count again.",
    "total": "You seem to divide by {about}. Count the total of {label} again.",
    "outcomes": "You seem to use {about} as the number of possible values. Count them again.",
}
"""Variants of SLIP_SENTENCES that do not state the right number, for answers that are handed in."""
ALL_TEMPLATES: Final = (
    *SHEET_TEMPLATES.values(), *LESSON_WORDS.values(), *SLIP_SENTENCES.values(), *COUNT_AGAIN_SENTENCES.values(),
)  # fmt: skip


def event_model_name_in_sentence(event_model: str) -> str:
    """Return the English name of an event model as part of a sentence; `event_model` itself if SHEET_TEMPLATES has
    none.
    """
    return SHEET_TEMPLATES.get(f"name-{event_model}", event_model)


def fill_sheet_template(key: str, translate: Translate = str, /, **facts: object) -> str:
    """Return the translation of SHEET_TEMPLATES[key], with the values of `facts` in its placeholders."""
    return translate(SHEET_TEMPLATES[key]).format_map(facts)
