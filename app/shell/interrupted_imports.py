"""Imports that were stopped half-way, by closing the window or by a crash: they are offered again at the next opening.

The store removes an import that never settled, so nothing of it is in the workspace. Its order is kept in the settings
from its beginning to its end. Continuing imports the sources anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from app.domain.documents import SourceOptions
from app.kit.frame import FrameViewModel
from app.kit.settings import Settings
from app.library.importing import ImportOrder
from app.shell.workspace_view_model import WorkspaceViewModel

NOTE = "imports-under-way"
Entry = dict[str, Any]


class InterruptedImports(QObject):
    """Remembers the orders of imports under way, and offers to continue those that an earlier window left."""

    def __init__(
        self, home: WorkspaceViewModel, frame: FrameViewModel, settings: Settings, is_alone: Callable[[], bool]
    ) -> None:
        """`is_alone` tells that no other window has the workspace open: its imports are not interrupted."""
        super().__init__(home)
        self._home, self._frame, self._settings, self._is_alone = home, frame, settings, is_alone
        self._offered: set[str] = set()
        home.import_begun.connect(self._on_import_begun)
        home.import_ended.connect(self._on_import_ended)
        home.opened.connect(self._on_opened)

    def forget_offered(self) -> None:
        """Offer nothing a second time that was offered while this window was open."""
        self._keep({key: entry for key, entry in self._entries().items() if key not in self._offered})

    def _on_import_begun(self, key: str, order: ImportOrder) -> None:
        workspace = str(self._frame.state.workspace.absolute())
        entry = {
            "workspace": workspace,
            "sources": [str(source.absolute()) for source in order.sources],
            "options": asdict(order.options),
            "corpus": order.corpus,
        }
        self._keep(self._entries() | {key: entry})

    def _on_import_ended(self, key: str, order: ImportOrder) -> None:
        """Forget the import, and an interrupted one of the same sources, which this one has made up for."""
        sources = [str(source.absolute()) for source in order.sources]
        entries = self._entries()
        entries.pop(key, None)
        is_left = {other: other not in self._offered or each["sources"] != sources for other, each in entries.items()}
        self._keep({other: each for other, each in entries.items() if is_left[other]})

    def _on_opened(self, path: Path) -> None:
        if not self._is_alone():
            return
        mine = {key: each for key, each in self._entries().items() if each["workspace"] == str(path.absolute())}
        self._offered |= mine.keys()
        if not mine:
            return
        sources = [Path(source) for each in mine.values() for source in each["sources"]]
        names = ", ".join(source.name for source in sources[:2]) + ("…" if len(sources) > 2 else "")
        words = self.tr("The import of %1 was interrupted: nothing of it was kept").replace("%1", names)
        act = self.tr("Continue importing")
        self._frame.offer(words, act, lambda: self._go_on([*mine.values()]))

    def _go_on(self, entries: list[Entry]) -> None:
        self._frame.say("")
        for entry in entries:
            sources = [Path(source) for source in entry["sources"]]
            self._home.import_sources(sources, options_of(entry["options"]), entry["corpus"])

    def _entries(self) -> dict[str, Entry]:
        try:
            found = json.loads(self._settings.note(NOTE) or "{}")
        except ValueError:
            return {}
        entries = found.items() if isinstance(found, dict) else ()
        return {key: entry for key, entry in entries if is_entry(entry)}

    def _keep(self, entries: dict[str, Entry]) -> None:
        if entries != self._entries():
            self._settings.remember_note(NOTE, json.dumps(entries))
            self._settings.save()  # a crash must not lose it


def is_entry(entry: object) -> bool:
    """Return whether a note from the settings has all parts of an order."""
    if not isinstance(entry, dict) or not isinstance(entry.get("workspace"), str):
        return False
    sources, corpus = entry.get("sources"), entry.get("corpus")
    is_named = isinstance(sources, list) and bool(sources) and all(isinstance(source, str) for source in sources)
    return is_named and isinstance(entry.get("options"), dict) and (corpus is None or isinstance(corpus, str))


def options_of(written: dict[str, Any]) -> SourceOptions:
    """Return options that were written as JSON; a name that this version does not know is left out."""
    usual = SourceOptions()
    known = {name: value for name, value in written.items() if name in asdict(usual)}
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in known.items()}
    return replace(usual, **values)
