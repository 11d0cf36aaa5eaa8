"""The export of paperless-ngx: `manifest.json` tells the text, the date and the tags of each document beside it.

Its text was recognised already, so the files themselves are not read again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from os.path import dirname, join
from typing import Any

from app.domain.documents import Document, Extracted, Failure, SourceOptions, label_set
from app.readers.documents.text import text_document
from app.readers.reading_failures import Unreadable

NAME = "manifest.json"
BEGINNING = re.compile(rb'\s*\[\s*\{[^{}]{0,2000}"model":\s*"(documents|auth|paperless\w*|socialaccount|account)\.')
FIELDS = {"tags": "tag", "correspondent": "correspondent", "document_type": "documenttype",
          "storage_path": "storagepath"}  # fmt: skip
"""Fields that may be taken for a document's labels: the name, and the sort of record that it names."""
MOST_BRANCHES = 20


def is_manifest(name: str, head: bytes) -> bool:
    """Tell a manifest of paperless-ngx by its name and its beginning."""
    return name == NAME and BEGINNING.match(head) is not None


def manifest_documents(raw: bytes, path: str, member: str, options: SourceOptions) -> Iterator[Extracted]:
    """Yield each document of an export with its tags, or with another field of it that the options name."""
    try:
        records = [record for record in json.loads(raw) if isinstance(record, dict)]
    except (ValueError, RecursionError, TypeError) as error:
        raise Unreadable("damaged", "JSON") from error
    wanted = options.label_column if options.label_column in FIELDS else "tags"
    model = f"documents.{FIELDS[wanted]}"
    named = {record.get("pk"): _fields(record) for record in records if record.get("model") == model}
    for record in records:
        if record.get("model") == "documents.document":
            told = _fields(record).get(wanted)
            keys = told if isinstance(told, list) else [told]
            labels = [name for key in keys if isinstance(key, (int, str)) and (name := _path(named, key))]
            label = label_set(labels) if options.labels == "several" else next(iter(labels), None)
            is_told = options.label is not None or options.labels_from == "none"
            yield _document(record, path, member, options.label if is_told else label)


def _path(named: Mapping[object, Mapping[str, Any]], key: object) -> str:
    """Return the name of a record by its key; of a tag that lies in another, the whole path."""
    names: list[str] = []
    while key in named and len(names) < MOST_BRANCHES:
        names.insert(0, str(named[key].get("name") or ""))
        key = named[key].get("tn_parent") or named[key].get("parent")
    return "/".join(names)


def _document(record: Mapping[str, Any], path: str, member: str, label: str | None) -> Document | Failure:
    fields = _fields(record)
    title, content = (str(fields.get(name) or "") for name in ("title", "content"))
    own = join(dirname(path), str(record.get("__exported_file_name__") or record.get("pk")))
    text = f"{title}\n{content}".strip()
    if not text:
        return Failure(own, member, "no-text")
    document = text_document(text, own, member, label, len(text.encode("utf-8", "replace")), "utf-8")
    with suppress(ValueError, OverflowError, OSError):
        moment = datetime.fromisoformat(str(fields.get("created")))
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        document = replace(document, date_s=int(moment.timestamp()))
    return replace(document, title=title)


def _fields(record: Mapping[str, Any]) -> Mapping[str, Any]:
    fields = record.get("fields")
    return fields if isinstance(fields, dict) else {}
