#!/usr/bin/env python3
"""Update the translation catalogs from the source, and compile them.

python3 packaging/catalogs.py           collect the texts into the .ts files, then make the .qm files
python3 packaging/catalogs.py --check   list missing texts and translations; change nothing

Error sentences and phases of jobs are data in `app.domain`, which Qt's collector does not read. They are written into a
temporary source file first.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
LANGUAGES = {"en": "en_US", "ru": "ru_RU", "zh": "zh_CN"}
SCRIPTS = Path(sysconfig.get_path("scripts"))
SOURCES = ("app/kit", "app/features", "app/shell")


def main(arguments: list[str]) -> int:
    """Update the catalogs, or only check them."""
    if "--check" in arguments:
        problems = list(missing())
        sys.stderr.write("".join(f"{problem}\n" for problem in problems))
        return 1 if problems else 0
    for code in LANGUAGES:
        collect(FOLDER / f"bayleaf_{code}.ts", LANGUAGES[code], is_plural_only=code == "en")
        release(FOLDER / f"bayleaf_{code}.ts")
    return 0


def release(catalog: Path) -> None:
    """Compile a catalog into a new file, and rename it over the old one.

    A running program has the old file mapped into its memory. Writing into that file would end it with a bus error.
    """
    fresh = catalog.with_suffix(".qm.new")
    run_tool("pyside6-lrelease", catalog, "-qm", fresh)
    fresh.replace(catalog.with_suffix(".qm"))


def collect(catalog: Path, locale: str, *, is_plural_only: bool) -> None:
    """Collect every text of the source into a catalog. English needs only the plurals."""
    with tempfile.TemporaryDirectory() as folder:
        templates = Path(folder) / "sentences.py"
        templates.write_text(_templates_as_source(), encoding="utf-8")
        files = [str(path) for source in SOURCES for path in sorted((ROOT / source).rglob("*.py"))]
        options = ["-no-obsolete", "-locations", "none", "-source-language", "en_US", "-target-language", locale]
        options += ["-pluralonly"] if is_plural_only else []
        run_tool("pyside6-lupdate", *files, str(templates), *options, "-ts", catalog)


def missing() -> Iterator[str]:
    """Yield the texts that a catalog lacks or that have no translation."""
    for code, locale in LANGUAGES.items():
        known = FOLDER / f"bayleaf_{code}.ts"
        with tempfile.TemporaryDirectory() as folder:
            fresh = Path(folder) / known.name
            fresh.write_bytes(known.read_bytes() if known.is_file() else b"")
            collect(fresh, locale, is_plural_only=code == "en")
            yield from (f"{known.name}: {text!r} is not translated" for text in unfinished(fresh))
            yield from (
                f"{text!r} has no context: write self.tr(…) or QCoreApplication.translate(…)"
                for text in without_context(fresh)
            )
            if read_texts(fresh) != read_texts(known):
                yield f"{known.name} is not up to date: run packaging/catalogs.py"


def read_texts(catalog: Path) -> set[tuple[str, str]]:
    """Return the context and the source of every text in a catalog."""
    return {(context.findtext("name", ""), message.findtext("source", "")) for context, message in _messages(catalog)}


def unfinished(catalog: Path) -> Iterator[str]:
    """Yield the texts without a translation."""
    for _context, message in _messages(catalog):
        translation = message.find("translation")
        forms = [] if translation is None else [form.text or "" for form in translation.findall("numerusform")]
        words = [translation.text or ""] if translation is not None and not forms else forms
        if translation is None or translation.get("type") == "unfinished" or not all(word.strip() for word in words):
            yield message.findtext("source", "")


def without_context(catalog: Path) -> Iterator[str]:
    """Yield the texts that were collected without a context, which the program would not find."""
    return (source for name, source in sorted(read_texts(catalog)) if not name)


def run_tool(program: str, *arguments: object) -> None:
    """Run one of Qt's tools. Its output is shown only if it fails."""
    command = [str(SCRIPTS / program), *(str(argument) for argument in arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.stderr.write(done.stdout + done.stderr)
        raise SystemExit(done.returncode)


def _messages(catalog: Path) -> Iterator[tuple[ElementTree.Element, ElementTree.Element]]:
    for context in ElementTree.parse(catalog).getroot().iter("context"):
        for message in context.iter("message"):
            yield context, message


def _templates_as_source() -> str:
    sys.path.insert(0, str(ROOT))
    from app.domain.jobs import PHASES  # noqa: PLC0415 (only now is the source on the path)
    from app.domain.sentences import sentence_templates  # noqa: PLC0415 (as above)
    from app.domain.sheet_words import ALL_TEMPLATES  # noqa: PLC0415 (as above)

    lines = [
        f"QCoreApplication.translate('sentences', {_literal(each)})" for each in dict.fromkeys(sentence_templates())
    ]
    lines += [f"QCoreApplication.translate('sheet', {_literal(each)})" for each in dict.fromkeys(ALL_TEMPLATES)]
    lines += [f"QCoreApplication.translate('phases', {_literal(each)})" for each in PHASES]
    return "\n".join(["from PySide6.QtCore import QCoreApplication", *lines, ""])


def _literal(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
