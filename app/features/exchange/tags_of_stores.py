"""Write labels as tags into document stores: notmuch, Maildir keywords, and paperless-ngx exports."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from email.parser import BytesHeaderParser
from pathlib import Path, PurePosixPath
from typing import Any, Final
from urllib.parse import quote

from app.domain.documents import labels_in
from app.domain.errors import ExchangeError, SourceError
from app.domain.whole_files import open_whole_text
from app.features.exchange.word_tables import read_whole_file
from app.library.training_data import find_corpus
from app.store.workspace import Place, open_for_reading

BATCH_SIZE, HEADER_BYTES = 500, 64 << 10
KEYWORDS: Final = "dovecot-keywords"
MAX_KEYWORDS: Final = 26
INFO = re.compile(r"(.*[:;!]2,)([A-Za-z]*)\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class TaggedDocument:
    """A labelled document with its place on the disk."""

    path: str
    member: str
    labels: tuple[str, ...]


def read_stored_documents(workspace: Place, corpus: str | None) -> Iterator[TaggedDocument]:
    """Yield the labelled documents of a corpus."""
    with open_for_reading(workspace) as opened:
        numbers = opened.documents.numbers(find_corpus(opened, corpus).name).tolist()
        for first in range(0, len(numbers), BATCH_SIZE):
            for heading in opened.documents.headings(numbers[first : first + BATCH_SIZE]):
                if heading.label:
                    yield TaggedDocument(heading.path, heading.member, labels_in(heading.label))


def write_notmuch(documents: Iterable[TaggedDocument], target: Path | None) -> tuple[int, int]:
    """Write lines for `notmuch tag --batch`; return the numbers of tagged mails and of files without a Message-ID."""
    named = [(document, message_id(document)) for document in documents]
    tagged = [(" ".join(f"+{quote(one, safe='')}" for one in mail.labels), name) for mail, name in named if name]
    lines = [f'{tags} -- id:"{name}"\n' for tags, name in tagged]
    if target is not None:
        with open_whole_text(target) as file:
            file.writelines(lines)
    return len(lines), len(named) - len(lines)


def message_id(document: TaggedDocument) -> str | None:
    """Return the Message-ID of a mail in its own file, or None."""
    try:
        if document.member or not os.path.isfile(document.path):
            return None
        with open(document.path, "rb") as file:
            header = BytesHeaderParser().parsebytes(file.read(HEADER_BYTES))["message-id"]
    except (OSError, ValueError):
        return None
    name = str(header or "").strip().strip("<>")
    return name.replace('"', '""') if name and not re.search(r"[\s\x00-\x1f]", name) else None


def mark_maildir(documents: Iterable[TaggedDocument], folder: Path, *, writes: bool) -> tuple[int, int]:
    """Add keywords to the file names of a Maildir as Dovecot does; return the numbers of renamed and skipped files.

    Letters of existing keywords are not reused, and no file is overwritten.
    """
    if not (folder / "cur").is_dir():
        raise ExchangeError("no-maildir", folder.name)
    letters: list[str] = []
    with suppress(SourceError):  # no keywords file yet
        lines = read_whole_file(folder / KEYWORDS).decode("utf-8", "replace").splitlines()
        letters = list(filter(None, (line.partition(" ")[2] for line in lines)))[:MAX_KEYWORDS]
    n_marked = n_stayed = 0
    for document in documents:
        if document.member or Path(document.path).parent.resolve() != (folder / "cur").resolve():
            continue
        name = name_with_keywords(Path(document.path).name, document.labels, letters)
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
        with open_whole_text(folder / KEYWORDS) as file:
            file.writelines(f"{place} {keyword(label)}\n" for place, label in enumerate(letters))
    return n_marked, n_stayed


def name_with_keywords(name: str, labels: tuple[str, ...], letters: list[str]) -> str | None:
    """Return a file's name with the letters of labels; None if all 26 letters are in use.

    New labels are appended to `letters`.
    """
    match = INFO.fullmatch(name)
    before, flags = (match[1], set(match[2])) if match else (f"{name}:2,", set())
    for label in map(keyword, labels):
        if label not in letters and len(letters) >= MAX_KEYWORDS:
            return None
        if label not in letters:
            letters.append(label)
        flags.add(chr(ord("a") + letters.index(label)))
    return before + "".join(sorted(flags))


def keyword(label: str) -> str:
    """Return a label as an IMAP keyword: without spaces and other characters that end an atom."""
    return re.sub(r"[\s(){%*\"\\\]\x00-\x1f]+", "_", label)[:100]


def write_paperless(documents: Iterable[TaggedDocument], export: Path | None, target: Path | None) -> int:
    """Write the manifest of a paperless-ngx export with labels as tags; return the number of changed documents.

    Tags are only added. Documents are matched by their file name in the export.
    """
    if export is None:
        raise ExchangeError("no-export", "paperless" if target is None else target.name)
    records = read_manifest(export)
    tags = {str(record["fields"].get("name")): record for record in records if record.get("model") == "documents.tag"}
    by_file = {str(record.get("__exported_file_name__")): record for record in records}
    changed = 0
    for document in documents:
        record = by_file.get(PurePosixPath(document.path).name)
        if record is not None and record.get("model") == "documents.document":
            wanted = [ensure_tag(records, tags, label) for label in document.labels]
            existing = [key for key in record["fields"].get("tags") or [] if isinstance(key, int)]
            record["fields"]["tags"] = list(dict.fromkeys((*existing, *wanted)))
            changed += record["fields"]["tags"] != existing
    if target is None:
        return changed
    with open_whole_text(target) as file:
        json.dump(records, file, ensure_ascii=False, indent=1)
    return changed


def read_manifest(export: Path) -> list[dict[str, Any]]:
    try:
        records = json.loads(read_whole_file(export))
    except (ValueError, RecursionError) as error:
        raise ExchangeError("no-answers", export.name, "JSON") from error
    if not isinstance(records, list) or not all(
        isinstance(record, dict) and isinstance(record.get("fields", {}), dict) for record in records
    ):
        raise ExchangeError("no-answers", export.name, "manifest")
    return [record | {"fields": record.get("fields", {})} for record in records]


def ensure_tag(records: list[dict[str, Any]], tags: dict[str, dict[str, Any]], label: str) -> int:
    """Return the key of a tag; a new tag is added to the manifest."""
    if label not in tags:
        keys = [record["pk"] for record in tags.values() if isinstance(record.get("pk"), int)]
        fields = {"name": label, "match": "", "matching_algorithm": 0, "is_insensitive": True, "color": "#a6cee3"}
        tags[label] = {"model": "documents.tag", "pk": max(keys, default=0) + 1, "fields": fields}
        records.insert(0, tags[label])
    return int(tags[label]["pk"])
