"""The full calculation of a verdict as headings, paragraphs and tables, and their conversion to text or HTML."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from html import escape
from itertools import zip_longest
from pathlib import Path

import resources
from app.domain.documents import display_labels
from app.domain.evidence import EvidenceGroup, evidence_group_of_token, group_terms
from app.domain.results import DocumentVerdict, EventModelComparison, TrainingInfluence
from app.domain.sheet_words import Translate, event_model_name_in_sentence, fill_sheet_template
from app.features.explain.use_cases import (
    SAME_PROBABILITY,
    SUPERSCRIPTS,
    DerivedVerdict,
    SheetStep,
    calibration_step,
    fraction_or_decimal,
    make_group_step,
    make_prior_step,
    make_step,
)
from nbengine.explanations.derivation import Derivation, LabelDerivation
from nbengine.explanations.exact_fractions import Step
from nbengine.explanations.fit_gradients import GRADIENT_SHARE_AT_STOP, FitGradients
from nbengine.filter.filter import FilterCalculation
from nbengine.filter.thresholds import MIN_PROBABILITY

MINUS = "−"
SHOWN_STEPS = 40
"""Default number of steps that are listed for each label."""
MIN_SHOWN_SHARE = 1e-6
"""Smallest proportion that a percentage with four decimals can show."""
WORD_KINDS = ("word", "absent word")
STEP_COLUMNS = ("what", "how", "times", "decimal", "logarithm", "adds")
NARROW_STEP_COLUMNS = (0, 1, 2, 5)


@dataclass(frozen=True, slots=True)
class SheetHeading:
    """A heading; level 1 is the title of the sheet."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class SheetParagraph:
    """A paragraph of one or two sentences."""

    text: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. The first `n_left` columns are text, the others are numbers."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    n_left: int = 1
    has_sum: bool = False
    """True if the last row is the sum of the others."""
    narrow: tuple[int, ...] = ()
    """Indices of the columns that a narrow pane shows; () for all columns."""


Block = SheetHeading | SheetParagraph | Grid


TokenNamer = Callable[[str], str]
"""Function that returns the display name of a token, such as `mortgage (in the subject)` for `subject:mortgage`."""


def sheet_blocks(
    explained: DerivedVerdict,
    n_steps: int | None = SHOWN_STEPS,
    translate: Translate = str,
    name_token: TokenNamer = str,
) -> list[Block]:
    """Return the full calculation of a verdict. At most `n_steps` steps are listed for each label, None for all."""
    sheet = explained.derivation
    blocks: list[Block] = [
        SheetHeading(fill_sheet_template("title", translate), 1),
        SheetParagraph(model_sentence(explained, translate)),
    ]
    if explained.working is not None:
        blocks += _filter_blocks(explained.working, explained, n_steps, translate, name_token)
    if explained.n_words:
        blocks.append(SheetParagraph(fill_sheet_template("vocabulary", translate, n_words=f"{explained.n_words:,}")))
    shown = strongest_steps(sheet, n_steps)
    for label in sheet.labels:
        blocks += _label_blocks(label, shown, n_steps, translate, name_token)
    blocks += _fit_blocks(explained, n_steps, translate, name_token)
    blocks += _probability_blocks(explained, translate, name_token)
    if explained.working is None:
        return [*blocks, *_decision_blocks(explained, translate, name_token)]
    return [*blocks, *_infinity_blocks(sheet, translate, name_token), *_beside_share_blocks(explained, translate)]


def model_sentence(explained: DerivedVerdict, translate: Translate) -> str:
    """Return the sentence that names the model."""
    event_model = translate(event_model_name_in_sentence(explained.event_model))
    facts = {"event_model": event_model, "smoothing": f"{explained.smoothing:g}"}
    return fill_sheet_template("made-by", translate, model=explained.model, **facts)


def _column_heads(keys: Sequence[str], translate: Translate) -> tuple[str, ...]:
    return tuple(fill_sheet_template(key, translate) for key in keys)


