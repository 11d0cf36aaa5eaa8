"""Labels as tags where documents lie: notmuch's, the keywords of a Maildir, and an export of paperless-ngx."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from email.parser import BytesHeaderParser
from pathlib import Path, PurePosixPath
from typing import Any, Final
from urllib.parse import quote

from app.domain.documents import labels_in
from app.domain.errors import ExchangeError, SourceError
from app.domain.whole_files import whole_text
from app.features.exchange.word_tables import held_bytes
from app.library.training_data import the_corpus
from app.store.workspace import Place, reading
from nbengine.lazy_dataclasses import dataclass

AT_ONCE, HEADER_BYTES = 500, 64 << 10
KEYWORDS: Final = "dovecot-keywords"
MOST_KEYWORDS: Final = 26
INFO = re.compile(r"(.*[:;!]2,)([A-Za-z]*)\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Placed:
    """A document as it lies on the disk."""

    path: str
    member: str
    labels: tuple[str, ...]


def placed(workspace: Place, corpus: str | None) -> Iterator[Placed]:
    """Yield the documents of a corpus that have labels."""
    with reading(workspace) as opened:
        numbers = opened.documents.numbers(the_corpus(opened, corpus).name).tolist()
        for first in range(0, len(numbers), AT_ONCE):
            for heading in opened.documents.headings(numbers[first : first + AT_ONCE]):
                if heading.label:
                    yield Placed(heading.path, heading.member, labels_in(heading.label))


def write_notmuch(documents: Iterable[Placed], target: Path | None) -> tuple[int, int]:
    """Write lines for `notmuch tag --batch`; return how many mails they tag, and how many files have no Message-ID."""
    named = [(document, message_id(document)) for document in documents]
    tagged = [(" ".join(f"+{quote(one, safe='')}" for one in mail.labels), name) for mail, name in named if name]
    lines = [f'{tags} -- id:"{name}"\n' for tags, name in tagged]
    if target is not None:
        with whole_text(target) as file:
            file.writelines(lines)
    return len(lines), len(named) - len(lines)


def message_id(document: Placed) -> str | None:
    """Read the Message-ID of a mail that has a file of its own."""
    try:
        if document.member or not os.path.isfile(document.path):
            return None
        with open(document.path, "rb") as file:
            found = BytesHeaderParser().parsebytes(file.read(HEADER_BYTES))["message-id"]
    except (OSError, ValueError):
        return None
    name = str(found or "").strip().strip("<>")
    return name.replace('"', '""') if name and not re.search(r"[\s\x00-\x1f]", name) else None


def mark_maildir(documents: Iterable[Placed], folder: Path, *, writes: bool) -> tuple[int, int]:
    """Give the files of a Maildir keywords in their names, as Dovecot keeps them; return how many, and how many stayed.

    Letters that other keywords have stay theirs. No file is renamed over another.
    """
    if not (folder / "cur").is_dir():
        raise ExchangeError("no-maildir", folder.name)
    letters: list[str] = []
    with suppress(SourceError):  # there are no keywords yet
        kept = held_bytes(folder / KEYWORDS).decode("utf-8", "replace").splitlines()
        letters = list(filter(None, (line.partition(" ")[2] for line in kept)))[:MOST_KEYWORDS]
    n_marked = n_stayed = 0
    for document in documents:
        if document.member or Path(document.path).parent.resolve() != (folder / "cur").resolve():
            continue
        name = marked_name(Path(document.path).name, document.labels, letters)
        if name == Path(document.path).name:
            continue
        is_free = name is not None and os.path.isfile(document.path) and not (folder / "cur" / name).exists()
        if name is None or not is_free:
            n_stayed += 1
            continue
        if writes:
            os.rename(document.path, folder / "cur" / name)
        n_marked += 1
    if writes and n_marked:
        with whole_text(folder / KEYWORDS) as file:
            file.writelines(f"{place} {keyword(label)}\n" for place, label in enumerate(letters))
    return n_marked, n_stayed


def marked_name(name: str, labels: tuple[str, ...], letters: list[str]) -> str | None:
    """Add the letters of labels to a file's name; None where there are more labels than letters."""
    found = INFO.fullmatch(name)
    before, flags = (found[1], set(found[2])) if found else (f"{name}:2,", set())
    for label in map(keyword, labels):
        if label not in letters and len(letters) >= MOST_KEYWORDS:
            return None
        if label not in letters:
            letters.append(label)
        flags.add(chr(ord("a") + letters.index(label)))
    return before + "".join(sorted(flags))


def keyword(label: str) -> str:
    """A label as a keyword of IMAP: without spaces and signs that end an atom."""
    return re.sub(r"[\s(){%*\"\\\]\x00-\x1f]+", "_", label)[:100]


def write_paperless(documents: Iterable[Placed], export: Path | None, target: Path | None) -> int:
    """Write the manifest of an export of paperless-ngx with labels as tags; return how many documents changed.

    Tags are added and none is taken away; a document is known by the name that its file has in the export.
    """
    if export is None:
        raise ExchangeError("no-export", "paperless" if target is None else target.name)
    records = records_of(export)
    tags = {str(record["fields"].get("name")): record for record in records if record.get("model") == "documents.tag"}
    by_file = {str(record.get("__exported_file_name__")): record for record in records}
    changed = 0
    for document in documents:
        record = by_file.get(PurePosixPath(document.path).name)
        if record is not None and record.get("model") == "documents.document":
            wanted = [tag_of(records, tags, label) for label in document.labels]
            held = [key for key in record["fields"].get("tags") or [] if isinstance(key, int)]
            record["fields"]["tags"] = list(dict.fromkeys((*held, *wanted)))
            changed += record["fields"]["tags"] != held
    if target is None:
        return changed
    with whole_text(target) as file:
        json.dump(records, file, ensure_ascii=False, indent=1)
    return changed


def records_of(export: Path) -> list[dict[str, Any]]:
    try:
        records = json.loads(held_bytes(export))
    except (ValueError, RecursionError) as error:
        raise ExchangeError("no-answers", export.name, "JSON") from error
    if not isinstance(records, list) or not all(
        isinstance(record, dict) and isinstance(record.get("fields", {}), dict) for record in records
    ):
        raise ExchangeError("no-answers", export.name, "manifest")
    return [record | {"fields": record.get("fields", {})} for record in records]


def tag_of(records: list[dict[str, Any]], tags: dict[str, dict[str, Any]], label: str) -> int:
    """The key of a tag, which joins the manifest where it is new."""
    if label not in tags:
        keys = [record["pk"] for record in tags.values() if isinstance(record.get("pk"), int)]
        fields = {"name": label, "match": "", "matching_algorithm": 0, "is_insensitive": True, "color": "#a6cee3"}
        tags[label] = {"model": "documents.tag", "pk": max(keys, default=0) + 1, "fields": fields}
        records.insert(0, tags[label])
    return int(tags[label]["pk"])
