"""The export of paperless-ngx: `manifest.json` tells the text, the date and the tags of each document beside it.

Its text was recognised already, so the files themselves are not read again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from os.path import dirname, join
from typing import Any

from app.domain.documents import Document, Extracted, Failure, SourceOptions, label_set
from app.readers.documents.text import text_document
from app.readers.reading_failures import Unreadable

NAME = "manifest.json"
BEGINNING = re.compile(rb'\s*\[\s*\{[^{}]{0,2000}"model":\s*"(documents|auth|paperless\w*|socialaccount|account)\.')
FIELDS = {
    "tags": "tag",
    "correspondent": "correspondent",
    "document_type": "documenttype",
    "storage_path": "storagepath",
}
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
    names = _names(records, FIELDS[wanted])
    for record in records:
        if record.get("model") == "documents.document":
            yield _document(record, path, member, _label(record, wanted, names, options))


def _names(records: list[dict[str, Any]], sort: str) -> dict[object, str]:
    """Return the names of all records of a sort by their keys; of a tag that lies in another, the whole path."""
    found = {record.get("pk"): _fields(record) for record in records if record.get("model") == f"documents.{sort}"}
    return {key: "/".join(_path(found, key)) for key in found}


def _path(found: Mapping[object, Mapping[str, Any]], key: object) -> list[str]:
    names: list[str] = []
    while key in found and len(names) < MOST_BRANCHES:
        names.insert(0, str(found[key].get("name") or ""))
        key = found[key].get("tn_parent") or found[key].get("parent")
    return names


def _label(record: Mapping[str, Any], wanted: str, names: Mapping[object, str], options: SourceOptions) -> str | None:
    if options.label is not None or options.labels_from == "none":
        return options.label
    told = _fields(record).get(wanted)
    keys = told if isinstance(told, list) else [told]
    labels = [names[key] for key in keys if isinstance(key, (int, str)) and names.get(key)]
    return label_set(labels) if options.labels == "several" else next(iter(labels), None)


def _document(record: Mapping[str, Any], path: str, member: str, label: str | None) -> Document | Failure:
    fields = _fields(record)
    title, content = (str(fields.get(name) or "") for name in ("title", "content"))
    own = join(dirname(path), str(record.get("__exported_file_name__") or record.get("pk")))
    text = f"{title}\n{content}".strip()
    if not text:
        return Failure(own, member, "no-text")
    document = text_document(text, own, member, label, len(text.encode("utf-8", "replace")), "utf-8")
    return replace(document, title=title, date_s=_date_s(fields.get("created")))


def _fields(record: Mapping[str, Any]) -> Mapping[str, Any]:
    fields = record.get("fields")
    return fields if isinstance(fields, dict) else {}


def _date_s(created: object) -> int | None:
    try:
        moment = datetime.fromisoformat(str(created))
        return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())
    except (ValueError, OverflowError, OSError):
        return None