def _fit_blocks(
    explained: DerivedVerdict, n_steps: int | None, translate: Translate, name_token: TokenNamer
) -> Iterator[Block]:
    """Yield the gradient of learnt factors for two labels, that of the verdict and its strongest rival.

    At the optimum of the fit, the gradient is 0.
    """
    fit = explained.fit
    if explained.lacks_documents:
        yield SheetParagraph(fill_sheet_template("fit-lacking", translate))
    if fit is None:
        return
    labels = [label.label for label in explained.derivation.labels]
    for label in labels_with_gradient(explained):
        number = labels.index(label)
        yield SheetHeading(fill_sheet_template("fit", translate, label=label))
        yield SheetParagraph(fill_sheet_template("fit-how", translate, **fit_facts(fit, label, translate)))
        keys = ("what", "fit-ratio", "fit-factor", "fit-weight", "fit-short", "fit-pulled", "fit-held", "fit-slope")
        order = sorted(range(len(fit.words)), key=lambda row: -abs(fit.weights[row, number]))[:n_steps]
        rows = tuple(_fit_row(fit, row, number, name_token) for row in order)
        yield Grid(_column_heads(keys, translate), rows, narrow=(0, 3, 5, 6, 7))
    yield SheetParagraph(
        fill_sheet_template(
            "fit-left",
            translate,
            left=format_percent(fit.remaining_gradient_share),
            stop=format_percent(GRADIENT_SHARE_AT_STOP),
        )
    )
    if fit.n_changes_since_fit:
        yield SheetParagraph(fill_sheet_template("fit-behind", translate, n_documents=f"{fit.n_changes_since_fit:,}"))


def labels_with_gradient(explained: DerivedVerdict) -> list[str]:
    """Return the labels whose gradient is shown: that of the verdict and its strongest rival; without a verdict, the
    first label.
    """
    fit, verdict = explained.fit, explained.verdict
    labels = [label.label for label in explained.derivation.labels][: 0 if fit is None else fit.weights.shape[1]]
    return [label for label in (verdict.label, verdict.against) if label is not None and label in labels] or labels[:1]


def fit_facts(fit: FitGradients, label: str, translate: Translate) -> dict[str, str]:
    """Return the values for the placeholders in the template `fit-how`."""
    ease = fill_sheet_template("fit-alike" if fit.has_equal_ridge else "fit-by-ratio", translate)
    return {"n_documents": f"{fit.n_documents:,}", "ridge": f"{fit.ridge:g}", "label": label, "ease": ease}


def _fit_row(fit: FitGradients, row: int, label: int, name_token: TokenNamer) -> tuple[str, ...]:
    tables = (fit.weights, fit.log_ratios, fit.loss_gradients, fit.ridge_gradients, fit.total_gradients)
    weight, ratio, *slopes = (float(table[row, label]) for table in tables)
    factor = "–" if not ratio else format_six_digits(weight / ratio).replace("-", MINUS)
    n_short = f"{fit.n_inside_margin[row, label]:,}"
    return (
        name_token(fit.words[row]),
        format_signed(ratio),
        factor,
        format_signed(weight),
        n_short,
        *map(format_signed, slopes),
    )


def _filter_blocks(
    working: FilterCalculation,
    explained: DerivedVerdict,
    n_steps: int | None,
    translate: Translate,
    name_token: TokenNamer,
) -> Iterator[Block]:
    """Yield the calculation of a filter: a table of evidence groups, and a table of words.

    Both tables end with the score.
    """
    facts = {"label": working.label, "other": working.against}
    yield SheetHeading(fill_sheet_template("filter", translate, **facts))
    yield SheetParagraph(fill_sheet_template("filter-how", translate, **facts))
    first = (fill_sheet_template("before-words", translate), "", format_signed(working.prior))
    rows = [
        (
            group_name(each.group, translate),
            f"{len(each.terms):,}",
            format_signed(math.fsum(term.contribution for term in each.terms)),
        )
        for each in group_terms(working.terms, explained.markup)
    ]
    total = (fill_sheet_template("sum", translate), f"{len(working.terms):,}", format_signed(working.score))
    yield Grid(_column_heads(("group", "words", "adds"), translate), (first, *rows, total), has_sum=True)
    yield _filter_words(working, explained.markup, n_steps, translate, name_token)
    yield SheetHeading(fill_sheet_template("decision", translate))
    yield from _filter_probability_blocks(working, explained.verdict, translate)
    yield from _flip_blocks(explained, translate, name_token)
    yield SheetHeading(fill_sheet_template("beside", translate))
    yield SheetParagraph(fill_sheet_template("beside-how", translate))


