"""`bayleaf-cli explain`: the full calculation of one verdict."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from app.cli.options import FILE_TYPE, JSON, KIND, MODEL, SESSION, is_whole_number
from app.cli.output import fields_of, job_context, to_plain, to_terminal_line
from app.cli.output import verdict_to_json as verdict_as_told
from app.domain.results import TrainingInfluence
from app.domain.streams import to_json_text
from app.domain.whole_files import write_atomically
from app.features.explain.spreadsheet import make_calculation_xlsx
from app.features.explain.use_cases import (
    GRADIENT_SHARE_AT_STOP,
    Derivation,
    DerivedVerdict,
    FitGradients,
    LabelDerivation,
    compare_event_models_on_documents,
    exact_fraction_text,
    explain_documents,
    make_group_step,
    make_prior_step,
    make_step,
)
from app.features.explain.working_sheet import (
    SHOWN_STEPS,
    blocks_to_html_page,
    blocks_to_text,
    influence_blocks,
    sheet_blocks,
    side_by_side_blocks,
)
from app.library.explanations import find_influence_on_document
from app.library.reading_sources import read_given_documents
from app.store.workspace import Session

FORMS: Final = ("text", "html", "json")
STEP_FIELDS: Final = ("name", "kind", "count", "working", "log", "term")
FORM_OF_SUFFIX: Final = {".txt": "text", ".html": "html", ".htm": "html", ".json": "json", ".xlsx": "xlsx"}


@click.command("explain")
@SESSION
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@MODEL
@KIND
@click.option(
    "--working",
    "form",
    is_flag=False,
    flag_value="text",
    default=None,
    type=click.Choice(FORMS),
    metavar="[text|html|json]",
    help="The format on standard output.  [default: text]",
)
@click.option(
    "--to",
    "target",
    type=FILE_TYPE,
    metavar="FILE",
    help="Write the calculation to a file: .txt, .html, .json, or .xlsx with formulas that recalculate it.",
)
@click.option(
    "--steps",
    "n_steps",
    default=str(SHOWN_STEPS),
    metavar="N|all",
    help="Show the N most decisive steps of each label; the rest is added up.",
)
@click.option("--side-by-side", "is_side_by_side", is_flag=True, help="Compare all event models on this document.")
@click.option(
    "--taught-by",
    "n_taught",
    type=click.IntRange(min=1),
    metavar="N",
    help="Show the N training documents with the most weight for the verdict, and the N against it.",
)
@click.option(
    "--label", metavar="NAME", help="With several labels per document: explain why this one is given, or not."
)
@JSON
def command(
    session: Session,
    file: Path,
    model: str | None,
    kind: str,
    form: str | None,
    target: Path | None,
    n_steps: str,
    is_side_by_side: bool,
    n_taught: int | None,
    label: str | None,
    as_json: bool,
) -> None:
    """Show the calculation of the verdict on FILE, or on standard input (-): counts, smoothing, fractions, logarithms,
    sums.

    \b
      bayleaf-cli explain mail.bayleaf new.eml
      echo "cheap offer" | bayleaf-cli explain mail.bayleaf - --steps 10
      bayleaf-cli explain mail.bayleaf new.eml --to working.xlsx
      bayleaf-cli explain mail.bayleaf new.eml --side-by-side
      bayleaf-cli explain mail.bayleaf new.eml --taught-by 5
    """
    form = choose_format(form, target, as_json=as_json)
    if n_steps != "all" and not (is_whole_number(n_steps) and int(n_steps)):
        raise click.BadParameter(f"{n_steps!r} is neither a number from 1 upwards nor all.", param_hint="--steps")
    n_shown = None if n_steps == "all" else int(n_steps)
    documents = read_given_documents(session, model, [file], kind)
    derivations = explain_documents(session, model, documents, label)
    if form == "xlsx" and target is not None:
        if len(derivations) != 1:
            raise click.UsageError(f"A spreadsheet shows one document, and there are {len(derivations)}.")
        write_atomically(target, make_calculation_xlsx(derivations[0]))
        return
    comparisons = compare_event_models_on_documents(session, model, documents) if is_side_by_side else []
    influences: list[TrainingInfluence] = []
    if n_taught is not None:
        with job_context() as context:
            influences = [
                find_influence_on_document(session, model, document, context, n_shown=n_taught)
                for document in documents
            ]
    if form == "json":
        outputs = [derivation_to_json(explained) for explained in derivations]
        for fields, views in zip(outputs, comparisons, strict=False):
            fields["side_by_side"] = to_plain(views)
        for fields, influence in zip(outputs, influences, strict=False):
            fields["taught_by"] = to_plain(influence)
        output = outputs[0] if len(outputs) == 1 else {"documents": outputs}
        print_or_write(to_json_text(to_plain(output)) + "\n", target)
        return
    blocks = [block for explained in derivations for block in sheet_blocks(explained, n_shown)]
    for views in comparisons:
        blocks += side_by_side_blocks(views, n_shown)
    for influence in influences:
        blocks += influence_blocks(influence)
    print_or_write(
        blocks_to_html_page(blocks, derivations[0].model if derivations else "")
        if form == "html"
        else blocks_to_text(blocks),
        target,
    )


def choose_format(form: str | None, target: Path | None, *, as_json: bool) -> str:
    """Return the output format: `form`, or else the format for the suffix of `target`, or else "text".

    Raises:
        UsageError: `form` and the suffix contradict each other.
    """
    by_name = None if target is None else FORM_OF_SUFFIX.get(target.suffix.lower())
    if target is not None and by_name is None:
        raise click.BadParameter("the file must end in .txt, .html, .json or .xlsx.", param_hint="--to")
    requested = "json" if as_json else form
    if requested is not None and by_name not in (None, requested):
        raise click.UsageError(f"--to {target} and {requested} contradict each other.")
    return requested or by_name or "text"


def print_or_write(text: str, target: Path | None) -> None:
    if target is None:
        click.echo("".join(f"{to_terminal_line(line)}\n" for line in text.splitlines()), nl=False)
        return
    write_atomically(target, text.encode("utf-8", "backslashreplace"))


def derivation_to_json(explained: DerivedVerdict) -> dict[str, Any]:
    """Return the full calculation of a verdict as a JSON object, with fractions as text such as "1/3"."""
    sheet = explained.derivation
    exact = [exact_fraction_text(share) for share in sheet.exact or ()]
    return {
        **fields_of(explained, ("model", "event_model", "smoothing")),
        **fields_of(sheet, ("peak", "log_total", "probabilities")),
        "exact": exact if exact and None not in exact else None,
        "underflows": sheet.do_all_underflow,
        "verdict": verdict_as_told(explained.verdict),
        "labels": [label_to_json(label) for label in sheet.labels],
        "flips_without": list(explained.flipping_words),
        "flips_to": explained.flipped_label,
        **({} if explained.fit is None else {"fit": fit_to_json(explained.fit, sheet)}),
    }


def fit_to_json(fit: FitGradients, sheet: Derivation) -> dict[str, Any]:
    """Return the gradients of learnt factors as a JSON object.

    For each label and word, it has the weight, the gradient of the loss, the gradient of the regularisation, and their
    sum.
    """
    tables = {
        "ratios": fit.log_ratios,
        "weights": fit.weights,
        "strengths": fit.ridge_divisors,
        "pulled": fit.loss_gradients,
        "held": fit.ridge_gradients,
        "slopes": fit.total_gradients,
    }
    labels = {
        label.label: [
            {"word": word, **{name: float(table[row, number]) for name, table in tables.items()}}
            for row, word in enumerate(fit.words)
        ]
        for number, label in enumerate(sheet.labels[: fit.weights.shape[1]])
    }
    summary = {
        "left": fit.remaining_gradient_share,
        "stops_at": GRADIENT_SHARE_AT_STOP,
        "documents": fit.n_documents,
        "behind": fit.n_changes_since_fit,
    }
    return {"ridge": fit.ridge, **summary, "labels": labels}


def label_to_json(label: LabelDerivation) -> dict[str, Any]:
    return {
        **fields_of(label, ("label", "absent", "score")),
        "exact": exact_fraction_text(label.exact),
        "product": label.product,
        "prior": None if label.prior is None else fields_of(make_prior_step(label.prior), STEP_FIELDS),
        "steps": [fields_of(make_step(step), STEP_FIELDS) for step in label.steps],
        "absent_words": label.n_absent,
        "absent_groups": [
            fields_of(make_group_step(group, is_absent=True), STEP_FIELDS) for group in label.absent_groups
        ],
        "divisor_groups": [
            fields_of(make_group_step(group, is_absent=False), STEP_FIELDS) for group in label.divisor_groups
        ],
        "vanishes": to_plain(label.underflow),
    }
