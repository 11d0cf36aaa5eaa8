"""The corpus that a person worked with last in each workspace, so that a restart opens it again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Protocol

NOTE, MOST = "corpora-at-hand", 20


class Notes(Protocol):
    """A place where small facts outlive the program."""

    def note(self, name: str) -> str: ...

    def remember_note(self, name: str, words: str) -> None: ...


class CorporaAtHand:
    """Remembers a corpus by its workspace; without a place for notes, nothing."""

    def __init__(self, notes: Notes | None = None) -> None:
        self._notes = notes

    def last(self, workspace: Path) -> str:
        """Return the corpus that was at hand last, or nothing."""
        return self._known().get(str(workspace), "")

    def note(self, workspace: Path, corpus: str) -> None:
        """Remember the corpus that is at hand now."""
        known = self._known()
        if self._notes is None or not corpus or known.get(str(workspace)) == corpus:
            return
        known.pop(str(workspace), None)
        known[str(workspace)] = corpus
        self._notes.remember_note(NOTE, json.dumps(dict(list(known.items())[-MOST:])))

    def _known(self) -> dict[str, str]:
        try:
            found = json.loads(self._notes.note(NOTE) or "{}") if self._notes is not None else {}
        except ValueError:
            return {}
        if not isinstance(found, dict):
            return {}
        return {path: corpus for path, corpus in found.items() if isinstance(corpus, str)}