def _filter_probability_blocks(
    working: FilterCalculation, verdict: DocumentVerdict, translate: Translate
) -> Iterator[Block]:
    """Yield the steps from the score of a filter to the probability that is shown."""
    facts = {
        "label": working.label,
        "new_share": format_percent(working.new_share),
        "cautious": format_signed(working.cautious_score),
        "mark": format_signed(working.threshold),
        "probability": format_percent(verdict.probability),
        "least": f"{MIN_PROBABILITY:g}",
        "rest": f"{1 - 2 * MIN_PROBABILITY:g}",
        "least_percent": f"{100 * MIN_PROBABILITY:g} %",
        "most_percent": f"{100 - 100 * MIN_PROBABILITY:g} %",
    }
    step = calibration_step(verdict)
    is_limited = step is not None and step.cause == "unsure"
    is_lowered = not is_limited and working.cautious_score < working.score - SAME_PROBABILITY
    keys = ["filter-lowered" if is_lowered else "filter-not-lowered", "filter-mark"]
    if is_limited:
        keys.append("filter-limited")
    elif step is not None and step.is_by_pair:
        keys.append("filter-probability")
    for key in (*keys, "filtered" if verdict.label is not None else "undecided"):
        yield SheetParagraph(fill_sheet_template(key, translate, **facts))


def group_name(group: EvidenceGroup, translate: Translate) -> str:
    """Return the translated name of an evidence group."""
    return fill_sheet_template(f"group-{group}", translate)


def _filter_words(
    working: FilterCalculation, markup: Set[str], n_steps: int | None, translate: Translate, name_token: TokenNamer
) -> Grid:
    shown = working.terms if n_steps is None else working.terms[:n_steps]
    rest = [term.contribution for term in working.terms[len(shown) :]]
    rows = [(fill_sheet_template("before-words", translate), *[""] * 7, format_signed(working.prior))]
    for term in shown:
        counts = [f"{count:g}" for count in term.counts]
        terms = (
            format_signed(term.counts_contribution),
            format_signed(term.learnt_contribution),
            format_signed(term.contribution),
        )
        kind = group_name(evidence_group_of_token(term.word, markup), translate)
        rows.append(
            (
                name_token(term.word),
                kind,
                *counts,
                format_signed(term.log_ratio),
                format_six_digits(term.ratio_factor),
                *terms,
            )
        )
    if rest:
        rows.append(
            (
                fill_sheet_template("more", translate, n_steps=f"{len(rest):,}"),
                *[""] * 7,
                format_signed(math.fsum(rest)),
            )
        )
    rows.append((fill_sheet_template("sum", translate), *[""] * 7, format_signed(working.score)))
    return Grid(filter_head(working, translate), tuple(rows), n_left=2, has_sum=True, narrow=(0, 6, 7, 8))


def filter_head(working: FilterCalculation, translate: Translate) -> tuple[str, ...]:
    """Return the column heads for the words of a filter, with the counts under both labels."""
    counted = [fill_sheet_template("counted", translate, label=label) for label in (working.label, working.against)]
    ways = ("says", "weighs", "by-counts", "by-learnt", "adds")
    return (*_column_heads(("what", "group"), translate), *counted, *_column_heads(ways, translate))


def strongest_steps(sheet: Derivation, n_steps: int | None) -> list[int]:
    """Return the indices of the `n_steps` steps that separate the labels best, in document order; with None, of all
    steps.

    A step that adds the same number to all labels does not separate them, even if the number is large.
    """
    terms = [*zip_longest(*([step.term for step in label.steps] for label in sheet.labels), fillvalue=0.0)]
    spreads = [
        0.0 if max(label_terms) == min(label_terms) else max(label_terms) - min(label_terms) for label_terms in terms
    ]
    return sorted(sorted(range(len(terms)), key=lambda index: -spreads[index])[:n_steps])


