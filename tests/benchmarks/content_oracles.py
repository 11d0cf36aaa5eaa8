"""Words that are read of files, beside the words that programs which are not ours find in them.

    BAYLEAF_CORPORA=… python -m tests.benchmarks.content_oracles [--lost 12] [--set NAME]

PDF files are compared with `pdftotext`, office documents with LibreOffice (`soffice`) and with
all that stands between the tags in their parts, mails with the standard
library's `email`, today's mail with what a browser shows; a program that is not there is passed over, and said. Recall
is the share of the other's words that are read, precision the share of the read words that the other has, both of bags
of words, case-folded. Below the table: of each file under .9 how many words are lost and added, which, and why, as far
as the reader says so.
"""

from __future__ import annotations

import argparse
import email
import email.policy
import html
import os
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

from app.domain.documents import Document, Extracted, Failure, ReadLimits, SourceOptions
from app.library.reading import DocumentReader
from app.readers.documents.html import html_to_text
from tests.benchmarks.visible_text import judged as judged_by_browser

WORD = re.compile(r"[^\W_]+")
TAG = re.compile(r"<[^>]*>")
BREAK = re.compile(
    r"</(?:w:p|a:p|text:p|text:h|w:tc|table:table-cell)>"
    r"|<(?:w:br|w:tab|w:cr|a:br|text:line-break|text:tab|text:s)\b[^>]*>"
)
TEXT_PART = re.compile(
    r"word/(?:document|footnotes|endnotes|comments|header|footer)\d*\.xml"
    r"|ppt/(?:slides|notesSlides)/\w+\.xml|content\.xml"
)
LONG_WORD = 15
FEWEST_WORDS = 10
FLOOR = 0.9
OFFICE = (".docx", ".odt", ".rtf", ".pptx", ".odp", ".doc")
MAIL = (".eml", ".mail", ".txt", ".mbox", "")
SECONDS = 300
LIMITS = ReadLimits(scan_seconds=0.0)
Oracle = Callable[[list[Path]], dict[Path, str]]


@dataclass(frozen=True, slots=True)
class Compared:
    """The words of one file, ours and the other's."""

    name: str
    recall: float
    precision: float
    lost: tuple[str, ...]
    added: tuple[str, ...]
    why: str


def by_pdftotext(paths: list[Path]) -> dict[Path, str]:
    """Return what poppler finds in PDF files."""
    found = {}
    for path in paths:
        done = subprocess.run(["pdftotext", "-q", path, "-"], capture_output=True, check=False, timeout=SECONDS)
        if done.returncode == 0:
            found[path] = done.stdout.decode("utf-8", "replace")
    return found


def by_libreoffice(paths: list[Path]) -> dict[Path, str]:
    """Return what LibreOffice writes when it is asked for the text of its documents."""
    found = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        named = {folder / f"{number}{path.suffix}": path for number, path in enumerate(paths)}
        for copy, path in named.items():
            shutil.copy(path, copy)
        home = f"-env:UserInstallation=file://{folder}/home"
        for kind in sorted({path.suffix for path in paths}):
            form = "pdf" if kind in (".pptx", ".odp") else "txt:Text (encoded):UTF8"
            copies = [str(copy) for copy in named if copy.suffix == kind]
            subprocess.run(["soffice", home, "--headless", "--convert-to", form, "--outdir", name, *copies],
                           capture_output=True, check=False, timeout=SECONDS)  # fmt: skip
        for copy, path in named.items():
            if copy.with_suffix(".txt").exists():
                found[path] = copy.with_suffix(".txt").read_text(encoding="utf-8", errors="replace")
            elif copy.with_suffix(".pdf").exists():
                found[path] = "".join(by_pdftotext([copy.with_suffix(".pdf")]).values())
    return found


def by_elements(paths: list[Path]) -> dict[Path, str]:
    """Return all that stands between tags in the parts of an office document that hold its text."""
    found = {}
    for path in paths:
        try:
            with zipfile.ZipFile(path) as package:
                names = [name for name in package.namelist() if TEXT_PART.fullmatch(name)]
                parts = [package.read(name).decode("utf-8", "replace") for name in names]
        except (zipfile.BadZipFile, RuntimeError, OSError):
            continue
        found[path] = html.unescape("\n".join(TAG.sub("", BREAK.sub("\n", part)) for part in parts))
    return found


def by_email(paths: list[Path]) -> dict[Path, str]:
    """Return what the standard library finds in the parts of mails that are text."""
    found = {}
    for path in paths:
        raw = path.read_bytes()
        message = email.message_from_bytes(raw, policy=email.policy.compat32)
        if message["From"] or message["Subject"]:
            found[path] = "\n".join(dict.fromkeys(text for part in message.walk() if (text := text_of(part))))
    return found


