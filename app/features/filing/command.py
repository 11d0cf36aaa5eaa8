"""`bayleaf-cli file`: file documents into a folder for each label.

The plan, the journal and undo are those of the window.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import click

from app.cli.options import (
    CORPUS,
    FOLDER_TYPE,
    JSON,
    KIND,
    LEAST_SHARES_OPTION,
    MODEL,
    OCR,
    ONE_IN_OPTION,
    PATH_TYPE,
    WORKSPACE,
    check_name,
)
from app.cli.output import count_text, job_context, print_json, print_line, print_message, to_plain
from app.domain.documents import Failure, SourceOptions
from app.domain.records import LETTER_RULES, FileMove, LetterFacts
from app.domain.sentences import failure_sentence, filing_sentence
from app.features.filing.file_moves import MEMBER_SEPARATOR
from app.features.filing.letter_facts import parse_correction
from app.features.filing.plan import FilingPlan, check_pattern, make_filing_plan, rename_by_content
from app.features.filing.text_layers import can_write_layers
from app.features.filing.use_cases import (
    FilingReport,
    file_away,
    filings_of_imported,
    find_imported_files,
    finish_interrupted_moves,
    judge_files,
    undo,
    undo_last_watch,
    undo_since,
)
from app.library.classifying import load_classifier

NAME_OPTION = click.option(
    "--name",
    "names",
    metavar="PATTERN",
    callback=partial(check_name, check_pattern),
    help="Name files from their contents, for example '{date:%Y-%m-%d} {sender} {label}'. Also {title}, and {name} for "
    "the old name. Undo restores the old names.",
)

MAX_LISTED_FILES = 10
"""Maximum number of files that are listed for one reason. Of further files, only the number is printed."""


def check_text_layers(_context: click.Context, _option: click.Parameter, is_wanted: bool) -> bool:
    """Return the flag. Raises BadParameter if text layers are wanted but OCRmyPDF or Tesseract is not installed."""
    if is_wanted and not can_write_layers():
        raise click.BadParameter("this needs the programs ocrmypdf and tesseract, and one of them is not installed.")
    return is_wanted


TEXT_LAYER_OPTION = click.option(
    "--text-layer",
    "with_layers",
    is_flag=True,
    callback=check_text_layers,
    help="Write recognised text into scanned PDFs, so that it can be searched and copied. The original is stored "
    "beside the workspace, and undo restores it.",
)

COUNTS_AS_NONE_BELOW = 0.5
"""If the expected number of mistakes is smaller than this, the text says that hardly any are expected."""


@click.command("file")
@WORKSPACE
@click.argument("files", nargs=-1, type=PATH_TYPE)
@click.option("--to", "root", type=FOLDER_TYPE, metavar="FOLDER", help="The folder that gets a folder for each label.")
@click.option("--plan", "is_plan", is_flag=True, help="Show where each file would go, and move nothing.")
@click.option("--copy", "is_copy", is_flag=True, help="Copy the files instead of moving them.")
@click.option("--skip-taken", is_flag=True, help="Skip a file if its name exists. By default it gets a number.")
@click.option("--with-unsure", is_flag=True, help="File unsure files too, by their likeliest label.")
@click.option("--each", "in_each", is_flag=True, help="With several labels: also put a copy into the folder of each.")
@LEAST_SHARES_OPTION
@ONE_IN_OPTION
@NAME_OPTION
@click.option(
    "--date",
    metavar="DAY",
    callback=partial(check_name, partial(parse_correction, "date")),
    help="With --name: set the date of FILES, and remember it; '' removes it.",
)
@click.option("--sender", metavar="WHO", help="With --name: set the sender of FILES, and remember it; '' removes it.")
@TEXT_LAYER_OPTION
@click.option("--undo", "is_undo", is_flag=True, help="Bring back the last batch, or that of --batch.")
@click.option("--batch", type=click.IntRange(1), metavar="N", help="With --undo: the number of the batch.")
@click.option(
    "--since",
    "since_s",
    metavar="TIME",
    callback=lambda _context, _option, value: None if value is None else parse_moment(value, time.time()),
    help="With --undo: everything filed since a day (2026-11-28), a time (2026-11-28T14:30), or for 30m, 2h, 3d.",
)
@click.option("--run", "is_run", is_flag=True, help="With --undo: everything that the last `watch` filed.")
@MODEL
@CORPUS
@KIND
@OCR
@JSON
def command(
    workspace: Path,
    files: tuple[Path, ...],
    root: Path | None,
    model: str | None,
    corpus: str | None,
    *,
    kind: str,
    as_json: bool,
    **how: Any,
) -> int:
    """Move FILES into a folder for each label, below the folder of --to. Only whole files move, and none is
    overwritten. Contents of mailboxes and archives are copied out.

    With --corpus and without FILES, file the documents that were imported into that corpus: each by its label, and
    those without a label where the model is sure. Files that have changed since stay, as mailboxes and archives do.

    \b
      bayleaf-cli file mail.bayleaf new/* --to ~/Mail --plan
      bayleaf-cli file mail.bayleaf new/* --to ~/Mail
      bayleaf-cli file letters.bayleaf --corpus Documents --to ~/Letters
      bayleaf-cli file mail.bayleaf --undo
      bayleaf-cli file mail.bayleaf --undo --since 2h
    """
    ways = [option for option in ("batch", "since_s", "is_run") if how[option]]
    if how["is_undo"]:
        if files or root is not None or how["is_plan"] or corpus is not None:
            raise click.UsageError("--undo brings files back; it takes a workspace, and --batch, --since or --run.")
        if len(ways) > 1:
            raise click.UsageError("--batch, --since and --run each say what to bring back: give one of them.")
        return undo_filing(workspace, how["batch"], how["since_s"], is_run=how["is_run"], as_json=as_json)
    if ways:
        raise click.UsageError("--batch, --since and --run belong to --undo.")
    if root is None or bool(files) == (corpus is not None):
        raise click.UsageError("Say which files to file or which --corpus, and --to which folder.")
    corrections = {part: how[part] for part in ("date", "sender") if how[part] is not None}
    if corrections and not how["names"]:
        raise click.UsageError("--date and --sender are parts of names: say them with --name.")
    options = SourceOptions(kind=kind, labels_from="none", ocr=how["ocr"])  # type: ignore[arg-type] # click has checked it
    loaded = load_classifier(workspace, model) if files else None
    with job_context() as context:
        if not how["is_plan"]:
            print_foreign_moves(finish_interrupted_moves(workspace, context).n_foreign)
        limits = {"thresholds": how["thresholds"], "one_in": how["one_in"]}
        failures: list[Failure] = []
        if loaded is not None:
            filings, failures = judge_files(loaded, files, options, context, workspace=workspace, **limits)
        else:
            filings = filings_of_imported(find_imported_files(workspace, corpus, model, context), **limits)
        named = rename_by_content(
            filings,
            how["names"] or "",
            workspace,
            context,
            options,
            with_layers=how["with_layers"],
            corrections=corrections,
        )
        plan = make_filing_plan(
            [filing for filing, _ in named],
            root,
            action="copy" if how["is_copy"] else "move",
            clashes="skip" if how["skip_taken"] else "number",
            with_unsure=how["with_unsure"],
            in_each=how["in_each"],
            context=context,
        )
        report = (
            None if how["is_plan"] or plan.problem else file_away(workspace, plan, context, follows_documents=not files)
        )
    facts = {filing.number: of_it for filing, of_it in named if of_it is not None}
    print_filing(plan, report, failures, facts, as_json=as_json)
    # A disk can become full between the plan and a move: a script that deletes the source afterwards must see that.
    return 1 if plan.problem or (report is not None and report.count("failed")) else 0


TIME_SPAN = re.compile(r"(\d{1,5})([mhd])")
SECONDS_OF_UNIT = {"m": 60, "h": 3_600, "d": 86_400}


def parse_moment(text: str, now_s: float) -> float:
    """Return a point in time as seconds since 1970.

    The text is a day, a time, or a duration before `now_s`, such as `2h`.

    Raises:
        BadParameter: The text is none of these.
    """
    if (span := TIME_SPAN.fullmatch(text)) is not None:
        return now_s - int(span[1]) * SECONDS_OF_UNIT[span[2]]  # at most 5 digits: some 270 years
    try:
        return datetime.fromisoformat(text).timestamp()
    except (ValueError, OverflowError, OSError) as error:
        raise click.BadParameter("write 2026-11-28, 2026-11-28T14:30, or 30m, 2h, 3d for so long ago.") from error


def undo_filing(workspace: Path, batch: int | None, since_s: float | None, *, is_run: bool, as_json: bool) -> int:
    """Undo a filing and print the result. Return the exit status: 1 if a file could not be moved back."""
    with job_context() as context:
        print_foreign_moves(finish_interrupted_moves(workspace, context).n_foreign)
        if is_run:
            report = undo_last_watch(workspace, context)
        elif since_s is not None:
            report = undo_since(workspace, since_s, context)
        else:
            report = undo(workspace, batch, context)
    if as_json:
        print_json({"batch": report.batch, "files": [move_to_json(move) for move in report.moves]})
    else:
        for move in report.moves:
            is_back = move.state == "undone"
            print_line(f"{move.target} → {source_to_display(move)}" if is_back else unfiled_sentence(move))
        print_message(f"{count_text(report.count('undone'), 'file')} brought back.")
    # Files of such a batch that were filed before the given time are meant to stay.
    return 1 if any(move.state == "done" and move.changed_at >= (since_s or 0.0) for move in report.moves) else 0


def print_foreign_moves(n_foreign: int) -> None:
    """Print how many interrupted moves were not touched, because another computer planned them."""
    if n_foreign:
        print_message(
            f"{count_text(n_foreign, 'interrupted move')} left alone: planned on another computer, or by an earlier "
            "version of Bayleaf."
        )


def print_filing(
    plan: FilingPlan,
    report: FilingReport | None,
    failures: Iterable[Failure],
    facts: Mapping[int, LetterFacts],
    *,
    as_json: bool,
) -> None:
    """Print the target of each file, then the files that stay, with the reasons.

    `report` is None if nothing was moved yet.
    """
    moves = report.moves if report is not None else tuple(planned_move.move for planned_move in plan.moves)
    made_of = [facts.get(planned_move.number) for planned_move in plan.moves]
    left_out = [(file.name, file.reason, str(filing_sentence(file.name, file.reason))) for file in plan.left_out]
    left_out += [
        (
            failure.path,
            failure.reason,
            str(failure_sentence(failure.member or failure.path, failure.reason, failure.detail)),
        )
        for failure in failures
    ]
    if as_json:
        files = [move_to_json(move) | facts_to_json(of_it) for move, of_it in zip(moves, made_of, strict=True)]
        output = {
            "batch": report.batch if report is not None else None,
            "files": files,
            "left_out": [{"name": name, "reason": reason} for name, reason, _ in left_out],
            "problem": plan.problem or None,
            "documents": plan.n_documents,
            "filed": plan.n_filed,
            "expected_wrong": plan.expected_wrong,
            "labelled_in_groups": plan.n_labelled_by_group,
        }
        print_json(output)
        return
    for move, of_it in zip(moves, made_of, strict=True):
        print_line(
            unfiled_sentence(move)
            if move.state == "failed"
            else f"{source_to_display(move)} → {move.target}{guessed_parts_note(of_it)}"
        )
    print_left_out([(reason, sentence) for _, reason, sentence in left_out])
    if plan.problem:
        print_message(str(filing_sentence(str(plan.root), plan.problem)))
    elif report is None:
        print_message(f"{count_text(len(moves), 'file')} would go to {plan.root}; nothing was moved.")
        about = f"about {round(plan.expected_wrong):,}" if plan.expected_wrong >= COUNTS_AS_NONE_BELOW else "hardly any"
        print_message(f"{plan.n_filed:,} of {plan.n_documents:,} are filed, {about} of them wrongly.")
        if plan.n_labelled_by_group:
            print_message(
                f"This does not include {count_text(plan.n_labelled_by_group, 'label')} given to whole groups at once: "
                "how many of those are wrong is not known."
            )
    else:
        print_message(f"{count_text(report.count('done'), 'file')} filed as batch {report.batch}.")
        if n_failed := report.count("failed"):
            print_message(f"{count_text(n_failed, 'file')} could not be filed; the lines above say why.")
        if report.n_without_layer:
            print_message(f"{count_text(report.n_without_layer, 'file')} got no layer of text, and went as they are.")


def print_left_out(left_out: Sequence[tuple[str, str]]) -> None:
    """Print, for each reason, the first files that stay and the number of further files. There may be thousands."""
    sentences: dict[str, list[str]] = {}
    for reason, sentence in left_out:
        sentences.setdefault(reason, []).append(sentence)
    for reason_sentences in sentences.values():
        for sentence in reason_sentences[:MAX_LISTED_FILES]:
            print_message(sentence)
        if len(reason_sentences) > MAX_LISTED_FILES:
            print_message(
                f"And {len(reason_sentences) - MAX_LISTED_FILES:,} more for the same reason; --json names all."
            )


def guessed_parts_note(facts: LetterFacts | None) -> str:
    facts_by_part = () if facts is None else (("date", facts.date), ("sender", facts.sender))
    guessed_parts = [
        f"{part}: {LETTER_RULES[fact.rule]}" for part, fact in facts_by_part if fact.value and fact.is_guess
    ]
    return f" ({'; '.join(guessed_parts)})" if guessed_parts else ""


def facts_to_json(facts: LetterFacts | None) -> dict[str, Any]:
    """Return the date and the sender in a file's new name, each with its rule and source text; empty without a name
    pattern.
    """
    facts_by_part = () if facts is None else (("date", facts.date), ("sender", facts.sender))
    return {part: {**to_plain(fact), "guess": fact.is_guess} for part, fact in facts_by_part}


def move_to_json(move: FileMove) -> dict[str, Any]:
    """Return a move as a dict for JSON. Its keys are part of the documented output of the command."""
    path, _, member = move.source.partition(MEMBER_SEPARATOR)
    fields = {"from": path, "member": member, "to": move.target, "label": move.label, "action": move.action}
    return {**fields, "text_layer": bool(move.text_layer_hash), "state": move.state, "reason": move.reason}


def source_to_display(move: FileMove) -> str:
    """Return the path of a move's source for display, followed by the name of the member in a mailbox or archive."""
    return move.source.replace(MEMBER_SEPARATOR, ", ")


def unfiled_sentence(move: FileMove) -> str:
    return str(filing_sentence(Path(move.source.partition(MEMBER_SEPARATOR)[0]).name, move.reason))