def _label_blocks(
    label: LabelDerivation, shown: Sequence[int], n_steps: int | None, translate: Translate, name_token: TokenNamer
) -> Iterator[Block]:
    yield SheetHeading(label.label)
    if label.divisor_groups:
        yield SheetParagraph(fill_sheet_template("divisor", translate, label=label.label))
        rows = tuple(_divisor_rows(label, n_steps, translate))
        yield Grid(_column_heads(STEP_COLUMNS, translate), rows, n_left=2, has_sum=True, narrow=NARROW_STEP_COLUMNS)
    rows = tuple(_label_rows(label, shown, n_steps, translate, name_token))
    yield Grid(_column_heads(STEP_COLUMNS, translate), rows, n_left=2, has_sum=True, narrow=NARROW_STEP_COLUMNS)
    if label.exact is not None and label.steps:
        yield SheetParagraph(fill_sheet_template("product", translate, fraction=fraction_or_decimal(label.exact)))


def _label_rows(
    label: LabelDerivation, shown: Sequence[int], n_steps: int | None, translate: Translate, name_token: TokenNamer
) -> Iterator[tuple[str, ...]]:
    if label.prior is not None:
        yield step_row(make_prior_step(label.prior), fill_sheet_template("prior", translate))
    for index in shown:
        if index < len(label.steps):
            step = label.steps[index]
            yield step_row(make_step(step), _step_name(step, name_token))
    are_shown = set(shown)
    if left_out := [step.term for index, step in enumerate(label.steps) if index not in are_shown]:
        yield sum_row(fill_sheet_template("more", translate, n_steps=f"{len(left_out):,}"), left_out)
    groups = sorted(label.absent_groups, key=lambda group: -abs(group.term))
    for group in groups[:n_steps]:
        line = make_group_step(group, is_absent=True)
        yield step_row(line, fill_sheet_template("absent", translate, count=line.name))
    if rest := [group.term for group in groups[len(groups[:n_steps]) :]]:
        yield sum_row(fill_sheet_template("absent-more", translate), rest)
    yield (fill_sheet_template("sum", translate), "", "", "", "", format_signed(label.score))


def _step_name(step: Step, name_token: TokenNamer) -> str:
    return name_token(step.name) if step.kind in WORD_KINDS else step.name


def _divisor_rows(label: LabelDerivation, n_steps: int | None, translate: Translate) -> Iterator[tuple[str, ...]]:
    groups = sorted(label.divisor_groups, key=lambda group: -abs(group.term))
    for group in groups[:n_steps]:
        line = make_group_step(group, is_absent=False)
        yield step_row(line, fill_sheet_template("elsewhere", translate, count=line.name))
    if rest := [group.term for group in groups[len(groups[:n_steps]) :]]:
        yield sum_row(fill_sheet_template("more", translate, n_steps=f"{len(rest):,}"), rest)
    total = math.fsum(group.term for group in groups)
    yield (fill_sheet_template("divisor-sum", translate), "", "", "", "", format_signed(total))


def step_row(step: SheetStep, name: str) -> tuple[str, ...]:
    """Return the table row of a step: name, formula, count, probability, logarithm and contribution to the score."""
    decimal = math.exp(step.log) if step.log < 700 else math.inf
    if step.kind == "all words" or "weight" in step.working:
        decimal = float(step.working["probability"] or 0.0)
    return (
        name,
        step.formula,
        f"{step.count:g}",
        format_six_digits(decimal),
        format_signed(step.log),
        format_signed(step.term),
    )


def sum_row(name: str, terms: Sequence[float]) -> tuple[str, ...]:
    return (name, "", "", "", "", format_signed(exact_total(terms)))


def exact_total(terms: Sequence[float]) -> float:
    """Return the sum of terms without rounding errors. If any term is infinite, return the smallest infinite term."""
    infinite = [term for term in terms if math.isinf(term)]
    return min(infinite) if infinite else math.fsum(terms)


