"""`bayleaf-cli lesson`: export lessons, check answers, collect hand-ins, and score rules against naive Bayes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from app.cli.options import JSON, PATH_TYPE
from app.cli.output import count_text, format_percent, job_context, print_json, print_line, print_message, print_table
from app.domain.errors import FAILURE_REASONS, SourceError
from app.domain.whole_files import write_atomically
from app.features.teaching import (
    hand_outs,
    lesson_pages,
    rules,
)
from app.features.teaching import (
    hand_outs as hand_ins,
)
from app.features.teaching.experiments import call_on_sample_mail
from app.features.teaching.lessons import LESSON_ORDER, load_lesson_text
from app.library.engine_errors import import_extra


@click.command("lesson")
@click.argument("name", required=False)
@click.option("--to", "target", type=PATH_TYPE, metavar="FILE", help="The file to write: .html, .pdf, .ipynb or .csv.")
@click.option("--language", type=click.Choice(lesson_pages.LANGUAGES), default="en", help="The language of the lesson.")
@click.option(
    "--answers/--no-answers",
    "has_answers",
    default=True,
    help="Whether a page contains the answers; they are hidden at first.",
)
@click.option(
    "--copies",
    type=click.IntRange(1, hand_outs.MAX_SHEETS),
    default=1,
    help="Number of sheets in a class set, for PDF.",
)
@click.option(
    "--numbers", type=click.IntRange(0, hand_outs.MAX_SHEETS), default=0, help="The number of a sheet in the set."
)
@click.option("--check", "answers", type=PATH_TYPE, metavar="CSV", help="Check a table of answers.")
@click.option("--pupil", default="", help="With --check and --to: the name of the pupil.")
@click.option(
    "--collect", type=PATH_TYPE, multiple=True, metavar="PATH", help="Hand-ins, or a folder of them; repeatable."
)
@click.option("--rules", type=PATH_TYPE, multiple=True, metavar="FILE", help="A team's rules, scored on hidden mail.")
@JSON
def command(name: str | None, language: str, *, as_json: bool, **options: Any) -> None:
    """Write or check a lesson. NAME is one of the built-in lessons, a teacher's file, or a workspace. Without it, list
    the lessons.

    \b
      bayleaf-cli lesson tennis --to tennis.html            # for a phone or a projector, and needs nothing
      bayleaf-cli lesson tennis --no-answers --to hand-out.pdf
      bayleaf-cli lesson tennis --copies 30 --to class.pdf  # 30 sheets with different numbers, then the answers
      bayleaf-cli lesson tennis --language zh --to tennis.ipynb
      bayleaf-cli lesson own.bayleaf-lesson --to answers.csv    # its questions, to be filled in
      bayleaf-cli lesson own.bayleaf-lesson --check answers.csv # says at which step the first mistake is, and which one
      bayleaf-cli lesson tennis --check answers.csv --pupil Ann --to ann.bayleaf-hand-in
      bayleaf-cli lesson --collect hand-ins/                # who failed at which step, and the commonest mistake
      bayleaf-cli lesson mail.bayleaf --rules red.txt --rules blue.txt  # without NAME, on the sample mail
    """
    if options["collect"]:
        print_hand_ins(options["collect"], language, as_json=as_json)
    elif options["rules"]:
        score_rules(name, options["rules"], language, as_json=as_json)
    elif name is None and (options["target"] or options["answers"]):
        raise click.UsageError("Give the name of a lesson. `bayleaf-cli lesson` lists the names.")
    elif name is None:
        titles = {each: load_lesson_text(each, language)[0] for each in LESSON_ORDER}
        if as_json:
            print_json({"lessons": titles})
        for each, title in titles.items() if not as_json else ():
            print_line(f"{each}  {title}")
    elif options["answers"] is not None:
        print_checked_answers(name, language, as_json=as_json, **options)
    elif options["target"] is None:
        raise click.UsageError("Say where the lesson is to go: --to FILE.")
    else:
        export_lesson(name, language, as_json=as_json, **options)


def export_lesson(
    name: str, language: str, *, target: Path, has_answers: bool, copies: int, numbers: int, as_json: bool, **_: Any
) -> None:
    """Write a lesson to a file. The suffix of `target` selects the format: .html, .pdf, .ipynb or .csv."""
    sheet = hand_outs.make_sheet(lesson_pages.find_lesson(name, language), numbers)
    lesson = sheet.lesson
    match target.suffix.lower():
        case ".pdf":
            import_extra("PySide6.QtGui", "window")
            sheets = hand_outs.make_class_set(lesson, copies) if copies > 1 else [sheet]
            page = hand_outs.make_hand_out_page(sheets, language, has_answers=has_answers)
            write_atomically(target, import_extra("app.kit.picture_files", "window").html_to_pdf(page))
        case ".ipynb" if not has_answers or numbers:
            write_atomically(target, hand_outs.make_hand_out_notebook(sheet, language))
        case ".ipynb":
            write_atomically(target, lesson_pages.make_lesson_notebook(name, language))
        case ".csv":
            lesson_pages.write_answer_sheet(lesson.setup, target, lesson_pages.load_catalog(language))
        case _:
            write_atomically(target, lesson_pages.make_lesson_page(lesson, language, has_answers=has_answers).encode())
    if as_json:
        print_json({"lesson": name, "file": str(target), "language": language})
    else:
        print_message(f"“{lesson.title}” written to {target}.")


def print_hand_ins(paths: Sequence[Path], language: str, *, as_json: bool) -> None:
    """Print the first mistake in each pupil's answers. Then print, for each kind of mistake, how many pupils made it
    first.
    """
    result = hand_ins.collect_hand_ins(paths, lesson_pages.load_catalog(language))
    if not result.hand_ins and result.problems:
        raise result.problems[0]
    rows = [(each, each.first_mistake) for each in result.hand_ins]
    if as_json:
        print_json({
            "hand_ins": [
                {
                    "pupil": each.hand_in.pupil, "lesson": each.hand_in.lesson.title,
                    "sheet": each.hand_in.sheet_number, "right": each.n_right,
                    "answered": len(each.results), "questions": each.n_questions,
                    "own_numbers": each.has_own_numbers, "first_wrong": first and first.question_number,
                    "slip": first and first.mistake_kind,
                }
                for each, first in rows
            ],
            "mistakes": [
                {"slip": each.mistake_kind, "pupils": each.n_pupils, "told": each.feedback}
                for each in result.mistakes()
            ],
            "problems": [{"file": error.path.name, "reason": error.reason} for error in result.problems],
        })  # fmt: skip
        return
    head = ("Pupil", "Lesson", "Right", "First mistake")
    shown = [
        (each.hand_in.pupil, each.hand_in.lesson.title, f"{each.n_right}/{each.n_questions}",
         f"{first.question_number}. {first.feedback}" if first else "")
        for each, first in rows
    ]  # fmt: skip
    print_table(head, shown, left=2)
    for mistake in result.mistakes():
        print_line(f"{mistake.n_pupils} × {mistake.feedback}")
    for error in result.problems:
        print_message(f"{error.path.name}: {FAILURE_REASONS.get(error.reason, error.reason)}.")


def score_rules(name: str | None, paths: Sequence[Path], language: str, *, as_json: bool) -> None:
    """Score files of rules on hidden mails of a workspace, or of the sample mail without a workspace. Print the league
    table.
    """
    with job_context() as context:
        if name is None:
            contest = call_on_sample_mail(language, rules.open_contest, context)
        else:
            contest = rules.open_contest(Path(name), "", context)
    teams = []
    for path in paths:
        try:
            teams.append(rules.read_rules(path, contest.labels))
        except rules.RuleError as error:
            raise SourceError(path, "bad-rule", str(error.line)) from error
    table = rules.make_league_table(contest, teams)
    if as_json:
        plain = [(each.team or "naive Bayes", each.n_right, each.n_wrong, each.n_unmatched) for each in table]
        keys = ("team", "right", "wrong", "silent")
        print_json(
            {"hidden": len(contest.hidden_mails), "table": [dict(zip(keys, each, strict=True)) for each in plain]}
        )
        return
    print_table(
        ("Team", "Right", "Wrong", "No rule", "Correct"),
        [
            (
                each.team or "naive Bayes",
                str(each.n_right),
                str(each.n_wrong),
                str(each.n_unmatched),
                format_percent(each.accuracy),
            )
            for each in table
        ],
    )


def print_checked_answers(
    name: str, language: str, *, answers: Path, target: Path | None, pupil: str, numbers: int, as_json: bool, **_: Any
) -> None:
    """Print for each answer of a CSV table whether it is right, or which mistake it shows.

    The language is detected from the questions in the table. With `target`, the answers are also saved as a hand-in.
    """
    sheet_rows = lesson_pages.read_answer_sheet(answers)
    for code in (language, *lesson_pages.LANGUAGES):
        sheet = hand_outs.make_sheet(lesson_pages.find_lesson(name, code), numbers)
        lesson = sheet.lesson
        setup, translate = lesson.setup, lesson_pages.load_catalog(code)
        matched = lesson_pages.match_answers(setup, sheet_rows, translate)
        if matched is not None:
            break
    else:
        raise SourceError(answers, "other-questions")
    if target is not None:
        hand_in = hand_ins.HandIn(pupil or answers.stem, lesson, matched, numbers, code, sheet.code)
        write_atomically(target, hand_ins.hand_in_to_bytes(hand_in))
    results = list(lesson_pages.check_answers(setup, matched, translate))
    first_wrong = next((each.question_number for each in results if each.mistake_kind not in ("", "follows")), None)
    if as_json:
        answers_as_json = [
            {
                "number": each.question_number, "question": each.question, "answer": each.answer,
                "is_right": each.is_right, "slip": each.mistake_kind, "told": each.feedback,
            }
            for each in results
        ]  # fmt: skip
        print_json({"lesson": name, "answers": answers_as_json, "first_wrong": first_wrong})
        return
    for each in results:
        print_line(f"{each.question_number}. {each.question} {each.answer}  {each.feedback}")
    n_right = sum(each.is_right for each in results)
    mistake = "" if first_wrong is None else f"; the first mistake is in {first_wrong}"
    print_message(f"{n_right:,} of {count_text(len(results), 'answer')} right{mistake}.")
