"""Sign the records of a workspace that decide which files of this computer are moved.

People share and download workspaces. The author of a workspace must not be able to move files of the person who opens
it. So the watched places and each batch of moves have an HMAC. Its key is a secret file in the data folder. Records
without a valid HMAC are shown, but no file is moved because of them.

The HMAC is stored as a preference, because a new column would need a new version of the file.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from app.domain.errors import SourceError
from app.domain.records import FileMove
from app.store.workspace import Workspace

KEY_NAME = "workspace-signatures.key"
KEY_BYTES = 32
SIGNATURE_SUFFIX = " signature"


def data_folder() -> Path:
    """Return the program's data folder, which is created if it does not exist."""
    return Path(user_data_path("bayleaf", appauthor=False, ensure_exists=True))


def store_own_preference(opened: Workspace, name: str, value: Any) -> None:
    """Store a preference with its signature. Raises SourceError if the key cannot be written."""
    signature = _sign(name, value)
    with opened.transaction():
        opened.arrivals.store_preference(name, value)
        opened.arrivals.store_preference(name + SIGNATURE_SUFFIX, signature)


def is_own_preference(opened: Workspace, name: str) -> bool:
    """Return whether the stored value of a preference has a valid signature of this computer."""
    signature = opened.arrivals.preference(name + SIGNATURE_SUFFIX)
    return _is_valid(signature, name, opened.arrivals.preference(name))


def plan_own_batch(opened: Workspace, moves: Sequence[FileMove]) -> tuple[FileMove, ...]:
    """Record moves in the journal as a signed batch. Return them with their numbers.

    Raises SourceError if the key cannot be written.
    """
    _make_key()
    with opened.transaction():
        planned = opened.journal.plan(moves)
        sign_batch(opened, planned)
    return planned


def sign_batch(opened: Workspace, moves: Sequence[FileMove]) -> None:
    """Store the signature of all moves of a batch. Use it only for a batch that this process has planned."""
    name = _preference_name_of_batch(moves[0].batch)
    opened.arrivals.store_preference(name, _sign(name, _facts_of_moves(moves)))


def find_own_batches(opened: Workspace, moves: Sequence[FileMove]) -> frozenset[int]:
    """Return the numbers of the batches in `moves` that have a valid signature of this computer."""
    return frozenset(batch for batch in {move.batch for move in moves} if _is_own_batch(opened, batch))


def _is_own_batch(opened: Workspace, batch: int) -> bool:
    name = _preference_name_of_batch(batch)
    signature = opened.arrivals.preference(name)
    return signature is not None and _is_valid(signature, name, _facts_of_moves(opened.journal.moves_of_batch(batch)))


def _preference_name_of_batch(batch: int) -> str:
    """Return the name of the preference that stores the signature of a batch of moves."""
    return f"filed batch {batch}{SIGNATURE_SUFFIX}"


def _facts_of_moves(moves: Sequence[FileMove]) -> list[list[Any]]:
    """Return the fields of the moves that decide which files are moved or removed.

    They include the number of the move, because it names the original of a scanned PDF.
    """
    return [
        [move.number, move.action, move.source, move.target, move.label, move.size_bytes, move.text_layer_hash]
        for move in moves
    ]


def _sign(name: str, value: Any) -> str:
    return _compute_hmac(_make_key(), name, value)


def _is_valid(signature: Any, name: str, value: Any) -> bool:
    key = _read_key()
    if key is None or not isinstance(signature, str):
        return False
    # Encoded, because compare_digest takes no str with other characters than ASCII.
    return hmac.compare_digest(signature.encode("ascii", "replace"), _compute_hmac(key, name, value).encode("ascii"))


def _compute_hmac(key: bytes, name: str, value: Any) -> str:
    record = json.dumps([name, value], ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hmac.new(key, record.encode("ascii"), hashlib.sha256).hexdigest()


def _read_key() -> bytes | None:
    """Return the key of this computer; None if there is none."""
    try:
        key = (user_data_path("bayleaf", appauthor=False) / KEY_NAME).read_bytes()
    except OSError:
        return None
    return key if len(key) == KEY_BYTES else None


def _make_key() -> bytes:
    """Return the key of this computer, which is created if it does not exist. Raises SourceError if that fails."""
    if (key := _read_key()) is not None:
        return key
    try:
        path = data_folder() / KEY_NAME
        _write_key(path)
        return path.read_bytes()
    except OSError as error:
        raise SourceError(KEY_NAME, "cannot-write", error.strerror or str(error)) from error


def _write_key(path: Path) -> None:
    """Write a new key to `path`. If another process does this at the same time, only the key of one process stays."""
    handle, temporary_path = tempfile.mkstemp(dir=path.parent, prefix=f"{KEY_NAME}-")  # with the mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        _link_or_keep(temporary_path, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(temporary_path)


def _link_or_keep(temporary_path: str, path: Path) -> None:
    """Give the temporary file its final name. A valid key that another process has written meanwhile is kept."""
    try:
        os.link(temporary_path, path)
    except FileExistsError:
        if path.stat().st_size != KEY_BYTES:  # damaged, not just written by another process
            os.replace(temporary_path, path)
    except OSError:  # the file system has no hard links
        os.replace(temporary_path, path)