def _probability_blocks(explained: DerivedVerdict, translate: Translate, name_token: TokenNamer) -> Iterator[Block]:
    sheet = explained.derivation
    yield SheetHeading(fill_sheet_template("to-probabilities", translate))
    keys = ("label", "plain-product", "score", "below", "exponential", "share")
    exact = () if explained.exact_shares is None else ("exact",)
    rows = tuple(_share_row(explained, number) for number in range(len(sheet.labels)))
    yield Grid(_column_heads((*keys, *exact), translate), rows, narrow=(0, 2, 4, 5))
    for label in sheet.labels:
        if (vanishing := label.underflow) is not None:
            facts = {
                "n_factors": f"{vanishing.n_factors:,}",
                "factor": name_token(vanishing.factor),
                "before": format_six_digits(vanishing.before),
            }
            yield SheetParagraph(fill_sheet_template("vanishes", translate, label=label.label, **facts))
    if sheet.do_all_underflow:
        yield SheetParagraph(fill_sheet_template("underflows", translate))
    if math.isfinite(sheet.peak):
        total = math.fsum(math.exp(label.score - sheet.peak) for label in sheet.labels)
        logs = {"peak": format_signed(sheet.peak, plus=""), "log_total": format_signed(sheet.log_total, plus="")}
        yield SheetParagraph(fill_sheet_template("log-sum-exp", translate, total=format_six_digits(total), **logs))


def _share_row(explained: DerivedVerdict, number: int) -> tuple[str, ...]:
    sheet, exact = explained.derivation, explained.exact_shares
    label = sheet.labels[number]
    below = label.score - sheet.peak if math.isfinite(sheet.peak) else math.nan
    share = math.nan if sheet.probabilities is None else sheet.probabilities[number]
    exponential = math.exp(below) if not math.isnan(below) else math.nan
    cells = (
        label.label,
        format_six_digits(label.product),
        format_signed(label.score),
        format_signed(below),
        format_six_digits(exponential),
        format_six_digits(share),
    )
    return cells if exact is None else (*cells, exact[number])


def _decision_blocks(explained: DerivedVerdict, translate: Translate, name_token: TokenNamer) -> Iterator[Block]:
    sheet, verdict = explained.derivation, explained.verdict
    yield SheetHeading(fill_sheet_template("decision", translate))
    yield from _infinity_blocks(sheet, translate, name_token)
    if verdict.label is None or sheet.probabilities is None:
        yield SheetParagraph(fill_sheet_template("undecided", translate))
    else:
        key = "judged" if verdict.rest_said is None else "judged-fitted"
        share = format_percent(_share_by_counts(sheet, verdict.label))
        probability = format_percent(verdict.probability)
        yield SheetParagraph(
            fill_sheet_template(key, translate, label=verdict.label, share=share, probability=probability)
        )
    yield from _flip_blocks(explained, translate, name_token)


def _share_by_counts(sheet: Derivation, label: str) -> float:
    return (
        math.nan
        if sheet.probabilities is None
        else sheet.probabilities[[one.label for one in sheet.labels].index(label)]
    )


def _beside_share_blocks(explained: DerivedVerdict, translate: Translate) -> Iterator[Block]:
    """Yield the probability that the multinomial model gives the label of a filter's verdict."""
    label = explained.verdict.label
    if label is not None and explained.derivation.probabilities is not None:
        share = format_percent(_share_by_counts(explained.derivation, label))
        yield SheetParagraph(fill_sheet_template("beside-share", translate, label=label, share=share))


def _infinity_blocks(sheet: Derivation, translate: Translate, name_token: TokenNamer) -> Iterator[Block]:
    """Yield a paragraph for each label with an infinite score. It names the steps that cause the infinity."""
    for label in sheet.labels:
        if math.isinf(label.score):
            parts = [] if label.prior is None else [("prior", label.prior.log)]
            parts += [(_step_name(step, name_token), step.term) for step in label.steps]
            parts += [(fraction_or_decimal(group.working.count), group.term) for group in label.absent_groups]
            causes = ", ".join(name for name, term in parts if term == label.score)
            key = "impossible" if label.score < 0 else "certain"
            yield SheetParagraph(fill_sheet_template(key, translate, label=label.label, causes=causes))


def _flip_blocks(explained: DerivedVerdict, translate: Translate, name_token: TokenNamer) -> Iterator[Block]:
    """Yield a paragraph with the smallest set of words whose removal changes the verdict, if there is one."""
    if explained.flipping_words:
        words = ", ".join(map(name_token, explained.flipping_words))
        key = "flips" if explained.flipped_label else "flips-undecided"
        yield SheetParagraph(fill_sheet_template(key, translate, words=words, label=explained.flipped_label or ""))


