"""Checksums over what is neither text nor count nor model: labels, weights, dates, titles, senders, paths, and names.

Every connection that writes keeps them by triggers of its own, which are not in the file: what another program changes,
or a fault of the disk, no longer agrees with its checksum, and `check` names it. Writing a document
costs three times as much for it, which is a tenth of what reading it costs.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.records import Problem
from app.store.file.connection import WorkspaceFile

SEALED: dict[str, tuple[str, tuple[str, ...]]] = {
    "document": (
        "id",
        (
            "corpus_id", "run_id", "label_id", "weight", "kind", "date_s", "length", "size_bytes", "n_attachments",
            "content_hash", "is_kept", "deleted_by",
        ),
    ),
    "content": ("document_id", ("title", "sender", "path", "member")),
    "label": ("id", ("corpus_id", "name", "colour", "key", "position", "run_id", "is_deleted")),
    "corpus": ("id", ("name", "kind", "columns", "run_id", "is_deleted")),
}  # fmt: skip
"""Tables to their number and the columns that the checksum is over."""
SHOWN_ROWS = 20


def seal_all(file: WorkspaceFile) -> None:
    """Count the checksums of all rows there are."""
    for table, (key, columns) in SEALED.items():
        values = ", ".join(columns)
        file.execute(f"INSERT INTO seal SELECT '{table}', {key}, row_sum({values}) FROM {table}")  # noqa: S608 - our names


def keep_seals(file: WorkspaceFile) -> None:
    """Have every change on this connection followed by its checksum."""
    for table, (key, columns) in SEALED.items():
        values = ", ".join(f"NEW.{column}" for column in columns)
        sealed = f"INSERT OR REPLACE INTO seal VALUES ('{table}', NEW.{key}, row_sum({values}));"  # noqa: S608 - our names
        gone = f"DELETE FROM seal WHERE kind = '{table}' AND row_id = OLD.{key};"  # noqa: S608 - our names
        for event, body in (("INSERT", sealed), ("UPDATE", sealed), ("DELETE", gone)):
            name = f"seal_{table}_{event.lower()}"
            file.execute(f"CREATE TEMP TRIGGER IF NOT EXISTS {name} AFTER {event} ON main.{table} BEGIN {body} END")


def broken_seals(file: WorkspaceFile) -> Iterator[Problem]:
    """Rows that are not what their checksum says, and checksums of rows that are gone."""
    for table, (key, columns) in SEALED.items():
        values = ", ".join(columns)
        kept = f"(SELECT sum FROM seal WHERE seal.kind = '{table}' AND row_id = {table}.{key})"  # noqa: S608 - our names
        changed = f"SELECT {key} FROM {table} WHERE row_sum({values}) IS NOT {kept} LIMIT ?"  # noqa: S608 - our names
        those = f"(SELECT {key} FROM {table})"  # noqa: S608 - our names
        gone = f"SELECT row_id FROM seal WHERE kind = '{table}' AND row_id NOT IN {those} LIMIT ?"  # noqa: S608 - our names
        for number in file.column(changed, (SHOWN_ROWS,)):
            yield Problem(f"{table}-changed", str(number))
        for number in file.column(gone, (SHOWN_ROWS,)):
            yield Problem("row-vanished", f"{table} {number}")
