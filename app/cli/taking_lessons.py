"""`bayleaf-cli lesson`: a lesson as a notebook, or as one page for a phone, a projector or paper."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.options import JSON
from app.cli.output import print_json, say, tell
from app.domain.errors import NotFound
from app.services.files.whole_files import write_whole
from app.services.lessons.lesson_pages import LANGUAGES, lesson_page, notebook_bytes, titles

NOTEBOOK = ".ipynb"


@click.command("lesson")
@click.argument("name", required=False)
@click.option("--to", "target", type=click.Path(path_type=Path), metavar="FILE", help="A .ipynb, or a page of HTML.")
@click.option("--language", type=click.Choice(LANGUAGES), default="en", help="The language of the lesson.")
@click.option("--answers/--no-answers", "has_answers", default=True, help="Whether a page has them, hidden till asked.")
@JSON
def command(name: str | None, target: Path | None, language: str, has_answers: bool, as_json: bool) -> None:
    """Write a lesson as a notebook or as one page that needs nothing; without NAME, list the lessons.

    \b
      bayleaf-cli lesson tennis --to tennis.html            # for a phone or a projector; the browser prints it
      bayleaf-cli lesson tennis --no-answers --to hand-out.html
      bayleaf-cli lesson tennis --language zh --to tennis.ipynb
    """
    known = titles(language)
    if name is None:
        if as_json:
            print_json({"lessons": known})
        for each, title in known.items() if not as_json else ():
            tell(f"{each}  {title}")
        return
    if name not in known:
        raise NotFound("lesson", name, tuple(known))
    if target is None:
        raise click.UsageError("Say where the lesson is to go: --to FILE.")
    is_notebook = target.suffix == NOTEBOOK
    page = b"" if is_notebook else lesson_page(name, language, has_answers=has_answers).encode()
    write_whole(target, notebook_bytes(name, language) if is_notebook else page)
    if as_json:
        print_json({"lesson": name, "file": str(target), "language": language})
    else:
        say(f"“{known[name]}” written to {target}.")
