"""Results as HTML: models, verdicts, explanations as waterfalls, derivations as MathML, evaluations.

Text from documents is untrusted. HTML is escaped, and TeX is not typeset. Control characters and bidi overrides are
replaced by a mark. Each word is isolated, so that its direction does not affect the text around it. Colours follow the
notebook or the system.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import singledispatch
from html import escape
from itertools import accumulate
from math import isfinite

from nbengine.counts import UNIT
from nbengine.explanations.derivation import Derivation, LabelDerivation
from nbengine.explanations.exact_fractions import (
    AnyCalculation,
    BiasCalculation,
    ComplementCalculation,
    RatioCalculation,
    SmoothedShare,
)
from nbengine.explanations.explanation import Explanation, strongest_words
from nbengine.measure.evaluation import Evaluation
from nbengine.models.model import Model
from nbengine.trust.verdicts import Verdict, Verdicts

CONTROL_CHARACTERS = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\ud800-\udfff]"
)
TEX = re.compile(r"[$\\]")
MARK = "\N{REPLACEMENT CHARACTER}"
MAX_WORD_CHARACTERS = 200
DARK = "--for:#5cc8b5;--against:#f0a35e;--soft:#8883;--faint:#999"
STYLE = f"""<style>
.nbayes{{--for:#1f776a;--against:#b85c12;--soft:#8882;--faint:#666;line-height:1.45;color:inherit;max-width:60em}}
@media (prefers-color-scheme:dark){{.nbayes{{{DARK}}}}}
[data-jp-theme-light="false"] .nbayes,.vscode-dark .nbayes{{{DARK}}}
[data-jp-theme-light="true"] .nbayes{{--for:#1f776a;--against:#b85c12;--soft:#8882;--faint:#666}}
.nbayes table{{border-collapse:collapse;margin:.4em 0;font-size:inherit}}
.nbayes th,.nbayes td{{padding:.15em .7em;text-align:right;border:0;border-top:1px solid var(--soft);background:none}}
.nbayes th{{font-weight:600;color:var(--faint)}}
.nbayes th:first-child,.nbayes td:first-child{{text-align:left}}
.nbayes .track{{display:inline-block;position:relative;width:16em;height:.8em;background:var(--soft);border-radius:2px}}
.nbayes .track i{{position:absolute;top:0;bottom:0;min-width:1px;border-radius:2px}}
.nbayes .for{{background:var(--for)}} .nbayes .against{{background:var(--against)}}
.nbayes .text{{white-space:pre-wrap;border-left:3px solid var(--soft);padding-left:.8em;margin:.5em 0}}
.nbayes mark{{color:inherit;border-radius:2px;padding:0 .1em}} .nbayes .note{{color:var(--faint)}}
.nbayes math{{font-size:1.1em;margin:.6em 1em;text-align:left}}
.nbayes .words{{text-align:left}} .nbayes summary{{cursor:pointer;font-weight:600}}
</style>"""


def wrap_page(*parts: str) -> str:
    """Return the HTML of one notebook output that contains `parts`."""
    return f'{STYLE}<div class="nbayes tex2jax_ignore mathjax_ignore">{"".join(parts)}</div>'


def isolated_text_html(words: object) -> str:
    """Return untrusted words as HTML, cut to `MAX_WORD_CHARACTERS`.

    Their direction does not affect the text around them.
    """
    text = str(words)
    text = text if len(text) <= MAX_WORD_CHARACTERS else f"{text[:MAX_WORD_CHARACTERS]}…"
    return f"<bdi>{escape_text(text)}</bdi>"


def escape_text(text: str) -> str:
    """Return untrusted text as HTML.

    Characters that start a formula get an element of their own, so no TeX is typeset.
    """
    escaped = escape(CONTROL_CHARACTERS.sub(MARK, text.replace("\r\n", "\n").replace("\r", "\n")), quote=True)
    return TEX.sub(r"<span>\g<0></span>", escaped)


def format_number(value: float, digits: int = 3) -> str:
    """Format a number with a mathematical minus sign."""
    text = f"{value:.{digits}f}" if isfinite(value) else "∞" if value > 0 else "-∞"
    return text.replace("-", "−")


def format_percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return an HTML table. The cells must be HTML already."""
    first = "".join(f"<th>{cell}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{first}</tr>{body}</table>"


def draw_bar(start: float, end: float, *, is_positive: bool) -> str:
    """Return a bar as HTML. It goes from `start` to `end`, where 0 is the left border and 1 the right border."""
    low, high = sorted((min(max(start, 0.0), 1.0), min(max(end, 0.0), 1.0)))
    kind = "for" if is_positive else "against"
    style = f"left:{100 * low:.2f}%;width:{100 * (high - low):.2f}%"
    return f'<span class="track"><i class="{kind}" style="{style}"></i></span>'


def coloured_text_html(pieces: Iterable[tuple[str, float | None]], strongest: float) -> str:
    """Return a text as HTML, with words coloured by their log-odds.

    `pieces` are parts of the text with their log-odds, None for parts without a word. Positive and negative log-odds
    have different colours. Log-odds of the magnitude `strongest` get the deepest colour.
    """
    inside = []
    for text, odds in pieces:
        if odds is None or not strongest:
            inside.append(escape_text(text))
            continue
        share = min(abs(odds) / strongest, 1.0) if isfinite(odds) else 1.0
        colour = "--for" if odds > 0 else "--against"
        background = f"color-mix(in srgb,var({colour}) {round(55 * share)}%,transparent)"
        inside.append(f'<mark style="background:{background}" title="{format_number(odds)}">{escape_text(text)}</mark>')
    return f'<div class="text" dir="auto">{"".join(inside)}</div>'


def mathml_fraction(above: str, below: str) -> str:
    """Return a MathML fraction."""
    return f"<mfrac><mrow>{above}</mrow><mrow>{below}</mrow></mfrac>"


def mathml_block(inside: str) -> str:
    return f'<math display="block"><mrow>{inside}</mrow></math>'


def mathml_number(value: object) -> str:
    """Return a number as MathML."""
    return f"<mn>{escape(str(value))}</mn>"


def mathml_operator(text: str) -> str:
    return f"<mo>{escape(text)}</mo>"


def mathml_text(text: str) -> str:
    """Return untrusted text as MathML text."""
    return f"<mtext>{escape_text(text[:MAX_WORD_CHARACTERS])}</mtext>"


N_WORDS, N_TERMS, N_STEPS, N_ROWS, MAX_CONFUSION_LABELS = 12, 20, 40, 20, 30
MAX_FRACTION_CHARACTERS = 30


@singledispatch
def html_of(result: object) -> str:
    """Return a result as HTML. Raises `TypeError` for a type that has no HTML form."""
    raise TypeError(f"Nothing shows a {type(result).__name__} in a notebook.")


@html_of.register
def _model_html(model: Model) -> str:
    documents = (model.statistics.documents / UNIT).tolist()
    strongest: dict[str, tuple[str, ...]] = {}
    if model.statistics.text is not None and model.n_words:
        strongest = {entry.label: entry.words for entry in strongest_words(model, N_WORDS)}
    rows = [
        (
            isolated_text_html(label),
            f"{count:,.10g}",
            f'<div class="words">{", ".join(map(isolated_text_html, strongest.get(label, ())))}</div>',
        )
        for label, count in list(zip(model.labels, documents, strict=True))[:MAX_CONFUSION_LABELS]
    ]
    kind = "filter" if model.recipe.learner is not None else model.recipe.event.title.lower()
    smoothing = f", α = {model.recipe.smoothing:g}" if model.recipe.event.is_smoothed else ""
    more = f"<p class=note>{len(model.labels) - len(rows)} more labels</p>" * (len(model.labels) > len(rows))
    head = ("label", "documents", "words that speak for it")
    return wrap_page(f"<b>Naive Bayes, {kind}{smoothing}</b>, {model.n_words:,} words", table(head, rows), more)


@html_of.register
def _verdict_html(verdict: Verdict) -> str:
    shares = sorted(verdict.probabilities.items(), key=lambda pair: -pair[1])[:N_ROWS]
    rows = [
        (isolated_text_html(label), format_percent(share), draw_bar(0, share, is_positive=label == verdict.label))
        for label, share in shares
    ]
    label = "undecided" if verdict.label is None else isolated_text_html(verdict.label)
    unsure = " (unsure: a person had better look)" if verdict.is_unsure else ""
    return wrap_page(
        f"<b>{label}</b>, {format_percent(verdict.probability)}{unsure}", table(("label", "probability", ""), rows)
    )


@html_of.register
def _verdicts_html(verdicts: Verdicts) -> str:
    first = [verdicts[row] for row in range(min(len(verdicts), N_ROWS))]
    rows = [
        (
            str(row),
            isolated_text_html(verdict.label or "undecided"),
            format_percent(verdict.probability),
            "unsure" if verdict.is_unsure else "",
        )
        for row, verdict in enumerate(first)
    ]
    more = f"<p class=note>{len(verdicts) - len(rows):,} more</p>" * (len(verdicts) > len(rows))
    return wrap_page(table(("", "label", "probability", ""), rows), more)


@html_of.register
def _explanation_html(explanation: Explanation) -> str:
    return wrap_page(waterfall_html(explanation))


def waterfall_html(explanation: Explanation) -> str:
    """Return the terms as a waterfall chart: each bar begins where the previous one ended, and the last bar is
    the sum.
    """
    short = explanation.strongest(N_TERMS)
    terms = [("prior", explanation.prior), *((term.name, term.value) for term in short.terms)]
    if explanation.absent:
        terms.append(("words that it lacks", explanation.absent))
    if short.n_rest:
        terms.append((f"{short.n_rest:,} more", short.rest))
    ends = list(accumulate((value for _, value in terms), initial=0.0))
    known = [end for end in ends if math.isfinite(end)]
    low, span = min(known), max(max(known) - min(known), 1e-12)

    def position(value: float) -> float:
        return (value - low) / span if math.isfinite(value) else float(value > 0)

    rows = [
        (
            isolated_text_html(term),
            format_number(value),
            draw_bar(position(start), position(end), is_positive=value > 0),
        )
        for (term, value), start, end in zip(terms, ends[:-1], ends[1:], strict=True)
    ]
    rows.append(
        (
            "<b>sum</b>",
            f"<b>{format_number(short.score)}</b>",
            draw_bar(position(0), position(short.score), is_positive=short.score > 0),
        )
    )
    decisive = "".join(
        f"<p class=note>{isolated_text_html(label)} is decided by {words} alone</p>"
        for label, decisive_words in explanation.decisive
        for words in [", ".join(map(isolated_text_html, decisive_words[:N_WORDS]))]
    )
    head = f"<b>{isolated_text_html(explanation.label)}</b> against {isolated_text_html(explanation.against)}, log-odds"
    return head + table(("", "adds", ""), rows) + decisive


@html_of.register
def _derivation_html(derivation: Derivation) -> str:
    parts = [
        f"<details><summary>{isolated_text_html(label.label)}</summary>{''.join(_derivation_lines_html(label))}</details>"
        for label in derivation.labels
    ]
    shares = derivation.probabilities
    if shares is None:
        return wrap_page(*parts, "<p>undecided</p>")
    exact = derivation.exact or [None] * len(shares)
    rows = [
        (
            isolated_text_html(label.label),
            format_number(label.score),
            _fraction_or_decimal(whole),
            format_percent(share),
            draw_bar(0, share, is_positive=True),
        )
        for label, whole, share in zip(derivation.labels, exact, shares, strict=True)
    ]
    return wrap_page(table(("label", "log score", "exactly", "probability", ""), rows), *parts)


def _derivation_lines_html(label: LabelDerivation) -> Iterator[str]:
    if label.prior is not None:
        working = _working_html(label.prior) + mathml_operator("=") + mathml_number(format_number(label.prior.log, 6))
        yield mathml_block(mathml_text(f"log P({label.label})") + mathml_operator("=") + working)
    for step in label.steps[:N_STEPS]:
        times = mathml_number(f"{step.count:g}") + mathml_operator("·") if step.count != 1 else ""
        term = f"{times}{_working_html(step.working)}{mathml_operator('=')}{mathml_number(format_number(step.term, 6))}"
        yield mathml_block(mathml_text(step.name or step.kind) + mathml_operator(":") + term)
    if len(label.steps) > N_STEPS:
        yield f"<p class=note>{len(label.steps) - N_STEPS:,} more</p>"
    if label.n_absent:
        absent = mathml_text(f"{label.n_absent:,} words that it lacks") + mathml_operator(":")
        yield mathml_block(absent + mathml_number(format_number(label.absent, 6)))
    yield mathml_block(
        mathml_text("sum of logarithms") + mathml_operator("=") + mathml_number(format_number(label.score, 6))
    )


def _working_html(working: AnyCalculation) -> str:
    """Return the formula of a log-probability, a weight, or a log-density."""
    if isinstance(working, SmoothedShare):
        return f"<mi>log</mi>{_share_html(working)}"
    if isinstance(working, ComplementCalculation):
        above = f"{mathml_operator('−')}<mi>log</mi>{_share_html(working.share)}"
        return above if working.divisor == 1 else mathml_fraction(above, mathml_number(f"{working.divisor:.6g}"))
    if isinstance(working, BiasCalculation):
        return mathml_number(format_number(working.log, 6))
    if isinstance(working, RatioCalculation):
        outside = "" if working.outside is None else f"{mathml_operator('−')}<mi>log</mi>{_share_html(working.outside)}"
        ratio = f"{mathml_operator('(')}<mi>log</mi>{_share_html(working.inside_share)}{outside}{mathml_operator(')')}"
        return f"{mathml_number(f'{working.factor:.6g}')}{mathml_operator('·')}{ratio}"
    minus, times, opening, closing = map(mathml_operator, "−·()")
    two, variance = mathml_number(2), mathml_number(f"{working.variance:.6g}")
    distance = mathml_number(f"{working.value:g}") + minus + mathml_number(f"{working.mean:.6g}")
    squared = f"<msup><mrow>{opening}{distance}{closing}</mrow>{two}</msup>"
    half = mathml_fraction(mathml_number(1), two)
    log_of_spread = f"{minus}{half}<mi>log</mi>{opening}{two}<mi>π</mi>{times}{variance}{closing}"
    return f"{log_of_spread}{minus}{mathml_fraction(squared, two + times + variance)}"


def _share_html(working: SmoothedShare) -> str:
    count, smoothing, total, total_smoothing = (
        mathml_number(_fraction_or_decimal(part))
        for part in (working.count, working.smoothing, working.total, working.total_smoothing)
    )
    plus = mathml_operator("+")
    return mathml_fraction(count + plus + smoothing, total + plus + total_smoothing)


def _fraction_or_decimal(exact: Fraction | None) -> str:
    """Return a fraction, or a decimal number if the fraction is long."""
    if exact is None:
        return ""
    is_short = exact.denominator < 10**MAX_FRACTION_CHARACTERS and len(str(exact)) <= MAX_FRACTION_CHARACTERS
    return str(exact) if is_short else f"{float(exact):.9g}"


@html_of.register
def _evaluation_html(evaluation: Evaluation) -> str:
    interval = evaluation.accuracy_interval
    first = (
        f"<b>{format_percent(evaluation.accuracy)} right</b> of {evaluation.documents:,} documents"
        f" ({format_percent(interval.low)} to {format_percent(interval.high)})"
    )
    figures = [
        (
            isolated_text_html(label),
            format_number(scores.precision),
            format_number(scores.recall),
            format_number(scores.f1),
            f"{scores.support:,}",
        )
        for label, scores in list(evaluation.per_label.items())[:MAX_CONFUSION_LABELS]
    ]
    head = ("label", "precision", "recall", "F1", "documents")
    return wrap_page(first, table(head, figures), _confusion_html(evaluation))


def _confusion_html(evaluation: Evaluation) -> str:
    labels, counts = evaluation.labels[:MAX_CONFUSION_LABELS], evaluation.confusion
    rows = []
    for row, label in enumerate(labels):
        total = max(int(counts[row].sum()), 1)
        cells = [
            f'<span style="background:color-mix(in srgb,var({"--for" if row == column else "--against"})'
            f' {round(60 * int(counts[row, column]) / total)}%,transparent);padding:.1em .4em">'
            f"{int(counts[row, column]):,}</span>"
            for column in range(len(labels))
        ]
        rows.append((isolated_text_html(label), *cells))
    return table(("truth, judged as", *map(isolated_text_html, labels)), rows)