def side_by_side_blocks(
    comparison: EventModelComparison, n_terms: int | None, translate: Translate = str, name_token: TokenNamer = str
) -> list[Block]:
    """Return a comparison of event models: tables of their verdicts, and of the term of each word under each model."""
    label, other = comparison.compared
    head = [fill_sheet_template("event-model", translate), fill_sheet_template("verdict", translate)]
    head += [fill_sheet_template("probability-of", translate, label=name) for name in comparison.labels]
    models = [translate(event_model_name_in_sentence(view.name)) for view in comparison.views]
    rows = []
    for model, view in zip(models, comparison.views, strict=True):
        shares = view.probabilities or (math.nan,) * len(comparison.labels)
        percents = [format_raw_percent(share, shares) for share in shares]
        rows.append((model, view.label or fill_sheet_template("not-decided", translate), *percents))
    names = list(dict.fromkeys(name for view in comparison.views for name in view.terms))
    strength = {name: max(abs(view.terms.get(name, 0.0)) for view in comparison.views) for name in names}
    shown_names = sorted(names, key=lambda name: -strength[name])[:n_terms]
    terms = [(fill_sheet_template("prior", translate), *(format_signed(view.prior) for view in comparison.views))]
    terms += [
        (name_token(name), *(format_signed(view.terms.get(name, 0.0)) for view in comparison.views))
        for name in shown_names
    ]
    if len(shown_names) < len(names):
        other_names = [name for name in names if name not in set(shown_names)]
        sums = [exact_total([view.terms.get(name, 0.0) for name in other_names]) for view in comparison.views]
        terms.append((fill_sheet_template("all-others", translate), *map(format_signed, sums)))
    if any(view.absent for view in comparison.views):
        terms.append(
            (fill_sheet_template("absent-words", translate), *(format_signed(view.absent) for view in comparison.views))
        )
    return [
        SheetHeading(fill_sheet_template("side-by-side", translate)),
        Grid(tuple(head), tuple(rows), n_left=2),
        SheetParagraph(fill_sheet_template("worth", translate, label=label, other=other)),
        Grid((fill_sheet_template("what", translate), *models), tuple(terms)),
    ]


def influence_blocks(influence: TrainingInfluence, translate: Translate = str) -> list[Block]:
    """Return two tables of training documents: those that support a verdict, and those that oppose it."""
    blocks: list[Block] = [SheetHeading(fill_sheet_template("taught-by", translate))]
    if influence.label is None:
        return [*blocks, SheetParagraph(fill_sheet_template("undecided", translate))]
    label, other = display_labels(influence.label), display_labels(influence.against or "")
    n_documents = f"{influence.n_documents:,}"
    blocks.append(
        SheetParagraph(fill_sheet_template("weighed", translate, n_documents=n_documents, label=label, other=other))
    )
    for key, documents in (("for-verdict", influence.backing), ("against-verdict", influence.opposing)):
        head = [fill_sheet_template(head_key, translate, label=label) for head_key in (key, "label", "number", "adds")]
        rows = [
            (document.title, display_labels(document.label or ""), str(document.number), format_signed(document.effect))
            for document in documents
        ]
        if rows:
            blocks.append(Grid(tuple(head), tuple(rows), n_left=2))
    return blocks


def format_signed(value: float, plus: str = "+") -> str:
    """Return a number with its sign and six decimals; for NaN, return –. `plus` is the sign of positive numbers."""
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return f"{plus}∞" if value > 0 else f"{MINUS}∞"
    return f"{value:.6f}".replace("-", MINUS) if value < 0 else f"{plus}{value:.6f}"


def format_six_digits(value: float) -> str:
    """Return a probability, or a product of probabilities, with six significant digits."""
    if not math.isfinite(value):
        return "–" if math.isnan(value) else "∞"
    mantissa, _, exponent = f"{value:.6g}".partition("e")
    return mantissa if not exponent else f"{mantissa} × 10{str(int(exponent)).translate(SUPERSCRIPTS)}"


