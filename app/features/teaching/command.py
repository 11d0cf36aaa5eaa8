"""`bayleaf-cli lesson`: export a lesson as a web page, PDF, notebook or answer sheet, and check answers."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.options import A_PATH, JSON
from app.cli.output import count_text, print_json, print_line, print_message
from app.domain.errors import SourceError
from app.domain.whole_files import write_whole
from app.features.teaching import hand_outs, lesson_pages
from app.features.teaching.lessons import ORDER, page_of
from app.library.engine_errors import import_extra


@click.command("lesson")
@click.argument("name", required=False)
@click.option("--to", "target", type=A_PATH, metavar="FILE", help=".html, .pdf, .ipynb or .csv.")
@click.option("--language", type=click.Choice(lesson_pages.LANGUAGES), default="en", help="The language of the lesson.")
@click.option("--answers/--no-answers", "has_answers", default=True, help="Whether a page has them, hidden till asked.")
@click.option("--copies", type=click.IntRange(1, hand_outs.MAX_SHEETS), default=1, help="Sheets with different numbers.")
@click.option("--check", "sheet", type=A_PATH, metavar="CSV", help="Check a table of answers.")
@JSON
def command(
    name: str | None, target: Path | None, language: str, has_answers: bool, copies: int, sheet: Path | None, as_json: bool
) -> None:
    """Take a lesson along; NAME is one of the book, a teacher's own file, or a workspace. Without it, list the book's.

    \b
      bayleaf-cli lesson tennis --to tennis.html            # for a phone or a projector, and needs nothing
      bayleaf-cli lesson tennis --no-answers --to hand-out.pdf
      bayleaf-cli lesson tennis --language zh --to tennis.ipynb
      bayleaf-cli lesson own.bayleaf-lesson --to answers.csv    # its questions, to be filled in
      bayleaf-cli lesson own.bayleaf-lesson --check answers.csv # says at which step somebody went wrong, and how
    """
    if name is None:
        titles = {each: page_of(each, language)[0] for each in ORDER}
        if as_json:
            print_json({"lessons": titles})
        for each, title in titles.items() if not as_json else ():
            print_line(f"{each}  {title}")
        return
    lesson = lesson_pages.find_lesson(name, language)
    if sheet is not None:
        check(name, sheet, language, as_json=as_json)
        return
    if target is None:
        raise click.UsageError("Say where the lesson is to go: --to FILE.")
    match target.suffix.lower():
        case ".pdf":
            import_extra("PySide6.QtGui", "window")
            sheets = hand_outs.class_set(lesson, copies)
            page = hand_outs.hand_out_page(sheets, language, has_answers=has_answers)
            write_whole(target, import_extra("app.kit.picture_files", "window").html_to_pdf(page))
        case ".ipynb" if not has_answers:
            write_whole(target, hand_outs.hand_out_notebook(hand_outs.Sheet(0, lesson), language))
        case ".ipynb":
            write_whole(target, lesson_pages.notebook_bytes(name, language))
        case ".csv":
            lesson_pages.write_sheet(lesson.bench, target, lesson_pages.catalog(language))
        case _:
            write_whole(target, lesson_pages.lesson_page(lesson, language, has_answers=has_answers).encode())
    if as_json:
        print_json({"lesson": name, "file": str(target), "language": language})
    else:
        print_message(f"“{lesson.title}” written to {target}.")


def check(name: str, sheet: Path, language: str, *, as_json: bool) -> None:
    """Check a table of answers, and print for each whether it is right or which mistake it has.

    The language is detected from the table's questions.
    """
    sheet_rows = lesson_pages.read_sheet(sheet)
    for code in (language, *lesson_pages.LANGUAGES):
        bench, translate = lesson_pages.find_lesson(name, code).bench, lesson_pages.catalog(code)
        answers = lesson_pages.match_answers(bench, sheet_rows, translate)
        if answers is not None:
            break
    else:
        raise SourceError(sheet, "other-questions")
    results = list(lesson_pages.check_answers(bench, answers, translate))
    first_wrong = next((each.number for each in results if each.slip not in ("", "follows")), None)
    if as_json:
        print_json({"lesson": name, "answers": results, "first_wrong": first_wrong})
        return
    for each in results:
        print_line(f"{each.number}. {each.question} {each.answer}  {each.told}")
    n_right = sum(each.is_right for each in results)
    mistake = "" if first_wrong is None else f"; the first mistake is in {first_wrong}"
    print_message(f"{n_right:,} of {count_text(len(results), 'answer')} right{mistake}.")
