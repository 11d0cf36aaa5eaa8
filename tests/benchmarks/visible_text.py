"""Share of what a browser shows of today's mail that is read, and of all else.

    BAYLEAF_CORPORA=… python -m tests.benchmarks.visible_text [--worst 20] [--as-documents] [--folder NAME]

Beside each file of `modern-mail` lies what Chromium shows of it: `.seen` where something on the page cannot be seen,
else `.txt`. Recall and precision are of the bags of words, case-folded, in files of ten words and more. The parts of a
mail are those that a mail program shows, taken apart by the standard library, so that HTML alone is measured;
`--as-documents` measures the text of the whole document instead, attachments and messages inside it included.
"""

from __future__ import annotations

import argparse
import email
import email.policy
import os
import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

from app.domain.documents import Document, ReadLimits, SourceOptions
from app.readers.charsets import decode_text
from app.readers.documents.html import declared_charset, html_to_text
from app.readers.reading import read_bytes

WORD = re.compile(r"\w+")
FEWEST_WORDS = 10
FLOOR = 0.9
NAMED = {
    "html-marquee.html": "a text that moves was out of sight when the browser was asked",
    "sample-1446.eml": "the words are 470,500 pixels below the picture that the mail shows",
    "sample-4283.eml": "white text on a picture that has to be fetched",
}
"""The files under the floor for a reason that is none of the reader's."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one file."""

    name: str
    folder: str
    n_words: int
    recall: float
    precision: float
    seconds: float
    missing: tuple[str, ...]
    added: tuple[str, ...]


def shown_parts(message: Message) -> list[Message]:
    """Return the parts that a mail program shows, of alternatives the HTML one."""
    if message.is_multipart() and message.get_content_maintype() == "multipart":
        choices = [shown_parts(part) for part in message.get_payload() if isinstance(part, Message)]
        if message.get_content_type() != "multipart/alternative":
            return [part for choice in choices for part in choice]
        with_html = [choice for choice in choices if any(part.get_content_subtype() == "html" for part in choice)]
        return (with_html or [choice for choice in choices if choice] or [[]])[-1]
    is_shown = message.get_content_type() in ("text/html", "text/plain")
    return [message] if is_shown and message.get_content_disposition() != "attachment" else []


def text_of_part(part: Message) -> str:
    raw = part.get_payload(decode=True)
    if not isinstance(raw, bytes):
        return ""
    charset = part.get_content_charset()
    if part.get_content_subtype() != "html":
        return decode_text(raw, charset)
    return html_to_text(decode_text(raw, charset or declared_charset(raw)))


def text_of_parts(path: Path, raw: bytes) -> str:
    if path.suffix in (".html", ".htm"):
        return html_to_text(decode_text(raw, declared_charset(raw)))
    if raw.startswith(b"From "):
        raw = raw[raw.find(b"\n") + 1 :]
    message = email.message_from_bytes(raw, policy=email.policy.compat32)
    return "\n".join(map(text_of_part, shown_parts(message)))


def text_of_documents(path: Path, raw: bytes) -> str:
    kind = "auto" if path.suffix in (".html", ".htm") else "mail"
    found = read_bytes(raw, path.name, SourceOptions(kind=kind), ReadLimits())  # type: ignore[arg-type] # both are kinds
    return "\n".join(each.text for each in found if isinstance(each, Document))


def judged(files: list[Path], root: Path, *, as_documents: bool) -> Iterator[Score]:
    """Yield the scores of the files of ten words and more."""
    for path in files:
        seen = path.with_name(path.name + ".seen")
        oracle = seen if seen.exists() else path.with_name(path.name + ".txt")
        wanted = Counter(WORD.findall(oracle.read_text(encoding="utf-8", errors="replace").casefold()))
        if wanted.total() < FEWEST_WORDS:
            continue
        raw = path.read_bytes()
        start = time.process_time()
        text = (text_of_documents if as_documents else text_of_parts)(path, raw)
        took = time.process_time() - start
        got = Counter(WORD.findall(text.casefold()))
        both = (got & wanted).total()
        yield Score(
            str(path.relative_to(root)),
            path.relative_to(root).parts[0],
            wanted.total(),
            both / wanted.total(),
            both / got.total() if got else 1.0,
            took,
            tuple((wanted - got).elements()),
            tuple((got - wanted).elements()),
        )


def print_table(scores: list[Score]) -> None:
    print(f"{'folder':12} {'files':>6} {'recall':>8} {'< .9':>5} {'precision':>10} {'< .9':>5} {'ms a file':>10}")
    for folder in sorted({score.folder for score in scores}):
        own = [score for score in scores if score.folder == folder]
        recall, precision = (sum(getattr(score, name) for score in own) / len(own) for name in ("recall", "precision"))
        low = [sum(getattr(score, name) < FLOOR for score in own) for name in ("recall", "precision")]
        took = sum(score.seconds for score in own) / len(own) * 1000
        print(f"{folder:12} {len(own):6} {recall:8.4f} {low[0]:5} {precision:10.4f} {low[1]:5} {took:10.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--worst", type=int, default=20, help="list so many of the files under .9 of either")
    parser.add_argument("--as-documents", action="store_true", help="measure the text of whole documents")
    parser.add_argument("--folder", default="", help="only files whose path has this in it")
    wanted = parser.parse_args()
    root = Path(os.environ["BAYLEAF_CORPORA"]) / "modern-mail"
    while not (root / "phishing").exists():
        root = next(path for path in sorted(root.iterdir()) if path.is_dir())
    files = sorted(path.with_suffix("") for path in root.rglob("*.txt"))
    files = [path for path in files if path.exists() and wanted.folder in str(path)]
    scores = list(judged(files, root, as_documents=wanted.as_documents))
    print_table(scores)
    low = sorted((min(score.recall, score.precision), score.name, score) for score in scores)
    for lowest, name, score in low[: wanted.worst]:
        if lowest < FLOOR:
            reason = NAMED.get(Path(name).name) or "no reason known"
            print(
                f"{name}: {score.n_words} words, recall {score.recall:.2f}, precision {score.precision:.2f}; {reason}"
            )
            print(f"    missing {' '.join(score.missing[:12])!r}, added {' '.join(score.added[:12])!r}")


if __name__ == "__main__":
    main()