def text_of(part: Message) -> str:
    """The text of a part, in the charset that it declares, where there is no doubt about either."""
    if part.get_content_maintype() != "text" or part.is_multipart():
        return ""
    raw = part.get_payload(decode=True)
    try:
        text = raw.decode(part.get_content_charset() or "ascii") if isinstance(raw, bytes) else ""
    except (LookupError, UnicodeDecodeError):
        return ""
    return html_to_text(text) if part.get_content_subtype() == "html" else text


SETS: dict[str, tuple[str, tuple[str, ...], str, Oracle]] = {
    "PDF": ("document-torture", (".pdf",), "pdftotext", by_pdftotext),
    "office": ("document-torture", OFFICE, "soffice", by_libreoffice),
    "packages": ("document-torture", (".docx", ".odt", ".pptx", ".odp"), "", by_elements),
    "mail": ("mail-torture", MAIL, "", by_email),
}


def compared(paths: list[Path], oracle: Oracle, root: Path) -> Iterator[Compared]:
    """Yield the files in which the other program finds some words."""
    others = oracle(paths)
    with DocumentReader(SourceOptions(labels_from="none"), LIMITS) as reader:
        for path, text in others.items():
            wanted = Counter(WORD.findall(text.casefold()))
            if wanted.total() >= FEWEST_WORDS:
                yield comparison(str(path.relative_to(root)), wanted, reader.documents_in_small_file(str(path)))


def comparison(name: str, wanted: Counter[str], found: list[Extracted]) -> Compared:
    documents = [each for each in found if isinstance(each, Document)]
    own = Counter(WORD.findall("\n".join(f"{each.text}\n{each.title}" for each in documents).casefold()))
    read = Counter(WORD.findall("\n".join(each.text for each in documents).casefold()))
    unseen = set(WORD.findall("\n".join(each.hidden_text for each in documents).casefold()))
    lost = wanted - own
    reasons = [each.reason for each in found if isinstance(each, Failure)]
    reasons += [flaw for each in documents for flaw in each.flaws]
    if lost and sum(lost[word] for word in unseen) > lost.total() / 2:
        reasons.append("nobody sees it")
    if sum(len(word) >= LONG_WORD and not word.isalpha() for word in lost.elements()) > lost.total() / 3:
        reasons.append("packed bytes, no words")
    both, precise = (own & wanted).total(), (read & wanted).total()
    return Compared(
        name,
        both / wanted.total(),
        precise / read.total() if read else 1.0,
        tuple(lost.elements()),
        tuple((read - wanted).elements()),
        ", ".join(dict.fromkeys(reasons)),
    )


def by_browser(root: Path) -> Iterator[Compared]:
    """Yield today's mail beside what a browser shows of it."""
    files = sorted(path.with_suffix("") for path in root.rglob("*.txt"))
    for score in judged_by_browser([path for path in files if path.exists()], root, as_documents=False):
        yield Compared(score.name, score.recall, score.precision, score.missing, score.added, "")


def print_table(tables: dict[str, list[Compared]]) -> None:
    print(f"{'what':12} {'files':>6} {'recall':>8} {'< .9':>5} {'precision':>10} {'< .9':>5}")
    for name, rows in tables.items():
        recall, precision = (sum(getattr(row, each) for row in rows) / len(rows) for each in ("recall", "precision"))
        low = [sum(getattr(row, each) < FLOOR for row in rows) for each in ("recall", "precision")]
        print(f"{name:12} {len(rows):6} {recall:8.4f} {low[0]:5} {precision:10.4f} {low[1]:5}")


def print_lost(rows: list[Compared], most: int) -> None:
    low = sorted((row for row in rows if row.recall < FLOOR), key=lambda row: row.recall)
    for row in low[:most]:
        print(f"  {row.recall:4.2f} {row.precision:4.2f} {row.name[-60:]:60} {row.why[:40]}")
        lost, added = " ".join(row.lost[:10]), " ".join(row.added[:6])
        print(f"       lost {len(row.lost)}: {lost!r}, added {len(row.added)}: {added!r}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lost", type=int, default=12, help="list so many of the files of each set that lose most")
    parser.add_argument("--set", default="", help="one of PDF, office, packages, mail, browser")
    given = parser.parse_args()
    corpora, tables = Path(os.environ["BAYLEAF_CORPORA"]), {}
    for name, (folder, endings, program, oracle) in SETS.items():
        if given.set not in ("", name):
            continue
        if program and shutil.which(program) is None:
            print(f"{name}: {program} is not on this computer")
            continue
        paths = [path for path in sorted((corpora / folder).rglob("*")) if path.is_file() and path.suffix in endings]
        rows = list(compared(paths, oracle, corpora / folder))
        if rows:
            tables[name] = rows
        else:
            print(f"{name}: {program} reads none of these files here")
    if given.set in ("", "browser"):
        tables["browser"] = list(by_browser(corpora / "modern-mail"))
    print_table(tables)
    for name, rows in tables.items():
        print(f"{name}:")
        print_lost(rows, given.lost)


if __name__ == "__main__":
    main()