def format_raw_percent(share: float, shares: Sequence[float]) -> str:
    """Return an uncalibrated probability as a percentage.

    A probability above 0 is never written as 0 %. It is written as 100 % only if all other labels are impossible.
    """
    if 0 < share < MIN_SHOWN_SHARE:
        return f"< {100 * MIN_SHOWN_SHARE:.4f} %"
    is_certain = sum(other > 0 for other in shares) == 1
    return (
        f"> {100 - 100 * MIN_SHOWN_SHARE:.4f} %"
        if share > 1 - MIN_SHOWN_SHARE and not is_certain
        else format_percent(share)
    )


def format_percent(share: float | None) -> str:
    return "–" if share is None or math.isnan(share) else f"{100 * share:.4f} %"


STYLES = Path(resources.__file__).parent / "sheets"


def blocks_to_text(blocks: Sequence[Block]) -> str:
    """Return the blocks as plain text, aligned for a fixed-width font in which Han characters are two columns wide."""
    return "\n".join(_block_to_text(block) for block in blocks) + "\n"


def _block_to_text(block: Block) -> str:
    if isinstance(block, SheetHeading):
        return f"\n{block.text}\n{'=' * display_width(block.text)}" if block.level == 1 else f"\n{block.text}"
    if isinstance(block, SheetParagraph):
        return block.text
    rows = [block.head, *block.rows]
    widths = [max(display_width(row[column]) for row in rows) for column in range(len(block.head))]
    lines = []
    for row in rows:
        spaces = [" " * (column_width - display_width(cell)) for cell, column_width in zip(row, widths, strict=True)]
        left = [cell + space for cell, space in zip(row, spaces, strict=True)][: block.n_left]
        right = [space + cell for cell, space in zip(row, spaces, strict=True)][block.n_left :]
        lines.append(("  " + "  ".join(left + right)).rstrip())
    return "\n".join(lines)


def display_width(text: str) -> int:
    """Return the display width of a text in a fixed-width font, in columns."""
    alone = [character for character in text if not unicodedata.combining(character)]
    return len(alone) + sum(unicodedata.east_asian_width(character) in "WF" for character in alone)


def keep_columns(grid: Grid, columns: tuple[int, ...]) -> Grid:
    """Return a table with only the columns that have these indices."""
    n_left = sum(column < grid.n_left for column in columns)
    rows = tuple(tuple(row[column] for column in columns) for row in grid.rows)
    return replace(grid, head=tuple(grid.head[column] for column in columns), rows=rows, n_left=n_left, narrow=())


def narrow_grid(block: Block) -> Block:
    """Return a table with only the columns that a narrow pane shows, and other blocks unchanged."""
    return keep_columns(block, block.narrow) if isinstance(block, Grid) and block.narrow else block


def blocks_to_html_page(blocks: Sequence[Block], title: str) -> str:
    """Return a complete HTML document, for saving or pasting."""
    style = (STYLES / "sheet.css").read_text(encoding="utf-8")
    return (
        f'<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>\n{style}</style></head>\n<body>\n{blocks_to_html(blocks)}\n</body></html>\n"
    )


def blocks_to_html(blocks: Sequence[Block]) -> str:
    """Return the blocks as HTML for the body of a document."""
    return "\n".join(_block_to_html(block) for block in blocks)


def _block_to_html(block: Block) -> str:
    if isinstance(block, SheetHeading):
        return f"<h{block.level}>{escape(block.text)}</h{block.level}>"
    if isinstance(block, SheetParagraph):
        return f"<p>{escape(block.text)}</p>"
    rows = [f"<tr>{_cells_html('td', row, block.n_left)}</tr>" for row in block.rows]
    if block.has_sum:
        rows[-1] = rows[-1].replace("<tr>", '<tr class="sum">', 1)
    return "\n".join(["<table>", f"<tr>{_cells_html('th', block.head, block.n_left)}</tr>", *rows, "</table>"])


def _cells_html(tag: str, row: Sequence[str], n_left: int) -> str:
    kinds = ["", *[' class="formula"'] * (n_left - 1), *[' class="number"'] * (len(row) - n_left)]
    return "".join(f"<{tag}{kind}>{escape(text)}</{tag}>" for kind, text in zip(kinds, row, strict=True))
