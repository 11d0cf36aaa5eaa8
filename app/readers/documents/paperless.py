"""Exports of paperless-ngx: `manifest.json` has the text, the date and the tags of every document.

paperless-ngx has recognised the text already, so the files beside the manifest are not read again.
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

from app.domain.documents import Document, Extracted, Failure, SourceOptions, label_set_name
from app.readers.documents.parsed_text import ParsedText
from app.readers.documents.text import text_document
from app.readers.reading_failures import Unreadable

NAME = "manifest.json"
MANIFEST_START = re.compile(
    rb'\s*\[\s*\{[^{}]{0,2000}"model":\s*"(documents|auth|paperless\w*|socialaccount|account)\.'
)
LABEL_FIELDS = {"tags": "tag", "correspondent": "correspondent", "document_type": "documenttype",
          "storage_path": "storagepath"}  # fmt: skip
"""Document fields that can serve as labels, each with the type of the records that it refers to by key."""
MAX_TAG_DEPTH = 20


def is_manifest(name: str, head: bytes) -> bool:
    """Return whether a file is a manifest of paperless-ngx, by its name and its first bytes."""
    return name == NAME and MANIFEST_START.match(head) is not None


def manifest_documents(raw: bytes, path: str, member: str, options: SourceOptions) -> Iterator[Extracted]:
    """Yield each document of an export. Its labels are its tags, or the field that the options name."""
    try:
        records = [record for record in json.loads(raw) if isinstance(record, dict)]
    except (ValueError, RecursionError, TypeError) as error:
        raise Unreadable("damaged", "JSON") from error
    field = options.label_column if options.label_column in LABEL_FIELDS else "tags"
    model = f"documents.{LABEL_FIELDS[field]}"
    records_by_key = {
        record.get("pk"): _read_custom_fields(record) for record in records if record.get("model") == model
    }
    for record in records:
        if record.get("model") == "documents.document":
            value = _read_custom_fields(record).get(field)
            keys = value if isinstance(value, list) else [value]
            labels = [
                name for key in keys if isinstance(key, (int, str)) and (name := _record_name(records_by_key, key))
            ]
            label = label_set_name(labels) if options.labels == "several" else next(iter(labels), None)
            is_fixed = options.label is not None or options.labels_from == "none"
            yield _make_document(record, path, member, options.label if is_fixed else label)


def _record_name(records_by_key: Mapping[object, Mapping[str, Any]], key: object) -> str:
    """Return the name of a record.

    The name of a nested tag has the names of its outer tags before it, joined by `/`.
    """
    names: list[str] = []
    while key in records_by_key and len(names) < MAX_TAG_DEPTH:
        names.insert(0, str(records_by_key[key].get("name") or ""))
        key = records_by_key[key].get("tn_parent") or records_by_key[key].get("parent")
    return "/".join(names)


def _make_document(record: Mapping[str, Any], path: str, member: str, label: str | None) -> Document | Failure:
    fields = _read_custom_fields(record)
    title, content = (str(fields.get(name) or "") for name in ("title", "content"))
    file_path = join(dirname(path), str(record.get("__exported_file_name__") or record.get("pk")))
    text = f"{title}\n{content}".strip()
    if not text:
        return Failure(file_path, member, "no-text")
    document = text_document(
        ParsedText(text, charset="utf-8"), file_path, member, label, len(text.encode("utf-8", "replace"))
    )
    with suppress(ValueError, OverflowError, OSError):
        moment = datetime.fromisoformat(str(fields.get("created")))
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        document = replace(document, date_s=int(moment.timestamp()))
    return replace(document, title=title)


def _read_custom_fields(record: Mapping[str, Any]) -> Mapping[str, Any]:
    fields = record.get("fields")
    return fields if isinstance(fields, dict) else {}
